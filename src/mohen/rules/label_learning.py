"""Threshold learning: an act, its label, and the preference that enough of them make.

Every act is kept and counted anew each time, so a threshold that was lowered fires with the next
act, whatever it is about (B16). What was deleted stays away, however often it is accepted (B11).
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from mohen.core import settings
from mohen.core.database import Tx
from mohen.core.keyed_hash import sealed
from mohen.core.scope import Scope
from mohen.episodes import validate
from mohen.rules import conflicts, curation, edit, labels, model, pause, rule_parser, verdicts
from mohen.rules.labels import Acts, Ignored
from mohen.rules.model import Action, Learned, Origin, Reaction, Rule, Tally
from mohen.text import normalize, redact

if TYPE_CHECKING:
    from mohen.parts import Parts


log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Desk:
    """What one look at the labels of a scope needs."""

    parts: Parts
    tx: Tx
    scope: Scope
    threshold: int | None  # None: learning is paused or off
    key: bytes
    now: int


def ingest(
    parts: Parts,
    action: Action,
    evidence_ref: str | None,
    *,
    skill_id: str,
    project_id: str | None = None,
    run_id: str | None = None,
) -> Learned:
    """Keep the act and learn what it completes. The same act of a run counts once."""
    validate.check_id("skillId", skill_id, parts.policy.recording)
    validate.check_ids(parts.policy.recording, projectId=project_id, runId=run_id)
    rules, key = settings.load(parts), settings.redaction_key(parts)
    heard = redact.mask(evidence_ref or "", rules.redact_names, key, parts.policy.settings)
    judged = labels.judge(heard, rules, parts.policy.entries)
    hidden = judged.ignored is Ignored.PRIVACY
    act = Reaction(
        id=parts.ids.new("fb"),
        at=parts.clock.now(),
        project_id=project_id,
        run_id=run_id,
        skill_id=skill_id.strip(),
        action=action,
        label=labels.hashed(key, heard) if hidden else judged.label,
        ignored=judged.ignored,
    )
    threshold = _threshold(parts, project_id)
    learned = parts.mind_db.write(
        lambda tx: _take_in(_Desk(parts, tx, Scope(project_id), threshold, key, act.at), act)
    ).value
    log.info(
        "preference_signal_ingested %s: %s",
        action.value,
        learned.ignored or f"{len(learned.rules)} learned",
    )
    return learned


def settle(parts: Parts, project_id: str | None, tx: Tx | None = None) -> list[str]:
    """Learn what the labels of a scope have already said enough for; answers the new rules.
    For a threshold that was lowered (B16), in a transaction of its own or in one that is open."""
    if tx is None:
        return parts.mind_db.write(lambda own: settle(parts, project_id, own)).value
    if not parts.feedback.counts(tx, Scope(project_id)):
        return []
    threshold = _threshold(parts, project_id)
    key = settings.redaction_key(parts)  # it is there: no label is kept before it
    made, _ = _settle(_Desk(parts, tx, Scope(project_id), threshold, key, parts.clock.now()))
    return made


def settle_everywhere(parts: Parts) -> list[str]:
    """`settle` in each scope that has labels: when the settings changed."""
    return [rule for scope in parts.feedback.scopes() for rule in settle(parts, scope.project_id)]


def _threshold(parts: Parts, project_id: str | None) -> int | None:
    rules = settings.load(parts)
    learning = rules.preference_learning_enabled and not pause.is_paused(parts, project_id)
    return rules.preference_learning_threshold if learning else None


# -- inside the lane


def _take_in(desk: _Desk, act: Reaction) -> Learned:
    parts, tx = desk.parts, desk.tx
    if act.label is not None and act.ignored is None and _vetoed(desk, act.label):
        act = replace(act, label=None, ignored=Ignored.VETOED)
    kept = parts.feedback.add(tx, act)
    if act.ignored is not None:
        return Learned(kept, ignored=act.ignored)
    made, moved = _settle(desk, act if kept == act.id else None)
    return Learned(kept, tuple(dict.fromkeys((*made, *moved))))


def _settle(desk: _Desk, act: Reaction | None = None) -> tuple[list[str], list[str]]:
    """Look at every label of the scope; answers the rules that were made and those that moved."""
    if desk.threshold is None:
        return [], []
    seen = _seen(desk)
    known = _by_wording(seen)
    made: list[str] = []
    heard: dict[str, Tally] = {}
    counts = desk.parts.feedback.counts(desk.tx, desk.scope)
    for core, acts in labels.gathered(counts).items():
        about = _about(known, core, acts)
        for rule, wanted in about:
            if _ours(desk, rule):
                heard[rule.id] = labels.together(
                    heard.get(rule.id, Tally()),
                    labels.tally(acts, wanted=wanted, policy=desk.parts.policy.entries),
                )
            elif act is not None and core == normalize.normal(act.label or ""):
                _speak(desk, rule, supports=wanted == (act.action is Action.ACCEPT))
        text = labels.taught(acts, desk.threshold, desk.parts.policy.entries)
        if text is not None and normalize.normal(text) not in known:
            opposite = [rule for rule, _ in about]
            if new := _taught(desk, text, acts, seen=seen, opposite=opposite):
                seen = _seen(desk)
                known = _by_wording(seen)
                heard[new.id] = new.tally
                made.append(new.id)
    return made, [each.id for each in seen if each.id in heard and _weigh(desk, each, heard)]


def _seen(desk: _Desk) -> list[Rule]:
    """The scope's rules, and everybody's."""
    found = desk.parts.rules.of(desk.scope, reader=desk.tx)
    if desk.scope.project_id is not None:
        found += desk.parts.rules.of(Scope(), reader=desk.tx)
    return found


def _by_wording(rules: Iterable[Rule]) -> dict[str, Rule]:
    """Rules by everything they say or said: a rule that the user reworded is still the one that
    the label made, and the text of any rule is support of it and never a new one (C64)."""
    known: dict[str, Rule] = {}
    for rule in rules:
        for text in curation.texts_of(rule):
            known.setdefault(normalize.normal(text), rule)
    return known


def _about(known: Mapping[str, Rule], core: str, acts: Acts) -> list[tuple[Rule, bool]]:
    """The rules that a label is about, and whether they want what it says. A label that says
    what to avoid is its own opposite: there the acts tell which way it is meant."""
    opposite = normalize.normal(labels.against(acts.label))
    said = {core: acts.accept >= acts.reject} if opposite == core else {core: True, opposite: False}
    return [(known[text], wanted) for text, wanted in said.items() if text in known]


def _ours(desk: _Desk, rule: Rule) -> bool:
    """Made by labels of this scope, and not yet the user's own word."""
    return (
        rule.origin is Origin.LEARNED
        and not rule.user_confirmed
        and rule.project_id == desk.scope.project_id
    )


def spoken(parts: Parts, tx: Tx, rule: Rule) -> Tally:
    """All that labels and verdicts (R86) say of a learned rule: acts leave no link, and are
    counted where they are kept."""
    known = _by_wording([rule])
    said = Tally()
    acts_of = labels.gathered(parts.feedback.counts(tx, Scope(rule.project_id)))
    for core, acts in acts_of.items():
        for _, wanted in _about(known, core, acts):
            tally = labels.tally(acts, wanted=wanted, policy=parts.policy.entries)
            said = labels.together(said, tally)
    return _with_verdicts(parts, tx, rule, said)


def _with_verdicts(parts: Parts, tx: Tx, rule: Rule, said: Tally) -> Tally:
    links = parts.rules.links(rule.id, reader=tx)
    return verdicts.beside_labels(said, links, rule.tally, parts.policy.learning)


def _weigh(desk: _Desk, rule: Rule, heard: Mapping[str, Tally]) -> bool:
    """Whether more was said of a learned rule; then its confidence follows (C9, C16)."""
    said = _with_verdicts(desk.parts, desk.tx, rule, heard[rule.id])
    if verdicts.as_heavy(said, rule.tally):
        return False
    after = replace(
        rule,
        confidence=model.tally_confidence(said, desk.parts.policy.learning.confidence_prior),
        tally=said,
        evidence_at=desk.now,
        updated_at=desk.now,
        version=rule.version + 1,
    )
    _put(desk, after, "raised" if after.confidence > rule.confidence else "lowered", before=rule)
    return True


def _speak(desk: _Desk, rule: Rule, *, supports: bool) -> None:
    """An act about a rule that labels did not make: noted, and its age starts anew (C9). Its
    confidence is the user's or its episodes'."""
    # The line in its history tells of this act alone; what is kept are weights, and they stand.
    spoken = replace(rule.tally, supporting=int(supports), contradicting=int(not supports))
    heard = replace(rule, evidence_at=desk.now, tally=spoken)
    _put(desk, heard, "supported" if supports else "contradicted", before=rule)


def _put(desk: _Desk, rule: Rule, kind: str, *, before: Rule) -> None:
    desk.parts.rules.replace(desk.tx, rule)
    desk.parts.rules.add_event(desk.tx, edit.event(kind, before, rule, desk.now))


def _taught(
    desk: _Desk, text: str, acts: Acts, *, seen: list[Rule], opposite: list[Rule]
) -> Rule | None:
    """The new rule, unless there is a reason against it."""
    parts = desk.parts
    rule = _composed(desk, text, acts)
    others = [each for each in seen if each not in opposite]
    if not all(_ours(desk, each) for each in opposite):
        return None  # somebody's own rule says the opposite: that stands
    if curation.twin(rule, others) or _vetoed(desk, text) or _is_entry(desk, acts.label):
        return None
    if parts.rules.count(desk.tx, desk.scope) >= parts.policy.rules.cap:
        log.warning("nothing learned: the scope holds as many rules as it may")
        return None
    for each in opposite:  # the author turned around
        parts.rules.drop_conflicts(desk.tx, each.id)
        parts.rules.delete(desk.tx, [each.id])
        parts.rules.add_event(desk.tx, edit.event("withdrawn", each, None, desk.now))
    parts.rules.insert(desk.tx, rule)
    parts.rules.add_event(desk.tx, edit.event("created", None, rule, desk.now))
    edit.detect(parts, desk.tx, desk.scope.project_id)
    return rule


def _composed(desk: _Desk, text: str, acts: Acts) -> Rule:
    parts, project = desk.parts, desk.scope.project_id
    wanted = labels.score(acts, parts.policy.entries) > 0
    tally = labels.tally(acts, wanted=wanted, policy=parts.policy.entries)
    typed = curation.written(text, None, id=parts.ids.new("rule"), project_id=project, now=desk.now)
    return replace(
        typed,
        origin=Origin.LEARNED,
        confidence=model.tally_confidence(tally, parts.policy.learning.confidence_prior),
        user_confirmed=False,
        tally=tally,
    )


def _vetoed(desk: _Desk, text: str) -> bool:
    """Whether what it says or means was deleted here or everywhere (C64)."""
    predicate = rule_parser.read(text)
    marks = (
        *conflicts.fingerprints(text, None),
        *(conflicts.barred_by(predicate) if predicate else ()),
    )
    hashes = [sealed(desk.key, each) for each in marks]
    return bool(desk.parts.rules.vetoed(desk.scope.project_id, hashes, reader=desk.tx))


def _is_entry(desk: _Desk, label: str) -> bool:
    """A fact or note we injected, said back to us (C64)."""
    knowledge, said = desk.parts.knowledge, normalize.mark(label)
    if any(knowledge.with_mark(desk.tx, each, said) for each in {desk.scope.project_id, None}):
        return True
    unmarked = knowledge.unmarked(desk.tx, desk.scope)
    return said in {normalize.mark(content) for content in unmarked}
