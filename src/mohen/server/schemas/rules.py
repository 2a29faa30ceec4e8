"""Shapes of rules: as they are listed, added, changed and deleted."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from mohen.model.episode import SCHEMA_VERSION
from mohen.model.rule import Category, Op, Predicate, Rule
from mohen.model.rulebook import (
    Deleted,
    LearningState,
    Patch,
    Proposal,
    Rulebook,
    RuleCounts,
    Shown,
)
from mohen.server.schemas.common import Bilingual, Milliseconds
from mohen.server.wire import Wire

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
    version: Annotated[int, Field(description="as it was read; a stale one is refused")]
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
