"""No function over 60 lines, none with more than eight arguments; the few beyond that stand here, with the reason."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parent.parent
FOLDERS: Final = ("parsers", "checks", "warehouse", "dashboards", "pipelines", "benchmarks", "tests")
LINES_MOST: Final = 60
ARGUMENTS_MOST: Final = 8

BYTES: Final = "a scanner: one pass over the bytes of a line, which gains nothing from being cut where no thought ends"
COLUMNS: Final = "a list of columns, each in a line of its own"
TWIN: Final = "the slow twin of the checks reads as the documents do, from top to bottom"
NAMED: Final = "a declaration: what it takes is named where it is called"
LONGER: Final = {
    "parsers/phh_scanner.py": ({"hand_at", "actions_at", "scan_hands", "forced_bets"}, BYTES),
    "parsers/handlog_scanner.py": ({"hand_at", "events_at", "seats_at", "scan_lines", "tournament_at"}, BYTES),
    "parsers/handlog_event_scanner.py": ({"table_event_at", "seat_event_at"}, BYTES),
    "parsers/handlog_note_scanner.py": ({"note_at"}, BYTES),
    "parsers/scan_bytes.py": ({"time_at", "id_of_letters"}, BYTES),
    "parsers/batch.py": ({"from_tables"}, COLUMNS),
    "parsers/handlog_reference.py": ({"batch_of"}, COLUMNS),
    "parsers/phh.py": ({"batch"}, COLUMNS),
    "parsers/games.py": ({"_flop_game", "_stud_game", "_draw_game"}, NAMED),
    "checks/hand_frame.py": ({"hand_frame"}, COLUMNS),
    "checks/floor/pushes.py": ({"_covering", "down_frame"}, COLUMNS),
    "pipelines/benchmark/stages.py": ({"measured"}, "the stages of the benchmark, one after the other"),
    "pipelines/simulator/table_day.py": ({"_next_hand"}, "what comes between two hands, in the order of a table's day"),
    "tests/oracle/judge.py": ({"read", "judge"}, TWIN),
    "tests/oracle/dealing.py": ({"deal_hand"}, TWIN),
    "tests/test_phh.py": ({"hands"}, "made-up hands of every shape, for Hypothesis"),
}


class Function(NamedTuple):
    """A function, how many lines it has with its docstring, and how many arguments beside self."""

    file: str
    name: str
    lines: int
    arguments: int


def functions() -> Iterator[Function]:
    """Every function of the project, those inside others too."""
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                    named = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
                    count = sum(one.arg not in ("self", "cls") for one in named)
                    lines = (node.end_lineno or node.lineno) - node.lineno + 1
                    yield Function(path.relative_to(ROOT).as_posix(), node.name, lines, count)


def test_functions_are_short_and_take_few_arguments() -> None:
    over = {(f.file, f.name) for f in functions() if f.lines > LINES_MOST or f.arguments > ARGUMENTS_MOST}
    named = {(file, name) for file, (names, _) in LONGER.items() for name in names}
    assert over - named == set(), "cut these, or say above why they are longer"
    assert named - over == set(), "these are within the limits now; take them off the list"


def test_the_walk_has_no_exception() -> None:
    assert not [
        file for file in LONGER if file.startswith(("checks/replay", "checks/rules", "dashboards", "warehouse"))
    ]
