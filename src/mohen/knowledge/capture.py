"""What somebody has the memory keep: is it sound, and what becomes of numbers out of range."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from mohen.core import validation
from mohen.core.logs import logger
from mohen.errors import InvalidArgument
from mohen.knowledge import decay, vetoes
from mohen.knowledge.claim import NOTHING, Claims
from mohen.knowledge.consolidation import attribute_chain
from mohen.knowledge.decay import MANUAL
from mohen.knowledge.model import BELIEF, FACT, INITIALS, Captured, Category, Item, State, place
from mohen.text import normalize, redact, secrets

if TYPE_CHECKING:
    from mohen.core.database import Database, Tx
    from mohen.core.ports import Clock
    from mohen.core.settings import UserSettings
    from mohen.knowledge.agents.load_config import AgentConfigs
    from mohen.knowledge.agents.model import Config
    from mohen.knowledge.consolidation.model import Named
    from mohen.knowledge.held_back import HeldBack
    from mohen.knowledge.index_items import KnowledgeIndexer
    from mohen.knowledge.policy import Knowledge
    from mohen.knowledge.store import KnowledgeStore
    from mohen.knowledge.workspace.refresh_files import FileRefresher
    from mohen.policy import Policy
    from mohen.rules.store import RuleStore
    from mohen.text.redact import NameHiding


def check_type(kind: str) -> None:
    if kind not in INITIALS:
        raise InvalidArgument(f"type must be one of {', '.join(INITIALS)}", field="type")


def share(value: float, field: str) -> tuple[float, tuple[str, ...]]:
    """A number from 0 to 1, and the warning if it had to be made one (R210)."""
    if math.isnan(value):
        raise InvalidArgument(f"{field} must be a number from 0 to 1", field=field)
    kept = min(1.0, max(0.0, value))
    if kept == value:
        return kept, ()
    return kept, (f"{field} must be from 0 to 1: {kept:g} is kept instead",)


def sound_confidence(
    kind: str, asked: float | None, policy: Knowledge
) -> tuple[float, tuple[str, ...]]:
    """Only a belief can be less than certain, and it always is (R184, R185)."""
    if kind != BELIEF:
        certain = asked is None or asked >= 1
        told = () if certain else (f"a {kind} is certain: use type belief for a guess",)
        return 1.0, told
    if asked is None:
        return policy.capture_confidence, ()
    kept, warnings = share(asked, "confidence")
    if kept >= 1:
        most = policy.confidence_most
        return most, (f"a belief is not certain: confidence {most:g} is kept instead",)
    return kept, warnings


def sound_names(given: Iterable[str], policy: Knowledge) -> tuple[str, ...]:
    """Entities as they are kept: each once, without space around it."""
    kept = tuple(dict.fromkeys(each.strip() for each in given if each.strip()))
    if len(kept) > policy.entities_most:
        raise InvalidArgument(
            f"an item names at most {policy.entities_most} entities", field="entities"
        )
    if any(len(each) > policy.name_chars_max for each in kept):
        raise InvalidArgument(
            f"an entity's name has at most {policy.name_chars_max} characters", field="entities"
        )
    return kept


def sound_basis(given: str, policy: Knowledge) -> str:
    kept = given.strip()
    if len(kept) > policy.basis_chars_max:
        raise InvalidArgument(
            f"basis is longer than {policy.basis_chars_max} characters", field="basis"
        )
    return kept


# -- Somebody has the memory keep something, there and then (R210).


log = logger(__name__)

CAPTURED = "captured"
_KNOWN = "it is known as a fact already"
_SECRET = "{kind} is not kept"
_ORDER = "it looks like an order to a model and is in no prompt until you accept it: `mohen held`"
_PUT_AWAY = "it was archived by hand and stays in the archive: `mohen restore {id}` brings it back"


def _named(kind: str) -> str:
    return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"


class _Asked(NamedTuple):
    """What is to be kept, as far as it can be said before looking."""

    item: Item  # with no id yet
    mark: str
    named: tuple[Named, ...]  # what kind of thing its entities are
    weighed: bool  # somebody named how much it matters
    warnings: tuple[str, ...]


class Capture:
    """Keeps something that somebody says is to be kept."""

    def __init__(
        self,
        *,
        agent_configs: AgentConfigs,
        claims: Claims,
        clock: Clock,
        file_refresher: FileRefresher,
        held_back: HeldBack,
        knowledge_indexer: KnowledgeIndexer,
        knowledge_store: KnowledgeStore,
        mind_db: Database,
        name_hiding: NameHiding,
        policy: Policy,
        rule_store: RuleStore,
        settings: UserSettings,
    ) -> None:
        self._agent_configs = agent_configs
        self._claims = claims
        self._clock = clock
        self._file_refresher = file_refresher
        self._held_back = held_back
        self._knowledge_indexer = knowledge_indexer
        self._knowledge_store = knowledge_store
        self._mind_db = mind_db
        self._name_hiding = name_hiding
        self._policy = policy
        self._rule_store = rule_store
        self._settings = settings

    def capture(
        self,
        content: str,
        project_id: str | None = None,
        *,
        kind: str = FACT,
        importance: float | None = None,
        entities: Sequence[str] = (),
        confidence: float | None = None,
        basis: str = "",
        category: Category | None = None,
        source: str | None = None,
        origin: str = CAPTURED,
    ) -> Captured:
        """The same words again are the same item, which matters more for it (R188)."""
        validation.check_ids(self._policy.recording, projectId=project_id, source=source)
        check_type(kind)
        hide, policy = self._name_hiding.hider(), self._policy.knowledge
        kept, unkept = self._without_secrets(content, hide, origin)
        config, now = self._agent_configs.config(project_id), self._clock.now()
        claim = self._claims.claim_of(kept, now) if kind in (FACT, BELIEF) else NOTHING
        about = category or (claim.category if claim.attribute else _category(kept))
        matters, told = _importance(kept, about, importance, config)
        sure, unsure = sound_confidence(kind, confidence, policy)
        item = Item(
            id="",
            type=kind,
            project_id=project_id,
            content=kept,
            origin=origin,
            created_at=now,
            updated_at=now,
            category=about,
            importance=matters,
            score=matters,
            faded_at=now,
            confidence=sure,
            basis=hide(sound_basis(basis, policy)),
            entities=sound_names(
                map(hide, entities or (each.name for each in claim.entities)), policy
            ),
            subject=claim.subject,
            attribute=claim.attribute,
            value=claim.value,
            event_at=claim.event_at,
            sources=() if source is None else (redact.without_secrets(source),),
        )
        warned = (*told, *unsure, *unkept, *self._waits(item))
        asked = _Asked(item, normalize.mark(kept), claim.entities, importance is not None, warned)
        hashes = vetoes.hashes(self._settings.redaction_key(), item)

        def write(tx: Tx) -> Captured:
            self._rule_store.unveto(tx, project_id, hashes)  # the user says so (C64)
            return self._kept(tx, asked, config)

        made = self._mind_db.write(write).value
        self._knowledge_indexer.follow_up()
        self._file_refresher.follow(project_id)
        log.info("captured %s %s", made.item.id, "again" if made.known else kind)
        return made

    def _waits(self, item: Item) -> tuple[str, ...]:
        return (_ORDER,) if self._held_back.holds_item(item) else ()

    def _without_secrets(
        self, content: str, hide: Callable[[str], str], origin: str
    ) -> tuple[str, list[str]]:
        """An agent is told when nothing is left; what a person types is kept without its secret."""
        checked = validation.check_content(content, self._policy.entries.content_chars_max)
        kinds = tuple(dict.fromkeys(secrets.masked(checked).kinds))
        kept = hide(checked)
        if kinds and origin != MANUAL and secrets.is_empty(kept):
            raise InvalidArgument(
                f"{' and '.join(map(_named, kinds))} is not kept, and without it "
                "nothing is left: keep it in a password manager, and say here only where it is",
                field="content",
            )
        return kept, [_SECRET.format(kind=_named(each)) for each in kinds]

    def _kept(self, tx: Tx, asked: _Asked, config: Config) -> Captured:
        item, knowledge = asked.item, self._knowledge_store
        held = knowledge.of_attribute(tx, item.project_id, item.subject, item.attribute)
        alike = [each for each in held if each.type == item.type]
        same = [
            each for each in alike if attribute_chain.same(each.value, item.value, item.attribute)
        ]
        known = knowledge.with_mark(tx, item.project_id, asked.mark) or (same[-1] if same else None)
        if known is None:
            return self._superseding(tx, asked, alike)
        if known.type == item.type or (item.type == BELIEF and known.type == FACT):
            return self._again(tx, known, asked, config)
        guessed = (known.type, item.type) == (BELIEF, FACT)  # and is certain now
        return self._superseding(tx, asked, [*alike, *([known] if guessed else [])])

    def _superseding(self, tx: Tx, asked: _Asked, old: Iterable[Item]) -> Captured:
        added, now = self._added(tx, asked), asked.item.created_at
        for each in old:
            over = max(now, each.began)  # who said it may have a clock that is ahead of ours
            self._knowledge_store.put_state(
                tx, each.id, State.SUPERSEDED, now=now, valid_to=over, superseded_by=added.item.id
            )
        return added

    def _added(self, tx: Tx, asked: _Asked) -> Captured:
        item = replace(
            asked.item, id=self._knowledge_store.number(tx, asked.item.type, asked.item.created_at)
        )
        self._knowledge_store.add(tx, item, mark=asked.mark, entities=asked.named)
        self._knowledge_indexer.index(tx, item)
        return Captured(item, asked.warnings)

    def _again(self, tx: Tx, known: Item, asked: _Asked, config: Config) -> Captured:
        """It was said before. From the same place it is the same saying, and changes nothing."""
        item = asked.item
        warnings = asked.warnings if known.type == item.type else (*asked.warnings, _KNOWN)
        if known.put_away and item.origin != MANUAL:  # what a person types anew is there anew
            return Captured(known, (*warnings, _PUT_AWAY.format(id=known.id)), known=True)
        if item.sources and set(item.sources) <= set(known.sources):
            return Captured(known, warnings, known=True)
        now, policy = item.created_at, self._policy.knowledge
        today = decay.faded(known, now, config, policy)
        raised = min(1.0, known.importance + config.signals["repeat"])
        importance = item.importance if asked.weighed else raised
        after = replace(
            known,
            state=State.ACTIVE,
            importance=importance,
            score=max(today.score, importance),
            faded_at=now,
            entities=tuple(dict.fromkeys((*known.entities, *item.entities))),
            origin=MANUAL if item.origin == MANUAL else known.origin,
            updated_at=now,
            version=known.version + 1,
        )
        self._knowledge_store.rewrite(tx, after)
        for each in item.sources:
            self._knowledge_store.add_source(tx, known.id, *place(each), now)
        return Captured(self._knowledge_store.find(tx, known.id) or after, warnings, known=True)


def _category(content: str) -> Category:
    from mohen.knowledge.understanding import (
        importance as understanding_importance,  # which reads two languages by many patterns
    )

    return understanding_importance.category_of(content)


def _importance(
    content: str, category: Category, asked: float | None, config: Config
) -> tuple[float, tuple[str, ...]]:
    if asked is not None:
        return share(asked, "importance")
    from mohen.knowledge.understanding import importance as understanding_importance

    return understanding_importance.weigh(content, category, config).importance, ()
