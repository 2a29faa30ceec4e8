"""What the user types in: facts and notes, and preferences by another door (C62).

A preference is a rule and goes the way of rules; everything else is knowledge and does not fade
(C94). Both stand in one list.
"""

from __future__ import annotations

import logging
from dataclasses import asdict
from typing import TYPE_CHECKING

from mohen.core import paging, settings
from mohen.core.database import Tx
from mohen.core.erasure import OPERATOR, Receipt
from mohen.core.scope import Scope
from mohen.episodes import validate
from mohen.errors import InvalidArgument, NotFound
from mohen.knowledge import capture, edit, index_items, model, remove
from mohen.knowledge.decay import MANUAL
from mohen.knowledge.model import INITIALS, Item
from mohen.notes import notes
from mohen.notes.notes import PREFERENCE
from mohen.rules import edit as rules_edit
from mohen.rules import vetoes
from mohen.rules.model import Patch, Rule
from mohen.text import normalize

if TYPE_CHECKING:
    from mohen.parts import Parts


log = logging.getLogger(__name__)


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
    notes.check_type(kind, policy)
    notes.check_scope(scope, project_id)
    validate.check_ids(parts.policy.recording, projectId=project_id)
    kept = notes.check_content(content, _most(parts, kind))
    if kind == PREFERENCE:
        made = view(rules_edit.add(parts, kept, scope=scope, project_id=project_id))
    elif kind in INITIALS:
        made = capture.capture(parts, project_id, kept, kind=kind, origin=MANUAL).item
    else:
        made = _other(parts, kind, kept, project_id)
    log.info("memory_create %s %s", made.id, made.type)
    return made


def _most(parts: Parts, kind: str) -> int:
    """How long an entry may be: a preference is one rule, a note may be a page."""
    if kind == PREFERENCE:
        return parts.policy.rules.text_chars_max
    return parts.policy.entries.content_chars_max


def _other(parts: Parts, kind: str, content: str, project_id: str | None) -> Item:
    """Of a type that only the user knows: nothing is read from its words."""
    now = parts.clock.now()
    item = Item(
        id=parts.ids.new("kn"),
        type=kind,
        project_id=project_id,
        content=content,
        origin=MANUAL,
        created_at=now,
        updated_at=now,
        faded_at=now,
    )
    hashes = vetoes.hashes(settings.redaction_key(parts), item)

    def write(tx: Tx) -> None:
        parts.knowledge.add(tx, item, mark=normalize.mark(content))
        index_items.index(parts, tx, item)
        parts.rules.unveto(tx, project_id, hashes)  # the user says so (C64)

    parts.mind_db.write(write)
    index_items.follow_up(parts)
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
    validate.check_ids(parts.policy.recording, projectId=project_id, type=kind)
    if scope == "project":
        notes.check_scope(scope, project_id)
    size = paging.size(limit, default=policy.list_default, most=policy.list_max)
    own = None if scope is None else scope == "project"
    rules = _rules(parts, project_id, own) if kind in (None, PREFERENCE) else []
    items, number = parts.knowledge.listed(
        Scope(project_id), ranks=notes.ORDER, kind=kind, own=own, limit=size
    )
    return notes.ordered([*rules, *items])[:size], len(rules) + number


def _rules(parts: Parts, project_id: str | None, own: bool | None) -> list[Item]:
    """Those of the project, those that are global, or both."""
    everybodys = [] if own else parts.rules.of(Scope())
    projects = [] if own is False or project_id is None else parts.rules.of(Scope(project_id))
    return [view(rule) for rule in (*everybodys, *projects)]


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
    kept = notes.check_content(content, _most(parts, before.type), "patch.content")
    if before.type == PREFERENCE:
        read = before.version if version is None else version
        after = view(rules_edit.update(parts, id, project_id, read, Patch(text=kept)))
    else:
        patch = model.Patch(content=kept)
        after = edit.update(parts, id, project_id, patch, version=version)
    log.info("memory_update %s %s", after.id, after.type)
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
    validate.check_ids(parts.policy.recording, id=id, projectId=project_id, operator=operator)
    if _is_buried(parts, id, project_id):
        return False, Receipt(counts={}, dry_run=dry_run)
    item, who = _own(parts, id, project_id), operator or OPERATOR
    if item.type == PREFERENCE:
        gone = asdict(rules_edit.delete(parts, id, project_id, dry_run=dry_run, operator=who))
        wiped = gone.pop("wiped")
        del gone["dry_run"]
        receipt = Receipt(counts=gone, wiped=wiped, dry_run=dry_run)
    elif dry_run:
        receipt = Receipt(counts=remove.weigh(parts, [item]), dry_run=True)
    else:
        receipt = remove.one(parts, item, who)
    if not dry_run:
        log.info("memory_delete %s %s", item.id, item.type)
    return not dry_run, receipt


def _is_buried(parts: Parts, id: str, project_id: str | None) -> bool:
    tombstone = parts.audit.buried(id)
    if tombstone is None:
        return False
    rules_edit.refuse_strangers(tombstone.project_id, project_id)
    return True


def _own(parts: Parts, id: str, project_id: str | None) -> Item:
    """The entry, if it is global or the project's own (C92)."""
    validate.check_ids(parts.policy.recording, id=id, projectId=project_id)
    item = parts.knowledge.get(id)
    if item is None:
        rule = parts.rules.get(None, id)
        if rule is None:
            raise NotFound("no such entry", field="id")
        item = view(rule)
    rules_edit.refuse_strangers(item.project_id, project_id)
    return item
