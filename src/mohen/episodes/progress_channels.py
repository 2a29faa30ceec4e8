"""Shapes of what is drawn over time: an episode's strength, an author's edit cost."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from mohen.core.shapes import BandName, Milliseconds
from mohen.episodes.model import Strength
from mohen.episodes.progress import Cost, Costs, Course, Mark
from mohen.server.channel import Channel, Desk
from mohen.server.wire import Wire

# -- memory:episode:strength


class StrengthPayload(Wire):
    project_id: str
    episode_id: str


class StrengthPoint(Wire):
    at: Milliseconds
    strength: Annotated[float, Field(ge=0, le=1)]
    band: BandName

    @classmethod
    def of(cls, strength: Strength) -> StrengthPoint:
        return cls.model_validate(
            {"at": strength.at, "strength": strength.value, "band": strength.band.value}
        )


class BandStart(Wire):
    band: BandName
    start: Annotated[float, Field(alias="from", description="the least strength that is in it")]


class StrengthData(Wire):
    """By the formula of upkeep, with the recalls there were so far. When each of them was is not
    kept, except for the last: before it, age counts from the making of the episode."""

    episode_id: str
    created_at: Milliseconds
    now: Milliseconds
    strength: Annotated[float, Field(ge=0, le=1)]
    band: BandName
    recall_count: int
    last_recalled_at: Milliseconds | None = None
    importance: Annotated[float, Field(ge=0, le=1)]
    core_setting: Annotated[bool, Field(description="never fades")]
    user_confirmed: Annotated[bool, Field(description="never becomes a digest by itself")]
    compressed: Annotated[bool, Field(description="its texts are a digest already")]
    points: Annotated[
        list[StrengthPoint],
        Field(
            description="from its making to the end of its life, unless it is recalled again: "
            "about 60, `now`, the last recall and each change of band among them"
        ),
    ]
    bands: Annotated[list[BandStart], Field(description="the highest first")]
    will_compress_at: Annotated[
        Milliseconds | None,
        Field(description="the cleanup after that moment keeps a digest; absent: never, or done"),
    ] = None
    expires_at: Annotated[
        Milliseconds | None,
        Field(description="the cleanup after that moment deletes the digest; absent: never"),
    ] = None

    @classmethod
    def of(cls, course: Course) -> StrengthData:
        episode, vitals = course.episode, course.episode.vitals
        return cls.model_validate(
            {
                "episode_id": episode.id,
                "created_at": episode.timestamp,
                "now": course.now.at,
                "strength": course.now.value,
                "band": course.now.band.value,
                "recall_count": vitals.recall_count,
                "last_recalled_at": vitals.last_recalled_at,
                "importance": vitals.importance,
                "core_setting": vitals.core_setting,
                "user_confirmed": episode.user_confirmed,
                "compressed": episode.compressed,
                "points": [StrengthPoint.of(each) for each in course.points],
                "bands": [{"band": each.value, "from": start} for each, start in course.bands],
                "will_compress_at": course.compress_at,
                "expires_at": course.expires_at,
            }
        )


# -- memory:learning:cost


class CostPayload(Wire):
    project_id: Annotated[
        str | None, Field(description="absent: all projects together, in numbers only")
    ] = None
    skill_used: str | None = None
    scene_type: str | None = None
    buckets: Annotated[int | None, Field(description="default 30, at most 200")] = None


class CostBucket(Wire):
    since: Annotated[Milliseconds, Field(alias="from")]
    until: Annotated[Milliseconds, Field(alias="to")]
    episodes: int
    edit_cost: Annotated[
        float,
        Field(
            ge=0,
            le=1,
            description="mean edit distance; accepted as it was: 0, rejected or undone: 1",
        ),
    ]
    accepted: int
    edited: int
    rewritten: int
    rejected: int
    undone: int

    @classmethod
    def of(cls, cost: Cost) -> CostBucket:
        return cls(
            since=cost.since,
            until=cost.until,
            episodes=cost.episodes,
            edit_cost=min(1.0, cost.mean),
            accepted=cost.accepted,
            edited=cost.edited,
            rewritten=cost.rewritten,
            rejected=cost.rejected,
            undone=cost.undone,
        )


class CostMark(Wire):
    at: Milliseconds
    kind: Annotated[
        Literal["created", "confirmed", "deleted", "withdrawn", "evicted"],
        Field(
            description="`withdrawn`: no longer borne out; `evicted`: the least sure of too many"
        ),
    ]
    rule_id: Annotated[
        str | None, Field(description="absent: another project's, when all are looked at")
    ] = None

    @classmethod
    def of(cls, mark: Mark) -> CostMark:
        return cls.model_validate({"at": mark.at, "kind": mark.kind, "rule_id": mark.rule_id})


class CostData(Wire):
    buckets: Annotated[
        list[CostBucket],
        Field(
            description="in order of time, equally many episodes in each (within one), so that "
            "each says as much as the others; fewer where there are fewer episodes"
        ),
    ]
    overall: Annotated[CostBucket | None, Field(description="absent: no episodes")] = None
    first_third: Annotated[CostBucket | None, Field(description="absent: too few")] = None
    last_third: CostBucket | None = None
    marks: Annotated[
        list[CostMark] | None,
        Field(
            description="what happened to rules since the first of these episodes, in order of "
            "time, whatever scene and skill were asked for; absent: it cannot be read"
        ),
    ] = None

    @classmethod
    def of(cls, costs: Costs) -> CostData:
        return cls(
            buckets=[CostBucket.of(each) for each in costs.buckets],
            overall=_bucket(costs.overall),
            first_third=_bucket(costs.first),
            last_third=_bucket(costs.last),
            marks=None if costs.marks is None else [CostMark.of(each) for each in costs.marks],
        )


def _bucket(cost: Cost | None) -> CostBucket | None:
    return None if cost is None else CostBucket.of(cost)


# -- What is drawn over time: an episode's strength, an author's edit cost.


def _strength(desk: Desk, asked: StrengthPayload) -> Wire:
    return StrengthData.of(desk.memory.progress.strength(asked.project_id, asked.episode_id))


def _cost(desk: Desk, asked: CostPayload) -> Wire:
    return CostData.of(
        desk.memory.progress.edit_cost(
            asked.project_id,
            skill_used=asked.skill_used,
            scene_type=asked.scene_type,
            buckets=asked.buckets,
        )
    )


TABLE: tuple[Channel[Any], ...] = (
    Channel(
        "memory:episode:strength",
        "How an episode fades, as a row of points: by the formula that upkeep goes by, with the "
        "recalls there were so far.",
        StrengthPayload,
        StrengthData,
        _strength,
    ),
    Channel(
        "memory:learning:cost",
        "How much of the AI's texts the author had to change, over time, and what was learned "
        "meanwhile.",
        CostPayload,
        CostData,
        _cost,
    ),
)
