"""Shapes of what is known as a picture."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from mohen.model.drawing import Drawing, Drawn, Figure, Told
from mohen.server.schemas.common import Bilingual, Milliseconds
from mohen.server.wire import Wire


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
