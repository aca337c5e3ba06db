"""Who stands in the ledger: the user whom the kernel knows, whatever the environment says."""

from __future__ import annotations

import os
import pwd
from pathlib import Path

import pytest

from pipelines import who

NAMES = {0: "root", 1001: "ann", 1002: "bob"}


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> pytest.MonkeyPatch:
    """A machine of three users on which nobody logged in, and an environment that lies."""

    def known(uid: int) -> pwd.struct_passwd:
        return pwd.struct_passwd((NAMES[uid], "x", uid, uid, "", "/", "/bin/sh"))

    monkeypatch.setattr(pwd, "getpwuid", known)
    monkeypatch.setattr(who, "LOGIN", tmp_path / "loginuid")
    for name in ("LOGNAME", "USER", "LNAME", "USERNAME"):
        monkeypatch.setenv(name, "the-boss")
    for name in ("SUDO_USER", "SUDO_UID"):
        monkeypatch.delenv(name, raising=False)
    return monkeypatch


@pytest.mark.parametrize(
    ("own", "login", "sudo", "said"),
    [
        (1001, None, {}, "ann"),
        (1001, "1001", {}, "ann"),
        (1001, "4294967295", {}, "ann"),
        (1001, "no number", {}, "ann"),
        (1001, None, {"SUDO_USER": "bob", "SUDO_UID": "1002"}, "ann"),
        (0, "1001", {}, "root, logged in as ann"),
        (1002, "1001", {}, "bob, logged in as ann"),
        (0, None, {"SUDO_USER": "ann", "SUDO_UID": "1001"}, "root, by sudo from ann"),
        (0, None, {"SUDO_USER": "an\nn"}, "root, by sudo from an n"),
        (0, "1001", {"SUDO_USER": "ann", "SUDO_UID": "1001"}, "root, logged in as ann"),
        (0, "1001", {"SUDO_USER": "bob", "SUDO_UID": "1002"}, "root, logged in as ann, by sudo from bob"),
        (4242, None, {}, "uid 4242"),
        (0, None, {"SUDO_UID": "4242"}, "root, by sudo from uid 4242"),
    ],
)
def test_who_is_what_the_kernel_says(
    machine: pytest.MonkeyPatch, own: int, login: str | None, sudo: dict[str, str], said: str
) -> None:
    machine.setattr(os, "getuid", lambda: own)
    if login is not None:
        who.LOGIN.write_text(login)
    for name, value in sudo.items():
        machine.setenv(name, value)
    assert who.user() == said


def test_the_environment_alone_names_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    before = who.user()
    for name in ("LOGNAME", "USER", "LNAME", "USERNAME"):
        monkeypatch.setenv(name, "the-boss")
    assert who.user() == before
