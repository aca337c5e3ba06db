"""The documentation as a site: built without a warning, searched from the disk, and nothing is asked of a network."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

from checks.catalogue import CHECKS
from pipelines.cli import COMMANDS
from pipelines.reference import FAMILIES
from pipelines.reference_site import check_sections
from pipelines.reference_tables import warehouse_columns
from tests.browsing import Opened

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
# what a browser fetches by itself; a link that somebody follows is not among it
FETCHED = {
    "script": "src",
    "link": "href",
    "img": "src",
    "iframe": "src",
    "source": "src",
    "video": "src",
    "object": "data",
}


def build(config: Path, out: Path) -> subprocess.CompletedProcess[str]:
    """Builds a site as `make docs` does."""
    return subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "-f", str(config), "-d", str(out)],
        cwd=ROOT, capture_output=True, text=True, timeout=300, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
    )  # fmt: skip


@pytest.fixture(scope="module")
def docs_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("docs-site") / "site"
    done = build(ROOT / "mkdocs.yml", out)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "WARNING" not in done.stderr + done.stdout
    return out


class Fetches(HTMLParser):
    """Collects what a page makes the browser fetch, and the text of its style sheets."""

    def __init__(self) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        address = told.get(FETCHED.get(tag, ""))
        self.addresses += [address] if address else []
        self.links += [told["href"] or ""] if tag == "a" and "href" in told else []


def fetches(page: Path) -> Fetches:
    parser = Fetches()
    parser.feed(page.read_text(encoding="utf-8"))
    return parser


def outside(addresses: list[str]) -> list[str]:
    return [address for address in addresses if re.match(r"(?:https?:)?//", address)]


def pages_of(folder: Path) -> Iterator[Path]:
    yield from sorted(folder.rglob("*.html"))


def html_of(page: Path) -> str:
    """The path in the site of a page of docs/."""
    inside = page.relative_to(DOCS)
    return str(inside.with_name("index.html") if inside.name == "README.md" else inside.with_suffix(".html"))


@pytest.mark.slow
def test_no_page_makes_a_browser_fetch_anything_from_outside(docs_site: Path) -> None:
    assert {str(page.relative_to(docs_site)): outside(fetches(page).addresses) for page in pages_of(docs_site)} == {
        str(page.relative_to(docs_site)): [] for page in pages_of(docs_site)
    }
    for sheet in docs_site.rglob("*.css"):
        assert not re.search(r"(?:url\(|@import)\s*[\"']?(?:https?:)?//", sheet.read_text(encoding="utf-8")), sheet.name


def test_an_address_outside_is_seen(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text('<script src="//a.example/x.js"></script><img src="https://b.example/y.png"><link href="near.css">')
    assert outside(fetches(page).addresses) == ["//a.example/x.js", "https://b.example/y.png"]


@pytest.mark.slow
def test_what_pages_fetch_is_there(docs_site: Path) -> None:
    missing = {
        (str(page.relative_to(docs_site)), address)
        for page in pages_of(docs_site)
        if page.name != "404.html"  # a web server shows it at any address; nobody comes to it on a disk
        for address in fetches(page).addresses
        if not (page.parent / address.partition("?")[0].partition("#")[0]).exists()
    }
    assert missing == set()


@pytest.mark.slow
def test_the_search_index_is_a_script_that_a_page_from_the_disk_may_load(docs_site: Path) -> None:
    text = (docs_site / "search" / "search_index.js").read_text(encoding="utf-8")
    assert text.startswith("var __index = ")
    found = {entry["location"].partition("#")[0] for entry in json.loads(text.removeprefix("var __index = "))["docs"]}
    assert {html_of(page) for page in DOCS.rglob("*.md")} <= found


@pytest.mark.slow
def test_every_page_is_in_the_navigation(docs_site: Path) -> None:
    links = {str(Path(link.partition("#")[0])) for link in fetches(docs_site / "index.html").links}
    assert {html_of(page) for page in DOCS.rglob("*.md")} - links == set()


def test_the_navigation_has_every_check_in_its_family() -> None:
    sections = [
        (title, [page for entry in pages for page in entry.values()])
        for section in check_sections()
        for title, pages in section.items()
    ]
    assert [page for _, pages in sections for page in pages] == [
        f"reference/{check.code}.md" for family in FAMILIES for check in CHECKS.values() if check.family == family
    ]
    assert sum(len(pages) for _, pages in sections) == len(CHECKS)
    for title, pages in sections:
        assert {page.removeprefix("reference/")[:2] for page in pages} == {title[:2]}


@pytest.mark.slow
@pytest.mark.parametrize("link", ["nowhere.md", "other.md#nowhere", "/absolute.md"])
def test_a_broken_link_stops_the_build(tmp_path: Path, link: str) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.md").write_text(f"# Start\n\n[there]({link}) [other](other.md)\n")
    (tmp_path / "docs" / "other.md").write_text("# Other\n")
    settings = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    validation = re.search(r"^validation:\n(?:  .*\n)+", settings, re.MULTILINE)
    assert validation
    (tmp_path / "mkdocs.yml").write_text(f"site_name: Small\n{validation.group()}")
    done = build(tmp_path / "mkdocs.yml", tmp_path / "site")
    assert done.returncode != 0
    assert link.partition("#")[2] in done.stderr + done.stdout and "WARNING" in done.stderr + done.stdout


@pytest.mark.parametrize("name", sorted(path.stem for path in (DOCS / "guides").glob("*.md")))
def test_a_guide_names_commands_and_checks_that_there_are(name: str) -> None:
    text = (DOCS / "guides" / f"{name}.md").read_text(encoding="utf-8")
    commands = re.findall(r"oddchip ([a-z]+)", text)
    assert commands and set(commands) <= set(COMMANDS)
    assert set(re.findall(r"\b(?:explain|--code) ([A-Z]{2}[0-9]{2})\b", text)) <= set(CHECKS)


def test_the_commands_of_the_guides_are_read_by_their_parsers() -> None:
    """Every line of a block that is a command, with its flags; nothing is run."""
    from pipelines.cli import build_parser

    parser, _ = build_parser()
    lines = [
        line
        for guide in (DOCS / "guides").glob("*.md")
        for block in re.findall(r"^ *```\n(.*?)^ *```", guide.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
        for line in block.splitlines()
        if re.match(r" *(?:\.venv/bin/)?oddchip ", line)
    ]
    assert len(lines) > 15
    for line in lines:
        words = line.partition("#")[0].partition(">")[0].split()
        try:
            parser.parse_args(words[1:])
        except SystemExit:
            pytest.fail(f"no such command: {line.strip()}")


def test_the_page_of_tables_has_every_column_of_the_warehouse_file() -> None:
    text = (DOCS / "reference" / "tables.md").read_text(encoding="utf-8")
    sections = {part.partition("\n")[0]: part for part in text.split("\n### ")[1:]}
    assert set(sections) == set(warehouse_columns())
    for table, columns in warehouse_columns().items():
        assert re.findall(r"^\| `([^`]+)` \|", sections[table], re.MULTILINE) == list(columns)


@pytest.mark.browser
@pytest.mark.slow
def test_the_site_is_searched_from_the_disk(docs_site: Path, opened: Opened) -> None:
    page = opened(docs_site / "index.html")
    page.locator("input.md-search__input").click()
    page.locator("input.md-search__input").press_sequentially("odd chip")
    first = page.locator(".md-search-result__link").first
    first.wait_for(timeout=60_000)
    titles = page.locator(".md-search-result__item h1").all_inner_texts()
    assert any("odd chip" in title.lower() for title in titles), titles
    with page.expect_navigation():
        first.click()
    assert page.url.partition("?")[0].partition("#")[0] != (docs_site / "index.html").as_uri()
    assert "odd chip" in page.locator("article").inner_text().lower()


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.parametrize("name", ["index.html", "guides/auditor.html", "reference/tables.html", "reference/RK01.html"])
def test_a_page_opens_from_the_disk_and_is_as_wide_as_the_screen(docs_site: Path, opened: Opened, name: str) -> None:
    for width in (1440, 390):
        page = opened(docs_site / name, width=width)
        assert page.locator("h1").count() == 1
        assert page.evaluate("document.documentElement.scrollWidth") <= width
