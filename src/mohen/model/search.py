"""What is asked of knowledge, and what is found."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from mohen.model.health import Degradation
from mohen.model.knowledge import Category, Item
from mohen.model.recall import Mode, Purpose

GLOBAL = ""
"""The scope of what belongs to no project, as the index calls it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """Without a text, what the filters let through by its score."""

    project_id: str | None = None
    text: str | None = None
    types: tuple[str, ...] = ()
    entity: str | None = None  # exactly so named
    categories: tuple[Category, ...] = ()
    since: int | None = None  # said, or of an event, from then on
    until: int | None = None  # and before
    as_of: int | None = None  # what held then; None: what holds
    include_archived: bool = True
    least: float = 0.0  # relevance
    limit: int | None = None
    purpose: Purpose = Purpose.BROWSE  # only what goes into a prompt counts as an access (C63)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """A query's filters, as the store understands them."""

    scopes: tuple[str, ...]  # projects, and GLOBAL
    holds_at: int
    past: bool = False  # a moment before now: what was said later did not hold
    archived: bool = True
    types: tuple[str, ...] = ()
    entity: str | None = None
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
    likeness: float | None = None  # in meaning: cosine
    answers: bool = False  # it is kept under the very key that was asked for


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    items: tuple[Hit, ...]
    mode: Mode
    named: tuple[str, ...] = ()  # known names that the question holds
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Injection:
    """`block` is marked as ours; empty where there is nothing to say."""

    way: Way
    reason: tuple[str, str]  # English, Chinese
    block: str = ""
    tokens: int = 0
    items: tuple[Injected, ...] = ()
    in_snapshot: tuple[str, ...] = ()  # ids left out because they stand there already
    omitted: int = 0  # did not fit into the tokens
    degradations: tuple[Degradation, ...] = ()
