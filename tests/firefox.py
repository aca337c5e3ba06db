"""Firefox, spoken to in its own test protocol (Marionette): a socket, JSON with its length before it, no driver."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import time
from pathlib import Path
from types import TracebackType
from typing import Any


def binary() -> str | None:
    """Where Firefox is on this machine, if it is."""
    return shutil.which("firefox-esr") or shutil.which("firefox")


class Firefox:
    """A Firefox without a window and with a profile of its own; it is ended with the `with` block."""

    def __init__(self, profile: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        profile.mkdir(parents=True, exist_ok=True)
        (profile / "user.js").write_text(f'user_pref("marionette.port", {port});\n')
        command = [str(binary()), "--headless", "--marionette", "--no-remote", "--profile", str(profile)]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self._socket = self._connected(port)
        self._count = 0
        self._read()  # its greeting
        self.ask("WebDriver:NewSession", {"capabilities": {"alwaysMatch": {"acceptInsecureCerts": False}}})

    def _connected(self, port: int, seconds: float = 120) -> socket.socket:
        end = time.monotonic() + seconds
        while True:
            try:
                return socket.create_connection(("127.0.0.1", port), timeout=120)
            except OSError:
                if time.monotonic() > end or self._process.poll() is not None:
                    raise
                time.sleep(0.2)

    def _read(self) -> Any:
        size = b""
        while not size.endswith(b":"):
            size += self._socket.recv(1)
        left, parts = int(size[:-1]), []
        while left:
            part = self._socket.recv(left)
            left -= len(part)
            parts.append(part)
        return json.loads(b"".join(parts))

    def ask(self, name: str, values: dict[str, Any]) -> Any:
        """A command and its answer; an error of the browser is an error here."""
        self._count += 1
        message = json.dumps([0, self._count, name, values]).encode()
        self._socket.sendall(str(len(message)).encode() + b":" + message)
        _, _, error, result = self._read()
        assert error is None, error
        return result

    def open(self, path: Path, rest: str = "") -> None:
        self.ask("WebDriver:Navigate", {"url": path.as_uri() + rest})

    def run(self, script: str) -> Any:
        """What a script returns that runs in the page's own world, outside its policy."""
        return self.ask("WebDriver:ExecuteScript", {"script": script, "args": [], "sandbox": "default"})["value"]

    def size(self, width: int, height: int) -> None:
        self.ask("WebDriver:SetWindowRect", {"width": width, "height": height})

    def __enter__(self) -> Firefox:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._socket.close()
        self._process.terminate()
        self._process.wait(30)
