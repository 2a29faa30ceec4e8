"""Shapes of asking for episodes and of the answer."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from mohen.model.health import Degradation
from mohen.model.recall import Answer, Mode, Purpose, Question, Recalled
from mohen.model.rule import BuiltInRule
from mohen.server.schemas.common import (
    BandName,
    Bilingual,
    Milliseconds,
    SignalName,
    signal_name,
)
from mohen.server.wire import Wire

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
