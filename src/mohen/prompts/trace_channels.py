"""Shapes of provenance: why something was written, and the author's word on it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from mohen.core.shapes import Bilingual, Milliseconds
from mohen.prompts.channels import PromptShape
from mohen.prompts.model import (
    Complied,
    Explanation,
    Judged,
    Kind,
    Moved,
    Shape,
    Told,
    Verdict,
    Without,
)
from mohen.rules.channels import PredicateData
from mohen.server.channel import Channel, Desk, Push
from mohen.server.wire import Wire

KindName = Literal["working", "episodic", "semantic", "knowledge"]
VerdictName = Literal["correct", "incorrect"]
Looking = Annotated[
    str | None, Field(description="from where one looks; another project's trace is refused")
]
Share = Annotated[float, Field(ge=0, le=1)]


def _said(verdict: Verdict | None) -> VerdictName | None:
    if verdict is None:
        return None
    return "correct" if verdict is Verdict.CORRECT else "incorrect"


# -- memory:trace:get


class TracePayload(Wire):
    generation_id: Annotated[str | None, Field(description="this, runId or episodeId")] = None
    run_id: str | None = None
    episode_id: str | None = None
    project_id: Looking = None


class ReferenceIds(Wire):
    """In the order of the prompt."""

    working: list[str]
    episodic: list[str]
    semantic: list[str]
    knowledge: list[str]


class ReferenceData(Wire):
    id: str
    kind: KindName
    weight: Annotated[Share, Field(description="its share of the influence")]
    strength: Annotated[Share, Field(description="how strongly it was retrieved")]
    share: Annotated[Share, Field(description="how much of the prompt it was")]
    effect: Annotated[
        Share | None, Field(description="how far the output shows it; absent: it cannot be told")
    ] = None
    text: Annotated[
        str | None, Field(description="as it reads now; absent: gone, or without words of its own")
    ] = None
    deleted: bool = False
    verdict: VerdictName | None = None
    at: Annotated[Milliseconds | None, Field(description="when it happened; of an episode")] = None

    @classmethod
    def of(cls, told: Told) -> ReferenceData:
        reference = told.reference
        return cls(
            id=reference.id,
            kind=reference.kind.value,
            weight=reference.weight,
            strength=min(1.0, max(0.0, reference.strength)),
            share=min(1.0, told.share),
            effect=reference.effect,
            text=told.text,
            deleted=told.deleted,
            verdict=_said(told.verdict),
            at=told.at,
        )


class GroupData(Wire):
    kind: KindName
    weight: Share


class ComplianceData(Wire):
    rule_id: str
    predicate: Annotated[
        PredicateData | None, Field(description="absent: the rule is gone or was changed since")
    ] = None
    measures: Bilingual | None = None
    measured: Annotated[float | None, Field(description="absent: nothing to measure")] = None
    obeyed: Annotated[
        bool | None,
        Field(description="absent: the text does not tell: too short, or in another language"),
    ] = None

    @classmethod
    def of(cls, complied: Complied) -> ComplianceData:
        predicate, says = complied.predicate, complied.says
        return cls(
            rule_id=complied.measure.rule_id,
            predicate=None if predicate is None else PredicateData.of(predicate),
            measures=None if says is None else Bilingual.of(says),
            measured=complied.measure.measured,
            obeyed=complied.measure.obeyed,
        )


class TraceData(Wire):
    generation_id: str
    run_id: str | None = None
    episode_id: str | None = None
    project_id: str | None = None
    skill_id: str
    model: str
    scene_type: str
    at: Milliseconds
    memory_references: ReferenceIds
    influence_weights: Annotated[dict[str, float], Field(description="by id; together 1")]
    references: Annotated[list[ReferenceData], Field(description="the heaviest first")]
    groups: Annotated[list[GroupData], Field(description="the weights of each kind, summed")]
    compliance: Annotated[
        list[ComplianceData] | None,
        Field(description="of each rule that applies; absent: no output was seen"),
    ] = None
    stable_prefix_hash: str
    prompt_hash: str
    token_count: int
    verdict: Annotated[VerdictName | None, Field(description="on the whole")] = None

    @classmethod
    def of(cls, found: Explanation) -> TraceData:
        made = found.generation
        ids = {
            kind.value: [each.id for each in made.references if each.kind is kind] for kind in Kind
        }
        return cls(
            generation_id=made.id,
            run_id=made.run_id,
            episode_id=made.episode_id,
            project_id=made.project_id,
            skill_id=made.skill_id,
            model=made.model,
            scene_type=made.scene_type,
            at=made.at,
            memory_references=ReferenceIds(**ids),
            influence_weights={each.id: each.weight for each in made.references},
            references=[ReferenceData.of(each) for each in found.references],
            groups=[
                GroupData(kind=kind.value, weight=min(1.0, each)) for kind, each in found.groups
            ],
            compliance=None
            if found.compliance is None
            else [ComplianceData.of(each) for each in found.compliance],
            stable_prefix_hash=made.stable_prefix_hash,
            prompt_hash=made.prompt_hash,
            token_count=made.tokens,
            verdict=_said(made.verdict),
        )


# -- memory:trace:feedback


class TraceFeedbackPayload(Wire):
    generation_id: str
    verdict: VerdictName
    reason: str | None = None
    target_id: Annotated[
        str | None,
        Field(description="one memory of the trace; without it the rules that weighed most"),
    ] = None
    project_id: Looking = None


class MovedData(Wire):
    id: str
    before: float
    after: float

    @classmethod
    def of(cls, moved: Moved) -> MovedData:
        return cls(id=moved.id, before=moved.before, after=moved.after)


class UnchangedData(Wire):
    id: str
    why: Annotated[
        Literal["confirmed", "not_a_rule", "deleted", "same"],
        Field(description="same: it was as sure, or as unsure, as can be"),
    ]


class TraceFeedbackData(Wire):
    recorded: Annotated[bool, Field(description="false: judged before, and that stands")]
    episode_id: Annotated[
        str | None, Field(description="what it is learned from; absent without a project")
    ] = None
    lowered: list[MovedData]
    raised: list[MovedData]
    unchanged: list[UnchangedData]

    @classmethod
    def of(cls, judged: Judged) -> TraceFeedbackData:
        return cls(
            recorded=judged.recorded,
            episode_id=judged.episode_id,
            lowered=[MovedData.of(each) for each in judged.lowered],
            raised=[MovedData.of(each) for each in judged.raised],
            unchanged=[
                UnchangedData.model_validate({"id": id, "why": why.value})
                for id, why in judged.unchanged
            ],
        )


# -- context:without


class WithoutPayload(PromptShape):
    """A request, and the memory to leave out."""

    without: Annotated[str, Field(description="the id of a memory, or a file's reference")]


class ShapeData(Wire):
    token_count: int
    stable_prefix_hash: str

    @classmethod
    def of(cls, shape: Shape) -> ShapeData:
        return cls(token_count=shape.tokens, stable_prefix_hash=shape.stable_prefix_hash)


class WithoutData(Wire):
    with_it: Annotated[ShapeData, Field(alias="with")]
    without: ShapeData
    removed: Annotated[list[str], Field(description="memories that are not in it any more")]
    added: Annotated[list[str], Field(description="memories that take its place")]
    prefix_changes: bool
    diff: Annotated[str | None, Field(description="only where contextInspectionEnabled is on")] = (
        None
    )

    @classmethod
    def of(cls, found: Without) -> WithoutData:
        return cls(
            with_it=ShapeData.of(found.with_it),
            without=ShapeData.of(found.without_it),
            removed=list(found.removed),
            added=list(found.added),
            prefix_changes=found.prefix_changes,
            diff=found.diff,
        )


# -- Provenance: why something was written.


def _get(desk: Desk, asked: TracePayload) -> Wire:
    return TraceData.of(
        desk.memory.traces.get(
            asked.generation_id,
            run_id=asked.run_id,
            episode_id=asked.episode_id,
            project_id=asked.project_id,
        )
    )


def _feedback(desk: Desk, asked: TraceFeedbackPayload) -> Wire:
    return TraceFeedbackData.of(
        desk.memory.traces.feedback(
            asked.generation_id,
            Verdict(asked.verdict),
            reason=asked.reason,
            target_id=asked.target_id,
            project_id=asked.project_id,
        )
    )


def _without(desk: Desk, asked: WithoutPayload) -> Wire:
    return WithoutData.of(desk.memory.traces.without(asked.request(), asked.without))


TABLE: tuple[Channel[Any], ...] = (
    Channel(
        "memory:trace:get",
        "Why something was written: the memories in its prompt, how much each had to do with "
        "the output, and whether the output obeys the rules.",
        TracePayload,
        TraceData,
        _get,
    ),
    Channel(
        "memory:trace:feedback",
        "The author says whether a generation was right: the rules behind it are believed more "
        "or less at once, and the verdict is an episode to learn from.",
        TraceFeedbackPayload,
        TraceFeedbackData,
        _feedback,
        in_order=True,
    ),
    Channel(
        "context:without",
        "What the context of a request would be without one memory. Leaves no trace.",
        WithoutPayload,
        WithoutData,
        _without,
    ),
)

PUSHES: tuple[Push, ...] = ()
