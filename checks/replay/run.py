"""Walks a batch of hands and hands the film over."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from checks.facts import FACTS
from checks.replay.film import Desk, Film, desk, film_for, records
from checks.replay.inputs import Log, law_records, log_of
from checks.replay.walk import walk
from parsers.batch import HandBatch

ROOM = 1024  # rows of each grain that a film begins with


@dataclass(frozen=True)
class Replayed:
    """Facts, one row a fact and one column a hand; the film; each seat's chips after its hand; its processor time."""

    facts: npt.NDArray[np.int64]
    film: Film
    end_stack: npt.NDArray[np.int64]
    seconds: float = field(default=0.0, compare=False)


class ReplaySpace:
    """Room for the facts of a batch, used again for the next: fresh memory costs more than what is written to it.

    What `replay_batch` gives with it holds until the next batch is replayed.
    """

    def __init__(self) -> None:
        self._facts = np.empty(0, np.int64)
        self.desk: Desk = desk()

    def of(self, hands: int) -> npt.NDArray[np.int64]:
        """Facts of so many hands."""
        if len(self._facts) < len(FACTS) * hands:
            self._facts = np.empty(len(FACTS) * (hands + hands // 8), np.int64)
        return self._facts[: len(FACTS) * hands].reshape(len(FACTS), hands)


def replay_batch(
    batch: HandBatch,
    params: npt.NDArray[np.int64],
    terms_of: npt.NDArray[np.int64],
    space: ReplaySpace | None = None,
    *,
    keep_all: bool = False,
) -> Replayed:
    """Walks every hand of a batch by the terms that `terms_of` gives it; with `keep_all` every row of the film."""
    space = space or ReplaySpace()
    began = time.process_time()
    facts = space.of(len(batch))
    ends = np.empty(len(batch.seat_no), np.int64)
    log, laws = _only_to_read(log_of(batch, terms_of)), law_records(params)
    film = film_for(len(batch.word), ROOM)
    state = space.desk.state[0]
    for count in _COUNTS.values():
        state[count] = 0
    reached = 0
    while reached < len(batch):
        reached = walk(log, laws, space.desk, film, facts, ends, reached, keep_all)
        if reached < len(batch):
            film = _with_more_room(film, space.desk)
    kept = {name: getattr(film, name)[: int(state[count])] for name, count in _COUNTS.items()}
    return Replayed(facts, film._replace(**kept), ends, time.process_time() - began)


def _only_to_read(log: Log) -> Log:
    """The log in arrays that nobody may write to, whoever made them.

    What comes out of Arrow is so anyhow, what a reader made is not; and for each mixture of the two Numba compiles,
    keeps and loads a walk of its own.
    """
    locked: dict[str, Any] = {
        name: _locked(part) for name, part in log._asdict().items() if isinstance(part, np.ndarray)
    }
    return log._replace(**locked)


def _locked(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    view = array.view()
    view.flags.writeable = False
    return view


# The film's rows by grain, and where the state counts them.
_COUNTS = {"events": "n_events", "seats": "n_seats", "pots": "n_pots_kept", "shares": "n_shares",
           "pictures": "n_pictures", "hands": "n_hands"}  # fmt: skip


def _with_more_room(film: Film, at: Desk) -> Film:
    """The same rows with twice the room."""
    larger = {}
    for name, count in _COUNTS.items():
        rows = getattr(film, name)
        larger[name] = records(np.empty(2 * len(rows), np.dtype((np.void, rows.dtype))))
        filled = int(at.state[0][count])
        larger[name][:filled] = rows[:filled]
    return film._replace(**larger)
