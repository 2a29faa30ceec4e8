"""What the author sees of their rules: the list, the reasons behind one, what happened to them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from mohen.core import health, validation
from mohen.core.degradation import Reason
from mohen.core.scope import Scope
from mohen.episodes.style_evidence import FINAL_VS_CHOSEN, Evidence
from mohen.errors import InvalidArgument, StoreError
from mohen.rules import conflicts as rules_conflicts
from mohen.rules import curation, rule_text
from mohen.rules.model import (
    PHRASE,
    Account,
    Conflict,
    Difference,
    History,
    LearningState,
    Link,
    Offer,
    Proposal,
    Rule,
    Rulebook,
    RuleCounts,
    Shown,
    Why,
)

if TYPE_CHECKING:
    from mohen.core.database import Database, Tx
    from mohen.core.health import Health
    from mohen.core.ports import Clock
    from mohen.episodes.model import Episode
    from mohen.episodes.store import EpisodeStore
    from mohen.policy import Policy
    from mohen.rules.distill import Distiller
    from mohen.rules.distillation_store import DistillationStore
    from mohen.rules.edit import RuleEditor
    from mohen.rules.evidence_store import EvidenceStore
    from mohen.rules.pause import LearningPause
    from mohen.rules.store import RuleStore
    from mohen.text.default_rules import Category


T = TypeVar("T")


class RuleBook:
    """Shows rules, the reasons behind them and what happened to them."""

    def __init__(
        self,
        *,
        clock: Clock,
        distillation_store: DistillationStore,
        distiller: Distiller,
        episode_store: EpisodeStore,
        episodes_db: Database,
        evidence_store: EvidenceStore,
        health: Health,
        learning_pause: LearningPause,
        policy: Policy,
        rule_editor: RuleEditor,
        rule_store: RuleStore,
    ) -> None:
        self._clock = clock
        self._distillation_store = distillation_store
        self._distiller = distiller
        self._episode_store = episode_store
        self._episodes_db = episodes_db
        self._evidence_store = evidence_store
        self._health = health
        self._learning_pause = learning_pause
        self._policy = policy
        self._rule_editor = rule_editor
        self._rule_store = rule_store

    def book(
        self,
        project_id: str | None = None,
        *,
        scope: str | None = None,
        category: Category | None = None,
        include_overridden: bool = False,
    ) -> Rulebook:
        """From a project its own rules and the global ones that none of them overrides (C24);
        otherwise the global ones."""
        validation.check_ids(self._policy.recording, projectId=project_id)
        if scope == "project" and project_id is None:
            raise InvalidArgument("the rules of a project need its projectId", field="projectId")
        found = self._in_force(project_id, include_overridden)
        if scope is not None:
            found = [each for each in found if (each.project_id is None) == (scope == "global")]
        items = [each for each in found if category in (None, each.category)]
        return Rulebook(
            items=tuple(self._all_shown(curation.in_order(items))),
            counts=self._counts(None if scope == "global" else project_id, found),
            learning=self._learning(project_id),
            proposals=tuple(self._proposals(project_id)),
        )

    def _in_force(self, project_id: str | None, include_overridden: bool) -> list[Rule]:
        if project_id is None:
            return self._rule_store.of(Scope())
        seen = self._rule_store.seen_from(project_id)
        overridden = rules_conflicts.overridden(
            [each for each in seen if each.project_id is None],
            [each for each in seen if each.project_id is not None],
        )
        told = [replace(each, overridden_by=overridden.get(each.id)) for each in seen]
        return [each for each in told if include_overridden or each.overridden_by is None]

    def shown(self, rule: Rule) -> Shown:
        """A rule with the newest episodes behind it."""
        return self._all_shown([rule])[0]

    def _all_shown(self, rules: Sequence[Rule]) -> list[Shown]:
        """All in one look."""
        policy, now = self._policy.rules, self._clock.now()
        links = self._rule_store.newest_links([each.id for each in rules], policy.shown_episodes)
        return [
            Shown(
                each,
                *links.get(each.id, ((), ())),
                recently_updated=curation.recently_updated(each, now, policy),
                measures=_measures(each),
                compared=_compared(each),
            )
            for each in rules
        ]

    def _counts(self, project_id: str | None, rules: list[Rule]) -> RuleCounts:
        scope = None if project_id is None else Scope(project_id)
        kept = self._of_episodes(lambda: self._episode_store.counts(scope))
        return RuleCounts(
            total=len(rules),
            confirmed=sum(each.user_confirmed for each in rules),
            by_category=Counter(each.category for each in rules),
            by_origin=Counter(each.origin.value for each in rules),
            episodes=None if kept is None else kept.active + kept.compressed,
        )

    def _of_episodes(self, ask: Callable[[], T]) -> T | None:
        """What episodes.db says; rules are shown without it too (R96)."""
        try:
            answer = ask()
        except StoreError:
            broken = [health.EPISODES_UNREADABLE]
            self._health.settle("rules", broken, among=[Reason.EPISODES_UNREADABLE])
            return None
        self._health.settle("rules", [], among=[Reason.EPISODES_UNREADABLE])
        return answer

    def _learning(self, project_id: str | None) -> LearningState:
        """Of one project, or of all together."""

        def look() -> tuple[list[str], int]:
            projects = self._evidence_store.projects() if project_id is None else [project_id]
            return projects, sum(self._distiller.pending(each) for each in projects)

        projects, waiting = self._of_episodes(look) or ([], None)
        runs = [run for each in projects if (run := self._distillation_store.last(each))]
        return replace(
            self._learning_pause.state(project_id),
            pending_episodes=waiting,
            last_distilled_at=max((run.ended_at or 0 for run in runs), default=None),
        )

    def _proposals(self, project_id: str | None) -> list[Proposal]:
        """Preferences that several projects share (C77); a project sees those that are its own too,
        and of the other projects only how many they are."""
        enough = self._policy.rules.offer_projects
        shared = self._rule_store.shared(enough)
        offers = rules_conflicts.offers(shared, enough)
        if project_id is None:
            return [Proposal(each, len(each.project_ids)) for each in offers]
        mine = {each.id for each in shared if each.project_id == project_id}
        return [
            Proposal(
                Offer(
                    each.predicate,
                    tuple(id for id in each.rule_ids if id in mine),
                    (project_id,),
                ),
                len(each.project_ids),
            )
            for each in offers
            if project_id in each.project_ids
        ]

    # -- why

    def why(self, id: str, *, project_id: str | None = None) -> Why:
        """A rule, what speaks for and against it, and how sure that makes it (C76)."""
        rule = self._rule_editor.own(id, project_id)
        links = self._rule_store.links(id)
        most = self._policy.rules.shown_episodes
        yes = [each for each in links if each.supports][:most]
        no = [each for each in links if not each.supports][:most]
        # Of a rule that was promoted, only the episodes of the project one looks from are told.
        scope = Scope(rule.project_id or project_id)
        told = self._of_episodes(lambda: self._accounts(rule, [*yes, *no], scope)) or {}
        return Why(
            self.shown(rule),
            curation.formula(rule.tally, self._policy.learning.confidence_prior),
            tuple(told.get(each.episode_id) or _unheard(each) for each in yes),
            tuple(told.get(each.episode_id) or _unheard(each) for each in no),
        )

    def _accounts(self, rule: Rule, links: list[Link], scope: Scope) -> dict[str, Account]:
        with self._episodes_db.read() as reader:
            return {
                link.episode_id: self._account(reader, rule, link, episode)
                for link in links
                for episode in self._episode_store.find(reader, id=link.episode_id, generation=None)
                if episode.project_id == scope.project_id
            }

    def _account(self, reader: Tx, rule: Rule, link: Link, episode: Episode) -> Account:
        body = self._episode_store.evidence(reader, episode.seq)
        evidence = None if body is None else Evidence.from_json(body)
        # Evidence is of whole texts: of a rule about speech it tells nothing.
        whole = rule.predicate is not None and rule.predicate.part is None
        feature = rule.predicate.feature if rule.predicate and whole else ""
        texts, chosen = episode.texts, episode.selected_index
        taken = chosen is not None and 0 <= chosen < len(texts.candidates)
        return replace(
            _unheard(link),
            timestamp=episode.timestamp,
            scene_type=episode.scene_type,
            signal=episode.signal,
            measured=evidence.profile.features.get(feature) if evidence else None,
            differences=self._differences(evidence, feature),
            edit=_edit(evidence),
            ai_text=texts.candidates[chosen] if taken and chosen is not None else None,
            final_text=texts.final_text,
            digest=episode.digest,
        )

    def _differences(self, evidence: Evidence | None, feature: str) -> tuple[Difference, ...]:
        if evidence is None:
            return ()
        if feature.startswith(PHRASE):
            uses = curation.uses_gained(evidence, feature.removeprefix(PHRASE))
            weight = self._policy.style.final_vs_chosen
            return (Difference(FINAL_VS_CHOSEN, weight, uses),) if uses else ()
        return tuple(
            Difference(each.kind, each.weight, each.differences[feature])
            for each in evidence.pairs
            if each.weight and feature in each.differences
        )

    # -- what happened, and what is asked

    def history(
        self,
        project_id: str | None = None,
        *,
        rule_id: str | None = None,
        before: int | None = None,
        limit: int | None = None,
    ) -> History:
        """Newest first: of one rule, of a project's and the global ones, or of the global ones."""
        validation.check_ids(self._policy.recording, projectId=project_id, ruleId=rule_id)
        if rule_id is not None and self._rule_store.get(None, rule_id) is not None:
            self._rule_editor.own(rule_id, project_id)
        bounds = self._policy.paging
        size = validation.size(limit, default=bounds.list_default, most=bounds.list_max)
        found = self._rule_store.events(
            Scope(project_id), rule_id=rule_id, before_id=before, limit=size + 1
        )
        more = len(found) > size
        return History(tuple(found[:size]), size, found[size - 1].id if more else None)

    def conflicts(
        self, project_id: str | None = None, *, include_resolved: bool = False
    ) -> list[Conflict]:
        """What the author is asked to decide: a project's and global ones, or global ones."""
        validation.check_ids(self._policy.recording, projectId=project_id)
        found = self._rule_store.conflicts(Scope(project_id), pending_only=not include_resolved)
        return self.with_rules(found)

    def with_rules(self, conflicts: Sequence[Conflict]) -> list[Conflict]:
        """Each with the rules it is about, as far as they are still there."""
        ids = {id for each in conflicts for id in each.rule_ids}
        rules = {each.id: each for each in self._rule_store.some(ids)} if ids else {}
        waiting = [each for each in conflicts if each.pending]
        sure = self._rule_store.sure_before() if waiting else {}
        aside = rules_conflicts.set_aside(rules.values(), waiting, sure)
        return [
            replace(
                each,
                rules=tuple(rules[id] for id in each.rule_ids if id in rules),
                in_force=next(
                    (id for id in each.rule_ids if each.pending and id not in aside), None
                ),
            )
            for each in conflicts
        ]


def _measures(rule: Rule) -> tuple[str, str] | None:
    if rule.predicate is None:
        return None
    said = rule_text.said(rule.predicate, rule.own)
    return said.en, said.zh


def _compared(rule: Rule) -> tuple[str, str] | None:
    said = rule_text.compared(rule.predicate, rule.own) if rule.predicate and rule.own else None
    return (said.en, said.zh) if said else None


def _edit(evidence: Evidence | None) -> tuple[str, str] | None:
    done = rule_text.done(evidence.purposes) if evidence and evidence.purposes else None
    return (done.en, done.zh) if done else None


def _unheard(link: Link) -> Account:
    return Account(episode_id=link.episode_id, supports=link.supports, weight=link.weight)
