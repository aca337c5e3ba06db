"""Small pictures as SVG, drawn when the page is written: they need no script, print well and take the page's colours.

Every text that comes from a feed goes through `text`, which escapes it.
"""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup, escape


def number(value: float) -> str:
    """A coordinate: short, and the same on every machine."""
    return f"{value:.2f}".rstrip("0").rstrip(".") or "0"


def svg(width: float, height: float, parts: Sequence[Markup], label: str, scale: bool = True, kind: str = "") -> Markup:
    """A drawing with its description for those who do not see it; with `scale` it is as wide as its place."""
    size = "" if scale else f' width="{number(width)}" height="{number(height)}"'
    body = Markup("").join(parts)
    return Markup(
        '<svg class="drawing {}" viewBox="0 0 {} {}"{} role="img" aria-label="{}" preserveAspectRatio="xMinYMid meet">'
        "{}</svg>"
    ).format(kind, number(width), number(height), Markup(size), label, body)


def rect(x: float, y: float, width: float, height: float, kind: str, radius: float = 0, title: str = "") -> Markup:
    inner = Markup("<title>{}</title>").format(title) if title else Markup("")
    return Markup('<rect x="{}" y="{}" width="{}" height="{}" rx="{}" class="{}">{}</rect>').format(
        number(x), number(y), number(max(0.0, width)), number(max(0.0, height)), number(radius), kind, inner
    )


def line(x1: float, y1: float, x2: float, y2: float, kind: str) -> Markup:
    return Markup('<line x1="{}" y1="{}" x2="{}" y2="{}" class="{}"/>').format(
        number(x1), number(y1), number(x2), number(y2), kind
    )


def path(points: Sequence[tuple[float, float]], kind: str) -> Markup:
    way = " ".join(f"{'M' if i == 0 else 'L'}{number(x)} {number(y)}" for i, (x, y) in enumerate(points))
    return Markup('<path d="{}" class="{}"/>').format(way, kind)


def circle(x: float, y: float, radius: float, kind: str, title: str = "") -> Markup:
    inner = Markup("<title>{}</title>").format(title) if title else Markup("")
    return Markup('<circle cx="{}" cy="{}" r="{}" class="{}">{}</circle>').format(
        number(x), number(y), number(radius), kind, inner
    )


def text(x: float, y: float, words: str, kind: str = "", anchor: str = "start") -> Markup:
    return Markup('<text x="{}" y="{}" class="{}" text-anchor="{}">{}</text>').format(
        number(x), number(y), kind, anchor, escape(words)
    )


def interval(low: float, middle: float, high: float, room: float, most: float, kind: str, label: str) -> Markup:
    """A rate with its interval on a scale from 0 to `most`, beside the room's rate as a thin line."""
    width, height = 160.0, 18.0

    def place(value: float) -> float:
        return 5 + min(max(value, 0.0), most) / most * (width - 10) if most > 0 else 5.0

    return svg(
        width, height,
        [
            line(place(room), 1, place(room), height - 1, "d-room"),
            line(place(low), height / 2, place(high), height / 2, f"d-whisker {kind}"),
            circle(place(middle), height / 2, 3.6, f"d-dot {kind}"),
        ],
        label, scale=False, kind="interval",
    )  # fmt: skip


def apart(value: float, most: float, label: str) -> Markup:
    """A difference as a bar to the left (too little) or the right (too much) of a middle line."""
    width, height = 120.0, 14.0
    middle = width / 2
    size = min(abs(value), most) / most * (middle - 3) if most > 0 else 0.0
    if value:
        size = max(size, 2.0)
    bar = rect(middle if value > 0 else middle - size, 3, size, height - 6, "d-wrong" if value > 0 else "d-short", 1)
    return svg(
        width, height, [line(middle, 0, middle, height, "d-axis"), *([bar] if value else [])], label, scale=False,
        kind="apart",
    )  # fmt: skip


def severity_key() -> Markup:
    """What the three colours of a stack mean."""
    return Markup(
        '<ul class="key"><li><i class="error"></i>error</li><li><i class="procedure"></i>procedure</li>'
        '<li><i class="notice"></i>notice</li></ul>'
    )


def day_marks(states: Sequence[str], titles: Sequence[str], label: str, ways: Sequence[str] = ()) -> Markup:
    """A mark a day: `held`, `few`, `many`, or empty where nothing is known of it. `ways` say where each leads."""
    parts = [
        rect(5.0 * i, 2, 4, 12, f"d-day-{state or 'none'}", 1, title)
        for i, (state, title) in enumerate(zip(states, titles, strict=True))
    ]
    if ways:
        parts = [
            Markup('<a href="{}" tabindex="-1" aria-label="{}">{}</a>').format(way, title, part) if way else part
            for way, title, part in zip(ways, titles, parts, strict=True)
        ]
    return svg(5.0 * len(states), 16, parts, label, scale=False, kind="days")


def columns(
    stacks: Sequence[Sequence[float | None]],
    kinds: Sequence[str],
    titles: Sequence[str],
    label: str,
    *,
    marks: Sequence[str] = (),
    usual: tuple[float, float] | None = None,
    sign: str = "",
    ways: Sequence[Sequence[str]] = (),
) -> Markup:
    """Stacked columns as plain boxes, so that their words keep their size on a narrow screen; the last one is strong.

    A stack of None is a day without data. `usual` is a range drawn behind the columns; `sign` stands
    before the figure of the scale.
    """
    most = max([*(sum(v or 0.0 for v in stack) for stack in stacks), usual[1] if usual else 0.0, 1e-9])
    parts = []
    for i, stack in enumerate(stacks):
        empty = all(v is None for v in stack)
        led = ways[i] if ways else [""] * len(stack)
        pieces = Markup("").join(
            _piece(kind, number(100 * value / most), way, titles[i])
            for value, kind, way in reversed(list(zip(stack, kinds, led, strict=True)))
            if value
        )
        mark = Markup("<span>{}</span>").format(marks[i]) if i < len(marks) and marks[i] else Markup("")
        now = " now" if i == len(stacks) - 1 else ""
        parts.append(
            Markup('<div class="col{}{}" title="{}"><div class="stack">{}</div>{}</div>').format(
                now, " empty" if empty else "", titles[i], pieces, mark
            )
        )
    band = Markup("")
    if usual:
        band = Markup('<div class="band" style="bottom:{}%;height:{}%"></div>').format(
            number(100 * usual[0] / most), number(100 * (usual[1] - usual[0]) / most)
        )
    top = f"{most:,.0f}" if most >= 10 else f"{most:.1f}"
    return Markup(
        '<div class="columns" role="{}" aria-label="{}"><div class="scale"><span>{}{}</span><span>0</span></div>'
        '<div class="cols"><div class="plane">{}</div>{}</div></div>'
    ).format("group" if ways else "img", label, sign, top, band, Markup("").join(parts))


def _piece(kind: str, height: str, way: str, title: str) -> Markup:
    """A part of a column. One that leads somewhere is for the mouse; keys reach the same rows in the table under it."""
    if not way:
        return Markup('<i class="{}" style="height:{}%"></i>').format(kind, height)
    return Markup('<a class="{}" style="height:{}%" href="{}" tabindex="-1" aria-label="{}"></a>').format(
        kind, height, way, f"{title}, {kind}" if kind in ("error", "procedure", "notice") else title
    )
