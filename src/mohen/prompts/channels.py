"""Channels of prompts: assembled, inspected, explained, judged; skill runs share the shapes."""

from __future__ import annotations

from operator import itemgetter
from typing import Annotated, Any

from mohen.prompts.cache_report import CacheReport, Replayed, Served
from mohen.prompts.model import (
    Action,
    Assembly,
    Boundary,
    Complied,
    ContextRules,
    Cut,
    Explanation,
    HeldKind,
    HeldOrder,
    InjectedEpisode,
    InjectedRule,
    Injection,
    Judged,
    Kind,
    LayerReport,
    LayerStatus,
    Moved,
    Projection,
    Reference,
    Request,
    Shape,
    Span,
    Told,
    Unmoved,
    Verdict,
    Warned,
    Without,
)
from mohen.rules.channels import PredicateData, sure
from mohen.rules.model import shown
from mohen.server.channels import Channel, Desk
from mohen.server.shapes import (
    FIRST,
    ITSELF,
    SECOND,
    SHARE,
    At,
    Beside,
    Bilingual,
    Limits,
    Milliseconds,
    Named,
    Wire,
)


class SpanShape(Wire, builds=Span):
    pass


class RequestShape(Wire):
    """What is to be written, and where one stands."""

    skill_id: str
    project_id: str | None = None
    chapter_id: str | None = None
    text: Annotated[str | None, "the chapter, or what you have of it"] = None
    selection: SpanShape | None = None
    cursor: Annotated[int | None, "code points, from 0"] = None
    scene_type: str | None = None
    instruction: str | None = None
    session_id: str | None = None


class PromptShape(RequestShape, builds=Request):
    """For a model of the tool's own, which the prefix is then kept stable for."""

    model: Annotated[str | None, "its name; the configured one when absent"] = None
    window: Annotated[int | None, "tokens it reads and writes together"] = None


def asked_for(asked: RequestShape) -> tuple[Request, dict[str, Any]]:
    """The request, and what a shape of its own asks for besides."""
    given = asked.arguments()
    besides = {name: given.pop(name) for name in type(asked).__annotations__ if name in given}
    return Request(**given), besides


class ContextRulesShape(Wire, of=ContextRules):
    """Exactly seven keys, named as a SKILL.md names them."""

    surrounding: int
    user_preferences: Annotated[bool, Named("user_preferences")]
    style_guide: Annotated[bool, Named("style_guide")]
    characters: bool
    outline: bool
    recent_summary: Annotated[int, Named("recent_summary")]
    knowledge_graph: Annotated[bool, Named("knowledge_graph")]


class CutShape(Wire, of=Cut):
    source: str
    action: Action
    reason: Annotated[str, At("why")]
    before_chars: Annotated[int, At("before")]
    after_chars: Annotated[int, At("after")]
    boundary: Annotated[Boundary | None, At("at")] = None


class LayerShape(Wire, of=LayerReport):
    layer: Annotated[int, "0-5; 0-3 are the stable prefix"]
    chapter: str
    tokens: int
    budget: int
    status: LayerStatus
    refs: list[str]
    trimmed: Annotated[list[CutShape], At("cuts")]
    text: Annotated[
        str | None, At(lambda report: getattr(report, "shown", None)), "`context:inspect` only"
    ] = None


class InjectedMemory(Wire, of=InjectedRule):
    id: str
    content: Annotated[str, At("text")]
    confidence: Annotated[float, sure("confidence")]
    user_confirmed: Annotated[bool, At("confirmed")]
    layer: int


class InjectedEpisodeShape(Wire, of=InjectedEpisode):
    pass


class InjectedShape(Wire, of=Injection):
    """What of the memory and of the project's files went in."""

    memory: Annotated[list[InjectedMemory], At("rules")]
    episodes: list[InjectedEpisodeShape]
    knowledge: list[str]
    working: list[str]
    refs: list[str]
    context_rules: ContextRulesShape


class WarningShape(Wire, of=Warned):
    pass


class Described(Wire, of=Assembly):
    """What can be said of any prompt."""

    layers: list[LayerShape]
    token_count: Annotated[int, At("tokens")]
    stable_prefix_hash: str
    prompt_hash: str
    stable_prefix_unchanged: bool
    scene_type: str
    model: str
    injected: InjectedShape
    warnings: list[WarningShape]
    memory_degraded: bool


class AssemblyData(Described, of=Assembly):
    """A prompt, and everything that can be said of it."""

    generation_id: str
    system: str
    user: str


class Projected(Wire):
    """The older four layers, for the inspector only (C67)."""

    name: Annotated[Projection, FIRST]
    tokens: Annotated[int, SECOND]
    sections: Annotated[list[str], At(itemgetter(2))]


class InspectData(Described, of=Assembly):
    """What would go into the prompt, layer by layer, in full. Leaves no trace."""

    projection: Annotated[list[Projected], At(lambda assembly: assembly.projection())]


def _inspect(desk: Desk, asked: PromptShape) -> object:
    found = desk.memory.context.inspect(asked.built())
    return Beside(found, layers=[Beside(each, shown=each.text) for each in found.layers])


# -- context:cache


class CachePayload(Wire):
    project_id: str | None = None
    skill_id: str | None = None
    limit: Annotated[int | None, Limits(1), "newest prompts to replay"] = None
    ttl_ms: Annotated[
        int | None, Limits(0), "how long the cache remembers; without it, for ever"
    ] = None
    minimum_tokens: Annotated[
        int | None, At("at_least"), Limits(0), "below this the provider caches nothing"
    ] = None


class ServedShape(Wire, of=Served):
    sent: int
    served: int
    percent: Annotated[float, At(lambda served: round(100 * served.share, 1))]


class ReplayedShape(Wire, of=Replayed):
    pass


class CacheData(Wire, of=CacheReport):
    """Tokens sent and served: of the stable prefix, of whole prompts, and of the same prompts
    with what was recalled put before the settings."""

    runs: list[ReplayedShape]
    prefix: ServedShape
    prompt: ServedShape
    naive: ServedShape
    saved_tokens: Annotated[int, At("saved")]
    prefix_changes: Annotated[int, At("changes")]


Looking = Annotated[str | None, "from where one looks; another project's trace is refused"]
Share = Annotated[float, SHARE]


# -- memory:trace:get


class TracePayload(Wire):
    generation_id: Annotated[str | None, "this, runId or episodeId"] = None
    run_id: str | None = None
    episode_id: str | None = None
    project_id: Looking = None


class ReferenceIds(Wire):
    """In the order of the prompt."""

    working: list[str]
    episodic: list[str]
    semantic: list[str]
    knowledge: list[str]


def _strength(reference: Reference) -> float:
    strength = min(1.0, max(0.0, reference.strength))
    return shown(strength) if reference.kind is Kind.SEMANTIC else strength


class ReferenceData(Wire, of=Told):
    id: Annotated[str, At("reference.id")]
    kind: Annotated[Kind, At("reference.kind")]
    weight: Annotated[Share, At("reference.weight"), "its share of the influence"]
    strength: Annotated[
        Share,
        At(lambda told: _strength(told.reference)),
        "how strongly it was retrieved; of a rule its confidence",
    ]
    share: Annotated[Share, At(lambda told: min(1.0, told.share)), "how much of the prompt it was"]
    effect: Annotated[
        Share | None,
        At("reference.effect"),
        "how far the output shows it; absent: it cannot be told",
    ] = None
    text: Annotated[str | None, "as it reads now; absent: gone, or without words of its own"] = None
    deleted: bool = False
    verdict: Verdict | None = None
    at: Annotated[Milliseconds | None, "when it happened; of an episode"] = None


class GroupData(Wire):
    kind: Annotated[Kind, FIRST]
    weight: Annotated[Share, At(lambda pair: min(1.0, pair[1]))]


class ComplianceData(Wire, of=Complied):
    rule_id: Annotated[str, At("measure.rule_id")]
    predicate: Annotated[PredicateData | None, "absent: the rule is gone or was changed since"] = (
        None
    )
    measures: Annotated[Bilingual | None, At("says")] = None
    measured: Annotated[float | None, At("measure.measured"), "absent: nothing to measure"] = None
    obeyed: Annotated[
        bool | None,
        At("measure.obeyed"),
        "absent: the text does not tell: too short, or in another language",
    ] = None


def _by_kind(found: Explanation) -> dict[str, list[str]]:
    references = found.generation.references
    return {kind.value: [each.id for each in references if each.kind is kind] for kind in Kind}


class TraceData(Wire, of=Explanation):
    generation_id: Annotated[str, At("generation.id")]
    run_id: Annotated[str | None, At("generation.run_id")] = None
    episode_id: Annotated[str | None, At("generation.episode_id")] = None
    project_id: Annotated[str | None, At("generation.project_id")] = None
    skill_id: Annotated[str, At("generation.skill_id")]
    model: Annotated[str, At("generation.model")]
    scene_type: Annotated[str, At("generation.scene_type")]
    at: Annotated[Milliseconds, At("generation.at")]
    memory_references: Annotated[ReferenceIds, At(_by_kind)]
    influence_weights: Annotated[
        dict[str, float],
        At(lambda found: {each.id: each.weight for each in found.generation.references}),
        "by id; together 1",
    ]
    references: Annotated[list[ReferenceData], "the heaviest first"]
    groups: Annotated[list[GroupData], "the weights of each kind, summed"]
    compliance: Annotated[
        list[ComplianceData] | None, "of each rule that applies; absent: no output was seen"
    ] = None
    stable_prefix_hash: Annotated[str, At("generation.stable_prefix_hash")]
    prompt_hash: Annotated[str, At("generation.prompt_hash")]
    token_count: Annotated[int, At("generation.tokens")]
    verdict: Annotated[Verdict | None, At("generation.verdict"), "on the whole"] = None


# -- memory:trace:feedback


class TraceFeedbackPayload(Wire):
    generation_id: str
    verdict: Verdict
    reason: str | None = None
    target_id: Annotated[
        str | None, "one memory of the trace; without it the rules that weighed most"
    ] = None
    project_id: Looking = None


class MovedData(Wire, of=Moved):
    id: str
    before: Annotated[float, sure("before"), "confidence"]
    after: Annotated[float, sure("after"), "confidence"]


class UnchangedData(Wire):
    id: Annotated[str, FIRST]
    why: Annotated[Unmoved, SECOND, "same: it was as sure, or as unsure, as can be"]


class TraceFeedbackData(Wire, of=Judged):
    recorded: Annotated[bool, "false: judged before, and that stands"]
    episode_id: Annotated[str | None, "what it is learned from; absent without a project"] = None
    lowered: list[MovedData]
    raised: list[MovedData]
    unchanged: list[UnchangedData]


# -- context:without


class WithoutPayload(PromptShape):
    """A request, and the memory to leave out."""

    without: Annotated[str, "the id of a memory, or a file's reference"]


class ShapeData(Wire, of=Shape):
    token_count: Annotated[int, At("tokens")]
    stable_prefix_hash: str


class WithoutData(Wire, of=Without):
    with_it: Annotated[ShapeData, Named("with")]
    without: Annotated[ShapeData, At("without_it")]
    removed: Annotated[list[str], "memories that are not in it any more"]
    added: Annotated[list[str], "memories that take its place"]
    prefix_changes: bool
    diff: Annotated[str | None, "only where contextInspectionEnabled is on"] = None


def _without(desk: Desk, asked: WithoutPayload) -> Without:
    request, besides = asked_for(asked)
    return desk.memory.traces.without(request, besides["without"])


# -- memory:held


class HeldPayload(Wire):
    project_id: Looking = None


class HeldAcceptPayload(Wire):
    id: Annotated[str, "as the list has it"]
    project_id: Looking = None


class HeldOrderData(Wire, of=HeldOrder):
    id: Annotated[str, "of its words: the same order elsewhere is the same one"]
    kind: HeldKind
    ref: Annotated[str, "where it stands: an item, an episode, a file"]
    origin: Annotated[str, "who said it: captured, extracted, model, migrated, file …"]
    text: Annotated[str, "as a prompt would quote it"]
    project_id: str | None = None
    at: Milliseconds | None = None


class HeldData(Wire):
    items: Annotated[list[HeldOrderData], ITSELF]


TABLE: tuple[Channel, ...] = (
    Channel(
        "context:assemble",
        "The prompt for a skill: six layers with what was cut and why. For tools with a model of "
        "their own: record the episode under its generationId afterwards.",
        PromptShape,
        AssemblyData,
        "context.assemble",
        changes=True,
    ),
    Channel(
        "context:inspect",
        "What would go into the prompt, layer by layer, in full. Leaves no trace; the setting "
        "contextInspectionEnabled must be on.",
        PromptShape,
        InspectData,
        _inspect,
    ),
    Channel(
        "context:cache",
        "How much of each recorded prompt a provider's prefix cache would have served, against "
        "injecting naively.",
        CachePayload,
        CacheData,
        "context.cache_report",
    ),
    Channel(
        "memory:trace:get",
        "Why something was written: the memories in its prompt, how much each had to do with "
        "the output, and whether the output obeys the rules.",
        TracePayload,
        TraceData,
        "traces.get",
    ),
    Channel(
        "memory:trace:feedback",
        "The author says whether a generation was right: the rules behind it are believed more "
        "or less at once, and the verdict is an episode to learn from.",
        TraceFeedbackPayload,
        TraceFeedbackData,
        "traces.feedback",
        in_order=True,
    ),
    Channel(
        "context:without",
        "What the context of a request would be without one memory. Leaves no trace.",
        WithoutPayload,
        WithoutData,
        _without,
    ),
    Channel(
        "memory:held:list",
        "What looks like an order to a model: in no prompt until the user has seen it.",
        HeldPayload,
        HeldData,
        "held_orders.list",
    ),
    Channel(
        "memory:held:accept",
        "The user has seen it and lets it stand: from now on prompts quote it.",
        HeldAcceptPayload,
        HeldOrderData,
        "held_orders.accept",
        in_order=True,
    ),
)
