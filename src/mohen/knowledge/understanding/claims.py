"""Claims: what a clause says of whom, before it is put into words for the memory."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import field, replace
from typing import Protocol

from mohen.core.values import dataclass
from mohen.knowledge.consolidation.model import Act, Named, OtherDay, Statement
from mohen.knowledge.model import Category, EntityType
from mohen.knowledge.policy import Extraction
from mohen.text.dates import Local
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.normalize import fold


@dataclass(frozen=True, slots=True)
class Who:
    """Somebody who is spoken of. `role`: what they are to the user, where that is how they are
    named (妈妈, wife)."""

    key: str  # USER, AGENT or a name
    shown: str  # as the memory writes it: 用户的妈妈
    role: str = ""
    type: EntityType = EntityType.PERSON


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """What is said of somebody. `tail` follows the subject; `whole` stands for both."""

    category: Category
    tail: str = ""
    whole: str = ""
    attribute: str = ""
    value: str = ""
    who: Who | None = None  # somebody else than the clause's own subject
    names: tuple[Named, ...] = ()  # what it is known to name besides: the project it is about
    event_at: int | None = None
    ended: bool = False
    confidence: float = 1.0

    def of(self, who: Who) -> Claim:
        return replace(self, who=self.who or who)


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause, and how it is said."""

    text: str  # without what leads into it and without its hedge
    said: str  # as it stands
    act: Act = Act.STATES
    hedge: str = ""
    confidence: float = 1.0
    led: bool = False  # 记住, remember: it is meant to last
    opens: bool = True  # its sentence begins with it
    forgets: str | None = None  # of a taking back: what is to be forgotten, or nothing named
    standing: bool = False  # a wish for the time to come, with its condition


@dataclass(frozen=True, slots=True)
class Read:
    """What a clause claims. `about_user`: it speaks of the user, understood or not."""

    claims: tuple[Claim, ...] = ()
    about_user: bool = False


@dataclass(slots=True)
class SpokenOf:
    """Of whom a message has spoken so far; nothing is carried over to the next."""

    subject: Who | None = None
    person: Who | None = None
    names: dict[str, Who] = field(default_factory=dict)  # by role
    gone: set[str] = field(default_factory=set)  # who died, by name
    roles: list[str] = field(default_factory=list)  # of all people who were mentioned
    brought_up: Who | None = None  # by the clause before: 我有只猫
    begins: bool = True  # the message begins with this sentence
    introduced: bool = False  # the clause before said who the speaker is: 我今年28岁
    wills: bool = False  # the clause before said what is to come: 我会努力
    others: bool = False  # somebody else than the speaker has been spoken of
    meanwhile: str = ""  # the kind of time that the sentence named: 最近压力大，晚上失眠
    acts: bool = False  # whoever was named last does something, rather than is
    claimed: Category | None = None  # what is known of them is of this kind
    often: bool = False  # the clause before said what is done as a rule: 我每周三游泳，周末爬山
    task: bool = False  # the sentence asks for something to be made: 帮我列个提纲，语气正式点
    left_work: bool = False  # 我换工作了: where one is next is where one works

    def named(self, role: str, name: str, kind: EntityType = EntityType.PERSON) -> Who:
        who = Who(name, name, type=kind)
        if role:
            self.names[role] = who
        self.person = who
        return who


class ToldWhole(Protocol):
    def __call__(self, content: str, /, *, free: bool) -> bool: ...


class LeavesOut(Protocol):
    def __call__(self, said: str, made: str, /, *, dated: bool) -> bool: ...


class Stands(Protocol):
    def __call__(self, said: str, /, *, own: bool) -> bool: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """A language: how it is read, and how the memory speaks in it."""

    user: str  # the user as an entity
    agent: str
    clauses: Callable[[str, Extraction], Iterable[Clause]]
    read: Callable[[Clause, SpokenOf, Local, Extraction], Read]
    corrected: Callable[[str], str]  # a bare value: 是上海
    contrast: Callable[[str], tuple[str, str]]  # what is wrong, what is right
    other_day: Callable[[str], tuple[str, str]]  # the same of a day: no, it's on Thursday
    # The day, the hour or both that words name; None where they name more.
    day_named: Callable[[str, Local, Extraction], OtherDay | None]
    # Who was meant wrongly and who it is, where a sentence says nothing else: not me, my son.
    another: Callable[[str], tuple[Who, Who] | None] = lambda _said: None
    # Of which medicine and how much is taken from now on, where a sentence says nothing else.
    redosed: Callable[[str], tuple[str, str]] = lambda _said: ("", "")
    sentence: Callable[[Who, str], str]
    correction: str
    wish: str  # what the user wants remembered, in their own words
    rule: str  # what the agent is to keep to, in the user's own words
    basis: str
    said: str  # what the user said, in their own words, and on which day
    # Whether a sentence that was made of a clause is whole and says what was said.
    faithful: Callable[[str, str], bool] = lambda _content, _said: True
    told_whole: ToldWhole  # whether it says all by itself
    # Whether it is likely enough that it is understood without its clause and its message.
    stands_alone: Callable[[Statement, str, str, Extraction], bool]
    needs_day: Callable[[str], bool]  # whether it holds for its time only and does not name it
    told_on: str  # the same, with the day on which it was told
    bare: Callable[[str], str]  # what was said, without what leads into it
    stands: Stands  # whether that is a statement that needs no other
    held: Callable[[str], Iterable[str]]  # the numbers and names in it
    dayless: Callable[[str, Local, Extraction], str]
    # Whether what was made of a sentence leaves out what it says besides, or what qualifies it;
    # None: that cannot be told.
    leaves_out: LeavesOut | None = None
    # Whether that tells how the speaker lives, though it holds no number, name or day.
    tells: Callable[[str], bool] = lambda _said: False


_SPACE = LazyPattern(r"\s+")
_EDGES = " \t\n　,，.。!！?？;；:：、~～…\"“”'‘’「」『』《》()（）"


def resolved(
    claims: Iterable[Claim], pointing: re.Pattern[str], person: Who | None
) -> Iterator[Claim]:
    """别再提他了: whoever the message spoke of. Where that is nobody, nothing is claimed."""
    for each in claims:
        match = pointing.search(each.value)
        if match is None:
            yield each
        elif person is not None and person.key and match["one"]:
            said, verb = match.group(), match["verb"]
            yield replace(
                each,
                whole=each.whole.replace(said, f"{verb}{person.shown}"),
                value=each.value.replace(said, f"{verb}{person.key}"),
                attribute=each.attribute.replace(fold(said), fold(f"{verb}{person.key}")),
            )


# Hello, Goodbye and 《德州，巴黎》 are one title each: a comma in them parts nothing.
_TITLE = LazyPattern(r"\"[^\"\n]{1,80}\"|“[^”\n]{1,80}”|「[^」\n]{1,80}」|《[^》\n]{1,80}》")
_COMMAS, _SEALS = ",，、", "\ue000\ue001\ue002"
_SEAL, _UNSEAL = str.maketrans(_COMMAS, _SEALS), str.maketrans(_SEALS, _COMMAS)


def sealed(text: str) -> str:
    """The text with the commas of its quotations as signs that part nothing, one for one."""
    return _TITLE.sub(lambda match: match.group().translate(_SEAL), text)


def unsealed(claim: Claim) -> Claim:
    """What is claimed in a sealed text, as it was typed."""
    return replace(
        claim,
        tail=claim.tail.translate(_UNSEAL),
        whole=claim.whole.translate(_UNSEAL),
        attribute=claim.attribute.translate(_UNSEAL),
        value=claim.value.translate(_UNSEAL),
        names=tuple(replace(each, name=each.name.translate(_UNSEAL)) for each in claim.names),
    )


def as_typed(clause: Clause) -> Clause:
    """A clause of a sealed text as it was typed."""
    return replace(clause, text=clause.text.translate(_UNSEAL), said=clause.said.translate(_UNSEAL))


def tidy(text: str) -> str:
    """Text without the marks and spaces around its words."""
    return _SPACE.sub(" ", text).strip(_EDGES)


def key(family: str, thing: str) -> str:
    """An attribute that holds one value for each thing: preference:香菜."""
    return f"{family}:{tidy(fold(thing))}"
