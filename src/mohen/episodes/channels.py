"""Channels of episodes: recorded, undone, found, shown, and drawn over time."""

from __future__ import annotations

import base64
import binascii
from types import SimpleNamespace
from typing import Annotated, Literal

from mohen.core.channels import Degraded, Diagnosed
from mohen.episodes.model import (
    SCHEMA_VERSION,
    Answer,
    Band,
    Cost,
    DecidedBy,
    Draft,
    Episode,
    Filter,
    Lengths,
    Mark,
    Mode,
    Page,
    Purpose,
    Question,
    Recalled,
    Recorded,
    Signal,
    State,
    Strength,
)
from mohen.episodes.progress import Costs, Course
from mohen.errors import InvalidArgument
from mohen.server.channels import Channel, Desk
from mohen.server.shapes import (
    FIRST,
    ITSELF,
    SECOND,
    SHARE,
    At,
    Bilingual,
    Milliseconds,
    Named,
    PageData,
    WholeWire,
    Wire,
)
from mohen.text.default_rules import BuiltInRule

# -- memory:episode:get and :list


_BEYOND = 1 << 62  # no timestamp and no number of an episode comes near


class GetPayload(Wire):
    project_id: str
    episode_id: str


class TriggerData(Wire, of=Episode):
    skill_used: str
    input_context: Annotated[str, At("texts.input_context")]
    project_id: str
    chapter_id: str | None
    scene_type: str
    scene_inferred: bool
    generation_id: str | None


class OutputData(Wire, of=Episode):
    candidates: Annotated[list[str], At("texts.candidates")]
    selected_index: int | None
    final_text: Annotated[str | None, At("texts.final_text")]


class ImplicitData(Wire, of=Episode):
    signal: Signal | None
    weight: float
    response_time_ms: int | None
    undone_at: Milliseconds | None
    undo_latency_ms: int | None


class FeedbackData(Wire, of=Episode):
    explicit: Annotated[str | None, At("texts.explicit")]
    implicit: Annotated[ImplicitData, ITSELF]
    edit_distance: float | None


class LengthsData(Wire, of=Lengths):
    input: int
    candidates: list[int]
    final: int | None


class MetaData(Wire, of=Episode):
    importance: Annotated[float, At("vitals.importance")]
    recall_count: Annotated[int, At("vitals.recall_count")]
    last_recalled_at: Annotated[Milliseconds | None, At("vitals.last_recalled_at")]
    strength: Annotated[float, At("strength.value")]
    band: Annotated[Band, At("strength.band")]
    strength_at: Annotated[Milliseconds, At("strength.at")]
    compressed: bool
    digest: str | None
    lengths: LengthsData
    state: State
    user_confirmed: bool
    core_setting: Annotated[bool, At("vitals.core_setting")]
    private: bool
    marked: Annotated[bool, "it taught a rule that was deleted"]
    recorded_at: Milliseconds


class EpisodeData(WholeWire, of=Episode):
    id: str
    timestamp: Milliseconds
    project_id: str
    scope: Literal["project"] = "project"
    trigger: Annotated[TriggerData, ITSELF]
    ai_output: Annotated[OutputData, ITSELF]
    feedback: Annotated[FeedbackData, ITSELF]
    meta: Annotated[MetaData, ITSELF]
    version: int
    schema_version: int = SCHEMA_VERSION


class ListPayload(Wire):
    project_id: str
    scene_type: str | None = None
    skill_used: str | None = None
    chapter_id: str | None = None
    signal: Signal | None = None
    compressed: bool | None = None
    since: Milliseconds | None = None
    until: Milliseconds | None = None
    cursor: Annotated[str | None, At("before", _place), "`nextCursor` of the page before"] = None
    limit: Annotated[int | None, "default 50, at most 200"] = None


def _list(desk: Desk, asked: ListPayload) -> Page:
    given = asked.arguments()
    page = {name: given.pop(name) for name in ("before", "limit") if name in given}
    return desk.memory.episodes.list(given.pop("project_id"), Filter(**given), **page)


def _place(cursor: str | None) -> tuple[int, int] | None:
    if cursor is None:
        return None
    try:
        timestamp, seq = base64.urlsafe_b64decode(cursor).decode().split(":")
        place = int(timestamp), int(seq)
    except (binascii.Error, ValueError):
        place = (-1, -1)
    if not all(0 <= each < _BEYOND for each in place):
        raise InvalidArgument("cursor is not one of ours: start again without it", field="cursor")
    return place


def _cursor(page: Page) -> str | None:
    if page.after is None:
        return None
    return base64.urlsafe_b64encode("{}:{}".format(*page.after).encode()).decode()


class ListData(WholeWire, of=Page):
    items: list[EpisodeData]
    page: Annotated[
        PageData, At(lambda page: SimpleNamespace(limit=page.limit, after=_cursor(page)))
    ]


# -- memory:episode:record


class RecordPayload(Wire, builds=Draft):
    pass


class RecordData(Wire, of=Recorded):
    episode_id: Annotated[str, At("episode.id")]
    signal: Annotated[Signal, At("episode.signal")]
    weight: Annotated[float, At("episode.weight")]
    edit_distance: Annotated[float, At("episode.edit_distance")]
    scene_type: Annotated[str, At("episode.scene_type")]
    scene_inferred: Annotated[bool, At("episode.scene_inferred")]
    retry_count: Annotated[int, At("retries")]


# -- memory:episode:batch


class InteractionPayload(Wire, builds=Draft, without=("project_id",)):
    """One interaction, as `memory:episode:record` takes it."""


class BatchPayload(Wire):
    project_id: str
    items: Annotated[list[InteractionPayload], "in their order, at most 500"]


class BatchData(Wire):
    items: Annotated[list[RecordData], ITSELF, "one for each, in the same order"]


def _batch(desk: Desk, asked: BatchPayload) -> list[Recorded]:
    drafts = [Draft(project_id=asked.project_id, **each.arguments()) for each in asked.items]
    return desk.memory.episodes.record_all(drafts)


# -- memory:episode:undo


class UndoPayload(Wire):
    project_id: str
    episode_id: str | None = None
    generation_id: str | None = None
    run_id: Annotated[str | None, "of `ai:skill:run`"] = None


class UndoData(Wire, of=Recorded):
    episode_id: Annotated[str, At("episode.id")]
    signal: Annotated[Literal["UNDO_AFTER_ACCEPT"], At("episode.signal")]
    weight: Annotated[float, At("episode.weight")]
    undo_latency_ms: Annotated[int, At(lambda recorded: recorded.episode.undo_latency_ms or 0)]
    retry_count: Annotated[int, At("retries")]


# -- memory:episode:query


class QueryPayload(Wire, builds=Question):
    project_id: str
    scene_type: str | None = None
    query_text: str | None = None
    limit: Annotated[int | None, "forced into 3-5; default 5"] = None
    purpose: Annotated[Purpose, "only `context` counts as a recall"] = Purpose.BROWSE


class RecalledData(Wire, of=Recalled):
    episode_id: Annotated[str, At("episode.id")]
    timestamp: Annotated[Milliseconds, At("episode.timestamp")]
    scene_type: Annotated[str, At("episode.scene_type")]
    skill_used: Annotated[str, At("episode.skill_used")]
    input_context: Annotated[str, At("episode.texts.input_context")]
    final_text: Annotated[str | None, At("episode.texts.final_text")] = None
    signal: Annotated[Signal | None, At("episode.signal")] = None
    strength: Annotated[float, At(lambda item: round(item.strength.value, 6))]
    band: Annotated[Band, At("strength.band")]
    score: Annotated[float, At(lambda item: round(item.score, 6))]
    reason: Bilingual


class FallbackRule(Wire, of=BuiltInRule):
    id: str
    rule: Annotated[str, At("zh")]
    rule_en: Annotated[str, At("en")]
    category: str


class QueryData(Wire, of=Answer):
    items: list[RecalledData]
    mode: Mode
    decided_by: Annotated[
        DecidedBy | None, "what made the items part of the answer; absent: nothing was found"
    ] = None
    memory_degraded: Degraded
    diagnostics: Diagnosed = None
    fallback_rules: Annotated[
        list[FallbackRule] | None, At(lambda answer: answer.fallback_rules or None)
    ] = None


# -- memory:episode:strength


class StrengthPayload(GetPayload):
    pass


class StrengthPoint(Wire, of=Strength):
    at: Milliseconds
    strength: Annotated[float, At("value"), SHARE]
    band: Band


class BandStart(Wire):
    band: Annotated[Band, FIRST]
    start: Annotated[float, SECOND, Named("from"), "the least strength that is in it"]


class StrengthData(Wire, of=Course):
    """By the formula of upkeep, with the recalls there were so far. When each of them was is not
    kept, except for the last: before it, age counts from the making of the episode."""

    episode_id: Annotated[str, At("episode.id")]
    created_at: Annotated[Milliseconds, At("episode.timestamp")]
    now: Annotated[Milliseconds, At("now.at")]
    strength: Annotated[float, At("now.value"), SHARE]
    band: Annotated[Band, At("now.band")]
    recall_count: Annotated[int, At("episode.vitals.recall_count")]
    last_recalled_at: Annotated[Milliseconds | None, At("episode.vitals.last_recalled_at")] = None
    importance: Annotated[float, At("episode.vitals.importance"), SHARE]
    core_setting: Annotated[bool, At("episode.vitals.core_setting"), "never fades"]
    user_confirmed: Annotated[
        bool, At("episode.user_confirmed"), "never becomes a digest by itself"
    ]
    compressed: Annotated[bool, At("episode.compressed"), "its texts are a digest already"]
    points: Annotated[
        list[StrengthPoint],
        "from its making to the end of its life, unless it is recalled again: "
        "about 60, `now`, the last recall and each change of band among them",
    ]
    bands: Annotated[list[BandStart], "the highest first"]
    will_compress_at: Annotated[
        Milliseconds | None,
        At("compress_at"),
        "the cleanup after that moment keeps a digest; absent: never, or done",
    ] = None
    expires_at: Annotated[
        Milliseconds | None, "the cleanup after that moment deletes the digest; absent: never"
    ] = None


# -- memory:learning:cost


class CostPayload(Wire):
    project_id: Annotated[str | None, "absent: all projects together, in numbers only"] = None
    skill_used: str | None = None
    scene_type: str | None = None
    buckets: Annotated[int | None, "default 30, at most 200"] = None


class CostBucket(Wire, of=Cost):
    since: Annotated[Milliseconds, Named("from")]
    until: Annotated[Milliseconds, Named("to")]
    episodes: int
    edit_cost: Annotated[
        float,
        At(lambda cost: min(1.0, cost.mean)),
        SHARE,
        "mean edit distance; accepted as it was: 0, rejected or undone: 1",
    ]
    accepted: int
    edited: int
    rewritten: int
    rejected: int
    undone: int


class CostMark(Wire, of=Mark):
    at: Milliseconds
    kind: Annotated[
        Literal["created", "confirmed", "deleted", "withdrawn", "evicted"],
        "`withdrawn`: no longer borne out; `evicted`: the least sure of too many",
    ]
    rule_id: Annotated[str | None, "absent: another project's, when all are looked at"] = None


class CostData(Wire, of=Costs):
    buckets: Annotated[
        list[CostBucket],
        "in order of time, equally many episodes in each (within one), so that "
        "each says as much as the others; fewer where there are fewer episodes",
    ]
    overall: Annotated[CostBucket | None, "absent: no episodes"] = None
    first_third: Annotated[CostBucket | None, At("first"), "absent: too few"] = None
    last_third: Annotated[CostBucket | None, At("last")] = None
    marks: Annotated[
        list[CostMark] | None,
        "what happened to rules since the first of these episodes, in order of "
        "time, whatever scene and skill were asked for; absent: it cannot be read",
    ] = None


TABLE: tuple[Channel, ...] = (
    Channel(
        "memory:episode:record",
        "Keep one interaction with the AI. Answered when it is on disk and findable.",
        RecordPayload,
        RecordData,
        "episodes.record",
        in_order=True,
    ),
    Channel(
        "memory:episode:batch",
        "Keep many interactions of a project at once: all of them are on disk and findable when it "
        "answers, or none is kept, and the field says which of them is wrong.",
        BatchPayload,
        BatchData,
        _batch,
        in_order=True,
    ),
    Channel(
        "memory:episode:undo",
        "An accepted suggestion was taken back: the heaviest signal. Name the episode, its "
        "generation or its run.",
        UndoPayload,
        UndoData,
        "episodes.undo",
        in_order=True,
    ),
    Channel(
        "memory:episode:query",
        "The three to five past interactions that matter most here, each with its reason.",
        QueryPayload,
        QueryData,
        "episodes.query",
    ),
    Channel("memory:episode:get", "One whole episode.", GetPayload, EpisodeData, "episodes.get"),
    Channel(
        "memory:episode:list",
        "A page of episodes, newest first, by filters.",
        ListPayload,
        ListData,
        _list,
    ),
    Channel(
        "memory:episode:strength",
        "How an episode fades, as a row of points: by the formula that upkeep goes by, with the "
        "recalls there were so far.",
        StrengthPayload,
        StrengthData,
        "progress.strength",
    ),
    Channel(
        "memory:learning:cost",
        "How much of the AI's texts the author had to change, over time, and what was learned "
        "meanwhile.",
        CostPayload,
        CostData,
        "progress.edit_cost",
    ),
)
