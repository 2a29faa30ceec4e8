"""The minutes of a conversation, by rule: what was decided, is so and is still open, and names.

All of it is in the words of the conversation and of the whole of it, not of its end. What the user
says of themselves is read as consolidation reads it; for what is said of the work there are cues.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import chain, groupby

from mohen.compaction.model import Turn
from mohen.core.values import dataclass
from mohen.knowledge.consolidation.model import IN_EARNEST, Fragment, Tag, Verdict
from mohen.knowledge.transcripts.model import Role, Utterance
from mohen.knowledge.understanding import extraction, fragments, worth_keeping
from mohen.knowledge.understanding.en import ENGLISH
from mohen.knowledge.understanding.similarity import content_terms, share
from mohen.knowledge.understanding.zh import CHINESE
from mohen.policy import Policy
from mohen.text import secrets
from mohen.text.language import has_han, of_most
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.word_lists import topics

Item = tuple[tuple[int, int], str]
"""Something that was said, in which message and where in it."""


@dataclass(frozen=True, slots=True)
class Minutes:
    """Each with what matters most first; names with the oftenest."""

    language: str
    decided: tuple[Item, ...] = ()
    facts: tuple[Item, ...] = ()
    open: tuple[Item, ...] = ()
    names: tuple[Item, ...] = ()

    def sections(self) -> Iterator[tuple[str, tuple[Item, ...]]]:
        """Those that hold something, each with what it is called."""
        labels = topics(__file__, f"{self.language}/minutes.txt")["labels"].split()
        held = (self.decided, self.facts, self.open, self.names)
        return ((label, items) for label, items in zip(labels, held, strict=True) if items)


def taken(turns: Sequence[Turn], known: Sequence[str], policy: Policy) -> Minutes:
    """`known`: names of people and places that the project has cards of."""
    bounds = policy.compaction
    said = [each for place, turn in enumerate(turns) for each in _thoughts(place, turn, policy)]
    sorts: dict[str, list[_Thought]] = {each: [] for each in _SORTS}
    for each in said:
        if (sort := each.sort()) is not None:
            sorts[sort].append(each)
    settled = _Settled((*sorts["decided"], *sorts["agreed"]))
    unanswered = frozenset(_unanswered(turns, policy))
    told, names = _of_the_user(said, policy)
    elsewhere = {each.place for sort in _SORTS if sort != "is_so" for each in sorts[sort]}
    told = [each for each in told if each[0] not in elsewhere]
    return Minutes(
        language=of_most((each.content for each in turns), "en"),
        decided=_worth_most([_items(sorts["decided"]), _items(sorts["agreed"])], bounds.decisions),
        facts=_worth_most([told, _items(sorts["is_so"])], bounds.facts),
        open=_worth_most(
            [[*_items(sorts["open"]), *unanswered], _items(sorts["unsure"])],
            bounds.open,
            lambda each: each not in unanswered and settled.has(each),
        ),
        names=_named(turns, (*known, *names), policy),
    )


@dataclass(frozen=True, slots=True)
class _Thought:
    """Something the user said in earnest. `alone`: the message asks for nothing."""

    fragment: Fragment
    alone: bool

    @property
    def place(self) -> tuple[int, int]:
        return self.fragment.line, self.fragment.part

    @property
    def text(self) -> str:
        return _plain(self.fragment.text)

    def sort(self) -> str | None:
        """What it is; None: nothing for the minutes."""
        text = self.text
        cues = {each: _cue(_language(text), each) for each in (*_SORTS, "wavers")}
        asks = self.fragment.tag is Tag.QUESTION or cues["wavers"].search(text)
        for sort in _SORTS:
            counts = sort == "open" or (not asks and (sort != "unsure" or self.alone))
            if counts and cues[sort].search(text):
                return sort
        return None


_SORTS = ("open", "unsure", "decided", "agreed", "is_so")
_MARKS = " ，,；;。.、！!"


def _plain(text: str) -> str:
    """Without what joins it to what was said before."""
    bare = text.strip(_MARKS)
    return _cue(_language(bare), "joined").sub("", bare).strip(_MARKS)


def _language(text: str) -> str:
    return "zh" if has_han(text) else "en"


def _items(thoughts: Sequence[_Thought]) -> list[Item]:
    return [(each.place, each.text) for each in thoughts]


@cache
def _cue(language: str, topic: str) -> re.Pattern[str]:
    lines = topics(__file__, f"{language}/minutes.txt")[topic].splitlines()
    # English cues are of any case but for names, which stand in lines of their own.
    return re.compile("|".join(each if "[A-Z]" in each else f"(?i:{each})" for each in lines))


def _thoughts(place: int, turn: Turn, policy: Policy) -> Iterator[_Thought]:
    """The user's own: nothing quoted, pasted, played or supposed, and no secret."""
    if turn.role != "user":
        return
    said = fragments.split(_uttered(turn, place), at=turn.at or 0, policy=policy.screening)
    alone = all(each.tag is not Tag.QUESTION for each in said)
    for before, each in zip([None, *said], said, strict=False):
        if before is not None and _POINTS.match(each.text):  # 林晚有哥哥，这个定了
            between = "" if has_han(before.text) else " "
            each = replace(each, text=f"{before.text}{between}{each.text}")
        plain = each.frame in IN_EARNEST and not each.quoted and each.tag is not Tag.CHAT
        if plain and len(each.text) >= policy.compaction.item_chars_min:
            yield _Thought(each, alone)


def _uttered(turn: Turn, place: int) -> Utterance:
    role = Role.USER if turn.role == "user" else Role.ASSISTANT
    return Utterance("", place + 1, role, secrets.without(turn.content), turn.at)


def _of_the_user(said: Sequence[_Thought], policy: Policy) -> tuple[list[Item], list[str]]:
    """What consolidation would learn of the user, and the names in it. Each is a sentence of its
    own; where nobody says when it was said, the user's own words, since "tomorrow" is no day."""
    items: list[Item] = []
    names: list[str] = []
    for _, thoughts in groupby(said, key=lambda each: each.fragment.line):
        kept = [
            each.fragment
            for each in thoughts
            if worth_keeping.screen(each.fragment, policy.screening).verdict is Verdict.KEPT
        ]
        found = extraction.extract(kept, offset_ms=0, policy=policy.extraction)
        for index, each in found.statements:
            dated = bool(kept[index].at)
            where = kept[index].line, kept[index].part
            items.append((where, each.content if dated else _plain(kept[index].text)))
            names += [entity.name for entity in each.entities if entity.name not in _USERS]
    return [each for each in items if each[1]], names


def _unanswered(turns: Sequence[Turn], policy: Policy) -> Iterator[Item]:
    """The questions of the last message: nobody has answered them yet."""
    if not turns or turns[-1].role == "system":
        return
    last = _uttered(turns[-1], len(turns))
    for each in fragments.split(last, at=0, policy=policy.screening):
        if each.tag is Tag.QUESTION and each.frame in IN_EARNEST and not each.quoted:
            yield (each.line, each.part), each.text.strip()


_COMPARED = 100  # decisions, the latest: a conversation with more of them is no conversation


class _Settled:
    """Whether what was left open was decided later."""

    def __init__(self, decided: Sequence[_Thought]) -> None:
        latest = sorted(decided, key=lambda each: each.place)[-_COMPARED:]
        self._decided = [(each.place, _matter(each.text)) for each in latest]

    def has(self, asked: Item) -> bool:
        place, text = asked
        later = [about for at, about in self._decided if at > place]
        about = _matter(text) if later else frozenset()
        return any(_overlap(about, each) >= _SAME for each in later)


def _matter(text: str) -> frozenset[str]:
    """What something is about, without the words that say what became of it."""
    for topic in ("open", "unsure", "decided", "agreed"):
        text = _cue(_language(text), topic).sub(" ", text)
    return content_terms(text)


def _overlap(one: frozenset[str], other: frozenset[str]) -> float:
    """Of the shorter, how much the other has too."""
    return max(share(one, other), share(other, one))


_SAME = 0.5  # of the terms of one that the other has too
_SAID_AGAIN = 0.75


def _worth_most(
    ranked: Sequence[Sequence[Item]], most: int, settled: Callable[[Item], bool] | None = None
) -> tuple[Item, ...]:
    """So many, group after group, in each the latest first; of two on one matter the later."""
    kept: list[Item] = []
    held: list[frozenset[str]] = []
    for each in chain.from_iterable(sorted(group, reverse=True) for group in ranked):
        if len(kept) == most:
            break
        if settled and settled(each):
            continue
        terms = content_terms(each[1])
        if all(_overlap(terms, other) < _SAID_AGAIN for other in held):
            kept.append(each)
            held.append(terms)
    return tuple(kept)


def _named(turns: Sequence[Turn], known: Sequence[str], policy: Policy) -> tuple[Item, ...]:
    """Who and what was named, the oftenest first: those that are known, and titles in brackets."""
    spoken = "\n".join(secrets.without(each.content) for each in turns if each.role != "system")
    titles = [found[1] for found in _TITLE.finditer(spoken)]
    sound = [each for each in (*known, *titles) if not _NO_NAME.fullmatch(each)]
    counts = {each: spoken.count(each) for each, _ in Counter(sound).most_common(_COUNTED)}
    ranked = sorted((each for each in counts if counts[each]), key=lambda n: (-counts[n], n))
    whole = [name for name in ranked if not any(name != o and name in o for o in ranked)]
    return tuple(((0, rank), name) for rank, name in enumerate(whole[: policy.compaction.names]))


_COUNTED = 400  # names: each is looked for in all that was said
_NO_NAME = LazyPattern(r"[\x00-\x7f]{0,2}|[a-z][\x00-\x7f]*|.")
_POINTS = LazyPattern(r"(?:这|那)(?:个|一点|件事|样|就)?|(?:this|that|it)\b", re.IGNORECASE)
_USERS = frozenset({CHINESE.user, ENGLISH.user})
_TITLE = LazyPattern(r"《([^《》\n]{1,30})》")
