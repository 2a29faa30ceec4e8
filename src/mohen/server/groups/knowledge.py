"""One piece of knowledge and its life: captured, looked at, archived, corrected, taken back."""

from __future__ import annotations

from typing import Any

from mohen.server.channel import Channel, Desk, Push
from mohen.server.schemas import knowledge
from mohen.server.wire import Wire


def _capture(desk: Desk, asked: knowledge.CapturePayload) -> Wire:
    captured = desk.memory.knowledge.capture(
        asked.content,
        asked.project_id,
        kind=asked.type,
        importance=asked.importance,
        entities=asked.entities or (),
        confidence=asked.confidence,
        basis=asked.basis or "",
        category=asked.kind_of_thing(),
        source=asked.source,
    )
    return knowledge.CaptureData.of(captured)


def _get(desk: Desk, asked: knowledge.OnePayload) -> Wire:
    return knowledge.GetData.of(desk.memory.knowledge.get(asked.id, asked.project_id))


def _list(desk: Desk, asked: knowledge.KnowledgeListPayload) -> Wire:
    page = desk.memory.knowledge.page(
        asked.project_id,
        states=asked.wanted(),
        types=asked.types or (),
        after=asked.cursor,
        limit=asked.limit,
    )
    return knowledge.KnowledgeListData.of(page)


def _archive(desk: Desk, asked: knowledge.OnePayload) -> Wire:
    return knowledge.KnowledgeData.of(desk.memory.knowledge.archive(asked.id, asked.project_id))


def _restore(desk: Desk, asked: knowledge.OnePayload) -> Wire:
    return knowledge.KnowledgeData.of(desk.memory.knowledge.restore(asked.id, asked.project_id))


def _history(desk: Desk, asked: knowledge.OnePayload) -> Wire:
    found = desk.memory.knowledge.history(asked.id, asked.project_id)
    return knowledge.HistoryData(items=[knowledge.KnowledgeData.of(each) for each in found])


def _update(desk: Desk, asked: knowledge.KnowledgeUpdatePayload) -> Wire:
    after = desk.memory.knowledge.update(
        asked.id, asked.project_id, asked.patch.asked(), version=asked.version
    )
    return knowledge.KnowledgeData.of(after)


def _retract(desk: Desk, asked: knowledge.RetractPayload) -> Wire:
    changes = desk.memory.knowledge.retract(asked.project_id, asked.session, asked.line)
    return knowledge.RetractData.of(changes)


def _stats(desk: Desk, asked: knowledge.StatsPayload) -> Wire:
    return knowledge.StatsData.of(desk.memory.knowledge.stats(asked.project_id))


def _entities(desk: Desk, asked: knowledge.StatsPayload) -> Wire:
    found = desk.memory.knowledge.entities(asked.project_id)
    return knowledge.EntitiesData(items=[knowledge.MentionData.of(each) for each in found])


def _entity(desk: Desk, asked: knowledge.EntityPayload) -> Wire:
    return knowledge.EntityData.of(desk.memory.knowledge.entity(asked.name, asked.project_id))


TABLE: tuple[Channel[Any], ...] = (
    Channel(
        "knowledge:capture",
        "Keep a fact, a belief, a summary or a note. The same words again are the same item, "
        "which matters more for it.",
        knowledge.CapturePayload,
        knowledge.CaptureData,
        _capture,
        in_order=True,
    ),
    Channel(
        "knowledge:get",
        "One item with its current score, where it was said, and what held before and after it.",
        knowledge.OnePayload,
        knowledge.GetData,
        _get,
    ),
    Channel(
        "knowledge:list",
        "A page of what is known in the project and globally, by id.",
        knowledge.KnowledgeListPayload,
        knowledge.KnowledgeListData,
        _list,
    ),
    Channel(
        "knowledge:update",
        "Correct an item by hand: from then on it does not fade.",
        knowledge.KnowledgeUpdatePayload,
        knowledge.KnowledgeData,
        _update,
        in_order=True,
    ),
    Channel(
        "knowledge:archive",
        "Take an item out of the active pool.",
        knowledge.OnePayload,
        knowledge.KnowledgeData,
        _archive,
        in_order=True,
    ),
    Channel(
        "knowledge:restore",
        "Bring an item back from the archive, or let one hold again that was withdrawn.",
        knowledge.OnePayload,
        knowledge.KnowledgeData,
        _restore,
        in_order=True,
    ),
    Channel(
        "knowledge:history",
        "Every value that held in an item's place, the newest first, with its validity.",
        knowledge.OnePayload,
        knowledge.HistoryData,
        _history,
    ),
    Channel(
        "knowledge:retract",
        "Take back what was said in a line of a conversation, or in all of it: what is known "
        "from there alone is withdrawn.",
        knowledge.RetractPayload,
        knowledge.RetractData,
        _retract,
        in_order=True,
    ),
    Channel(
        "knowledge:stats",
        "How many items there are, by type and importance.",
        knowledge.StatsPayload,
        knowledge.StatsData,
        _stats,
    ),
    Channel(
        "knowledge:entities",
        "Who and what is spoken of.",
        knowledge.StatsPayload,
        knowledge.EntitiesData,
        _entities,
    ),
    Channel(
        "knowledge:entity",
        "What is known of one entity: its attributes and the items that speak of it.",
        knowledge.EntityPayload,
        knowledge.EntityData,
        _entity,
    ),
)

PUSHES: tuple[Push, ...] = ()
