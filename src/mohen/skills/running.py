"""The runs of skills that are going on in this process, and what the latest ones offered."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from mohen.core.values import dataclass
from mohen.errors import (
    Backpressure,
    Canceled,
    Conflict,
)
from mohen.skills.model import Offer

if TYPE_CHECKING:
    from mohen.core.calls import Call
    from mohen.policy import Policy
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mohen.core.calls import Call
    from mohen.policy import Policy


class Running:
    """Text is held here for an hour at most, and only of so many runs."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._live: dict[str, Going] = {}
        self._offers: dict[str, Offer] = {}  # oldest first
        self._canceled: dict[str, None] = {}

    # -- going on

    @contextmanager
    def entered(
        self, run_id: str, call: Call, project_id: str | None, policy: Policy
    ) -> Iterator[None]:
        """While inside, the run can be cancelled by its id, which nobody else can take."""
        with self._lock:
            if run_id in self._live or run_id in self._offers:
                raise Conflict("a run of this runId is known already: choose another")
            if len(self._live) >= policy.skills.concurrent_max:
                raise Backpressure(
                    f"{policy.skills.concurrent_max} skills are running; try again shortly",
                    retryAfterMs=policy.runs.retry_after_ms,
                    limit=policy.skills.concurrent_max,
                )
            self._live[run_id] = Going(call, project_id)
        try:
            yield
        finally:
            with self._lock:
                del self._live[run_id]
                if isinstance(call.ended(), Canceled):
                    self._canceled[run_id] = None
                    _drop_oldest(self._canceled, policy.runs.remembered)

    def live(self, run_id: str) -> Going | None:
        with self._lock:
            return self._live.get(run_id)

    def cancel(self, run_id: str) -> bool | None:
        """Whether it is or was cancelled; None of a run that was never heard of here."""
        with self._lock:
            going = self._live.get(run_id)
            if going is None:
                known = run_id in self._offers or run_id in self._canceled
                return run_id in self._canceled if known else None
        # Whoever is woken by it may want the lock.
        return going.call.cancel() or isinstance(going.call.ended(), Canceled)

    # -- offered

    def remember(self, offer: Offer, policy: Policy) -> None:
        with self._lock:
            self._forget_old(offer.at, policy)
            self._offers.pop(offer.run_id, None)
            self._offers[offer.run_id] = offer
            _drop_oldest(self._offers, policy.runs.remembered)

    def offered(self, run_id: str, now: int, policy: Policy) -> Offer | None:
        with self._lock:
            self._forget_old(now, policy)
            return self._offers.get(run_id)

    def texts(self, project_id: str | None, now: int, policy: Policy) -> list[str]:
        """What the latest runs of a project offered."""
        with self._lock:
            self._forget_old(now, policy)
            offers = [each for each in self._offers.values() if each.project_id == project_id]
        return [text for each in offers for text in each.candidates]

    def drop(self, project_id: str | None = None) -> None:
        """Forget what the runs of a project offered, or all: what was cleared or forgotten may
        not come back with an answer."""
        with self._lock:
            for run_id in [
                each.run_id
                for each in self._offers.values()
                if project_id in (None, each.project_id)
            ]:
                del self._offers[run_id]

    def _forget_old(self, now: int, policy: Policy) -> None:
        oldest = now - policy.runs.remembered_ms
        for run_id in [each.run_id for each in self._offers.values() if each.at < oldest]:
            del self._offers[run_id]


@dataclass(frozen=True, slots=True)
class Going:
    """A run that is not finished."""

    call: Call
    project_id: str | None


def _drop_oldest(held: dict[str, Offer] | dict[str, None], most: int) -> None:
    while len(held) > most:
        del held[next(iter(held))]
