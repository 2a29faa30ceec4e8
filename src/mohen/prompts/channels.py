"""Shapes of the context engine; skill runs share them."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import Field

from mohen.core.shapes import Bilingual, Milliseconds
from mohen.prompts.cache_report import CacheReport, Replayed, Served
from mohen.prompts.model import (
    Assembly,
    ContextRules,
    Cut,
    Injection,
    LayerReport,
    Request,
    Span,
    Warned,
)
from mohen.server.channel import Channel, Desk, Push
from mohen.server.wire import Wire


class SpanShape(Wire):
    start: Annotated[int, Field(description="code points, from 0")]
    end: Annotated[int, Field(description="code points, not included")]


class RequestShape(Wire):
    """What is to be written, and where one stands."""

    skill_id: str
    project_id: str | None = None
    chapter_id: str | None = None
    text: Annotated[str | None, Field(description="the chapter, or what you have of it")] = None
    selection: SpanShape | None = None
    cursor: Annotated[int | None, Field(description="code points, from 0")] = None
    scene_type: str | None = None
    instruction: str | None = None
    session_id: str | None = None

    def request(self) -> Request:
        span = self.selection
        return Request(
            skill_id=self.skill_id,
            project_id=self.project_id,
            chapter_id=self.chapter_id,
            text=self.text or "",
            selection=None if span is None else Span(span.start, span.end),
            cursor=self.cursor,
            scene_type=self.scene_type,
            instruction=self.instruction or "",
            session_id=self.session_id,
        )


class PromptShape(RequestShape):
    """For a model of the tool's own, which the prefix is then kept stable for."""

    model: Annotated[str | None, Field(description="its name; the configured one when absent")] = (
        None
    )
    window: Annotated[int | None, Field(description="tokens it reads and writes together")] = None

    def request(self) -> Request:
        return replace(super().request(), model=self.model, window=self.window)


class ContextRulesShape(Wire):
    """Exactly seven keys, named as a SKILL.md names them."""

    surrounding: int
    user_preferences: Annotated[bool, Field(alias="user_preferences")]
    style_guide: Annotated[bool, Field(alias="style_guide")]
    characters: bool
    outline: bool
    recent_summary: Annotated[int, Field(alias="recent_summary")]
    knowledge_graph: Annotated[bool, Field(alias="knowledge_graph")]

    @classmethod
    def of(cls, rules: ContextRules) -> ContextRulesShape:
        return cls(
            surrounding=rules.surrounding,
            user_preferences=rules.user_preferences,
            style_guide=rules.style_guide,
            characters=rules.characters,
            outline=rules.outline,
            recent_summary=rules.recent_summary,
            knowledge_graph=rules.knowledge_graph,
        )


class CutShape(Wire):
    source: str
    action: Literal["trimmed", "dropped"]
    reason: str
    before_chars: int
    after_chars: int
    boundary: Literal["paragraph", "sentence", "word"] | None = None

    @classmethod
    def of(cls, cut: Cut) -> CutShape:
        return cls(
            source=cut.source,
            action=cut.action.value,
            reason=cut.why.value,
            before_chars=cut.before,
            after_chars=cut.after,
            boundary=None if cut.at is None else cut.at.value,
        )


class LayerShape(Wire):
    layer: Annotated[int, Field(description="0-5; 0-3 are the stable prefix")]
    chapter: str
    tokens: int
    budget: int
    status: Literal["ok", "empty", "masked", "degraded"]
    refs: list[str]
    trimmed: list[CutShape]
    text: Annotated[str | None, Field(description="`context:inspect` only")] = None

    @classmethod
    def of(cls, report: LayerReport, *, whole: bool = False) -> LayerShape:
        return cls(
            layer=int(report.layer),
            chapter=report.chapter,
            tokens=report.tokens,
            budget=report.budget,
            status=report.status.value,
            refs=list(report.refs),
            trimmed=[CutShape.of(each) for each in report.cuts],
            text=report.text if whole else None,
        )


class InjectedMemory(Wire):
    id: str
    content: str
    confidence: float
    user_confirmed: bool
    layer: int


class InjectedEpisodeShape(Wire):
    id: str
    score: float
    reason: Bilingual


class InjectedShape(Wire):
    """What of the memory and of the project's files went in."""

    memory: list[InjectedMemory]
    episodes: list[InjectedEpisodeShape]
    knowledge: list[str]
    working: list[str]
    refs: list[str]
    context_rules: ContextRulesShape

    @classmethod
    def of(cls, injected: Injection) -> InjectedShape:
        return cls(
            memory=[
                InjectedMemory(
                    id=each.id,
                    content=each.text,
                    confidence=each.confidence,
                    user_confirmed=each.confirmed,
                    layer=int(each.layer),
                )
                for each in injected.rules
            ],
            episodes=[
                InjectedEpisodeShape(id=each.id, score=each.score, reason=Bilingual.of(each.reason))
                for each in injected.episodes
            ],
            knowledge=list(injected.knowledge),
            working=list(injected.working),
            refs=list(injected.refs),
            context_rules=ContextRulesShape.of(injected.context_rules),
        )


class WarningShape(Wire):
    code: str
    source: str
    message: Bilingual

    @classmethod
    def of(cls, warned: Warned) -> WarningShape:
        return cls(code=warned.code, source=warned.source, message=Bilingual.of(warned.message))


class Described(Wire):
    """What can be said of any prompt."""

    layers: list[LayerShape]
    token_count: int
    stable_prefix_hash: str
    prompt_hash: str
    stable_prefix_unchanged: bool
    scene_type: str
    model: str
    injected: InjectedShape
    warnings: list[WarningShape]
    memory_degraded: bool


class AssemblyData(Described):
    """A prompt, and everything that can be said of it."""

    generation_id: str
    system: str
    user: str

    @classmethod
    def of(cls, assembly: Assembly) -> AssemblyData:
        return cls(
            generation_id=assembly.generation_id,
            system=assembly.system,
            user=assembly.user,
            layers=[LayerShape.of(each) for each in assembly.layers],
            **_said(assembly),
        )


class Projected(Wire):
    """The older four layers, for the inspector only (C67)."""

    name: Literal["rules", "settings", "retrieved", "immediate"]
    tokens: int
    sections: list[str]


class InspectData(Described):
    """What would go into the prompt, layer by layer, in full. Leaves no trace."""

    projection: list[Projected]

    @classmethod
    def of(cls, assembly: Assembly) -> InspectData:
        return cls(
            layers=[LayerShape.of(each, whole=True) for each in assembly.layers],
            projection=[
                Projected(name=name, tokens=tokens, sections=list(sections))
                for name, tokens, sections in assembly.projection()
            ],
            **_said(assembly),
        )


def _said(assembly: Assembly) -> dict[str, Any]:
    return {
        "token_count": assembly.tokens,
        "stable_prefix_hash": assembly.stable_prefix_hash,
        "prompt_hash": assembly.prompt_hash,
        "stable_prefix_unchanged": assembly.stable_prefix_unchanged,
        "scene_type": assembly.scene_type,
        "model": assembly.model,
        "injected": InjectedShape.of(assembly.injected),
        "warnings": [WarningShape.of(each) for each in assembly.warnings],
        "memory_degraded": assembly.memory_degraded,
    }


# -- context:cache


class CachePayload(Wire):
    project_id: str | None = None
    skill_id: str | None = None
    limit: Annotated[int | None, Field(ge=1, description="newest prompts to replay")] = None
    ttl_ms: Annotated[
        int | None, Field(ge=0, description="how long the cache remembers; without it, for ever")
    ] = None
    minimum_tokens: Annotated[
        int | None, Field(ge=0, description="below this the provider caches nothing")
    ] = None


class ServedShape(Wire):
    sent: int
    served: int
    percent: float

    @classmethod
    def of(cls, served: Served) -> ServedShape:
        return cls(sent=served.sent, served=served.served, percent=round(100 * served.share, 1))


class ReplayedShape(Wire):
    generation_id: str
    skill_id: str
    at: Milliseconds
    prefix: ServedShape
    prompt: ServedShape
    naive: ServedShape
    prefix_changed: bool

    @classmethod
    def of(cls, run: Replayed) -> ReplayedShape:
        return cls(
            generation_id=run.generation_id,
            skill_id=run.skill_id,
            at=run.at,
            prefix=ServedShape.of(run.prefix),
            prompt=ServedShape.of(run.prompt),
            naive=ServedShape.of(run.naive),
            prefix_changed=run.prefix_changed,
        )


class CacheData(Wire):
    """Tokens sent and served: of the stable prefix, of whole prompts, and of the same prompts
    with what was recalled put before the settings."""

    runs: list[ReplayedShape]
    prefix: ServedShape
    prompt: ServedShape
    naive: ServedShape
    saved_tokens: int
    prefix_changes: int

    @classmethod
    def of(cls, report: CacheReport) -> CacheData:
        return cls(
            runs=[ReplayedShape.of(each) for each in report.runs],
            prefix=ServedShape.of(report.prefix),
            prompt=ServedShape.of(report.prompt),
            naive=ServedShape.of(report.naive),
            saved_tokens=report.saved,
            prefix_changes=report.changes,
        )


# -- The context engine.


def _assemble(desk: Desk, asked: PromptShape) -> Wire:
    return AssemblyData.of(desk.memory.context.assemble(asked.request()))


def _inspect(desk: Desk, asked: PromptShape) -> Wire:
    return InspectData.of(desk.memory.context.inspect(asked.request()))


def _cache(desk: Desk, asked: CachePayload) -> Wire:
    return CacheData.of(
        desk.memory.context.cache_report(
            asked.project_id,
            skill_id=asked.skill_id,
            limit=asked.limit,
            ttl_ms=asked.ttl_ms,
            at_least=asked.minimum_tokens or 0,
        )
    )


TABLE: tuple[Channel[Any], ...] = (
    Channel(
        "context:assemble",
        "The prompt for a skill: six layers with what was cut and why. For tools with a model of "
        "their own: record the episode under its generationId afterwards.",
        PromptShape,
        AssemblyData,
        _assemble,
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
        _cache,
    ),
)

PUSHES: tuple[Push, ...] = ()
