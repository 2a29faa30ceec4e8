"""Threshold learning: an act, its label, and the preference that enough of them make.

Every act is kept and counted anew each time, so a threshold that was lowered fires with the next
act, whatever it is about (B16). What was deleted stays away, however often it is accepted (B11).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from mohen.core import validation
from mohen.core.keyed_hash import sealed
from mohen.core.logs import logger
from mohen.core.scope import Scope
from mohen.core.values import dataclass
from mohen.rules import conflicts, curation, edit, labels, model, rule_parser, verdicts
from mohen.rules.labels import Acts, Ignored
from mohen.rules.model import Action, Learned, Origin, Reaction, Rule, Tally
from mohen.text import normalize, redact

if TYPE_CHECKING:
    from mohen.core.database import Database, Tx
    from mohen.core.ports import Clock, Ids
    from mohen.core.settings import UserSettings
    from mohen.policy import Policy
    from mohen.rules.edit import RuleEditor
    from mohen.rules.label_store import LabelStore
    from mohen.rules.pause import LearningPause
    from mohen.rules.store import RuleStore


log = logger(__name__)


@dataclass(frozen=True, slots=True)
class _Desk:
    """What one look at the labels of a scope needs."""

    tx: Tx
    scope: Scope
    threshold: int | None  # None: learning is paused or off
    key: bytes
    now: int


class KnowsEntries(Protocol):
    """Facts and notes, as far as a label may repeat one."""

    def with_mark(self, tx: Tx, project_id: str | None, mark: str) -> object | None: ...
    def unmarked(self, tx: Tx, scope: Scope) -> Sequence[str]: ...


class LabelLearning:
    """Learns preferences from labels."""

    def __init__(
        self,
        *,
        clock: Clock,
        ids: Ids,
        knowledge_store: KnowsEntries,
        label_store: LabelStore,
        learning_pause: LearningPause,
        mind_db: Database,
        policy: Policy,
        rule_editor: RuleEditor,
        rule_store: RuleStore,
        settings: UserSettings,
    ) -> None:
        self._clock = clock
        self._ids = ids
        self._knowledge_store = knowledge_store
        self._label_store = label_store
        self._learning_pause = learning_pause
        self._mind_db = mind_db
        self._policy = policy
        self._rule_editor = rule_editor
        self._rule_store = rule_store
        self._settings = settings

    def ingest(
        self,
        action: Action,
        evidence_ref: str | None,
        *,
        skill_id: str,
        project_id: str | None = None,
        run_id: str | None = None,
    ) -> Learned:
        """Keep the act and learn what it completes. The same act of a run counts once."""
        validation.check_id("skillId", skill_id, self._policy.recording)
        validation.check_ids(self._policy.recording, projectId=project_id, runId=run_id)
        rules, key = self._settings.get(), self._settings.redaction_key()
        heard = redact.kept(evidence_ref or "", rules.redact_names, key, self._policy.settings)
        judged = labels.judge(heard, rules, self._policy.entries)
        hidden = judged.ignored is Ignored.PRIVACY
        act = Reaction(
            id=self._ids.new("fb"),
            at=self._clock.now(),
            project_id=project_id,
            run_id=run_id,
            skill_id=skill_id.strip(),
            action=action,
            label=labels.hashed(key, heard) if hidden else judged.label,
            ignored=judged.ignored,
        )
        threshold = self._threshold(project_id)
        learned = self._mind_db.write(
            lambda tx: self._take_in(_Desk(tx, Scope(project_id), threshold, key, act.at), act)
        ).value
        log.info(
            "preference_signal_ingested %s: %s",
            action.value,
            learned.ignored or f"{len(learned.rules)} learned",
        )
        return learned

    def settle(self, project_id: str | None, tx: Tx | None = None) -> list[str]:
        """Learn what the labels of a scope have already said enough for; answers the new rules.
        For a threshold that was lowered (B16), in a transaction of its own or in one that is
        open."""
        if tx is None:
            return self._mind_db.write(lambda own: self.settle(project_id, own)).value
        if not self._label_store.counts(tx, Scope(project_id)):
            return []
        threshold = self._threshold(project_id)
        key = self._settings.redaction_key()  # it is there: no label is kept before it
        made, _ = self._settle(_Desk(tx, Scope(project_id), threshold, key, self._clock.now()))
        return made

    def settle_everywhere(self) -> list[str]:
        """`settle` in each scope that has labels: when the settings changed."""
        return [
            rule for scope in self._label_store.scopes() for rule in self.settle(scope.project_id)
        ]

    def _threshold(self, project_id: str | None) -> int | None:
        rules = self._settings.get()
        learning = rules.preference_learning_enabled and not self._learning_pause.is_paused(
            project_id
        )
        return rules.preference_learning_threshold if learning else None

    # -- inside the lane

    def _take_in(self, desk: _Desk, act: Reaction) -> Learned:
        tx = desk.tx
        if act.label is not None and act.ignored is None and self._vetoed(desk, act.label):
            act = replace(act, label=None, ignored=Ignored.VETOED)
        kept = self._label_store.add(tx, act)
        if act.ignored is not None:
            return Learned(kept, ignored=act.ignored)
        made, moved = self._settle(desk, act if kept == act.id else None)
        return Learned(kept, tuple(dict.fromkeys((*made, *moved))))

    def _settle(self, desk: _Desk, act: Reaction | None = None) -> tuple[list[str], list[str]]:
        """Look at every label of the scope; answers the rules that were made and those that
        moved."""
        if desk.threshold is None:
            return [], []
        seen = self._seen(desk)
        known = _by_wording(seen)
        made: list[str] = []
        heard: dict[str, Tally] = {}
        counts = self._label_store.counts(desk.tx, desk.scope)
        for core, acts in labels.gathered(counts).items():
            about = _about(known, core, acts)
            for rule, wanted in about:
                if _ours(desk, rule):
                    heard[rule.id] = labels.together(
                        heard.get(rule.id, Tally()),
                        labels.tally(acts, wanted=wanted, policy=self._policy.entries),
                    )
                elif act is not None and core == normalize.normal(act.label or ""):
                    self._speak(desk, rule, supports=wanted == (act.action is Action.ACCEPT))
            text = labels.taught(acts, desk.threshold, self._policy.entries)
            if text is not None and normalize.normal(text) not in known:
                opposite = [rule for rule, _ in about]
                if new := self._taught(desk, text, acts, seen=seen, opposite=opposite):
                    seen = self._seen(desk)
                    known = _by_wording(seen)
                    heard[new.id] = new.tally
                    made.append(new.id)
        return made, [
            each.id for each in seen if each.id in heard and self._weigh(desk, each, heard)
        ]

    def _seen(self, desk: _Desk) -> list[Rule]:
        """The scope's rules, and everybody's."""
        found = self._rule_store.of(desk.scope, reader=desk.tx)
        if desk.scope.project_id is not None:
            found += self._rule_store.of(Scope(), reader=desk.tx)
        return found

    def spoken(self, tx: Tx, rule: Rule) -> Tally:
        """All that labels and verdicts (R86) say of a learned rule: acts leave no link, and are
        counted where they are kept."""
        known = _by_wording([rule])
        said = Tally()
        acts_of = labels.gathered(self._label_store.counts(tx, Scope(rule.project_id)))
        for core, acts in acts_of.items():
            for _, wanted in _about(known, core, acts):
                tally = labels.tally(acts, wanted=wanted, policy=self._policy.entries)
                said = labels.together(said, tally)
        return self._with_verdicts(tx, rule, said)

    def _with_verdicts(self, tx: Tx, rule: Rule, said: Tally) -> Tally:
        links = self._rule_store.links(rule.id, reader=tx)
        return verdicts.beside_labels(said, links, rule.tally, self._policy.learning)

    def _weigh(self, desk: _Desk, rule: Rule, heard: Mapping[str, Tally]) -> bool:
        """Whether more was said of a learned rule; then its confidence follows (C9, C16)."""
        said = self._with_verdicts(desk.tx, rule, heard[rule.id])
        if verdicts.as_heavy(said, rule.tally):
            return False
        after = replace(
            rule,
            confidence=model.tally_confidence(said, self._policy.learning.confidence_prior),
            tally=said,
            evidence_at=desk.now,
            updated_at=desk.now,
            version=rule.version + 1,
        )
        self._put(
            desk, after, "raised" if after.confidence > rule.confidence else "lowered", before=rule
        )
        return True

    def _speak(self, desk: _Desk, rule: Rule, *, supports: bool) -> None:
        """An act about a rule that labels did not make: noted, and its age starts anew (C9). Its
        confidence is the user's or its episodes'."""
        # The line in its history tells of this act alone; what is kept are weights, and they stand.
        spoken = replace(rule.tally, supporting=int(supports), contradicting=int(not supports))
        heard = replace(rule, evidence_at=desk.now, tally=spoken)
        self._put(desk, heard, "supported" if supports else "contradicted", before=rule)

    def _put(self, desk: _Desk, rule: Rule, kind: str, *, before: Rule) -> None:
        self._rule_store.replace(desk.tx, rule)
        self._rule_store.add_event(desk.tx, edit.event(kind, before, rule, desk.now))

    def _taught(
        self, desk: _Desk, text: str, acts: Acts, *, seen: list[Rule], opposite: list[Rule]
    ) -> Rule | None:
        """The new rule, unless there is a reason against it."""
        rule = self._composed(desk, text, acts)
        others = [each for each in seen if each not in opposite]
        if not all(_ours(desk, each) for each in opposite):
            return None  # somebody's own rule says the opposite: that stands
        if (
            curation.twin(rule, others)
            or self._vetoed(desk, text)
            or self._is_entry(desk, acts.label)
        ):
            return None
        if self._rule_store.count(desk.tx, desk.scope) >= self._policy.rules.cap:
            log.warning("nothing learned: the scope holds as many rules as it may")
            return None
        for each in opposite:  # the author turned around
            self._rule_store.drop_conflicts(desk.tx, each.id)
            self._rule_store.delete(desk.tx, [each.id])
            self._rule_store.add_event(desk.tx, edit.event("withdrawn", each, None, desk.now))
        self._rule_store.insert(desk.tx, rule)
        self._rule_store.add_event(desk.tx, edit.event("created", None, rule, desk.now))
        self._rule_editor.detect(desk.tx, desk.scope.project_id)
        return rule

    def _composed(self, desk: _Desk, text: str, acts: Acts) -> Rule:
        project = desk.scope.project_id
        wanted = labels.score(acts, self._policy.entries) > 0
        tally = labels.tally(acts, wanted=wanted, policy=self._policy.entries)
        typed = curation.written(
            text, None, id=self._ids.new("rule"), project_id=project, now=desk.now
        )
        return replace(
            typed,
            origin=Origin.LEARNED,
            confidence=model.tally_confidence(tally, self._policy.learning.confidence_prior),
            user_confirmed=False,
            tally=tally,
        )

    def _vetoed(self, desk: _Desk, text: str) -> bool:
        """Whether what it says or means was deleted here or everywhere (C64)."""
        predicate = rule_parser.read(text)
        marks = (
            *conflicts.fingerprints(text, None),
            *(conflicts.barred_by(predicate) if predicate else ()),
        )
        hashes = [sealed(desk.key, each) for each in marks]
        return bool(self._rule_store.vetoed(desk.scope.project_id, hashes, reader=desk.tx))

    def _is_entry(self, desk: _Desk, label: str) -> bool:
        """A fact or note we injected, said back to us (C64)."""
        knowledge, said = self._knowledge_store, normalize.mark(label)
        if any(knowledge.with_mark(desk.tx, each, said) for each in {desk.scope.project_id, None}):
            return True
        unmarked = knowledge.unmarked(desk.tx, desk.scope)
        return said in {normalize.mark(content) for content in unmarked}


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
