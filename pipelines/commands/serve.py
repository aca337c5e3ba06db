"""`oddchip serve`: the published pages on loopback."""

from __future__ import annotations

import argparse
import functools
import http.server
from typing import Any

from pipelines.commands import options
from pipelines.errors import InputError
from pipelines.serving import LOOPBACK, PORT

SUMMARY = "the published pages on this machine's loopback address"
EXAMPLE = "oddchip serve --port 8080"


class _Handler(http.server.SimpleHTTPRequestHandler):
    """Files only, no log line a request, and nothing that a page could load from elsewhere."""

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", "default-src 'self' 'unsafe-inline' data: blob:")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        pass


def configure(parser: argparse.ArgumentParser) -> None:
    options.add_data(parser)
    parser.add_argument(
        "--port", type=options.whole, default=PORT, metavar="P", help=f"port (default {PORT}; 0 takes a free one)"
    )


def run(args: argparse.Namespace) -> int:
    reports = options.chosen_folders(args).reports
    if not reports.is_dir():
        raise InputError(f"{reports}: nothing is published yet; run `oddchip nightly` or `oddchip publish` first")
    if args.port > 65535:
        raise InputError(f"--port {args.port}: a port is at most 65535")
    handler = functools.partial(_Handler, directory=str(reports))
    with http.server.ThreadingHTTPServer((LOOPBACK, args.port), handler) as server:
        print(f"serving {reports} on http://{LOOPBACK}:{server.server_port}/ (stop with Ctrl-C)", flush=True)
        server.serve_forever()
    return 0
