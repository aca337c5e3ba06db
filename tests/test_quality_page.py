"""The quality page: an expectation has one row with its history, whatever its figures were from day to day."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from tests.page_fixtures import DAY, ROOM, day_rows
from tests.test_dashboards import SMALL, Page, published


def test_the_history_of_an_expectation_goes_by_its_name(tmp_path: Path) -> None:
    rows = day_rows(**SMALL)
    for n in range(6):
        old = n >= 3  # days that a former version judged: no name, and the figures in the sentence
        for name, sentence in (("volume", "about as many rows as usual"), ("hand_recorded", "hand is recorded")):
            told = f"volume: {n} to {n + 9} rows, by the 14 days before" if old and name == "volume" else sentence
            rows.quality.append(
                {"gaming_date": DAY - timedelta(days=n), "room": ROOM, "table_name": "hands", "expectation": told,
                 "severity": "warning", "success": n != 4, "observed": f"{n} rows", "detail": None,
                 "name": None if old else name, "value": None if old else float(n)}
            )  # fmt: skip
    text = Page(published(tmp_path, rows) / "quality.html").text
    assert "2 expectations; 0 did not hold on this day. A mark a day, over 6 days." in text
    assert text.count("5 of 6") == 2
    assert "about as many rows as usual" in text and "volume: 3" not in text
