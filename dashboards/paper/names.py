"""Where the sheets lie in the folder of pages; pages link to them by these names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from dashboards.links import dealer_file

FOLDER: Final = "paper"
LETTER: Final = "us-letter"
A4: Final = "a4"
DAY_FILES: Final = {LETTER: f"{FOLDER}/day-letter.pdf", A4: f"{FOLDER}/day-a4.pdf"}
PAPER_WORDS: Final = {LETTER: "Letter", A4: "A4"}


def dealer_sheet_file(dealer: str) -> str:
    """The file name of a dealer's sheet, from the root of the folder."""
    return f"{FOLDER}/dealer-{_stem(dealer_file(dealer))}.pdf"


def finding_sheet_file(page: str, place: int) -> str:
    """The file name of the sheet of the finding that stands at this place of a page, from the root of the folder."""
    return f"{FOLDER}/finding-{_stem(page)}-{place + 1}.pdf"


@dataclass(frozen=True)
class Sheets:
    """Which findings of the day have a sheet, by file name, and what is said of those that have none."""

    names: frozenset[str]
    without: str

    def links(self, page: str, place: int) -> dict[str, str]:
        """For the card of the finding at this place of a page in a folder: its sheet, or why it has none."""
        name = finding_sheet_file(page, place)
        return (
            {"sheet": f"../{name}", "no_sheet": ""} if name in self.names else {"sheet": "", "no_sheet": self.without}
        )


def _stem(page: str) -> str:
    return page.rpartition("/")[2].removesuffix(".html")
