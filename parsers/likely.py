"""What a file that no reader takes most likely is, and how many hands it may hold: so that it is passed over by name.

A format is told by what its files hold, not by what they are called. Text is told by a mark that stands once in every
hand, and the marks are counted; whatever else is told by its first bytes. Nothing is unpacked onto the disk, and of a
very large file only the beginning is counted.
"""

from __future__ import annotations

import gzip
import io
import re
import sqlite3
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Final, NamedTuple, cast

import pyarrow as pa

LOOK_MOST: Final = 256 << 20  # unpacked bytes that are counted; what is longer holds at least so many
_HEAD: Final = 64 << 10
_PIECE: Final = 4 << 20
_LAPPED: Final = 4 << 10  # bytes of a piece that are seen again with the next one: a mark may be cut in two
_NAMES_MOST: Final = 4
_MEMBERS_MOST: Final = 100_000


class Likely(NamedTuple):
    """What a file seems to be. `hands` is None where nobody can say without a reader of the format."""

    what: str
    hands: int | None = None
    unit: str = "hand"
    at_least: bool = False
    advice: str = ""
    is_foreign: bool = False  # of another kind than any reader here takes, whatever it is called

    def said(self) -> str:
        """In words, behind "looks like"."""
        if self.hands is None:
            held = ""
        else:
            held = f" of {'at least' if self.at_least else 'about'} {self.hands:,} {self.unit}"
            held += "" if self.hands == 1 else "s"
        return f"{self.what}{held}" + (f"; {self.advice}" if self.advice else "")


class _Text(NamedTuple):
    """A text format. `reads` is what makes it read here: the name to give; empty where nothing does."""

    what: str
    mark: re.Pattern[bytes]
    reads: str = ""


def _text(what: str, mark: bytes, reads: str = "") -> _Text:
    return _Text(what, re.compile(mark, re.MULTILINE), reads)


_SITES: Final = rb"Poker|PokerStars|POKERSTARS|Run It Once Poker|PokerMaster|PokerBros|PPPoker|Hive Poker"
# The first that has most marks in the beginning of a file names it: the narrower ones stand in front.
_TEXTS: Final = (
    _text("a PokerNow log", rb"-- starting hand #[0-9]+", "*.pokernow.csv"),
    _text("Open Hand History", rb'"ohh"\s*:\s*\{', "*.ohh"),
    _text("a hand log", rb'"events"\s*:\s*\[\s*"', "*.hands.jsonl"),
    _text("a PokerGFX export", rb'"HandNum"\s*:', "*.json"),
    _text("PHH", rb"^variant\s*=\s*[\"']", "*.phhs"),
    _text("a KingsClub history", rb"^#[0-9]+: (?:No Limit|Pot Limit|Limit) .+ - [0-9.,]+/[0-9.,]+", "*.txt"),
    _text("a history in the manner of PokerStars",
          rb"^(?:\xef\xbb\xbf)?(?:" + _SITES + rb")(?: Zoom| Home Game)? (?:Hand|Game|GAME) #[A-Z]{0,3}[0-9]+:",
          "*.txt"),
    _text("a Winamax history", rb'^Winamax Poker - (?:CashGame|Go Fast|HOLD-UP|Escape|Tournament ")'),
    _text("a tournament summary, which holds no hands",
          rb"^(?:\xef\xbb\xbf)?(?:PokerStars|Full Tilt Poker|Run It Once Poker) Tournament (?:Summary|#[0-9]+)"),
    _text("a Winamax tournament summary, which holds no hands", rb"^Winamax Poker - Tournament summary"),
    _text("an 888poker (Pacific) history",
          rb"^\*{5} (?:Cassava|888poker|888\.[a-z]{2}) (?:Snap Poker )?Hand History for Game [0-9]+"),
    _text("a Betfair history", rb"^\*{5} Betfair Poker Hand History for Game [0-9]+"),
    _text("a partypoker history", rb"^\*{5} Hand History [fF]or Game \w+"),
    _text("an Everleaf history", rb"^(?:\*{5} )?Hand history for game #[0-9]+"),
    _text("an Ongame history", rb"^\*{5} History for hand [A-Z]?[0-9]+"),
    _text("an Ignition or Bovada history",
          rb"^(?:Ignition|Bovada|Bodog(?:\.com|\.eu| UK| Canada|88)?) (?:\w+ )?Hand #"),
    _text("a Full Tilt history", rb"^Full ?Tilt ?Poker Game #[0-9]+"),
    _text("a BetOnline (Chico) history",
          rb"^(?:BetOnline Poker|PayNoRake|ActionPoker\.com|Gear Poker|SportsBetting\.ag Poker|Tiger Gaming) "
          rb"Game #[0-9]+"),
    _text("an Absolute Poker history", rb"^Stage #C?[0-9]+: "),
    _text("an Everest history", rb"^EverestPoker Game #[0-9]+"),
    _text("a Merge history", rb"^(?:MERGE_GAME|Merge Game) #[0-9-]+"),
    _text("an iPoker history as text", rb"^GAME #[0-9]+"),
    _text("an Entraction history", rb"^Game # [0-9]+ - "),
    _text("a Poker Mavens or SwC history",
          rb"^SwCPoker Hand |^Hand #[0-9]+(?:-[0-9]+)? - [0-9]{4}-[0-9]{2}-[0-9]{2}"),
    _text("a Winning Poker Network (ACR) history",
          rb"^(?:Game|Hand) ID: [0-9]+|^Hand #[0-9]+ - [A-Z0-9]|^Game Hand #[0-9]+"),
    _text("a Cake history", rb"^Hand#[0-9]+ - "),
    _text("a Unibet history", rb"^Game #[0-9]+: Table "),
    _text("a partypoker or 888poker history", rb"^#Game No : [0-9]+"),
    _text("an XML history of iPoker", rb"<game gamecode="),
    _text("an XML history of Merge", rb'<game id="[^"]*" starttime='),
    _text("an XML history of Microgaming", rb"<Game [^>]*\bhhversion="),
    _text("an XML history of Boss Media", rb"<HISTORY ID="),
    _text("XML histories of DriveHUD", rb"<HandHistory[ >]|<HandHistoryRaw"),
    _text("a dump of a tracker's database", rb"^COPY (?:public\.)?\w*(?:hand_histor|hands?)\w* \("),
)  # fmt: skip
# A line that counts or numbers something like a hand, in the languages that clients write.
_LIKE_A_HAND: Final = re.compile(
    rb"^.{0,80}\b(?:hand|game|main|mano|m\xc3\xa3o|m\xe3o|spiel|partie|deal)\b"
    rb".{0,30}?(?:#|n\xc2\xb0|:|no\.?) ?#?[0-9]{3,}",
    re.MULTILINE | re.IGNORECASE,
)
_CONTROL: Final = re.compile(rb"[\x00-\x08\x0e-\x19]")  # no text has them
_AS_TEXT: Final = "have it exported as text, PHH or Open Hand History"
_UNPACK: Final = "unpack it and name the folder"
_NO_HANDS: Final = "hands are not read from it"
_MAGIC: Final = (
    (b"PAR1", Likely("a Parquet table", advice=_NO_HANDS)),
    (b"PGDMP", Likely("a PostgreSQL dump, as trackers make it", advice=_AS_TEXT)),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", Likely("an old Office file (.xls or .doc)", advice="save its table as CSV")),
    (b"%PDF-", Likely("a PDF", advice=_NO_HANDS)),
    (b"7z\xbc\xaf\x27\x1c", Likely("a 7z archive", advice=_UNPACK)),
    (b"Rar!\x1a\x07", Likely("a RAR archive", advice=_UNPACK)),
    (b"BZh", Likely("a bzip2 file", advice=_UNPACK)),
    (b"\xfd7zXZ\x00", Likely("an xz file", advice=_UNPACK)),
    (b"\x89PNG", Likely("a picture", advice=_NO_HANDS)),
    (b"\xff\xd8\xff", Likely("a picture", advice=_NO_HANDS)),
    (b"GIF8", Likely("a picture", advice=_NO_HANDS)),
)  # fmt: skip
_FOREIGN: Final = "no reader here takes this format"


def likely(path: Path | str) -> Likely:
    """What the file most likely is. Raises nothing: what cannot be opened is told as that."""
    try:
        return _of(Path(path))
    except OSError as error:
        return Likely(f"nothing that can be told: it cannot be read ({error.strerror or error})")


def _of(path: Path) -> Likely:
    pieces = _pieces(path)
    head = next(pieces, b"")
    if not head:
        return Likely("an empty file")
    for look, is_one in (
        (_sqlite, head.startswith(b"SQLite format 3\x00")),
        (_zip, head.startswith(b"PK\x03\x04")),
        (_tar, head[257:262] == b"ustar"),
    ):
        if is_one:
            return look(path)._replace(is_foreign=True)
    for magic, found in _MAGIC:
        if head.startswith(magic):
            return found._replace(is_foreign=True)
    text = _plain(head)
    if _CONTROL.search(text[:_HEAD]):
        return Likely("a binary file of a kind not known here", advice=_NO_HANDS, is_foreign=True)
    return _as_text(text, pieces)


def _as_text(head: bytes, pieces: Iterator[bytes]) -> Likely:
    """A file of text, by the marks in its beginning."""
    begins = head[:_HEAD]
    met = [(len(kind.mark.findall(begins)), kind) for kind in _TEXTS]
    most, kind = max(met, key=lambda one: one[0])
    if most:
        count, cut = _counted(kind.mark, head, pieces)
        if kind.reads:
            advice = f"name it {kind.reads}, or say what it is with --format"
            return Likely(kind.what, count, at_least=cut, advice=advice)
        if "holds no hands" in kind.what:
            return Likely(kind.what, is_foreign=True)
        return Likely(kind.what, count, at_least=cut, advice=_FOREIGN, is_foreign=True)
    count, cut = _counted(_LIKE_A_HAND, head, pieces)
    if count:
        return Likely("text of a program not known here", count, at_least=cut, advice=_FOREIGN, is_foreign=True)
    return Likely(_shape(begins), advice="nothing in it looks like a hand")


def _shape(begins: bytes) -> str:
    """What a text without anything like a hand is, by how it begins."""
    start = begins.lstrip(b"\xef\xbb\xbf \t\r\n")
    first = start.partition(b"\n")[0].strip().decode("utf-8", errors="replace")
    if start.startswith(b"<"):
        return "XML or HTML"
    if start[:1] in (b"{", b"["):
        return "JSON"
    for comma in (",", ";", "\t"):
        if first.count(comma) >= 2:
            names = [name.strip()[:30] for name in first.split(comma)]
            more = ", …" if len(names) > _NAMES_MOST else ""
            return f"a CSV table with the columns {', '.join(names[:_NAMES_MOST])}{more}"
    return "text"


def _counted(mark: re.Pattern[bytes], head: bytes, pieces: Iterator[bytes]) -> tuple[int, bool]:
    """(how often the mark stands in the file, whether the file goes on behind what was looked at)."""
    count, looked, held = 0, 0, head
    while True:
        piece = next(pieces, b"")
        # A mark in the last bytes is left to the next turn, which may know its other half.
        end = held.rfind(b"\n", 0, max(0, len(held) - _LAPPED)) + 1 if piece else len(held)
        count += sum(1 for _ in mark.finditer(held[:end]))
        looked += end
        if not piece:
            return count, False
        if looked >= LOOK_MOST:
            return count, True
        held = held[end:] + _plain(piece)


def _plain(piece: bytes) -> bytes:
    """Text whose letters take two bytes, with one; what is ASCII in it stays readable."""
    if piece.startswith((b"\xff\xfe", b"\xfe\xff")) or piece[1:200:2].count(0) > 60 or piece[:200:2].count(0) > 60:
        return piece.removeprefix(b"\xff\xfe").removeprefix(b"\xfe\xff").replace(b"\x00", b"")
    return piece


# -- bytes -------------------------------------------------------------------------------------------------------------


def _opened(path: Path) -> IO[bytes]:
    """The file's bytes, unpacked."""
    with open(path, "rb") as file:
        magic = file.read(4)
    if magic.startswith(b"\x1f\x8b"):
        return cast(IO[bytes], gzip.open(path))
    if magic == b"\x28\xb5\x2f\xfd":
        return cast(IO[bytes], pa.CompressedInputStream(pa.OSFile(str(path)), "zstd"))
    return open(path, "rb")


def _pieces(path: Path) -> Iterator[bytes]:
    """The unpacked bytes; they end where the packing is damaged, of which whoever reads the file tells."""
    with _opened(path) as stream:
        while True:
            try:
                piece = stream.read(_PIECE)
            except (gzip.BadGzipFile, EOFError, zlib.error, pa.ArrowException, OSError):
                return
            if not piece:
                return
            yield piece


def _sqlite(path: Path) -> Likely:
    """A database in one file, as trackers keep it: the tables whose names speak of hands."""
    what, counts = "an SQLite database", []
    try:
        with open(path, "rb") as file:
            packed = not file.read(16).startswith(b"SQLite")
        base = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)
        try:
            names = [row[0] for row in base.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            for name in sorted(name for name in names if "hand" in name.lower())[:_NAMES_MOST]:
                quoted = name.replace('"', '""')
                counts.append((name, base.execute(f'SELECT count(*) FROM "{quoted}"').fetchone()[0]))
        finally:
            base.close()
    except (sqlite3.Error, ValueError):
        return Likely(what + (", packed" if packed else ", damaged or of a newer kind"), advice=_AS_TEXT)
    if not counts:
        return Likely(what, advice="none of its tables speaks of hands")
    tables = ", ".join(f"{name} {rows:,}" for name, rows in counts)
    return Likely(f"{what} of a tracker (rows: {tables})", max(rows for _, rows in counts), advice=_AS_TEXT)


def _zip(path: Path) -> Likely:
    """A zip archive, or a spreadsheet, which is one."""
    try:
        with _opened(path) as stream, zipfile.ZipFile(io.BytesIO(stream.read(LOOK_MOST))) as archive:
            names = archive.namelist()
            sheets = [name for name in names if name.startswith("xl/worksheets/") or name == "content.xml"]
            if sheets:
                rows = 0
                for name in sheets:
                    with archive.open(name) as sheet:
                        rows += len(re.findall(rb"<(?:table:table-)?row[ >]", sheet.read(LOOK_MOST // 4)))
                return Likely("a spreadsheet", rows, "row", advice="save its tables as CSV or text")
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError):
        return Likely("a zip archive, damaged or locked", advice=_UNPACK)
    files = sum(not name.endswith("/") for name in names)
    return Likely("a zip archive", files, "file", advice=_UNPACK)


def _tar(path: Path) -> Likely:
    """A tar archive, packed or not."""
    count = 0
    try:
        with _opened(path) as stream, tarfile.open(fileobj=stream, mode="r|") as archive:
            for member in archive:
                count += member.isfile()
                if count >= _MEMBERS_MOST:
                    break
    except (tarfile.TarError, EOFError, zlib.error, pa.ArrowException):
        return Likely("a tar archive, damaged", count, "file", at_least=True, advice=_UNPACK)
    return Likely("a tar archive", count, "file", at_least=count >= _MEMBERS_MOST, advice=_UNPACK)
