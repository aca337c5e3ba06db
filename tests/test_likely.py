"""Files that no reader takes: what they look like, how many hands they may hold, and who tells of them."""

from __future__ import annotations

import gzip
import io
import sqlite3
import tarfile
import zipfile
from pathlib import Path

import polars as pl
import pytest

from parsers import likely as told
from parsers.hand_files import read_hands
from parsers.likely import Likely, likely
from parsers.source import Source
from pipelines.auditing.files_audit import audit_files
from pipelines.cli import BAD_INPUT, OK, main
from pipelines.telling.passed_over import passed_over_lines
from tests.hand_lines import line_of, plain_hand

FEEDS = Path(__file__).parent / "feeds"
# (what it looks like, a hand in its manner); two of them stand in a file
FOREIGN = [
    ("a Winamax history", "Winamax Poker - CashGame - HandId: #{n}-1 - Holdem no limit (0.01€/0.02€) - 2020/01/01\n"),
    ("an 888poker (Pacific) history", "#Game No : {n}\n***** 888poker Hand History for Game {n} *****\n$1/$2 Blinds\n"),
    ("a partypoker history", "***** Hand History for Game {n} *****\n$1/$2 USD NL Texas Hold'em\n"),
    ("a Betfair history", "***** Betfair Poker Hand History for Game {n} *****\nNo Limit\n"),
    ("an Everleaf history", "Everleaf Gaming Game #{n}\n***** Hand history for game #{n} *****\n"),
    ("an Ongame history", "***** History for hand R5-{n} *****\nStart hand: Mon Jan 1\n"),
    ("an Ignition or Bovada history", "Ignition Hand #{n} TBL#7 HOLDEM No Limit - 2020-01-01 00:00:00\n"),
    ("an Ignition or Bovada history", "Bovada Hand #{n}: Zone Poker ID#1 HOLDEMZonePoker No Limit - 2020-01-01\n"),
    ("a Full Tilt history", "Full Tilt Poker Game #{n}: Table Elm - $1/$2 - No Limit Hold'em - 20:00:00 ET\n"),
    ("a BetOnline (Chico) history", "BetOnline Poker Game #{n}: Hold'em No Limit ($1/$2) - 2020/01/01\n"),
    ("an Absolute Poker history", "Stage #{n}: Holdem  No Limit $2 - 2009-08-05 15:24:06 (ET)\n"),
    ("an Everest history", "EverestPoker Game #{n}:  Table Elm - $1/$2 - No Limit Hold'em - 20:00:00\n"),
    ("a Merge history", "MERGE_GAME #{n}: Holdem NL ($1/$2) 2020-01-01\n"),
    ("an iPoker history as text", "GAME #{n} Version:1.0 Uncalled:Y Texas Hold'em NL $1/$2 2020-01-01\n"),
    ("an Entraction history", "Game # {n} - Texas Hold'em No Limit EUR 1/2 - Table\n"),
    ("a Poker Mavens or SwC history", "Hand #{n}-1 - 2020-01-01 20:00:00\nGame: NL Hold'em\n"),
    ("a Winning Poker Network (ACR) history", "Hand #{n} - Holdem(No Limit) - $1.00/$2.00 - 2020/01/01 UTC\n"),
    ("a Winning Poker Network (ACR) history", "Game started at: 2014/1/1 0:0:0\nGame ID: {n} 1/2 Elm (Hold'em)\n"),
    ("a Cake history", "Hand#{n} - $1/$2 Hold'em - 2020-01-01\n"),
    ("an XML history of iPoker", '<game gamecode="{n}"><general/></game>\n'),
    ("an XML history of Merge", '<game id="{n}-1" starttime="20200101"><players dealer="1"/></game>\n'),
    ("an XML history of Microgaming", '<Game id="{n}" hhversion="4"></Game>\n'),
    ("an XML history of Boss Media", '<HISTORY ID="{n}" SESSION="s" TABLE="Elm"></HISTORY>\n'),
    ("XML histories of DriveHUD", "<HandHistory><HandId>{n}</HandId></HandHistory>\n"),
]


def written(folder: Path, name: str, content: bytes | str) -> Path:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


@pytest.mark.parametrize(("what", "hand"), FOREIGN)
def test_a_history_that_no_reader_takes_is_named_and_its_hands_are_counted(
    tmp_path: Path, what: str, hand: str
) -> None:
    text = "".join(hand.replace("{n}", str(n)) + "Ann folds\n\n" for n in (12345, 12346))
    found = likely(written(tmp_path, "x.log", text))
    assert (found.what, found.hands, found.at_least, found.is_foreign) == (what, 2, False, True)
    assert found.said() == f"{what} of about 2 hands; no reader here takes this format"
    for name, packed in (
        ("x.gz", gzip.compress(text.encode())),
        ("utf16", text.encode("utf-16")),
        ("crlf", text.replace("\n", "\r\n").encode()),
    ):
        assert likely(written(tmp_path, name, packed)) == found, name


@pytest.mark.parametrize(
    ("name", "what", "advice"),
    [
        ("pokerstars.txt", "a history in the manner of PokerStars", "*.txt"),
        ("ggpoker.txt", "a history in the manner of PokerStars", "*.txt"),
        ("example.ohh", "Open Hand History", "*.ohh"),
    ],
)
def test_what_is_read_under_another_name_is_told_with_that_name(
    tmp_path: Path, name: str, what: str, advice: str
) -> None:
    found = likely(written(tmp_path, "x.log", (FEEDS / name).read_bytes()))
    assert found.what == what and advice in found.advice and "--format" in found.advice and not found.is_foreign
    assert found.hands == 2


def test_a_hand_log_a_pokernow_log_and_phh_are_known_by_what_they_hold(tmp_path: Path) -> None:
    log = likely(written(tmp_path, "a.log", line_of(plain_hand()) + b"\n"))
    assert (log.what, log.hands) == ("a hand log", 1)
    now = 'entry,at,order\n"-- starting hand #1 (id: x)  No Limit Texas Hold\'em --",2020,1\n'
    assert likely(written(tmp_path, "b.csv", now)).what == "a PokerNow log"
    assert likely(written(tmp_path, "c.text", "variant = 'NT'\nantes = [0, 0]\n")).what == "PHH"


def test_tables_archives_and_databases_are_told_by_their_first_bytes(tmp_path: Path) -> None:
    base = sqlite3.connect(tmp_path / "t.db")
    base.executescript("CREATE TABLE HandHistories (x); CREATE TABLE other (x); INSERT INTO HandHistories VALUES (1)")
    base.commit()
    base.close()
    assert likely(tmp_path / "t.db").what == "an SQLite database of a tracker (rows: HandHistories 1)"
    assert likely(tmp_path / "t.db").hands == 1
    written(tmp_path, "broken.db", (tmp_path / "t.db").read_bytes()[:300])
    assert "damaged" in likely(tmp_path / "broken.db").what

    with zipfile.ZipFile(tmp_path / "s.xlsx", "w") as sheet:
        sheet.writestr("xl/worksheets/sheet1.xml", '<sheetData><row r="1"/><row r="2"></row></sheetData>')
    assert likely(tmp_path / "s.xlsx").said() == "a spreadsheet of about 2 rows; save its tables as CSV or text"
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("one.txt", "x")
    assert likely(tmp_path / "a.zip").said() == "a zip archive of about 1 file; unpack it and name the folder"

    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as tar:
        for name in ("a.txt", "b.txt"):
            tar.addfile(tarfile.TarInfo(name))
    assert likely(written(tmp_path, "a.tar.gz", gzip.compress(packed.getvalue()))).hands == 2
    pl.DataFrame({"x": [1]}).write_parquet(tmp_path / "x.parquet")
    assert likely(tmp_path / "x.parquet").what == "a Parquet table"
    assert likely(written(tmp_path, "x.bin", b"\x01\x00\xff\x00" * 99)).what.startswith("a binary file")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "an empty file"),
        ("PokerStars Tournament #7, No Limit Hold'em\n1: Ann", "a tournament summary, which holds no hands"),
        ("buy bread\n", "text; nothing in it looks like a hand"),
        ("<html></html>", "XML or HTML; nothing in it looks like a hand"),
        ('{"a": 1}', "JSON; nothing in it looks like a hand"),
        ("a,b,c,d,e\n1,2,3,4,5\n", "a CSV table with the columns a, b, c, d, …; nothing in it looks like a hand"),
        (
            "Partie n° 12345 chez Paul\nrien\nPartie n° 12346\n",
            "text of a program not known here of about 2 hands; no reader here takes this format",
        ),
    ],
)
def test_what_nobody_knows_is_told_by_its_shape(tmp_path: Path, text: str, said: str) -> None:
    assert likely(written(tmp_path, "x", text)).said() == said
    assert "cannot be read" in likely(tmp_path / "none").said()


def test_a_mark_at_the_seam_of_two_pieces_counts_once_and_a_long_file_holds_at_least_so_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "".join(f"Stage #{n}: Holdem\nfold\n" for n in range(1000, 4000))
    path = written(tmp_path, "x", text)
    for piece in (7000, 7001, 12_345):
        monkeypatch.setattr(told, "_PIECE", piece)
        assert likely(path).hands == 3000
    monkeypatch.setattr(told, "LOOK_MOST", 20_000)
    found = likely(path)
    assert found.at_least and 0 < (found.hands or 0) < 3000 and "at least" in found.said()


# -- who tells of it ---------------------------------------------------------------------------------------------------

WINAMAX = "Winamax Poker - CashGame - HandId: #{n}-1 - Holdem no limit (0.01€/0.02€) - 2020/01/01\nAnn folds\n\n"
TWO = WINAMAX.replace("{n}", "1") + WINAMAX.replace("{n}", "2")
SAID = "looks like a Winamax history of about 2 hands"


@pytest.mark.parametrize("name", ["x.txt", "x.json", "x.phh", "x.hands.jsonl", "x.ohh"])
def test_a_file_under_the_name_of_a_feed_that_is_of_another_kind_is_named_in_quarantine(
    tmp_path: Path, name: str
) -> None:
    parts = list(read_hands(Source(written(tmp_path, name, TWO))))
    reasons = [row.reason for part in parts for row in part.quarantine]
    assert reasons[-1] == f"no hand of this file is read: it {SAID}; no reader here takes this format"
    text = (FEEDS / "pokerstars.txt").read_text(encoding="utf-8")
    both = list(read_hands(Source(written(tmp_path, "y.txt", TWO + text))))
    assert not any("no hand of this file" in row.reason for part in both for row in part.quarantine)


def test_audit_convert_lint_and_the_landing_name_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    day = tmp_path / "day"
    day.mkdir()
    written(day, "ps.txt", (FEEDS / "pokerstars.txt").read_bytes())
    written(day, "a.log", TWO)
    written(day, "b.log", TWO)
    out = tmp_path / "out"
    assert main(["audit", str(day), "--out", str(out), "--rulebook", "wsop-live-2017"]) == OK
    said = capsys.readouterr().out
    assert "passed over, because no feed has a file of this name: a.log, b.log (2 files, each looks like" in said
    assert "each looks like a Winamax history, with about 4 hands in all; no reader here takes this format" in said
    to = ["--to", "phh", "--out", str(tmp_path / "x.phhs")]
    assert main(["convert", str(day), *to]) == OK
    assert f"no format of hands has a file of this name: it {SAID}" in capsys.readouterr().out
    assert main(["lint", str(day)]) == OK
    assert f"a.log: note: passed over; no feed has a file of this name: it {SAID}" in capsys.readouterr().out
    assert main(["lint", str(day / "a.log")]) == BAD_INPUT
    assert SAID[0].upper() + SAID[1:] in capsys.readouterr().err.replace("It looks", "Looks")
    data = tmp_path / "data"
    (data / "landing").mkdir(parents=True)
    (data / "house.toml").write_text('[room.rio]\nrulebooks = ["wsop-live-2017"]\ntimezone = "UTC"\n')
    written(data / "landing", "a.log", TWO)
    main(["ingest", "--data", str(data)])
    assert f"not taken: a.log: no feed has a file of this name; it {SAID}" in capsys.readouterr().out


def test_an_audit_without_files_of_other_kinds_says_nothing_of_them(tmp_path: Path) -> None:
    day = written(tmp_path, "ps.txt", (FEEDS / "pokerstars.txt").read_bytes())
    result = audit_files([day], house_path=None, out=tmp_path / "out", rulebook="wsop-live-2017")
    assert result.passed_over == []


def test_many_files_of_a_kind_take_one_line() -> None:
    files = [(Path(f"{n}.xml"), Likely("an XML history of iPoker", 3)) for n in range(8)]
    [line] = passed_over_lines(files)
    assert "and 3 more (8 files, each looks like an XML history of iPoker, with about 24 hands in all)" in line
