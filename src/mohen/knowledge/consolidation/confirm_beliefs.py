"""Facts confirm beliefs, or deny them (R196, phase 4b)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from mohen.core.scope import Scope
from mohen.knowledge.consolidation import beliefs, model_questions
from mohen.knowledge.consolidation.beliefs import Judgement
from mohen.knowledge.consolidation.model import Change, Done
from mohen.knowledge.model import FACT, EntityType, Item, State
from mohen.models.model import Purpose
from mohen.text import normalize

if TYPE_CHECKING:
    from mohen.core.database import Database, Tx
    from mohen.knowledge.agents.model import Config
    from mohen.knowledge.consolidation.chains import Desk
    from mohen.knowledge.index_items import KnowledgeIndexer
    from mohen.knowledge.store import KnowledgeStore
    from mohen.models.model_budget import ModelBudget
    from mohen.policy import Policy
    from mohen.text.masking import KnownNames


_CONFIRMED = "a fact confirms it"
_DENIED = "a fact speaks against it"
_MODEL = "model"
_HELD = (State.ACTIVE, State.ARCHIVED)


class BeliefConfirmer:
    """Phase 4b: facts confirm beliefs, or deny them."""

    def __init__(
        self,
        *,
        knowledge_indexer: KnowledgeIndexer,
        knowledge_store: KnowledgeStore,
        mind_db: Database,
        model_budget: ModelBudget,
        policy: Policy,
        prompt_masks: KnownNames,
    ) -> None:
        self._knowledge_indexer = knowledge_indexer
        self._knowledge_store = knowledge_store
        self._mind_db = mind_db
        self._model_budget = model_budget
        self._policy = policy
        self._prompt_masks = prompt_masks

    def weigh(self, desk: Desk, fact: Item, belief: Item, doubts: list[list[str]]) -> list[Change]:
        """What a fact does to a belief. Where rules cannot tell, it is noted for a model."""
        policy = self._policy.reconciling
        verdict = beliefs.judge(fact, belief, policy)
        if verdict is None and len(doubts) < policy.doubts:
            doubts.append([belief.id, fact.id])
        if verdict is Judgement.CONFIRM:
            return [self._confirmed(desk.tx, fact, belief)]
        if verdict is Judgement.DENY:
            return [self._denied(desk.tx, fact, belief)]
        return []

    def _confirmed(self, tx: Tx, fact: Item, belief: Item) -> Change:
        """What was believed is a fact now, and that says from what it became one."""
        at = max(fact.created_at, belief.created_at)
        self._knowledge_store.link(tx, fact.id, [belief.id])
        self._knowledge_store.put_state(
            tx,
            belief.id,
            State.SUPERSEDED,
            now=max(belief.updated_at, at),
            valid_to=at,
            superseded_by=fact.id,
        )
        return Change(Done.PROMOTED, fact.id, FACT, fact.content, belief.content, _CONFIRMED)

    def _denied(self, tx: Tx, fact: Item, belief: Item) -> Change:
        after = beliefs.denied(belief, fact.created_at, self._policy.reconciling)
        self._knowledge_store.rewrite(tx, after)
        done = Done.DENIED if after.state is State.DENIED else Done.CHANGED
        return Change(done, belief.id, belief.type, belief.content, why=_DENIED)

    def ask(
        self, project_id: str, doubts: Sequence[tuple[str, str]], config: Config
    ) -> list[Judged]:
        """Put pairs of a belief and a fact to a model, if there is one and it can be paid for."""
        pairs = self._still(doubts)
        asked = model_questions.verify_ask([(b.content, f.content) for b, f in pairs], self._policy)
        if asked is None:
            return []
        shown = [pairs[at] for at in asked.shown]
        answer = self._model_budget.consult(
            Purpose.CONSOLIDATION,
            asked.ask,
            lambda text: model_questions.read_verified(text, len(shown), self._policy),
            names=lambda: self.people(project_id),
            model=config.model,
        )
        return [(*shown[at - 1], verdict) for at, verdict in (answer.value or {}).items()]

    def people(self, project_id: str) -> tuple[str, ...]:
        """Whom a remote model need not know: whom the author named, and who is spoken of."""
        spoken_of = self._knowledge_store.entities(Scope(project_id))
        persons = (name for name, kind, _ in spoken_of if kind == EntityType.PERSON)
        return (*self._prompt_masks.known(project_id), *persons)

    def _still(self, doubts: Sequence[tuple[str, str]]) -> list[tuple[Item, Item]]:
        """Those that are both held: much may have happened since."""
        with self._mind_db.read() as reader:
            found = self._knowledge_store.some(reader, [id for pair in doubts for id in pair])
        held = {each.id: each for each in found if each.state in _HELD}
        return [(held[b], held[f]) for b, f in doubts if b in held and f in held]

    def settle(self, tx: Tx, judged: Sequence[Judged]) -> list[Change]:
        """What a model said, done; not to what was deleted or changed its state meanwhile."""
        changes: list[Change] = []
        for belief, fact, verdict in judged:
            now = self._knowledge_store.find(tx, belief.id)
            ground = self._knowledge_store.find(tx, fact.id)
            if now is None or ground is None or {now.state, ground.state} - {*_HELD}:
                continue
            if verdict is Judgement.CONFIRM:
                changes.append(self._promoted(tx, ground, now))
            elif verdict is Judgement.DENY:
                changes.append(self._denied(tx, ground, now))
        return changes

    def _is_taken(self, tx: Tx, belief: Item) -> bool:
        """Whether a fact holds what the belief would be the value of."""
        live = self._knowledge_store.of_attribute(
            tx, belief.project_id, belief.subject, belief.attribute
        )
        return any(each.type == FACT for each in live)

    def _promoted(self, tx: Tx, fact: Item, belief: Item) -> Change:
        """A fact confirms what it does not say itself: what was believed becomes a fact of its own,
        and stands on both."""
        content = beliefs.as_fact(belief)
        known = self._knowledge_store.with_mark(tx, belief.project_id, normalize.mark(content))
        if known is not None and known.type == FACT:
            return self._confirmed(tx, known, belief)
        at = max(fact.created_at, belief.created_at)
        if self._is_taken(tx, belief):
            belief = replace(belief, attribute="", value="")
        made = replace(
            belief,
            id=self._knowledge_store.number(tx, FACT, at),
            type=FACT,
            content=content,
            origin=_MODEL,
            confidence=1.0,
            created_at=at,
            updated_at=at,
            valid_from=at,
            score=belief.importance,
            faded_at=max(at, fact.read_at or 0, belief.read_at or 0),
            state=State.ACTIVE,
            version=1,
            accesses=0,
            accessed_at=None,
            sources=(),
            source_facts=(fact.id,),
        )
        self._knowledge_store.add(tx, made, mark=normalize.mark(content))
        self._knowledge_indexer.index(tx, made)
        return self._confirmed(tx, made, belief)


# -- where rules cannot tell


Judged = tuple[Item, Item, Judgement]
"""A belief, the fact that was held against it, and what a model says to that."""
