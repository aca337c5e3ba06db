"""Dagster's web page behind a guard: it answers to its own names, and takes no orders from pages of others.

`python -m pipelines.orchestration.web_page` takes the arguments of `dagster-webserver`. `ODDCHIP_DEV_NAME` may name the
host of a proxy before it. Dagster has no login of its own: whoever reaches the page may start and stop runs.
"""

from __future__ import annotations

import os
from typing import Any, Final
from urllib.parse import urlsplit

import dagster_webserver.app
from dagster_webserver.cli import main
from dagster_webserver.webserver import DagsterWebserver
from starlette.datastructures import Headers
from starlette.middleware import Middleware
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from pipelines.serving import LOOPBACK_NAMES, host_of

NAME_VARIABLE: Final = "ODDCHIP_DEV_NAME"
_LOOKING: Final = ("GET", "HEAD", "OPTIONS")


class Guard:
    """Refuses what a browser was made to ask by a page from elsewhere."""

    def __init__(self, app: ASGIApp, names: frozenset[str]) -> None:
        self._app, self._names = app, names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        refused = _why_refused(scope, self._names) if scope["type"] in ("http", "websocket") else None
        if refused is None:
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await receive()  # the asking, which has to be heard before it is declined
            await send({"type": "websocket.close", "code": 1008, "reason": refused[1]})
        else:
            await PlainTextResponse(refused[1] + "\n", status_code=refused[0])(scope, receive, send)


def _why_refused(scope: Scope, names: frozenset[str]) -> tuple[int, str] | None:
    headers = Headers(scope=scope)
    host = headers.getlist("host")
    if host_of(host) not in names:
        return 421, "This address is not served here"
    origin = headers.get("origin")
    orders = scope["type"] == "websocket" or scope["method"] not in _LOOKING
    if orders and origin is not None and urlsplit(origin).netloc.lower() != host[0].strip().lower():
        return 403, "Orders are taken from this page alone, not from pages of others"
    if not orders and scope["path"].rstrip("/").endswith("/graphql") and b"query=" in scope.get("query_string", b""):
        return 405, "Send a query as POST: what is asked by a link could be an order"
    return None


class GuardedWebserver(DagsterWebserver):  # type: ignore[type-arg, unused-ignore]
    """Dagster's own, with the guard before everything."""

    def build_middleware(self) -> list[Middleware]:
        named = os.environ.get(NAME_VARIABLE, "").lower()
        names = LOOPBACK_NAMES | ({named} if named else frozenset())
        guard: Any = Guard
        return [Middleware(guard, names=names), *super().build_middleware()]


def run() -> None:
    setattr(dagster_webserver.app, "DagsterWebserver", GuardedWebserver)  # noqa: B010  not exported there
    main()


if __name__ == "__main__":
    run()
