"""Shapes of whole episodes, one or a page."""

from __future__ import annotations

import base64
import binascii
from typing import Annotated, Any, Literal

from pydantic import Field

from mohen.core.degradation import Degradation
from mohen.core.shapes import BandName, Bilingual, Milliseconds, SignalName, signal_name
from mohen.episodes.model import (
    SCHEMA_VERSION,
    Answer,
    Draft,
    Episode,
    Filter,
    Mode,
    Page,
    Purpose,
    Question,
    Recalled,
    Recorded,
    Signal,
)
from mohen.errors import InvalidArgument
from mohen.server.channel import Channel, Desk
from mohen.server.wire import WholeWire, Wire
from mohen.text.default_rules import BuiltInRule

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


# -- Shapes of recording and undoing.


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


# -- Shapes of asking for episodes and of the answer.


# -- memory:episode:query


class QueryPayload(Wire):
    project_id: str
    scene_type: str | None = None
    query_text: str | None = None
    limit: Annotated[int | None, Field(description="forced into 3-5; default 5")] = None
    purpose: Annotated[
        Literal["browse", "context"], Field(description="only `context` counts as a recall")
    ] = "browse"

    def question(self) -> Question:
        return Question(
            project_id=self.project_id,
            scene_type=self.scene_type,
            query_text=self.query_text,
            limit=self.limit,
            purpose=Purpose(self.purpose),
        )


class RecalledData(Wire):
    episode_id: str
    timestamp: Milliseconds
    scene_type: str
    skill_used: str
    input_context: str
    final_text: str | None = None
    signal: SignalName | None = None
    strength: float
    band: BandName
    score: float
    reason: Bilingual

    @classmethod
    def of(cls, item: Recalled) -> RecalledData:
        episode = item.episode
        return cls.model_validate(
            {
                "episode_id": episode.id,
                "timestamp": episode.timestamp,
                "scene_type": episode.scene_type,
                "skill_used": episode.skill_used,
                "input_context": episode.texts.input_context,
                "final_text": episode.texts.final_text,
                "signal": signal_name(episode.signal),
                "strength": round(item.strength.value, 6),
                "band": item.strength.band.value,
                "score": round(item.score, 6),
                "reason": Bilingual.of(item.reason),
            }
        )


class DegradationData(Wire):
    code: str
    reason: str
    message: Bilingual
    cure: Bilingual

    @classmethod
    def of(cls, each: Degradation) -> DegradationData:
        return cls(
            code=each.code,
            reason=each.reason.value,
            message=Bilingual.of(each.message),
            cure=Bilingual.of(each.cure),
        )


class Diagnostics(Wire):
    degraded_from: Literal["semantic"] = "semantic"
    reason: Annotated[str, Field(description="the first reason; `degradations` has them all")]
    degradations: list[DegradationData]


class FallbackRule(Wire):
    id: str
    rule: str
    rule_en: str
    category: str

    @classmethod
    def of(cls, rule: BuiltInRule) -> FallbackRule:
        return cls(id=rule.id, rule=rule.zh, rule_en=rule.en, category=rule.category.value)


class QueryData(Wire):
    items: list[RecalledData]
    mode: Literal["semantic", "deterministic"]
    memory_degraded: bool
    diagnostics: Diagnostics | None = None
    fallback_rules: list[FallbackRule] | None = None

    @classmethod
    def of(cls, answer: Answer) -> QueryData:
        broken = [DegradationData.of(each) for each in answer.degradations]
        return cls(
            items=[RecalledData.of(each) for each in answer.items],
            mode="semantic" if answer.mode is Mode.SEMANTIC else "deterministic",
            memory_degraded=bool(broken),
            diagnostics=(
                Diagnostics(reason=broken[0].reason, degradations=broken) if broken else None
            ),
            fallback_rules=[FallbackRule.of(each) for each in answer.fallback_rules] or None,
        )


# -- Episodes: kept, undone, found, shown.


def _record(desk: Desk, asked: RecordPayload) -> Wire:
    return RecordData.of(desk.memory.episodes.record(asked.draft()))


def _undo(desk: Desk, asked: UndoPayload) -> Wire:
    return UndoData.of(
        desk.memory.episodes.undo(
            asked.project_id,
            episode_id=asked.episode_id,
            generation_id=asked.generation_id,
            run_id=asked.run_id,
        )
    )


def _query(desk: Desk, asked: QueryPayload) -> Wire:
    return QueryData.of(desk.memory.episodes.query(asked.question()))


def _get(desk: Desk, asked: GetPayload) -> Wire:
    return EpisodeData.of(desk.memory.episodes.get(asked.project_id, asked.episode_id))


def _list(desk: Desk, asked: ListPayload) -> Wire:
    return ListData.of(
        desk.memory.episodes.list(
            asked.project_id, asked.filter(), before=asked.before(), limit=asked.limit
        )
    )


TABLE: tuple[Channel[Any], ...] = (
    Channel(
        "memory:episode:record",
        "Keep one interaction with the AI. Answered when it is on disk and findable.",
        RecordPayload,
        RecordData,
        _record,
        in_order=True,
    ),
    Channel(
        "memory:episode:undo",
        "An accepted suggestion was taken back: the heaviest signal. Name the episode, its "
        "generation or its run.",
        UndoPayload,
        UndoData,
        _undo,
        in_order=True,
    ),
    Channel(
        "memory:episode:query",
        "The three to five past interactions that matter most here, each with its reason.",
        QueryPayload,
        QueryData,
        _query,
    ),
    Channel(
        "memory:episode:get",
        "One whole episode.",
        GetPayload,
        EpisodeData,
        _get,
    ),
    Channel(
        "memory:episode:list",
        "A page of episodes, newest first, by filters.",
        ListPayload,
        ListData,
        _list,
    ),
)
