"""Pages and schemas of the house file and of rulebooks, from what `parsers/house.py` and `checks/law/keys.py` declare.

The pages are for people, the schemas for editors that complete and check a TOML file while it is written.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

from checks.catalogue import CHECKS
from checks.law.house_check import is_note
from checks.law.keys import BY_HAND_UNITS, BY_NUMBER_UNITS, TERM_KEYS, WHOLE_UNITS, TermKey
from checks.law.reading import readers
from checks.law.rulebook import BOUND_BY_TIME, CITATIONS, SCOPES, load_rulebooks
from checks.law.terms import terms_of_key
from parsers.house import EXPECTED_KEYS, PLACARD_KEYS, PLAIN_KEYS, ROOM_KEYS, RULE_KEYS, TABLE_KEYS, Table, schema_of
from parsers.house_words import EXAMPLE, MEANING
from pipelines.reference_coverage import COVERAGE_PAGE, coverage_page

DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"
DAY: Final[dict[str, Any]] = {
    "type": "string",
    "format": "date",
    "description": "the gaming day from which it is in force",
}
HOUSE_SCHEMA, RULEBOOK_SCHEMA = "house.schema.json", "rulebook.schema.json"
HOUSE_PAGE, RULEBOOK_PAGE = "../house.md", "../rulebooks.md"
OWN_BOOK: Final = """\
id = "harbor"
title = "House rules of the Harbor Club"
from = 2026-01-01
extends = "wsop-live-2017"
cited_by = { name = "paragraph", pattern = "§[0-9]+" }

[raise.cap_limit]
unit = "times"
values = [{ from = 2026-01-01, value = 3, cite = "§7" }]
"""
HOUSE_FILE: Final = """\
[room.rio]
rulebooks = ["wsop-dealer-2018", "wsop-live-2017"]
timezone = "America/Los_Angeles"

[placard.rio-1-3-nl]
room = "rio"
game = "holdem"
betting = "nl"
stakes = { sb = 1, bb = 3, chip = 1 }
rake = { percent = 10, step = 1, cap = 5, no_flop_no_drop = true }
"""


HOUSE_PROSE: Final = """\
# The house file

Written by `make docs` from `parsers/house.py`. Editors that know JSON Schema can use
[{schema}](reference/{schema}): put `#:schema {schema}` into the first line.

A room has a section of its own, and so has each placard. What a placard sets overrides its room, and what a room sets
overrides its [rulebooks](rulebooks.md). `oddchip rulebooks check` says what is wrong with the file, and what in it has
no effect.

```toml
{example}```

Money is written in the table's currency, with at most two decimals. Every value may be dated, but for those that say
what a room or placard is ({plain}):
`rake = [{{ from = 2018-05-30, cap = 5 }}, {{ from = 2018-07-01, cap = 6 }}]`; a value that is no table is written
`run_it = [{{ from = 2018-07-01, value = 3 }}]`. The one in force on the gaming day governs.

A plan of rake that names a form (`percent`, `drop`, `tiers`, `after_first_call`) replaces the plan below it whole;
`no_flop_no_drop`, `short` and `by` still layer. A drop and a percent may stand together: then the share is of the whole
pot once it reaches `above`, the drop within it. A placard that has `time` and no `rake` takes nothing from the pot.
"""
RULEBOOK_PROSE: Final = """\
# Rulebooks

Written by `make docs` from `checks/law/keys.py`. Editors that know JSON Schema can use [{schema}](reference/{schema}).

A rulebook is a document as data: each value with the day from which it holds, and the place where it is written.
`oddchip rulebooks` lists them, `oddchip rulebooks ID` shows one, `oddchip explain CODE` says where a check stands.

| shipped | document | from | speaks for |
|---|---|---|---|
{books}

## Your own

Put it into the folder `rulebooks` beside the house file, named by its id, and name it in the room's `rulebooks`. It
needs no code:

```toml
{example}```

- `extends`: what the book does not set comes from the other one, and findings cite that one. Without it the book stands
  alone, and needs `scope`, `cited_by` and `about`.
- `cited_by`: {ways}, or a name and a pattern of your own.
- A value stays in force until a later one of the same scope; nothing is removed. `scope` is `live`, `tournament` or
  `both`; `note` says how you read the rule.
- The lake keeps your rulebooks with the house file, and the id of an audit covers them.

## A regulator's book

In place of a value, or beside it, an entry may bound what the house sets:
`{{ from = 2018-07-01, ceiling = 10, cite = "230-15-080" }}`, `floor`, and for words `only = ["pot", "time"]`. The
ceiling of `time.rate` may be for so many `minutes`. A value of a room or placard beyond it is
[HF01](reference/HF01.md). Every book of the room binds, wherever it stands; name the regulator's first,
so that its own values govern as well.

## Keys

*Note* marks a key that no check reads: it is kept for the reader.
"""


def law_pages() -> dict[str, str]:
    """Every page and schema by its name beside the reference pages."""
    return {
        HOUSE_SCHEMA: _json(house_schema()),
        RULEBOOK_SCHEMA: _json(rulebook_schema()),
        HOUSE_PAGE: house_page(),
        RULEBOOK_PAGE: rulebook_page(),
        COVERAGE_PAGE: coverage_page(),
    }


def _json(schema: dict[str, Any]) -> str:
    return json.dumps(schema, indent=1, ensure_ascii=False) + "\n"


# -- the house file ----------------------------------------------------------------------------------------------------


def house_schema() -> dict[str, Any]:
    """The house file as JSON Schema."""
    room = {
        **_section({**ROOM_KEYS, **EXPECTED_KEYS, **RULE_KEYS}),
        "required": ["rulebooks", "timezone"],
    }
    placard = {**_section({**PLACARD_KEYS, **RULE_KEYS}), "required": ["room"]}
    return {
        "$schema": DRAFT,
        "title": "house.toml",
        "type": "object",
        "additionalProperties": False,
        "required": ["room"],
        "properties": {
            "room": {"type": "object", "minProperties": 1, "additionalProperties": room},
            "placard": {"type": "object", "additionalProperties": placard},
        },
    }


def _section(keys: Table) -> dict[str, Any]:
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": {key: _dated(key, _described(key, schema_of(check))) for key, check in keys.items()},
    }


def _described(path: str, schema: dict[str, Any]) -> dict[str, Any]:
    """The schema of a key with its meaning, and those of the keys of its table."""
    inner = {name: _described(f"{path}.{name}", part) for name, part in schema.get("properties", {}).items()}
    meaning = {"description": MEANING[path]} if path in MEANING else {}
    return {**meaning, **schema, **({"properties": inner} if inner else {})}


def _dated(key: str, schema: dict[str, Any]) -> dict[str, Any]:
    """A value, or values by the day from which each is in force."""
    if key in PLAIN_KEYS:
        return schema
    if key in TABLE_KEYS:
        properties = {**schema["properties"], "from": DAY}
        dated = {**schema, "properties": properties, "required": ["from", *schema.get("required", [])]}
    else:
        dated = {
            "type": "object", "additionalProperties": False, "required": ["from", "value"],
            "properties": {"from": DAY, "value": schema},
        }  # fmt: skip
    about = {"description": schema["description"]} if "description" in schema else {}
    return {**about, "anyOf": [schema, {"type": "array", "minItems": 1, "items": dated}]}


def house_page() -> str:
    """Every key of the house file in Markdown."""
    lines = HOUSE_PROSE.format(
        schema=HOUSE_SCHEMA, example=HOUSE_FILE, plain=", ".join(f"`{key}`" for key in PLAIN_KEYS)
    ).splitlines()
    for title, keys in (
        ("A room", {**ROOM_KEYS, **EXPECTED_KEYS}),
        ("A placard", PLACARD_KEYS),
        ("A room or a placard", RULE_KEYS),
    ):
        lines += ["", f"## {title}", "", "| key | meaning | may be | checks |", "|---|---|---|---|"]
        for key, check in keys.items():
            lines += _rows(key, schema_of(check))
        lines += ["", "```toml", *(EXAMPLE[key] for key in keys), "```"]
    return "\n".join(lines) + "\n"


def _rows(path: str, schema: dict[str, Any]) -> Iterator[str]:
    codes = sorted({code for term in terms_of_key(path) for code in _readers().get(term, [])})
    yield f"| `{path}` | {MEANING[path]} | {_may_be(schema)} | {_links(codes)} |"
    for name, part in schema.get("properties", {}).items():
        yield from _rows(f"{path}.{name}", part)


def _may_be(schema: dict[str, Any]) -> str:
    """What a value may be, in words."""
    if "enum" in schema:
        return _words(schema["enum"])
    if "anyOf" in schema:
        return " or ".join(_may_be(part) for part in schema["anyOf"])
    kind = schema.get("type")
    if kind == "array":
        return f"a list: {_may_be(schema['items'])}"
    if kind == "object":
        by_row = any("front" in pattern for pattern in schema.get("patternProperties", ()))
        if by_row:
            return "points by row and hand, `{ front = { QQ = 7 } }`"
        return "amounts by seats, `{ 6 = 4, 5 = 3 }`" if "patternProperties" in schema else "a table"
    if kind == "boolean":
        return "true or false"
    if kind == "integer":
        return f"{schema['minimum']} to {schema['maximum']}"
    if kind == "number":
        return "above 0" if "exclusiveMinimum" in schema else "a number"
    return "text"


def _words(words: list[str] | tuple[str, ...]) -> str:
    if len(words) > 20:
        return "a game; `oddchip games` lists them"
    return ", ".join(f"`{word}`" for word in words)


@cache
def _readers() -> dict[str, list[str]]:
    return readers(CHECKS.values())


def _links(codes: list[str]) -> str:
    return ", ".join(f"[{code}](reference/{code}.md)" for code in codes)


# -- rulebooks ---------------------------------------------------------------------------------------------------------


def rulebook_schema() -> dict[str, Any]:
    """A rulebook as JSON Schema: its head, and every key with its unit and words."""
    text = {"type": "string", "minLength": 1}
    own_way = {
        "type": "object", "additionalProperties": False, "required": ["name", "pattern"],
        "properties": {"name": text, "pattern": text},
    }  # fmt: skip
    properties: dict[str, Any] = {
        "id": text, "title": text, "from": {"type": "string", "format": "date"}, "scope": {"enum": list(SCOPES)},
        "cited_by": {"anyOf": [{"enum": list(CITATIONS)}, own_way]}, "about": {"type": "string"}, "extends": text,
    }  # fmt: skip
    for key in TERM_KEYS.values():
        place = properties
        *above, last = key.key.split(".")
        for name in above:
            inner = place.setdefault(name, {"type": "object", "additionalProperties": False, "properties": {}})
            place = inner.setdefault("properties", {})
        place[last] = _term_schema(key)
    return {
        "$schema": DRAFT,
        "title": "a rulebook",
        "type": "object",
        "additionalProperties": False,
        "required": ["id", "title", "from"],
        "properties": properties,
        "$defs": {"day": DAY, **{_shape(key): _shape_schema(key) for key in TERM_KEYS.values()}},
    }


def _term_schema(key: TermKey) -> dict[str, Any]:
    """One key: its unit, and what its values may be, which keys of one unit share."""
    return {"description": key.about, "$ref": f"#/$defs/{_shape(key)}"}


def _shape(key: TermKey) -> str:
    """The name of what a key takes: its unit, and the key itself where it has words or fields of its own."""
    own = key.choices or key.key == BOUND_BY_TIME
    return (f"{key.unit} {key.key}" if own else key.unit).replace(" ", "-")


def _shape_schema(key: TermKey) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "from": {"$ref": "#/$defs/day"}, "cite": {"type": "string", "minLength": 1}, "scope": {"enum": list(SCOPES)},
        "note": {"type": "string"}, "value": _value_schema(key),
    }  # fmt: skip
    if key.unit in (*WHOLE_UNITS, *BY_NUMBER_UNITS):
        fields |= {"ceiling": _WHOLE, "floor": _WHOLE}
    if key.unit in ("word", "words"):
        fields["only"] = {"type": "array", "minItems": 1, "items": _word_schema(key)}
    if key.key == BOUND_BY_TIME:
        fields["minutes"] = {"type": "integer", "minimum": 1}
    one = {"type": "object", "additionalProperties": False, "required": ["from", "cite"], "properties": fields}
    return {
        "type": "object",
        "additionalProperties": False,
        "required": ["unit", "values"],
        "properties": {
            "unit": {"const": key.unit},
            "about": {"type": "string"},
            "values": {"type": "array", "minItems": 1, "items": one},
        },
    }


_WHOLE: Final[dict[str, Any]] = {"type": "integer", "minimum": 0}


def _word_schema(key: TermKey) -> dict[str, Any]:
    return {"enum": list(key.choices)} if key.choices else {"type": "string"}


def _value_schema(key: TermKey) -> dict[str, Any]:
    if key.unit == "yes":
        return {"type": "boolean"}
    if key.unit in WHOLE_UNITS:
        return _WHOLE
    if key.unit in BY_NUMBER_UNITS or key.unit in BY_HAND_UNITS:
        return {"type": "object", "minProperties": 1, "additionalProperties": _WHOLE}
    if key.unit == "words":
        return {"type": "array", "minItems": 1, "items": _word_schema(key)}
    return _word_schema(key)


def rulebook_page() -> str:
    """What a rulebook is, how a room writes its own, and every key, in Markdown."""
    books = "\n".join(f"| `{b.id}` | {b.title} | {b.since} | {b.scope} |" for b in load_rulebooks().values())
    ways = ", ".join(f"`{way}`" for way in CITATIONS)
    lines = RULEBOOK_PROSE.format(schema=RULEBOOK_SCHEMA, books=books, example=OWN_BOOK, ways=ways).splitlines()
    family = None
    for key in TERM_KEYS.values():
        if key.key.split(".")[0] != family:
            family = key.key.split(".")[0]
            head = ["| key | unit | meaning | words | shipped | checks |", "|---|---|---|---|---|---|"]
            lines += ["", f"### {family}", "", *head]
        lines.append(_key_row(key))
    return "\n".join(lines) + "\n"


def _key_row(key: TermKey) -> str:
    books = [f"`{book.id}`" for book in load_rulebooks().values() if key.key in book.terms]
    codes = _readers().get(key.key, [])
    read = _links(codes) if codes else "*note*" if is_note(key.key) else "the replay"
    return f"| `{key.key}` | {key.unit} | {key.about} | {_words(key.choices)} | {', '.join(books)} | {read} |"
