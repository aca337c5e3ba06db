"""A short run of `make chaos`: kills, write errors and full disks over every stage of a night."""

from __future__ import annotations

from tests.chaos import STAGES, chaos


def test_a_struck_night_run_again_is_the_undisturbed_night() -> None:
    tally = chaos(kills=5, seed=5, hands=60)
    assert tally.wrong == []
    assert tally.struck >= 5
    assert {stage for stage, _ in tally.blows} & set(STAGES)
