"""Shapes of one piece of knowledge and its life."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from mohen.core.shapes import Milliseconds
from mohen.episodes.channels import PageData
from mohen.knowledge.consolidation.model import Change
from mohen.knowledge.model import (
    Captured,
    Category,
    Item,
    Known,
    Mention,
    Page,
    Patch,
    Profile,
    State,
    Stats,
)
from mohen.knowledge.search_channels import CategoryName, StateName
from mohen.server.channel import Channel, Desk, Push
from mohen.server.wire import Wire

TypeName = Literal["fact", "belief", "summary", "note"]
EntityName = Literal["person", "location", "organization", "project", "other"]
ProjectId = Annotated[str | None, Field(description="absent: what is global, only")]
Share = Annotated[float, Field(description="0-1")]
_DIGITS = 6


# -- an item


class SourceData(Wire):
    session: str
    line: Annotated[int | None, Field(description="of the transcript, from 1")] = None
    at: Milliseconds


class KnowledgeData(Wire):
    id: str
    type: Annotated[str, Field(description="fact, belief, summary, note, or any other word")]
    project_id: str | None = None
    content: str
    state: StateName
    category: CategoryName
    importance: Share
    score: Annotated[float, Field(description="as of when it was last faded")]
    confidence: Share
    basis: Annotated[str | None, Field(description="why it is believed")] = None
    entities: list[str]
    subject: str | None = None
    attribute: str | None = None
    value: str | None = None
    valid_from: Milliseconds | None = None
    valid_to: Annotated[Milliseconds | None, Field(description="absent: it holds")] = None
    event_at: Annotated[Milliseconds | None, Field(description="the day it speaks of")] = None
    superseded_by: str | None = None
    stale: Annotated[bool, Field(description="some of what it was made of is gone")]
    origin: Annotated[str, Field(description="manual: typed, does not fade; captured, extracted …")]
    sources: Annotated[list[str], Field(description="`session:line`, oldest first")]
    source_facts: Annotated[list[str], Field(description="ids it was made of")]
    accesses: int
    accessed_at: Milliseconds | None = None
    created_at: Milliseconds
    updated_at: Milliseconds
    version: int

    @classmethod
    def of(cls, item: Item) -> KnowledgeData:
        return cls.model_validate(
            {
                "id": item.id,
                "type": item.type,
                "project_id": item.project_id,
                "content": item.content,
                "state": item.state.value,
                "category": item.category.value,
                "importance": round(item.importance, _DIGITS),
                "score": round(item.score, _DIGITS),
                "confidence": round(item.confidence, _DIGITS),
                "basis": item.basis or None,
                "entities": list(item.entities),
                "subject": item.subject or None,
                "attribute": item.attribute or None,
                "value": item.value or None,
                "valid_from": item.valid_from,
                "valid_to": item.valid_to,
                "event_at": item.event_at,
                "superseded_by": item.superseded_by,
                "stale": item.stale,
                "origin": item.origin,
                "sources": list(item.sources),
                "source_facts": list(item.source_facts),
                "accesses": item.accesses,
                "accessed_at": item.accessed_at,
                "created_at": item.created_at,
                "updated_at": item.updated_at,
                "version": item.version,
            }
        )


# -- knowledge:capture


class CapturePayload(Wire):
    project_id: ProjectId = None
    content: str
    type: TypeName = "fact"
    importance: Annotated[
        float | None, Field(description="0-1, else it is brought there with a warning")
    ] = None
    entities: list[str] | None = None
    confidence: Annotated[float | None, Field(description="of a belief; default 0.6")] = None
    basis: Annotated[str | None, Field(description="why it is believed")] = None
    category: Annotated[CategoryName | None, Field(description="absent: read from the words")] = (
        None
    )
    source: Annotated[str | None, Field(description="`session:line` where it was said")] = None

    def kind_of_thing(self) -> Category | None:
        return None if self.category is None else Category(self.category)


class CaptureData(Wire):
    item: KnowledgeData
    known: Annotated[bool, Field(description="it was there already and matters more now")]
    warnings: list[str]

    @classmethod
    def of(cls, captured: Captured) -> CaptureData:
        return cls(
            item=KnowledgeData.of(captured.item),
            known=captured.known,
            warnings=list(captured.warnings),
        )


# -- knowledge:get, :archive, :restore, :history


class OnePayload(Wire):
    id: str
    project_id: ProjectId = None


class GetData(Wire):
    item: KnowledgeData
    current_score: Annotated[float, Field(description="faded up to now")]
    sources: list[SourceData]
    history: Annotated[list[KnowledgeData], Field(description="newest first, itself among them")]
    derived: Annotated[list[str], Field(description="ids of what was made of it")]

    @classmethod
    def of(cls, known: Known) -> GetData:
        return cls(
            item=KnowledgeData.of(known.item),
            current_score=round(known.score, _DIGITS),
            sources=[
                SourceData(session=session, line=line or None, at=at)
                for session, line, at in known.said
            ],
            history=[KnowledgeData.of(each) for each in known.history],
            derived=list(known.derived),
        )


class HistoryData(Wire):
    items: Annotated[list[KnowledgeData], Field(description="every value, the newest first")]


# -- knowledge:list


class KnowledgeListPayload(Wire):
    project_id: ProjectId = None
    states: Annotated[list[StateName] | None, Field(description="default: active and archived")] = (
        None
    )
    types: list[str] | None = None
    cursor: Annotated[str | None, Field(description="`nextCursor` of the page before")] = None
    limit: Annotated[int | None, Field(description="default 50, at most 200")] = None

    def wanted(self) -> tuple[State, ...] | None:
        return None if self.states is None else tuple(State(each) for each in self.states)


class KnowledgeListData(Wire):
    items: Annotated[list[KnowledgeData], Field(description="by id")]
    page: PageData

    @classmethod
    def of(cls, page: Page) -> KnowledgeListData:
        return cls(
            items=[KnowledgeData.of(each) for each in page.items],
            page=PageData(limit=page.limit, next_cursor=page.after),
        )


# -- knowledge:update


class KnowledgePatch(Wire):
    content: str | None = None
    importance: float | None = None
    category: CategoryName | None = None
    confidence: float | None = None
    basis: str | None = None
    entities: list[str] | None = None

    def asked(self) -> Patch:
        return Patch(
            content=self.content,
            importance=self.importance,
            category=None if self.category is None else Category(self.category),
            confidence=self.confidence,
            basis=self.basis,
            entities=None if self.entities is None else tuple(self.entities),
        )


class KnowledgeUpdatePayload(Wire):
    id: str
    project_id: ProjectId = None
    version: Annotated[int | None, Field(description="as it was read; a stale one is refused")] = (
        None
    )
    patch: KnowledgePatch


# -- knowledge:retract


class RetractPayload(Wire):
    project_id: ProjectId = None
    session: str
    line: Annotated[int | None, Field(description="absent: the whole session")] = None


class ChangeData(Wire):
    done: Literal[
        "added",
        "changed",
        "superseded",
        "repeated",
        "promoted",
        "denied",
        "withdrawn",
        "archived",
        "restored",
    ]
    id: str
    type: str
    content: str
    before: Annotated[str | None, Field(description="what it says instead of")] = None
    why: str | None = None

    @classmethod
    def of(cls, change: Change) -> ChangeData:
        return cls.model_validate(
            {
                "done": change.done.value,
                "id": change.id,
                "type": change.type,
                "content": change.content,
                "before": change.before or None,
                "why": change.why or None,
            }
        )


class RetractData(Wire):
    changes: Annotated[list[ChangeData], Field(description="withdrawn, marked stale, restored")]

    @classmethod
    def of(cls, changes: list[Change]) -> RetractData:
        return cls(changes=[ChangeData.of(each) for each in changes])


# -- knowledge:stats, knowledge:entities, knowledge:entity


class StatsPayload(Wire):
    project_id: ProjectId = None


class StatsData(Wire):
    total: Annotated[int, Field(description="active and archived")]
    active: int
    archived: int
    by_type: dict[str, int]
    by_importance: Annotated[
        dict[str, int], Field(description="critical 0.9-1, high 0.7-0.9, medium 0.4-0.7, low")
    ]
    entities: int
    themes: int
    unprocessed: Annotated[int, Field(description="fragments heard and not worked on")]
    last_success: Annotated[
        Milliseconds | None, Field(description="of a consolidation; absent: never")
    ] = None
    next_due: Milliseconds | None = None
    warnings: list[str]

    @classmethod
    def of(cls, stats: Stats) -> StatsData:
        return cls(
            total=stats.total,
            active=stats.active,
            archived=stats.archived,
            by_type=dict(stats.by_type),
            by_importance=dict(stats.by_importance),
            entities=stats.entities,
            themes=stats.themes,
            unprocessed=stats.unprocessed,
            last_success=stats.last_success,
            next_due=stats.next_due,
            warnings=list(stats.warnings),
        )


class MentionData(Wire):
    name: str
    type: EntityName
    items: Annotated[int, Field(description="how many speak of it")]

    @classmethod
    def of(cls, mention: Mention) -> MentionData:
        return cls.model_validate(
            {"name": mention.name, "type": mention.type.value, "items": mention.items}
        )


class EntitiesData(Wire):
    items: Annotated[list[MentionData], Field(description="the most spoken of first")]


class EntityPayload(Wire):
    name: Annotated[str, Field(description="exactly so")]
    project_id: ProjectId = None


class DetailData(Wire):
    value: str
    updated_at: Milliseconds
    item: str


class EntityData(Wire):
    name: str
    type: EntityName
    attributes: dict[str, DetailData]
    facts: list[str]
    beliefs: list[str]
    summaries: list[str]

    @classmethod
    def of(cls, profile: Profile) -> EntityData:
        return cls.model_validate(
            {
                "name": profile.name,
                "type": profile.type.value,
                "attributes": {
                    key: DetailData(value=each.value, updated_at=each.updated_at, item=each.item)
                    for key, each in profile.attributes.items()
                },
                "facts": list(profile.facts),
                "beliefs": list(profile.beliefs),
                "summaries": list(profile.summaries),
            }
        )


# -- One piece of knowledge and its life: captured, looked at, archived, corrected, taken back.


def _capture(desk: Desk, asked: CapturePayload) -> Wire:
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
    return CaptureData.of(captured)


def _get(desk: Desk, asked: OnePayload) -> Wire:
    return GetData.of(desk.memory.knowledge.get(asked.id, asked.project_id))


def _list(desk: Desk, asked: KnowledgeListPayload) -> Wire:
    page = desk.memory.knowledge.page(
        asked.project_id,
        states=asked.wanted(),
        types=asked.types or (),
        after=asked.cursor,
        limit=asked.limit,
    )
    return KnowledgeListData.of(page)


def _archive(desk: Desk, asked: OnePayload) -> Wire:
    return KnowledgeData.of(desk.memory.knowledge.archive(asked.id, asked.project_id))


def _restore(desk: Desk, asked: OnePayload) -> Wire:
    return KnowledgeData.of(desk.memory.knowledge.restore(asked.id, asked.project_id))


def _history(desk: Desk, asked: OnePayload) -> Wire:
    found = desk.memory.knowledge.history(asked.id, asked.project_id)
    return HistoryData(items=[KnowledgeData.of(each) for each in found])


def _update(desk: Desk, asked: KnowledgeUpdatePayload) -> Wire:
    after = desk.memory.knowledge.update(
        asked.id, asked.project_id, asked.patch.asked(), version=asked.version
    )
    return KnowledgeData.of(after)


def _retract(desk: Desk, asked: RetractPayload) -> Wire:
    changes = desk.memory.knowledge.retract(asked.project_id, asked.session, asked.line)
    return RetractData.of(changes)


def _stats(desk: Desk, asked: StatsPayload) -> Wire:
    return StatsData.of(desk.memory.knowledge.stats(asked.project_id))


def _entities(desk: Desk, asked: StatsPayload) -> Wire:
    found = desk.memory.knowledge.entities(asked.project_id)
    return EntitiesData(items=[MentionData.of(each) for each in found])


def _entity(desk: Desk, asked: EntityPayload) -> Wire:
    return EntityData.of(desk.memory.knowledge.entity(asked.name, asked.project_id))


TABLE: tuple[Channel[Any], ...] = (
    Channel(
        "knowledge:capture",
        "Keep a fact, a belief, a summary or a note. The same words again are the same item, "
        "which matters more for it.",
        CapturePayload,
        CaptureData,
        _capture,
        in_order=True,
    ),
    Channel(
        "knowledge:get",
        "One item with its current score, where it was said, and what held before and after it.",
        OnePayload,
        GetData,
        _get,
    ),
    Channel(
        "knowledge:list",
        "A page of what is known in the project and globally, by id.",
        KnowledgeListPayload,
        KnowledgeListData,
        _list,
    ),
    Channel(
        "knowledge:update",
        "Correct an item by hand: from then on it does not fade.",
        KnowledgeUpdatePayload,
        KnowledgeData,
        _update,
        in_order=True,
    ),
    Channel(
        "knowledge:archive",
        "Take an item out of the active pool.",
        OnePayload,
        KnowledgeData,
        _archive,
        in_order=True,
    ),
    Channel(
        "knowledge:restore",
        "Bring an item back from the archive, or let one hold again that was withdrawn.",
        OnePayload,
        KnowledgeData,
        _restore,
        in_order=True,
    ),
    Channel(
        "knowledge:history",
        "Every value that held in an item's place, the newest first, with its validity.",
        OnePayload,
        HistoryData,
        _history,
    ),
    Channel(
        "knowledge:retract",
        "Take back what was said in a line of a conversation, or in all of it: what is known "
        "from there alone is withdrawn.",
        RetractPayload,
        RetractData,
        _retract,
        in_order=True,
    ),
    Channel(
        "knowledge:stats",
        "How many items there are, by type and importance.",
        StatsPayload,
        StatsData,
        _stats,
    ),
    Channel(
        "knowledge:entities",
        "Who and what is spoken of.",
        StatsPayload,
        EntitiesData,
        _entities,
    ),
    Channel(
        "knowledge:entity",
        "What is known of one entity: its attributes and the items that speak of it.",
        EntityPayload,
        EntityData,
        _entity,
    ),
)

PUSHES: tuple[Push, ...] = ()
