"""Channels of rules: listed, governed, explained, learned, and their conflicts."""

from __future__ import annotations

from operator import attrgetter
from typing import Annotated, Literal

from mohen.core.channels import Degraded, Diagnosed
from mohen.episodes.model import SCHEMA_VERSION, Signal
from mohen.rules.model import (
    Account,
    Conflict,
    Deleted,
    Difference,
    Distilled,
    Formula,
    History,
    LearningEvent,
    LearningState,
    Moved,
    Origin,
    Patch,
    Placed,
    Predicate,
    Proof,
    Proposal,
    Range,
    Ranked,
    Rated,
    Rule,
    Rulebook,
    RuleCounts,
    Run,
    Shown,
    Stage,
    Tally,
    Trigger,
    Watched,
    Watchlist,
    Why,
    Wording,
    shown,
)
from mohen.server.channels import Channel, Push
from mohen.server.shapes import (
    ITSELF,
    SHARE,
    At,
    Bilingual,
    Cursor,
    Milliseconds,
    PageData,
    Scoped,
    ScopeName,
    Wire,
    scope_of,
)
from mohen.text.default_rules import Category

Looking = Annotated[str | None, "from where one looks; another project's rule is refused"]


def sure(path: str) -> At:
    """A confidence as it is told (C16)."""
    read = attrgetter(path)

    def told(value: object) -> float | None:
        found = read(value)
        return None if found is None else shown(found)

    return At(told)


class PredicateData(Wire, of=Predicate):
    pass


class RangeData(Wire, of=Range):
    pass


class WordingData(Wire, of=Wording):
    rule: Annotated[str, At("text")]
    until: Milliseconds
    by: Annotated[str, "who replaced it: user, distillation or drift"]


class TallyData(Wire, of=Tally):
    supporting: int
    contradicting: int
    gone: Annotated[
        int,
        At(lambda tally: tally.gone_supporting + tally.gone_contradicting),
        "of episodes that policy has deleted since",
    ]


class RuleData(Wire, of=Shown):
    id: Annotated[str, At("rule.id")]
    rule: Annotated[str, At("rule.text")]
    rule_zh: Annotated[str | None, At("rule.text_zh")] = None
    rule_en: Annotated[str | None, At("rule.text_en")] = None
    category: Annotated[Category, At("rule.category")]
    scope: Annotated[ScopeName, At(lambda told: scope_of(told.rule))]
    project_id: Annotated[str | None, At("rule.project_id")] = None
    confidence: Annotated[float, sure("rule.confidence"), SHARE]
    origin: Annotated[Origin, At("rule.origin")]
    predicate: Annotated[PredicateData | None, At("rule.predicate")] = None
    measures: Annotated[Bilingual | None, "the predicate in words, for those who want to check"] = (
        None
    )
    compared: Annotated[Bilingual | None, "how the author differs from the AI, in words"] = None
    range: Annotated[
        RangeData | None, At("rule.own"), "how well the predicate's number is known, and of what"
    ] = None
    tally: Annotated[TallyData, At("rule.tally")]
    supporting_episodes: Annotated[list[str], At("supporting"), "the newest"]
    contradicting_episodes: Annotated[list[str], At("contradicting"), "the newest"]
    user_confirmed: Annotated[bool, At("rule.user_confirmed")]
    user_modified: Annotated[bool, At("rule.user_modified")]
    history: Annotated[list[WordingData], At("rule.history")]
    recently_updated: bool
    conflict_marked: Annotated[bool, At("rule.in_conflict")]
    overridden_by: Annotated[
        str | None, At("rule.overridden_by"), "the project's rule that stands in its place here"
    ] = None
    created_at: Annotated[Milliseconds, At("rule.created_at")]
    updated_at: Annotated[Milliseconds, At("rule.updated_at")]
    version: Annotated[int, At("rule.version")]
    schema_version: int = SCHEMA_VERSION


# -- memory:semantic:list


class RuleListPayload(Wire):
    project_id: Annotated[str | None, "absent: global rules only"] = None
    scope: Annotated[ScopeName | None, "both when absent"] = None
    category: Category | None = None
    include_overridden: Annotated[
        bool, "also global rules that a rule of the project overrides"
    ] = False


class CountsData(Wire, of=RuleCounts):
    total: int
    confirmed: int
    by_category: Annotated[
        dict[Category, int],
        At(lambda counts: {each.value: counts.by_category.get(each, 0) for each in Category}),
    ]
    by_origin: dict[Origin, int]
    episodes: Annotated[
        int | None,
        "interactions kept, with scope `global` of all projects; absent when they cannot be read",
    ] = None


class LearningData(Wire, of=LearningState):
    pass


class OfferData(Wire, of=Proposal):
    predicate: Annotated[PredicateData, At("offer.predicate")]
    rule_ids: Annotated[
        list[str],
        At("offer.rule_ids"),
        "promote one of them to accept; the first is of the first project",
    ]
    project_ids: Annotated[list[str], At("offer.project_ids")]
    projects: Annotated[int, "how many projects share the preference"]


class RuleListData(Wire, of=Rulebook):
    items: list[RuleData]
    counts: CountsData
    learning: LearningData
    offers: Annotated[list[OfferData], At("proposals")]


# -- memory:semantic:add, :update, :delete, memory:promote


class RuleAddPayload(Wire):
    rule: Annotated[str, At("text")]
    category: Annotated[Category | None, "else read from the rule, else style"] = None
    scope: ScopeName
    project_id: Annotated[str | None, "with scope `project` only"] = None


class RulePatch(Wire, builds=Patch):
    rule: Annotated[str | None, At("text")] = None
    category: Category | None = None
    user_confirmed: bool | None = None
    confidence: Annotated[float | None, "0-1"] = None


class RuleUpdatePayload(Wire):
    id: str
    project_id: Looking = None
    version: Annotated[int | None, "as it was read; a stale one is refused"] = None
    patch: RulePatch


class RulePayload(Wire):
    id: str
    project_id: Looking = None


class RuleDeletePayload(RulePayload):
    dry_run: Annotated[bool, "only say what would go"] = False


class DeletedData(Wire, of=Deleted):
    pass


# -- memory:semantic:why


class DifferenceData(Wire, of=Difference):
    pass


class AccountData(Wire, of=Account):
    episode_id: str
    weight: float
    timestamp: Milliseconds | None = None
    scene_type: str | None = None
    signal: Signal | None = None
    measured: Annotated[float | None, "the rule's feature in the text that was used"] = None
    differences: list[DifferenceData]
    edit: Annotated[Bilingual | None, "what the edit did, in words"] = None
    ai_text: str | None = None
    final_text: str | None = None
    digest: Annotated[str | None, "when the texts are gone"] = None


class FormulaData(Wire, of=Formula):
    """confidence = consistency × episodes ÷ (episodes + prior)."""

    consistency: float
    episodes: int
    prior: int
    confidence: Annotated[float, sure("confidence"), "two digits, the rest cut off"]


class WhyData(Wire, of=Why):
    rule: Annotated[RuleData, At("shown")]
    formula: Annotated[FormulaData | None, "absent: nothing but the author's word"] = None
    supporting: list[AccountData]
    contradicting: list[AccountData]


# -- memory:semantic:distill and memory:distill:progress


class DistillPayload(Wire):
    project_id: Annotated[str | None, "absent: each project in turn"] = None
    wait: Annotated[bool, "false: answer at once, and push progress"] = True


class RunData(Wire, of=Run):
    run_id: Annotated[str, At("id")]
    project_id: str
    trigger: Trigger
    status: Literal["running", "completed", "failed"]
    started_at: Milliseconds
    ended_at: Milliseconds | None = None
    episodes: int
    error: Annotated[str | None, "a code"] = None
    created: list[str]
    updated: list[str]
    conflicts: list[str]


def _from_runs(name: str) -> At:
    return At(lambda distilled: [id for run in distilled.runs for id in getattr(run, name)])


class DistillData(Wire, of=Distilled):
    run_id: Annotated[str | None, "absent: there was nothing to look at"] = None
    status: Literal["running", "completed", "failed"]
    created: Annotated[list[str], _from_runs("created"), "rules"]
    updated: Annotated[list[str], _from_runs("updated"), "rules"]
    conflicts: Annotated[list[str], _from_runs("conflicts"), "new ones"]
    runs: Annotated[list[RunData], "one a project"]


class DistillProgress(Wire):
    run_id: str
    stage: Stage
    progress: Annotated[float, SHARE]
    project_id: str | None = None
    error: Annotated[str | None, "a code"] = None


# -- memory:learning:*


class LearningPayload(Wire):
    project_id: Annotated[str | None, "absent: everywhere"] = None


class HistoryPayload(Wire):
    project_id: Annotated[str | None, "absent: global rules only"] = None
    rule_id: str | None = None
    cursor: Cursor = None
    limit: Annotated[int | None, "default 50, at most 200"] = None


class EventData(Wire, of=LearningEvent):
    at: Milliseconds
    kind: Annotated[
        str,
        "created, raised, lowered, confirmed, unconfirmed, edited, deleted, "
        "drifted, promoted, withdrawn …",
    ]
    rule_id: str
    project_id: str | None = None
    run_id: Annotated[str | None, "the distillation that did it"] = None
    before: Annotated[float | None, sure("before"), "confidence"] = None
    after: Annotated[float | None, sure("after"), "confidence"] = None
    supporting: int
    contradicting: int


class HistoryData(Wire, of=History):
    items: list[EventData]
    page: Annotated[PageData, ITSELF]


# -- memory:learning:watching


class WatchingPayload(Wire):
    project_id: str


class WatchedData(Wire, of=Watched):
    pass


class WatchlistData(Wire, of=Watchlist):
    items: Annotated[list[WatchedData], "the nearest to a rule first; a few at most"]
    episodes: Annotated[int, "that were looked at"]


# -- memory:conflict:*


class ConflictListPayload(Wire):
    project_id: Annotated[str | None, "absent: global rules only"] = None
    include_resolved: bool = False


class ConflictRule(Wire, of=Rule):
    id: str
    rule: Annotated[str, At("text")]
    rule_zh: Annotated[str | None, At("text_zh")] = None
    rule_en: Annotated[str | None, At("text_en")] = None
    confidence: Annotated[float, sure("confidence"), SHARE]
    user_confirmed: bool
    tally: TallyData


class ConflictData(Wire, of=Conflict):
    id: str
    scope: Scoped
    project_id: str | None = None
    rule_ids: list[str]
    rules: Annotated[list[ConflictRule], "in the order of `ruleIds`; a deleted one is left out"]
    reason: Annotated[str, "a code"]
    status: Annotated[
        Literal["pending", "resolved"],
        At(lambda conflict: "pending" if conflict.pending else "resolved"),
    ]
    created_at: Milliseconds
    resolved_at: Milliseconds | None = None
    chosen_rule_id: Annotated[str | None, At("chosen"), "absent: both were kept, by scene"] = None
    in_force: Annotated[str | None, "the one that prompts hold while it waits"] = None


class ConflictListData(Wire):
    items: Annotated[list[ConflictData], ITSELF]


class PlacedRule(Wire, builds=Placed):
    pass


class ResolvePayload(Wire):
    conflict_id: str
    chosen_rule_id: Annotated[str | None, "the one that stands; the other is deleted"] = None
    keep_both: Annotated[
        list[PlacedRule] | None, "instead: each of the two with a kind of scene of its own"
    ] = None
    project_id: Looking = None


# -- memory:taste:rank


class TastePayload(Wire):
    project_id: str
    candidates: list[str]
    input_context: Annotated[str, At("context"), "the text before them"] = ""
    scene_type: Annotated[str | None, "else read from the text before them"] = None
    skill_used: str | None = None


class ProofData(Wire, of=Proof):
    proven: Annotated[bool, "beyond doubt better than chance, and than where the candidates stood"]
    guessed: Annotated[int, "of the last choices, each by what was known before it"]
    chance: Annotated[int, "that guessing at random would have got right"]
    place: Annotated[int, "that where the candidates stood would have got right"]
    of: Annotated[int, "so many last choices, 100 at most"]
    choices: Annotated[int, "all that it was learned from"]
    words: Annotated[Bilingual, "the same in words"]


class MovedData(Wire, of=Moved):
    feature: Annotated[str, "of style; or `longer`, or `complete`: it ends as a sentence does"]
    effect: Annotated[float, "log odds against the others; above 0: rather taken"]
    own: Annotated[bool, "this author's, beyond what nearly anybody prefers"]
    words: Bilingual
    rule_id: Annotated[str | None, "the rule that says the same"] = None


class RatedData(Wire, of=Rated):
    index: Annotated[int, "its place among those that were asked about"]
    chance: Annotated[float, SHARE, "that this author takes it; of all together 1"]
    rank: Annotated[int, "1: the likeliest; as likely, as they stood"]
    reasons: Annotated[list[MovedData], "what moved it most"]


class RankedData(Wire, of=Ranked):
    candidates: Annotated[list[RatedData], "as they stood; none is left out"]
    scene_type: str
    proven: Annotated[
        bool, At("proof.proven"), "only then may it mark or order what an author sees"
    ]
    proof: ProofData
    memory_degraded: Degraded
    diagnostics: Diagnosed = None


TABLE: tuple[Channel, ...] = (
    Channel(
        "memory:semantic:list",
        "The rules in force, confirmed and surest first, with counts, the state of learning and "
        "offers.",
        RuleListPayload,
        RuleListData,
        "rules.list",
    ),
    Channel(
        "memory:semantic:add",
        "A rule in the author's own words, in force at once.",
        RuleAddPayload,
        RuleData,
        "rules.add",
        in_order=True,
    ),
    Channel(
        "memory:semantic:update",
        "Change a rule's text, group or confidence, or confirm it. A stale version is refused.",
        RuleUpdatePayload,
        RuleData,
        "rules.update",
        in_order=True,
    ),
    Channel(
        "memory:semantic:delete",
        "Delete a rule for good: its text leaves every file, and it is not learned again.",
        RuleDeletePayload,
        DeletedData,
        "rules.delete",
        in_order=True,
    ),
    Channel(
        "memory:semantic:why",
        "What speaks for and against a rule, episode by episode, and how sure that makes it.",
        RulePayload,
        WhyData,
        "rules.why",
    ),
    Channel(
        "memory:semantic:distill",
        "Learn now from what was recorded.",
        DistillPayload,
        DistillData,
        "rules.distill",
        queues=False,
        changes=True,
    ),
    Channel(
        "memory:promote",
        "Make a project's rule global.",
        RulePayload,
        RuleData,
        "rules.promote",
        in_order=True,
    ),
    Channel(
        "memory:scope:promote",
        "Another name of `memory:promote`.",
        RulePayload,
        RuleData,
        "rules.promote",
        in_order=True,
    ),
    Channel(
        "memory:learning:pause",
        "Record on, but learn nothing: in one project, or everywhere.",
        LearningPayload,
        LearningData,
        "rules.pause",
        in_order=True,
    ),
    Channel(
        "memory:learning:resume",
        "Learn again.",
        LearningPayload,
        LearningData,
        "rules.resume",
        in_order=True,
    ),
    Channel(
        "memory:learning:history",
        "What happened to rules, newest first: ids and numbers, never text.",
        HistoryPayload,
        HistoryData,
        "rules.history",
    ),
    Channel(
        "memory:learning:watching",
        "Rules in the making: what the author seems to want, and about how much is missing to its "
        "proof. Nothing of it enters a prompt.",
        WatchingPayload,
        WatchlistData,
        "rules.watching",
        queues=False,
    ),
    Channel(
        "memory:conflict:list",
        "Pairs of rules that cannot both hold, for the author to decide.",
        ConflictListPayload,
        ConflictListData,
        "rules.conflicts",
    ),
    Channel(
        "memory:conflict:resolve",
        "Choose one of two rules: it is confirmed, the other deleted. Or keep both, each in a kind "
        "of scene of its own.",
        ResolvePayload,
        ConflictData,
        "rules.resolve",
        in_order=True,
    ),
    Channel(
        "memory:taste:rank",
        "How likely the author takes each of several candidates, and why; and whether that has "
        "proven itself on what they chose before.",
        TastePayload,
        RankedData,
        "rules.rank",
    ),
)

PUSHES = (Push("memory:distill:progress", "How far a distillation has come.", DistillProgress),)
