"""Episodes become rules (R35): one distillation at a time, on what was acknowledged before it
began, and either all of it is written or nothing.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from mohen.core import validation
from mohen.core.database import ALL
from mohen.core.keyed_hash import sealed
from mohen.core.logs import logger
from mohen.core.scope import Scope
from mohen.core.values import dataclass
from mohen.episodes.model import Filter
from mohen.errors import AtWork, Conflict, MohenError
from mohen.rules import conflicts as rules_conflicts
from mohen.rules import edit, rule_text
from mohen.rules.comparisons import Account, Witness
from mohen.rules.model import (
    Candidate,
    Link,
    Origin,
    Predicate,
    Rule,
    Run,
    Stage,
    Suggestion,
    Suggestions,
    Tally,
    Trigger,
)
from mohen.rules.suggest import RuleSuggestions
from mohen.rules.word_habits import EditedWords, Habit

if TYPE_CHECKING:
    from mohen.core.database import Database, Tx
    from mohen.core.leases import Exclusive
    from mohen.core.ports import Clock, Ids, Jobs, Notify
    from mohen.core.settings import UserSettings
    from mohen.episodes.measure import StyleMeasurer
    from mohen.episodes.model import Episode
    from mohen.episodes.store import EpisodeStore
    from mohen.policy import Policy
    from mohen.rules.distillation_store import DistillationStore
    from mohen.rules.edit import RuleEditor
    from mohen.rules.evidence_store import Counts, EvidenceStore, Testimony
    from mohen.rules.label_learning import LabelLearning
    from mohen.rules.learner import Learner, Pattern
    from mohen.rules.pause import LearningPause
    from mohen.rules.revision import Change
    from mohen.rules.store import RuleStore
    from mohen.rules.word_choices import WordChoices
    from mohen.text.masking import KnownNames


class Distiller:
    """Turns episodes into rules."""

    def __init__(
        self,
        *,
        clock: Clock,
        distillation_store: DistillationStore,
        episode_store: EpisodeStore,
        evidence_store: EvidenceStore,
        exclusive: Exclusive,
        ids: Ids,
        jobs: Jobs,
        label_learning: LabelLearning,
        learning_pause: LearningPause,
        mind_db: Database,
        notify: Notify,
        policy: Policy,
        prompt_masks: KnownNames,
        rule_editor: RuleEditor,
        rule_store: RuleStore,
        rule_suggestions: RuleSuggestions,
        settings: UserSettings,
        style_measurer: StyleMeasurer,
    ) -> None:
        self._clock = clock
        self._distillation_store = distillation_store
        self._episode_store = episode_store
        self._evidence_store = evidence_store
        self._exclusive = exclusive
        self._ids = ids
        self._jobs = jobs
        self._label_learning = label_learning
        self._learning_pause = learning_pause
        self._mind_db = mind_db
        self._notify = notify
        self._policy = policy
        self._prompt_masks = prompt_masks
        self._rule_editor = rule_editor
        self._rule_store = rule_store
        self._rule_suggestions = rule_suggestions
        self._settings = settings
        self._style_measurer = style_measurer

    # -- What the episodes of a project prove, brought before the learner.

    def witnesses(self, project_id: str, upto: int, *, newest: int = ALL) -> list[Witness]:
        """In order of time, as of one moment; standing aside now and then for the author."""
        found = []
        for at, each in enumerate(self._evidence_store.of(project_id, upto=upto, newest=newest)):
            found.append(_witness(each))
            if at % self._policy.learning.read_step == 0:
                self._jobs.give_way()
        return found

    def study(self, run: Run, tell: Callable[[Stage], None]) -> Lesson:
        from threadpoolctl import threadpool_limits

        # BLAS's own threads cost more than they bring here (measured: 6.3 s of CPU against 2.6).
        threadpool_limits(1, user_api="blas")
        heard = self.witnesses(run.project_id, run.upto)
        bars = Bars(self._rule_store, run.project_id, self._settings.redaction_key())
        rules = self._rule_store.of(Scope(run.project_id))
        known = Known(
            run.project_id,
            rules,
            self._rule_store.of(Scope()),
            {each.id: self._rule_store.links(each.id) for each in rules if each.predicate},
            bars.bar,
        )
        changes = learned(heard, known, self._policy, run.started_at, tell)
        changes = self._consulted(run, rules, changes, bars)
        tell(Stage.GENERATED)
        return Lesson(len(heard), changes)

    # -- a model adds what statistics cannot see (C66)

    def _consulted(
        self, run: Run, rules: Sequence[Rule], changes: Sequence[Change], bars: Bars
    ) -> list[Change]:
        """The changes, better worded where a model is configured and its words hold, and what it
        found beside them. Whatever it fails at, the changes stand (C65)."""
        news = [each for each in changes if _says_something_new(each)]
        told = self._rule_suggestions.suggest(
            run.project_id,
            [_candidate(at, each) for at, each in enumerate(news)],
            lambda: self._samples(run),
            run.id,
            names=lambda: self._prompt_masks.known(run.project_id),
        )
        words = {
            at: told.rewordings[str(at)] for at in range(len(news)) if str(at) in told.rewordings
        }
        better = [_reworded(each, words.get(at)) for at, each in enumerate(news)]
        rest = [each for each in changes if not _says_something_new(each)]
        said = [each.after for each in better if each.after] + list(rules)
        return [*better, *rest, *(_suggested(run, each) for each in _sound(told, said, bars))]

    def _samples(self, run: Run) -> list[Episode]:
        """What a model is shown of the episodes that were learned from."""
        page = self._episode_store.page(
            Scope(run.project_id), _WITH_TEXT, before=None, limit=self._policy.models.samples
        )
        return [each for each in page.items if each.seq <= run.upto]

    # -- writing it down, inside the lane

    def write(self, tx: Tx, run: Run, lesson: Lesson) -> tuple[list[str], list[str]]:
        """Answers the ids of the rules that were created and that were changed. A rule that the
        author touched or deleted meanwhile is theirs: what was found of it waits for next time."""
        created, updated = [], []
        for change in lesson.changes:
            if change.before is None and change.after is not None:
                if self._rule_store.count(tx, Scope(run.project_id)) < self._policy.rules.cap:
                    created.append(self._insert(tx, run, change))
            elif change.before is not None and self._untouched(tx, change.before):
                self._replace(tx, run, change)
                if change.kinds:
                    updated.append(change.before.id)
        return created, updated

    def _untouched(self, tx: Tx, rule: Rule) -> bool:
        now = self._rule_store.get(tx, rule.id)
        return now is not None and now.version == rule.version

    def _insert(self, tx: Tx, run: Run, change: Change) -> str:
        if change.after is None:
            raise AssertionError("a new rule says something")
        rule = replace(change.after, id=self._ids.new("rule"))
        self._rule_store.insert(tx, rule)
        self._rule_store.put_links(tx, rule.id, change.links)
        self._rule_store.add_event(tx, edit.event("created", None, rule, run.started_at, run.id))
        return rule.id

    def _replace(self, tx: Tx, run: Run, change: Change) -> None:
        before, after = change.before, change.after
        if before is None:
            raise AssertionError("only what was there is replaced")
        if after is None:
            self._rule_store.delete(tx, [before.id])
            self._rule_store.drop_conflicts(tx, before.id)
        else:
            self._rule_store.replace(tx, after)
            speaking = {each.episode_id for each in change.links}
            told = self._rule_store.links(before.id, reader=tx)
            silent = [
                each.episode_id
                for each in told
                if each.episode_id not in speaking and not each.verdict
            ]
            new = set(change.links) - set(told)
            self._rule_store.put_links(tx, before.id, new, forget=silent)
        for kind in change.kinds:
            self._rule_store.add_event(tx, edit.event(kind, before, after, run.started_at, run.id))

    def distill(
        self, project_id: str | None, trigger: Trigger, *, run_id: str | None = None
    ) -> list[Run]:
        """Learn from one project, or from each in turn (C77). Raises `Conflict` while another
        distillation runs (C89), or when learning is paused."""
        validation.check_ids(self._policy.recording, projectId=project_id)
        self._refuse_paused(project_id)
        with self._alone():
            if project_id is not None:
                return [self._one(project_id, trigger, run_id)]
            runs: list[Run] = []
            for each in self._evidence_store.projects():
                if not self._learning_pause.is_paused(each) and self._worth(each, trigger):
                    with suppress(AtWork):  # something of it goes: what is new of it stays new
                        runs.append(self._one(each, trigger, None if runs else run_id))
            return runs

    def begin(self, project_id: str | None) -> str:
        """The same in the background, by the author's wish (R40); answers the id to listen for."""
        validation.check_ids(self._policy.recording, projectId=project_id)
        self._refuse_paused(project_id)
        if _ALONE.locked():
            raise AtWork("a distillation is running: wait for it to end")
        run_id = self._ids.new("run")
        self._jobs.submit(
            f"distil {run_id}", lambda: self.distill(project_id, Trigger.MANUAL, run_id=run_id)
        )
        return run_id

    def _refuse_paused(self, project_id: str | None) -> None:
        if self._learning_pause.is_paused(project_id):
            raise Conflict("learning is paused: resume it, then distil")

    def pending(self, project_id: str) -> int:
        """Answered or undone since the last distillation: derived, never counted beside (C91)."""
        return self.counts(project_id).new

    def counts(self, project_id: str) -> Counts:
        """How many answered episodes there are, were seen by the last distillation, and are new."""
        last = self._distillation_store.last(project_id)
        return self._evidence_store.counts(
            project_id,
            after=last.upto if last else 0,
            undone_since=last.started_at if last else 0,
        )

    def _worth(self, project_id: str, trigger: Trigger) -> bool:
        return trigger is Trigger.MANUAL or self.pending(project_id) > 0

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Nobody else distils meanwhile, in this process or another."""
        if not _ALONE.acquire(blocking=False):
            raise AtWork("a distillation is running: wait for it to end")
        try:
            with self._exclusive.alone(LEASE, "another process is distilling: wait for it to end"):
                yield
        finally:
            _ALONE.release()

    # -- one project

    def _one(self, project_id: str, trigger: Trigger, run_id: str | None) -> Run:
        """What somebody wants gone meanwhile is stronger: then nothing is learned, for it may rest
        on that (`lease_of`)."""
        run = Run(
            id=run_id or self._ids.new("run"),
            project_id=project_id,
            trigger=trigger,
            started_at=self._clock.now(),
            upto=self._evidence_store.upto(project_id),
        )
        refusal = "something of this project is being deleted: distil again afterwards"
        with self._told(run), self._exclusive.alone(lease_of(project_id), refusal):
            self._mind_db.write(lambda tx: self._distillation_store.put(tx, run))
            self._style_measurer.catch_up()
            with self._jobs.aside():
                lesson = self.study(run, lambda stage: self._push(run, stage))
            done = self._mind_db.write(lambda tx: self._write(tx, run, lesson)).value
        log.info(
            "distilled: %d episodes, %d rules created, %d updated, %d conflicts",
            done.episodes,
            len(done.created),
            len(done.updated),
            len(done.conflicts),
        )
        self._push(done, Stage.COMPLETED)
        return done

    def _write(self, tx: Tx, run: Run, lesson: Lesson) -> Run:
        """Everything that was learned, in one transaction with the run that learned it."""
        created, updated = self.write(tx, run, lesson)
        created += self._label_learning.settle(
            run.project_id, tx
        )  # a threshold may be lower now (B16)
        conflicts = self._rule_editor.detect(tx, run.project_id) + self._rule_editor.detect(
            tx, None
        )
        done = replace(
            run,
            ended_at=self._clock.now(),
            episodes=lesson.episodes,
            created=tuple(created),
            updated=tuple(updated),
            conflicts=tuple(conflicts),
        )
        self._distillation_store.put(tx, done)
        return done

    @contextmanager
    def _told(self, run: Run) -> Iterator[None]:
        """Whatever goes wrong, the run is known to have failed and rules are as they were (R49)."""
        self._push(run, Stage.STARTED)
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
                self._failed(replace(run, ended_at=self._clock.now(), error=error))

    def _failed(self, run: Run) -> None:
        log.warning("distillation failed: %s (%s)", run.error, run.id)
        try:
            self._mind_db.write(lambda tx: self._distillation_store.end(tx, run))
        except MohenError as error:  # the file is what failed, or everything was cleared
            log.warning("failed distillation not kept: %s", error.code)
        self._push(run, Stage.FAILED)

    def _push(self, run: Run, stage: Stage) -> None:
        told = {
            "runId": run.id,
            "projectId": run.project_id,
            "stage": stage.value,
            "progress": getattr(self._policy.learning.progress, stage.value),
        }
        if run.error:
            told["error"] = run.error
        self._notify("memory:distill:progress", told)


@dataclass(frozen=True, slots=True)
class Known:
    """What is said already, of a project and everywhere, and what may not be said."""

    project_id: str
    rules: Sequence[Rule]
    everywhere: Sequence[Rule]
    links: Mapping[str, Sequence[Link]]  # by rule
    barred: Callable[[Predicate], bool]


@dataclass(frozen=True, slots=True)
class HeardOut:
    """The evidence of a project, sorted: what is said of it comes from these."""

    worded: Sequence[EditedWords]
    words: Sequence[Habit]
    asked: Sequence[Pattern]
    telling: Sequence[Witness]  # what neither words nor wishes explain
    learner: Learner


def heard_out(
    heard: Sequence[Witness], policy: Policy, now: int, barred: Callable[[Predicate], bool]
) -> HeardOut:
    """Habits of words and what was asked for in so many words come first; the rest is the
    learner's."""
    from mohen.rules import comparisons, wishes, word_habits
    from mohen.rules import learner as rules_learner

    meant = {each.episode_id: each.account.purposes or () for each in heard if each.kept}
    edits = list(worded(heard))
    words = word_habits.find(edits, policy.measuring)
    words = word_habits.of_their_own(words, meant, policy.measuring)
    asked = wishes.find(heard, policy.learning, policy.style)
    telling = comparisons.beyond_words(wishes.beside(heard, asked), words)
    learner = rules_learner.Learner(telling, policy.learning, policy.style, now, barred)
    return HeardOut(edits, words, asked, telling, learner)


def learned(
    heard: Sequence[Witness],
    known: Known,
    policy: Policy,
    now: int,
    tell: Callable[[Stage], None] = lambda _stage: None,
) -> list[Change]:
    """What the evidence of a project changes in its rules; nothing is read or written."""
    # these bring numpy, which opening a memory does not need
    from mohen.rules import learner as rules_learner
    from mohen.rules import left_standing, revision, wishes
    from mohen.rules.word_choices import WordChoices

    listened = heard_out(heard, policy, now, known.barred)
    asked, learner = listened.asked, listened.learner
    choices = WordChoices(heard, policy.measuring)
    words = [
        *listened.words,
        *_chosen_words(learner, choices, listened.words, leading=True),
    ]
    tell(Stage.CLUSTERED)

    def left(pattern: Pattern) -> bool:
        standing = left_standing.is_left(pattern, heard, policy.learning)
        return standing or learner.by_lot(pattern)

    def follow(predicate: Predicate) -> Pattern | None:
        now = learner.follow(predicate)
        return replace(now, left=left(now)) if now else None

    found = [each for each in learner.find() if not left(each)]
    words += _chosen_words(learner, choices, words)
    found += rules_learner.of_habits(words, heard)
    found = wishes.joined(asked, found)
    tell(Stage.PATTERNED)
    return revision.revise(
        known.rules,
        known.everywhere,
        known.links,
        [each for each in found if _worth_saying(each.predicate, known)],
        follow,
        project_id=known.project_id,
        policy=policy,
        now=now,
    )


def _chosen_words(
    learner: Learner, choices: WordChoices, known: Sequence[Habit], *, leading: bool = False
) -> list[Habit]:
    """Words that choices go by: the clearest, and those that it does not explain. `leading`, only
    the clearest, if it is clearer than any feature of style: of two that hang together the
    clearer is what is meant."""

    def new(said: Sequence[Habit]) -> list[Habit]:
        phrases = {each.phrase for each in said}
        found = choices.find(learner.chances())
        return [each for each in found if each.phrase not in phrases]

    first = new(known)[:1]
    if not first or (leading and first[0].strength <= learner.strongest()):
        return []
    learner.know(first[0])
    return first if leading else [*first, *new([*known, *first])]


def _worth_saying(predicate: Predicate, known: Known) -> bool:
    """Neither forbidden, nor what nobody would say to a writer."""
    return not known.barred(predicate) and not rule_text.is_idle(predicate)


def worded(heard: Sequence[Witness]) -> Iterator[EditedWords]:
    """What edits did to words. What was undone was not wanted with its words either."""
    for each in heard:
        if each.account.words is not None and each.kept:
            yield EditedWords(each.episode_id, each.scene, each.account.words)


def _witness(told: Testimony) -> Witness:
    account = Account.read(told.evidence)
    return Witness(
        episode_id=told.episode_id,
        at=told.timestamp,
        scene=told.scene_before(account.version),
        skill=told.skill,
        accepted=told.selected_index is not None and told.selected_index >= 0,
        undone=told.undone,
        account=account,
        position=-1 if told.selected_index is None else told.selected_index,
    )


# -- What a distillation learns: evidence heard, patterns found, rules revised, a model consulted.


_WITH_TEXT = Filter(compressed=False)


@dataclass(frozen=True, slots=True)
class Lesson:
    """What is to be written."""

    episodes: int
    changes: Sequence[Change]


class Bars:
    """What the author deleted and does not want to be learned again (C64)."""

    def __init__(self, rules: RuleStore, project_id: str, key: bytes) -> None:
        self._rules = rules
        self._project = project_id
        self._key = key

    def bar(self, predicate: Predicate) -> bool:
        return self._vetoed(rules_conflicts.barred_by(predicate))

    def bar_text(self, *texts: str) -> bool:
        return self._vetoed(
            [each for text in texts for each in rules_conflicts.fingerprints(text, None)]
        )

    def _vetoed(self, fingerprints: Sequence[str]) -> bool:
        hashes = [sealed(self._key, each) for each in fingerprints]
        return bool(self._rules.vetoed(self._project, hashes))


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


log = logger(__name__)

LEASE = "distillation"


def lease_of(project_id: str | None) -> str:
    """What a distillation of this project rests on; of all of them, without one."""
    return LEASE if project_id is None else f"{LEASE} {project_id}"


_ALONE = threading.Lock()  # one at a time in this process (C19); the lease sees to the others
