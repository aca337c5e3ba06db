"""`oddchip dev new-check`: the skeleton of a check and of its cases, and where the simulator's label goes.

What it writes imports and is registered, finds nothing, and lets its cases fail: they pass when the check is written.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import checks
from checks import facts
from checks.catalogue import CHECKS
from checks.frames import Grain
from pipelines.errors import InputError
from pipelines.reference import FAMILIES

CODE: Final = re.compile(r"[A-Z]{2}[0-9]{2}")
TITLE: Final = "Say in one sentence what went wrong"
TITLE_MOST: Final = 100  # letters, so that the first line of the docstring fits

# The rows that a check can read, by the word of `--grain`: those of a frame, and those of the film beside its frame.
GRAINS: Final[dict[str, tuple[Grain, facts.Grain]]] = {
    **{grain.value: (grain, facts.Grain.FACTS) for grain in Grain},
    "wrong-hand": (Grain.HAND, facts.Grain.HAND),
    "event": (Grain.HAND, facts.Grain.EVENT),
    "seat": (Grain.HAND, facts.Grain.SEAT),
    "pot": (Grain.HAND, facts.Grain.POT),
    "share": (Grain.HAND, facts.Grain.SHARE),
    "entry": (Grain.TABLE, facts.Grain.ENTRY),
    "stack": (Grain.TABLE, facts.Grain.STACK),
}

# Where the simulator makes the errors of a family: the list with the codes, and the modules with the injectors.
_WRONGS: Final = "pipelines/simulator/wrongs.py"
LABELS: Final[dict[str, str]] = {
    "AC": f"IN_BETTING of {_WRONGS}, and an injector in slips.py",
    "BL": f"EARLY of {_WRONGS}, and an injector in early_errors.py or forced_bets.py",
    "CD": f"IN_DEALING of {_WRONGS}, and an injector in flop_dealing.py, stud_dealing.py or draw_dealing.py",
    "DC": "ON_CARDS of pipelines/simulator/floor_card_errors.py, and an injector there",
    "HB": "CODES of pipelines/simulator/banked_errors.py, and an injector there",
    "HF": "ON_THE_RECORD of pipelines/simulator/floor_log_errors.py, and an injector there",
    "OF": f"IN_CHINESE of {_WRONGS}, and an injector in chinese_hand.py",
    "OC": f"LATE of {_WRONGS}, and an injector in push_errors.py",
    "PT": f"LATE of {_WRONGS}, and an injector in push_errors.py",
    "RK": f"LATE of {_WRONGS}, and an injector in push_errors.py",
    "SC": "ON_THE_RECORD of pipelines/simulator/floor_log_errors.py, and an injector there",
    "TL": "ON_THE_RECORD of pipelines/simulator/floor_log_errors.py, and an injector there",
}

CASES: Final = """\
# The keys of a case are told in tests/case_files.py. Change each hand and each name; see the other files here.
[[case]]
name = "to write: it was done wrong"
events = ["s5 post sb 1", "s6 post bb 3", "deal all", "s7 s8 s9 s1 s2 s3 s4 s5 fold", "return s6 2", "award main s6 2"]
verdict = "violated"
finding = { expected = "what was due", actual = "what was done" }

[[case]]
name = "to write: it was done right"
events = ["s5 post sb 1", "s6 post bb 3", "deal all", "s7 s8 s9 s1 s2 s3 s4 s5 fold", "return s6 2", "award main s6 2"]
verdict = "passed"

[[case]]
name = "to write: nobody can say, since the log does not tell or no rule in force speaks"
events = ["s5 post sb 1", "s6 post bb 3", "deal all", "s7 s8 s9 s1 s2 s3 s4 s5 fold", "return s6 2", "award main s6 2"]
verdict = "not evaluable"
"""


@dataclass(frozen=True)
class Skeleton:
    """What was written, and what is left to do, as lines for a person."""

    module: Path
    cases: Path
    left: tuple[str, ...]


def families() -> dict[str, str]:
    """The families that have checks, with their titles."""
    there = {check.family for check in CHECKS.values()}
    return {family: title for family, title in FAMILIES.items() if family in there}


def new_check(code: str, title: str | None = None, grain: str = "hand", root: Path | None = None) -> Skeleton:
    """Writes the skeleton of a check into its family's module, and its case file. Nothing is ever written over."""
    root = root or Path(checks.__file__).resolve().parents[1]
    _refuse(code, title, grain)
    cases = root / "tests" / "cases" / f"{code}.toml"
    if not cases.parent.is_dir():
        raise InputError(f"{cases.parent}: no such folder; run this in a checkout of the source")
    if cases.exists():
        raise InputError(f"{cases}: is there already; remove it or take another code")
    module = root.joinpath(*_module(code[:2], GRAINS[grain][0]).split(".")).with_suffix(".py")
    source = module.read_text(encoding="utf-8")
    changed = _with_check(source, code, title or TITLE, grain)
    compile(changed, str(module), "exec")
    with cases.open("x", encoding="utf-8") as file:
        file.write(CASES)
    module.write_text(changed, encoding="utf-8")
    return Skeleton(module, cases, _left(code, module.relative_to(root), cases.relative_to(root)))


def _refuse(code: str, title: str | None, grain: str) -> None:
    if not CODE.fullmatch(code):
        raise InputError(f"{code}: a code is the two letters of a family and two digits, like RK09")
    if code in CHECKS:
        raise InputError(f"{code}: there is such a check already, {CHECKS[code].title!r}; take the next free number")
    if code[:2] not in families():
        known = ", ".join(f"{family} ({title})" for family, title in families().items())
        raise InputError(f"{code}: {code[:2]} is no family with checks; there are {known}")
    if grain not in GRAINS:
        raise InputError(f"{grain}: no such rows{facts.nearest(grain, tuple(GRAINS)) or f'; take {_listed()}'}")
    if title is not None and (not title.strip() or len(title) > TITLE_MOST or re.search(r'["\\\n]', title)):
        raise InputError(f"{title!r}: a title is one line of at most {TITLE_MOST} letters without quotes")


def _listed() -> str:
    return ", ".join(GRAINS)


def _module(family: str, grain: Grain) -> str:
    """The module with most checks of a family: of those that read the same rows, where there are any."""
    of_family = [check for check in CHECKS.values() if check.family == family]
    same = [check for check in of_family if check.grain is grain] or of_family
    return Counter(check.judge.__module__ for check in same).most_common(1)[0][0]


def _with_check(source: str, code: str, title: str, grain: str) -> str:
    """The module with the skeleton at its end, and with what that has to import."""
    bound = _bound(ast.parse(source))
    frame, film = GRAINS[grain]
    imports = []
    lines = [f'    code="{code}",', "    severity=Severity.PROCEDURE,"]
    if frame is not Grain.HAND:
        prefix = "" if bound.get("Grain") == "checks.model.Grain" else "frames."
        imports += ["from checks import frames"] if prefix and "frames" not in bound else []
        lines.append(f"    grain={prefix}Grain.{frame.name},")
    lines += ["    silent_ok=True,  # or term=, the key of the rulebooks that speaks on it"]
    lines += ["    needs=(),  # columns that have to be known: docs/reference/facts.md"]
    if film is not facts.Grain.FACTS:
        prefix = "" if bound.get("Grain") == "checks.facts.Grain" else "film."
        imports += ["from checks import facts as film"] if prefix and "film" not in bound else []
        lines.append(f"    film={prefix}Grain.{film.name},")
        named = facts.names_of(film)
        lines += [f'    {name}="{name}",' for name in ("event", "seat") if name in named]
    lines += ['    expected=lambda: pl.lit("what was due"),', '    actual=lambda: pl.lit("what was done"),']
    lines += ['    message="Say in one sentence who did what, how much, and what was due.",  # checks/wording.py']
    name = _name(title, code, bound)
    body = SKELETON.format(lines="\n".join(lines), name=name, title=title.strip().rstrip("."))
    return _imported(source, sorted(imports)).rstrip("\n") + body


SKELETON: Final = '''


@check(
{lines}
)
def {name}(facts: pl.LazyFrame) -> pl.LazyFrame:
    """{title}.

    Say what is right, and which rule says so.

    ## Why it matters
    Say what it costs, and whom.

    ## What it cannot see
    Say what the log does not record.
    """
    return facts.filter(pl.lit(False))  # keep the rows in which it was done wrong
'''


def _bound(tree: ast.Module) -> dict[str, str]:
    """The names that a module binds at its top, each with where it comes from."""
    bound: dict[str, str] = {}
    for node in tree.body:
        if isinstance(node, ast.ImportFrom):
            bound |= {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            bound[node.name] = "here"
    return bound


def _name(title: str, code: str, bound: dict[str, str]) -> str:
    """The function's name: the words of the title, or the code where there is none or the name is taken."""
    words = [word for word in re.findall(r"[a-z0-9]+", title.lower()) if word not in ("a", "an", "the")]
    name = "_".join(words[:5])
    fits = title != TITLE and name.isidentifier() and name not in bound
    return name if fits else f"check_{code.lower()}"


def _imported(source: str, imports: list[str]) -> str:
    """The module with more imports, before the first of its own project."""
    if not imports:
        return source
    first = re.search(r"^from checks", source, re.MULTILINE)
    place = first.start() if first else source.index("import polars")
    return source[:place] + "".join(f"{line}\n" for line in imports) + source[place:]


def _proof(code: str) -> str:
    if "floor_" in LABELS.get(code[:2], ""):
        return "pytest -n 0 tests/test_floor.py"
    return f"python -m pipelines.scoreboard.run --codes {code} --each 30 --clean 30000"


def _left(code: str, module: Path, cases: Path) -> tuple[str, ...]:
    return (
        f"wrote {cases}: three cases; change the hands, then run `pytest -n 0 tests/test_cases.py -k {code}`: it fails",
        f"wrote {module}: the check, which finds nothing yet; write it until the cases pass",
        f"left: the simulator's label. Put the code into {LABELS[code[:2]]}"
        if code[:2] in LABELS
        else "the simulator has no label for it: an error of the house file is no error of a hand",
        f"left: the proof that the audit finds every such error and no other: `{_proof(code)}`",
        "left: `make docs` writes the reference page",
    )
