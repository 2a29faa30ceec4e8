"""What the user types in: facts and notes, and preferences by another door (C62).

A preference is a rule and goes the way of rules; everything else is knowledge and does not fade
(C94). Both stand in one list.
"""

from __future__ import annotations

import logging
from dataclasses import asdict

from mohen.errors import InvalidArgument, NotFound
from mohen.flows import amend, capture, curate, remove, search, settings, vetoes
from mohen.flows.parts import Parts
from mohen.logic import drafts, entries, paging
from mohen.logic.entries import PREFERENCE
from mohen.logic.fade import MANUAL
from mohen.logic.knowing import marks
from mohen.model import knowledge
from mohen.model.erasure import OPERATOR, Receipt
from mohen.model.knowledge import INITIALS, Item
from mohen.model.rule import Rule
from mohen.model.rulebook import Patch
from mohen.model.scope import Scope
from mohen.store.sqlite import Tx

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
    entries.check_type(kind, policy)
    entries.check_scope(scope, project_id)
    drafts.check_ids(parts.policy.recording, projectId=project_id)
    kept = entries.check_content(content, _most(parts, kind))
    if kind == PREFERENCE:
        made = view(curate.add(parts, kept, scope=scope, project_id=project_id))
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
        parts.knowledge.add(tx, item, mark=marks.mark(content))
        search.index(parts, tx, item)
        parts.rules.unveto(tx, project_id, hashes)  # the user says so (C64)

    parts.mind_db.write(write)
    search.follow_up(parts)
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
    own = None if scope is None else scope == "project"
    rules = _rules(parts, project_id, own) if kind in (None, PREFERENCE) else []
    items, number = parts.knowledge.listed(
        Scope(project_id), ranks=entries.ORDER, kind=kind, own=own, limit=size
    )
    return entries.ordered([*rules, *items])[:size], len(rules) + number


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
    kept = entries.check_content(content, _most(parts, before.type), "patch.content")
    if before.type == PREFERENCE:
        read = before.version if version is None else version
        after = view(curate.update(parts, id, project_id, read, Patch(text=kept)))
    else:
        patch = knowledge.Patch(content=kept)
        after = amend.update(parts, id, project_id, patch, version=version)
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
    drafts.check_ids(parts.policy.recording, id=id, projectId=project_id, operator=operator)
    if _is_buried(parts, id, project_id):
        return False, Receipt(counts={}, dry_run=dry_run)
    item, who = _own(parts, id, project_id), operator or OPERATOR
    if item.type == PREFERENCE:
        gone = asdict(curate.delete(parts, id, project_id, dry_run=dry_run, operator=who))
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
    curate.refuse_strangers(tombstone.project_id, project_id)
    return True


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
