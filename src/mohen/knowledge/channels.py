"""Channels of knowledge: captured, found, given to a message, corrected, taken back, drawn."""

from __future__ import annotations

from operator import attrgetter, itemgetter
from typing import Annotated, Literal

from mohen.conversations.channels import QuoteData
from mohen.conversations.model import Role
from mohen.core.channels import Degraded, Diagnosed
from mohen.episodes.model import DecidedBy, Mode, Purpose
from mohen.knowledge.consolidation.model import Change, Done
from mohen.knowledge.model import (
    Captured,
    Category,
    Detail,
    Drawing,
    Drawn,
    Figure,
    Found,
    Hit,
    Injected,
    Injection,
    Item,
    Known,
    Mention,
    Page,
    Patch,
    Profile,
    Query,
    Quotation,
    Recalled,
    Recollection,
    State,
    Stats,
    Told,
    Way,
    Wish,
)
from mohen.knowledge.together import because
from mohen.server.channels import Channel
from mohen.server.shapes import (
    FIRST,
    ITSELF,
    SHARE,
    At,
    Bilingual,
    Milliseconds,
    PageData,
    Wire,
    filled,
    rounded,
)

TypeName = Literal["fact", "belief", "summary", "note", "lesson"]
ProjectId = Annotated[str | None, "absent: what is global, only"]
Share = Annotated[float, "0-1"]


# -- an item


class SourceData(Wire):
    session: Annotated[str, FIRST]
    line: Annotated[int | None, At(lambda said: said[1] or None), "of the transcript, from 1"] = (
        None
    )
    at: Annotated[Milliseconds, At(itemgetter(2))]


class KnowledgeData(Wire, of=Item):
    id: str
    type: Annotated[str, "fact, belief, summary, note, or any other word"]
    project_id: str | None = None
    content: str
    state: State
    put_away: Annotated[bool | None, filled("put_away"), "a person archived it, not time"] = None
    category: Category
    importance: Annotated[Share, rounded("importance")]
    score: Annotated[float, rounded("score"), "as of when it was last faded"]
    confidence: Annotated[Share, rounded("confidence")]
    basis: Annotated[str | None, filled("basis"), "why it is believed"] = None
    entities: list[str]
    subject: Annotated[str | None, filled("subject")] = None
    attribute: Annotated[str | None, filled("attribute")] = None
    value: Annotated[str | None, filled("value")] = None
    valid_from: Milliseconds | None = None
    valid_to: Annotated[Milliseconds | None, "absent: it holds"] = None
    event_at: Annotated[Milliseconds | None, "the day it speaks of"] = None
    superseded_by: str | None = None
    stale: Annotated[bool, "some of what it was made of is gone"]
    origin: Annotated[str, "manual: typed, does not fade; captured, extracted …"]
    sources: Annotated[list[str], "`session:line`, oldest first"]
    source_facts: Annotated[list[str], "ids it was made of"]
    accesses: int
    accessed_at: Milliseconds | None = None
    created_at: Milliseconds
    updated_at: Milliseconds
    version: int


# -- knowledge:capture


class CapturePayload(Wire):
    project_id: ProjectId = None
    content: str
    type: Annotated[TypeName, At("kind")] = "fact"
    importance: Annotated[float | None, "0-1, else it is brought there with a warning"] = None
    entities: list[str] | None = None
    confidence: Annotated[float | None, "of a belief; default 0.6"] = None
    basis: Annotated[str | None, "why it is believed"] = None
    category: Annotated[Category | None, "absent: read from the words"] = None
    source: Annotated[str | None, "`session:line` where it was said"] = None


class CaptureData(Wire, of=Captured):
    item: KnowledgeData
    known: Annotated[bool, "it was there already and matters more now"]
    warnings: list[str]


# -- knowledge:get, :archive, :restore, :history


class OnePayload(Wire):
    id: str
    project_id: ProjectId = None


class GetData(Wire, of=Known):
    item: KnowledgeData
    current_score: Annotated[float, rounded("score"), "faded up to now"]
    sources: Annotated[list[SourceData], At("said")]
    history: Annotated[list[KnowledgeData], "newest first, itself among them"]
    derived: Annotated[list[str], "ids of what was made of it"]
    gone: Annotated[
        list[str] | None,
        At(lambda known: [f"{session}:{line}" for session, line in known.gone] or None),
        "sources of which the words are not kept any more",
    ] = None
    held_back: Annotated[
        bool | None, filled("held_back"), "an order to a model that the user has not seen yet"
    ] = None


class HistoryData(Wire):
    items: Annotated[list[KnowledgeData], ITSELF, "every value, the newest first"]


# -- knowledge:list


class KnowledgeListPayload(Wire):
    project_id: ProjectId = None
    states: Annotated[list[State] | None, "default: active and archived"] = None
    types: list[str] | None = None
    source: Annotated[
        str | None, "`session:line` or a whole session: what the project knows from there"
    ] = None
    cursor: Annotated[str | None, At("after"), "`nextCursor` of the page before"] = None
    limit: Annotated[int | None, "default 50, at most 200"] = None


class KnowledgeListData(Wire, of=Page):
    items: Annotated[list[KnowledgeData], "by id"]
    page: Annotated[PageData, ITSELF]


# -- knowledge:update


class KnowledgePatch(Wire, builds=Patch):
    pass


class KnowledgeUpdatePayload(Wire):
    id: str
    project_id: ProjectId = None
    version: Annotated[int | None, "as it was read; a stale one is refused"] = None
    patch: KnowledgePatch


# -- knowledge:retract


class RetractPayload(Wire):
    project_id: ProjectId = None
    session: str
    line: Annotated[int | None, "absent: the whole session"] = None


class ChangeData(Wire, of=Change):
    done: Done
    id: str
    type: str
    content: str
    before: Annotated[str | None, filled("before"), "what it says instead of"] = None
    why: Annotated[str | None, filled("why")] = None


class RetractData(Wire):
    changes: Annotated[list[ChangeData], ITSELF, "withdrawn, marked stale, restored"]


# -- knowledge:stats, knowledge:entities, knowledge:entity


class StatsPayload(Wire):
    project_id: ProjectId = None


class StatsData(Wire, of=Stats):
    total: Annotated[int, "active and archived"]
    active: int
    archived: int
    by_type: dict[str, int]
    by_importance: Annotated[dict[str, int], "critical 0.9-1, high 0.7-0.9, medium 0.4-0.7, low"]
    entities: int
    themes: int
    unprocessed: Annotated[int, "fragments heard and not worked on"]
    last_success: Annotated[Milliseconds | None, "of a consolidation; absent: never"] = None
    next_due: Milliseconds | None = None
    warnings: list[str]


class MentionData(Wire, of=Mention):
    pass


class EntitiesData(Wire):
    items: Annotated[list[MentionData], ITSELF, "the most spoken of first"]


class EntityPayload(Wire):
    name: Annotated[str, "exactly so"]
    project_id: ProjectId = None


class DetailData(Wire, of=Detail):
    pass


class EntityData(Wire, of=Profile):
    pass


# -- knowledge:search


def _among(category: Category | None) -> tuple[Category, ...]:
    return () if category is None else (category,)


class SearchPayload(Wire, builds=Query):
    project_id: str | None = None
    query: Annotated[
        str | None, At("text"), "without one, what the filters let through, by score"
    ] = None
    types: Annotated[tuple[str, ...] | None, "fact, belief, summary, note, or others"] = None
    entity: Annotated[str | None, "exactly so named"] = None
    category: Annotated[Category | None, At("categories", _among)] = None
    since: Annotated[Milliseconds | None, "said, or of an event, from then on"] = None
    until: Annotated[Milliseconds | None, "and before then"] = None
    as_of: Annotated[Milliseconds | None, "what held then; absent: what holds now"] = None
    include_archived: Annotated[
        bool | None,
        "absent: what faded is found, and a hit brings it back; true: also what a person archived, "
        "which `knowledge:restore` alone brings back; false: neither",
    ] = None
    min_score: Annotated[float | None, At("least"), SHARE, "relevance at least"] = None
    limit: Annotated[int | None, "1-50; default 10"] = None
    purpose: Annotated[
        Purpose, "`context`: it is given to an agent; only that counts as an access"
    ] = Purpose.BROWSE


class FoundItem(Wire, of=Hit):
    id: Annotated[str, At("item.id")]
    type: Annotated[str, At("item.type")]
    content: Annotated[str, At("item.content")]
    origin: Annotated[
        str, At("item.origin"), "who said it: manual, captured, extracted, model, migrated"
    ]
    project_id: Annotated[
        str | None, At("item.project_id"), "whose it is; absent: everybody's (global)"
    ] = None
    category: Annotated[Category, At("item.category")]
    state: Annotated[State, At("item.state")]
    score: Annotated[float, rounded("item.score")]
    importance: Annotated[float, At("item.importance")]
    confidence: Annotated[float, At("item.confidence")]
    basis: Annotated[str | None, filled("item.basis")] = None
    entities: Annotated[list[str], At("item.entities")]
    created_at: Annotated[Milliseconds, At("item.created_at")]
    valid_from: Annotated[Milliseconds | None, At("item.valid_from")] = None
    valid_to: Annotated[Milliseconds | None, At("item.valid_to")] = None
    event_at: Annotated[Milliseconds | None, At("item.event_at")] = None
    superseded_by: Annotated[str | None, At("item.superseded_by")] = None
    stale: Annotated[bool, At("item.stale")]
    sources: Annotated[list[str], At("item.sources")]
    relevance: Annotated[float, rounded("relevance")]
    reason: Bilingual


class SearchData(Wire, of=Found):
    items: list[FoundItem]
    mode: Mode
    decided_by: Annotated[
        DecidedBy | None, "what found the items; absent: nothing did, or nothing was asked in words"
    ] = None
    held_back: Annotated[
        int | None,
        filled("held_back"),
        "for an agent: orders to a model, left out until the user has seen them",
    ] = None
    memory_degraded: Degraded
    diagnostics: Diagnosed = None


# -- memory:search


class TogetherPayload(Wire, builds=Wish):
    project_id: str | None = None
    query: Annotated[str | None, At("text"), "a question, or words"] = None
    types: Annotated[tuple[str, ...] | None, "fact, belief …: facts alone"] = None
    entity: Annotated[str | None, "of whom or what: facts alone"] = None
    category: Annotated[Category | None, At("categories", _among), "facts alone"] = None
    session: Annotated[str | None, "what was said there, alone"] = None
    speaker: Annotated[str | None, "what they said, alone; a name or a role"] = None
    since: Annotated[Milliseconds | None, "said, or of an event, from then on"] = None
    until: Annotated[Milliseconds | None, "and before then"] = None
    as_of: Annotated[Milliseconds | None, "what held then, and was said by then"] = None
    include_archived: Annotated[bool | None, "as of `knowledge:search`"] = None
    limit: Annotated[int | None, "1-50; default 10"] = None
    marks: Annotated[bool, "say which words of the items were asked for"] = False
    purpose: Annotated[Purpose, "`context`: it is given to an agent"] = Purpose.BROWSE


SAID = "said"
"""The type of what was said, among facts, beliefs, summaries and notes."""


def _either(fact: str, said: str) -> At:
    """Of the fact, where there is one, else of the line."""
    of_fact, of_said = attrgetter(f"fact.{fact}"), attrgetter(f"said.{said}")
    return At(lambda one: of_said(one) if one.fact is None else of_fact(one))


def _of_fact(field: str) -> At:
    read = attrgetter(f"fact.{field}")
    return At(lambda one: None if one.fact is None else read(one))


class RecalledData(Wire, of=Recalled):
    """A fact has the fields that it has in `knowledge:search`."""

    id: Annotated[str, _either("item.id", "message.where"), "of a line `session:place`"]
    type: Annotated[
        str, At(lambda one: one.fact.item.type if one.fact else SAID), "fact, belief …, or said"
    ]
    content: Annotated[str, _either("item.content", "message.text")]
    created_at: Annotated[Milliseconds, _either("item.created_at", "message.at")]
    relevance: Annotated[
        float, At(lambda one: round(one.fact.relevance if one.fact else one.said.score, 6))
    ]
    reason: Annotated[Bilingual, At(because)]
    said: Annotated[QuoteData | None, "the line itself, where it is kept"] = None
    also: Annotated[list[FoundItem], "other facts drawn from the same line"]
    replaced: Annotated[list[str], "what was known from it and does not hold any more"]
    sources: Annotated[
        list[str],
        At(lambda one: one.fact.item.sources if one.fact else (one.said.message.where,)),
        "`session:place`",
    ]
    origin: Annotated[str | None, _of_fact("item.origin")] = None
    project_id: Annotated[str | None, _of_fact("item.project_id")] = None
    category: Annotated[Category | None, _of_fact("item.category")] = None
    state: Annotated[State | None, _of_fact("item.state")] = None
    score: Annotated[
        float | None, At(lambda one: None if one.fact is None else round(one.fact.item.score, 6))
    ] = None
    importance: Annotated[float | None, _of_fact("item.importance")] = None
    confidence: Annotated[float | None, _of_fact("item.confidence")] = None
    basis: Annotated[str | None, At(lambda one: (one.fact and one.fact.item.basis) or None)] = None
    entities: Annotated[list[str] | None, _of_fact("item.entities")] = None
    valid_from: Annotated[Milliseconds | None, _of_fact("item.valid_from")] = None
    valid_to: Annotated[Milliseconds | None, _of_fact("item.valid_to")] = None
    event_at: Annotated[Milliseconds | None, _of_fact("item.event_at")] = None
    superseded_by: Annotated[str | None, _of_fact("item.superseded_by")] = None
    stale: Annotated[bool | None, _of_fact("item.stale")] = None


class TogetherData(Wire, of=Recollection):
    items: Annotated[list[RecalledData], "the best first; none: it is not known"]
    mode: Mode
    decided_by: Annotated[DecidedBy | None, "what found the facts"] = None
    marks: Annotated[
        list[str] | None,
        filled("marks"),
        "words that were asked for, as they stand in the items; with `marks` only",
    ] = None
    held_back: Annotated[
        int | None,
        filled("held_back"),
        "for an agent: orders to a model, left out until the user has seen them",
    ] = None
    memory_degraded: Degraded
    diagnostics: Diagnosed = None


# -- knowledge:inject


class InjectPayload(Wire):
    project_id: str | None = None
    message: Annotated[str, "what the user is about to say to the agent"]
    max_tokens: Annotated[int | None, "0-4000; default 600"] = None
    repeat_snapshot: Annotated[bool, "also what stands in the current snapshot"] = False


class InjectedItem(Wire, of=Injected):
    id: Annotated[str, At("item.id")]
    type: Annotated[str, At("item.type")]
    line: str
    project_id: Annotated[str | None, At("item.project_id")] = None
    confidence: Annotated[float, At("item.confidence")]
    reason: Bilingual


class QuotationData(Wire, of=Quotation):
    session: Annotated[str, At("message.session")]
    place: Annotated[int, At("message.place")]
    role: Annotated[Role, At("message.role")]
    at: Annotated[Milliseconds, At("message.at")]
    line: str


class InjectData(Wire, of=Injection):
    block: Annotated[str, "put beside the message as it is; empty: nothing"]
    tokens: int
    trigger: Annotated[Way, At("way")]
    reason: Bilingual
    items: list[InjectedItem]
    said: Annotated[list[QuotationData], "what was said, quoted below the items"]
    in_snapshot: Annotated[list[str], "ids left out: they stand there already"]
    omitted: Annotated[int, "items that did not fit into the tokens"]
    held_back: Annotated[
        int | None,
        filled("held_back"),
        "orders to a model, left out until the user has seen them",
    ] = None
    decided_by: Annotated[DecidedBy | None, "what found them; absent: nothing did"] = None
    memory_degraded: Degraded
    diagnostics: Diagnosed = None


# -- knowledge:graph


class DrawPayload(Wire):
    project_id: Annotated[str | None, "absent: what is global, only"] = None


class FigureData(Wire, of=Figure):
    pass


class ToldData(Wire, of=Told):
    id: str
    kind: Annotated[str, "fact, belief, summary, note; relation, state"]
    text: Bilingual
    label: Annotated[
        Bilingual | None,
        At(lambda told: told.label if any(told.label) else None),
        "a word for the tie",
    ] = None
    entities: Annotated[list[str], At("figures"), "ids of whom it ties together"]
    since: Annotated[int, "milliseconds, or a chapter (0: the setting)"]
    until: Annotated[int | None, "no longer from then on; absent: holds"] = None
    sources: Annotated[list[str], "`session:line`, or a place in a file"]
    importance: float
    confidence: float
    archived: bool


class DrawingData(Wire, of=Drawing):
    axis: Literal["time", "chapter"]
    entities: Annotated[list[FigureData], At("figures")]
    items: Annotated[list[ToldData], At("told")]


class DrawData(Wire, of=Drawn):
    pass


TABLE: tuple[Channel, ...] = (
    Channel(
        "knowledge:capture",
        "Keep a fact, a belief, a summary or a note. The same words again are the same item, "
        "which matters more for it.",
        CapturePayload,
        CaptureData,
        "knowledge.capture",
        in_order=True,
    ),
    Channel(
        "knowledge:get",
        "One item with its current score, where it was said, and what held before and after it.",
        OnePayload,
        GetData,
        "knowledge.get",
    ),
    Channel(
        "knowledge:list",
        "A page of what is known in the project and globally, by id.",
        KnowledgeListPayload,
        KnowledgeListData,
        "knowledge.page",
    ),
    Channel(
        "knowledge:update",
        "Correct an item by hand: from then on it does not fade.",
        KnowledgeUpdatePayload,
        KnowledgeData,
        "knowledge.update",
        in_order=True,
    ),
    Channel(
        "knowledge:archive",
        "Take an item out of the active pool.",
        OnePayload,
        KnowledgeData,
        "knowledge.archive",
        in_order=True,
    ),
    Channel(
        "knowledge:restore",
        "Bring an item back from the archive, or let one hold again that was withdrawn.",
        OnePayload,
        KnowledgeData,
        "knowledge.restore",
        in_order=True,
    ),
    Channel(
        "knowledge:history",
        "Every value that held in an item's place, the newest first, with its validity.",
        OnePayload,
        HistoryData,
        "knowledge.history",
    ),
    Channel(
        "knowledge:retract",
        "Take back what was said in a line of a conversation, or in all of it: what is known "
        "from there alone is withdrawn.",
        RetractPayload,
        RetractData,
        "knowledge.retract",
        in_order=True,
    ),
    Channel(
        "knowledge:stats",
        "How many items there are, by type and importance.",
        StatsPayload,
        StatsData,
        "knowledge.stats",
    ),
    Channel(
        "knowledge:entities",
        "Who and what is spoken of.",
        StatsPayload,
        EntitiesData,
        "knowledge.entities",
    ),
    Channel(
        "knowledge:entity",
        "What is known of one entity: its attributes and the items that speak of it.",
        EntityPayload,
        EntityData,
        "knowledge.entity",
    ),
    Channel(
        "knowledge:search",
        "Find knowledge by words, meaning, names, time and validity, each hit with its reason.",
        SearchPayload,
        SearchData,
        "knowledge.search",
    ),
    Channel(
        "memory:search",
        "Facts and what was said in one list, each fact with the line it was drawn from.",
        TogetherPayload,
        TogetherData,
        "knowledge.recollect",
    ),
    Channel(
        "knowledge:inject",
        "What to put beside a message: nothing for chit-chat, else what is surely about it.",
        InjectPayload,
        InjectData,
        "knowledge.inject",
    ),
    Channel(
        "knowledge:graph",
        "Everything that is known or was, and a story if there is one, as entities and what "
        "ties them from when to when: what `mohen graph --html` draws.",
        DrawPayload,
        DrawData,
        "knowledge.graph",
        timeout=lambda policy: policy.doors.timeout_max_ms,
    ),
)
