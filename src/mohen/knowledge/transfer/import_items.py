"""Memories that come in take their place among what is known: repeated, refused, or added (R228).
An older value goes into history; against what was said, typed or kept here, one that comes in is
only believed, however new it is (C109)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from itertools import islice
from typing import TYPE_CHECKING

from mohen.core.keyed_hash import sealed
from mohen.core.scope import Scope
from mohen.core.values import dataclass
from mohen.knowledge.consolidation import attribute_chain, chains, reconcile_rules
from mohen.knowledge.consolidation.model import Change, Done, Named, Stated, Statement
from mohen.knowledge.decay import MIGRATED
from mohen.knowledge.model import BELIEF, FACT, INITIALS, Category, Item, State, place
from mohen.knowledge.transfer import exports
from mohen.knowledge.transfer.model import Memo, Papers, Refused
from mohen.knowledge.understanding import importance, worth_keeping
from mohen.rules import conflicts
from mohen.rules.model import Origin
from mohen.text import normalize, orders, redact, secrets

if TYPE_CHECKING:
    from mohen.core.audit_store import AuditStore
    from mohen.core.database import Database, Tx
    from mohen.core.ports import Clock, Ids
    from mohen.core.settings import UserSettings
    from mohen.knowledge.agents.load_config import AgentConfigs
    from mohen.knowledge.agents.model import Config
    from mohen.knowledge.consolidation.chains import Chains
    from mohen.knowledge.index_items import KnowledgeIndexer
    from mohen.knowledge.store import KnowledgeStore
    from mohen.knowledge.transfer.read_files import FileReader
    from mohen.knowledge.vetoes import Vetoes
    from mohen.knowledge.workspace.model import Trouble
    from mohen.policy import Policy
    from mohen.rules.edit import RuleEditor
    from mohen.rules.model import Rule
    from mohen.rules.store import RuleStore
    from mohen.text.redact import NameHiding


_NO = {
    "secret": "holds {kinds}: forget it there too",
    "junk": "no memory: {kinds}",
    "forgotten": "it was forgotten here and does not come back",
    "too_long": "longer than an item may be",
}


@dataclass(slots=True)
class Intake:
    """One taking in."""

    project_id: str
    ours: bool
    counts: Counter[str] = field(default_factory=Counter)
    changes: list[Change] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)
    troubles: list[Trouble] = field(default_factory=list)
    renamed: dict[str, str] = field(default_factory=dict)

    def refuse(self, memo: Memo, code: str, kinds: Sequence[str] = ()) -> None:
        why = _NO[code].format(kinds=", ".join(kinds))
        self.refused.append(Refused(memo.source or memo.ref, code, why))


class ItemImporter:
    """Gives memories from outside their place among what is known."""

    def __init__(
        self,
        *,
        agent_configs: AgentConfigs,
        audit_store: AuditStore,
        chains: Chains,
        clock: Clock,
        file_reader: FileReader,
        ids: Ids,
        knowledge_indexer: KnowledgeIndexer,
        knowledge_store: KnowledgeStore,
        mind_db: Database,
        name_hiding: NameHiding,
        policy: Policy,
        rule_editor: RuleEditor,
        rule_store: RuleStore,
        settings: UserSettings,
        vetoes: Vetoes,
    ) -> None:
        self._agent_configs = agent_configs
        self._audit_store = audit_store
        self._chains = chains
        self._clock = clock
        self._file_reader = file_reader
        self._ids = ids
        self._knowledge_indexer = knowledge_indexer
        self._knowledge_store = knowledge_store
        self._mind_db = mind_db
        self._name_hiding = name_hiding
        self._policy = policy
        self._rule_editor = rule_editor
        self._rule_store = rule_store
        self._settings = settings
        self._vetoes = vetoes

    def take(self, intake: Intake, read: Papers) -> None:
        sound = [_masked(each) for each in read.memos if self._is_sound(intake, each)]
        if intake.ours:
            self._take_ours(intake, sound)
            self._take_rules(intake, read.rules)
        else:
            self._take_theirs(intake, sound)

    def _is_sound(self, intake: Intake, memo: Memo) -> bool:
        policy = self._policy
        kinds = secrets.masked(f"{memo.content}\n{memo.value}").kinds
        if kinds:
            intake.refuse(memo, "secret", kinds)
        elif len(memo.content) > policy.entries.content_chars_max:
            intake.refuse(memo, "too_long")
        elif not intake.ours and (why := worth_keeping.junk(memo, policy.screening)):
            intake.refuse(memo, "junk", [why])
        else:
            return True
        return False

    # -- of another make

    def _take_theirs(self, intake: Intake, memos: Sequence[Memo]) -> None:
        now, key = self._clock.now(), self._settings.redaction_key()
        config, hide = self._agent_configs.config(intake.project_id), self._name_hiding.hider()
        for batch in _batches(memos, self._policy.transfer.batch):
            told = [
                one
                for each in batch
                for one in self._file_reader.understood(_hidden(each, hide), now)
            ]

            def write(tx: Tx, told: Sequence[Memo] = told) -> Intake:
                mine = Intake(intake.project_id, ours=False)  # a transaction may be tried again
                desk = chains.Desk(tx, intake.project_id, config, now)
                for each in told:
                    self._take_one(mine, desk, each, key, now)
                self._chains.index(desk)
                return mine

            _join(intake, self._mind_db.write(write).value)

    def _take_one(
        self, intake: Intake, desk: chains.Desk, memo: Memo, key: bytes, now: int
    ) -> None:
        tx = desk.tx
        stated = _stated(memo, desk.config, now)
        if self._vetoes.vetoed(tx, key, desk.project_id, stated.statement):
            intake.refuse(memo, "forgotten")
            return
        if self._knowledge_store.saying(tx, desk.project_id, normalize.mark(memo.content)):
            intake.counts["repeated"] += 1
            return
        placed = self._placed(desk, memo, stated, now)
        if placed.item is None or not placed.new:
            intake.counts["repeated"] += 1
            return
        after = self._settled(desk, memo, placed.item, now)
        intake.counts["added"] += 1
        intake.changes.append(
            Change(Done.ADDED, after.id, after.type, after.content, why=memo.source)
        )
        intake.changes += [each for each in placed.changes if each.done is not Done.ADDED]

    def _placed(self, desk: chains.Desk, memo: Memo, stated: Stated, now: int) -> chains.Placed:
        said = stated.statement
        ended = memo.valid_to is not None and memo.valid_to <= now
        if ended or not said.attribute or memo.state not in (State.ACTIVE, State.ARCHIVED):
            return chains.Placed(self._chains.add(desk, stated), True, [])
        held = self._knowledge_store.of_attribute(
            desk.tx, desk.project_id, said.subject, said.attribute
        )
        against = next((each for each in held if _is_against(stated, each)), None)
        if against is not None:  # what was said here is more than what comes from elsewhere (C109)
            doubt = reconcile_rules.contested(stated, against, self._policy.reconciling)
            return chains.Placed(self._chains.add(desk, doubt), True, [])
        return self._chains.place(desk, stated, [each for each in held if each.type == said.type])

    def _settled(self, desk: chains.Desk, memo: Memo, item: Item, now: int) -> Item:
        """It came in today: it fades from today, and what had ended there holds here no more."""
        held = self._knowledge_store.find(desk.tx, item.id) or item
        ended = memo.valid_to is not None and memo.valid_to <= now
        after = replace(
            held,
            origin=MIGRATED,
            faded_at=now,
            state=State.ARCHIVED if ended and held.state is State.ACTIVE else held.state,
            valid_to=memo.valid_to if ended else held.valid_to,
        )
        self._knowledge_store.rewrite(desk.tx, after)
        return after

    # -- of ours

    def _take_ours(self, intake: Intake, memos: Sequence[Memo]) -> None:
        """As they were: ids stay where they are free, and all that points to them follows."""
        key = self._settings.redaction_key()
        fresh, hide = self._fresh(intake, memos, key), self._name_hiding.hider()
        for batch in _batches(fresh, self._policy.transfer.batch):

            def write(tx: Tx, batch: Sequence[Memo] = batch) -> Intake:
                mine = Intake(intake.project_id, ours=True)
                for each in batch:
                    self._put(mine, tx, _hidden(each, hide), intake.renamed)
                return mine

            _join(intake, self._mind_db.write(write).value)

    def _fresh(self, intake: Intake, memos: Sequence[Memo], key: bytes) -> list[Memo]:
        """Those that are not known. What is known under another name is pointed to by that."""
        project = intake.project_id

        def write(tx: Tx) -> tuple[Intake, list[Memo]]:
            mine, fresh = Intake(project, ours=True), list[Memo]()
            for each in memos:
                item = exports.item_of(each.told, project)
                known = self._knowledge_store.saying(tx, project, normalize.mark(item.content))
                same = next(
                    (one for one in known if one.id == item.id), known[-1] if known else None
                )
                buried = self._audit_store.buried(item.id) is not None
                if same is not None:
                    mine.counts["repeated"] += 1
                    if same.id != item.id:
                        mine.renamed[item.id] = same.id
                elif buried or self._vetoes.vetoed(tx, key, project, item):
                    mine.refuse(each, "forgotten")
                else:
                    fresh.append(each)
                    if self._knowledge_store.find(tx, item.id) is not None:
                        mine.renamed[item.id] = self._knowledge_store.number(
                            tx, item.type, item.created_at
                        )
            return mine, fresh

        mine, fresh = self._mind_db.write(write).value
        _join(intake, mine)
        return fresh

    def _put(self, intake: Intake, tx: Tx, memo: Memo, renamed: Mapping[str, str]) -> None:
        told = exports.item_of(memo.told, intake.project_id)
        successor = told.superseded_by
        item = replace(
            told,
            id=renamed.get(told.id, told.id),
            content=memo.content,
            origin=_origin(told.origin, memo.content),
            entities=memo.entities,
            value=memo.value,
            superseded_by=None if successor is None else renamed.get(successor, successor),
            source_facts=tuple(renamed.get(each, each) for each in told.source_facts),
        )
        named = exports.named_of(memo.told, item.entities)
        said = exports.said_of(memo.told)
        self._knowledge_store.add(
            tx, item, mark=normalize.mark(item.content), entities=named, sources=said
        )
        self._knowledge_indexer.index(tx, item)
        intake.counts["added"] += 1
        intake.changes.append(Change(Done.ADDED, item.id, item.type, item.content, why=memo.source))

    def _take_rules(self, intake: Intake, told: Sequence[Mapping[str, object]]) -> None:
        project, key = intake.project_id, self._settings.redaction_key()
        told = [redact.all_without_secrets(each) for each in told]

        def write(tx: Tx) -> int:
            there = {each.text for each in self._rule_store.of(Scope(project), reader=tx)}
            room, added = self._policy.rules.cap - self._rule_store.count(tx, Scope(project)), 0
            for each in told:
                try:
                    rule = _unconfirmed(exports.rule_of(each, project))
                except (KeyError, TypeError, ValueError):
                    continue
                hashes = [
                    sealed(key, one) for one in conflicts.fingerprints(rule.text, rule.predicate)
                ]
                if rule.text in there or self._rule_store.vetoed(project, hashes, reader=tx):
                    continue
                if added == room:
                    break
                taken = self._rule_store.get(tx, rule.id) is not None
                self._rule_store.insert(
                    tx, replace(rule, id=self._ids.new("rule")) if taken else rule
                )
                there.add(rule.text)
                added += 1
            if added:
                self._rule_editor.detect(tx, project)
            return added

        if told:
            intake.counts["rules"] += self._mind_db.write(write).value


def _origin(told: str, content: str) -> str:
    """A file can say of an order to a model that the user typed it; here nobody did."""
    return MIGRATED if orders.are_in(content) else told


def _unconfirmed(rule: Rule) -> Rule:
    if not orders.are_in(rule.text):
        return rule
    return replace(rule, origin=Origin.DISTILLED, user_confirmed=False)


def _is_against(stated: Stated, held: Item) -> bool:
    """Whether it would take the place of what somebody said, typed or had kept here."""
    said = stated.statement
    return (
        held.type == FACT
        and held.origin != MIGRATED
        and held.began <= stated.at
        and not attribute_chain.same(held.value, said.value, said.attribute)
    )


def _masked(memo: Memo) -> Memo:
    """What is no part of what it says may hold a secret as well: its basis, its history."""
    return replace(memo, told=redact.all_without_secrets(memo.told))


def _hidden(memo: Memo, hide: Callable[[str], str]) -> Memo:
    """Without the names that are not to be kept (R119)."""
    return replace(
        memo,
        content=hide(memo.content),
        value=hide(memo.value),
        named=tuple(replace(each, name=hide(each.name)) for each in memo.named),
        entities=tuple(map(hide, memo.entities)),
    )


def _batches(memos: Sequence[Memo], size: int) -> Iterator[list[Memo]]:
    left = iter(memos)
    while batch := list(islice(left, size)):
        yield batch


def _join(intake: Intake, made: Intake) -> None:
    intake.counts.update(made.counts)
    intake.changes += made.changes
    intake.refused += made.refused
    intake.renamed |= made.renamed


def _stated(memo: Memo, config: Config, now: int) -> Stated:
    category = memo.category or importance.category_of(memo.content)
    weighed = importance.weigh(memo.content, category, config).importance
    session, line = place(memo.source)
    belief = memo.type == BELIEF
    kind = memo.type if memo.type in INITIALS else "fact"
    return Stated(
        id=0,
        fragment=0,
        session=session,
        line=line,
        at=memo.at or now,
        importance=weighed if memo.importance is None else memo.importance,
        statement=Statement(
            content=memo.content,
            category=category or Category.GENERAL,
            type=kind,
            subject=memo.subject,
            attribute=memo.attribute,
            value=memo.value,
            entities=_named(memo),
            confidence=memo.confidence if belief and memo.confidence else 1.0,
            event_at=memo.event_at,
        ),
    )


def _named(memo: Memo) -> tuple[Named, ...]:
    types = {each.name: each for each in memo.named}
    return tuple(types.get(each, Named(each)) for each in memo.entities)
