"""`oddchip serve`: loopback names only, headers that let a page load nothing from elsewhere, an end on SIGTERM."""

from __future__ import annotations

import http.client
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

SAID = b"<p>a page</p>"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[subprocess.Popen[str], int]]:
    data = tmp_path_factory.mktemp("served")
    (data / "reports").mkdir()
    (data / "reports" / "index.html").write_bytes(SAID)
    command = [sys.executable, "-m", "pipelines.cli", "serve", "--data", str(data), "--port", "0"]
    process = subprocess.Popen([*command, "--name", "Pages.Example.org"], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        yield process, int(process.stdout.readline().split("127.0.0.1:")[1].split("/")[0])
    finally:
        process.kill()
        process.wait(10)


def ask(port: int, *hosts: str, method: str = "GET") -> tuple[int, bytes, http.client.HTTPMessage]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.putrequest(method, "/index.html", skip_host=True)
    for host in hosts:
        connection.putheader("Host", host)
    connection.endheaders()
    answer = connection.getresponse()
    return answer.status, answer.read(), answer.headers


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "127.0.0.1:8600", "localhost", "LOCALHOST:1", "[::1]:8600", "pages.example.org", "localhost."]
)
def test_names_of_this_machine_and_the_configured_one_are_answered(server: tuple[object, int], host: str) -> None:
    status, body, _ = ask(server[1], host)
    assert (status, body) == (200, SAID)


@pytest.mark.parametrize(
    "hosts",
    [
        ("evil.example",),
        ("127.0.0.1.evil.example",),
        ("localhost@evil.example",),
        ("localhost:80:80",),
        ("",),
        (),
        ("localhost", "evil.example"),
    ],
)
def test_another_name_is_refused(server: tuple[object, int], hosts: tuple[str, ...]) -> None:
    for method in ("GET", "HEAD"):
        status, body, _ = ask(server[1], *hosts, method=method)
        assert status == 421 and SAID not in body


def test_every_answer_carries_the_headers(server: tuple[object, int]) -> None:
    for host in ("localhost", "evil.example"):
        headers = ask(server[1], host)[2]
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["X-Frame-Options"] == "DENY"
        assert headers["Referrer-Policy"] == "no-referrer"
        policy = headers.get_all("Content-Security-Policy") or []
        assert len(policy) == 1 and policy[0].startswith("default-src 'none'; script-src 'self';")
        assert "frame-ancestors 'none'" in policy[0]


def test_it_ends_on_sigterm(tmp_path: Path) -> None:
    (tmp_path / "reports").mkdir()
    command = [sys.executable, "-m", "pipelines.cli", "serve", "--data", str(tmp_path), "--port", "0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    port = int(process.stdout.readline().split("127.0.0.1:")[1].split("/")[0])
    idle = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    idle.connect()  # a browser keeps one open
    process.send_signal(signal.SIGTERM)
    assert process.wait(30) == 0
    assert process.stderr is not None and process.stderr.read() == ""
