"""Episodes become rules (R35): one distillation at a time, on what was acknowledged before it
began, and either all of it is written or nothing.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from mohen.core import settings
from mohen.core.database import Tx
from mohen.core.keyed_hash import sealed
from mohen.core.leases import Hold, alone
from mohen.core.scope import Scope
from mohen.episodes import measure, validate
from mohen.episodes.model import Filter
from mohen.errors import Conflict, MohenError, StoreError
from mohen.models import model_budget
from mohen.models.model import Candidate, Suggestion, Suggestions
from mohen.prompts import name_masking
from mohen.rules import conflicts as rules_conflicts
from mohen.rules import edit, label_learning, pause
from mohen.rules.comparisons import Account, Witness
from mohen.rules.evidence_store import Counts, Testimony
from mohen.rules.model import Link, Origin, Predicate, Rule, Run, Stage, Tally, Trigger
from mohen.rules.word_habits import Worded

if TYPE_CHECKING:
    from mohen.parts import Parts
    from mohen.rules.revision import Change


# -- What the episodes of a project prove, brought before the learner.


def witnesses(parts: Parts, project_id: str, upto: int, *, newest: int = -1) -> list[Witness]:
    """In order of time, as of one moment; standing aside now and then for the author."""
    found = []
    for at, each in enumerate(parts.testimonies.of(project_id, upto=upto, newest=newest)):
        found.append(_witness(each))
        if at % parts.policy.learning.read_step == 0:
            parts.jobs.give_way()
    return found


def worded(heard: list[Witness]) -> Iterator[Worded]:
    """What edits did to words. What was undone was not wanted with its words either."""
    for each in heard:
        if each.account.words is not None and each.kept:
            yield Worded(each.episode_id, each.scene, each.account.words)


def _witness(told: Testimony) -> Witness:
    return Witness(
        episode_id=told.episode_id,
        at=told.timestamp,
        scene=told.scene,
        skill=told.skill,
        accepted=told.selected_index is not None and told.selected_index >= 0,
        undone=told.undone,
        account=Account.read(told.evidence),
    )


# -- What a distillation learns: evidence heard, patterns found, rules revised, a model consulted.


_WITH_TEXT = Filter(compressed=False)


@dataclass(frozen=True, slots=True)
class Lesson:
    """What is to be written."""

    episodes: int
    changes: Sequence[Change]


def study(parts: Parts, run: Run, tell: Callable[[Stage], None]) -> Lesson:
    from threadpoolctl import threadpool_limits

    # these bring numpy, which opening a memory does not need
    from mohen.rules import comparisons, revision, word_habits
    from mohen.rules import learner as rules_learner

    # BLAS's own threads cost more than they bring here (measured: 6.3 s of CPU against 2.6).
    threadpool_limits(1, user_api="blas")
    heard = witnesses(parts, run.project_id, run.upto)
    policy, now = parts.policy, run.started_at
    bars = Bars(parts, run.project_id)
    words = word_habits.find(list(worded(heard)), policy.measuring)
    telling = comparisons.beyond_words(heard, words)
    learner = rules_learner.Learner(telling, policy.learning, policy.style, now, bars.bar)
    tell(Stage.CLUSTERED)
    found = learner.find()
    found += rules_learner.of_habits(words, heard)
    tell(Stage.PATTERNED)
    rules = parts.rules.of(Scope(run.project_id))
    changes = revision.revise(
        rules,
        parts.rules.of(Scope()),
        {each.id: parts.rules.links(each.id) for each in rules if each.predicate},
        [each for each in found if not bars.bar(each.predicate)],
        learner.follow,
        project_id=run.project_id,
        policy=policy,
        now=now,
    )
    changes = _consulted(parts, run, rules, changes, bars)
    tell(Stage.GENERATED)
    return Lesson(len(heard), changes)


class Bars:
    """What the author deleted and does not want to be learned again (C64)."""

    def __init__(self, parts: Parts, project_id: str) -> None:
        self._parts = parts
        self._project = project_id
        self._key = settings.redaction_key(parts)

    def bar(self, predicate: Predicate) -> bool:
        return self._vetoed(rules_conflicts.barred_by(predicate))

    def bar_text(self, *texts: str) -> bool:
        return self._vetoed(
            [each for text in texts for each in rules_conflicts.fingerprints(text, None)]
        )

    def _vetoed(self, fingerprints: Sequence[str]) -> bool:
        hashes = [sealed(self._key, each) for each in fingerprints]
        return bool(self._parts.rules.vetoed(self._project, hashes))


# -- a model adds what statistics cannot see (C66)


def _consulted(
    parts: Parts, run: Run, rules: Sequence[Rule], changes: Sequence[Change], bars: Bars
) -> list[Change]:
    """The changes, better worded where a model is configured and its words hold, and what it
    found beside them. Whatever it fails at, the changes stand (C65)."""
    page = parts.episodes.page(
        Scope(run.project_id), _WITH_TEXT, before=None, limit=parts.policy.models.samples
    )
    news = [each for each in changes if _says_something_new(each)]
    told = model_budget.suggest(
        parts,
        run.project_id,
        [_candidate(at, each) for at, each in enumerate(news)],
        [each for each in page.items if each.seq <= run.upto],
        run.id,
        names=lambda: name_masking.known(parts, run.project_id),
    )
    words = {at: told.rewordings[str(at)] for at in range(len(news)) if str(at) in told.rewordings}
    better = [_reworded(each, words.get(at)) for at, each in enumerate(news)]
    rest = [each for each in changes if not _says_something_new(each)]
    said = [each.after for each in better if each.after] + list(rules)
    return [*better, *rest, *(_suggested(run, each) for each in _sound(told, said, bars))]


def _says_something_new(change: Change) -> bool:
    before, after = change.before, change.after
    return (
        after is not None
        and after.predicate is not None
        and (before is None or before.text != after.text)
    )


def _candidate(at: int, change: Change) -> Candidate:
    rule = change.after
    if rule is None or rule.predicate is None:
        raise AssertionError("only what says something is put to a model")
    supporting = tuple(each.episode_id for each in change.links if each.supports)
    return Candidate(
        str(at), rule.predicate, rule.text_zh or rule.text, rule.text_en or rule.text, supporting
    )


def _reworded(change: Change, words: tuple[str, str] | None) -> Change:
    rule = change.after
    if words is None or rule is None:
        return change
    zh, en = words
    text = en if rule.text == rule.text_en else zh
    return replace(change, after=replace(rule, text=text, text_zh=zh, text_en=en))


def _sound(told: Suggestions, said: Sequence[Rule], bars: Bars) -> list[Suggestion]:
    """What nobody has said yet and nobody forbade."""
    known = {
        rules_conflicts.normal(text)
        for each in said
        for text in (each.text, each.text_zh, each.text_en)
        if text
    }
    return [
        each
        for each in told.new
        if known.isdisjoint(map(rules_conflicts.normal, (each.zh, each.en)))
        and not bars.bar_text(each.zh, each.en)
    ]


def _suggested(run: Run, told: Suggestion) -> Change:
    from mohen.rules.revision import Change

    links = tuple(
        [Link(each, True, 1.0) for each in told.supporting]
        + [Link(each, False, 1.0) for each in told.contradicting]
    )
    rule = Rule(
        id="",
        text=told.zh,
        text_zh=told.zh,
        text_en=told.en,
        category=told.category,
        project_id=run.project_id,
        origin=Origin.DISTILLED,
        confidence=told.confidence,
        tally=Tally(
            len(told.supporting),
            len(told.contradicting),
            float(len(told.supporting)),
            float(len(told.contradicting)),
        ),
        evidence_at=run.started_at,
        created_at=run.started_at,
        updated_at=run.started_at,
    )
    return Change(None, rule, ("created",), links)


# -- writing it down, inside the lane


def write(parts: Parts, tx: Tx, run: Run, lesson: Lesson) -> tuple[list[str], list[str]]:
    """Answers the ids of the rules that were created and that were changed. A rule that the
    author touched or deleted meanwhile is theirs: what was found of it waits for next time."""
    created, updated = [], []
    for change in lesson.changes:
        if change.before is None and change.after is not None:
            if parts.rules.count(tx, Scope(run.project_id)) < parts.policy.rules.cap:
                created.append(_insert(parts, tx, run, change))
        elif change.before is not None and _untouched(parts, tx, change.before):
            _replace(parts, tx, run, change)
            if change.kinds:
                updated.append(change.before.id)
    return created, updated


def _untouched(parts: Parts, tx: Tx, rule: Rule) -> bool:
    now = parts.rules.get(tx, rule.id)
    return now is not None and now.version == rule.version


def _insert(parts: Parts, tx: Tx, run: Run, change: Change) -> str:
    if change.after is None:
        raise AssertionError("a new rule says something")
    rule = replace(change.after, id=parts.ids.new("rule"))
    parts.rules.insert(tx, rule)
    parts.rules.put_links(tx, rule.id, change.links)
    parts.rules.add_event(tx, edit.event("created", None, rule, run.started_at, run.id))
    return rule.id


def _replace(parts: Parts, tx: Tx, run: Run, change: Change) -> None:
    before, after = change.before, change.after
    if before is None:
        raise AssertionError("only what was there is replaced")
    if after is None:
        parts.rules.delete(tx, [before.id])
        parts.rules.drop_conflicts(tx, before.id)
    else:
        parts.rules.replace(tx, after)
        speaking = {each.episode_id for each in change.links}
        told = parts.rules.links(before.id, reader=tx)
        silent = [
            each.episode_id for each in told if each.episode_id not in speaking and not each.verdict
        ]
        new = set(change.links) - set(told)
        parts.rules.put_links(tx, before.id, new, forget=silent)
    for kind in change.kinds:
        parts.rules.add_event(tx, edit.event(kind, before, after, run.started_at, run.id))


log = logging.getLogger(__name__)

LEASE = "distillation"
_ALONE = threading.Lock()  # one at a time in this process (C19); the lease sees to the others


def distill(
    parts: Parts, project_id: str | None, trigger: Trigger, *, run_id: str | None = None
) -> list[Run]:
    """Learn from one project, or from each in turn (C77). Raises `Conflict` while another
    distillation runs (C89), or when learning is paused."""
    validate.check_ids(parts.policy.recording, projectId=project_id)
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
    validate.check_ids(parts.policy.recording, projectId=project_id)
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
            lesson = study(parts, run, lambda stage: _push(parts, run, stage))
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


def _write(parts: Parts, tx: Tx, run: Run, lesson: Lesson) -> Run:
    """Everything that was learned, in one transaction with the run that learned it."""
    created, updated = write(parts, tx, run, lesson)
    created += label_learning.settle(
        parts, run.project_id, tx
    )  # a threshold may be lower now (B16)
    conflicts = edit.detect(parts, tx, run.project_id) + edit.detect(parts, tx, None)
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
