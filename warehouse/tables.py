"""What the lake adds to the parsers' schemas: its own tables, which are partitioned, their order and identity."""

from __future__ import annotations

from typing import Final

import pyarrow as pa

from checks import film_table
from parsers import schemas

# One row an audit of a room's gaming day. `inputs` and `more` are canonical JSON: file name to SHA-256, and the rest.
AUDITS: Final = pa.schema(
    [
        ("audit_id", pa.string()), ("room", pa.string()), ("gaming_date", pa.date32()),
        ("version", pa.string()), ("house_digest", pa.string()), ("rulebooks_digest", pa.string()),
        ("rulebook", pa.string()), ("inputs", pa.string()), ("hands", pa.int64()), ("findings", pa.int64()),
        ("more", pa.string()),
    ]
)  # fmt: skip

# One row an expectation of the quality gate, for the last time the partition was checked. `name` is the same on all
# days; `value` is the observed number: rows, rows that are not as expected, or hours after the usual last row.
QUALITY: Final = pa.schema(
    [
        ("gaming_date", pa.date32()), ("room", pa.string()), ("table_name", pa.string()), ("expectation", pa.string()),
        ("severity", pa.string()), ("success", pa.bool_()), ("observed", pa.string()), ("detail", pa.string()),
        ("name", pa.string()), ("value", pa.float64()),
    ]
)  # fmt: skip

# One row a hand that came again, in a later commit, with other content; `was` and `now` show the first difference, at
# `event` where it is an event. A hand that came a third time has two rows. Made from the lake's history, not stored.
RECEIVED_AGAIN: Final = pa.schema(
    [
        ("room", pa.string()), ("table", pa.string()), ("hand", pa.string()), ("gaming_date", pa.date32()),
        ("start", schemas.TIME), ("dealer", pa.string()),
        ("first_received_at", schemas.TIME), ("first_commit", pa.int64()),
        ("first_file", pa.string()), ("first_line", pa.int32()),
        ("received_at", schemas.TIME), ("commit", pa.int64()),
        ("source_file", pa.string()), ("source_line", pa.int32()),
        ("changed", pa.string()), ("event", pa.int32()), ("was", pa.string()), ("now", pa.string()),
    ]
)  # fmt: skip

# One row a seat and a hand in which it was away, and one for the hand in which its player came back, with what was
# posted there. Made from the lake's hands, not stored.
ABSENCES: Final = pa.schema(
    [
        ("room", pa.string()), ("table", pa.string()), ("hand", pa.string()), ("gaming_date", pa.date32()),
        ("start", schemas.TIME), ("source_file", pa.string()), ("source_line", pa.int32()),
        ("seat", pa.int8()), ("player", pa.string()), ("state", pa.string()),
        ("sb_cents", schemas.CENTS), ("bb_cents", schemas.CENTS), ("straddle_cents", schemas.CENTS),
        ("kill_cents", schemas.CENTS), ("live_cents", schemas.CENTS), ("dead_cents", schemas.CENTS),
    ]
)  # fmt: skip

# One row a feed of a table's gaming day that came or should have come; a night of which nothing came has a row of no
# table. `status` is received, missing, late, partial, unreadable or unexpected; `file` what a missing file is called.
REGISTER: Final = pa.schema(
    [
        ("room", pa.string()), ("gaming_date", pa.date32()), ("table", pa.string()), ("feed", pa.string()),
        ("status", pa.string()), ("rows", pa.int64()), ("first", schemas.TIME), ("last", schemas.TIME),
        ("why", pa.string()), ("usual_rows", pa.int64()), ("file", pa.string()),
    ]
)  # fmt: skip

ALL: Final[dict[str, pa.Schema]] = {
    **schemas.TABLES, "hand_facts": schemas.HAND_FACTS, "film": film_table.FILM, "audits": AUDITS, "quality": QUALITY,
    "register": REGISTER,
}  # fmt: skip

HAND_TABLES: Final = ("hands", "seats", "events")
FEED_TABLES: Final = ("hands", "seats", "events", "notes", "downs", "shuffles", "drops")  # staged, checked, promoted
SPANNED: Final = ("hands", "notes", "downs", "shuffles", "drops")  # what each holds of a table stands in the ledger
TIME_OF: Final = {"hands": "start", "notes": "at", "downs": "slot_start", "shuffles": "at"}  # when a row happened
AUDIT_TABLES: Final = ("findings", "coverage", "hand_facts", "payroll", "devices")
JUDGED_TABLES: Final = (*AUDIT_TABLES, "film", "audits")  # all that an audit commits of its own
UNPARTITIONED: Final = ("roster", "quarantine")

# Columns an audit may add are kept; the schema above is what pages and marts rely on.
OPEN_TABLES: Final = ("hand_facts",)

ORDER: Final[dict[str, tuple[str, ...]]] = {
    "hands": ("room", "table", "start", "hand", "source_file", "source_line"),
    "notes": ("room", "table", "at", "source_file", "source_line"),
    "downs": ("room", "table", "date", "slot_start", "slot", "source_file", "source_line"),
    "shuffles": ("room", "table", "at", "source_file", "source_line"),
    "drops": ("room", "table", "shift", "source_file", "source_line"),
    "quarantine": ("source_file", "sha256", "line", "column_or_field", "reason"),
    # by every column in the end: two findings alike in the first eight still have one order
    "findings": tuple(
        dict.fromkeys(("room", "gaming_date", "table", "at", "hand", "event", "code", "seat", *schemas.FINDINGS.names))
    ),
    "coverage": ("room", "table", "gaming_date", "code"),
    "hand_facts": ("room", "table", "start", "hand", "source_file", "source_line"),
    "payroll": ("room", "gaming_date", "table", "slot_start", "dealer", "written"),
    "devices": ("room", "gaming_date", "table", "device", "since", "source_file", "since_line"),
    "film": film_table.ORDER,
    "audits": ("gaming_date", "room", "audit_id"),
    "register": ("gaming_date", "room", "table", "feed"),
    "quality": ("gaming_date", "room", "table_name", "expectation"),
}

# A row that came later, from a file of the same name, about the same thing: it corrects the one before.
CORRECTS: Final[dict[str, tuple[str, ...]]] = {
    "notes": ("table", "at", "note", "seat", "source_file"),
    "downs": ("table", "event", "date", "start", "slot", "kind", "source_file"),
    "shuffles": ("table", "device", "at", "source_file"),
    "drops": ("table", "shift", "source_file"),
}

# A line that says the same word for word lands once: its hash, with what it is about so that a collision costs nothing.
IDENTITY: Final[dict[str, tuple[str, ...]]] = {
    "hands": ("table", "hand", "line_hash"),
    "notes": ("table", "at", "line_hash"),
    "downs": ("table", "slot", "line_hash"),
    "shuffles": ("table", "at", "line_hash"),
    "drops": ("table", "shift", "line_hash"),
    "roster": ("emp", "last_name", "first_name", "games"),
    "quarantine": ("source_file", "sha256", "line", "column_or_field", "reason"),
}
