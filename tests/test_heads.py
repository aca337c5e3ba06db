"""The chain's head is signed and noted with every commit, and compared before the next; others can check it."""

from __future__ import annotations

import base64
import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from pipelines.cli import BAD_INPUT, OK, main
from pipelines.folders import Folders
from pipelines.night.heads import heads_of
from pipelines.night.nightly import open_lake
from tests import independent_log
from warehouse.files import Json
from warehouse.heads import HeadError
from warehouse.lake import Draft, Lake
from warehouse.ledger import Entry
from warehouse.merkle import consistency_path, inclusion_path, leaf_hash, root_of
from warehouse.signing import Checkpoint, NoteError, PublicKey, SigningKey, continuation_text, proof_text

# The example of the specification: https://c2sp.org/signed-note
EXAMPLE = (
    "Ognuno sta solo sul cuor della terra\ntrafitto da un raggio di sole:\n\ned \u00e8 subito sera.\n\n"
    "\u2014 quasimodo.example/salvatore "
    "NnugSzTjtVAewIS+Z/iJhUPeFDkO/5QQ2i5ddnGITLlC+EhfLW9oJKONrMouFSQU0xMcXxj99ihAQwaqP3ZekRwNtIc=\n"
)


def commit(lake: Lake, **meta: Json) -> Entry:
    entry = lake.commit(lambda snapshot, folder: Draft("test", meta=dict(meta)))
    assert entry is not None
    return entry


def lake_in(data: Path, copy_to: Path | None = None) -> Lake:
    data.mkdir(parents=True, exist_ok=True)
    if copy_to is not None:
        (data / "nightly.toml").write_text(f'[head]\ncopy_to = "{copy_to}"\n')
    return open_lake(Folders(data))


def problems(data: Path) -> list[str]:
    return [one.kind for one in heads_of(Folders(data)).verify(Lake(data / "lake").ledger)[0]]


# -- what others can check -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [0, 1, 2, 3, 4, 5, 7, 8, 9, 64, 100])
def test_the_tree_is_that_of_the_specification(size: int) -> None:
    data = [f"entry {number}".encode() for number in range(size)]
    assert root_of([leaf_hash(one) for one in data]) == independent_log.tree_hash(data)


def test_every_entry_of_every_small_ledger_is_proved_to_an_independent_verifier() -> None:
    key = SigningKey("room.example/log", b"k" * 32)
    for size in range(1, 20):
        data = [f"entry {number}".encode() for number in range(size)]
        leaves = [leaf_hash(one) for one in data]
        note = key.sign(Checkpoint("room.example/log", size, root_of(leaves)).text)
        for index, entry in enumerate(data):
            proof = proof_text(index, inclusion_path(leaves, index), note)
            assert independent_log.check_inclusion(proof, key.public.text, entry) == index
            with pytest.raises(AssertionError):
                independent_log.check_inclusion(proof, key.public.text, entry + b" ")


def test_every_small_ledger_is_proved_to_continue_each_before_it_to_an_independent_verifier() -> None:
    key = SigningKey("room.example/log", b"k" * 32)
    data = [f"entry {number}".encode() for number in range(20)]
    leaves = [leaf_hash(one) for one in data]
    for size in range(1, 21):
        note = key.sign(Checkpoint("room.example/log", size, root_of(leaves[:size])).text)
        for old in range(1, size + 1):
            told = continuation_text(old, consistency_path(leaves[:size], old), note)
            root = independent_log.tree_hash(data[:old])
            assert independent_log.check_consistency(told, key.public.text, root) == (old, size)
            with pytest.raises(AssertionError):  # another history of as many entries
                independent_log.check_consistency(told, key.public.text, root_of([b"x" * 32] * old))


def test_an_independent_verifier_reads_the_checkpoint_of_a_night(
    night: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    verifier = (night / "signing.pub").read_text()
    note = (night / "checkpoint").read_text()
    origin, size, root = independent_log.read_checkpoint(note, verifier)
    entries = independent_log.leaves_of(night / "lake" / "ledger")
    assert origin == verifier.split("+")[0]
    assert (size, root) == (len(entries), independent_log.tree_hash(entries))
    for number in (1, size // 2, size):
        capsys.readouterr()
        assert main(["verify", "--proof", str(number), "--data", str(night)]) == OK
        proof = capsys.readouterr().out
        assert independent_log.check_inclusion(proof, verifier, entries[number - 1]) == number - 1
        assert main(["verify", "--since", str(number), "--data", str(night)]) == OK
        told, old_root = capsys.readouterr().out, independent_log.tree_hash(entries[:number])
        assert independent_log.check_consistency(told, verifier, old_root) == (number, size)
    assert main(["verify", "--proof", str(size + 1), "--data", str(night)]) == BAD_INPUT
    assert main(["verify", "--since", str(size + 1), "--data", str(night)]) == BAD_INPUT


def test_a_note_of_somebody_else_of_the_same_name_is_not_by_our_key() -> None:
    stranger = SigningKey("quasimodo.example/salvatore", b"x" * 32).public
    with pytest.raises(NoteError, match="did not sign"):
        stranger.open(EXAMPLE)


@pytest.mark.parametrize(
    "change",
    [
        lambda note: note.replace("3\n", "4\n", 1),
        lambda note: note[:-10] + ("A" if note[-10] != "A" else "B") + note[-9:],
        lambda note: note.replace("\n\n", "\n"),
        lambda note: note + "a line more\n",
        lambda note: note[:-1],
        lambda note: "",
    ],
)
def test_a_note_that_was_edited_is_refused(change: Callable[[str], str]) -> None:
    key = SigningKey("room.example/log", b"k" * 32)
    note = key.sign(Checkpoint("room.example/log", 3, b"r" * 32).text)
    assert Checkpoint.parse(key.public.open(note)).size == 3
    with pytest.raises(NoteError):
        key.public.open(change(note))


def test_keys_are_written_as_the_tools_of_the_format_write_them(tmp_path: Path) -> None:
    path = tmp_path / "keys" / "signing.key"
    key = SigningKey.load(path, make=True)
    assert SigningKey.load(path, make=True).public == key.public
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.read_text().startswith(f"PRIVATE+KEY+{key.public.name}+")
    assert PublicKey.parse(key.public.text) == key.public
    for text in (
        "",
        "name+00000000+AQ==",
        key.public.text.replace("+", " ", 1),
        "name+00000000+" + key.public.text[-44:],
    ):
        with pytest.raises(NoteError):
            PublicKey.parse(text)


# -- with every commit -----------------------------------------------------------------------------------------------


def test_the_head_is_noted_with_every_commit_before_it_is_shown(tmp_path: Path) -> None:
    place = tmp_path / "elsewhere.jsonl"
    lake = lake_in(tmp_path / "data", place)
    for _ in range(3):
        entry = commit(lake)
        lines = [json.loads(line) for line in place.read_text().splitlines()]
        assert (lines[-1]["number"], lines[-1]["hash"]) == (entry.number, entry.hash)
        verifier = (tmp_path / "data" / "signing.pub").read_text()
        assert independent_log.read_checkpoint(lines[-1]["checkpoint"], verifier)[1] == entry.number
        assert (tmp_path / "data" / "checkpoint").read_text() == lines[-1]["checkpoint"]
    assert problems(tmp_path / "data") == []


def test_no_name_is_told_where_the_asking_cannot_be_noted(
    night: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, place = tmp_path / "data", tmp_path / "share" / "heads.jsonl"
    shutil.copytree(night, data)
    place.parent.mkdir()
    (data / "nightly.toml").write_text(f'[head]\ncopy_to = "{place}"\n')
    from warehouse.privacy import load_key

    player = Lake(data / "lake").read("seats", columns=["player"])["player"][0].as_py()
    asked = ["unmask", load_key(data / "pseudonym.key").of(player), "--reason", "a test", "--data", str(data)]
    assert main(asked) == OK
    assert player in capsys.readouterr().out
    assert json.loads(place.read_text().splitlines()[-1])["number"] == Lake(data / "lake").number()
    shutil.rmtree(place.parent)  # the share is gone
    before = Lake(data / "lake").number()
    assert main(asked) == BAD_INPUT
    told = capsys.readouterr()
    assert player not in told.out + told.err
    assert "is its share mounted?" in told.err
    assert Lake(data / "lake").number() == before


def test_a_commit_that_could_not_be_noted_is_noted_before_the_next(tmp_path: Path) -> None:
    place = tmp_path / "elsewhere.jsonl"
    data = tmp_path / "data"
    commit(lake_in(data, place))
    commit(Lake(data / "lake"))  # a run that was killed between its commit and its note
    assert problems(data) == []
    commit(lake_in(data, place))
    assert [json.loads(line)["number"] for line in place.read_text().splitlines()] == [0, 1, 2, 3]


def test_two_commits_that_were_never_signed_are_refused(tmp_path: Path) -> None:
    commit(lake_in(tmp_path / "data"))
    for _ in range(2):
        commit(Lake(tmp_path / "data" / "lake"))
    with pytest.raises(HeadError, match="last 2 were never signed"):
        commit(lake_in(tmp_path / "data"))
    assert problems(tmp_path / "data") == ["head-unsigned"]


def test_a_lake_of_an_older_version_is_signed_with_its_next_commit(tmp_path: Path) -> None:
    data = tmp_path / "data"
    for _ in range(5):
        commit(Lake(data / "lake"))
    assert "no head was signed yet" in heads_of(Folders(data)).verify(Lake(data / "lake").ledger)[1][0]
    commit(lake_in(data))
    _, size, root = independent_log.read_checkpoint(
        (data / "checkpoint").read_text(), (data / "signing.pub").read_text()
    )
    assert (size, root) == (6, independent_log.tree_hash(independent_log.leaves_of(data / "lake" / "ledger")))


def test_the_key_may_lie_outside_the_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ODDCHIP_SIGNING_KEY", str(tmp_path / "safe" / "signing.key"))
    commit(lake_in(tmp_path / "data"))
    assert (tmp_path / "safe" / "signing.key").stat().st_mode & 0o777 == 0o600
    assert not (tmp_path / "data" / "signing.key").exists()
    (tmp_path / "safe" / "signing.key").unlink()
    with pytest.raises(HeadError, match=r"signing\.key: the key that signs the heads is gone; restore it"):
        commit(lake_in(tmp_path / "data"))


def test_another_key_is_refused(tmp_path: Path) -> None:
    commit(lake_in(tmp_path / "data"))
    (tmp_path / "data" / "signing.key").unlink()
    SigningKey.load(tmp_path / "data" / "signing.key", make=True)
    with pytest.raises(HeadError, match="not the key that"):
        commit(lake_in(tmp_path / "data"))


# -- what was rolled back, cut off, rewritten, emptied ----------------------------------------------------------------


def rolled_back(data: Path) -> None:
    """The lake as it was in an older copy: the newest three commits and their head are gone."""
    ledger = data / "lake" / "ledger"
    last = sorted(ledger.glob("0*.json"))[-4]
    for path in sorted(ledger.glob("0*.json"))[-3:]:
        path.unlink()
    (ledger / "HEAD.json").write_text(
        json.dumps({"hash": json.loads(last.read_bytes())["hash"], "number": int(last.stem)}, separators=(",", ":"))
        + "\n"
    )


def cut_off(data: Path) -> None:
    sorted((data / "lake" / "ledger").glob("0*.json"))[-1].unlink()


def rewritten(data: Path) -> None:
    """A whole new chain of as many commits: every seal right, and another history."""
    number = Lake(data / "lake").number()
    shutil.rmtree(data / "lake")
    other = Lake(data / "lake")
    for _ in range(number):
        commit(other)


def emptied(data: Path) -> None:
    shutil.rmtree(data / "lake")
    (data / "lake").mkdir()


def taken_away(data: Path) -> None:
    shutil.rmtree(data / "lake")


WRONG_LAKES = [rolled_back, cut_off, rewritten, emptied, taken_away]


@pytest.mark.parametrize("command", ["nightly", "ingest"])
@pytest.mark.parametrize("elsewhere", [False, True])
@pytest.mark.parametrize("wrong", WRONG_LAKES)
def test_a_lake_that_is_not_the_noted_one_takes_nothing_in(
    night: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    wrong: Callable[[Path], None],
    elsewhere: bool,
    command: str,
) -> None:
    data = copy_of(night, tmp_path, elsewhere)
    wrong(data)
    if elsewhere:  # whoever did it put away what lies beside the lake as well
        for name in ("checkpoint", "signing.pub", "signing.key"):
            (data / name).unlink()
    before = sorted(path for path in data.rglob("*"))
    capsys.readouterr()
    assert main([command, "--data", str(data)]) == BAD_INPUT
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and "oddchip verify" in said, said
    assert "Traceback" not in said
    after = sorted(path for path in data.rglob("*") if path.name != "ledger.lock")
    assert [path for path in after if path not in before] in ([], [data / "lake" / "tmp"])


def copy_of(night: Path, tmp_path: Path, elsewhere: bool) -> Path:
    data = Path(shutil.copytree(night, tmp_path / "data"))
    if elsewhere:
        (tmp_path / "elsewhere").mkdir()
        (data / "nightly.toml").write_text(f'[head]\ncopy_to = "{tmp_path / "elsewhere" / "heads.jsonl"}"\n')
        commit(open_lake(Folders(data)))
    return data


def emptied_place(place: Path) -> None:
    place.write_bytes(b"")


def shorter_place(place: Path) -> None:
    place.write_bytes(b"".join(place.read_bytes().splitlines(keepends=True)[:-1]))


def unmounted(place: Path) -> None:
    shutil.rmtree(place.parent)


def gone(place: Path) -> None:
    place.unlink()


def falling(place: Path) -> None:
    lines = place.read_bytes().splitlines(keepends=True)
    place.write_bytes(b"".join([*lines, lines[0]]))


def no_file(place: Path) -> None:
    place.unlink()
    place.mkdir()


@pytest.mark.parametrize("command", ["nightly", "ingest"])
@pytest.mark.parametrize("wrong", [emptied_place, shorter_place, unmounted, gone, falling, no_file])
def test_a_second_place_that_is_not_as_it_was_lets_nothing_land(
    night: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], wrong: Callable[[Path], None], command: str
) -> None:
    data = copy_of(night, tmp_path, elsewhere=True)
    wrong(tmp_path / "elsewhere" / "heads.jsonl")
    number = Lake(data / "lake").number()
    assert main([command, "--data", str(data)]) == BAD_INPUT
    said = capsys.readouterr().err
    assert "heads.jsonl: " in said and "oddchip verify" in said, said
    assert Lake(data / "lake").number() == number


def test_a_share_that_was_never_mounted_is_told_at_the_first_run(
    data: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (data / "nightly.toml").write_text(f'[head]\ncopy_to = "{tmp_path / "mnt" / "heads.jsonl"}"\n')
    assert main(["ingest", "--data", str(data)]) == BAD_INPUT
    assert "its folder is not there; mount its share" in capsys.readouterr().err
    assert not (data / "lake" / "ledger").exists()


# -- a person lets the chain stand ------------------------------------------------------------------------------------


def test_a_lake_restored_from_a_copy_goes_on_when_a_person_says_why(
    night: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = copy_of(night, tmp_path, elsewhere=True)
    former = (data / "signing.pub").read_text()
    assert main(["verify", "--accept", "--reason", "why not", "--data", str(data)]) == BAD_INPUT
    assert "nothing to accept" in capsys.readouterr().err
    rolled_back(data)
    assert main(["ingest", "--data", str(data)]) == BAD_INPUT
    assert main(["verify", "--accept", "--data", str(data)]) == BAD_INPUT
    assert main(["verify", "--accept", "--reason", "the disk died; copy of Monday", "--data", str(data)]) == OK
    newer = (data / "signing.pub").read_text()
    assert newer != former
    assert newer.strip() in capsys.readouterr().out
    assert (data / "signing.pub.1").read_text() == former
    assert main(["ingest", "--data", str(data)]) == OK
    capsys.readouterr()
    assert main(["log", "--data", str(data)]) == OK
    assert "copy of Monday" in capsys.readouterr().out
    assert main(["verify", "--key", str(data / "signing.pub.1"), "--data", str(data)]) == BAD_INPUT
    assert "does not stand up to the key" in capsys.readouterr().out


def test_a_head_that_an_auditor_kept_shows_a_chain_that_was_rewritten_and_signed_again(
    night: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = Path(shutil.copytree(night, tmp_path / "data"))
    kept = tmp_path / "kept"
    kept.mkdir()
    for name in ("checkpoint", "signing.pub"):
        shutil.copy(data / name, kept / name)
    rewritten(data)
    for name in ("checkpoint", "signing.pub"):
        (data / name).unlink()
    lake = open_lake(Folders(data))  # with the same key: whoever has it can sign anything
    commit(lake)
    shutil.rmtree(data / "reports")
    asked = ["verify", "--checkpoint", str(kept / "checkpoint"), "--key", str(kept / "signing.pub")]
    assert main(["verify", "--data", str(data)]) == OK  # what the README says: here it cannot be seen
    assert main([*asked, "--data", str(data)]) == BAD_INPUT
    assert "history was rewritten" in capsys.readouterr().out
    assert main([*asked, "--data", str(night)]) == OK


def test_verify_reads_a_lake_that_it_may_not_write(night: Path, tmp_path: Path) -> None:
    data = Path(shutil.copytree(night, tmp_path / "data"))
    os.remove(data / "lake" / "ledger.lock")
    assert main(["verify", "--data", str(data)]) == OK
    assert not (data / "lake" / "ledger.lock").exists()


def test_the_root_that_is_signed_is_base64_of_a_sha256(night: Path) -> None:
    assert len(base64.b64decode((night / "checkpoint").read_text().split("\n")[2])) == 32
