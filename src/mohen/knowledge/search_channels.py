"""Shapes of searching knowledge, and of what a message is given of it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from mohen.core.degradation import Degradation
from mohen.core.shapes import Bilingual, Milliseconds
from mohen.episodes.channels import DegradationData, Diagnostics
from mohen.episodes.model import Mode, Purpose
from mohen.knowledge.model import (
    Category,
    Drawing,
    Drawn,
    Figure,
    Found,
    Hit,
    Injected,
    Injection,
    Item,
    Query,
    Told,
)
from mohen.server.channel import Channel, Desk
from mohen.server.wire import Wire

CategoryName = Literal[
    "identity",
    "health",
    "safety",
    "preference",
    "relation",
    "status",
    "constraint",
    "schedule",
    "general",
    "temporary",
]
StateName = Literal["active", "archived", "superseded", "denied", "withdrawn"]


# -- knowledge:search


class SearchPayload(Wire):
    project_id: str | None = None
    query: Annotated[
        str | None, Field(description="without one, what the filters let through, by score")
    ] = None
    types: Annotated[
        list[str] | None, Field(description="fact, belief, summary, note, or others")
    ] = None
    entity: Annotated[str | None, Field(description="exactly so named")] = None
    category: CategoryName | None = None
    since: Annotated[
        Milliseconds | None, Field(description="said, or of an event, from then on")
    ] = None
    until: Annotated[Milliseconds | None, Field(description="and before then")] = None
    as_of: Annotated[
        Milliseconds | None, Field(description="what held then; absent: what holds now")
    ] = None
    include_archived: Annotated[
        bool, Field(description="a hit in the archive brings the item back")
    ] = True
    min_score: Annotated[float | None, Field(ge=0, le=1, description="relevance at least")] = None
    limit: Annotated[int | None, Field(description="1-50; default 10")] = None
    purpose: Annotated[
        Literal["browse", "context"],
        Field(description="`context`: it is given to an agent; only that counts as an access"),
    ] = "browse"

    def asked(self) -> Query:
        return Query(
            project_id=self.project_id,
            text=self.query,
            types=tuple(self.types or ()),
            entity=self.entity,
            categories=() if self.category is None else (Category(self.category),),
            since=self.since,
            until=self.until,
            as_of=self.as_of,
            include_archived=self.include_archived,
            least=self.min_score or 0.0,
            limit=self.limit,
            purpose=Purpose(self.purpose),
        )


class FoundItem(Wire):
    id: str
    type: str
    content: str
    project_id: Annotated[
        str | None, Field(description="whose it is; absent: everybody's (global)")
    ] = None
    category: CategoryName
    state: StateName
    score: float
    importance: float
    confidence: float
    basis: str | None = None
    entities: list[str]
    created_at: Milliseconds
    valid_from: Milliseconds | None = None
    valid_to: Milliseconds | None = None
    event_at: Milliseconds | None = None
    superseded_by: str | None = None
    stale: bool
    sources: list[str]
    relevance: float
    reason: Bilingual

    @classmethod
    def of(cls, hit: Hit) -> FoundItem:
        item = hit.item
        return cls.model_validate(
            {
                **_said(item),
                "relevance": round(hit.relevance, 6),
                "reason": Bilingual.of(hit.reason),
            }
        )


def _said(item: Item) -> dict[str, object]:
    return {
        "id": item.id,
        "type": item.type,
        "content": item.content,
        "project_id": item.project_id,
        "category": item.category.value,
        "state": item.state.value,
        "score": round(item.score, 6),
        "importance": item.importance,
        "confidence": item.confidence,
        "basis": item.basis or None,
        "entities": list(item.entities),
        "created_at": item.created_at,
        "valid_from": item.valid_from,
        "valid_to": item.valid_to,
        "event_at": item.event_at,
        "superseded_by": item.superseded_by,
        "stale": item.stale,
        "sources": list(item.sources),
    }


def _diagnostics(broken: tuple[Degradation, ...]) -> Diagnostics | None:
    said = [DegradationData.of(each) for each in broken]
    return Diagnostics(reason=said[0].reason, degradations=said) if said else None


class SearchData(Wire):
    items: list[FoundItem]
    mode: Literal["semantic", "deterministic"]
    memory_degraded: bool
    diagnostics: Diagnostics | None = None

    @classmethod
    def of(cls, found: Found) -> SearchData:
        return cls(
            items=[FoundItem.of(each) for each in found.items],
            mode="semantic" if found.mode is Mode.SEMANTIC else "deterministic",
            memory_degraded=bool(found.degradations),
            diagnostics=_diagnostics(found.degradations),
        )


# -- knowledge:inject


class InjectPayload(Wire):
    project_id: str | None = None
    message: Annotated[str, Field(description="what the user is about to say to the agent")]
    max_tokens: Annotated[int | None, Field(description="0-4000; default 600")] = None
    repeat_snapshot: Annotated[
        bool, Field(description="also what stands in the current snapshot")
    ] = False


class InjectedItem(Wire):
    id: str
    type: str
    line: str
    project_id: str | None = None
    confidence: float
    reason: Bilingual

    @classmethod
    def of(cls, each: Injected) -> InjectedItem:
        return cls(
            id=each.item.id,
            type=each.item.type,
            line=each.line,
            project_id=each.item.project_id,
            confidence=each.item.confidence,
            reason=Bilingual.of(each.reason),
        )


class InjectData(Wire):
    block: Annotated[str, Field(description="put beside the message as it is; empty: nothing")]
    tokens: int
    trigger: Literal[
        "explicit", "past", "preference", "people", "project", "task", "meaning", "none"
    ]
    reason: Bilingual
    items: list[InjectedItem]
    in_snapshot: Annotated[list[str], Field(description="ids left out: they stand there already")]
    omitted: Annotated[int, Field(description="items that did not fit into the tokens")]
    memory_degraded: bool
    diagnostics: Diagnostics | None = None

    @classmethod
    def of(cls, made: Injection) -> InjectData:
        return cls.model_validate(
            {
                "block": made.block,
                "tokens": made.tokens,
                "trigger": made.way.value,
                "reason": Bilingual.of(made.reason),
                "items": [InjectedItem.of(each) for each in made.items],
                "in_snapshot": list(made.in_snapshot),
                "omitted": made.omitted,
                "memory_degraded": bool(made.degradations),
                "diagnostics": _diagnostics(made.degradations),
            }
        )


# -- Knowledge found again, and given to a message.


def _search(desk: Desk, asked: SearchPayload) -> Wire:
    return SearchData.of(desk.memory.knowledge.search(asked.asked()))


def _inject(desk: Desk, asked: InjectPayload) -> Wire:
    return InjectData.of(
        desk.memory.knowledge.inject(
            asked.message,
            asked.project_id,
            max_tokens=asked.max_tokens,
            repeat_snapshot=asked.repeat_snapshot,
        )
    )


_SEARCHES: tuple[Channel[Any], ...] = (
    Channel(
        "knowledge:search",
        "Find knowledge by words, meaning, names, time and validity, each hit with its reason.",
        SearchPayload,
        SearchData,
        _search,
    ),
    Channel(
        "knowledge:inject",
        "What to put beside a message: nothing for chit-chat, else what is surely about it.",
        InjectPayload,
        InjectData,
        _inject,
    ),
)


# -- Shapes of what is known as a picture.


class DrawPayload(Wire):
    project_id: Annotated[str | None, Field(description="absent: what is global, only")] = None


class FigureData(Wire):
    id: str
    name: str
    type: str
    aliases: list[str]

    @classmethod
    def of(cls, figure: Figure) -> FigureData:
        return cls(id=figure.id, name=figure.name, type=figure.type, aliases=list(figure.aliases))


class ToldData(Wire):
    id: str
    kind: Annotated[str, Field(description="fact, belief, summary, note; relation, state")]
    text: Bilingual
    label: Annotated[Bilingual | None, Field(description="a word for the tie")] = None
    entities: Annotated[list[str], Field(description="ids of whom it ties together")]
    since: Annotated[int, Field(description="milliseconds, or a chapter (0: the setting)")]
    until: Annotated[int | None, Field(description="no longer from then on; absent: holds")] = None
    sources: Annotated[list[str], Field(description="`session:line`, or a place in a file")]
    importance: float
    confidence: float
    archived: bool

    @classmethod
    def of(cls, told: Told) -> ToldData:
        return cls(
            id=told.id,
            kind=told.kind,
            text=Bilingual.of(told.text),
            label=Bilingual.of(told.label) if any(told.label) else None,
            entities=list(told.figures),
            since=told.since,
            until=told.until,
            sources=list(told.sources),
            importance=told.importance,
            confidence=told.confidence,
            archived=told.archived,
        )


class DrawingData(Wire):
    axis: Literal["time", "chapter"]
    entities: list[FigureData]
    items: list[ToldData]

    @classmethod
    def of(cls, drawing: Drawing) -> DrawingData:
        return cls.model_validate(
            {
                "axis": drawing.axis,
                "entities": [FigureData.of(each) for each in drawing.figures],
                "items": [ToldData.of(each) for each in drawing.told],
            }
        )


class DrawData(Wire):
    at: Milliseconds
    knowledge: DrawingData
    story: Annotated[DrawingData | None, Field(description="of a project that has one")] = None

    @classmethod
    def of(cls, drawn: Drawn) -> DrawData:
        return cls(
            at=drawn.at,
            knowledge=DrawingData.of(drawn.knowledge),
            story=None if drawn.story is None else DrawingData.of(drawn.story),
        )


# -- What is known as a picture.


def _draw(desk: Desk, asked: DrawPayload) -> Wire:
    return DrawData.of(desk.memory.knowledge.graph(asked.project_id))


TABLE: tuple[Channel[Any], ...] = (
    *_SEARCHES,
    Channel(
        "knowledge:graph",
        "Everything that is known or was, and a story if there is one, as entities and what "
        "ties them from when to when: what `mohen graph --html` draws.",
        DrawPayload,
        DrawData,
        _draw,
        timeout=lambda policy: policy.doors.timeout_max_ms,
    ),
)
