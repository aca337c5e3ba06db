"""About this audit: versions, digests, files read, and the head of the hash chain."""

from __future__ import annotations

import json
import re

from dashboards.figures.shared_figures import Cell, Figure
from dashboards.reading import Day
from dashboards.shown import plural, shown, whole
from dashboards.site import Tile, panels

_DIGEST = re.compile(r"[0-9a-f]{64}")
COLUMNS = (
    ("version", "Version"),
    ("house_digest", "House file"),
    ("rulebooks_digest", "Rulebooks"),
    ("rulebook", "Rulebook given"),
)


def audit_lines(day: Day) -> list[tuple[str, str]]:
    """What identifies the audit, where the file carries it: audit id, the chain's head, version, digests."""
    of_findings = {f["audit_id"] for f in day.findings if f["audit_id"]}
    ids = sorted(of_findings | {a["audit_id"] for a in day.audits if a.get("audit_id")})
    lines = [("Audit", shown(i, 80)) for i in ids]
    if day.chain_head:
        lines.append(("Chain head", shown(day.chain_head, 80)))
    for audit in day.audits:
        lines += [(words, shown(audit[key], 120)) for key, words in COLUMNS if audit.get(key)]
    return list(dict.fromkeys(lines))


def inputs(day: Day) -> list[tuple[str, str]]:
    """The files the audits read, with their digests."""
    out: dict[str, str] = {}
    for audit in day.audits:
        try:
            listed = json.loads(audit.get("inputs") or "{}")
        except ValueError:
            continue
        if isinstance(listed, dict):
            for pair in listed.items():  # digest to name, or the other way round
                name, digest = sorted(map(str, pair), key=lambda text: bool(_DIGEST.fullmatch(text)))
                out[shown(name, 120)] = shown(digest, 80)
    return sorted(out.items())


def about_page(day: Day) -> str:
    lines, files = audit_lines(day), inputs(day)
    tiles = [
        Tile(
            "Version",
            next((v for w, v in lines if w == "Version"), "–"),
            [("audits of this day", whole(len(day.audits)))],
        ),
        Tile("Files read", whole(len(files)), [("each by its SHA-256", "")]),
        Tile(
            "Commits in the ledger", whole(len(day.commits)) if day.commits else "–", [("each extends the chain", "")]
        ),
    ]
    lead = "Enough to run it again and compare, byte for byte."
    endnote = (
        "Each finding compares what the log says was done with what the rule in force at that "
        "table made due, and cites the rule. "
        "A check that lacks its evidence says “not evaluable”; that is not a pass."
    )
    figures = _lists(day, lines, files)
    return panels(day, "about.html", "About this audit", lead, tiles, figures, endnote=endnote)


def _lists(day: Day, lines: list[tuple[str, str]], files: list[tuple[str, str]]) -> list[Figure]:
    """What identifies the audit, the files it read, and the last commits of the ledger, the newest first."""
    rows: list[list[Cell]] = [[words, value] for words, value in lines]
    read: list[list[Cell]] = [[name, digest] for name, digest in files]
    newest = sorted(day.commits, key=lambda c: int(c["number"]) if str(c.get("number")).isdigit() else 0)[-200:][::-1]
    commits: list[list[Cell]] = [
        [
            shown(c.get("number"), 20),
            shown(c.get("kind"), 24),
            shown(c.get("recorded_at"), 40),
            shown(c.get("hash"), 80),
        ]
        for c in newest
    ]
    return [
        Figure(
            "identity",
            "What identifies it",
            "The same audit id means the same bytes out." if rows else "No audit record is in the file for this day.",
            None,
            ["What", "Value"],
            rows,
            wide=True,
            open=bool(rows),
        ),
        Figure(
            "files",
            "Files read",
            f"{plural(len(read), 'file')}.",
            None,
            ["File", "SHA-256"],
            read,
            wide=True,
            open=bool(read),
        ),
        Figure(
            "chain",
            "The ledger",
            "The last commits; each one's hash covers the one before it. `oddchip verify` goes through them all."
            if commits
            else "The file holds no commits.",
            None,
            ["Number", "Kind", "Recorded", "Hash"],
            commits,
            wide=True,
            open=bool(commits),
        ),
    ]
