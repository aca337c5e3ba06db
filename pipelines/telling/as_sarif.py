"""Findings as SARIF 2.1.0, which editors and build systems show beside the line that they are about."""

from __future__ import annotations

import json
from typing import Any, Final
from urllib.parse import quote

from checks.catalogue import CHECKS
from dashboards.amounts import amount
from parsers.version import VERSION
from pipelines.telling.table import citation, place

Row = dict[str, Any]
SCHEMA: Final = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
LEVELS: Final = {"error": "error", "procedure": "warning", "notice": "note"}


def sarif_text(rows: list[Row]) -> str:
    """One run of Odd Chip: its rules are the checks that found something, its results the findings in their order."""
    codes = sorted({row["code"] for row in rows})
    driver = {"name": "Odd Chip", "semanticVersion": VERSION, "rules": [_rule(code) for code in codes]}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(row, codes.index(row["code"])) for row in rows],
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2, ensure_ascii=False) + "\n"


def _rule(code: str) -> Row:
    check = CHECKS.get(code)
    if check is None:  # an audit by a version that knew a check which is gone
        return {"id": code}
    return {
        "id": code,
        "shortDescription": {"text": check.title},
        "help": {"text": f"{check.doc.strip()}\n\nSee `oddchip explain {code}`."},
        "defaultConfiguration": {"level": LEVELS[check.severity.value]},
    }


def _result(row: Row, rule: int) -> Row:
    moved, cite = amount(row, signed=True), citation(row)
    text = row["message"] + (f" {moved}" if moved else "") + (f" [{cite}]" if cite else "")
    result: Row = {
        "ruleId": row["code"],
        "ruleIndex": rule,
        "level": LEVELS[row["severity"]],
        "message": {"text": text},
        "locations": [_location(row)] if row["source_file"] else [],
        "properties": {
            name: row[name] for name in ("room", "table", "hand", "event", "seat", "dealer") if row[name] is not None
        },
    }
    if row["finding_id"]:
        result["partialFingerprints"] = {"oddchip/findingId": row["finding_id"]}
    return result


def _location(row: Row) -> Row:
    physical: Row = {"artifactLocation": {"uri": quote(row["source_file"])}}
    if row["source_line"]:
        physical["region"] = {"startLine": row["source_line"]}
    return {"physicalLocation": physical, "logicalLocations": [{"name": place(row) or row["room"] or "the room"}]}
