"""What an audit of old days under other rules would change, for a person: by code, rake, money, and day by day."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from checks.catalogue import CHECKS
from dashboards.amounts import Moved
from dashboards.shown import money, plural
from pipelines.night.reaudit import Change, Reaudit, Told

DAYS_MOST: Final = 40
_HEAD: Final = ("code", "stand", "would be", "new", "gone", "reworded", "moved wrongly", "would be")


def change_lines(found: Reaudit) -> Iterator[str]:
    """The lines. `stand` is what the lake says today, `would be` what these rules say of the same files."""
    changes = found.changes
    same = sum(change.tells_the_same for change in changes)
    looked_at = len(changes) + len(found.stand)
    stand = f"{len(found.stand):,} stand as they are"
    yield f"{plural(looked_at, 'room day')} looked at, as of commit {found.number}; {stand}"
    if not changes:
        yield "Nothing would change: every one was audited from these files under these rules already."
        return
    yield f"{len(changes):,} would have another audit; {same:,} of them find the same"
    unruled = sum((Counter(change.unruled) for change in changes), Counter[str]())
    for why, count in sorted(unruled.items()):
        yield f"no rule would govern {plural(count, 'hand')}: {why}"
    fresh = sum(change.before is None for change in changes)
    if fresh:
        yield f"{plural(fresh, 'room day')} of these had no audit yet"
    yield ""
    yield from _by_code(changes)
    yield ""
    yield from _rake(changes)
    yield from _day_by_day([change for change in changes if not change.tells_the_same])


def _by_code(changes: Sequence[Change]) -> Iterator[str]:
    was, would = (_summed(told.codes for told in side) for side in _sides(changes))
    new, gone, reworded = (_summed(getattr(c, name) for c in changes) for name in ("new", "gone", "reworded"))
    codes = [code for code in sorted({*was, *would}) if new[code] or gone[code] or reworded[code]]
    if not codes:
        yield "No finding would change."
        return
    rows: list[tuple[str, ...]] = [_HEAD]
    for code in codes:
        moved = [_moved(side, code).words for side in _sides(changes)]
        counts = (was[code], would[code], new[code], gone[code], reworded[code])
        rows.append((code, *(f"{count:,}" for count in counts), *moved))
    before, after = (_moved(side) for side in _sides(changes))
    totals = (was.total(), would.total(), new.total(), gone.total(), reworded.total())
    rows.append(("all", *(f"{count:,}" for count in totals), before.words, after.words))
    widths = [max(len(row[column]) for row in rows) for column in range(len(_HEAD))]
    for row in rows:
        cells = [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        title = f"  {CHECKS[row[0]].title}" if row[0] in CHECKS else ""
        yield "  ".join(cells) + title


def _rake(changes: Sequence[Change]) -> Iterator[str]:
    before, after = _sides(changes)
    was, would = (sum(told.rake_due_cents for told in side) for side in (before, after))
    taken = sum(told.rake_taken_cents for told in after)
    more = money(would - was, signed=True)
    yield f"Rake due: {money(was)} stand, {money(would)} would be ({more}); {money(taken)} taken"


def _day_by_day(changes: list[Change]) -> Iterator[str]:
    if changes:
        yield ""
    for change in changes[:DAYS_MOST]:
        counts = f"{len(change.was.findings):,} findings stand, {len(change.after.findings):,} would be"
        apart = [
            f"{counted.total():,} {word}"
            for word in ("new", "gone", "reworded")
            if (counted := getattr(change, word)).total()
        ]
        rake = change.after.rake_due_cents - change.was.rake_due_cents
        said = [
            counts + (f" ({', '.join(apart)})" if apart else ""),
            *([f"rake due {money(rake, True)}"] if rake else []),
        ]
        yield f"{change.day} {change.room}: {'; '.join(said)}"
    if len(changes) > DAYS_MOST:
        yield f"and {plural(len(changes) - DAYS_MOST, 'more room day')}"


def _sides(changes: Sequence[Change]) -> tuple[list[Told], list[Told]]:
    return [change.was for change in changes], [change.after for change in changes]


def _summed(counters: Iterable[Counter[str]]) -> Counter[str]:
    total: Counter[str] = Counter()
    for counted in counters:
        total += counted
    return total


def _moved(side: Sequence[Told], code: str | None = None) -> Moved:
    some = [moved for told in side for name, moved in told.moved.items() if code in (None, name)]
    return Moved(sum(one.cents for one in some), sum(one.chips_cents for one in some))
