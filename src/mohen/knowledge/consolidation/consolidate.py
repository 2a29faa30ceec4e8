"""Conversations become knowledge, and knowledge a snapshot: seven phases, one after the other
(R193–R205).

Each phase is written step by step with where it stands, so that a run that was interrupted is
continued and comes to the same end (C97). In a home, an agent is consolidated once at a time.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING

from mohen.core import health
from mohen.core.degradation import Reason
from mohen.core.leases import alone
from mohen.episodes import validate
from mohen.errors import (
    Canceled,
    Conflict,
    InvalidArgument,
    IoFailed,
    MohenError,
    NotFound,
    Timeout,
)
from mohen.knowledge import fade, index_items
from mohen.knowledge.agents import load_config
from mohen.knowledge.agents.model import Agent
from mohen.knowledge.consolidation import dry_run as consolidation_dry_run
from mohen.knowledge.consolidation import reconcile, schedule
from mohen.knowledge.consolidation import run as consolidation_run
from mohen.knowledge.consolidation.collect import collect
from mohen.knowledge.consolidation.extract import extract
from mohen.knowledge.consolidation.model import (
    Change,
    Done,
    Outcome,
    Phase,
    Progress,
    Standing,
    Trigger,
)
from mohen.knowledge.consolidation.run import Held, Run
from mohen.knowledge.consolidation.sift import sift
from mohen.knowledge.workspace import files, snapshot
from mohen.models.model import Purpose

if TYPE_CHECKING:
    from mohen.parts import Parts


log = logging.getLogger(__name__)

PUSH = "knowledge:consolidate:progress"
_NO_FAILURE = (Canceled.code, Timeout.code, Conflict.code)  # it was called away


def consolidate(
    parts: Parts,
    project_id: str,
    trigger: Trigger,
    *,
    force: bool = False,
    phase: int | None = None,
    dry_run: bool = False,
    run_id: str | None = None,
) -> Outcome:
    """Consolidate one agent, or go on where that was interrupted. `phase`: one phase alone, with
    what the one before it left (C57). `dry_run`: on a copy, without a model, and without a trace.
    Raises `Conflict` while another consolidation of the agent runs."""
    only = _checked(phase)
    agent = _agent(parts, project_id)
    run_id = run_id or parts.ids.new("run")
    wanted = force or dry_run or only is not None
    if (why := schedule.why_not(parts, agent, trigger, wanted=wanted)) is not None:
        return replace(_nothing(parts, agent, trigger, run_id), skipped=why, dry_run=dry_run)
    if dry_run:
        with consolidation_dry_run.rehearsal(parts) as stage:
            done = _run(stage, agent, trigger, only, run_id, consolidation_dry_run.Unchallenged())
        return replace(done, dry_run=True)
    refusal = "this agent is being consolidated: wait for it to end"
    with alone(parts, f"{schedule.LEASE} {project_id}", refusal) as hold:
        return _run(parts, agent, trigger, only, run_id, hold)


def consolidate_all(
    parts: Parts,
    trigger: Trigger,
    *,
    force: bool = False,
    phase: int | None = None,
    dry_run: bool = False,
) -> list[Outcome]:
    """Each agent in turn. One that fails keeps no other waiting, and is told of in the end."""
    _checked(phase)
    done, failed = list[Outcome](), list[MohenError]()
    for each in parts.agents.all():
        try:
            done.append(
                consolidate(
                    parts, each.project_id, trigger, force=force, phase=phase, dry_run=dry_run
                )
            )
        except MohenError as error:
            failed.append(error)
    if failed:
        raise failed[0]
    return done


def begin(
    parts: Parts, project_id: str | None, *, force: bool = False, phase: int | None = None
) -> list[str]:
    """The same in the background, by the user's wish; answers the ids to listen for."""
    _checked(phase)
    known = parts.agents.all() if project_id is None else [_agent(parts, project_id)]
    return [_begin(parts, each.project_id, force, phase) for each in known]


def _begin(parts: Parts, project_id: str, force: bool, phase: int | None) -> str:
    run_id = parts.ids.new("run")
    parts.jobs.submit(
        f"consolidate {run_id}",
        lambda: consolidate(
            parts, project_id, Trigger.MANUAL, force=force, phase=phase, run_id=run_id
        ),
    )
    return run_id


def status(parts: Parts, project_id: str) -> Progress:
    validate.check_ids(parts.policy.recording, projectId=project_id)
    return parts.fragments.progress(project_id)


def standing(parts: Parts, project_id: str | None = None) -> list[Standing]:
    """Of one agent, or of all."""
    known = parts.agents.all() if project_id is None else [_agent(parts, project_id)]
    return [
        Standing(
            project_id=each.project_id,
            progress=parts.fragments.progress(each.project_id),
            unprocessed=schedule.waiting(parts, each.project_id),
            next_due=schedule.next_due(parts, each.project_id),
        )
        for each in known
    ]


def _checked(phase: int | None) -> Phase | None:
    """0 is no phase, and least of all every phase (B17)."""
    if phase is None:
        return None
    if isinstance(phase, bool) or phase not in set(Phase):
        raise InvalidArgument(f"phase must be from 1 to {max(Phase):d}", field="phase")
    return Phase(phase)


def _agent(parts: Parts, project_id: str) -> Agent:
    validate.check_ids(parts.policy.recording, projectId=project_id)
    agent = parts.agents.get(project_id)
    if agent is None:
        raise NotFound("no agent of that name is known: register it first", field="projectId")
    return agent


# -- one run


@dataclass(slots=True)
class _Tale:
    """What a run did, to be told in the end."""

    most: int  # of the changes, told one by one; the others are counted
    phases: list[int] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    changed: Counter[Done] = field(default_factory=Counter)
    snapshot_written: bool = False

    def tell(self, changes: Iterable[Change]) -> None:
        for each in changes:
            self.changed[each.done] += 1
            if len(self.changes) < self.most:
                self.changes.append(each)


def _run(
    parts: Parts, agent: Agent, trigger: Trigger, only: Phase | None, run_id: str, hold: Held
) -> Outcome:
    blank = _nothing(parts, agent, trigger, run_id)
    run = Run(parts, agent, load_config.config(parts, agent.project_id), run_id, hold)
    tale = _Tale(parts.policy.consolidation.changes_told)
    spent = partial(parts.receipts.spent, Purpose.CONSOLIDATION, since=0)
    set_out, before = consolidation_run.begin(run, only), spent()
    last = set_out.phases[-1]
    with _told(run), parts.jobs.aside():
        _settle(run)  # it may have been killed too often
        for phase, then in zip(set_out.phases, (*set_out.phases[1:], None), strict=True):
            _push(run, "running", phase)
            tale.tell(_DO[phase](run, tale))
            tale.phases.append(int(phase))
            if then is not None:
                consolidation_run.go_on(run, phase, then)
        outcome = _outcome(run, replace(blank, resumed_at=set_out.resumed_at), tale)
        consolidation_run.end(run, last, only)
        _settle(run)
    _write_files(run, last)
    _push(run, "completed", last)
    log.info("consolidated: %d messages, %d changes", outcome.messages, tale.changed.total())
    return replace(
        outcome,
        ended_at=parts.clock.now(),
        tokens=spent() - before,
        degraded=run.degraded,
    )


def _nothing(parts: Parts, agent: Agent, trigger: Trigger, run_id: str) -> Outcome:
    now = parts.clock.now()
    return Outcome(
        run_id=run_id,
        project_id=agent.project_id,
        trigger=trigger,
        started_at=now,
        ended_at=now,
    )


def _outcome(run: Run, blank: Outcome, tale: _Tale) -> Outcome:
    return replace(
        blank,
        phases=tuple(tale.phases),
        messages=run.count("messages"),
        fragments=run.count("fragments"),
        kept=run.count("kept"),
        statements=run.count("statements"),
        undecided=run.count("undecided"),
        broken_lines=run.count("broken"),
        unreadable=run.unreadable,
        changes=tuple(tale.changes),
        changed=tale.changed,
        snapshot_written=tale.snapshot_written,
    )


# -- the phases


def _collect(run: Run, _tale: _Tale) -> list[Change]:
    """What a person changed in the files comes before what was said."""
    taken = files.take_in(run.parts, run.project_id)
    return [*taken.changes, *collect(run)]


def _sift(run: Run, _tale: _Tale) -> list[Change]:
    sift(run)
    return []


def _extract(run: Run, _tale: _Tale) -> list[Change]:
    extract(run)
    return []


def _reconcile(run: Run, _tale: _Tale) -> Iterator[Change]:
    return reconcile.reconcile(
        run.parts, run.project_id, run.config, resume=run.cursor, keep=run.keep
    )


def _fade(run: Run, _tale: _Tale) -> Iterable[Change]:
    return fade.fade(run.parts, run.project_id, run.config)


def _index(run: Run, _tale: _Tale) -> list[Change]:
    index_items.catch_up(run.parts, run.project_id)
    return []


def _snapshot(run: Run, tale: _Tale) -> list[Change]:
    tale.snapshot_written = snapshot.refresh(run.parts, run.project_id, run.config)
    files.write(run.parts, run.project_id)
    return []


_DO: dict[Phase, Callable[[Run, _Tale], Iterable[Change]]] = {
    Phase.COLLECT: _collect,
    Phase.SIFT: _sift,
    Phase.EXTRACT: _extract,
    Phase.RECONCILE: _reconcile,
    Phase.FADE: _fade,
    Phase.INDEX: _index,
    Phase.SNAPSHOT: _snapshot,
}


def _write_files(run: Run, last: Phase) -> None:
    """The files say that it is done, and follow a phase that was done alone."""
    try:
        if last is Phase.SNAPSHOT:  # which has written all that is known
            files.write_state(run.parts, run.project_id)
        else:
            files.write(run.parts, run.project_id)
    except IoFailed as error:
        log.warning("files of a workspace not written: %s", error.code)
        run.degraded = error.code


# -- what is told of it


@contextmanager
def _told(run: Run) -> Iterator[None]:
    """Whatever goes wrong, it is known to have stopped, and can be continued (R224)."""
    error = "INTERNAL"
    try:
        yield
        error = ""
    except MohenError as ended:
        error = ended.code
        raise
    finally:
        if error:
            _stopped(run, error)


def _stopped(run: Run, error: str) -> None:
    log.warning("consolidation stopped: %s (%s)", error, run.id)
    try:
        consolidation_run.stop(run, failed=error not in _NO_FAILURE)
    except MohenError as unkept:  # another has our place, or the file is what failed
        log.warning("not kept that it stopped: %s", unkept.code)
    _settle(run)
    _push(run, "failed", error=error)


def _settle(run: Run) -> None:
    """Somebody should know when it fails again and again (C96)."""
    often = run.progress.retry_count > run.parts.policy.consolidation.retries
    found = [health.CONSOLIDATION_FAILED] if often else []
    subject = f"{schedule.LEASE} {run.project_id}"
    run.parts.health.settle(subject, found, among=[Reason.CONSOLIDATION_FAILED])


def _push(run: Run, status: str, phase: Phase | None = None, error: str | None = None) -> None:
    at = phase if phase is not None else run.progress.current_phase
    told: dict[str, object] = {
        "runId": run.id,
        "projectId": run.project_id,
        "status": status,
        "progress": 1.0 if status == "completed" else round(((at or 1) - 1) / len(Phase), 2),
    }
    if at is not None:
        told["phase"] = int(at)
    if error is not None:
        told["error"] = error
    run.parts.notify(PUSH, told)
