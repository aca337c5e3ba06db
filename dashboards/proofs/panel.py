"""What a proof panel is made of: sheets of figures under what was expected, what was done, and the difference.

A panel shows the arithmetic of one finding, so that a reader can do it again with a pencil. Every figure comes from the
log, from the audit's facts or from the hand's film; one that is not recorded there is left out, never guessed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from dashboards.figures.shared_figures import Link
from dashboards.shown import shown

_BEFORE_AND_NOW: Final = frozenset({"HF03"})  # what was found before a change is not what is due


@dataclass(frozen=True)
class Face:
    """A card as a reader knows it, `K♠`; `plays` where it is one of those that make the hand."""

    words: str
    is_red: bool
    plays: bool


@dataclass(frozen=True)
class Holding:
    """A seat's cards, and in words what they make; `words` alone where the cards were not seen."""

    faces: tuple[Face, ...]
    words: str

    def __str__(self) -> str:
        return " ".join(filter(None, (*(face.words for face in self.faces), self.words)))


CELL_MOST = 200
Cell = str | Link | tuple[Holding, ...]


@dataclass(frozen=True)
class Line:
    """A row of a sheet: `is_result` where the figures above lead to it, `is_wrong` where the finding lies."""

    cells: tuple[Cell, ...]
    is_result: bool = False
    is_wrong: bool = False


@dataclass
class Sheet:
    """A titled table of figures. Without `columns` it has two: words, and their value."""

    title: str
    columns: tuple[str, ...] = ()
    lines: list[Line] = field(default_factory=list)
    note: str = ""

    def line(self, words: Cell, value: Cell, is_result: bool = False, is_wrong: bool = False) -> None:
        self.row(words, value, is_result=is_result, is_wrong=is_wrong)

    def row(self, *cells: Cell, is_result: bool = False, is_wrong: bool = False) -> None:
        """One more line. Whatever came from a feed is made visible and short here, once for all sheets."""
        safe = tuple(shown(cell, CELL_MOST) if isinstance(cell, str) else cell for cell in cells)
        self.lines.append(Line(safe, is_result, is_wrong))

    @property
    def is_wide(self) -> bool:
        return len(self.columns) > 5

    @property
    def figures(self) -> dict[str, str]:
        """The first cell of each line with the last: what a sheet of two columns says."""
        return {str(line.cells[0]): str(line.cells[-1]) for line in self.lines}


@dataclass(frozen=True)
class Proof:
    """The sheets of one finding. `difference` only where it cannot be told from what was expected and done."""

    sheets: list[Sheet]
    difference: str | None = None


@dataclass(frozen=True)
class Panel:
    """The proof of one finding, ready for a page.

    `difference` is empty where a duty was done or not: then `why` says so, and the page writes Required and Recorded.
    """

    code: str
    who: str
    expected: str
    actual: str
    difference: str
    why: str
    sheets: list[Sheet]

    @property
    def labels(self) -> tuple[str, str]:
        if self.code in _BEFORE_AND_NOW:
            return "Before", "Now"
        return ("Expected", "Actual") if self.difference else ("Required", "Recorded")

    @property
    def is_wide(self) -> bool:
        return any(sheet.is_wide for sheet in self.sheets)
