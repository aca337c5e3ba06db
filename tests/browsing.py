"""One Chromium for all tests of pages, whichever module asks first: its driver starts only once in a process."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Dialog, Locator, Page, Request

FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
AT_HOME = ("file:", "data:", "blob:")
WIDE = 1440

Opened = Callable[..., "Page"]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium, started once. Without it these tests are skipped; where CI is set they fail instead."""
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        path, why = None, "Playwright for Python is not installed; install the development set"
    else:
        why = "no chromium on this machine; `make browser` installs it"
    if path is None:
        if os.environ.get("CI"):
            pytest.fail(f"the pages were not tested in a browser: {why}")
        pytest.skip(f"the pages are not tested in a browser: {why}")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield started
        started.close()


@pytest.fixture
def opened(browser: Browser) -> Iterator[Opened]:
    """Opens a page of the disk; in the end no error was logged, nothing asked of a network, and nothing popped up."""
    contexts: list[BrowserContext] = []
    wrongs: list[str] = []

    def said(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            wrongs.append(f"console: {message.text}")

    def asked(request: Request) -> None:
        if not request.url.startswith(AT_HOME):
            wrongs.append(f"request: {request.url}")

    def popped_up(dialog: Dialog) -> None:
        wrongs.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def open_page(path: Path, hash_part: str = "", width: int = WIDE, **options: Any) -> Page:
        context = browser.new_context(viewport={"width": width, "height": 900}, **options)
        contexts.append(context)
        page = context.new_page()
        page.on("console", said)
        page.on("pageerror", lambda error: wrongs.append(f"error: {error}"))
        page.on("dialog", popped_up)
        page.on("request", asked)
        page.goto(path.as_uri() + hash_part)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not wrongs


def until(happened: Callable[[], bool], seconds: float = 15) -> None:
    """Waits for something on a page. Playwright's own way evaluates text in the page, which the pages forbid."""
    end = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.02)


def click_at(page: Page, x: float, y: float) -> None:
    """A click as a hand makes it: a chart looks for what is under the pointer some time after it came to rest."""
    page.mouse.move(x - 1, y)
    page.wait_for_timeout(150)
    page.mouse.move(x, y)
    page.wait_for_timeout(250)
    page.mouse.click(x, y)


def click_mark(page: Page, mark: Locator) -> None:
    """A click into the middle of a mark of a chart."""
    box = mark.bounding_box()
    assert box is not None
    click_at(page, box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
