"""What a person changed in the files of a workspace is theirs, and is taken in (design §2).

A changed line is a changed item and does not fade any more; a new line is a new item; a line that
was moved to the archive is archived, and so is one that was taken out: only `forget` deletes for
good. Where most of a file is gone at once, nobody meant it: it is written again, and said so.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field, replace
from typing import TYPE_CHECKING, Any

from mohen.core.logs import logger
from mohen.core.scope import Scope
from mohen.core.values import dataclass
from mohen.knowledge import vetoes
from mohen.knowledge.consolidation.model import Change, Done
from mohen.knowledge.decay import MANUAL, MIGRATED
from mohen.knowledge.identities import subject_of
from mohen.knowledge.model import BELIEF, FACT, INITIALS, Category, Item, State
from mohen.knowledge.workspace import layout
from mohen.knowledge.workspace.model import NOTHING, Taken, Trouble
from mohen.text import normalize

if TYPE_CHECKING:
    from mohen.core.audit_store import AuditStore
    from mohen.core.database import Database, Tx
    from mohen.core.ports import Clock, Ids
    from mohen.core.secure_wipe import SecureWipe
    from mohen.core.settings import UserSettings
    from mohen.knowledge.agents.model import Config
    from mohen.knowledge.claim import Claims
    from mohen.knowledge.index_items import KnowledgeIndexer
    from mohen.knowledge.ports import Workspace
    from mohen.knowledge.put_away import PutAway
    from mohen.knowledge.store import KnowledgeStore
    from mohen.knowledge.vetoes import Vetoes
    from mohen.knowledge.workspace.layout import Unread, Written
    from mohen.knowledge.workspace.store import WorkspaceStore
    from mohen.policy import Policy
    from mohen.rules.store import RuleStore
    from mohen.text.redact import NameHiding


log = logger(__name__)

Left = tuple[str, Mapping[str, int]]

_HAND = "edited by hand"
_DELETED = "it was deleted, and does not come back"


@dataclass(slots=True)
class _Desk:
    """One taking in."""

    project_id: str
    new_tree: bool  # nothing of ours was ever here: the tree of another program
    wrote: Mapping[str, Mapping[str, int]]  # lines as we left them
    known: dict[str, Item]
    importance: Mapping[Category, float]
    hide: Callable[[str], str]  # names that are not to be kept
    key: bytes
    now: int
    changes: list[Change] = field(default_factory=list)
    troubles: list[Trouble] = field(default_factory=list)
    files: dict[str, Left] = field(default_factory=dict)  # as they are


class EditImporter:
    """Takes in what a person changed in the files of a workspace."""

    def __init__(
        self,
        *,
        audit_store: AuditStore,
        claims: Claims,
        clock: Clock,
        ids: Ids,
        knowledge_indexer: KnowledgeIndexer,
        knowledge_store: KnowledgeStore,
        mind_db: Database,
        name_hiding: NameHiding,
        policy: Policy,
        put_away: PutAway,
        rule_store: RuleStore,
        secure_wipe: SecureWipe,
        settings: UserSettings,
        vetoes: Vetoes,
        workspace_store: WorkspaceStore,
    ) -> None:
        self._audit_store = audit_store
        self._claims = claims
        self._clock = clock
        self._ids = ids
        self._knowledge_indexer = knowledge_indexer
        self._knowledge_store = knowledge_store
        self._mind_db = mind_db
        self._name_hiding = name_hiding
        self._policy = policy
        self._put_away = put_away
        self._rule_store = rule_store
        self._secure_wipe = secure_wipe
        self._settings = settings
        self._vetoes = vetoes
        self._workspace_store = workspace_store

    def take_in(self, project_id: str, at: Workspace, config: Config) -> Taken:
        """Raises `IoFailed`. Files that are as we left them cost one look each."""
        hashes = self._workspace_store.hashes(project_id)
        changed = _changed(
            at, [*layout.pools(), layout.SNAPSHOT, *at.refs(layout.ENTITIES)], hashes
        )
        if not changed:
            return NOTHING
        kept = self._workspace_store.snapshot(project_id)
        ours = "" if kept is None else kept.text
        wrote = self._workspace_store.lines(project_id)
        hide, key = self._name_hiding.hider(), self._settings.redaction_key()

        def write(tx: Tx) -> _Desk:
            desk = _Desk(
                project_id,
                new_tree=not hashes,
                wrote=wrote,
                known=self._items(tx, project_id),
                importance=config.importance,
                hide=hide,
                key=key,
                now=self._clock.now(),
            )
            self._take(
                desk, tx, {ref: text for ref, text in changed.items() if ref in layout.pools()}
            )
            self._take_snapshot(desk, tx, changed.get(layout.SNAPSHOT), ours)
            self._take_entities(desk, tx, changed)
            self._workspace_store.put_files(tx, project_id, desk.files, desk.now)
            return desk

        desk = self._mind_db.write(write).value
        log.info("hand edits: %d changes, %d troubles", len(desk.changes), len(desk.troubles))
        return Taken(tuple(desk.changes), tuple(desk.troubles))

    def _items(self, tx: Tx, project_id: str) -> dict[str, Item]:
        found: dict[str, Item] = {}
        after, step = "", self._policy.storage.rebuild_batch
        while page := self._knowledge_store.page(
            Scope(project_id),
            states=(State.ACTIVE, State.ARCHIVED),
            after=after,
            limit=step,
            reader=tx,
        ):
            found.update((each.id, each) for each in page)
            after = page[-1].id
        return found

    def _take(self, desk: _Desk, tx: Tx, changed: dict[str, str]) -> None:
        policy = self._policy
        read = {
            ref: layout.read(text, layout.kind_of(ref), policy) for ref, text in changed.items()
        }
        there = {line.id for good, _ in read.values() for line in good if line.id}
        for ref, (good, bad) in read.items():
            desk.files[ref] = left(ref, changed[ref], policy)
            _report(desk, ref, bad)
            for line in _edited(desk, ref, good):
                self._take_line(desk, tx, ref, line)
            self._take_out(desk, tx, ref, there)

    def _take_line(self, desk: _Desk, tx: Tx, ref: str, line: Written) -> None:
        item = desk.known.get(line.id or "")
        if item is not None:
            self._change(desk, tx, item, line, _state(ref))
            return
        if line.id and self._audit_store.buried(line.id) is not None:
            desk.troubles.append(Trouble(ref, line.number, _DELETED))
            return
        if line.id and self._knowledge_store.find(tx, line.id) is not None:
            line = replace(line, id=None)  # of another project, or what it says was superseded
        self._add(desk, tx, line, _state(ref))

    def _change(self, desk: _Desk, tx: Tx, item: Item, line: Written, state: State) -> None:
        told = replace(
            item,
            importance=_said(line.importance, item.importance),
            confidence=_said(line.confidence, item.confidence),
            basis=_kept(desk, line.basis, item.basis),
            entities=_names(desk, line, item),
        )
        if (content := _kept(desk, line.content.strip(), item.content)) != item.content:
            told = replace(told, content=content, **self._claimed(desk, item.type, content))
        if told != item:
            self._rewrite(desk, tx, item, told)
        if item.state is not state:
            self._move(desk, tx, item, state)

    def _claimed(self, desk: _Desk, kind: str, content: str) -> dict[str, Any]:
        """What it says of whom, in its new words."""
        if kind not in (FACT, BELIEF):
            return {}
        said = self._claims.claim_of(content, desk.now)
        return {"subject": said.subject, "attribute": said.attribute, "value": said.value}

    def _rewrite(self, desk: _Desk, tx: Tx, item: Item, told: Item) -> None:
        after = replace(
            told,
            origin=MANUAL,
            updated_at=desk.now,
            version=item.version + 1,
            score=max(told.score, told.importance),
        )
        self._knowledge_store.rewrite(tx, after, mark=normalize.mark(after.content))
        if after.content != item.content:
            self._rule_store.unveto(tx, desk.project_id, vetoes.hashes(desk.key, after))  # C64
            derived = self._knowledge_store.derived_from(tx, item.id)
            self._knowledge_store.put_stale(tx, (each.id for each in derived))
            self._knowledge_indexer.index(tx, after)
            self._secure_wipe.owe(tx, words=True)  # what it said before is deleted text
        desk.known[item.id] = after
        desk.changes.append(
            Change(Done.CHANGED, item.id, item.type, after.content, item.content, _HAND)
        )

    def _move(self, desk: _Desk, tx: Tx, item: Item, state: State) -> None:
        if state is State.ARCHIVED:
            desk.changes.append(Change(Done.ARCHIVED, item.id, item.type, item.content, why=_HAND))
            desk.changes += self._put_away.put_away(tx, item.id, desk.now)
            return
        self._knowledge_store.put_state(tx, item.id, state, now=desk.now)
        desk.changes.append(Change(Done.RESTORED, item.id, item.type, item.content, why=_HAND))

    def _add(self, desk: _Desk, tx: Tx, line: Written, state: State) -> None:
        """One that has no id was typed there: it says something of somebody as anything said
        does."""
        at = line.created or desk.now
        content = desk.hide(line.content.strip())
        importance = _said(line.importance, self._policy.knowledge.capture_importance)
        item = Item(
            id=line.id or "",
            type=line.type,
            project_id=desk.project_id,
            content=content,
            origin=MIGRATED if desk.new_tree else MANUAL,
            created_at=at,
            updated_at=desk.now,
            state=state,
            put_away=state is State.ARCHIVED and (line.put_away or not desk.new_tree),
            importance=importance,
            score=_said(line.score, importance),
            faded_at=desk.now,
            confidence=_said(line.confidence, 1.0),
            basis=desk.hide(line.basis or ""),
            entities=tuple(dict.fromkeys(desk.hide(each.strip()) for each in line.entities or ())),
            sources=() if line.source is None else (line.source,),
        )
        if not line.id and state is State.ACTIVE and not desk.new_tree:
            item = replace(item, **self._claimed(desk, line.type, content))
        self._put(desk, tx, item)

    def _put(self, desk: _Desk, tx: Tx, item: Item) -> None:
        """A new item, in the place of what was known of the same; what is known already is not
        added a second time."""
        mark = normalize.mark(item.content)
        if not item.id:
            if self._knowledge_store.with_mark(tx, desk.project_id, mark) is not None:
                return
            item = replace(item, id=self._number(tx, item))
        if not desk.new_tree:
            self._rule_store.unveto(tx, desk.project_id, vetoes.hashes(desk.key, item))  # C64
        for old in self._replaced(tx, item):
            over = max(desk.now, old.began)
            self._knowledge_store.put_state(
                tx, old.id, State.SUPERSEDED, now=desk.now, valid_to=over, superseded_by=item.id
            )
            desk.changes.append(Change(Done.SUPERSEDED, old.id, old.type, old.content, why=_HAND))
        self._knowledge_store.add(tx, item, mark=mark)
        self._knowledge_indexer.index(tx, item)
        desk.changes.append(Change(Done.ADDED, item.id, item.type, item.content, why=_HAND))

    def _number(self, tx: Tx, item: Item) -> str:
        if item.type in INITIALS:
            return self._knowledge_store.number(tx, item.type, item.created_at)
        return self._ids.new("kn")  # of a type that only the user knows

    def _replaced(self, tx: Tx, item: Item) -> list[Item]:
        if not item.attribute:
            return []
        held = self._knowledge_store.of_attribute(tx, item.project_id, item.subject, item.attribute)
        return [each for each in held if each.type == item.type]

    # -- what is made for reading

    def _take_snapshot(self, desk: _Desk, tx: Tx, text: str | None, ours: str) -> None:
        """What was written into it is kept as a fact; the snapshot itself is made anew. It may be
        an old one, which tells of what was deleted since: that does not come back."""
        if text is None:
            return
        desk.files[layout.SNAPSHOT] = left(layout.SNAPSHOT, text, self._policy)
        if desk.new_tree:
            return
        for each in layout.of_snapshot(text, ours):
            item = _noted(desk, each)
            if self._vetoes.vetoed(tx, desk.key, desk.project_id, item):
                desk.troubles.append(Trouble(layout.SNAPSHOT, 0, _DELETED))
            else:
                self._put(desk, tx, item)

    def _take_entities(self, desk: _Desk, tx: Tx, changed: Mapping[str, str]) -> None:
        for ref, text in changed.items():
            if not ref.startswith(layout.ENTITIES):
                continue
            desk.files[ref] = left(ref, text, self._policy)
            if ref.endswith("_index.json") or desk.new_tree:
                continue
            try:
                edited = list(layout.of_entity(text))
            except ValueError:
                desk.troubles.append(
                    Trouble(ref, 0, "not the page of an entity: it is written again")
                )
                continue
            for each in edited:
                self._take_attribute(desk, tx, ref, each)

    def _take_attribute(self, desk: _Desk, tx: Tx, ref: str, edited: layout.Edited) -> None:
        if edited.item is not None and self._audit_store.buried(edited.item) is not None:
            desk.troubles.append(Trouble(ref, 0, _DELETED))
            return
        item = self._knowledge_store.find(tx, edited.item or "")
        if item is not None and item.project_id == desk.project_id and item.value == edited.value:
            return  # as we wrote it, though it may have been superseded since
        value = desk.hide(edited.value)
        content = f"{edited.name} {edited.attribute}: {value}"
        if (held := desk.known.get(edited.item or "")) is None:
            about = subject_of(edited.name)
            note = layout.Addition(content, Category.GENERAL, about, edited.attribute, value)
            self._put(desk, tx, _noted(desk, note, (edited.name,)))
            return
        if held.value and held.value in held.content:  # the sentence says it in its own words
            content = held.content.replace(held.value, value)
        self._rewrite(desk, tx, held, replace(held, content=content, value=value))

    def _take_out(self, desk: _Desk, tx: Tx, ref: str, there: set[str]) -> None:
        """Lines that stood there and stand nowhere any more."""
        if desk.new_tree:
            return
        wrote = desk.wrote.get(ref, {})
        stood = [
            each for each in desk.known.values() if each.id in wrote and layout.pool_of(each) == ref
        ]
        missing = [each for each in stood if each.id not in there]
        if len(missing) > max(1, len(stood) * self._policy.snapshot.lost_share):
            said = f"{len(missing)} of {len(stood)} lines were gone: they are written again"
            desk.troubles.append(Trouble(ref, 0, said))
            return
        for item in missing:
            if item.state is State.ACTIVE:
                self._move(desk, tx, item, State.ARCHIVED)


def troubles(at: Workspace, policy: Policy) -> list[Trouble]:
    """Lines that cannot be taken in, in all files."""
    return [
        Trouble(ref, each.number, each.why)
        for ref in layout.pools()
        if (text := at.read(ref)) is not None
        for each in layout.read(text, layout.kind_of(ref), policy)[1]
    ]


def _changed(at: Workspace, refs: Iterable[str], hashes: Mapping[str, str]) -> dict[str, str]:
    found = {}
    for ref in refs:
        text = at.read(ref)
        if text is not None and digest(text) != hashes.get(ref):
            found[ref] = text
    return found


def left(ref: str, text: str, policy: Policy) -> Left:
    """A file as it is left: its hash and its lines."""
    if ref not in layout.pools():
        return digest(text), {}
    read, _ = layout.read(text, layout.kind_of(ref), policy)
    return digest(text), {each.id: each.stamp for each in read if each.id}


def digest(text: str) -> str:
    return hashlib.sha256(text.encode(errors="surrogateescape")).hexdigest()


def _state(ref: str) -> State:
    return next(state for state, folder in layout.POOLS.items() if ref.startswith(folder))


def _edited(desk: _Desk, ref: str, lines: Iterable[Written]) -> Iterator[Written]:
    """Lines that are not as we wrote them. Those that are may be older than what is known by now:
    a file follows a little later, and nobody meant to undo that."""
    wrote = desk.wrote.get(ref, {})
    return (each for each in lines if not each.id or wrote.get(each.id) != each.stamp)


def _report(desk: _Desk, ref: str, bad: Iterable[Unread]) -> None:
    desk.troubles += [Trouble(ref, each.number, each.why) for each in bad]


def _kept(desk: _Desk, given: str | None, kept: str) -> str:
    """Only what is new is looked at for names that are to be hidden."""
    return kept if given is None or given == kept else desk.hide(given)


def _names(desk: _Desk, line: Written, item: Item) -> tuple[str, ...]:
    if line.entities is None or line.entities == item.entities:
        return item.entities
    return tuple(dict.fromkeys(desk.hide(each.strip()) for each in line.entities))


def _said(given: float | None, kept: float) -> float:
    """A file holds rounded figures: those are no change."""
    if given is None or f"{given:.4f}" == f"{kept:.4f}":
        return kept
    return given


def _noted(desk: _Desk, added: layout.Addition, entities: tuple[str, ...] = ()) -> Item:
    importance = desk.importance[added.category]
    return Item(
        id="",
        type=FACT,
        project_id=desk.project_id,
        content=desk.hide(added.content),
        origin=MANUAL,
        created_at=desk.now,
        updated_at=desk.now,
        category=added.category,
        importance=importance,
        score=importance,
        faded_at=desk.now,
        subject=added.subject,
        attribute=added.attribute,
        value=desk.hide(added.value),
        entities=entities,
    )
