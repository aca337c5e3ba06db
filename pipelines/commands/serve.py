"""`oddchip serve`: the published pages on loopback."""

from __future__ import annotations

import argparse
import functools
import http.server
import signal
from types import FrameType
from typing import Any, NoReturn

from pipelines.commands import options
from pipelines.errors import InputError
from pipelines.serving import LOOPBACK, LOOPBACK_NAMES, PORT, host_of

SUMMARY = "the published pages on this machine's loopback address"
EXAMPLE = "oddchip serve --port 8080"


HEADERS = {
    # What the pages need and no more: their own scripts and styles, charts as pictures, PDF sheets.
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; object-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}


class _Handler(http.server.SimpleHTTPRequestHandler):
    """Files only, no log line a request, and nothing that a page could load from elsewhere."""

    def __init__(self, *args: Any, hosts: frozenset[str], **options: Any) -> None:
        self._hosts = hosts
        super().__init__(*args, **options)

    def send_head(self) -> Any:
        # A foreign name that was made to point at this machine must not read the pages through a browser here.
        if host_of(self.headers.get_all("Host") or []) not in self._hosts:
            self.send_error(421, "This address is not served here")
            return None
        return super().send_head()

    def end_headers(self) -> None:
        for name, value in HEADERS.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        pass


def _stop(number: int, frame: FrameType | None) -> NoReturn:
    raise SystemExit(0)


def configure(parser: argparse.ArgumentParser) -> None:
    options.add_data(parser)
    parser.add_argument(
        "--port", type=options.whole, default=PORT, metavar="P", help=f"port (default {PORT}; 0 takes a free one)"
    )
    parser.add_argument(
        "--name", metavar="HOST", help="answer to this host name too, as of a proxy before it (default: loopback only)"
    )


def run(args: argparse.Namespace) -> int:
    reports = options.chosen_folders(args).reports
    if not reports.is_dir():
        raise InputError(f"{reports}: nothing is published yet; run `oddchip nightly` or `oddchip publish` first")
    if args.port > 65535:
        raise InputError(f"--port {args.port}: a port is at most 65535")
    hosts = LOOPBACK_NAMES | ({args.name.lower()} if args.name else frozenset())
    handler = functools.partial(_Handler, directory=str(reports), hosts=hosts)
    signal.signal(signal.SIGTERM, _stop)  # what is being sent ends with the process: its threads are daemons
    with http.server.ThreadingHTTPServer((LOOPBACK, args.port), handler) as server:
        print(f"serving {reports} on http://{LOOPBACK}:{server.server_port}/ (stop with Ctrl-C)", flush=True)
        server.serve_forever()
    return 0
