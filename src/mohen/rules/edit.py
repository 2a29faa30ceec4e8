"""The author governs their rules: adds, edits, confirms, deletes, promotes, decides.

Each act is one transaction on mind.db together with its line in the learning history. What is
deleted leaves no text in any file (C74) and a veto, so that it is not learned again (C64).
"""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import TYPE_CHECKING

from mohen.core import health, validation
from mohen.core.degradation import Reason
from mohen.core.erasure import OPERATOR
from mohen.core.keyed_hash import sealed
from mohen.core.scope import Scope, refuse_strangers
from mohen.errors import (
    CapacityExceeded,
    Conflict,
    InvalidArgument,
    NotFound,
    StoreError,
)
from mohen.rules import conflicts, curation, labels, model, rule_parser
from mohen.rules.model import Deleted, LearningEvent, Patch, Placed, Rule
from mohen.text import redact
from mohen.text.scenes import canonical

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mohen.core.audit_store import AuditStore
    from mohen.core.database import Database, Tx
    from mohen.core.health import Health
    from mohen.core.ports import Clock, Ids
    from mohen.core.secure_wipe import SecureWipe
    from mohen.core.settings import UserSettings
    from mohen.episodes.store import EpisodeStore
    from mohen.policy import Policy
    from mohen.rules.label_store import LabelStore
    from mohen.rules.store import RuleStore
    from mohen.text.default_rules import Category


class RuleEditor:
    """Adds, edits, confirms, deletes and promotes rules."""

    def __init__(
        self,
        *,
        audit_store: AuditStore,
        clock: Clock,
        episode_store: EpisodeStore,
        episodes_db: Database,
        health: Health,
        ids: Ids,
        label_store: LabelStore,
        mind_db: Database,
        policy: Policy,
        rule_store: RuleStore,
        secure_wipe: SecureWipe,
        settings: UserSettings,
    ) -> None:
        self._audit_store = audit_store
        self._clock = clock
        self._episode_store = episode_store
        self._episodes_db = episodes_db
        self._health = health
        self._ids = ids
        self._label_store = label_store
        self._mind_db = mind_db
        self._policy = policy
        self._rule_store = rule_store
        self._secure_wipe = secure_wipe
        self._settings = settings

    def add(
        self,
        text: str,
        *,
        category: Category | None = None,
        scope: str,
        project_id: str | None = None,
    ) -> Rule:
        """A rule in the author's own words, in force at once (R78)."""
        validation.check_ids(self._policy.recording, projectId=project_id)
        validation.check_scope(scope, project_id)
        rule = curation.written(
            redact.without_secrets(curation.check_text(text, self._policy.rules)),
            category,
            id=self._ids.new("rule"),
            project_id=project_id,
            now=self._clock.now(),
        )
        hashes = _hashes(self._settings.redaction_key(), rule)

        def write(tx: Tx) -> Rule:
            self._refuse_double(tx, rule)
            self._refuse_beyond_cap(tx, Scope(project_id))
            self._rule_store.insert(tx, rule)
            self._rule_store.unveto(tx, project_id, hashes)  # the user says so (C64)
            self._rule_store.add_event(tx, event("created", None, rule, rule.created_at))
            self.detect(tx, project_id)  # a clash of two rules of the author's is asked at once
            return self._rule_store.get(tx, rule.id) or rule

        return self._mind_db.write(write).value

    def update(self, id: str, project_id: str | None, version: int | None, patch: Patch) -> Rule:
        """What the author changes stays as they want it (R75, R76). Without a version: as it is
        now."""
        patch = curation.check_patch(patch, self._policy.rules)
        if patch.text is not None:
            patch = replace(patch, text=redact.without_secrets(patch.text))
        # A veto is of words: whoever changes none needs no secret to tell them by.
        key = b"" if patch.text is None else self._settings.redaction_key()
        now = self._clock.now()

        def write(tx: Tx) -> Rule:
            before = self._own(tx, id, project_id)
            if version not in (None, before.version):
                raise Conflict(
                    "the rule was changed meanwhile: read it again, then decide",
                    version=before.version,
                )
            after = curation.patched(before, patch, now, self._policy.rules)
            if after.text != before.text:
                self._refuse_double(tx, after)
                self._rule_store.unveto(
                    tx, after.project_id, _hashes(key, replace(after, history=()))
                )
                after = self._settled(tx, after)
            self._rule_store.replace(tx, after)
            for kind in curation.changes(before, after):
                self._rule_store.add_event(tx, event(kind, before, after, now))
            if after.text != before.text:
                self.detect(tx, after.project_id)
            return self._rule_store.get(tx, id) or after

        return self._mind_db.write(write).value

    def _settled(self, tx: Tx, rule: Rule) -> Rule:
        """An edit may end a contradiction; then nobody is asked about it any more."""
        others = [
            each
            for each in self._rule_store.of(Scope(rule.project_id), reader=tx)
            if each.id != rule.id
        ]
        if any(rule.id in pair for pair in conflicts.contradictions([rule, *others])):
            return rule
        self._rule_store.drop_conflicts(tx, rule.id)
        return replace(rule, in_conflict=False)

    def promote(self, id: str, project_id: str | None) -> Rule:
        """A project's rule becomes everybody's, and outlives its project (R91, B10)."""
        now = self._clock.now()

        def write(tx: Tx) -> Rule:
            before = self._own(tx, id, project_id)
            if before.project_id is None:
                raise Conflict("the rule is global already", id=id)
            if there := curation.twin(before, self._rule_store.of(Scope(), reader=tx)):
                raise Conflict("a global rule says the same already", id=there.id)
            self._refuse_beyond_cap(tx, Scope())
            after = replace(
                before,
                project_id=None,
                in_conflict=False,
                updated_at=now,
                version=before.version + 1,
            )
            self._rule_store.replace(tx, after)
            # Against a rule of its old project it is now the more general one: no question is left.
            self._rule_store.drop_conflicts(tx, id)
            self._rule_store.add_event(tx, event("promoted", before, after, now))
            return after

        return self._mind_db.write(write).value

    # -- deleting

    def delete(
        self,
        id: str,
        *,
        project_id: str | None = None,
        dry_run: bool = False,
        operator: str = OPERATOR,
    ) -> Deleted:
        """For good (R77): the text goes from every file, what taught it is marked, and a veto keeps
        it from being learned again."""
        if dry_run:
            return self._would_delete(id, project_id)
        key = self._settings.redaction_key()
        now = self._clock.now()

        def write(tx: Tx) -> tuple[Deleted, list[str], list[str]]:
            rule = self._own(tx, id, project_id)
            return self._remove(tx, rule, key=key, now=now, operator=operator)

        return self._finish(*self._mind_db.write(write).value)

    def _remove(
        self, tx: Tx, rule: Rule, *, key: bytes, now: int, operator: str
    ) -> tuple[Deleted, list[str], list[str]]:
        """Gone from mind.db; answers what went, which episodes spoke for it and its veto's
        hashes."""
        links = self._rule_store.links(rule.id, reader=tx)
        hashes = _hashes(key, rule)
        scope = Scope(rule.project_id)
        gone = Deleted(
            rules=self._rule_store.delete(tx, [rule.id]),
            wordings=len(rule.history),
            links=len(links),
            conflicts=self._rule_store.drop_conflicts(tx, rule.id),
            labels=self._label_store.drop_labels(tx, scope, self._same_labels(tx, rule)),
            vetoes=self._rule_store.veto(tx, rule.project_id, hashes, rule.id, now),
        )
        self._rule_store.add_event(tx, event("deleted", rule, None, now))
        self._audit_store.bury(
            tx,
            id=rule.id,
            kind="rule",
            project_id=rule.project_id,
            hash=hashes[0],
            created_at=rule.created_at,
            deleted_at=now,
        )
        counts = {name: count for name, count in asdict(gone).items() if type(count) is int}
        self._audit_store.add(
            tx,
            at=now,
            operator=operator,
            act="delete-rule",
            project_id=rule.project_id,
            subject=rule.id,
            counts=counts,
        )
        self._secure_wipe.owe(tx)
        return gone, [each.episode_id for each in links if each.supports], hashes

    def _finish(self, gone: Deleted, taught: list[str], hashes: list[str]) -> Deleted:
        """The other file, then the bytes. Whatever is broken there, the rule is gone."""
        broken = []
        marked = 0
        if taught:
            try:
                marked = self._episodes_db.write(
                    lambda tx: max(self._episode_store.mark(tx, taught, each) for each in hashes)
                ).value
            except StoreError:
                broken.append(health.EPISODES_UNREADABLE)
            self._health.settle("marks", broken, among=[Reason.EPISODES_UNREADABLE])
        wiped = self._secure_wipe.wipe(episodes=False, mind=True)
        return replace(gone, episodes_marked=marked, wiped=wiped)

    def _would_delete(self, id: str, project_id: str | None) -> Deleted:
        key = self._settings.redaction_key()
        with self._mind_db.read() as reader:
            rule = self._own(reader, id, project_id)
            links = self._rule_store.links(id, reader=reader)
            waiting = self._rule_store.conflicts(None, pending_only=True, reader=reader)
            return Deleted(
                rules=1,
                wordings=len(rule.history),
                links=len(links),
                conflicts=sum(id in each.rule_ids for each in waiting),
                labels=self._label_store.with_labels(
                    reader, Scope(rule.project_id), self._same_labels(reader, rule)
                ),
                vetoes=len(_hashes(key, rule)),
                episodes_marked=sum(each.supports for each in links),
                dry_run=True,
            )

    def _same_labels(self, tx: Tx, rule: Rule) -> list[str]:
        """Labels of threshold learning that say what the rule says or said."""
        kept = self._label_store.labels(tx, Scope(rule.project_id))
        return labels.saying(kept, curation.texts_of(rule))

    # -- contradictions

    def detect(self, tx: Tx, project_id: str | None) -> list[str]:
        """After something was learned: pairs of one scope that cannot both hold become a question
        to the author, and both are believed less (R67, R70). Answers the new conflicts' ids."""
        here = {each.id: each for each in self._rule_store.of(Scope(project_id), reader=tx)}
        asked = {each.rule_ids for each in self._rule_store.conflicts(None, reader=tx)}
        now = self._clock.now()
        opened, lowered = [], set()
        for pair in conflicts.contradictions(list(here.values())):
            first, second = sorted(pair)
            if (first, second) in asked:
                continue  # asked once: it is waiting, or the author has answered
            conflict = model.Conflict(
                id=self._ids.new("conflict"),
                project_id=project_id,
                rule_ids=(first, second),
                reason=model.ConflictKind.CONTRADICTION,
                created_at=now,
            )
            if self._rule_store.open_conflict(tx, conflict):
                opened.append(conflict.id)
                lowered |= {first, second}
        for id in sorted(lowered):
            self._lower(tx, here[id], now)
        return opened

    def _lower(self, tx: Tx, rule: Rule, now: int) -> None:
        """What the author confirmed keeps its confidence (R66)."""
        if rule.user_confirmed:
            return
        less = curation.lowered(rule, now, self._policy.rules)
        self._rule_store.replace(tx, less)
        self._rule_store.add_event(tx, event("lowered", rule, less, now))

    def resolve(
        self,
        conflict_id: str,
        chosen_rule_id: str | None = None,
        project_id: str | None = None,
        *,
        keep_both: Sequence[Placed] | None = None,
        operator: str = OPERATOR,
    ) -> model.Conflict:
        """The author decides: the chosen rule is confirmed (C22), the other is deleted (R72). Or
        both are kept, each in a kind of scene of its own (C108)."""
        if (chosen_rule_id is None) == (keep_both is None):
            raise InvalidArgument(
                "give chosenRuleId, or keepBoth with a scene for each", field="chosenRuleId"
            )
        validation.check_ids(
            self._policy.recording,
            conflictId=conflict_id,
            chosenRuleId=chosen_rule_id,
            projectId=project_id,
        )
        if keep_both is not None:
            return self._keep(conflict_id, keep_both, project_id)
        key = self._settings.redaction_key()
        now = self._clock.now()

        def write(tx: Tx) -> tuple[model.Conflict, tuple[Deleted, list[str], list[str]]]:
            conflict = self._open(tx, conflict_id, project_id)
            if chosen_rule_id not in conflict.rule_ids:
                raise InvalidArgument(
                    "chosenRuleId must be one of the two rules in conflict", field="chosenRuleId"
                )
            other_id = next(each for each in conflict.rule_ids if each != chosen_rule_id)
            before = self._own(tx, chosen_rule_id, project_id)
            other = self._own(tx, other_id, project_id)
            self._rule_store.resolve_conflict(tx, conflict_id, chosen_rule_id, now)
            removed = self._remove(tx, other, key=key, now=now, operator=operator)
            after = curation.chosen(before, now, self._policy.learning.confidence_prior)
            self._rule_store.replace(tx, after)
            self._rule_store.add_event(tx, event("confirmed", before, after, now))
            decided = replace(conflict, pending=False, resolved_at=now, chosen=chosen_rule_id)
            return decided, removed

        decided, removed = self._mind_db.write(write).value
        self._finish(*removed)
        return decided

    def _keep(
        self, conflict_id: str, both: Sequence[Placed], project_id: str | None
    ) -> model.Conflict:
        """Each where it holds: there they are the author's word, and contradict no more."""
        for each in both:
            validation.check_ids(
                self._policy.recording, ruleId=each.rule_id, sceneType=each.scene_type
            )
        scenes = {each.rule_id: canonical(each.scene_type) for each in both}
        now = self._clock.now()

        def write(tx: Tx) -> model.Conflict:
            conflict = self._open(tx, conflict_id, project_id)
            if len(both) != len(scenes) or set(scenes) != set(conflict.rule_ids):
                raise InvalidArgument(
                    "keepBoth names each of the two rules in conflict once", field="keepBoth"
                )
            if len(set(scenes.values())) < len(scenes):
                raise InvalidArgument(
                    "two rules that contradict each other need two kinds of scene",
                    field="keepBoth",
                )
            self._rule_store.resolve_conflict(tx, conflict_id, None, now)
            placed = [
                self._place(tx, self._own(tx, id, project_id), scene, now)
                for id, scene in scenes.items()
            ]
            for each in placed:
                self._settled(tx, each)
            return replace(conflict, pending=False, resolved_at=now)

        return self._mind_db.write(write).value

    def _place(self, tx: Tx, before: Rule, scene: str, now: int) -> Rule:
        after = curation.placed(before, scene, now, self._policy)
        self._refuse_double(tx, after)
        self._rule_store.replace(tx, after)
        kinds = ("edited", "confirmed") if after.text != before.text else ("confirmed",)
        for kind in kinds:
            self._rule_store.add_event(tx, event(kind, before, after, now))
        return after

    def _open(self, tx: Tx, id: str, project_id: str | None) -> model.Conflict:
        conflict = self._rule_store.conflict(tx, id)
        if conflict is None:
            raise NotFound("no such conflict", field="conflictId")
        refuse_strangers(conflict.project_id, project_id)
        if not conflict.pending:
            raise Conflict("the conflict is resolved already", chosen=conflict.chosen)
        return conflict

    # -- what several of them need

    def own(self, id: str, project_id: str | None) -> Rule:
        """The rule, if it is global, the project's own, or nobody says where they look from."""
        with self._mind_db.read() as reader:
            return self._own(reader, id, project_id)

    def _own(self, tx: Tx, id: str, project_id: str | None) -> Rule:
        validation.check_ids(self._policy.recording, id=id, projectId=project_id)
        rule = self._rule_store.get(tx, id)
        if rule is None:
            raise NotFound("no such rule", field="id")
        refuse_strangers(rule.project_id, project_id)
        return rule

    def _refuse_double(self, tx: Tx, rule: Rule) -> None:
        for each in self._rule_store.of(Scope(rule.project_id), reader=tx):
            if each.text == rule.text and each.id != rule.id:
                raise Conflict("the same rule is there already", id=each.id)

    def _refuse_beyond_cap(self, tx: Tx, scope: Scope) -> None:
        cap = self._policy.rules.cap
        if self._rule_store.count(tx, scope) >= cap:
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
