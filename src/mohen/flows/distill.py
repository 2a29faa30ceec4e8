"""Episodes become rules (R35): one distillation at a time, on what was acknowledged before it
began, and either all of it is written or nothing.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from mohen.errors import Conflict, MohenError, StoreError
from mohen.flows import curate, ingest, learn, measure, pause
from mohen.flows.alone import Hold, alone
from mohen.flows.parts import Parts
from mohen.logic import drafts
from mohen.model.run import Run, Stage, Trigger
from mohen.store.sqlite import Tx
from mohen.store.testimony import Counts

log = logging.getLogger(__name__)

LEASE = "distillation"
_ALONE = threading.Lock()  # one at a time in this process (C19); the lease sees to the others


def distill(
    parts: Parts, project_id: str | None, trigger: Trigger, *, run_id: str | None = None
) -> list[Run]:
    """Learn from one project, or from each in turn (C77). Raises `Conflict` while another
    distillation runs (C89), or when learning is paused."""
    drafts.check_ids(parts.policy.recording, projectId=project_id)
    _refuse_paused(parts, project_id)
    with _alone(parts) as hold:
        if project_id is not None:
            return [_one(parts, project_id, trigger, hold, run_id)]
        runs: list[Run] = []
        for each in parts.testimonies.projects():
            if not pause.is_paused(parts, each) and _worth(parts, each, trigger):
                runs.append(_one(parts, each, trigger, hold, None if runs else run_id))
        return runs


def begin(parts: Parts, project_id: str | None) -> str:
    """The same in the background, by the author's wish (R40); answers the id to listen for."""
    drafts.check_ids(parts.policy.recording, projectId=project_id)
    _refuse_paused(parts, project_id)
    if _ALONE.locked():
        raise Conflict("a distillation is running: wait for it to end")
    run_id = parts.ids.new("run")
    parts.jobs.submit(
        f"distil {run_id}", lambda: distill(parts, project_id, Trigger.MANUAL, run_id=run_id)
    )
    return run_id


def _refuse_paused(parts: Parts, project_id: str | None) -> None:
    if pause.is_paused(parts, project_id):
        raise Conflict("learning is paused: resume it, then distil")


def pending(parts: Parts, project_id: str) -> int:
    """Answered or undone since the last distillation: derived, never counted beside (C91)."""
    return counts(parts, project_id).new


def counts(parts: Parts, project_id: str) -> Counts:
    """How many answered episodes there are, were seen by the last distillation, and are new."""
    last = parts.runs.last(project_id)
    return parts.testimonies.counts(
        project_id,
        after=last.upto if last else 0,
        undone_since=last.started_at if last else 0,
    )


def _worth(parts: Parts, project_id: str, trigger: Trigger) -> bool:
    return trigger is Trigger.MANUAL or pending(parts, project_id) > 0


@contextmanager
def _alone(parts: Parts) -> Iterator[Hold]:
    """Nobody else distils meanwhile, in this process or another."""
    if not _ALONE.acquire(blocking=False):
        raise Conflict("a distillation is running: wait for it to end")
    try:
        with alone(parts, LEASE, "another process is distilling: wait for it to end") as hold:
            yield hold
    finally:
        _ALONE.release()


# -- one project


def _one(parts: Parts, project_id: str, trigger: Trigger, hold: Hold, run_id: str | None) -> Run:
    run = Run(
        id=run_id or parts.ids.new("run"),
        project_id=project_id,
        trigger=trigger,
        started_at=parts.clock.now(),
        upto=parts.testimonies.upto(project_id),
    )
    with _told(parts, run):
        parts.mind_db.write(lambda tx: parts.runs.put(tx, run))
        measure.catch_up(parts)
        with parts.jobs.aside():
            lesson = learn.study(parts, run, lambda stage: _push(parts, run, stage))
        hold.keep()  # a model may have taken its time, and another our place
        done = parts.mind_db.write(lambda tx: _write(parts, tx, run, lesson)).value
    log.info(
        "distilled: %d episodes, %d rules created, %d updated, %d conflicts",
        done.episodes,
        len(done.created),
        len(done.updated),
        len(done.conflicts),
    )
    _push(parts, done, Stage.COMPLETED)
    return done


def _write(parts: Parts, tx: Tx, run: Run, lesson: learn.Lesson) -> Run:
    """Everything that was learned, in one transaction with the run that learned it."""
    created, updated = learn.write(parts, tx, run, lesson)
    created += ingest.settle(parts, run.project_id, tx)  # a threshold may be lower now (B16)
    conflicts = curate.detect(parts, tx, run.project_id) + curate.detect(parts, tx, None)
    done = replace(
        run,
        ended_at=parts.clock.now(),
        episodes=lesson.episodes,
        created=tuple(created),
        updated=tuple(updated),
        conflicts=tuple(conflicts),
    )
    parts.runs.put(tx, done)
    return done


@contextmanager
def _told(parts: Parts, run: Run) -> Iterator[None]:
    """Whatever goes wrong, the run is known to have failed and rules are as they were (R49)."""
    _push(parts, run, Stage.STARTED)
    error = "INTERNAL"
    done = False
    try:
        yield
        done = True
    except MohenError as failure:
        error = failure.code
        raise
    finally:
        if not done:
            _failed(parts, replace(run, ended_at=parts.clock.now(), error=error))


def _failed(parts: Parts, run: Run) -> None:
    log.warning("distillation failed: %s (%s)", run.error, run.id)
    try:
        parts.mind_db.write(lambda tx: parts.runs.put(tx, run))
    except StoreError as error:
        log.warning("failed distillation not kept: %s", error.reason)
    _push(parts, run, Stage.FAILED)


def _push(parts: Parts, run: Run, stage: Stage) -> None:
    told = {
        "runId": run.id,
        "projectId": run.project_id,
        "stage": stage.value,
        "progress": getattr(parts.policy.learning.progress, stage.value),
    }
    if run.error:
        told["error"] = run.error
    parts.notify("memory:distill:progress", told)
