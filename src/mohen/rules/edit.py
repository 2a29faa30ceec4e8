"""The author governs their rules: adds, edits, confirms, deletes, promotes, decides.

Each act is one transaction on mind.db together with its line in the learning history. What is
deleted leaves no text in any file (C74) and a veto, so that it is not learned again (C64).
"""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import TYPE_CHECKING

from mohen.core import health, secure_wipe, settings
from mohen.core.database import Tx
from mohen.core.degradation import Reason
from mohen.core.erasure import OPERATOR
from mohen.core.keyed_hash import sealed
from mohen.core.scope import Scope
from mohen.episodes import validate
from mohen.errors import (
    CapacityExceeded,
    Conflict,
    InvalidArgument,
    NotFound,
    ScopeDenied,
    StoreError,
)
from mohen.notes import notes
from mohen.rules import conflicts, curation, labels, model, rule_parser
from mohen.rules.model import Deleted, LearningEvent, Patch, Rule
from mohen.text.default_rules import Category

if TYPE_CHECKING:
    from mohen.parts import Parts


def add(
    parts: Parts,
    text: str,
    *,
    category: Category | None = None,
    scope: str,
    project_id: str | None = None,
) -> Rule:
    """A rule in the author's own words, in force at once (R78)."""
    validate.check_ids(parts.policy.recording, projectId=project_id)
    notes.check_scope(scope, project_id)
    rule = curation.written(
        curation.check_text(text, parts.policy.rules),
        category,
        id=parts.ids.new("rule"),
        project_id=project_id,
        now=parts.clock.now(),
    )
    hashes = _hashes(settings.redaction_key(parts), rule)

    def write(tx: Tx) -> Rule:
        _refuse_double(parts, tx, rule)
        _refuse_beyond_cap(parts, tx, Scope(project_id))
        parts.rules.insert(tx, rule)
        parts.rules.unveto(tx, project_id, hashes)  # the user says so (C64)
        parts.rules.add_event(tx, event("created", None, rule, rule.created_at))
        detect(parts, tx, project_id)  # a clash of two rules of the author's is asked at once
        return parts.rules.get(tx, rule.id) or rule

    return parts.mind_db.write(write).value


def update(
    parts: Parts, id: str, project_id: str | None, version: int | None, patch: Patch
) -> Rule:
    """What the author changes stays as they want it (R75, R76). Without a version: as it is now."""
    patch = curation.check_patch(patch, parts.policy.rules)
    key = settings.redaction_key(parts)
    now = parts.clock.now()

    def write(tx: Tx) -> Rule:
        before = _own(parts, tx, id, project_id)
        if version not in (None, before.version):
            raise Conflict(
                "the rule was changed meanwhile: read it again, then decide",
                version=before.version,
            )
        after = curation.patched(before, patch, now, parts.policy.rules)
        if after.text != before.text:
            _refuse_double(parts, tx, after)
            parts.rules.unveto(tx, after.project_id, _hashes(key, replace(after, history=())))
            after = _settled(parts, tx, after)
        parts.rules.replace(tx, after)
        for kind in curation.changes(before, after):
            parts.rules.add_event(tx, event(kind, before, after, now))
        if after.text != before.text:
            detect(parts, tx, after.project_id)
        return parts.rules.get(tx, id) or after

    return parts.mind_db.write(write).value


def _settled(parts: Parts, tx: Tx, rule: Rule) -> Rule:
    """An edit may end a contradiction; then nobody is asked about it any more."""
    others = [
        each for each in parts.rules.of(Scope(rule.project_id), reader=tx) if each.id != rule.id
    ]
    if any(rule.id in pair for pair in conflicts.contradictions([rule, *others])):
        return rule
    parts.rules.drop_conflicts(tx, rule.id)
    return replace(rule, in_conflict=False)


def promote(parts: Parts, id: str, project_id: str | None) -> Rule:
    """A project's rule becomes everybody's, and outlives its project (R91, B10)."""
    now = parts.clock.now()

    def write(tx: Tx) -> Rule:
        before = _own(parts, tx, id, project_id)
        if before.project_id is None:
            raise Conflict("the rule is global already", id=id)
        if there := curation.twin(before, parts.rules.of(Scope(), reader=tx)):
            raise Conflict("a global rule says the same already", id=there.id)
        _refuse_beyond_cap(parts, tx, Scope())
        after = replace(
            before, project_id=None, in_conflict=False, updated_at=now, version=before.version + 1
        )
        parts.rules.replace(tx, after)
        # Against a rule of its old project it is now the more general one: no question is left.
        parts.rules.drop_conflicts(tx, id)
        parts.rules.add_event(tx, event("promoted", before, after, now))
        return after

    return parts.mind_db.write(write).value


# -- deleting


def delete(
    parts: Parts,
    id: str,
    project_id: str | None = None,
    *,
    dry_run: bool = False,
    operator: str = OPERATOR,
) -> Deleted:
    """For good (R77): the text goes from every file, what taught it is marked, and a veto keeps
    it from being learned again."""
    if dry_run:
        return _would_delete(parts, id, project_id)
    key = settings.redaction_key(parts)
    now = parts.clock.now()

    def write(tx: Tx) -> tuple[Deleted, list[str], list[str]]:
        rule = _own(parts, tx, id, project_id)
        return _remove(parts, tx, rule, key=key, now=now, operator=operator)

    return _finish(parts, *parts.mind_db.write(write).value)


def _remove(
    parts: Parts, tx: Tx, rule: Rule, *, key: bytes, now: int, operator: str
) -> tuple[Deleted, list[str], list[str]]:
    """Gone from mind.db; answers what went, which episodes spoke for it and its veto's hashes."""
    links = parts.rules.links(rule.id, reader=tx)
    hashes = _hashes(key, rule)
    scope = Scope(rule.project_id)
    gone = Deleted(
        rules=parts.rules.delete(tx, [rule.id]),
        wordings=len(rule.history),
        links=len(links),
        conflicts=parts.rules.drop_conflicts(tx, rule.id),
        labels=parts.feedback.drop_labels(tx, scope, _same_labels(parts, tx, rule)),
        vetoes=parts.rules.veto(tx, rule.project_id, hashes, rule.id, now),
    )
    parts.rules.add_event(tx, event("deleted", rule, None, now))
    parts.audit.bury(
        tx,
        id=rule.id,
        kind="rule",
        project_id=rule.project_id,
        hash=hashes[0],
        created_at=rule.created_at,
        deleted_at=now,
    )
    counts = {name: count for name, count in asdict(gone).items() if type(count) is int}
    parts.audit.add(
        tx,
        at=now,
        operator=operator,
        act="delete-rule",
        project_id=rule.project_id,
        subject=rule.id,
        counts=counts,
    )
    secure_wipe.owe(parts, tx)
    return gone, [each.episode_id for each in links if each.supports], hashes


def _finish(parts: Parts, gone: Deleted, taught: list[str], hashes: list[str]) -> Deleted:
    """The other file, then the bytes. Whatever is broken there, the rule is gone."""
    broken = []
    marked = 0
    if taught:
        try:
            marked = parts.episodes_db.write(
                lambda tx: max(parts.episodes.mark(tx, taught, each) for each in hashes)
            ).value
        except StoreError:
            broken.append(health.EPISODES_UNREADABLE)
        parts.health.settle("marks", broken, among=[Reason.EPISODES_UNREADABLE])
    wiped = secure_wipe.wipe(parts, episodes=False, mind=True)
    return replace(gone, episodes_marked=marked, wiped=wiped)


def _would_delete(parts: Parts, id: str, project_id: str | None) -> Deleted:
    key = settings.redaction_key(parts)
    with parts.mind_db.read() as reader:
        rule = _own(parts, reader, id, project_id)
        links = parts.rules.links(id, reader=reader)
        waiting = parts.rules.conflicts(None, pending_only=True, reader=reader)
        return Deleted(
            rules=1,
            wordings=len(rule.history),
            links=len(links),
            conflicts=sum(id in each.rule_ids for each in waiting),
            labels=parts.feedback.with_labels(
                reader, Scope(rule.project_id), _same_labels(parts, reader, rule)
            ),
            vetoes=len(_hashes(key, rule)),
            episodes_marked=sum(each.supports for each in links),
            dry_run=True,
        )


def _same_labels(parts: Parts, tx: Tx, rule: Rule) -> list[str]:
    """Labels of threshold learning that say what the rule says or said."""
    kept = parts.feedback.labels(tx, Scope(rule.project_id))
    return labels.saying(kept, curation.texts_of(rule))


# -- contradictions


def detect(parts: Parts, tx: Tx, project_id: str | None) -> list[str]:
    """After something was learned: pairs of one scope that cannot both hold become a question to
    the author, and both are believed less (R67, R70). Answers the new conflicts' ids."""
    here = {each.id: each for each in parts.rules.of(Scope(project_id), reader=tx)}
    asked = {each.rule_ids for each in parts.rules.conflicts(None, reader=tx)}
    now = parts.clock.now()
    opened, lowered = [], set()
    for pair in conflicts.contradictions(list(here.values())):
        first, second = sorted(pair)
        if (first, second) in asked:
            continue  # asked once: it is waiting, or the author has answered
        conflict = model.Conflict(
            id=parts.ids.new("conflict"),
            project_id=project_id,
            rule_ids=(first, second),
            reason=model.ConflictKind.CONTRADICTION,
            created_at=now,
        )
        if parts.rules.open_conflict(tx, conflict):
            opened.append(conflict.id)
            lowered |= {first, second}
    for id in sorted(lowered):
        _lower(parts, tx, here[id], now)
    return opened


def _lower(parts: Parts, tx: Tx, rule: Rule, now: int) -> None:
    """What the author confirmed keeps its confidence (R66)."""
    if rule.user_confirmed:
        return
    less = curation.lowered(rule, now, parts.policy.rules)
    parts.rules.replace(tx, less)
    parts.rules.add_event(tx, event("lowered", rule, less, now))


def resolve(
    parts: Parts,
    conflict_id: str,
    chosen_rule_id: str,
    project_id: str | None = None,
    *,
    operator: str = OPERATOR,
) -> model.Conflict:
    """The author decides: the chosen rule is confirmed (C22), the other is deleted (R72)."""
    validate.check_ids(
        parts.policy.recording,
        conflictId=conflict_id,
        chosenRuleId=chosen_rule_id,
        projectId=project_id,
    )
    key = settings.redaction_key(parts)
    now = parts.clock.now()

    def write(tx: Tx) -> tuple[model.Conflict, tuple[Deleted, list[str], list[str]]]:
        conflict = _open(parts, tx, conflict_id, project_id)
        if chosen_rule_id not in conflict.rule_ids:
            raise InvalidArgument(
                "chosenRuleId must be one of the two rules in conflict", field="chosenRuleId"
            )
        other_id = next(each for each in conflict.rule_ids if each != chosen_rule_id)
        before = _own(parts, tx, chosen_rule_id, project_id)
        other = _own(parts, tx, other_id, project_id)
        parts.rules.resolve_conflict(tx, conflict_id, chosen_rule_id, now)
        removed = _remove(parts, tx, other, key=key, now=now, operator=operator)
        after = curation.chosen(before, now, parts.policy.learning.confidence_prior)
        parts.rules.replace(tx, after)
        parts.rules.add_event(tx, event("confirmed", before, after, now))
        decided = replace(conflict, pending=False, resolved_at=now, chosen=chosen_rule_id)
        return decided, removed

    decided, removed = parts.mind_db.write(write).value
    _finish(parts, *removed)
    return decided


def _open(parts: Parts, tx: Tx, id: str, project_id: str | None) -> model.Conflict:
    conflict = parts.rules.conflict(tx, id)
    if conflict is None:
        raise NotFound("no such conflict", field="conflictId")
    refuse_strangers(conflict.project_id, project_id)
    if not conflict.pending:
        raise Conflict("the conflict is resolved already", chosen=conflict.chosen)
    return conflict


# -- what several of them need


def own(parts: Parts, id: str, project_id: str | None) -> Rule:
    """The rule, if it is global, the project's own, or nobody says where they look from."""
    with parts.mind_db.read() as reader:
        return _own(parts, reader, id, project_id)


def _own(parts: Parts, tx: Tx, id: str, project_id: str | None) -> Rule:
    validate.check_ids(parts.policy.recording, id=id, projectId=project_id)
    rule = parts.rules.get(tx, id)
    if rule is None:
        raise NotFound("no such rule", field="id")
    refuse_strangers(rule.project_id, project_id)
    return rule


def refuse_strangers(of: str | None, project_id: str | None) -> None:
    """Nobody touches what is of another project, if they say where they look from (C92)."""
    if of is not None and project_id is not None and of != project_id:
        raise ScopeDenied("the item belongs to another project")


def _refuse_double(parts: Parts, tx: Tx, rule: Rule) -> None:
    for each in parts.rules.of(Scope(rule.project_id), reader=tx):
        if each.text == rule.text and each.id != rule.id:
            raise Conflict("the same rule is there already", id=each.id)


def _refuse_beyond_cap(parts: Parts, tx: Tx, scope: Scope) -> None:
    cap = parts.policy.rules.cap
    if parts.rules.count(tx, scope) >= cap:
        raise CapacityExceeded(
            f"there are {cap} rules, the cap: delete some, or raise the cap", cap=cap
        )


def _hashes(key: bytes, rule: Rule) -> list[str]:
    """Of what the rule says; what it measures as it stands comes first."""
    said = conflicts.fingerprints(rule.text, rule.predicate)
    for text in curation.meant(rule):
        said += conflicts.fingerprints(text, rule_parser.read(text))
    return [sealed(key, each) for each in dict.fromkeys(said)]


def event(
    kind: str, before: Rule | None, after: Rule | None, at: int, run_id: str | None = None
) -> LearningEvent:
    """A line of the learning history: ids and numbers, never text (C93)."""
    rule = after or before
    assert rule is not None
    return LearningEvent(
        at=at,
        kind=kind,
        rule_id=rule.id,
        project_id=rule.project_id,
        run_id=run_id,
        before=None if before is None else before.confidence,
        after=None if after is None else after.confidence,
        supporting=rule.tally.supporting,
        contradicting=rule.tally.contradicting,
    )
