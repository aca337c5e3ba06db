"""The chain's head, signed and noted with every commit before anything is shown of it, and compared before the next.

Whoever may write to the lake can rewrite its whole chain. What they cannot do is sign another head, or change one that
is noted elsewhere. The newest head lies signed in `checkpoint` beside the lake, with the public key in `signing.pub`;
`nightly.toml` may name a second place. Where the lake does not agree with them, or one of them is gone, nothing is
committed: a sentence says what is wrong and what to do.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from warehouse.files import fsync_folder, write_durably
from warehouse.head_copy import HeadCopy, NotedHead
from warehouse.lake import Draft, Lake, LakeError, Problem
from warehouse.ledger import ACCEPT, GENESIS, HEADS_AT, Entry, Ledger
from warehouse.merkle import consistency_path, inclusion_path, root_of
from warehouse.signing import Checkpoint, NoteError, PublicKey, SigningKey, continuation_text, proof_text

CHECKPOINT: Final = "checkpoint"
PUBLIC_KEY: Final = "signing.pub"
_RESTORE: Final = (
    "look at it with `oddchip verify` and restore it from a copy; if you know why and let the chain stand as it is, "
    'run `oddchip verify --accept --reason "…"`'
)


class HeadError(LakeError):
    """The chain is not the one whose head was noted, or the head cannot be noted: nothing may be committed."""


@dataclass(frozen=True)
class Heads:
    """Where the heads of one lake are noted: beside it in `folder`, and in a second place if there is one."""

    folder: Path
    key: Path
    copy: HeadCopy | None = None

    @property
    def checkpoint(self) -> Path:
        return self.folder / CHECKPOINT

    @property
    def public(self) -> Path:
        return self.folder / PUBLIC_KEY

    @property
    def place(self) -> str | None:
        """The second place as the ledger tells of it."""
        return None if self.copy is None else self.copy.named

    # -- before a commit ----------------------------------------------------------------------------------------------

    def compare(self, ledger: Ledger, places: frozenset[str]) -> bool:
        """HeadError unless the chain continues what was noted; True where its head has yet to be noted.

        `places` are the second places in which the chain itself says that its heads were noted.
        """
        for problem in self._problems(ledger.entries(), places):
            raise HeadError(f"{problem.path}: {problem.message}; {_RESTORE}")
        signed, entries = self.signed(), ledger.entries()
        behind = signed is None or signed.size < len(entries) or not self.public.exists()
        return behind or (self.place or "") not in {*places, ""}

    def _problems(self, entries: Sequence[Entry], places: frozenset[str]) -> Iterator[Problem]:
        """What keeps a commit from being made."""
        try:
            signed = self.signed()
        except HeadError as error:
            yield Problem("head-changed", CHECKPOINT, None, str(error))
            return
        if signed is not None:
            yield from _against(signed, entries)
            if len(entries) > signed.size + 1:  # a kill between a commit and its note leaves one
                message = (
                    f"the lake has {len(entries):,} commits, of which the last {len(entries) - signed.size:,} were "
                )
                yield Problem("head-unsigned", CHECKPOINT, None, f"{message}never signed")
        yield from self._copy_problems(entries, places, 0 if signed is None else signed.size)

    def _copy_problems(self, entries: Sequence[Entry], places: frozenset[str], size: int) -> Iterator[Problem]:
        if self.copy is None:
            return
        path, known = str(self.copy.path), self.place in places
        try:
            heads, _ = self.copy.read()
        except FileNotFoundError:
            if known:
                yield Problem("head-copy", path, None, "the heads that were noted here are gone; is its share mounted?")
            elif not self.copy.path.parent.is_dir():
                message = "its folder is not there; mount its share, or make the folder ([head] in nightly.toml)"
                yield Problem("head-copy", path, None, message)
            return
        except OSError as error:
            message = f"the heads noted here cannot be read ({error.strerror or error}); see [head] in nightly.toml"
            yield Problem("head-copy", path, None, message)
            return
        standing = heads[_accepted_from(heads) :]
        yield from _noted_problems(path, standing, entries)
        last = standing[-1].number if standing else -1
        if known and last < size:
            said = f"it ends with commit {last:,}" if standing else "it is empty"
            message = f"{said}, and heads up to commit {size:,} were noted here: it was emptied, or its end is cut off"
            yield Problem("head-copy", path, None, message)

    # -- proving ------------------------------------------------------------------------------------------------------

    def verify(self, ledger: Ledger) -> tuple[list[Problem], list[str]]:
        """What is wrong with the heads beside a ledger, and what is worth saying of them and is no error."""
        entries, broken = ledger.check()
        if broken:  # the ledger's own faults come first: a chain with a hole has no root
            return [], ["the signed heads were not compared: the ledger itself is not as it was written"]
        places = frozenset(place for entry in entries for place in entry.meta.get(HEADS_AT, ()))
        problems, said = list(self._problems(entries, places)), []
        if not problems:
            signed = self.signed()
            if signed is None:
                said.append("no head was signed yet: the next commit signs all that is there")
            elif signed.size < len(entries):
                said.append(
                    f"commit {len(entries):,} is not signed yet: a run was killed, and the next commit signs it"
                )
        if self.checkpoint.exists() and not self.public.exists():
            said.append(f"{PUBLIC_KEY} is not there; the next commit writes it again, and an auditor has a copy")
        elsewhere = sorted(places - {self.place or ""})
        said += [
            f"not compared: heads were noted in {place}, which nightly.toml no longer names" for place in elsewhere
        ]
        more, notes = self._lines(problems)
        return [*problems, *more], [*said, *notes]

    def _lines(self, known: Sequence[Problem]) -> tuple[list[Problem], list[str]]:
        """Every line of the second place: its signature, and whether it says a head at all."""
        if self.copy is None or any(problem.kind == "head-copy" for problem in known):
            return [], []
        try:
            heads, unread = self.copy.read()
            key = self.public_key()
        except (OSError, NoteError) as error:
            return [], [f"the signatures in {self.copy.path} were not compared: {error}"]
        path, problems, first = str(self.copy.path), [], _accepted_from(heads)
        for head in heads[first:]:
            try:
                noted = Checkpoint.parse(key.open(head.checkpoint)) if head.checkpoint else None
            except NoteError as error:
                problems.append(Problem("head-copy", path, None, f"line {head.line}: {error}"))
                continue
            if noted is not None and noted.size != head.number:
                message = f"line {head.line} notes commit {head.number:,}, and its signature is of {noted.size:,}"
                problems.append(Problem("head-copy", path, None, message))
        said = []
        for line, is_half in unread:
            if is_half:
                said.append(f"{path}: line {line} is half a line: a run was killed while it wrote")
            else:
                problems.append(Problem("head-copy", path, None, f"line {line} says no head: it was edited"))
        if first:
            said.append(f"{path}: heads noted before line {heads[first].line} are not held against the chain: "
                        "a person let it stand as it was (`oddchip log` tells who and why)")  # fmt: skip
        return problems, said

    def verify_kept(self, ledger: Ledger, checkpoint: Path | None, key: Path | None) -> list[Problem]:
        """The chain beside a signed head or a public key that somebody kept elsewhere (without one: those here)."""
        entries, broken = ledger.check()
        if broken:
            return []  # the ledger's own faults are told, and a chain with a hole has no root
        path, kept = self.checkpoint if checkpoint is None else checkpoint, self.public if key is None else key
        try:
            proved = PublicKey.parse(kept.read_text(encoding="ascii"))
            signed = Checkpoint.parse(proved.open(path.read_text(encoding="utf-8")))
        except (OSError, ValueError) as error:
            raise HeadError(f"{path}: cannot be compared ({error})") from error
        except NoteError as error:
            return [Problem("head-changed", str(path), None, f"it does not stand up to the key in {kept}: {error}")]
        return [Problem(one.kind, str(path), None, one.message) for one in _against(signed, entries)]

    def proof(self, ledger: Ledger, number: int) -> str:
        """That a commit stands in the ledger of the newest signed head, in a form that others can check."""
        leaves, note = self._proved(ledger, number)
        return proof_text(number - 1, inclusion_path(leaves, number - 1), note)

    def continuation(self, ledger: Ledger, size: int) -> str:
        """That the ledger of the newest signed head continues the one of so many commits, for a witness to check."""
        leaves, note = self._proved(ledger, size)
        return continuation_text(size, consistency_path(leaves, size), note)

    def _proved(self, ledger: Ledger, number: int) -> tuple[list[bytes], str]:
        """The leaves under the newest signed head, and the head; HeadError where a commit is none of them."""
        signed = self.signed()
        if signed is None or not 1 <= number <= signed.size:
            last = 0 if signed is None else signed.size
            raise HeadError(f"commit {number}: there is no proof of it; the signed head is of commits 1 to {last:,}")
        for problem in _against(signed, ledger.entries()):
            raise HeadError(f"{problem.path}: {problem.message}; {_RESTORE}")
        return [entry.leaf for entry in ledger.entries()[: signed.size]], self.checkpoint.read_text(encoding="utf-8")

    def signed(self) -> Checkpoint | None:
        """The newest signed head; None where none was ever signed, HeadError where it is gone or not by the key."""
        try:
            note = self.checkpoint.read_text(encoding="utf-8")
        except FileNotFoundError:
            if not self.public.exists():
                return None
            raise HeadError(f"the signed head is gone, though {PUBLIC_KEY} says that there was one") from None
        except (OSError, ValueError) as error:
            raise HeadError(f"the signed head cannot be read ({error})") from error
        try:
            return Checkpoint.parse(self.public_key().open(note))
        except NoteError as error:
            raise HeadError(f"the signed head is not as it was signed: {error}") from error

    def public_key(self) -> PublicKey:
        """The public key as it lies there; of a first use that was killed before it was written, that of the key."""
        try:
            return PublicKey.parse(self.public.read_text(encoding="ascii"))
        except FileNotFoundError:
            if self.key.exists():
                return SigningKey.load(self.key).public
            raise NoteError(f"{PUBLIC_KEY}, the public key that proves it, is gone") from None
        except (OSError, ValueError) as error:
            raise NoteError(f"{PUBLIC_KEY} cannot be read ({error})") from error

    # -- with a commit ------------------------------------------------------------------------------------------------

    def note(self, ledger: Ledger, accepted: bool = False) -> None:
        """Signs the head and notes it, in the second place first. Hold the ledger's lock."""
        entries = ledger.entries()
        number, digest = ledger.head()
        key = self._key(accepted)
        note = key.sign(Checkpoint(key.public.name, number, root_of([entry.leaf for entry in entries])).text)
        if self.copy is not None:
            try:
                self.copy.append(entries[-1] if entries else None, digest, note, accepted)
            except OSError as error:
                raise HeadError(
                    f"{self.copy.path}: the head of commit {number:,} cannot be noted ({error.strerror or error}), "
                    "so nothing of that commit is shown; see [head] in nightly.toml, and run again"
                ) from error
        # The signature first: a public key without one says that a head was signed, and is gone.
        self._put(self.checkpoint, note)
        if accepted or not self.public.exists():
            self._put(self.public, f"{key.public.text}\n")

    def _key(self, accepted: bool) -> SigningKey:
        try:
            if accepted:
                self._retire_key()
            key = SigningKey.load(self.key, make=accepted or not self.public.exists())
            if not accepted and self.public.exists() and self.public_key() != key.public:
                raise NoteError(f"it is not the key that {self.public} names")
        except FileNotFoundError:
            raise HeadError(f"{self.key}: the key that signs the heads is gone; restore it from a copy") from None
        except NoteError as error:
            raise HeadError(f"{self.key}: the key that signs the heads: {error}; restore it from a copy") from error
        return key

    def _retire_key(self) -> None:
        """Puts the former keys aside: the private one signs nothing any more, the public one proves what it signed."""
        for path in (self.key, self.public):
            number = 1
            while (aside := path.with_name(f"{path.name}.{number}")).exists():
                number += 1
            if path.exists():
                os.rename(path, aside)

    def _put(self, path: Path, text: str) -> None:
        beside = path.with_name(f".{path.name}.{os.getpid()}.part")
        beside.unlink(missing_ok=True)
        write_durably(beside, text.encode(), mode=0o644)  # made to be shown and copied
        os.replace(beside, path)
        fsync_folder(path.parent)


def accept(lake: Lake, who: str, reason: str) -> Entry:
    """Lets the chain stand as it is, whatever was noted of it, signed with a new key; the ledger says who and why.

    The former key has signed another history of the same name, and must never sign this one.
    """
    entry = lake.commit(lambda snapshot, folder: Draft(ACCEPT, meta={"who": who, "reason": reason}), accept=True)
    assert entry is not None
    return entry


def _accepted_from(heads: Sequence[NotedHead]) -> int:
    """Where the heads begin that are held against the chain: with the last that a person accepted."""
    return max((at for at, head in enumerate(heads) if head.accepted), default=0)


def _against(signed: Checkpoint, entries: Sequence[Entry]) -> Iterator[Problem]:
    """A signed head beside the chain."""
    if len(entries) < signed.size:
        have = f"has {len(entries):,} commits" if entries else "is empty"
        message = f"the lake {have}, and {signed.size:,} were signed: it was rolled back, or its end is cut off"
        yield Problem("head-rolled-back", CHECKPOINT, None, message)
    elif root_of([entry.leaf for entry in entries[: signed.size]]) != signed.root:
        message = f"the first {signed.size:,} commits of the lake are not those that were signed: history was rewritten"
        yield Problem("head-rewritten", CHECKPOINT, None, message)


def _noted_problems(path: str, heads: Sequence[NotedHead], entries: Sequence[Entry]) -> Iterator[Problem]:
    """The heads of a second place beside the chain; the first that does not agree is told."""
    before = 0
    for head in heads:
        where = f"line {head.line} notes commit {head.number:,}"
        if head.number < before:
            yield Problem("head-copy", path, None, f"{where} behind commit {before:,}: the numbers fall")
            return
        before = head.number
        if head.number > len(entries):
            message = f"{where}, and the lake has {len(entries):,}: it was rolled back, or its end is cut off"
            yield Problem("head-rolled-back", path, None, message)
            return
        if head.hash != (entries[head.number - 1].hash if head.number else GENESIS):
            message = f"{where} with another hash, {head.hash}: the lake's history was rewritten, or this line was"
            yield Problem("head-rewritten", path, None, message)
            return
