"""Entries, labels that teach, and what would be injected (seed 003)."""

from __future__ import annotations

from typing import Any

from mohen.model.feedback import Action
from mohen.server.channel import Channel, Desk
from mohen.server.schemas import entries
from mohen.server.wire import Wire


def _create(desk: Desk, asked: entries.CreatePayload) -> Wire:
    made = desk.memory.entries.create(
        asked.type, asked.content, scope=asked.scope, project_id=asked.project_id
    )
    return entries.EntryData.of(made)


def _list(desk: Desk, asked: entries.EntryListPayload) -> Wire:
    items, total = desk.memory.entries.list(
        asked.project_id, scope=asked.scope, kind=asked.type, limit=asked.limit
    )
    return entries.EntryListData(items=[entries.EntryData.of(each) for each in items], total=total)


def _update(desk: Desk, asked: entries.EntryUpdatePayload) -> Wire:
    changed = desk.memory.entries.update(
        asked.id, asked.project_id, content=asked.patch.content, version=asked.version
    )
    return entries.EntryData.of(changed)


def _delete(desk: Desk, asked: entries.EntryDeletePayload) -> Wire:
    deleted, receipt = desk.memory.entries.delete(
        asked.id, asked.project_id, dry_run=asked.dry_run, operator=asked.operator
    )
    return entries.EntryDeleteData.of(asked.id, deleted, receipt)


def _ingest(desk: Desk, asked: entries.IngestPayload) -> Wire:
    learned = desk.memory.entries.ingest(
        Action(asked.action),
        asked.evidence_ref,
        skill_id=asked.skill_id,
        project_id=asked.project_id,
        run_id=asked.run_id,
    )
    return entries.IngestData.of(learned)


def _clear(desk: Desk, asked: entries.ClearPreferencesPayload) -> Wire:
    receipt = desk.memory.entries.clear_learned(
        asked.project_id, token=asked.confirm_token, operator=asked.operator
    )
    return entries.ClearPreferencesData.of(receipt)


def _preview(desk: Desk, asked: entries.PreviewPayload) -> Wire:
    return entries.PreviewData.of(
        desk.memory.entries.preview(asked.project_id, query_text=asked.query_text)
    )


TABLE: tuple[Channel[Any], ...] = (
    Channel(
        "memory:create",
        "Add an entry by hand: a `preference` becomes a rule, anything else is knowledge.",
        entries.CreatePayload,
        entries.EntryData,
        _create,
        in_order=True,
    ),
    Channel(
        "memory:list",
        "Rules and knowledge in one list: the project's first, by type, newest first.",
        entries.EntryListPayload,
        entries.EntryListData,
        _list,
    ),
    Channel(
        "memory:update",
        "Change what an entry says.",
        entries.EntryUpdatePayload,
        entries.EntryData,
        _update,
        in_order=True,
    ),
    Channel(
        "memory:delete",
        "Delete an entry for good: only a mark without text stays. Deleting twice is fine.",
        entries.EntryDeletePayload,
        entries.EntryDeleteData,
        _delete,
        in_order=True,
    ),
    Channel(
        "memory:preferences:ingest",
        "An accept, reject or partial with its label. Equal labels that reach the threshold "
        "become a preference.",
        entries.IngestPayload,
        entries.IngestData,
        _ingest,
        in_order=True,
    ),
    Channel(
        "memory:preferences:clear",
        "Forget all labels and the unconfirmed preferences they taught. Needs the token that "
        "the first call is refused with.",
        entries.ClearPreferencesPayload,
        entries.ClearPreferencesData,
        _clear,
        in_order=True,
    ),
    Channel(
        "memory:injection:preview",
        "What a prompt would be given of rules and entries, in order, each with its reason.",
        entries.PreviewPayload,
        entries.PreviewData,
        _preview,
    ),
)
