"""The words of a PDF that the compiler of our sheets wrote: enough of the format to read them back, and no more.

A sheet is proved by what stands on the paper, not by what went into its template.
"""

from __future__ import annotations

import re
import zlib
from pathlib import Path

_OBJECT = re.compile(rb"(\d+) 0 obj\n(.*?)\nendobj", re.S)
_TOKEN = re.compile(rb"/(f\d+) [-\d.]+ Tf|<([0-9a-fA-F]*)>(?!>)|(\()|(\bTm\b|\bBDC\b|\bET\b)")
_ESCAPES = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}


def pages(source: bytes | Path) -> list[str]:
    """The text of each page, runs joined by a blank; blanks in a row are one."""
    raw = source.read_bytes() if isinstance(source, Path) else source
    objects = {int(number): body for number, body in _OBJECT.findall(raw)}
    out = []
    for number in _kids(objects):
        body = objects[number]
        resources = objects[_reference(body, b"Resources")]
        fonts = {
            name.decode(): _unicode_of(objects, int(at)) for name, at in re.findall(rb"/(f\d+) (\d+) 0 R", resources)
        }
        out.append(re.sub(r"\s+", " ", _words(_stream(objects[_reference(body, b"Contents")]), fonts)).strip())
    return out


def text(source: bytes | Path) -> str:
    return " ".join(pages(source))


def _kids(objects: dict[int, bytes]) -> list[int]:
    (tree,) = (b for b in objects.values() if b.startswith(b"<</Type/Pages"))
    kids = re.search(rb"/Kids\[(.*?)\]", tree, re.S)
    assert kids is not None
    return [int(n) for n in re.findall(rb"(\d+) 0 R", kids[1])]


def _reference(body: bytes, name: bytes) -> int:
    found = re.search(rb"/" + name + rb" (\d+) 0 R", body)
    assert found is not None, name
    return int(found[1])


def _stream(body: bytes) -> bytes:
    head, _, rest = body.partition(b"stream\n")
    data = rest.rpartition(b"\nendstream")[0]
    return zlib.decompress(data) if b"FlateDecode" in head else data


def _unicode_of(objects: dict[int, bytes], font: int) -> dict[int, str]:
    table = _stream(objects[_reference(objects[font], b"ToUnicode")])
    out = {}
    for block in re.findall(rb"beginbfchar(.*?)endbfchar", table, re.S):
        for code, word in re.findall(rb"<([0-9a-fA-F]+)>\s*<([0-9a-fA-F]+)>", block):
            out[int(code, 16)] = bytes.fromhex(word.decode()).decode("utf-16-be")
    return out


def _words(content: bytes, fonts: dict[str, dict[int, str]]) -> str:
    content = re.sub(rb"/\w+\s*<<[^>]*>>\s*BDC", b" BDC", content)  # what a tag says of its text is no text
    table: dict[int, str] = {}
    out = []
    at = 0
    while found := _TOKEN.search(content, at):
        at = found.end()
        font, hexed, opened, moved = found.groups()
        if font:
            table = fonts[font.decode()]
        elif moved:
            out.append(" ")
        else:
            codes, at = _literal(content, at) if opened else (bytes.fromhex(hexed.decode()), at)
            out += [table.get(int.from_bytes(codes[i : i + 2]), "\ufffd") for i in range(0, len(codes), 2)]
    return "".join(out)


def _literal(content: bytes, at: int) -> tuple[bytes, int]:
    """The bytes of the string that opens before `at`, and where it ends; balanced brackets in it are not escaped."""
    out = bytearray()
    depth = 1
    while True:
        one = content[at : at + 1]
        at += 1
        if one == b"\\":
            octal = re.compile(rb"[0-7]{1,3}").match(content, at)
            word = octal[0] if octal else content[at : at + 1]
            at += len(word)
            out += bytes([int(word, 8)]) if octal else _ESCAPES.get(word, word)
            continue
        depth += (one == b"(") - (one == b")")
        if not depth:
            return bytes(out), at
        out += one
