"""The course of a run: where it begins, how it goes from phase to phase, how it ends (R202, C57).

What is kept of it while it runs is `Progress.phase_data`: when it began to listen, whether it is
to do a single phase only, whether it was said why it stopped, and what `run.py` counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from mohen.errors import Conflict
from mohen.flows.phases.run import CURSOR, Run
from mohen.model.consolidation import Phase
from mohen.store.sqlite import Tx

_STARTED, _ONLY, _SAID = "started_at", "only", "said_why"


@dataclass(frozen=True, slots=True)
class Course:
    phases: Sequence[Phase]
    resumed_at: int | None = None


def begin(run: Run, only: Phase | None) -> Course:
    """What is to be done. A run that was interrupted goes on where it was."""
    stopped = run.progress.current_phase
    if stopped is not None:
        return _resume(run, only, Phase(stopped))
    if only is not None:
        _refuse_nothing(run, only)
    now, phases = run.parts.clock.now(), tuple(Phase) if only is None else (only,)
    data: dict[str, Any] = {_STARTED: now} if only is None else {_STARTED: now, _ONLY: True}
    run.put(replace(run.progress, last_run=now, current_phase=int(phases[0]), phase_data=data))
    return Course(phases)


def _resume(run: Run, only: Phase | None, stopped: Phase) -> Course:
    if only not in (None, stopped):
        raise Conflict(
            f"a consolidation was interrupted in phase {stopped:d}: finish it first, without "
            "naming a phase",
            phase=int(stopped),
        )
    before, now = run.progress, run.parts.clock.now()
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


def _refuse_nothing(run: Run, only: Phase) -> None:
    """A phase alone works on what the one before it left (C57)."""
    left = run.parts.fragments.backlog(run.project_id)
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


def go_on(run: Run, done: Phase, then: Phase) -> None:
    """A phase is over, and the next begins, in one transaction. Whoever begins again with the
    first has begun to listen anew."""
    data = {k: v for k, v in run.progress.phase_data.items() if k not in (CURSOR, _ONLY)}
    if then is Phase.COLLECT:
        data[_STARTED] = run.parts.clock.now()
    after = replace(run.progress, current_phase=int(then), phase_data=data)
    run.step(after, lambda tx: _use_up(run, tx, done))


def end(run: Run, last: Phase, only: Phase | None) -> None:
    """All is done. A success counts from when the run began to listen, for what was said since
    then is left to the next. A single phase is no success (C57, B18)."""
    before = run.progress
    success = before.last_success if only is not None else int(before.phase_data[_STARTED])
    after = replace(before, last_success=success, current_phase=None, phase_data={}, retry_count=0)
    run.step(after, lambda tx: _use_up(run, tx, last))


def stop(run: Run, *, failed: bool) -> None:
    """It can be continued. How often it failed is counted; who was called away did not fail."""
    before = run.progress
    if before.current_phase is not None:
        data = {**before.phase_data, _SAID: True}
        run.put(replace(before, phase_data=data, retry_count=before.retry_count + failed))


def _use_up(run: Run, tx: Tx, done: Phase) -> None:
    """What was said becomes knowledge, and is kept nowhere beside it."""
    if done is Phase.RECONCILE:
        run.parts.fragments.drop_statements(tx, run.project_id)
