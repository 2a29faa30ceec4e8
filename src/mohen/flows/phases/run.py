"""One consolidation as its phases see it: what it works on, and how each step is written.

A step is one transaction. It holds what the step did, how far the phase has come, and that we
may still do it: after a kill anywhere, nothing is lost and nothing is done twice (R202, R224).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Protocol, TypeVar

from mohen.errors import Canceled
from mohen.flows.parts import Parts
from mohen.model.agent import Agent, Config
from mohen.model.consolidation import Progress
from mohen.store.sqlite import Tx

T = TypeVar("T")

CURSOR, COUNTS, UNREADABLE = "cursor", "counts", "unreadable"
"""What the data of a phase hold: where it is, what the run counted, what it could not read."""


class Held(Protocol):
    def renew(self, tx: Tx) -> None:
        """Our place is ours still; `Conflict` when another has it."""
        ...


class Run:
    """A run, which may go on where an earlier one of the same agent was interrupted."""

    def __init__(self, parts: Parts, agent: Agent, config: Config, run_id: str, hold: Held) -> None:
        self.parts = parts
        self.agent = agent
        self.project_id = agent.project_id
        self.config = config
        self.id = run_id
        self.degraded: str | None = None  # why a model gave nothing
        self.progress = parts.fragments.progress(agent.project_id)
        self._hold = hold

    @property
    def batch(self) -> int:
        return self.parts.policy.consolidation.batch

    # -- how far it has come

    @property
    def cursor(self) -> Mapping[str, Any]:
        """Where its phase was interrupted; empty where it begins."""
        return dict(self.progress.phase_data.get(CURSOR, {}))

    def count(self, name: str) -> int:
        """Of the whole run, with what was done before it was interrupted."""
        return int(self.progress.phase_data.get(COUNTS, {}).get(name, 0))

    @property
    def unreadable(self) -> tuple[str, ...]:
        return tuple(self.progress.phase_data.get(UNREADABLE, ()))

    # -- steps

    def write(
        self, work: Callable[[Tx], T], *, cursor: Mapping[str, Any] | None = None, **counted: int
    ) -> T:
        """One step of a phase, what it counted, and where to go on. Then others may."""
        after = self._counting(counted, self.cursor if cursor is None else cursor)
        value = self.step(after, work)
        self.parts.jobs.give_way()
        if self.parts.jobs.is_ending():
            raise Canceled("the memory is being closed: it goes on at the next start")
        return value

    def keep(self, tx: Tx, cursor: Mapping[str, Any]) -> None:
        """Where to go on, for a phase that writes its steps itself."""
        after = self._having(CURSOR, dict(cursor))
        self._put(tx, after)
        self.progress = after

    def leave_out(self, what: str) -> None:
        """A source or a session that cannot be read is passed over, and said in the end."""
        if what not in self.unreadable:
            self.put(self._having(UNREADABLE, [*self.unreadable, what]))

    def put(self, after: Progress) -> None:
        self.step(after, lambda _tx: None)

    def step(self, after: Progress, work: Callable[[Tx], T]) -> T:
        """What was done, and where we stand with it, in one transaction."""

        def written(tx: Tx) -> T:
            value = work(tx)
            self._put(tx, after)
            return value

        value = self.parts.mind_db.write(written).value
        self.progress = after
        return value

    def _put(self, tx: Tx, progress: Progress) -> None:
        self._hold.renew(tx)
        self.parts.fragments.put_progress(tx, self.project_id, progress)

    def _having(self, name: str, value: Any) -> Progress:
        return replace(self.progress, phase_data={**self.progress.phase_data, name: value})

    def _counting(self, counted: Mapping[str, int], cursor: Mapping[str, Any]) -> Progress:
        counts = dict(self.progress.phase_data.get(COUNTS, {}))
        for name, more in counted.items():
            counts[name] = counts.get(name, 0) + more
        return replace(
            self.progress,
            phase_data={**self.progress.phase_data, COUNTS: counts, CURSOR: dict(cursor)},
        )
