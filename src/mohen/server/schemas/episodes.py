"""Shapes of whole episodes, one or a page."""

from __future__ import annotations

import base64
import binascii
from typing import Annotated, Literal

from pydantic import Field

from mohen.errors import InvalidArgument
from mohen.model.episode import SCHEMA_VERSION, Episode, Filter, Page, Signal
from mohen.server.schemas.common import BandName, Milliseconds, SignalName, signal_name
from mohen.server.wire import WholeWire, Wire

# -- memory:episode:get and :list


_BEYOND = 1 << 62  # no timestamp and no number of an episode comes near


class GetPayload(Wire):
    project_id: str
    episode_id: str


class TriggerData(Wire):
    skill_used: str
    input_context: str
    project_id: str
    chapter_id: str | None
    scene_type: str
    scene_inferred: bool
    generation_id: str | None


class OutputData(Wire):
    candidates: list[str]
    selected_index: int | None
    final_text: str | None


class ImplicitData(Wire):
    signal: SignalName | None
    weight: float
    response_time_ms: int | None
    undone_at: Milliseconds | None
    undo_latency_ms: int | None


class FeedbackData(Wire):
    explicit: str | None
    implicit: ImplicitData
    edit_distance: float | None


class LengthsData(Wire):
    input: int
    candidates: list[int]
    final: int | None


class MetaData(Wire):
    importance: float
    recall_count: int
    last_recalled_at: Milliseconds | None
    strength: float
    band: BandName
    strength_at: Milliseconds
    compressed: bool
    digest: str | None
    lengths: LengthsData
    state: Literal["open", "closed", "abandoned"]
    user_confirmed: bool
    core_setting: bool
    private: bool
    marked: Annotated[bool, Field(description="it taught a rule that was deleted")]
    recorded_at: Milliseconds


class EpisodeData(WholeWire):
    id: str
    timestamp: Milliseconds
    project_id: str
    scope: Literal["project"] = "project"
    trigger: TriggerData
    ai_output: OutputData
    feedback: FeedbackData
    meta: MetaData
    version: int
    schema_version: int = SCHEMA_VERSION

    @classmethod
    def of(cls, episode: Episode) -> EpisodeData:
        return cls(
            id=episode.id,
            timestamp=episode.timestamp,
            project_id=episode.project_id,
            trigger=_trigger(episode),
            ai_output=OutputData(
                candidates=list(episode.texts.candidates),
                selected_index=episode.selected_index,
                final_text=episode.texts.final_text,
            ),
            feedback=_feedback(episode),
            meta=_meta(episode),
            version=episode.version,
        )


def _trigger(episode: Episode) -> TriggerData:
    return TriggerData(
        skill_used=episode.skill_used,
        input_context=episode.texts.input_context,
        project_id=episode.project_id,
        chapter_id=episode.chapter_id,
        scene_type=episode.scene_type,
        scene_inferred=episode.scene_inferred,
        generation_id=episode.generation_id,
    )


def _feedback(episode: Episode) -> FeedbackData:
    implicit = {
        "signal": signal_name(episode.signal),
        "weight": episode.weight,
        "response_time_ms": episode.response_time_ms,
        "undone_at": episode.undone_at,
        "undo_latency_ms": episode.undo_latency_ms,
    }
    return FeedbackData(
        explicit=episode.texts.explicit,
        implicit=ImplicitData.model_validate(implicit),
        edit_distance=episode.edit_distance,
    )


def _meta(episode: Episode) -> MetaData:
    lengths = episode.lengths
    return MetaData.model_validate(
        {
            "importance": episode.vitals.importance,
            "recall_count": episode.vitals.recall_count,
            "last_recalled_at": episode.vitals.last_recalled_at,
            "strength": episode.strength.value,
            "band": episode.strength.band.value,
            "strength_at": episode.strength.at,
            "compressed": episode.compressed,
            "digest": episode.digest,
            "lengths": LengthsData(
                input=lengths.input, candidates=list(lengths.candidates), final=lengths.final
            ),
            "state": episode.state.value,
            "user_confirmed": episode.user_confirmed,
            "core_setting": episode.vitals.core_setting,
            "private": episode.private,
            "marked": episode.marked,
            "recorded_at": episode.recorded_at,
        }
    )


class ListPayload(Wire):
    project_id: str
    scene_type: str | None = None
    skill_used: str | None = None
    chapter_id: str | None = None
    signal: SignalName | None = None
    compressed: bool | None = None
    since: Milliseconds | None = None
    until: Milliseconds | None = None
    cursor: Annotated[str | None, Field(description="`nextCursor` of the page before")] = None
    limit: Annotated[int | None, Field(description="default 50, at most 200")] = None

    def filter(self) -> Filter:
        return Filter(
            scene_type=self.scene_type,
            skill_used=self.skill_used,
            chapter_id=self.chapter_id,
            signal=None if self.signal is None else Signal(self.signal),
            compressed=self.compressed,
            since=self.since,
            until=self.until,
        )

    def before(self) -> tuple[int, int] | None:
        if self.cursor is None:
            return None
        try:
            timestamp, seq = base64.urlsafe_b64decode(self.cursor).decode().split(":")
            place = int(timestamp), int(seq)
        except (binascii.Error, ValueError):
            place = (-1, -1)
        if not all(0 <= each < _BEYOND for each in place):
            raise InvalidArgument(
                "cursor is not one of ours: start again without it", field="cursor"
            )
        return place


class PageData(Wire):
    limit: int
    next_cursor: str | None = None


class ListData(WholeWire):
    items: list[EpisodeData]
    page: PageData

    @classmethod
    def of(cls, page: Page) -> ListData:
        cursor = None
        if page.after is not None:
            cursor = base64.urlsafe_b64encode("{}:{}".format(*page.after).encode()).decode()
        return cls(
            items=[EpisodeData.of(each) for each in page.items],
            page=PageData(limit=page.limit, next_cursor=cursor),
        )
