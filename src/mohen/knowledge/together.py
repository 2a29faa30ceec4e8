"""Facts and what was said in one list, the best first.

A fact brings the line it was drawn from, and no line stands twice. Where nothing is surely about
the question, nothing is answered: the nearest noise is no answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from mohen.core import health as broken_parts
from mohen.core.degradation import Reason
from mohen.episodes.model import Mode, Purpose
from mohen.errors import StoreError
from mohen.knowledge import calendar, query_parsing
from mohen.knowledge.model import Found, Hit, Item, Query, Recalled, Recollection, State, Wish
from mohen.text import terms
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.normalize import fold

if TYPE_CHECKING:
    from mohen.conversations.model import Message, Quote
    from mohen.conversations.search import TalkSearch
    from mohen.core.database import Database, Tx
    from mohen.core.degradation import Degradation
    from mohen.core.health import Health
    from mohen.knowledge.held_back import HeldBack
    from mohen.knowledge.policy import Search as Bounds
    from mohen.knowledge.search import KnowledgeSearch
    from mohen.knowledge.store import KnowledgeStore
    from mohen.policy import Policy
    from mohen.retrieval.certainty import Shares
    from mohen.retrieval.diversity import Told

One = TypeVar("One")
Place = tuple[str, int]
"""Where something was said: session, and place in it."""

About = tuple[str, str]
"""Of whom something is known, and what: subject and attribute."""

_SUBJECT = "conversations"


class SearchTogether:
    """Searches knowledge and conversations at once."""

    def __init__(
        self,
        *,
        health: Health,
        held_back: HeldBack,
        knowledge_search: KnowledgeSearch,
        knowledge_store: KnowledgeStore,
        mind_db: Database,
        policy: Policy,
        talk_db: Database,
        talk_search: TalkSearch,
    ) -> None:
        self._health = health
        self._held_back = held_back
        self._knowledge_search = knowledge_search
        self._knowledge_store = knowledge_store
        self._mind_db = mind_db
        self._policy = policy
        self._talk_db = talk_db
        self._talk_search = talk_search

    def search(self, query: Wish) -> Recollection:
        """Who names a session or a speaker asks for what was said; who names a type, an entity or
        a category asks for facts."""
        bounds = self._policy.search
        most = bounds.limit if query.limit is None else query.limit
        found = Found(items=(), mode=Mode.DETERMINISTIC)
        if query.session is None and query.speaker is None:
            found = self._knowledge_search.search(query)
        quotes: list[Quote] = []
        held, broken = 0, list(found.degradations)
        if not (query.types or query.entity or query.categories):
            quotes, held, worse = self.said(query, most=most)
            broken += worse
        shares = self.shares(query)
        sure, lines = self.judge(found, shares), {_place(each.message) for each in quotes}
        facts = [
            each for each in found.items if sure(each) or not lines.isdisjoint(places(each.item))
        ]
        order = fused(facts, quotes, bounds)
        if quotes or shares:
            order = self.newest_first(query, order, lambda each: _told(each, shares))
        order = calendar.in_order(order, found.days, lambda each: _event_at(each[1]))
        items = self._whole(query, [one for _, one in order[:most]])
        items = self.holding_first(query, items, _known)
        return Recollection(
            items=tuple(items),
            mode=found.mode,
            decided_by=found.decided_by,
            marks=tuple(self._marks(query, items)),
            held_back=found.held_back + held,
            degradations=tuple(broken),
        )

    def said(
        self, query: Wish, *, most: int, around: bool = True
    ) -> tuple[list[Quote], int, list[Degradation]]:
        """What was said that is surely about it, how much of that an agent is not given, and what
        is broken. `around`: with what stands before and after it, each line judged by itself."""
        if query.project_id is None or not self._talk_db.is_there:
            return [], 0, []
        quotes: list[Quote] = []
        broken: list[Degradation] = []
        try:
            quotes = self._talk_search.search(
                query.project_id,
                query.text,
                session=query.session,
                speaker=query.speaker,
                since=query.since,
                until=query.until,
                as_of=query.as_of,
                limit=most,
                surely=True,
                asks=query.asks,
            )
        except StoreError:
            broken = [broken_parts.TALK_UNREADABLE]
        self._health.settle(_SUBJECT, broken, among=(Reason.TALK_UNREADABLE,))
        if not any(each.sure for each in quotes):
            return [], 0, broken
        given = self._passed(query, quotes, around=around)
        return given, len(quotes) - len(given), broken

    def _passed(self, query: Wish, quotes: Iterable[Quote], *, around: bool = True) -> list[Quote]:
        """What may be given to whoever asks, line by line."""
        given = [each for each in quotes if not self._is_held(query, each.message)]
        if not around:
            return [replace(each, before=None, after=None) for each in given]
        return [
            replace(
                each, before=self._given(query, each.before), after=self._given(query, each.after)
            )
            for each in given
        ]

    def _marks(self, query: Wish, items: Sequence[Recalled]) -> Iterable[str]:
        """For whoever shows them; finding them takes longer than the search."""
        if not query.text or not query.marks:
            return ()
        asked = terms.query_terms(query.text, policy=self._policy.recall)
        texts = [text for each in items for text in _texts(each)]
        return dict.fromkeys(word for text in texts for word in terms.as_they_stand(asked, text))

    def shares(self, query: Query) -> Shares:
        """What the words of a question tell among all that was said; none where nobody can say."""
        with suppress(StoreError):
            if query.project_id is not None and query.text and self._talk_db.is_there:
                return self._talk_search.shares(query.project_id, query.text)
        return []

    def newest_first(
        self, query: Query, found: Sequence[One], told: Callable[[One], Told | None]
    ) -> list[One]:
        """Of what says the same about somebody the newest first, unless the past is asked for."""
        if self._asks_of_then(query):
            return list(found)
        from mohen.retrieval import diversity  # where nothing was said nobody needs it

        return diversity.newest_first(found, told, self._policy.finding)

    def holding_first(
        self, query: Query, found: Sequence[One], known: Callable[[One], Item | Message | None]
    ) -> list[One]:
        """What says something that does not hold any more behind what took its place, unless the
        past is asked for. `known`: the item, or the line where nothing is known of it."""
        given = [known(each) for each in found]
        gone = self._gone(query.project_id, given)
        if not gone or self._asks_of_then(query):
            return list(found)
        order = list(range(len(found)))
        for at in gone:
            holds = (
                place
                for place, other in enumerate(order)
                if isinstance(item := given[other], Item)
                and item.state is State.ACTIVE
                and _about(item) in gone[at]
            )
            if (behind := next(holds, -1)) > (place := order.index(at)):
                order.insert(behind, order.pop(place))
        return [found[each] for each in order]

    def changed(self, project_id: str | None, items: Sequence[Item]) -> frozenset[str]:
        """Of these, by id, the ones in somebody's own words of which something has changed."""
        return frozenset(items[at].id for at in self._gone(project_id, items))

    def _gone(
        self, project_id: str | None, given: Sequence[Item | Message | None]
    ) -> dict[int, frozenset[About]]:
        """By place: of whom and what each says something that does not hold any more. A fact that a
        template read says one thing, and what else stood in its line is none of it."""
        with suppress(StoreError), self._mind_db.read() as reader:
            return {
                at: frozenset(_about(item) for item in past)
                for at, each in enumerate(given)
                if each is not None and (past := self._no_more(reader, project_id, each))
            }
        return {}

    def _no_more(self, reader: Tx, project_id: str | None, one: Item | Message) -> list[Item]:
        if not isinstance(one, Item):
            return self._past(reader, project_id, _place(one))
        words = fold(own_words(one))
        past = (self._past(reader, project_id, each) for each in (places(one) if words else ()))
        return [each for some in past for each in some if _is_said(each, words)]

    def _asks_of_then(self, query: Query) -> bool:
        from mohen.retrieval import question  # where nothing was said nobody needs it

        return question.read(query.text or "", policy=self._policy.recall).of_then

    def judge(self, found: Found, shares: Shares) -> Callable[[Hit], bool]:
        """Whether a fact is surely about the question: it holds enough of what the words tell among
        all that was said. Where little was said, whatever was found is."""
        named, policy = frozenset(found.named), self._policy

        def sure(hit: Hit) -> bool:
            if not shares or hit.answers or not named.isdisjoint(hit.item.entities):
                return True
            if (hit.likeness or 0.0) >= policy.inject.alike:
                return True
            from mohen.retrieval import certainty

            return certainty.met(shares, query_parsing.words(hit.item)) >= policy.search.sure_words

        return sure

    def _given(self, query: Wish, message: Message | None) -> Message | None:
        return None if message is None or self._is_held(query, message) else message

    def _is_held(self, query: Wish, message: Message) -> bool:
        """Whether a person must have seen it before an agent is given it."""
        for_agent = query.purpose is Purpose.CONTEXT
        return for_agent and self._held_back.holds(query.project_id, message.text)

    def _whole(self, query: Wish, items: Sequence[Recalled]) -> Sequence[Recalled]:
        """Facts with the line they were drawn from, lines with what became of what they said."""
        if query.project_id is None or not self._talk_db.is_there:
            return items
        wanted = [place for each in items if each.said is None for place in _last(each)]
        try:
            found = self._talk_search.at(query.project_id, wanted)
        except StoreError:  # whoever searched has said so
            found = []
        lines = {_place(each.message): each for each in self._passed(query, found)}
        try:
            with self._mind_db.read() as reader:
                return [self._with(reader, query, each, lines) for each in items]
        except StoreError:
            return items

    def _with(
        self, reader: Tx, query: Wish, one: Recalled, lines: Mapping[Place, Quote]
    ) -> Recalled:
        if one.said is None:
            line = next((lines[each] for each in _last(one) if each in lines), None)
            return replace(one, said=line)
        past = self._past(reader, query.project_id, _place(one.said.message))
        if query.purpose is Purpose.CONTEXT:
            past = self._held_back.passed(past)
        return replace(one, replaced=tuple(each.content for each in past))

    def _past(self, reader: Tx, project_id: str | None, at: Place) -> list[Item]:
        """What was known from a line and does not hold any more."""
        known = self._knowledge_store.of_source(reader, project_id, *at)
        return [each for each in known if each.state is State.SUPERSEDED]

    def outdated(self, project_id: str, messages: Iterable[Message]) -> frozenset[str]:
        """Of these the ones that say something which does not hold any more, by where they
        stand."""
        at = {_place(each): each.where for each in messages}
        past = self._knowledge_store.outdated(project_id, at)
        return frozenset(at[each] for each in past)


def _texts(one: Recalled) -> list[str]:
    facts = (*filter(None, (one.fact,)), *one.also)
    said = [] if one.said is None else [one.said.before, one.said.message, one.said.after]
    return [each.item.content for each in facts] + [each.text for each in said if each]


def _event_at(one: Recalled) -> int | None:
    return None if one.fact is None else one.fact.item.event_at


def _last(one: Recalled) -> list[Place]:
    """Where the fact was said last."""
    return [] if one.fact is None else [*places(one.fact.item)][:1]


def fused(
    facts: Sequence[Hit], quotes: Sequence[Quote], bounds: Bounds
) -> list[tuple[float, Recalled]]:
    """One order of two, each with what it counts. A line counts by its score beside the best
    line's, a fact by its relevance, and a line from which a fact was drawn by both. A fact that was
    asked for by its very key goes before everything."""
    at: dict[Place, int] = {}
    found: list[tuple[float, Recalled]] = []
    best = max((each.score for each in quotes), default=0.0) or 1.0
    for quote in quotes:
        at[_place(quote.message)] = len(found)
        found.append((quote.score / best, Recalled(said=quote)))
    for hit in facts:
        worth = bounds.fact_share * hit.relevance + float(hit.answers)
        line = next((at[place] for place in places(hit.item) if place in at), None)
        if line is None:
            found.append((worth, Recalled(fact=hit)))
            continue
        before, one = found[line]
        with_it = (
            replace(one, fact=hit) if one.fact is None else replace(one, also=(*one.also, hit))
        )
        found[line] = before + worth, with_it
    order = sorted(range(len(found)), key=lambda each: (-found[each][0], each))
    return [found[each] for each in order]


def _told(counted: tuple[float, Recalled], shares: Shares) -> Told | None:
    """As it is compared with others: by its line where there is one."""
    score, one = counted
    if one.said is not None:
        line: Told | None = one.said.told
        return None if line is None else replace(line, score=score)
    return None if one.fact is None else as_told(one.fact.item, shares, score)


def as_told(item: Item, shares: Shares, score: float) -> Told:
    """A fact, as it is compared with others."""
    from mohen.retrieval import certainty
    from mohen.retrieval.diversity import Told

    held = certainty.held(shares, query_parsing.words(item))
    return Told(
        who=item.subject,
        where=next((session for session, _ in places(item)), item.id),
        at=item.began,
        score=score,
        holds=held,
        states=frozenset(held),
    )


def _known(one: Recalled) -> Item | Message | None:
    if one.fact is not None:
        return one.fact.item
    return None if one.said is None else one.said.message


def _about(item: Item) -> About:
    return item.subject, item.attribute


_OWN_WORDS = LazyPattern(r'[^"“]{0,200}(?<=\d{4}-\d\d-\d\d)(?:: "| 说：“)(?P<said>.+)["”]$')


def own_words(item: Item) -> str:
    """Those of whoever said it, where an item is nothing but that."""
    own = _OWN_WORDS.match(item.content)
    return own["said"] if own else ""


def _is_said(item: Item, words: str) -> bool:
    """Whether words say what an item does: its value stands in them, or what it is of."""
    named = (item.value, item.attribute.partition(":")[2])
    return any(fold(each) in words for each in named if each)


def _place(message: Message) -> Place:
    return message.session, message.place


def places(item: Item) -> Iterable[Place]:
    """Where it was said, the newest first."""
    for source in reversed(item.sources):
        session, _, line = source.rpartition(":")
        if session and line.isdecimal():
            yield session, int(line)


_BECAUSE = {
    "words": ("its words", "用词"),
    "neighbours": ("what was said around it", "前后所说"),
    "meaning": ("its meaning", "含义"),
    "speaker": ("who said it", "说话的人"),
    "time": ("when it was said", "说的时间"),
}


def because(one: Recalled) -> tuple[str, str]:
    """Why it was found, in one short line, English and Chinese."""
    if one.fact is not None:
        return one.fact.reason
    stages = [_BECAUSE[each] for each in one.said.because] if one.said else []
    return " · ".join(each[0] for each in stages), "、".join(each[1] for each in stages)
