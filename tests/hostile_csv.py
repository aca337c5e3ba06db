"""CSV feeds as nobody should send them: good lines among lines that are broken in every way, made by a seed."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from random import Random
from typing import Final

HEADERS: Final = {
    "downs": "room,event,buy_in,date,start,table,slot,emp,last_name,first_name,kind,total,initials",
    "shuffles": "room,table,device,at,deck,cards,status",
    "drops": "room,table,gaming_date,shift,rake_cents,promo_cents",
    "roster": "emp,last_name,first_name,games",
}
NAMES: Final = {"downs": "x.downs.csv", "shuffles": "x.shuffler.csv", "drops": "x.drop.csv", "roster": "roster.csv"}

# What a field may be replaced with: other spellings, signs of other scripts, values out of range, nothing.
_FIELDS: Final = (
    "", " ", "CLOSE", "close", "０１:３０", "24:00", "9:30", "00:00", "2018-02-30", "2018-6-2",
    "1969-12-31", "2200-01-01",
    "2018-06-02T10:04:11", "2018-06-02T10:04:60Z", "2018-06-02t10:04:11z", "2018-06-02 10:04:11.123456789+14:00",
    "2018-06-02T10:04:11.5-07:00", "2018-06-02T10:04:11+23:59", "2018-06-02T10:04:11-24:00", "2018-06-02T24:00:00Z",
    "2018-06-02T10:04:11-00:00", "2018-06-02T10:04:11+0700", "1970-01-01T00:00:00+14:00", "52", "052", "1001", "1_0",
    "-1", "+5", "5.5", "5.555", "1e3", "９", "999999999999999", "9999999999999999", "nan", "ok", "OK", "count", "jam",
    "live", "setup", "cash", "Müller", "😀", "\u00a0x\u00a0", "\u2003", "\tx", "x\t", "794324", "94324", "?94324", "--",
    "a\x0bb", "\x7f", "\ufeff", "\u2028", "rio", "pier", "nowhere", "#", "'", "\\", "a;b",
)  # fmt: skip


def _swapped(line: str, random: Random) -> bytes:
    fields = line.split(",")
    fields[random.randrange(len(fields))] = random.choice(_FIELDS)
    return ",".join(fields).encode()


def _quoted(line: str, random: Random) -> bytes:
    fields = line.split(",")
    place = random.randrange(len(fields))
    way = random.choice(('"{}"', '"{}', '{}"', '"a,{}"', '"a""{}"', 'a"{}', '"{}"x', '""'))
    fields[place] = way.format(fields[place])
    return ",".join(fields).encode()


def _bytes_put_in(line: str, random: Random) -> bytes:
    raw = bytearray(line.encode())
    place = random.randrange(len(raw) + 1)
    raw[place:place] = random.choice(
        (b"\0", b"\xff", b"\xc3", b"\r", b"\x1a", b"\x85", b"\xe2\x80", b" ", b"\t", b",", b",,")
    )
    return bytes(raw)


def _cut(line: str, random: Random) -> bytes:
    return line.encode()[: random.randrange(len(line))]


def _spaced(line: str, random: Random) -> bytes:
    return ",".join(" " * random.randrange(3) + field + " " * random.randrange(3) for field in line.split(",")).encode()


def _long(line: str, random: Random) -> bytes:
    return line.encode() + b"x" * random.choice((70, 300, 5_000))


def _blank(line: str, random: Random) -> bytes:
    return random.choice((b"", b"   ", b"\t", b",", b",,,,,,", b"\r", b"\x0c", b"\xc2\xa0"))


_WAYS: Final[tuple[Callable[[str, Random], bytes], ...]] = (
    _swapped, _swapped, _swapped, _quoted, _bytes_put_in, _cut, _spaced, _long, _blank,
)  # fmt: skip


def lines_of(feed: str, count: int, random: Random) -> list[str]:
    """Good lines of a feed, some of them again."""
    lines: list[str] = []
    for number in range(count):
        if lines and random.random() < 0.05:
            lines.append(random.choice(lines[-40:]))
        else:
            lines.append(_line(feed, number, random))
    return lines


def _line(feed: str, number: int, random: Random) -> str:
    room, table = random.choice(("rio", "rio", "pier", "nowhere")), random.choice(("147", "148", "9"))
    if feed == "shuffles":
        minutes = 600 + number // 2 - 60 * (number > 200) * random.choice((0, 0, 1))
        at = f"2018-{random.choice(('06-02', '11-04'))}T{minutes // 60 % 24:02}:{minutes % 60:02}:{number % 60:02}"
        at += random.choice(("-07:00", "-07:00", "Z", ".25-07:00"))
        status = random.choice(("ok", "ok", "ok", "ok", "count", "jam", "removed"))
        return f"{room},{table},{random.choice(('D1', 'D2', ''))},{at},{random.choice(('red', 'blue', ''))},52,{status}"
    if feed == "downs":
        day = random.choice(("2018-06-02", "2018-11-03", "2018-03-10"))
        slot = random.choice((f"{number % 24:02}:{30 * (number % 2):02}", "01:30", "02:30", "CLOSE"))
        name = random.choice(("Lee,Bonnie", "O'Brien,Ann", ",", "Müller,Jörg"))
        emp = random.choice(("794324", "563321", "", "79?324", "--", "794324/563321"))
        event, buy_in = random.choice(("", "2A")), random.choice(("", "565", "1.5"))
        kind = random.choice(("live", "live", "tournament", "setup", "bag", ""))
        return f"{room},{event},{buy_in},{day},20:00,{table},{slot},{emp},{name},{kind},,"
    if feed == "drops":
        return f"{room},{table},2018-06-0{number % 9 + 1},{random.choice(('day', 'swing'))},{number * 100},"
    return f"{random.randrange(10**6):06},Lee,Bonnie {number},{random.choice(('', 'holdem'))}"


def hostile_file(feed: str, seed: int, count: int = 400) -> bytes:
    """A file of a feed of which about a quarter of the lines are broken; every fifth file is broken as a whole too."""
    random = Random(f"{feed}-{seed}")
    header = HEADERS[feed]
    lines = [
        random.choice(_WAYS)(line, random) if random.random() < 0.25 else line.encode()
        for line in lines_of(feed, count, random)
    ]
    end = random.choice((b"\n", b"\n", b"\r\n"))
    columns = header.split(",")
    head = _head(columns, random, seed)
    if head[:1] != b"\xef" and seed % 5 == 1:
        order = random.sample(range(len(columns)), len(columns))
        head = ",".join(columns[i] for i in order).encode()
        lines = [
            b",".join(line.split(b",")[i] for i in order) if line.count(b",") == len(columns) - 1 else line
            for line in lines
        ]
    text = end.join([head, *lines]) + (end if seed % 3 else b"")
    if seed % 7 == 3:
        return gzip.compress(text, mtime=0)
    if seed % 11 == 5:
        return gzip.compress(text, mtime=0)[:-40]
    return text


def _head(columns: list[str], random: Random, seed: int) -> bytes:
    head = ",".join(columns).encode()
    ways = {
        2: b"\xef\xbb\xbf" + head, 4: b"\n  \n" + head, 6: ", ".join(columns).encode(),
        8: ",".join(f'"{name}"' for name in columns).encode(), 13: head + b",colour", 17: head.replace(b",", b";"),
        19: b"",
    }  # fmt: skip
    return ways.get(seed % 20, head)
