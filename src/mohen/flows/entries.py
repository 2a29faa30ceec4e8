"""What the user types in: facts and notes, and preferences by another door (C62).

A preference is a rule and goes the way of rules; everything else is knowledge and does not fade
(C94). Both stand in one list.
"""

from __future__ import annotations

import logging
from collections import Counter
from dataclasses import asdict, replace

from mohen.errors import Conflict, InvalidArgument, NotFound
from mohen.flows import curate, erase, settings
from mohen.flows.parts import Parts
from mohen.logic import clashes, drafts, entries, labels, paging
from mohen.logic.entries import PREFERENCE
from mohen.logic.seal import sealed
from mohen.model.erasure import OPERATOR, Receipt
from mohen.model.knowledge import Item
from mohen.model.rule import Rule
from mohen.model.rulebook import Patch
from mohen.model.scope import Scope
from mohen.store.sqlite import Tx

log = logging.getLogger(__name__)

MANUAL = "manual"
KIND = "knowledge"
"""As tombstones call it."""


def view(rule: Rule) -> Item:
    """A rule as an entry."""
    return Item(
        id=rule.id,
        type=PREFERENCE,
        project_id=rule.project_id,
        content=rule.text,
        origin=rule.origin.value,
        created_at=rule.created_at,
        updated_at=rule.updated_at,
        version=rule.version,
    )


def create(
    parts: Parts, kind: str, content: str, *, scope: str, project_id: str | None = None
) -> Item:
    policy = parts.policy.entries
    entries.check_type(kind, policy)
    entries.check_scope(scope, project_id)
    drafts.check_ids(parts.policy.recording, projectId=project_id)
    kept = entries.check_content(content, _most(parts, kind))
    if kind == PREFERENCE:
        made = view(curate.add(parts, kept, scope=scope, project_id=project_id))
    else:
        made = _note(parts, kind, kept, project_id)
    log.info("memory_create %s %s", made.id, made.type)
    return made


def _most(parts: Parts, kind: str) -> int:
    """How long an entry may be: a preference is one rule, a note may be a page."""
    if kind == PREFERENCE:
        return parts.policy.rules.text_chars_max
    return parts.policy.entries.content_chars_max


def _note(parts: Parts, kind: str, content: str, project_id: str | None) -> Item:
    now = parts.clock.now()
    item = Item(
        id=parts.ids.new("kn"),
        type=kind,
        project_id=project_id,
        content=content,
        origin=MANUAL,
        created_at=now,
        updated_at=now,
    )
    hashes = _hashes(settings.redaction_key(parts), content)

    def write(tx: Tx) -> None:
        parts.knowledge.add(tx, item)
        parts.rules.unveto(tx, project_id, hashes)  # the user says so (C64)

    parts.mind_db.write(write)
    return item


def list_entries(
    parts: Parts,
    project_id: str | None = None,
    *,
    scope: str | None = None,
    kind: str | None = None,
    limit: int | None = None,
) -> tuple[list[Item], int]:
    """Rules and knowledge in one order, and how many there are. Without a project only what is
    global."""
    policy = parts.policy.entries
    drafts.check_ids(parts.policy.recording, projectId=project_id, type=kind)
    if scope == "project":
        entries.check_scope(scope, project_id)
    size = paging.size(limit, default=policy.list_default, most=policy.list_max)
    found = [
        each
        for each in everything(parts, project_id)
        if (kind is None or each.type == kind)
        and (scope is None or (each.project_id is None) == (scope == "global"))
    ]
    return entries.ordered(found)[:size], len(found)


def everything(parts: Parts, project_id: str | None) -> list[Item]:
    """Rules and knowledge that are seen from a project, or that are global."""
    rules = parts.rules.of(Scope())
    if project_id is not None:
        rules += parts.rules.of(Scope(project_id))
    return [view(rule) for rule in rules] + parts.knowledge.visible(Scope(project_id))


def update(
    parts: Parts,
    id: str,
    project_id: str | None = None,
    *,
    content: str | None = None,
    version: int | None = None,
) -> Item:
    if content is None:
        raise InvalidArgument("the patch is empty: give content", field="patch")
    before = _own(parts, id, project_id)
    kept = entries.check_content(content, _most(parts, before.type), "patch.content")
    if before.type == PREFERENCE:
        read = before.version if version is None else version
        after = view(curate.update(parts, id, project_id, read, Patch(text=kept)))
    else:
        after = _rewrite(parts, id, kept, version)
    log.info("memory_update %s %s", after.id, after.type)
    return after


def _rewrite(parts: Parts, id: str, content: str, version: int | None) -> Item:
    now = parts.clock.now()

    def write(tx: Tx) -> Item:
        before = parts.knowledge.find(tx, id)
        if before is None:
            raise NotFound("no such entry", field="id")
        if version is not None and version != before.version:
            raise Conflict(
                "the entry was changed meanwhile: read it again, then decide",
                version=before.version,
            )
        after = replace(before, content=content, updated_at=now, version=before.version + 1)
        parts.knowledge.rewrite(tx, after)
        erase.owe(parts, tx)  # what it said before is deleted text
        return after

    after = parts.mind_db.write(write).value
    erase.wipe(parts, episodes=False, mind=True)
    return after


def delete(
    parts: Parts,
    id: str,
    project_id: str | None = None,
    *,
    dry_run: bool = False,
    operator: str | None = None,
) -> tuple[bool, Receipt]:
    """For good: no file holds its text afterwards, and it is not learned again (C74, C64).
    Answers whether it was there; deleting twice is fine."""
    drafts.check_ids(parts.policy.recording, id=id, projectId=project_id, operator=operator)
    if _is_buried(parts, id, project_id):
        return False, Receipt(counts={}, dry_run=dry_run)
    item, who = _own(parts, id, project_id), operator or OPERATOR
    if item.type == PREFERENCE:
        gone = asdict(curate.delete(parts, id, project_id, dry_run=dry_run, operator=who))
        wiped = gone.pop("wiped")
        del gone["dry_run"]
        receipt = Receipt(counts=gone, wiped=wiped, dry_run=dry_run)
    else:
        receipt = _would_remove(parts, item) if dry_run else _remove(parts, item, who)
    if not dry_run:
        log.info("memory_delete %s %s", item.id, item.type)
    return not dry_run, receipt


def _is_buried(parts: Parts, id: str, project_id: str | None) -> bool:
    tombstone = parts.audit.buried(id)
    if tombstone is None:
        return False
    curate.refuse_strangers(tombstone.project_id, project_id)
    return True


def _would_remove(parts: Parts, item: Item) -> Receipt:
    key = settings.redaction_key(parts)
    with parts.mind_db.read() as reader:
        same = _same_labels(parts, reader, item)
        spoken = parts.feedback.with_labels(reader, Scope(item.project_id), same)
    vetoes = len(_hashes(key, item.content))
    return Receipt(counts={KIND: 1, "labels": spoken, "vetoes": vetoes}, dry_run=True)


def _remove(parts: Parts, item: Item, operator: str) -> Receipt:
    hashes = _hashes(settings.redaction_key(parts), item.content)
    mark, now = erase.keyed_hash(parts, item.content), parts.clock.now()

    def write(tx: Tx) -> Counter[str]:
        scope = Scope(item.project_id)
        spoken = parts.feedback.drop_labels(tx, scope, _same_labels(parts, tx, item))
        parts.knowledge.remove(tx, item.id)
        vetoes = parts.rules.veto(tx, item.project_id, hashes, item.id, now)
        lost = Counter({KIND: 1, "labels": spoken, "vetoes": vetoes})
        parts.audit.bury(
            tx,
            id=item.id,
            kind=KIND,
            project_id=item.project_id,
            hash=mark,
            created_at=item.created_at,
            deleted_at=now,
        )
        parts.audit.add(
            tx,
            at=now,
            operator=operator,
            act="delete-entry",
            project_id=item.project_id,
            subject=item.id,
            counts=lost,
        )
        erase.owe(parts, tx)
        return lost

    lost = parts.mind_db.write(write).value
    return Receipt(counts=lost, wiped=erase.wipe(parts, episodes=False, mind=True))


def _same_labels(parts: Parts, tx: Tx, item: Item) -> list[str]:
    """Labels of threshold learning that say the same: deleted text is deleted there too."""
    kept = parts.feedback.labels(tx, Scope(item.project_id))
    return labels.saying(kept, [item.content])


def _hashes(key: bytes, content: str) -> list[str]:
    return [sealed(key, each) for each in clashes.fingerprints(content, None)]


def _own(parts: Parts, id: str, project_id: str | None) -> Item:
    """The entry, if it is global or the project's own (C92)."""
    drafts.check_ids(parts.policy.recording, id=id, projectId=project_id)
    item = parts.knowledge.get(id)
    if item is None:
        rule = parts.rules.get(None, id)
        if rule is None:
            raise NotFound("no such entry", field="id")
        item = view(rule)
    curate.refuse_strangers(item.project_id, project_id)
    return item
