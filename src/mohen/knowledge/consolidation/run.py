"""The course of a run: where it begins, how it goes from phase to phase, how it ends (R202, C57).

What is kept of it while it runs is `Progress.phase_data`: when it began to listen, whether it is
to do a single phase only, whether it was said why it stopped, and what `run.py` counts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from mohen.core.values import dataclass
from mohen.errors import Canceled, Conflict
from mohen.knowledge.consolidation.model import Phase, Progress

if TYPE_CHECKING:
    from mohen.core.database import Database, Tx
    from mohen.core.ports import Clock, Jobs
    from mohen.knowledge.agents.model import Agent, Config
    from mohen.knowledge.consolidation.store import FragmentStore


# -- One consolidation as its phases see it: what it works on, and how each step is written.


T = TypeVar("T")

CURSOR, COUNTS, UNREADABLE = "cursor", "counts", "unreadable"
"""What the data of a phase hold: where it is, what the run counted, what it could not read."""


class Run:
    """A run, which may go on where an earlier one of the same agent was interrupted."""

    def __init__(
        self,
        agent: Agent,
        config: Config,
        run_id: str,
        *,
        batch: int,
        fragment_store: FragmentStore,
        jobs: Jobs,
        mind_db: Database,
        tell: Callable[[Progress], None],
        live: bool = False,
        waits: bool = False,
    ) -> None:
        """`live`: it learns from what was just heard, and leaves summing up to the night. `waits`:
        what rules leave undecided is left there for a model, too."""
        self.batch = batch
        self.live, self.waits = live, waits
        self._fragments = fragment_store
        self._jobs = jobs
        self._mind_db = mind_db
        self.agent = agent
        self.project_id = agent.project_id
        self.config = config
        self.id = run_id
        self.degraded: str | None = None  # why a model gave nothing
        self.progress = fragment_store.progress(agent.project_id)
        self._tell = tell
        self._told = self.progress

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
        self._jobs.give_way()
        if self._jobs.is_ending():
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

        value = self._mind_db.write(written).value
        self.progress = after
        self.tell()
        return value

    def tell(self) -> None:
        """Where we stand is seen from outside, too, and by who finds us killed (R202)."""
        if self.progress is not self._told:
            self._told = self.progress
            self._tell(self.progress)

    def _put(self, tx: Tx, progress: Progress) -> None:
        self._fragments.put_progress(tx, self.project_id, progress)

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


LEARNING = (Phase.COLLECT, Phase.SIFT, Phase.EXTRACT, Phase.RECONCILE)
"""From words to knowledge; what fades and what is shown is left to the night."""

_STARTED, _ONLY, _SAID = "started_at", "only", "said_why"


@dataclass(frozen=True, slots=True)
class Course:
    phases: Sequence[Phase]
    resumed_at: int | None = None


class Lifecycle:
    """Begins, continues and ends a run."""

    def __init__(
        self,
        *,
        clock: Clock,
        fragment_store: FragmentStore,
    ) -> None:
        self._clock = clock
        self._fragment_store = fragment_store

    def begin(self, run: Run, only: Phase | None) -> Course:
        """What is to be done. A run that was interrupted goes on where it was."""
        stopped = run.progress.current_phase
        if stopped is not None:
            return self._resume(run, only, Phase(stopped))
        if only is not None:
            self._refuse_nothing(run, only)
        now, phases = self._clock.now(), tuple(Phase) if only is None else (only,)
        return self._set_out(run, phases, last_run=now)

    def begin_listening(self, run: Run) -> Course:
        """The phases that learn, by rules alone: no run of the night, and none that counts."""
        return self._set_out(run, LEARNING, last_run=run.progress.last_run)

    def _set_out(self, run: Run, phases: tuple[Phase, ...], last_run: int | None) -> Course:
        data: dict[str, Any] = {_STARTED: self._clock.now()}
        if phases != tuple(Phase):
            data[_ONLY] = True
        first = int(phases[0])
        run.put(replace(run.progress, last_run=last_run, current_phase=first, phase_data=data))
        return Course(phases)

    def _resume(self, run: Run, only: Phase | None, stopped: Phase) -> Course:
        if only not in (None, stopped):
            raise Conflict(
                f"a consolidation was interrupted in phase {stopped:d}: finish it first, without "
                "naming a phase",
                phase=int(stopped),
            )
        before, now = run.progress, self._clock.now()
        killed = not before.phase_data.get(_SAID)  # which nobody lived to count
        alone = bool(before.phase_data.get(_ONLY))
        data = {name: value for name, value in before.phase_data.items() if name != _SAID}
        retries = before.retry_count + killed
        run.put(replace(before, last_run=now, phase_data=data, retry_count=retries))
        if only is not None:
            return Course((only,), int(stopped))
        if alone:  # done with that one, it is as if nothing had been begun
            return Course((stopped, *Phase), int(stopped))
        return Course(tuple(each for each in Phase if each >= stopped), int(stopped))

    def _refuse_nothing(self, run: Run, only: Phase) -> None:
        """A phase alone works on what the one before it left (C57)."""
        left = self._fragment_store.backlog(run.project_id)
        needed = {
            Phase.SIFT: left.fragments,
            Phase.EXTRACT: left.kept,
            Phase.RECONCILE: left.statements,
        }
        if needed.get(only) == 0:
            raise Conflict(
                f"phase {only:d} has nothing to work on: run phase {only - 1:d} first",
                phase=int(only),
            )

    def go_on(self, run: Run, done: Phase, then: Phase) -> None:
        """A phase is over, and the next begins, in one transaction. Whoever begins again with the
        first has begun to listen anew."""
        passed = (CURSOR, _ONLY) if then <= done else (CURSOR,)
        data = {k: v for k, v in run.progress.phase_data.items() if k not in passed}
        if then is Phase.COLLECT:
            data[_STARTED] = self._clock.now()
        after = replace(run.progress, current_phase=int(then), phase_data=data)
        run.step(after, lambda tx: self._use_up(run, tx, done))

    def end(self, run: Run, last: Phase, only: Phase | None) -> None:
        """All is done. A success counts from when the run began to listen, for what was said since
        then is left to the next. Some phases alone are no success (C57, B18)."""
        before = run.progress
        alone = only is not None or before.phase_data.get(_ONLY)
        success = before.last_success if alone else int(before.phase_data[_STARTED])
        after = replace(
            before, last_success=success, current_phase=None, phase_data={}, retry_count=0
        )
        run.step(after, lambda tx: self._use_up(run, tx, last))

    def _use_up(self, run: Run, tx: Tx, done: Phase) -> None:
        """What was said becomes knowledge, and is kept nowhere beside it."""
        if done is Phase.RECONCILE:
            self._fragment_store.drop_statements(tx, run.project_id)


def stop(run: Run, *, failed: bool) -> None:
    """It can be continued. How often it failed is counted; who was called away did not fail."""
    before = run.progress
    if before.current_phase is not None:
        data = {**before.phase_data, _SAID: True}
        run.put(replace(before, phase_data=data, retry_count=before.retry_count + failed))
