"""Shapes of rules: as they are listed, added, changed and deleted."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from mohen.core.shapes import Bilingual, Milliseconds, SignalName, row_before, signal_name
from mohen.episodes.channels import PageData
from mohen.episodes.model import SCHEMA_VERSION
from mohen.rules.model import (
    Account,
    Conflict,
    Deleted,
    Distilled,
    Formula,
    History,
    LearningEvent,
    LearningState,
    Op,
    Patch,
    Predicate,
    Proposal,
    Rule,
    Rulebook,
    RuleCounts,
    Run,
    Shown,
    Why,
)
from mohen.server.channel import Channel, Desk, Push
from mohen.server.wire import Wire
from mohen.text.default_rules import Category

ScopeName = Literal["global", "project"]
CategoryName = Literal["style", "structure", "character", "pacing", "vocabulary"]
OriginName = Literal["manual", "learned", "distilled"]
Looking = Annotated[
    str | None, Field(description="from where one looks; another project's rule is refused")
]


class PredicateData(Wire):
    feature: Annotated[str, Field(description="what is measured, or `phrase:` and a word")]
    op: Literal["<", ">"]
    value: float
    unit: str
    scene_type: str | None = None
    skill_used: str | None = None

    @classmethod
    def of(cls, predicate: Predicate) -> PredicateData:
        return cls(
            feature=predicate.feature,
            op="<" if predicate.op is Op.LESS else ">",
            value=predicate.value,
            unit=predicate.unit,
            scene_type=predicate.scene_type,
            skill_used=predicate.skill_used,
        )


class WordingData(Wire):
    rule: str
    until: Milliseconds
    by: Annotated[str, Field(description="who replaced it: user, distillation or drift")]


class TallyData(Wire):
    supporting: int
    contradicting: int
    gone: Annotated[int, Field(description="of episodes that policy has deleted since")]


_AS_KEPT = (
    "id", "project_id", "confidence", "user_confirmed", "user_modified", "overridden_by",
    "created_at", "updated_at", "version",
)  # fmt: skip


class RuleData(Wire):
    id: str
    rule: str
    rule_zh: str | None = None
    rule_en: str | None = None
    category: CategoryName
    scope: ScopeName
    project_id: str | None = None
    confidence: Annotated[float, Field(ge=0, le=1)]
    origin: OriginName
    predicate: PredicateData | None = None
    measures: Annotated[
        Bilingual | None, Field(description="the predicate in words, for those who want to check")
    ] = None
    tally: TallyData
    supporting_episodes: Annotated[list[str], Field(description="the newest")]
    contradicting_episodes: Annotated[list[str], Field(description="the newest")]
    user_confirmed: bool
    user_modified: bool
    history: list[WordingData]
    recently_updated: bool
    conflict_marked: bool
    overridden_by: Annotated[
        str | None, Field(description="the project's rule that stands in its place here")
    ] = None
    created_at: Milliseconds
    updated_at: Milliseconds
    version: int
    schema_version: int = SCHEMA_VERSION

    @classmethod
    def of(cls, shown: Shown) -> RuleData:
        rule = shown.rule
        return cls.model_validate(
            {
                **{name: getattr(rule, name) for name in _AS_KEPT},
                "rule": rule.text,
                "rule_zh": rule.text_zh,
                "rule_en": rule.text_en,
                "category": rule.category.value,
                "scope": "global" if rule.project_id is None else "project",
                "origin": rule.origin.value,
                "predicate": rule.predicate and PredicateData.of(rule.predicate),
                "measures": shown.measures and Bilingual.of(shown.measures),
                "tally": tally(rule),
                "supporting_episodes": list(shown.supporting),
                "contradicting_episodes": list(shown.contradicting),
                "history": [
                    WordingData(rule=each.text, until=each.until, by=each.by)
                    for each in rule.history
                ],
                "recently_updated": shown.recently_updated,
                "conflict_marked": rule.in_conflict,
            }
        )


def tally(rule: Rule) -> TallyData:
    counted = rule.tally
    return TallyData(
        supporting=counted.supporting,
        contradicting=counted.contradicting,
        gone=counted.gone_supporting + counted.gone_contradicting,
    )


def category(name: CategoryName | None) -> Category | None:
    return None if name is None else Category(name)


# -- memory:semantic:list


class RuleListPayload(Wire):
    project_id: Annotated[str | None, Field(description="absent: global rules only")] = None
    scope: Annotated[ScopeName | None, Field(description="both when absent")] = None
    category: CategoryName | None = None
    include_overridden: Annotated[
        bool, Field(description="also global rules that a rule of the project overrides")
    ] = False


class CountsData(Wire):
    total: int
    confirmed: int
    by_category: dict[CategoryName, int]
    by_origin: dict[OriginName, int]
    episodes: Annotated[
        int | None,
        Field(
            description="interactions kept, with scope `global` of all projects; absent when they "
            "cannot be read"
        ),
    ] = None

    @classmethod
    def of(cls, counts: RuleCounts) -> CountsData:
        return cls.model_validate(
            {
                "total": counts.total,
                "confirmed": counts.confirmed,
                "by_category": {each.value: counts.by_category.get(each, 0) for each in Category},
                "by_origin": dict(counts.by_origin),
                "episodes": counts.episodes,
            }
        )


class LearningData(Wire):
    paused: bool
    project_id: str | None = None
    since: Annotated[Milliseconds | None, Field(description="when it was paused")] = None
    pending_episodes: Annotated[
        int | None, Field(description="recorded since the last distillation")
    ] = None
    last_distilled_at: Milliseconds | None = None

    @classmethod
    def of(cls, state: LearningState) -> LearningData:
        return cls(
            paused=state.paused,
            project_id=state.project_id,
            since=state.since,
            pending_episodes=state.pending_episodes,
            last_distilled_at=state.last_distilled_at,
        )


class OfferData(Wire):
    predicate: PredicateData
    rule_ids: Annotated[list[str], Field(description="promote one of them to accept")]
    project_ids: list[str]
    projects: Annotated[int, Field(description="how many projects share the preference")]

    @classmethod
    def of(cls, proposal: Proposal) -> OfferData:
        return cls(
            predicate=PredicateData.of(proposal.offer.predicate),
            rule_ids=list(proposal.offer.rule_ids),
            project_ids=list(proposal.offer.project_ids),
            projects=proposal.projects,
        )


class RuleListData(Wire):
    items: list[RuleData]
    counts: CountsData
    learning: LearningData
    offers: list[OfferData]

    @classmethod
    def of(cls, book: Rulebook) -> RuleListData:
        return cls(
            items=[RuleData.of(each) for each in book.items],
            counts=CountsData.of(book.counts),
            learning=LearningData.of(book.learning),
            offers=[OfferData.of(each) for each in book.proposals],
        )


# -- memory:semantic:add, :update, :delete, memory:promote


class RuleAddPayload(Wire):
    rule: str
    category: Annotated[
        CategoryName | None, Field(description="else read from the rule, else style")
    ] = None
    scope: ScopeName
    project_id: Annotated[str | None, Field(description="with scope `project` only")] = None


class RulePatch(Wire):
    rule: str | None = None
    category: CategoryName | None = None
    user_confirmed: bool | None = None
    confidence: Annotated[float | None, Field(description="0-1")] = None


class RuleUpdatePayload(Wire):
    id: str
    project_id: Looking = None
    version: Annotated[int | None, Field(description="as it was read; a stale one is refused")] = (
        None
    )
    patch: RulePatch

    def patched(self) -> Patch:
        return Patch(
            text=self.patch.rule,
            category=category(self.patch.category),
            user_confirmed=self.patch.user_confirmed,
            confidence=self.patch.confidence,
        )


class RulePayload(Wire):
    id: str
    project_id: Looking = None


class RuleDeletePayload(RulePayload):
    dry_run: Annotated[bool, Field(description="only say what would go")] = False


class DeletedData(Wire):
    rules: int
    wordings: Annotated[int, Field(description="earlier ones")]
    links: Annotated[int, Field(description="ties to episodes")]
    conflicts: int
    labels: Annotated[int, Field(description="acts of threshold learning that said the same")]
    vetoes: Annotated[int, Field(description="kept, without text, so that it does not come back")]
    episodes_marked: Annotated[int, Field(description="they speak no more for it")]
    wiped: Annotated[bool, Field(description="no file holds its bytes any more")]
    dry_run: bool

    @classmethod
    def of(cls, gone: Deleted) -> DeletedData:
        return cls(**{name: getattr(gone, name) for name in cls.model_fields})


# -- Shapes of learning: why a rule is believed, distillation, history, conflicts.


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


# -- Rules: shown, governed, explained.


def _list(desk: Desk, asked: RuleListPayload) -> Wire:
    return RuleListData.of(
        desk.memory.rules.list(
            asked.project_id,
            scope=asked.scope,
            category=category(asked.category),
            include_overridden=asked.include_overridden,
        )
    )


def _add(desk: Desk, asked: RuleAddPayload) -> Wire:
    return RuleData.of(
        desk.memory.rules.add(
            asked.rule,
            category=category(asked.category),
            scope=asked.scope,
            project_id=asked.project_id,
        )
    )


def _update(desk: Desk, asked: RuleUpdatePayload) -> Wire:
    return RuleData.of(
        desk.memory.rules.update(
            asked.id, asked.version, asked.patched(), project_id=asked.project_id
        )
    )


def _delete(desk: Desk, asked: RuleDeletePayload) -> Wire:
    return DeletedData.of(
        desk.memory.rules.delete(asked.id, project_id=asked.project_id, dry_run=asked.dry_run)
    )


def _promote(desk: Desk, asked: RulePayload) -> Wire:
    return RuleData.of(desk.memory.rules.promote(asked.id, project_id=asked.project_id))


def _why(desk: Desk, asked: RulePayload) -> Wire:
    return WhyData.of(desk.memory.rules.why(asked.id, project_id=asked.project_id))


def _distill(desk: Desk, asked: DistillPayload) -> Wire:
    return DistillData.of(desk.memory.rules.distill(asked.project_id, wait=asked.wait))


def _pause(desk: Desk, asked: LearningPayload) -> Wire:
    return LearningData.of(desk.memory.rules.pause(asked.project_id))


def _resume(desk: Desk, asked: LearningPayload) -> Wire:
    return LearningData.of(desk.memory.rules.resume(asked.project_id))


def _history(desk: Desk, asked: HistoryPayload) -> Wire:
    return HistoryData.of(
        desk.memory.rules.history(
            asked.project_id, rule_id=asked.rule_id, before=asked.before(), limit=asked.limit
        )
    )


def _conflicts(desk: Desk, asked: ConflictListPayload) -> Wire:
    found = desk.memory.rules.conflicts(asked.project_id, include_resolved=asked.include_resolved)
    return ConflictListData(items=[ConflictData.of(each) for each in found])


def _resolve(desk: Desk, asked: ResolvePayload) -> Wire:
    return ConflictData.of(
        desk.memory.rules.resolve(
            asked.conflict_id, asked.chosen_rule_id, project_id=asked.project_id
        )
    )


TABLE: tuple[Channel[Any], ...] = (
    Channel(
        "memory:semantic:list",
        "The rules in force, confirmed and surest first, with counts, the state of learning and "
        "offers.",
        RuleListPayload,
        RuleListData,
        _list,
    ),
    Channel(
        "memory:semantic:add",
        "A rule in the author's own words, in force at once.",
        RuleAddPayload,
        RuleData,
        _add,
        in_order=True,
    ),
    Channel(
        "memory:semantic:update",
        "Change a rule's text, group or confidence, or confirm it. A stale version is refused.",
        RuleUpdatePayload,
        RuleData,
        _update,
        in_order=True,
    ),
    Channel(
        "memory:semantic:delete",
        "Delete a rule for good: its text leaves every file, and it is not learned again.",
        RuleDeletePayload,
        DeletedData,
        _delete,
        in_order=True,
    ),
    Channel(
        "memory:semantic:why",
        "What speaks for and against a rule, episode by episode, and how sure that makes it.",
        RulePayload,
        WhyData,
        _why,
    ),
    Channel(
        "memory:semantic:distill",
        "Learn now from what was recorded.",
        DistillPayload,
        DistillData,
        _distill,
    ),
    Channel(
        "memory:promote",
        "Make a project's rule global.",
        RulePayload,
        RuleData,
        _promote,
        in_order=True,
    ),
    Channel(
        "memory:scope:promote",
        "Another name of `memory:promote`.",
        RulePayload,
        RuleData,
        _promote,
        in_order=True,
    ),
    Channel(
        "memory:learning:pause",
        "Record on, but learn nothing: in one project, or everywhere.",
        LearningPayload,
        LearningData,
        _pause,
        in_order=True,
    ),
    Channel(
        "memory:learning:resume",
        "Learn again.",
        LearningPayload,
        LearningData,
        _resume,
        in_order=True,
    ),
    Channel(
        "memory:learning:history",
        "What happened to rules, newest first: ids and numbers, never text.",
        HistoryPayload,
        HistoryData,
        _history,
    ),
    Channel(
        "memory:conflict:list",
        "Pairs of rules that cannot both hold, for the author to decide.",
        ConflictListPayload,
        ConflictListData,
        _conflicts,
    ),
    Channel(
        "memory:conflict:resolve",
        "Choose one of two rules: it is confirmed, the other deleted.",
        ResolvePayload,
        ConflictData,
        _resolve,
        in_order=True,
    ),
)

PUSHES = (Push("memory:distill:progress", "How far a distillation has come.", DistillProgress),)
