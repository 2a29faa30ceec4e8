"""What a distillation learns: evidence heard, patterns found, rules revised, a model consulted.

Nothing is written before everything is known.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from mohen.flows import consult, curate, names, settings
from mohen.flows.parts import Parts
from mohen.logic import clashes
from mohen.logic.seal import sealed
from mohen.model.episode import Filter
from mohen.model.language import Candidate, Suggestion, Suggestions
from mohen.model.rule import Link, Origin, Predicate, Rule, Tally
from mohen.model.run import Run, Stage
from mohen.model.scope import Scope
from mohen.store.sqlite import Tx

if TYPE_CHECKING:
    from mohen.logic.revision import Change


_WITH_TEXT = Filter(compressed=False)


@dataclass(frozen=True, slots=True)
class Lesson:
    """What is to be written."""

    episodes: int
    changes: Sequence[Change]


def study(parts: Parts, run: Run, tell: Callable[[Stage], None]) -> Lesson:
    from threadpoolctl import threadpool_limits

    from mohen.flows import testify  # these bring numpy, which opening a memory does not need
    from mohen.logic import habits, patterns, revision, witnesses

    # BLAS's own threads cost more than they bring here (measured: 6.3 s of CPU against 2.6).
    threadpool_limits(1, user_api="blas")
    heard = testify.witnesses(parts, run.project_id, run.upto)
    policy, now = parts.policy, run.started_at
    bars = Bars(parts, run.project_id)
    words = habits.find(list(testify.worded(heard)), policy.measuring)
    telling = witnesses.beyond_words(heard, words)
    learner = patterns.Learner(telling, policy.learning, policy.style, now, bars.bar)
    tell(Stage.CLUSTERED)
    found = learner.find()
    found += patterns.of_habits(words, heard)
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
        return self._vetoed(clashes.barred_by(predicate))

    def bar_text(self, *texts: str) -> bool:
        return self._vetoed([each for text in texts for each in clashes.fingerprints(text, None)])

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
    told = consult.suggest(
        parts,
        run.project_id,
        [_candidate(at, each) for at, each in enumerate(news)],
        [each for each in page.items if each.seq <= run.upto],
        run.id,
        names=lambda: names.known(parts, run.project_id),
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
        clashes.normal(text)
        for each in said
        for text in (each.text, each.text_zh, each.text_en)
        if text
    }
    return [
        each
        for each in told.new
        if known.isdisjoint(map(clashes.normal, (each.zh, each.en)))
        and not bars.bar_text(each.zh, each.en)
    ]


def _suggested(run: Run, told: Suggestion) -> Change:
    from mohen.logic.revision import Change

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
    parts.rules.add_event(tx, curate.event("created", None, rule, run.started_at, run.id))
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
        parts.rules.add_event(tx, curate.event(kind, before, after, run.started_at, run.id))
