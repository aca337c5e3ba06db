"""How it is counted: every query of these pages and every mart, in their own words and with their SQL."""

from __future__ import annotations

from dashboards.counted import PAGE, all_marts, all_queries
from dashboards.reading import Day
from dashboards.site import render


def counted_page(day: Day) -> str:
    return render("counted.html", day, PAGE, "How it is counted", queries=all_queries(), marts=all_marts())
