"""What has enough facts is summed up (R196, phase 4c)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from mohen.core.scope import Scope
from mohen.knowledge.consolidation import model_questions, themes
from mohen.knowledge.consolidation.model import Change, Done
from mohen.knowledge.model import SUMMARY, Item, State
from mohen.models.model import Purpose
from mohen.text import normalize

if TYPE_CHECKING:
    from mohen.core.database import Database, Tx
    from mohen.core.settings import UserSettings
    from mohen.knowledge.agents.model import Config
    from mohen.knowledge.consolidation.confirm_beliefs import BeliefConfirmer
    from mohen.knowledge.consolidation.themes import Composed, Group
    from mohen.knowledge.history_store import HistoryStore
    from mohen.knowledge.index_items import KnowledgeIndexer
    from mohen.knowledge.retract import Retractor
    from mohen.knowledge.store import KnowledgeStore
    from mohen.knowledge.vetoes import Vetoes
    from mohen.models.model_budget import ModelBudget
    from mohen.policy import Policy


_HELD = (State.ACTIVE, State.ARCHIVED)
_TOO_FEW = "too little is left of what it was made of"


class _Due(NamedTuple):
    """A summary that would say something else than the one there is."""

    group: Group
    composed: Composed
    old: Item | None


class Summarizer:
    """Phase 4c: sums up what has enough facts."""

    def __init__(
        self,
        *,
        belief_confirmer: BeliefConfirmer,
        history_store: HistoryStore,
        knowledge_indexer: KnowledgeIndexer,
        knowledge_store: KnowledgeStore,
        mind_db: Database,
        model_budget: ModelBudget,
        policy: Policy,
        retractor: Retractor,
        settings: UserSettings,
        vetoes: Vetoes,
    ) -> None:
        self._belief_confirmer = belief_confirmer
        self._history_store = history_store
        self._knowledge_indexer = knowledge_indexer
        self._knowledge_store = knowledge_store
        self._mind_db = mind_db
        self._model_budget = model_budget
        self._policy = policy
        self._retractor = retractor
        self._settings = settings
        self._vetoes = vetoes

    def refresh(self, project_id: str, config: Config) -> list[Change]:
        """Make those that are missing, and those anew whose facts are others. All that is looked at
        is what is there, so that it can be done again at any time."""
        known = {(each.subject, each.attribute): each for each in self._summaries(project_id)}
        groups = themes.worth(self._history_store.themes(project_id), config.summary_trigger)
        due = [each for group in groups if (each := self._due(project_id, config, group, known))]
        changes = self._wither(known, groups)
        key = self._settings.redaction_key()
        with self._mind_db.read() as reader:
            due = [each for each in due if self._may_be_said(reader, project_id, key, each)]
        worded = self._worded(project_id, due, config)
        size = self._policy.reconciling.batch
        for at in range(0, len(due), size):
            batch = [(each, worded.get(each.group)) for each in due[at : at + size]]

            def write(tx: Tx, batch: Sequence[tuple[_Due, str | None]] = batch) -> list[Change]:
                made = [
                    self._write(tx, project_id, each, words)
                    for each, words in batch
                    if self._may_be_said(tx, project_id, key, each)
                ]
                self._knowledge_indexer.index(tx, *(item for item, _ in made))
                return [change for _, change in made]

            changes += self._mind_db.write(write).value
        return changes

    def _summaries(self, project_id: str) -> Iterator[Item]:
        """Those that we made: what somebody wrote as a summary has no theme."""
        after, size = "", self._policy.reconciling.batch
        while page := self._knowledge_store.page(
            Scope(project_id), states=_HELD, types=(SUMMARY,), after=after, limit=size
        ):
            yield from (each for each in page if each.attribute.startswith(themes.ATTRIBUTE))
            after = page[-1].id

    def _due(
        self,
        project_id: str,
        config: Config,
        group: Group,
        known: Mapping[tuple[str, str], Item],
    ) -> _Due | None:
        with self._mind_db.read() as reader:
            facts = self._history_store.of_families(
                reader,
                project_id,
                group.subject,
                themes.families(group.theme),
                limit=self._policy.reconciling.summary_facts,
            )
        said = themes.summarised(facts)
        composed = themes.compose(group, said, self._policy, trigger=config.summary_trigger)
        old = known.get((group.subject, group.attribute))
        if not composed.facts or (old is not None and themes.is_current(old, composed)):
            return None
        return _Due(group, composed, old)

    def _may_be_said(self, tx: Tx, project_id: str, key: bytes, due: _Due) -> bool:
        """Not what was deleted (C64); and, as a model takes its time, not what was deleted or
        changed while it was asked."""
        facts = due.composed.facts
        said = themes.item_of(
            due.group, due.composed, due.composed.text, id="", project_id=project_id
        )
        if self._vetoes.vetoed(tx, key, project_id, said):
            return False
        now = {
            each.id: each for each in self._knowledge_store.some(tx, [each.id for each in facts])
        }
        return all(
            each.id in now and now[each.id].state in _HELD and now[each.id].content == each.content
            for each in facts
        )

    def _wither(
        self, known: Mapping[tuple[str, str], Item], groups: Sequence[Group]
    ) -> list[Change]:
        """One of which a source was taken back, and for which there are too few facts now."""
        worth = {(each.subject, each.attribute) for each in groups}
        ids = [each.id for place, each in known.items() if each.stale and place not in worth]
        if not ids:
            return []

        def write(tx: Tx) -> list[Change]:
            return [change for id in ids for change in self._retractor.withdraw(tx, id, _TOO_FEW)]

        return self._mind_db.write(write).value

    def _worded(self, project_id: str, due: Sequence[_Due], config: Config) -> Mapping[Group, str]:
        """A model's wording for some of them; the rest is said by rules."""
        few = due[: self._policy.reconciling.summaries_asked]
        facts = [[fact.content for fact in each.composed.facts] for each in few]
        asked = model_questions.summary_ask(facts, self._policy)
        if asked is None:
            return {}
        shown = [facts[at] for at in asked.shown]
        answer = self._model_budget.consult(
            Purpose.CONSOLIDATION,
            asked.ask,
            lambda text: model_questions.read_summaries(text, shown, self._policy),
            names=lambda: self._belief_confirmer.people(project_id),
            model=config.model,
        )
        said = answer.value or {}
        return {few[asked.shown[at - 1]].group: text for at, text in said.items()}

    def _write(self, tx: Tx, project_id: str, due: _Due, words: str | None) -> tuple[Item, Change]:
        at = max(each.created_at for each in due.composed.facts)
        item = themes.item_of(
            due.group,
            due.composed,
            words or due.composed.text,
            id=self._knowledge_store.number(tx, SUMMARY, at),
            project_id=project_id,
        )
        self._knowledge_store.add(tx, item, mark=normalize.mark(item.content))
        if due.old is None:
            return item, Change(Done.ADDED, item.id, SUMMARY, item.content)
        self._knowledge_store.put_state(
            tx,
            due.old.id,
            State.SUPERSEDED,
            now=max(due.old.updated_at, at),
            valid_to=max(due.old.created_at, at),
            superseded_by=item.id,
        )
        return item, Change(Done.CHANGED, item.id, SUMMARY, item.content, before=due.old.content)
