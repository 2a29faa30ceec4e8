"""Shapes of learning: why a rule is believed, distillation, history, conflicts."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from mohen.model.rule import Conflict, LearningEvent, Rule
from mohen.model.rulebook import Account, Distilled, Formula, History, Why
from mohen.model.run import Run
from mohen.server.schemas.common import Milliseconds, SignalName, row_before, signal_name
from mohen.server.schemas.episodes import PageData
from mohen.server.schemas.rules import Looking, RuleData, ScopeName, TallyData, tally
from mohen.server.wire import Wire

# -- memory:semantic:why


class DifferenceData(Wire):
    kind: Annotated[str, Field(description="which comparison: final_vs_chosen …")]
    weight: float
    value: Annotated[float, Field(description="kept minus not kept, in the predicate's unit")]


_AS_TOLD = (
    "episode_id", "weight", "timestamp", "scene_type", "measured", "ai_text", "final_text",
    "digest",
)  # fmt: skip


class AccountData(Wire):
    episode_id: str
    weight: float
    timestamp: Milliseconds | None = None
    scene_type: str | None = None
    signal: SignalName | None = None
    measured: Annotated[
        float | None, Field(description="the rule's feature in the text that was used")
    ] = None
    differences: list[DifferenceData]
    ai_text: str | None = None
    final_text: str | None = None
    digest: Annotated[str | None, Field(description="when the texts are gone")] = None

    @classmethod
    def of(cls, told: Account) -> AccountData:
        return cls.model_validate(
            {
                **{name: getattr(told, name) for name in _AS_TOLD},
                "signal": signal_name(told.signal),
                "differences": [
                    DifferenceData(kind=each.kind, weight=each.weight, value=each.value)
                    for each in told.differences
                ],
            }
        )


class FormulaData(Wire):
    """confidence = consistency × episodes ÷ (episodes + prior)."""

    consistency: float
    episodes: int
    prior: int
    confidence: float

    @classmethod
    def of(cls, formula: Formula) -> FormulaData:
        return cls(
            consistency=formula.consistency,
            episodes=formula.episodes,
            prior=formula.prior,
            confidence=formula.confidence,
        )


class WhyData(Wire):
    rule: RuleData
    formula: Annotated[
        FormulaData | None, Field(description="absent: nothing but the author's word")
    ] = None
    supporting: list[AccountData]
    contradicting: list[AccountData]

    @classmethod
    def of(cls, why: Why) -> WhyData:
        return cls(
            rule=RuleData.of(why.shown),
            formula=None if why.formula is None else FormulaData.of(why.formula),
            supporting=[AccountData.of(each) for each in why.supporting],
            contradicting=[AccountData.of(each) for each in why.contradicting],
        )


# -- memory:semantic:distill and memory:distill:progress


class DistillPayload(Wire):
    project_id: Annotated[str | None, Field(description="absent: each project in turn")] = None
    wait: Annotated[bool, Field(description="false: answer at once, and push progress")] = True


class RunData(Wire):
    run_id: str
    project_id: str
    trigger: Literal["batch", "idle", "manual", "contradiction", "weekly"]
    status: Literal["running", "completed", "failed"]
    started_at: Milliseconds
    ended_at: Milliseconds | None = None
    episodes: int
    error: Annotated[str | None, Field(description="a code")] = None
    created: list[str]
    updated: list[str]
    conflicts: list[str]

    @classmethod
    def of(cls, run: Run) -> RunData:
        return cls.model_validate(
            {
                "run_id": run.id,
                "project_id": run.project_id,
                "trigger": run.trigger.value,
                "status": run.status,
                "started_at": run.started_at,
                "ended_at": run.ended_at,
                "episodes": run.episodes,
                "error": run.error,
                "created": list(run.created),
                "updated": list(run.updated),
                "conflicts": list(run.conflicts),
            }
        )


class DistillData(Wire):
    run_id: Annotated[str | None, Field(description="absent: there was nothing to look at")] = None
    status: Literal["running", "completed", "failed"]
    created: Annotated[list[str], Field(description="rules")]
    updated: Annotated[list[str], Field(description="rules")]
    conflicts: Annotated[list[str], Field(description="new ones")]
    runs: Annotated[list[RunData], Field(description="one a project")]

    @classmethod
    def of(cls, distilled: Distilled) -> DistillData:
        runs = distilled.runs
        return cls.model_validate(
            {
                "run_id": distilled.run_id,
                "status": distilled.status,
                "created": [id for run in runs for id in run.created],
                "updated": [id for run in runs for id in run.updated],
                "conflicts": [id for run in runs for id in run.conflicts],
                "runs": [RunData.of(each) for each in runs],
            }
        )


class DistillProgress(Wire):
    run_id: str
    stage: Literal["started", "clustered", "patterned", "generated", "completed", "failed"]
    progress: Annotated[float, Field(ge=0, le=1)]
    project_id: str | None = None
    error: Annotated[str | None, Field(description="a code")] = None


# -- memory:learning:*


class LearningPayload(Wire):
    project_id: Annotated[str | None, Field(description="absent: everywhere")] = None


class HistoryPayload(Wire):
    project_id: Annotated[str | None, Field(description="absent: global rules only")] = None
    rule_id: str | None = None
    cursor: Annotated[str | None, Field(description="`nextCursor` of the page before")] = None
    limit: Annotated[int | None, Field(description="default 50, at most 200")] = None

    def before(self) -> int | None:
        return row_before(self.cursor)


class EventData(Wire):
    at: Milliseconds
    kind: Annotated[
        str,
        Field(
            description="created, raised, lowered, confirmed, unconfirmed, edited, deleted, "
            "drifted, promoted, withdrawn …"
        ),
    ]
    rule_id: str
    project_id: str | None = None
    run_id: Annotated[str | None, Field(description="the distillation that did it")] = None
    before: Annotated[float | None, Field(description="confidence")] = None
    after: Annotated[float | None, Field(description="confidence")] = None
    supporting: int
    contradicting: int

    @classmethod
    def of(cls, event: LearningEvent) -> EventData:
        return cls(**{name: getattr(event, name) for name in cls.model_fields})


class HistoryData(Wire):
    items: list[EventData]
    page: PageData

    @classmethod
    def of(cls, history: History) -> HistoryData:
        cursor = None if history.after is None else str(history.after)
        return cls(
            items=[EventData.of(each) for each in history.events],
            page=PageData(limit=history.limit, next_cursor=cursor),
        )


# -- memory:conflict:*


class ConflictListPayload(Wire):
    project_id: Annotated[str | None, Field(description="absent: global rules only")] = None
    include_resolved: bool = False


class ConflictRule(Wire):
    id: str
    rule: str
    rule_zh: str | None = None
    rule_en: str | None = None
    confidence: Annotated[float, Field(ge=0, le=1)]
    user_confirmed: bool
    tally: TallyData

    @classmethod
    def of(cls, rule: Rule) -> ConflictRule:
        return cls(
            id=rule.id,
            rule=rule.text,
            rule_zh=rule.text_zh,
            rule_en=rule.text_en,
            confidence=rule.confidence,
            user_confirmed=rule.user_confirmed,
            tally=tally(rule),
        )


class ConflictData(Wire):
    id: str
    scope: ScopeName
    project_id: str | None = None
    rule_ids: list[str]
    rules: Annotated[
        list[ConflictRule],
        Field(description="in the order of `ruleIds`; a deleted one is left out"),
    ]
    reason: Annotated[str, Field(description="a code")]
    status: Literal["pending", "resolved"]
    created_at: Milliseconds
    resolved_at: Milliseconds | None = None
    chosen_rule_id: str | None = None

    @classmethod
    def of(cls, conflict: Conflict) -> ConflictData:
        return cls(
            id=conflict.id,
            scope="global" if conflict.project_id is None else "project",
            project_id=conflict.project_id,
            rule_ids=list(conflict.rule_ids),
            rules=[ConflictRule.of(each) for each in conflict.rules],
            reason=conflict.reason,
            status="pending" if conflict.pending else "resolved",
            created_at=conflict.created_at,
            resolved_at=conflict.resolved_at,
            chosen_rule_id=conflict.chosen,
        )


class ConflictListData(Wire):
    items: list[ConflictData]


class ResolvePayload(Wire):
    conflict_id: str
    chosen_rule_id: str
    project_id: Looking = None
