"""Winners and shares of simulated stud and draw hands: audit, oracle and pokerkit come to the same."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import polars as pl
import pyarrow as pa
import pytest

from checks.audit import Auditor, Feeds
from checks.law.rulebook import load_rulebooks
from parsers.hand_files import read_hands
from parsers.house import load_house
from parsers.source import Source
from pipelines.simulator import simulate
from tests.oracle.rounds import PARTS, Story, due, pots_after_rake, story_of

DAY = date(2026, 1, 16)
IN_FULL = bool(os.environ.get("ODDCHIP_SLOW"))
HANDS_A_GAME = 1_200 if IN_FULL else 120
AWARDS = ("PT01", "PT02", "PT03", "PT05", "PT06", "PT07", "OC01", "OC02", "OC03", "OC04", "OC05", "OC06")
GAMES = tuple(PARTS)


@pytest.fixture(scope="module")
def day(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A day of every game, without errors; ties are made where they are scarce."""
    out = tmp_path_factory.mktemp("rounds")
    simulate(out, DAY, tables=len(GAMES), hands=HANDS_A_GAME * len(GAMES), seed=29, errors=0, games=GAMES, jobs=1)
    return out


@pytest.fixture(scope="module")
def told(day: Path) -> list[Told]:
    """Every hand of it with what the oracle makes of it."""
    stories = [(line, story_of(line)) for line in lines_of(day)]
    return [Told(line, story, [] if story.called_off else due(story)) for line, story in stories]


class Told(NamedTuple):
    """A hand, as the oracle reads it, and what it has due in each way that documents leave open."""

    line: dict[str, Any]
    story: Story
    ways: list[dict[int, int]]


def lines_of(day: Path) -> Iterator[dict[str, Any]]:
    for log in sorted(day.glob("*.hands.jsonl")):
        for line in log.read_text(encoding="utf-8").splitlines():
            record = json.loads(line)
            if "events" in record:
                yield record


def findings_by_hand(day: Path, lines: list[dict[str, Any]], folder: Path) -> dict[str, list[dict[str, Any]]]:
    """What the audit says of the awards of each hand."""
    file = folder / "all.hands.jsonl"
    file.write_text("".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines), encoding="utf-8")
    auditor = Auditor(load_house(day / "house.toml"), load_rulebooks(), "oracle")
    notes = []
    for parsed in read_hands(Source(file)):
        assert not parsed.quarantine, parsed.quarantine
        auditor.add(parsed.batch)
        notes.append(parsed.notes)
    table = pl.DataFrame(pl.from_arrow(auditor.finish(Feeds(notes=pa.concat_tables(notes))).findings))
    found: dict[str, list[dict[str, Any]]] = {}
    for row in table.filter(pl.col("code").is_in(AWARDS)).to_dicts():
        found.setdefault(row["hand"], []).append(row)
    return found


def test_awards_that_the_oracle_has_due_are_never_found_wrong(day: Path, told: list[Told], tmp_path: Path) -> None:
    found = findings_by_hand(day, [line for line, _, _ in told], tmp_path)
    seen: Counter[str] = Counter()
    for line, story, ways in told:
        if not ways:
            continue
        paid = {seat: cents for seat, cents in story.paid.items() if cents}
        assert paid in [{seat: cents for seat, cents in way.items() if cents} for way in ways], line
        assert line["hand"] not in found, (line, found[line["hand"]])
        seen[story.game] += 1
    assert set(seen) == set(GAMES)
    assert sum(seen.values()) > 0.9 * len(told)


def moved(line: dict[str, Any], story: Story, random: Random) -> tuple[dict[str, Any], int] | None:
    """The hand with some chips of one award at another seat, and how many cents they are."""
    awards = [(place, event.split()) for place, event in enumerate(line["events"]) if event.startswith("award")]
    place, (_, pot, seat, amount) = random.choice(awards)
    others = [other for other in story.dealt if f"s{other}" != seat]
    chips = random.choice((1, int(amount) // 2, int(amount)))
    if not chips:
        return None
    other = random.choice(others)
    events = list(line["events"])
    left = int(amount) - chips
    twin = next((at for at, words in awards if words[1:3] == [pot, f"s{other}"]), None)
    if twin is not None:
        events[twin] = f"award {pot} s{other} {int(events[twin].split()[3]) + chips}"
    events[place : place + 1] = ([f"award {pot} {seat} {left}"] if left else []) + (
        [f"award {pot} s{other} {chips}"] if twin is None else []
    )
    return {**line, "events": events}, chips * 100


def test_chips_that_the_oracle_has_at_a_wrong_seat_are_always_found(
    day: Path, told: list[Told], tmp_path: Path
) -> None:
    random = Random(31)
    wrong = []
    for line, story, ways in told:
        if not ways or not any(event.startswith("award") for event in line["events"]):
            continue
        made = moved(line, story, random)
        if made is None:
            continue
        other = {seat: cents for seat, cents in story_of(made[0]).paid.items() if cents}
        if other in [{seat: cents for seat, cents in way.items() if cents} for way in ways]:
            continue  # an odd chip that may lie at either seat
        wrong.append((*made, story, ways))
    found = findings_by_hand(day, [line for line, _, _, _ in wrong], tmp_path)
    for line, _, story, ways in wrong:
        rows = found.get(line["hand"], [])
        assert rows, line
        if len(ways) == 1 and len(pots_after_rake(story)) == 1:
            paid = story_of(line).paid
            over = sum(max(0, paid.get(seat, 0) - ways[0].get(seat, 0)) for seat in paid)
            assert [row["amount_cents"] for row in rows] == [over], (line, rows)
    assert len(wrong) > 0.6 * HANDS_A_GAME * len(GAMES)


POKERKIT = {
    "stud": ("StandardHighHand",), "super-stud": ("StandardHighHand",), "draw-high": ("StandardHighHand",),
    "razz": ("RegularLowHand",), "a5-single": ("RegularLowHand",), "a5-triple": ("RegularLowHand",),
    "stud8": ("StandardHighHand", "EightOrBetterLowHand"), "super-stud8": ("StandardHighHand", "EightOrBetterLowHand"),
    "27-single": ("StandardLowHand",), "27-triple": ("StandardLowHand",), "kc-razz": ("StandardLowHand",),
    "badugi": ("BadugiHand",),
}  # fmt: skip


def test_pokerkit_has_the_same_winners(told: list[Told]) -> None:
    pokerkit = pytest.importorskip("pokerkit")
    compared: Counter[str] = Counter()
    for line, story, _ in told:
        hands = POKERKIT.get(story.game, ())
        if not hands or story.called_off or len(story.shown) < 2 or len(pots_after_rake(story)) != 1:
            continue
        for part, name in enumerate(hands):
            values = {}
            for seat, cards in story.shown.items():
                own = "".join([*cards, *(card for card in story.board if card not in cards)])
                value = getattr(pokerkit, name).from_game_or_none(own, "")
                if value is not None:
                    values[seat] = value
            words = [event.split() for event in line["events"] if event.startswith("award")]
            names = {word[1] for word in words}
            whole = names == {"main"}
            mine = {int(word[2][1:]) for word in words if whole or word[1].endswith(("hi", "lo")[part])}
            if part == 1 and not values:
                assert whole, line
                continue
            best = {seat for seat in values if values[seat] == max(values.values())}
            assert mine == best, (line, name, values)
            compared[story.game] += 1
    assert set(compared) == set(POKERKIT)
    assert min(compared.values()) > 0.1 * HANDS_A_GAME
