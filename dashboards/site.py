"""The frame of every page: templates, navigation, links from page to page."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Final

import jinja2
from markupsafe import Markup

from dashboards.counted import PAGE as COUNTED_PAGE
from dashboards.counted import counted
from dashboards.figures.shared_figures import Cell, Figure, Link
from dashboards.reading import Day
from dashboards.shown import long_date, money, plural, script_json, short_money, shown, whole
from dashboards.writing import SHARED, plotly_script

NAVIGATION = (
    (
        "Today",
        (("index.html", "Night"), ("findings.html", "Findings"), ("tables.html", "Tables"), ("hands.html", "Hands")),
    ),
    (
        "Evidence",
        (
            ("money.html", "Money"),
            ("blinds.html", "Blinds"),
            ("odd-chips.html", "Odd chips"),
            ("stub.html", "Stub"),
            ("shuffler.html", "Shufflers"),
        ),
    ),
    ("People", (("dealers.html", "Dealers"),)),
    ("Trends", (("week.html", "Week"), ("month.html", "Month"))),
    (
        "Reference",
        (
            ("rules.html", "Rules"),
            ("quality.html", "Quality"),
            (COUNTED_PAGE, "How it is counted"),
            ("about.html", "About this audit"),
        ),
    ),
)

ROOMS_NAMED: Final = 6  # more are counted: a heading that lists them all hides the page


@dataclass(frozen=True)
class Tile:
    """A figure in large type, with the lines that explain it. `tone` is a severity, or empty."""

    title: str
    big: str
    lines: list[tuple[str, str]]
    tone: str = ""
    href: str = ""


@cache
def templates() -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(__file__).parent / "templates"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters.update(
        shown=shown, money=money, short_money=short_money, whole=whole, plural=plural, script_json=_safe_json
    )
    environment.tests["link"] = lambda value: isinstance(value, Link)
    environment.tests["short"] = _is_short
    environment.tests["long"] = lambda value: not isinstance(value, Markup) and not _is_short(value)
    return environment


def _is_short(value: Cell) -> bool:
    """A word or two, a time, a hand's name: a cell that is not broken over lines."""
    words = value.words if isinstance(value, Link) else value
    return not isinstance(value, Markup) and len(words) <= 26


def _safe_json(value: Any) -> Markup:
    return Markup(script_json(value))


def rooms(day: Day) -> str:
    """The rooms of a day by name; of many, the number."""
    if len(day.room_names) > ROOMS_NAMED:
        return f"{len(day.room_names)} rooms"
    return ", ".join(shown(r, 48) for r in day.room_names)


def render(template: str, day: Day, here: str, title: str, **values: Any) -> str:
    """A page of the site; `here` is its file name from the root of the folder."""
    root = "/".join([".."] * here.count("/")) or "."
    if "figures" in values:
        values["figures"] = [replace(f, counted=counted_links(root, here, f.key)) for f in values["figures"]]
    figures: Iterable[Figure] = values.get("figures", ())
    return templates().get_template(template).render(
        root=root,
        here=here,
        navigation=NAVIGATION,
        title=title,
        rooms=rooms(day),
        long_date=long_date(day.gaming_date),
        iso_date=day.gaming_date.isoformat(),
        list_page=_list_page(here),
        plotly=f"{root}/../{SHARED}/{plotly_script()[0]}",
        # Night lists every feed that did not come; the other pages say of which room there is nothing at all.
        absent=[] if template == "night.html" else [shown(one.said, 400) for one in day.nights_missing],
        figure_specs={f.key: f.spec for f in figures if f.spec is not None},
        **values,
    )  # fmt: skip


def counted_links(root: str, here: str, key: str) -> tuple[tuple[str, Link], ...]:
    """What each query of a figure says of itself, and the way to its SQL."""
    return tuple((sql.said, Link(sql.name, f"{root}/{COUNTED_PAGE}#{sql.anchor}")) for sql in counted(here, key))


def _list_page(here: str) -> str:
    """The page that every day has, for one of its pages: itself, or the list that it stands in."""
    folder = here.partition("/")[0] if "/" in here else ""
    return _LISTS.get(folder, "index.html") if folder else here


_LISTS = {"hands": "findings.html", "slots": "findings.html", "tables": "tables.html", "dealers": "dealers.html"}


def paired(figures: list[Figure]) -> list[Figure]:
    """The figures with any that would stand alone in half a row made wide."""
    out: list[Figure] = []
    first_of_two = False
    for i, figure in enumerate(figures):
        first_of_two = not figure.wide and not first_of_two
        alone = first_of_two and (i + 1 == len(figures) or figures[i + 1].wide)
        out.append(replace(figure, wide=True) if alone else figure)
    return out


def panels(day: Day, here: str, title: str, lead: str, tiles: list[Tile], figures: list[Figure], **values: Any) -> str:
    """A page made of tiles and figures. Narrow figures stand in pairs; one that is left over gets the whole width."""
    figures = paired(figures)
    return render("panels.html", day, here, title, lead=lead, tiles=tiles, figures=figures, **values)


def empty_page(day: Day, here: str, title: str) -> str:
    """A page about the hands of a day of which none came. It must not look like a day without a fault."""
    said = "No hand of this day came, so nothing could be judged here. That is not a day without findings."
    return panels(day, here, title, long_date(day.gaming_date), [], [], said=said)
