"""What a person changed in the files of a workspace is theirs, and is taken in (design §2).

A changed line is a changed item and does not fade any more; a new line is a new item; a line that
was moved to the archive is archived, and so is one that was taken out: only `forget` deletes for
good. Where most of a file is gone at once, nobody meant it: it is written again, and said so.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from mohen.flows import search
from mohen.flows.parts import Parts
from mohen.logic.knowing import additions, marks, tree
from mohen.logic.knowing.tree import Unread, Written
from mohen.model.agent import Config
from mohen.model.consolidation import Change, Done
from mohen.model.knowledge import FACT, Category, Item, State
from mohen.model.projection import NOTHING, Taken, Trouble
from mohen.model.scope import Scope
from mohen.ports import Workspace
from mohen.store.sqlite import Tx

log = logging.getLogger(__name__)

MANUAL, MIGRATED = "manual", "migrated"
_HAND = "edited by hand"


@dataclass(slots=True)
class _Desk:
    """One taking in."""

    parts: Parts
    project_id: str
    new_tree: bool  # nothing of ours was ever here: the tree of another program
    known: dict[str, Item]
    importance: Mapping[Category, float]
    now: int
    changes: list[Change] = field(default_factory=list)
    troubles: list[Trouble] = field(default_factory=list)
    hashes: dict[str, str] = field(default_factory=dict)


def take_in(parts: Parts, project_id: str, at: Workspace, config: Config) -> Taken:
    """Raises `IoFailed`. Files that are as we left them cost one look each."""
    hashes = parts.projections.hashes(project_id)
    changed = _changed(at, [*tree.pools(), tree.SNAPSHOT, *at.refs(tree.ENTITIES)], hashes)
    if not changed:
        return NOTHING
    kept = parts.projections.snapshot(project_id)
    ours = "" if kept is None else kept.text

    def write(tx: Tx) -> _Desk:
        desk = _Desk(
            parts,
            project_id,
            new_tree=not hashes,
            known=_items(parts, tx, project_id),
            importance=config.importance,
            now=parts.clock.now(),
        )
        _take(desk, tx, {ref: text for ref, text in changed.items() if ref in tree.pools()})
        _take_snapshot(desk, tx, changed.get(tree.SNAPSHOT), ours)
        _take_entities(desk, tx, changed)
        parts.projections.put_hashes(tx, project_id, desk.hashes, desk.now)
        return desk

    desk = parts.mind_db.write(write).value
    log.info("hand edits: %d changes, %d troubles", len(desk.changes), len(desk.troubles))
    return Taken(tuple(desk.changes), tuple(desk.troubles))


def troubles(at: Workspace) -> list[Trouble]:
    """Lines that do not parse, in all files."""
    return [
        Trouble(ref, each.number, each.why)
        for ref in tree.pools()
        if (text := at.read(ref)) is not None
        for each in tree.read(text, _kind(ref))[1]
    ]


def _changed(at: Workspace, refs: Iterable[str], hashes: Mapping[str, str]) -> dict[str, str]:
    found = {}
    for ref in refs:
        text = at.read(ref)
        if text is not None and _digest(text) != hashes.get(ref):
            found[ref] = text
    return found


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode(errors="surrogateescape")).hexdigest()


def _items(parts: Parts, tx: Tx, project_id: str) -> dict[str, Item]:
    found: dict[str, Item] = {}
    after, step = "", parts.policy.storage.rebuild_batch
    while page := parts.knowledge.page(
        Scope(project_id),
        states=(State.ACTIVE, State.ARCHIVED),
        after=after,
        limit=step,
        reader=tx,
    ):
        found.update((each.id, each) for each in page)
        after = page[-1].id
    return found


def _kind(ref: str) -> str:
    name = ref.rpartition("/")[2].removesuffix(".jsonl")
    return next((kind for kind, file in tree.FILES.items() if file == name), "note")


def _state(ref: str) -> State:
    return next(state for state, folder in tree.POOLS.items() if ref.startswith(folder))


def _take(desk: _Desk, tx: Tx, changed: dict[str, str]) -> None:
    read = {ref: tree.read(text, _kind(ref)) for ref, text in changed.items()}
    there = {line.id for good, _ in read.values() for line in good if line.id}
    for ref, (good, bad) in read.items():
        desk.hashes[ref] = _digest(changed[ref])
        _report(desk, ref, bad)
        for line in good:
            _take_line(desk, tx, ref, line)
        _take_out(desk, tx, ref, there)


def _report(desk: _Desk, ref: str, bad: Iterable[Unread]) -> None:
    desk.troubles += [Trouble(ref, each.number, each.why) for each in bad]


def _take_line(desk: _Desk, tx: Tx, ref: str, line: Written) -> None:
    item = desk.known.get(line.id or "")
    if item is not None:
        _change(desk, tx, item, line, _state(ref))
        return
    if line.id and desk.parts.audit.buried(line.id) is not None:
        desk.troubles.append(Trouble(ref, line.number, "it was deleted, and does not come back"))
        return
    if line.id and desk.parts.knowledge.find(tx, line.id) is not None:
        line = replace(line, id=None)  # of another project, or what it says was superseded
    _add(desk, tx, line, _state(ref))


def _change(desk: _Desk, tx: Tx, item: Item, line: Written, state: State) -> None:
    told = replace(
        item,
        content=line.content.strip(),
        importance=_said(line.importance, item.importance),
        confidence=_said(line.confidence, item.confidence),
        basis=item.basis if line.basis is None else line.basis,
        entities=item.entities if line.entities is None else line.entities,
    )
    if told != item:
        _rewrite(desk, tx, item, told)
    if item.state is not state:
        _move(desk, tx, item, state)


def _rewrite(desk: _Desk, tx: Tx, item: Item, told: Item) -> None:
    after = replace(
        told,
        origin=MANUAL,
        updated_at=desk.now,
        version=item.version + 1,
        score=max(told.score, told.importance),
    )
    desk.parts.knowledge.rewrite(tx, after, mark=marks.mark(after.content))
    search.index(desk.parts, tx, after)
    desk.known[item.id] = after
    desk.changes.append(
        Change(Done.CHANGED, item.id, item.type, after.content, item.content, _HAND)
    )


def _said(given: float | None, kept: float) -> float:
    """A file holds rounded figures: those are no change."""
    if given is None or f"{given:.4f}" == f"{kept:.4f}":
        return kept
    return given


def _move(desk: _Desk, tx: Tx, item: Item, state: State) -> None:
    desk.parts.knowledge.put_state(tx, item.id, state, now=desk.now)
    done = Done.ARCHIVED if state is State.ARCHIVED else Done.RESTORED
    desk.changes.append(Change(done, item.id, item.type, item.content, why=_HAND))


def _add(desk: _Desk, tx: Tx, line: Written, state: State) -> None:
    parts, at = desk.parts, line.created or desk.now
    kind = line.type or FACT
    importance = _said(line.importance, parts.policy.knowledge.capture_importance)
    item = Item(
        id=line.id or parts.knowledge.number(tx, kind, at),
        type=kind,
        project_id=desk.project_id,
        content=line.content.strip(),
        origin=MIGRATED if desk.new_tree else MANUAL,
        created_at=at,
        updated_at=desk.now,
        state=state,
        importance=importance,
        score=_said(line.score, importance),
        faded_at=desk.now,
        confidence=_said(line.confidence, 1.0),
        basis=line.basis or "",
        entities=line.entities or (),
    )
    parts.knowledge.add(tx, item, mark=marks.mark(item.content))
    search.index(parts, tx, item)
    desk.changes.append(Change(Done.ADDED, item.id, kind, item.content, why=_HAND))


# -- what is made for reading


def _take_snapshot(desk: _Desk, tx: Tx, text: str | None, ours: str) -> None:
    """What was written into it is kept as a fact; the snapshot itself is made anew."""
    if text is None:
        return
    desk.hashes[tree.SNAPSHOT] = _digest(text)
    if not desk.new_tree:
        for each in additions.of_snapshot(text, ours):
            _note(desk, tx, each)


def _take_entities(desk: _Desk, tx: Tx, changed: Mapping[str, str]) -> None:
    for ref, text in changed.items():
        if not ref.startswith(tree.ENTITIES):
            continue
        desk.hashes[ref] = _digest(text)
        if ref.endswith("_index.json") or desk.new_tree:
            continue
        try:
            edited = list(additions.of_entity(text))
        except ValueError:
            desk.troubles.append(Trouble(ref, 0, "not the page of an entity: it is written again"))
            continue
        for each in edited:
            _take_attribute(desk, tx, each)


def _take_attribute(desk: _Desk, tx: Tx, edited: additions.Edited) -> None:
    item = desk.known.get(edited.item or "")
    if item is None:
        content = f"{edited.name} {edited.attribute}: {edited.value}"
        note = additions.Addition(
            content, Category.GENERAL, edited.name, edited.attribute, edited.value
        )
        _note(desk, tx, note, (edited.name,))
    elif item.value != edited.value:
        # The sentence says it in its own words where it can.
        content = (
            item.content.replace(item.value, edited.value)
            if item.value and item.value in item.content
            else f"{edited.name} {edited.attribute}: {edited.value}"
        )
        _rewrite(desk, tx, item, replace(item, content=content, value=edited.value))


def _note(desk: _Desk, tx: Tx, added: additions.Addition, entities: tuple[str, ...] = ()) -> None:
    parts = desk.parts
    mark = marks.mark(added.content)
    if parts.knowledge.with_mark(tx, desk.project_id, mark) is not None:
        return
    importance = desk.importance[added.category]
    item = Item(
        id=parts.knowledge.number(tx, FACT, desk.now),
        type=FACT,
        project_id=desk.project_id,
        content=added.content,
        origin=MANUAL,
        created_at=desk.now,
        updated_at=desk.now,
        category=added.category,
        importance=importance,
        score=importance,
        faded_at=desk.now,
        subject=added.subject,
        attribute=added.attribute,
        value=added.value,
        entities=entities,
    )
    for old in _replaced(parts, tx, item):
        parts.knowledge.put_state(
            tx, old.id, State.SUPERSEDED, now=desk.now, valid_to=desk.now, superseded_by=item.id
        )
        desk.changes.append(Change(Done.SUPERSEDED, old.id, old.type, old.content, why=_HAND))
    parts.knowledge.add(tx, item, mark=mark)
    search.index(parts, tx, item)
    desk.changes.append(Change(Done.ADDED, item.id, FACT, item.content, why=_HAND))


def _replaced(parts: Parts, tx: Tx, item: Item) -> list[Item]:
    if not item.attribute:
        return []
    return parts.knowledge.of_attribute(tx, item.project_id, item.subject, item.attribute)


def _take_out(desk: _Desk, tx: Tx, ref: str, there: set[str]) -> None:
    """Lines that stood there and stand nowhere any more."""
    if desk.new_tree:
        return
    stood = [each for each in desk.known.values() if tree.pool_of(each) == ref]
    missing = [each for each in stood if each.id not in there]
    if len(missing) > max(1, len(stood) * desk.parts.policy.snapshot.lost_share):
        said = f"{len(missing)} of {len(stood)} lines were gone: they are written again"
        desk.troubles.append(Trouble(ref, 0, said))
        return
    for item in missing:
        if item.state is State.ACTIVE:
            _move(desk, tx, item, State.ARCHIVED)
