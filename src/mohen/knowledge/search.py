"""Finding knowledge again: by words, by meaning and by name, each hit with its reason.

The engine is recall's. Anything broken gives a deterministic order, says so, and never an
exception. What faded into the archive comes back when it is found (R227); what a person put there
is found by who asks for it, and stays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field, replace
from functools import partial
from math import inf
from typing import TYPE_CHECKING

from mohen.core import calls, health, system, validation
from mohen.core.degradation import Degradation, Reason
from mohen.core.logs import logger
from mohen.core.scope import Scope
from mohen.core.settings_model import Settings
from mohen.core.values import dataclass
from mohen.episodes import ranking, relevance
from mohen.episodes.model import DecidedBy, Mode, Purpose
from mohen.errors import EmbedderError, InvalidArgument, StoreError
from mohen.knowledge import calendar, query_parsing
from mohen.knowledge.identities import NOBODY_KNOWN, Identities
from mohen.knowledge.index_items import _SUBJECT, KnowledgeIndexer
from mohen.knowledge.model import (
    GLOBAL,
    EntityType,
    Found,
    Glimpse,
    Hit,
    Item,
    Query,
    State,
    Wanted,
)
from mohen.text import redact, terms
from mohen.text.dates import Local

if TYPE_CHECKING:
    from mohen.core.database import Database
    from mohen.core.health import Health
    from mohen.core.ports import Clock, Embedder, EmbedderFor, Jobs, Matrix
    from mohen.core.settings import UserSettings
    from mohen.core.vectors import Measured
    from mohen.episodes.embed import EpisodeEmbedder
    from mohen.knowledge.agents.agents import Agents
    from mohen.knowledge.fade import Fader
    from mohen.knowledge.held_back import HeldBack
    from mohen.knowledge.index import KnowledgeIndex
    from mohen.knowledge.self_output import SaidToAgents
    from mohen.knowledge.store import KnowledgeStore
    from mohen.policy import Policy


# -- One question to knowledge, on its way to candidates in their order.


Ranked = tuple[Glimpse, ranking.Ranked]


@dataclass(frozen=True, slots=True)
class Seen:
    """What is read before a question to a project is looked for."""

    who: Identities
    scopes: tuple[str, ...]  # that may be looked through
    rules: Settings


@dataclass(slots=True)
class Search:
    """One question on its way to an answer."""

    query: Query
    text: str
    wanted: Wanted
    limit: int
    rules: Settings
    asked: query_parsing.Asked = field(default_factory=query_parsing.Asked)
    who: Identities = NOBODY_KNOWN
    now: int = 0
    model: Embedder | None = None
    vector: Matrix | None = None
    trust: float = 0.0
    noise: relevance.Noise | None = None
    least: float = inf  # the cosine from which likeness alone finds something
    answers: frozenset[int] = frozenset()  # kept under the very key that was asked for
    # Of them, those on the days that were asked for, the earliest first.
    dated: Mapping[int, int] = field(default_factory=dict)
    broken: list[Degradation] = field(default_factory=list)
    measured: Callable[[], list[tuple[Measured, bool]]] = list  # how near everything is


class KnowledgeSearch:
    """Finds knowledge by words, meaning, names and time."""

    def __init__(
        self,
        *,
        agents: Agents,
        clock: Clock,
        embedder_for: EmbedderFor,
        episode_embedder: EpisodeEmbedder,
        fader: Fader,
        health: Health,
        held_back: HeldBack,
        jobs: Jobs,
        knowledge_index: KnowledgeIndex,
        knowledge_indexer: KnowledgeIndexer,
        knowledge_store: KnowledgeStore,
        mind_db: Database,
        policy: Policy,
        said_to_agents: SaidToAgents,
        settings: UserSettings,
    ) -> None:
        self._agents = agents
        self._clock = clock
        self._embedder_for = embedder_for
        self._episode_embedder = episode_embedder
        self._fader = fader
        self._health = health
        self._held_back = held_back
        self._jobs = jobs
        self._knowledge_index = knowledge_index
        self._knowledge_indexer = knowledge_indexer
        self._knowledge_store = knowledge_store
        self._mind_db = mind_db
        self._policy = policy
        self._said_to_agents = said_to_agents
        self._settings = settings

    def asked(self, search: Search) -> query_parsing.Asked:
        policy, index = self._policy.search, self._knowledge_index
        guessed = query_parsing.guesses(search.text, policy)
        known = {*index.named(search.wanted.scopes, guessed)}
        known |= {*search.who.renamed(guessed, search.now)}
        named = (
            one
            for each in query_parsing.longest(known)
            for one in search.who.meant(each, search.now)
        )
        return query_parsing.Asked(
            names=tuple(dict.fromkeys(named))[: policy.names_told],
            numbered=tuple(query_parsing.identifiers(search.text)),
            user=query_parsing.asks_of_user(search.text),
            attributes=query_parsing.attributes(search.text),
            kin=bool(query_parsing.kin(search.text)),
            days=calendar.asked(
                search.text, Local(search.now, system.offset(search.now)), self._policy.extraction
            ),
        )

    def encode(self, search: Search) -> None:
        """The question as a vector; none when meaning is out of order, or when it has no meaning
        (punctuation alone is as near to everything as to nothing). Before anything is read: who
        waits for another machine holds no reader."""
        if not search.text:
            return
        try:
            search.model = self._embedder_for(search.rules.answering)
            vector = self._episode_embedder.question(search.model, search.text)
        except EmbedderError as error:
            search.broken.append(health.embedder_dead(error))
            return
        if vector is not None and vector.any():
            search.vector, search.trust = vector, search.model.trust
            # What is known are short sentences: of them no two are passages, whatever is asked.
            search.noise = self._episode_embedder.noise(search.model, "")
            search.least = search.noise.cosine(self._policy.search.alike)
            self._measure(search, self._depth(search))

    def _depth(self, search: Search) -> int:
        return max(self._policy.search.depth, search.limit)

    def _measure(self, search: Search, depth: int) -> None:
        """Begun at once, on another core: what is asked and which words are looked for
        meanwhile. Of few it is done sooner than handed over."""
        work, model, vector = partial(self._measured, search, depth), search.model, search.vector
        held = None
        if model is not None and vector is not None:
            held = self._knowledge_index.held(search.wanted.scopes, model.name, len(vector))
        few = held is not None and held <= _FEW
        search.measured = work if few else self._jobs.beside(work)

    def ranked(self, search: Search) -> list[Ranked]:
        """By words, by name and by meaning. Where filters leave too little of the nearest, once
        more among many; what matches in words is never missed."""
        policy = self._policy.search
        found, more = self._candidates(search, self._depth(search))
        if more and len(found) < search.limit:
            self._measure(search, policy.postings)
            found, _ = self._candidates(search, policy.postings)
        return found

    def _candidates(self, search: Search, depth: int) -> tuple[list[Ranked], bool]:
        """In order, and whether there may be more."""
        index, policy = self._knowledge_index, self._policy.search
        words = self._by_words(search, depth)
        found = {each.pk: each for each, _ in words}
        spans = [span for each in search.asked.names for span in search.who.spans(each, search.now)]
        names = [*dict.fromkeys(name for name, *_ in spans or search.wanted.entity)]
        if names and len(words) < depth:  # else what names them was found by the name
            about = index.about(search.wanted, names, newest=policy.about_newest, limit=depth)
            found |= {each.pk: each for each in about}
        found |= (answers := self._answers(search, depth))
        search.answers = frozenset(answers)
        cosines = self._by_meaning(search, depth, found)
        unseen = [pk for pk, near in cosines.items() if near >= search.least and pk not in found]
        found |= {each.pk: each for each in index.glimpses(search.wanted, unseen)}
        ranked = query_parsing.rank(
            found.values(),
            search.asked,
            self._known_as(search, found) if _names_matter(search.asked) else {},
            words={each.pk: worth for each, worth in words},
            cosines=cosines,
            answers=search.answers,
            least=search.least,
            trust=search.trust,
            policy=policy,
        )
        return ranked, max(len(words), len(unseen)) >= depth

    def _known_as(self, search: Search, found: Mapping[int, Glimpse]) -> dict[int, list[str]]:
        """Of whom each speaks, by the name they are known under now: 女朋友 is 李梅."""
        named = self._knowledge_index.names_of(found)
        return {
            pk: [
                search.who.one(name, each.created_at) for name in (*named.get(pk, ()), each.subject)
            ]
            for pk, each in found.items()
        }

    def _answers(self, search: Search, depth: int) -> dict[int, Glimpse]:
        """What is kept under the very key that the question asks for, or is on the days it asks
        for: 我住哪 and `where do I live` ask for the same."""
        asked = search.asked
        dated = (
            self._knowledge_index.on_days(search.wanted, asked.days, depth) if asked.days else ()
        )
        there = {each.pk: each for each in dated}
        search.dated = {pk: place for place, pk in enumerate(there)}
        if not asked.attributes:
            return there
        who, now = search.who, search.now
        subjects = [span.name for each in asked.subjects for span in who.spans(each, now)]
        found = self._knowledge_index.answering(
            search.wanted, [*dict.fromkeys(subjects)], asked.attributes, depth
        )
        # What was once said of 女朋友 is of whoever she was then.
        return there | {
            each.pk: each
            for each in found
            if who.one(each.subject, each.created_at) in asked.subjects
        }

    def _by_words(self, search: Search, depth: int) -> list[tuple[Glimpse, float]]:
        """Of a question's words the telling ones. Where even the rarest is everywhere, the newest
        that hold it are as good as any. Only where too few pass the filters all are looked at."""
        index, policy = self._knowledge_index, self._policy
        asked = terms.query_terms(search.text, policy=policy.recall)
        asked += terms.in_its_script(search.text)
        try:
            spread = index.spread(asked)
            telling = terms.rarest(asked, spread, policy.search.postings)
            words = terms.as_words(telling)
            if not words:
                return []
            common = sum(spread[each] for each in telling) > policy.search.postings
            quick = index.newest_with_words if common else index.by_words
            found = quick(words, search.wanted, limit=depth, among=policy.search.among)
            if len(found) >= search.limit:
                return found
            return index.by_words(words, search.wanted, limit=depth)
        except StoreError:
            search.broken.append(health.INDEX_BROKEN)
            return []

    def _measured(self, search: Search, depth: int) -> list[tuple[Measured, bool]]:
        if search.vector is None or search.model is None:
            return []
        return self._knowledge_index.measured(
            search.wanted.scopes, search.model.name, search.vector, depth
        )

    def _by_meaning(self, search: Search, depth: int, also: Iterable[int]) -> dict[int, float]:
        """The nearest, and how near those are that were found otherwise."""
        try:
            found, foreign = self._knowledge_index.nearest(search.measured(), depth, also=also)
        except StoreError:
            search.broken.append(health.VECTORS_BROKEN)
            found, foreign = {}, False
            search.vector, search.measured = None, list
        if foreign:
            search.broken.append(health.VECTORS_FOREIGN)
            search.vector, search.measured = None, list
        return {} if foreign else found

    # -- asking

    def seen(self, project_id: str | None) -> Seen | None:
        """For several questions; None where it cannot be read, which they will say."""
        try:
            return self._seen(project_id)
        except StoreError:
            return None

    def search(self, query: Query, *, seen: Seen | None = None) -> Found:
        search, owes = self._begin(query, seen), False
        try:
            self.encode(search)  # first: how near everything is, is measured meanwhile
            with self._mind_db.together():
                hits, mode = self._find(search)
                waiting = self._waiting(search, hits)
                owes = search.vector is not None and self._knowledge_index.owes()
        except StoreError:
            search.broken.append(health.MIND_UNREADABLE)
            search.vector = None
            hits, mode, waiting = (), Mode.DETERMINISTIC, frozenset()
        hits = tuple(each for each in hits if each.item.id not in waiting)
        self._health.settle(_SUBJECT, search.broken, among=_SEARCHES if search.text else _FILTERS)
        calls.check()  # an answer nobody waits for any more must not count as an access
        self._touch(search, hits)
        if owes:
            self._knowledge_indexer.follow_up()
        return Found(
            items=hits,
            mode=mode,
            decided_by=_decided(search, hits),
            named=search.asked.names,
            days=search.asked.days,
            held_back=len(waiting),
            degradations=tuple(dict.fromkeys(search.broken)),
        )

    def _waiting(self, search: Search, hits: Sequence[Hit]) -> frozenset[str]:
        """What a person must have seen before an agent is given it."""
        if search.query.purpose is not Purpose.CONTEXT:
            return frozenset()
        return frozenset(each.item.id for each in hits if self._held_back.holds_item(each.item))

    def _begin(self, query: Query, seen: Seen | None = None) -> Search:
        policy, now = self._policy.search, self._clock.now()
        validation.check_ids(
            self._policy.recording, projectId=query.project_id, entity=query.entity
        )
        validation.check_moments(
            self._policy.recording, since=query.since, until=query.until, asOf=query.as_of
        )
        if query.since is not None and query.until is not None and query.since >= query.until:
            raise InvalidArgument("since must be before until", field="since")
        limit = policy.limit if query.limit is None else query.limit
        if not 1 <= limit <= policy.limit_max:
            raise InvalidArgument(f"limit must be 1 to {policy.limit_max}", field="limit")
        search = Search(
            query=query,
            text=(query.text or "").strip()[: self._policy.recall.query_chars],
            wanted=_wanted(query, now),
            limit=limit,
            rules=Settings(),
            now=now,
        )
        try:
            named = bool(query.entity or search.text)
            self._read_in(search, seen or self._seen(query.project_id, named=named))
        except StoreError:
            search.broken.append(health.MIND_UNREADABLE)
        return search

    def _seen(self, project_id: str | None, *, named: bool = True) -> Seen:
        """`named`: somebody may be asked for by name."""
        with self._mind_db.together():
            return Seen(
                self._knowledge_store.identities(Scope(project_id)) if named else NOBODY_KNOWN,
                self._scopes(project_id),
                self._settings.get(),
            )

    def _read_in(self, search: Search, seen: Seen) -> None:
        entity, search.who, search.rules = search.query.entity, seen.who, seen.rules
        search.wanted = replace(
            search.wanted,
            scopes=seen.scopes,
            entity=tuple(seen.who.spans(entity, search.now)) if entity else (),
        )
        if names := seen.rules.redact_names:  # what is known holds marks, so the question must too
            key = self._settings.redaction_key()
            search.text = redact.mask(search.text, names, key, self._policy.settings)

    def _scopes(self, project_id: str | None) -> tuple[str, ...]:
        """The project's own, what is global, and what it may read of other agents (C92)."""
        if project_id is None:
            return (GLOBAL,)
        return (project_id, GLOBAL, *self._agents.readable(project_id))

    def _find(self, search: Search) -> tuple[tuple[Hit, ...], Mode]:
        if not search.text:
            best = self._knowledge_index.by_score(search.wanted, search.limit)
            items = self._items([each.id for each in best])
            hits = [
                Hit(each, each.score, query_parsing.by_score(each.score)) for each in items.values()
            ]
            return tuple(hits), Mode.DETERMINISTIC
        search.asked = self.asked(search)
        ranked, last = self.ranked(search), len(search.dated)
        if search.dated:  # of many days the next ones
            ranked.sort(key=lambda each: search.dated.get(each[0].pk, last))
        best_first = ranked[: search.limit]
        mode = Mode.DETERMINISTIC if search.vector is None else Mode.SEMANTIC
        items = self._items([each.id for each, _ in best_first])
        return tuple(
            Hit(
                items[each.id],
                worth.score,
                query_parsing.explain(worth.reason, search.asked, dated=each.pk in search.dated),
                fit=worth.score - worth.reason.strength,
                worded=worth.reason.text_share is not None or bool(worth.reason.scene),
                likeness=_likeness(search, worth.reason),
                answers=each.pk in search.answers,
            )
            for each, worth in best_first
            if each.id in items and worth.score >= search.query.least
        ), mode

    def _items(self, ids: Sequence[str]) -> dict[str, Item]:
        """Whole, in their order."""
        with self._mind_db.read() as reader:
            found = {each.id: each for each in self._knowledge_store.some(reader, ids)}
        return {id: found[id] for id in ids if id in found}

    def _touch(self, search: Search, hits: Sequence[Hit]) -> None:
        """What had faded comes back (R227), but not for a hit that hardly a word led to; what is
        given to an agent was said by us."""
        if search.query.purpose is Purpose.CONTEXT:
            said = "\n".join(each.item.content for each in hits)
            self.spoken(search.query.project_id, [each.item for each in hits], said)
        elif search.text and not search.wanted.past:
            least = self._policy.search.wakes_from
            self._access(
                [
                    each.item.id
                    for each in hits
                    if each.item.state is State.ARCHIVED and each.relevance >= least
                ],
            )

    def spoken(self, project_id: str | None, items: Sequence[Item], text: str) -> None:
        """This was given to an agent: it was of use (C63), and it is our own voice (C64). Noted in
        jobs, after the answer."""
        if text:
            say = partial(self._said_to_agents.remember, project_id or GLOBAL, [text])
            # At once: a model that answers at once may repeat it.
            self._jobs.submit("own words", say, once=False)
        self._access([each.id for each in items if each.state in (State.ACTIVE, State.ARCHIVED)])

    def _access(self, ids: Sequence[str]) -> None:
        if ids:
            self._jobs.submit(
                "touch knowledge",
                lambda: self._fader.touch(ids),
                after_ms=_ANSWERED_MS,
                once=False,
            )

    def names(
        self, project_id: str | None, text: str, *, seen: Seen | None = None
    ) -> Mapping[str, EntityType]:
        """The known names in a text, the longest of each place."""
        search = self._begin(Query(project_id=project_id, text=text), seen)
        try:
            guessed = query_parsing.guesses(search.text, self._policy.search)
            known = self._knowledge_index.named(search.wanted.scopes, guessed)
        except StoreError:
            return {}
        for each in search.who.renamed(guessed, search.now):
            # a girlfriend whose name is known, though nobody spoke of her so
            known.setdefault(each, EntityType.PERSON)
        return {each: EntityType(known[each]) for each in query_parsing.longest(known)}


def _likeness(search: Search, reason: ranking.Reason) -> float | None:
    """How far out of the noise, where it is at all."""
    if reason.cosine is None or search.noise is None or reason.cosine < search.least:
        return None
    return search.noise.deviations(reason.cosine)


def _decided(search: Search, hits: Sequence[Hit]) -> DecidedBy | None:
    """Names are words. Where nothing was found, words alone say so."""
    if not search.text or (not hits and search.vector is not None):
        return None
    if not any(each.likeness is not None for each in hits):
        return DecidedBy.WORDS
    return DecidedBy.BOTH if any(each.worded for each in hits) else DecidedBy.MEANING


def _names_matter(asked: query_parsing.Asked) -> bool:
    return bool(asked.names or asked.numbered)


log = logger(__name__)

_FEW = 2_000  # vectors
_ANSWERED_MS = 5  # in which an answer is on its way: what is noted of it would be in its way
_FILTERS = (Reason.MIND_UNREADABLE,)
_SEARCHES = (
    *_FILTERS,
    Reason.INDEX_UNAVAILABLE,
    Reason.VEC_UNAVAILABLE,
    Reason.DIMENSION_CONFLICT,
    Reason.ENCODING_FAILED,
)


def _wanted(query: Query, now: int) -> Wanted:
    past = query.as_of is not None and query.as_of < now
    return Wanted(
        scopes=(GLOBAL,) if query.project_id is None else (query.project_id, GLOBAL),
        holds_at=now if query.as_of is None else query.as_of,
        past=past,
        archived=query.include_archived,
        types=query.types,
        entity=((query.entity, None, None),) if query.entity else (),
        categories=tuple(each.value for each in query.categories),
        since=query.since,
        until=query.until,
    )
