"""The values of one attribute over time: what held from when until when (R196).

Everything that was ever said of it is laid out by the time it was said and read again from the
beginning, so that it makes no difference in which order transcripts are read: an older one that
is read later goes into history and not on top. A value that is said again while it holds is one
more mention of it; another value ends it; and what is said to have ended ended then, if it held.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field

from mohen.core.values import dataclass
from mohen.knowledge.model import Item
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.normalize import fold

ENDED = "no longer: "
"""How the basis of a fact begins that says only that a value holds no more. It has no value of
its own, so that nobody shows it as one."""

NONE = "no"
"""The value of an illness that is healed, or of a medicine that was stopped."""
_SHORTENED = frozenset(("location", "hometown", "employer"))
_DISTRICT = LazyPattern(r"(?<=..)(?:市|省)")
_LETTERS = LazyPattern(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class Mention:
    """One time that somebody said it. `row`: the item in which it stands; None: it is being said
    now. `rank` parts what was said in one message: later rows came later."""

    at: int
    session: str
    line: int
    value: str
    ended: bool = False
    row: str | None = None
    rank: int = 0

    @property
    def place(self) -> tuple[int, str, int, bool, int]:
        return self.at, self.session, self.line, self.row is None, self.rank


@dataclass(slots=True)
class Span:
    """While one value held. One that ends where it begins never did: something else held when it
    was said to have ended."""

    value: str
    ended: bool
    start: int
    end: int | None = None
    mentions: list[Mention] = field(default_factory=list)
    row: str | None = None  # the item that it is; None: one is to be made
    like: str | None = None  # the item whose words that one has; None: those said now

    @property
    def void(self) -> bool:
        return self.end == self.start


def spans(mentions: Iterable[Mention], attribute: str) -> list[Span]:
    """In order; those that are not void follow each other without a gap or an overlap."""
    found: list[Span] = []
    now: Span | None = None
    for each in sorted(mentions, key=lambda mention: mention.place):
        if now is not None and _goes_on(now, each, attribute):
            now.mentions.append(each)
            continue
        span = Span(each.value, each.ended, each.at, mentions=[each])
        found.append(span)
        if each.ended and now is not None and not _ends(each, now, attribute):
            span.end = each.at  # of something that did not hold then
            continue
        if now is not None:
            now.end = each.at
        now = span
    return _seated(found)


def _goes_on(now: Span, mention: Mention, attribute: str) -> bool:
    if now.ended != mention.ended or not same(now.value, mention.value, attribute):
        return False
    rows = {each.row for each in (*now.mentions, mention) if each.row is not None}
    return len(rows) <= 1  # items are never poured into one: each may be pointed at


def _ends(mention: Mention, now: Span, attribute: str) -> bool:
    return not now.ended and ends(now.value, mention.value, attribute)


def ends(held: str, said: str, attribute: str) -> bool:
    """Whether an end that was said is the end of what is held. Who quits says no more than that,
    and ends whatever there is; so does who takes a medicine no more."""
    return said in ("", NONE) or same(held, said, attribute)


def _seated(found: list[Span]) -> list[Span]:
    """Which item each span is. An item that falls into two stays the newer one of them."""
    taken: set[str] = set()
    for span in reversed(found):
        row = next((each.row for each in span.mentions if each.row is not None), None)
        if row is None:
            continue
        if row in taken:
            span.like = row
        else:
            span.row = row
            taken.add(row)
    return found


def same(held: str, said: str, attribute: str = "") -> bool:
    """Whether what is said now is what is held. Of a place or a firm less may be said: who lives in
    上海浦东 may say 上海, who works at 字节跳动 may say 字节."""
    one, other = letters_of(held), letters_of(said)
    if one == other:
        return True
    if attribute not in _SHORTENED:
        return False
    one, other = _DISTRICT.sub("", one), _DISTRICT.sub("", other)
    return bool(other) and (one == other or (not other.isascii() and one.startswith(other)))


def letters_of(value: str) -> str:
    """Letters and digits, whatever their case and width."""
    return _LETTERS.sub("", fold(value))


def ended_value(item: Item) -> str | None:
    """Of which value an item says that it holds no more."""
    return item.basis.removeprefix(ENDED) if item.basis.startswith(ENDED) else None


def mentions_of(
    item: Item, said: Sequence[tuple[str, int, int]], *, rank: int, typed: bool
) -> list[Mention]:
    """What was said where as an item holds it. What a hand wrote was also said when it did."""
    over = ended_value(item)
    value, ended = (item.value, False) if over is None else (over, True)
    found = [Mention(at, session, line, value, ended, item.id, rank) for session, line, at in said]
    if typed or not found:
        found.append(Mention(item.began, "", 0, value, ended, item.id, rank))
    return found
