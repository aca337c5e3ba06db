"""`oddchip dev`: it answers to loopback names, takes no orders from pages of others, and ends with what it started."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

STARTED_SECONDS = 300  # a shared machine loads Dagster three times
QUERY = json.dumps({"query": "{ version }"})


def processes_of(data: Path) -> list[int]:
    """The processes whose environment names this data folder."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if f"ODDCHIP_DATA={data}\0".encode() in (folder / "environ").read_bytes():
                found.append(int(folder.name))
        except OSError:
            continue  # it ended meanwhile, or it is somebody else's
    return found


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[subprocess.Popen[str], int, Path]]:
    data = tmp_path_factory.mktemp("dev").resolve()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "pipelines.cli", "dev", "--data", str(data), "--port", str(port)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, text=True)
    try:
        until = time.monotonic() + STARTED_SECONDS
        while time.monotonic() < until and process.poll() is None:
            try:
                if ask(port, "GET", "/server_info")[0] == 200:
                    break
            except OSError:
                time.sleep(0.3)
        yield process, port, data
    finally:
        process.terminate()
        process.wait(60)


def ask(port: int, method: str, path: str, body: str | None = None, **headers: str) -> tuple[int, str]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    named = {"Host": f"127.0.0.1:{port}", **{name.replace("_", "-"): value for name, value in headers.items()}}
    connection.putrequest(method, path, skip_host=True)
    for name, value in named.items():
        connection.putheader(name, value)
    if body is not None:
        connection.putheader("Content-Length", str(len(body)))
    connection.endheaders(None if body is None else body.encode())
    answer = connection.getresponse()
    return answer.status, answer.read().decode(errors="replace")


def test_the_page_is_guarded_and_ends_with_all_that_it_started(
    page: tuple[subprocess.Popen[str], int, Path],
) -> None:
    process, port, data = page
    own = f"http://127.0.0.1:{port}"
    asked = {"Content_Type": "application/json"}
    assert ask(port, "GET", "/server_info")[0] == 200
    assert ask(port, "GET", "/server_info", Host="localhost")[0] == 200
    assert ask(port, "GET", "/server_info", Host="evil.example")[0] == 421
    assert ask(port, "GET", "/server_info", Host=f"127.0.0.1.evil.example:{port}")[0] == 421
    assert ask(port, "POST", "/graphql", QUERY, **asked)[0] == 200
    assert ask(port, "POST", "/graphql", QUERY, Origin=own, **asked)[0] == 200
    assert ask(port, "POST", "/graphql", QUERY, Origin="http://evil.example", **asked)[0] == 403
    assert ask(port, "POST", "/graphql", QUERY, Origin="null", **asked)[0] == 403
    assert ask(port, "GET", "/graphql?query=mutation%20%7B%20x%20%7D")[0] == 405
    upgrade = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec_WebSocket_Version": "13",
               "Sec_WebSocket_Key": "dGhlIHNhbXBsZSBub25jZQ==", "Sec_WebSocket_Protocol": "graphql-ws"}  # fmt: skip
    assert ask(port, "GET", "/graphql", Origin="http://evil.example", **upgrade)[0] == 403
    started = set(processes_of(data)) - {process.pid}
    assert len(started) >= 2, "the web page and the daemon"
    os.kill(process.pid, signal.SIGTERM)
    assert process.wait(60) == 0
    assert not [pid for pid in processes_of(data) if pid in started]
