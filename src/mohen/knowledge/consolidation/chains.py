"""A statement takes its place among all that was said of one attribute, and the items of that
attribute hold from when until when they should (R196)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field, replace
from typing import TYPE_CHECKING, NamedTuple

from mohen.core.values import dataclass
from mohen.knowledge import decay
from mohen.knowledge.consolidation import attribute_chain, reconcile_rules
from mohen.knowledge.consolidation.model import Change, Done, Stated
from mohen.knowledge.model import BELIEF, Item, State
from mohen.text import normalize

if TYPE_CHECKING:
    from mohen.core.database import Tx
    from mohen.knowledge.agents.model import Config
    from mohen.knowledge.consolidation.attribute_chain import Span
    from mohen.knowledge.history_store import HistoryStore
    from mohen.knowledge.index_items import KnowledgeIndexer
    from mohen.knowledge.store import KnowledgeStore
    from mohen.policy import Policy


CORRECTED = "corrected"
EARLIER = "said earlier"
_CAPTURED = "captured"
_LIVE = (State.ACTIVE, State.ARCHIVED)


@dataclass(frozen=True, slots=True)
class Desk:
    """Where one project's statements are written. `unindexed`: items whose words are to be made
    searchable when all are written, in the same transaction: many at once cost much less."""

    tx: Tx
    project_id: str
    config: Config
    now: int
    unindexed: list[Item] = field(default_factory=list)


class Placed(NamedTuple):
    """The item in which a statement stands now; whether it is a new one; what else changed."""

    item: Item | None
    new: bool
    changes: list[Change]


class Chains:
    """Gives a statement its place among all that was said of one attribute."""

    def __init__(
        self,
        *,
        history_store: HistoryStore,
        knowledge_store: KnowledgeStore,
        policy: Policy,
        knowledge_indexer: KnowledgeIndexer,
    ) -> None:
        self._history_store = history_store
        self._knowledge_store = knowledge_store
        self._policy = policy
        self._knowledge_indexer = knowledge_indexer

    def index(self, desk: Desk) -> None:
        """Make what was written at a desk findable, when all of it is written."""
        self._knowledge_indexer.index(desk.tx, *desk.unindexed)

    def place(self, desk: Desk, stated: Stated, live: Sequence[Item], *, why: str = "") -> Placed:
        """`live`: what is held of the attribute, of the statement's type."""
        if all(each.updated_at < stated.at for each in live):
            return self._on_top(desk, stated, live, why)
        return self._among(desk, stated, why)

    def add(self, desk: Desk, stated: Stated) -> Item:
        """A new item, with its words and where they were said."""
        said, knowledge = stated.statement, self._knowledge_store
        id = knowledge.number(desk.tx, said.type, stated.at)
        read_at = decay.read_late(stated.at, desk.now, self._policy.knowledge)
        item = reconcile_rules.item_of(stated, id, desk.project_id, read_at)
        knowledge.add(
            desk.tx,
            item,
            mark=normalize.mark(said.content),
            entities=said.entities,
            sources=[(stated.session, stated.line, stated.at)],
        )
        desk.unindexed.append(item)
        return item

    def repeat(self, desk: Desk, item: Item, stated: Stated) -> Placed:
        """Once for each message: who says a thing twice in one breath has said it once."""
        if self._history_store.is_said(desk.tx, item.id, stated.session, stated.line):
            return Placed(item, False, [])
        policy = self._policy.reconciling
        read_at = decay.read_late(stated.at, desk.now, self._policy.knowledge)
        if item.type == BELIEF:
            after = reconcile_rules.guessed_again(item, stated, policy, read_at)
        else:
            gain = desk.config.signals["repeat"]
            after = reconcile_rules.repeated(item, stated, gain, read_at)
        self._knowledge_store.rewrite(desk.tx, after)
        if len(item.sources) < policy.mentions_kept:
            self._knowledge_store.add_source(
                desk.tx, item.id, stated.session, stated.line, stated.at
            )
        return Placed(after, False, [_change(Done.REPEATED, after)])

    def supersede(self, desk: Desk, old: Item, new: Item, at: int, why: str = "") -> Change:
        self._knowledge_store.put_state(
            desk.tx,
            old.id,
            State.SUPERSEDED,
            now=max(old.updated_at, at),
            valid_to=max(at, old.began),
            superseded_by=new.id,
        )
        return Change(Done.SUPERSEDED, new.id, new.type, new.content, before=old.content, why=why)

    # -- later than everything: only what holds now is looked at

    def _on_top(self, desk: Desk, stated: Stated, live: Sequence[Item], why: str) -> Placed:
        said = stated.statement
        held = live[-1] if live else None
        if held is None:
            return self._first(desk, stated)
        over = attribute_chain.ended_value(held)
        if said.ended:
            if over is not None and attribute_chain.same(over, said.value, said.attribute):
                return self.repeat(desk, held, stated)
            if over is not None or not attribute_chain.ends(held.value, said.value, said.attribute):
                return Placed(None, False, [])  # something else holds: it ended long ago
        elif over is None and attribute_chain.same(held.value, said.value, said.attribute):
            return self.repeat(desk, held, stated)
        new = self.add(desk, stated)
        return Placed(new, True, [self.supersede(desk, each, new, stated.at, why) for each in live])

    def _first(self, desk: Desk, stated: Stated) -> Placed:
        """Nothing is known of it; or somebody captured it in the same words."""
        knowledge, said = self._knowledge_store, stated.statement
        known = knowledge.with_mark(desk.tx, desk.project_id, normalize.mark(said.content))
        if known is not None and known.type == said.type and not known.attribute:
            return self.repeat(desk, reconcile_rules.adopted(known, said), stated)
        new = self.add(desk, stated)
        return Placed(new, True, [_change(Done.ADDED, new)])

    # -- among what was said before and after

    def _among(self, desk: Desk, stated: Stated, why: str) -> Placed:
        said = stated.statement
        items = self._history_store.lineage(
            desk.tx, desk.project_id, said.subject, said.attribute, said.type
        )
        new = reconcile_rules.mention_of(stated)
        heard = self._history_store.heard(desk.tx, [each.id for each in items])
        mentions = []
        for rank, item in enumerate(items):
            typed = item.origin in (reconcile_rules.MANUAL, _CAPTURED)
            mentions += attribute_chain.mentions_of(
                item, heard.get(item.id, []), rank=rank, typed=typed
            )
        for each in mentions:
            if _is_the_same(each, new, said.attribute):
                return Placed(_named(items, each.row), False, [])
        spans = attribute_chain.spans([*mentions, new], said.attribute)
        return self._settled(desk, stated, {each.id: each for each in items}, spans, why)

    def _settled(
        self, desk: Desk, stated: Stated, items: dict[str, Item], spans: Sequence[Span], why: str
    ) -> Placed:
        changes: list[Change] = []
        made: Item | None = None
        own = next(span for span in spans if any(each.row is None for each in span.mentions))
        for span in spans:
            if span.row is not None or (span.void and span.like is None):
                continue
            if span.like is None:
                made = self._add_span(desk, stated, span, changes)
                items[made.id], span.row = made, made.id
            else:
                copy = self._split(desk, items[span.like], span)
                items[copy.id], span.row = copy, copy.id
        if made is None and own.row is not None:
            again = self.repeat(desk, items[own.row], stated)
            changes += again.changes
            items[own.row] = again.item or items[own.row]
        held = self._hold(desk, items, spans, why)
        changes += [each for each in held if made is None or each.before != made.content]
        return Placed(items[own.row] if own.row else None, made is not None, changes)

    def _add_span(self, desk: Desk, stated: Stated, span: Span, changes: list[Change]) -> Item:
        made = self.add(desk, stated)
        changes.append(_change(Done.ADDED, made, why="" if span.end is None else EARLIER))
        return made

    def _split(self, desk: Desk, item: Item, span: Span) -> Item:
        """An item held, something else did, and it held again: its earlier time is an item of its
        own, with the mentions of that time."""
        knowledge = self._knowledge_store
        copy = replace(
            item,
            id=knowledge.number(desk.tx, item.type, span.start),
            created_at=span.start,
            updated_at=max(each.at for each in span.mentions),
            valid_from=span.start,
            origin=reconcile_rules.EXTRACTED,
            accesses=0,
            accessed_at=None,
            version=1,
            sources=(),
            source_facts=(),
        )
        heard = [(each.session, each.line, each.at) for each in span.mentions if each.session]
        knowledge.add(desk.tx, copy, mark=normalize.mark(copy.content), sources=heard)
        for session, line, _at in heard:
            knowledge.drop_source(desk.tx, item.id, session, line)
        desk.unindexed.append(copy)
        return copy

    def _hold(
        self, desk: Desk, items: dict[str, Item], spans: Sequence[Span], why: str
    ) -> list[Change]:
        """Every item holds while its span does."""
        changes: list[Change] = []
        standing = [span for span in spans if not span.void]
        for at, span in enumerate(standing):
            after = standing[at + 1].row if at + 1 < len(standing) else None
            changes += self._put(desk, items, span, after, why)
        for span in spans:
            if span.void and span.row is not None:
                within = [each for each in standing if each.start <= span.start]
                changes += self._put(desk, items, span, within[-1].row if within else None, why)
        return changes

    def _put(
        self, desk: Desk, items: dict[str, Item], span: Span, after: str | None, why: str
    ) -> list[Change]:
        before = items[span.row or ""]
        live = before.state if before.state in _LIVE else State.ACTIVE
        now = replace(
            before,
            state=live if span.end is None else State.SUPERSEDED,
            valid_from=span.start,
            valid_to=span.end,
            superseded_by=after if span.end is not None else None,
        )
        if now == before:
            return []
        self._knowledge_store.rewrite(desk.tx, replace(now, version=before.version + 1))
        if before.state in _LIVE and now.state is State.SUPERSEDED and after in items:
            new = items[after]
            if after != before.superseded_by:
                return [Change(Done.SUPERSEDED, new.id, new.type, new.content, before.content, why)]
        return []


def _is_the_same(
    known: attribute_chain.Mention, new: attribute_chain.Mention, attribute: str
) -> bool:
    return (
        (known.session, known.line, known.ended) == (new.session, new.line, new.ended)
        and attribute_chain.same(known.value, new.value, attribute)
    )  # fmt: skip


def _named(items: Sequence[Item], id: str | None) -> Item | None:
    return next((each for each in items if each.id == id), None)


def _change(done: Done, item: Item, why: str = "") -> Change:
    return Change(done, item.id, item.type, item.content, why=why)
