"""Shapes of recording and undoing."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from mohen.model.episode import Draft, Recorded
from mohen.server.schemas.common import SignalName, signal_name
from mohen.server.wire import Wire

# -- memory:episode:record


class RecordPayload(Wire):
    project_id: str
    skill_used: str
    input_context: str
    candidates: list[str]
    selected_index: Annotated[int, Field(description="-1: none of them")]
    scene_type: str | None = None
    chapter_id: str | None = None
    final_text: str | None = None
    explicit: str | None = None
    edit_distance: Annotated[float | None, Field(description="0-1; computed when absent")] = None
    response_time_ms: int | None = None
    importance: Annotated[float | None, Field(description="clamped to 0-1; default 0.5")] = None
    generation_id: str | None = None
    timestamp: Annotated[int | None, Field(description="for backfilling; else now")] = None
    user_confirmed: bool = False
    core_setting: bool = False

    def draft(self) -> Draft:
        fields = {name: getattr(self, name) for name in type(self).model_fields}
        return Draft(**{**fields, "candidates": tuple(self.candidates)})


class RecordData(Wire):
    episode_id: str
    signal: SignalName
    weight: float
    edit_distance: float
    scene_type: str
    scene_inferred: bool
    retry_count: int

    @classmethod
    def of(cls, recorded: Recorded) -> RecordData:
        episode = recorded.episode
        return cls.model_validate(
            {
                "episode_id": episode.id,
                "signal": signal_name(episode.signal),
                "weight": episode.weight,
                "edit_distance": episode.edit_distance,
                "scene_type": episode.scene_type,
                "scene_inferred": episode.scene_inferred,
                "retry_count": recorded.retries,
            }
        )


# -- memory:episode:undo


class UndoPayload(Wire):
    project_id: str
    episode_id: str | None = None
    generation_id: str | None = None
    run_id: Annotated[str | None, Field(description="of `ai:skill:run`")] = None


class UndoData(Wire):
    episode_id: str
    signal: Literal["UNDO_AFTER_ACCEPT"]
    weight: float
    undo_latency_ms: int
    retry_count: int

    @classmethod
    def of(cls, recorded: Recorded) -> UndoData:
        episode = recorded.episode
        return cls(
            episode_id=episode.id,
            signal="UNDO_AFTER_ACCEPT",
            weight=episode.weight,
            undo_latency_ms=episode.undo_latency_ms or 0,
            retry_count=recorded.retries,
        )
