"""Items of knowledge about people and work: facts, beliefs, summaries and notes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum
from typing import Annotated, NamedTuple

from mohen.conversations.model import Message, Quote
from mohen.core.degradation import Degradation
from mohen.core.listed import Listed
from mohen.core.policy import Milliseconds
from mohen.core.values import dataclass
from mohen.episodes.model import DecidedBy, Mode, Purpose
from mohen.knowledge.kinds import BELIEF as BELIEF
from mohen.knowledge.kinds import FACT as FACT
from mohen.knowledge.kinds import INITIALS as INITIALS
from mohen.knowledge.kinds import LESSON as LESSON
from mohen.knowledge.kinds import NOTE as NOTE
from mohen.knowledge.kinds import SUMMARY as SUMMARY
from mohen.knowledge.kinds import Category as Category

USER, AGENT = "user", "agent"
"""Subjects that have no name of their own: who speaks, and who is spoken to."""


class State(StrEnum):
    ACTIVE = "active"  # searched and faded
    ARCHIVED = "archived"  # cold; a hit brings back what faded, `restore` what was put away
    SUPERSEDED = "superseded"  # something newer holds: `superseded_by`, until `valid_to`
    DENIED = "denied"  # a belief that facts spoke against
    WITHDRAWN = "withdrawn"  # all that it was derived from was taken back


class EntityType(StrEnum):
    PERSON = "person"
    LOCATION = "location"
    ORGANIZATION = "organization"
    PROJECT = "project"
    OTHER = "other"


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One piece of knowledge. What was typed in by hand has an origin of `manual` and does not
    fade (C94). A newer value does not change a row: it supersedes it, so that what held when can
    always be told."""

    id: str  # f_YYYYMMDD_NNN, b_…, s_…, n_… (R184–R186, C53)
    type: str
    project_id: str | None  # None: global
    content: str
    origin: str  # manual, captured, extracted, model, migrated …
    created_at: int
    updated_at: int
    version: int = 1
    state: State = State.ACTIVE
    category: Category = Category.GENERAL
    importance: float = 0.5
    score: float = 1.0  # as of `faded_at`
    read_at: int | None = None  # when, if long after it was said: it fades from then (C115)
    faded_at: int = 0  # since when it has not been faded: fading twice a day is fading once (C48)
    confidence: float = 1.0
    basis: str = ""  # why it is believed
    entities: tuple[str, ...] = ()
    subject: str = ""  # of whom it speaks: USER, AGENT or a name
    attribute: str = ""  # what a later statement about the subject would replace: location, job …
    value: str = ""
    valid_from: int | None = None  # when it began to hold; None: since it was said
    valid_to: int | None = None  # when it ceased to; None: it holds
    event_at: int | None = None  # the day it speaks of, where it names one
    superseded_by: str | None = None
    stale: bool = False  # something it was derived from is gone
    put_away: bool = False  # a person archived it, not time
    accessed_at: int | None = None
    accesses: int = 0
    sources: tuple[str, ...] = ()  # `session:line` of the transcript, oldest first
    source_facts: tuple[str, ...] = ()  # of a summary or a promoted belief: ids

    @property
    def began(self) -> int:
        """When it began to hold."""
        return self.created_at if self.valid_from is None else self.valid_from


class Fading(NamedTuple):
    """What the law of fading needs of an item: tens of thousands fade in a night."""

    id: str
    type: str
    origin: str
    state: State
    category: Category
    importance: float
    score: float
    faded_at: int
    created_at: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """An item and all that belongs to it."""

    item: Item
    score: float  # now, not as of when it was last faded
    said: tuple[tuple[str, int, int], ...] = ()  # session, line (0: no line), when; oldest first
    history: tuple[Item, ...] = ()  # what held before and after it, the newest first
    derived: tuple[str, ...] = ()  # what was made of it
    gone: tuple[
        tuple[str, int], ...
    ] = ()  # session and line of messages that are not kept any more
    held_back: bool = False  # an order to a model that nobody has seen yet


@dataclass(frozen=True, slots=True)
class Captured:
    """What became of a thing that somebody had the memory keep."""

    item: Item
    warnings: tuple[str, ...] = ()
    known: bool = False  # it was there already


@dataclass(frozen=True, slots=True, kw_only=True)
class Patch:
    """What a person changes; None leaves it as it is."""

    content: str | None = None
    importance: float | None = None
    category: Category | None = None
    confidence: float | None = None
    basis: str | None = None
    entities: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Page(Listed[Item]):
    """Some of what is known, by id; `after` asks for the next ones."""

    items: tuple[Item, ...]
    limit: int
    after: str | None = None


@dataclass(frozen=True, slots=True)
class Mention:
    """An entity, and how many items speak of it."""

    name: str
    type: EntityType
    items: Annotated[int, "how many speak of it"]


@dataclass(frozen=True, slots=True)
class Detail:
    """What is known of one attribute of an entity."""

    value: str
    updated_at: Milliseconds
    item: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """An entity as the memory knows it: made from items, never kept beside them."""

    name: str
    type: EntityType
    attributes: Mapping[str, Detail] = field(default_factory=dict)
    facts: tuple[str, ...] = ()
    beliefs: tuple[str, ...] = ()
    summaries: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Stats:
    """How many there are (R212, C54: by type and importance over active and archive together)."""

    active: int
    archived: int
    by_type: Mapping[str, int]
    by_importance: Mapping[str, int]  # critical, high, medium, low
    entities: int
    themes: int
    unprocessed: int = 0
    last_success: int | None = None
    next_due: int | None = None
    warnings: tuple[str, ...] = ()

    @property
    def total(self) -> int:
        return self.active + self.archived


LAST_LINE = 2**53
"""No transcript is longer, and no larger number is carried by every format."""


def place(source: str) -> tuple[str, int]:
    """`session:line` taken apart. What names no line is a session as a whole."""
    session, colon, line = source.rpartition(":")
    if colon and session and line.isascii() and line.isdigit() and int(line) <= LAST_LINE:
        return session, int(line)
    return source, 0


# -- What is asked of knowledge, and what is found.


GLOBAL = ""
"""The scope of what belongs to no project, as the index calls it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """Without a text, what the filters let through by its score."""

    project_id: str | None = None
    text: str | None = None
    types: tuple[str, ...] = ()
    entity: str | None = None  # by this name or another that stands for the same
    categories: tuple[Category, ...] = ()
    since: int | None = None  # said, or of an event, from then on
    until: int | None = None  # and before
    as_of: int | None = None  # what held then; None: what holds
    include_archived: bool | None = None  # None: what faded, not what a person put away
    least: float = 0.0  # relevance
    limit: int | None = None
    purpose: Purpose = Purpose.BROWSE  # only what goes into a prompt counts as an access (C63)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish(Query):
    """What is asked of facts and of what was said at once."""

    session: str | None = None  # asks for what was said, there
    speaker: str | None = None  # asks for what was said, by them; or a role
    marks: bool = False  # say which words of what is found were asked for
    asks: bool = True  # it is a question, and no message that only tells


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """A query's filters, as the store understands them."""

    scopes: tuple[str, ...]  # projects, and GLOBAL
    holds_at: int
    past: bool = False  # a moment before now: what was said later did not hold
    archived: bool | None = None  # as of `Query.include_archived`
    types: tuple[str, ...] = ()
    entity: tuple[tuple[str, int | None, int | None], ...] = ()  # its names, and when they are its
    categories: tuple[str, ...] = ()
    since: int | None = None
    until: int | None = None


@dataclass(frozen=True, slots=True)
class Glimpse:
    """What ranking needs of an item."""

    pk: int
    id: str
    score: float
    created_at: int
    subject: str
    content: str


@dataclass(frozen=True, slots=True)
class Hit:
    item: Item
    relevance: float
    reason: tuple[str, str]  # English, Chinese
    fit: float = 0.0  # the relevance without the item's own score
    worded: bool = False  # it shares a word or a name with the question
    likeness: float | None = None  # in meaning: deviations from the embedder's noise
    answers: bool = False  # it is kept under the very key that was asked for


@dataclass(frozen=True, slots=True, kw_only=True)
class Found(Listed[Hit]):
    items: tuple[Hit, ...]
    mode: Mode
    decided_by: DecidedBy | None = None  # None: nothing was found, or nothing asked in words
    named: tuple[str, ...] = ()  # known names that the question holds
    days: tuple[int, int] | None = None  # it asks what is on them: from when and before when
    held_back: int = 0  # of those for an agent: orders to a model that nobody has seen yet
    degradations: tuple[Degradation, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Recalled:
    """A fact with the line it was drawn from, or what was said alone."""

    fact: Hit | None = None
    said: Quote | None = None  # None: of a fact whose words are not kept
    also: tuple[Hit, ...] = ()  # other facts of the same line that were found
    replaced: tuple[str, ...] = ()  # what was known from it and does not hold any more


@dataclass(frozen=True, slots=True, kw_only=True)
class Recollection(Listed[Recalled]):
    """Facts and what was said, in one order. Empty: it is not known."""

    items: tuple[Recalled, ...]
    mode: Mode
    decided_by: DecidedBy | None = None
    marks: tuple[str, ...] = ()  # words that were asked for, as they stand in the items
    held_back: int = 0
    degradations: tuple[Degradation, ...] = ()


class Way(StrEnum):
    """Why a message is given memories, the first that applies (R221)."""

    EXPLICIT = "explicit"  # 你还记得, remind me
    PAST = "past"  # 之前, 上次, last time
    PREFERENCE = "preference"  # 我喜欢, what do I like
    PEOPLE = "people"  # a name that is known, a relation
    PROJECT = "project"  # one that is known
    TASK = "task"  # plan, book, write, recommend
    MEANING = "meaning"  # nothing of these, but it speaks of something known
    NONE = "none"  # chit-chat, or nothing known fits


@dataclass(frozen=True, slots=True)
class Injected:
    """One line that was put beside a message."""

    item: Item
    line: str
    reason: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Quotation:
    """What was said, and the line in which it is told."""

    message: Message
    line: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Injection:
    """`block` is marked as ours; empty where there is nothing to say."""

    way: Way
    reason: tuple[str, str]  # English, Chinese
    block: str = ""
    tokens: int = 0
    items: tuple[Injected, ...] = ()
    said: tuple[Quotation, ...] = ()
    in_snapshot: tuple[str, ...] = ()  # ids left out because they stand there already
    omitted: int = 0  # did not fit into the tokens
    held_back: int = 0  # look like orders to a model, and nobody has seen them yet
    decided_by: DecidedBy | None = None  # by what it was looked for
    degradations: tuple[Degradation, ...] = ()


# -- What is known as a picture: who and what there is, what is told of them, and when it held.


TIME, CHAPTER = "time", "chapter"
"""What `since` and `until` count: milliseconds of our time, or chapters of a story."""


@dataclass(frozen=True, slots=True)
class Figure:
    """Somebody or something."""

    id: str
    name: str
    type: str
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """One thing that is told; it ties its figures to each other while it holds."""

    id: str
    kind: str  # fact, belief, summary, note; of a story: relation, state
    text: tuple[str, str]  # English, Chinese; the same twice where it is somebody's own words
    label: tuple[str, str] = ("", "")  # of the tie, where there is a word for it
    figures: tuple[str, ...]
    since: int
    until: int | None = None  # None: it holds
    sources: tuple[str, ...] = ()
    importance: float = 0.5
    confidence: float = 1.0
    archived: bool = False


@dataclass(frozen=True, slots=True)
class Drawing:
    axis: str  # TIME or CHAPTER
    figures: tuple[Figure, ...] = ()
    told: tuple[Told, ...] = ()


@dataclass(frozen=True, slots=True)
class Drawn:
    """What is known from conversations, and the story of a project that has one."""

    at: Milliseconds
    knowledge: Drawing
    story: Annotated[Drawing | None, "of a project that has one"] = None
