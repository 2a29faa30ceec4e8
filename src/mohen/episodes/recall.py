"""Finding episodes again: by scene, by words and by meaning, each answer with its reason.

Anything broken gives a deterministic order, says so, and never an exception: writing goes on.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import field
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any

from mohen.core import calls, health, validation
from mohen.core.degradation import Degradation, Reason
from mohen.core.scope import Scope
from mohen.core.settings_model import Settings
from mohen.core.values import dataclass
from mohen.episodes import decay, ranking, relevance
from mohen.episodes.model import (
    Answer,
    DecidedBy,
    Mode,
    Purpose,
    Question,
    Recalled,
)
from mohen.errors import Backpressure, EmbedderError, StoreError
from mohen.text import redact, scenes, terms
from mohen.text.default_rules import BUILT_IN

if TYPE_CHECKING:
    from mohen.core.database import Database, Tx
    from mohen.core.health import Health
    from mohen.core.ports import Clock, Embedder, EmbedderFor, Jobs, Matrix
    from mohen.core.settings import UserSettings
    from mohen.core.vectors import Measured, Scan
    from mohen.episodes.embed import EpisodeEmbedder
    from mohen.episodes.index import EpisodeIndex
    from mohen.episodes.model import Episode, Strength
    from mohen.episodes.store import EpisodeStore, Glimpse
    from mohen.policy import Policy


STORES = (Reason.EPISODES_UNREADABLE, Reason.MIND_UNREADABLE)
SEARCHES = (
    Reason.INDEX_UNAVAILABLE,
    Reason.VEC_UNAVAILABLE,
    Reason.DIMENSION_CONFLICT,
    Reason.ENCODING_FAILED,
)
BY_SCENE = ("same kind of scene, newest first", "同类场景，由新到旧")
BY_TIME = ("newest first", "由新到旧")


class Gate:
    """So many at once and no more: the next one is told at once to come back (R122)."""

    def __init__(self, places: int, retry_after_ms: int) -> None:
        self._places = threading.Semaphore(places)
        self._most = places
        self._retry_after_ms = retry_after_ms

    @contextmanager
    def entered(self) -> Iterator[None]:
        if not self._places.acquire(blocking=False):
            raise Backpressure(
                f"{self._most} queries are running; try again shortly",
                retryAfterMs=self._retry_after_ms,
                limit=self._most,
            )
        try:
            yield
        finally:
            self._places.release()


@dataclass(slots=True)
class Search:
    """One question on its way to an answer."""

    scope: Scope
    scene: str | None
    query: str
    limit: int
    now: int
    rules: Settings
    purpose: Purpose
    passage: bool = False
    depth: int = 0  # so far down each way of searching is looked at
    reach: int = 0  # and so far down words were asked for
    lost: bool = False  # the episodes cannot be read at all
    model: Embedder | None = None
    vector: Matrix | None = None
    asked: Sequence[str] = ()
    token: str | None = None  # the scope in the index; None: nothing is there
    scan: Scan | None = None
    by_words: Callable[[], list[tuple[int, float]]] = list
    by_meaning: Callable[[], Measured | None] = lambda: None
    seen: dict[int, Glimpse] = field(default_factory=dict)
    broken: list[Degradation] = field(default_factory=list)


class Recall:
    """Finds the episodes that matter for a question."""

    def __init__(
        self,
        *,
        clock: Clock,
        embedder_for: EmbedderFor,
        episode_embedder: EpisodeEmbedder,
        episode_index: EpisodeIndex,
        episode_store: EpisodeStore,
        episodes_db: Database,
        health: Health,
        jobs: Jobs,
        policy: Policy,
        settings: UserSettings,
    ) -> None:
        self._clock = clock
        self._embedder_for = embedder_for
        self._episode_embedder = episode_embedder
        self._episode_index = episode_index
        self._episode_store = episode_store
        self._episodes_db = episodes_db
        self._health = health
        self._jobs = jobs
        self._policy = policy
        self._settings = settings
        self._noted: set[int] = set()  # recalled and not counted yet
        self._noting = threading.Lock()

    def recall(self, question: Question) -> Answer:
        return self.found(self.begun(question, lambda work: work))

    def begun(
        self,
        question: Question,
        beside: Callable[[Callable[[], Any]], Callable[[], Any]],
        known: Settings | None = None,
    ) -> Search:
        """A question whose two searches are on their way, `beside` what the caller does meanwhile.
        `known`: the settings, where they were read just now."""
        validation.check_ids(self._policy.recording, projectId=question.project_id)
        search = self._begin(question, known)
        if search.query:
            policy = self._policy
            search.depth = policy.context.depth if search.passage else policy.recall.depth
            try:
                search.token = self._episode_index.scope_token(search.scope)
            except StoreError:
                search.lost = True
                return search
            search.asked = terms.query_terms(search.query, policy=policy.recall)
            # A step further than is looked at: it costs next to nothing now, and a whole search
            # later.
            search.reach = search.depth * policy.recall.deeper
            search.by_words = beside(partial(self._words, search, search.reach))
            search.vector = self._vector(search)
            search.scan = self._scan(search)
            search.by_meaning = beside(partial(_measured, search, search.depth))
        return search

    def found(self, search: Search) -> Answer:
        """What has come of it."""
        items: tuple[Recalled, ...] = ()
        try:
            if not search.lost:
                with self._episodes_db.together():
                    items = self._find(search)
        except StoreError:
            search.lost = True
        if search.lost:
            search.broken.append(health.EPISODES_UNREADABLE)
        self._health.settle("recall", search.broken, among=_looked_at(search))
        calls.check()  # an answer nobody waits for any more must not count as a recall
        if search.purpose is Purpose.CONTEXT and items:
            self.were_recalled(each.episode.seq for each in items)
        unreadable = health.EPISODES_UNREADABLE in search.broken
        return Answer(
            items=items,
            mode=Mode.DETERMINISTIC if search.scan is None else Mode.SEMANTIC,
            decided_by=_decided(search, items),
            degradations=tuple(search.broken),
            fallback_rules=BUILT_IN if unreadable else (),
        )

    def _begin(self, question: Question, known: Settings | None) -> Search:
        bounds = self._policy.recall
        wanted = bounds.limit_max if question.limit is None else question.limit
        scene = (question.scene_type or "").strip()
        broken = []
        if known is None:
            try:
                known = self._settings.get()
            except StoreError:
                known, broken = Settings(), [health.MIND_UNREADABLE]
        search = Search(
            scope=Scope(question.project_id),
            scene=scenes.canonical(scene) if scene else None,
            query=(question.query_text or "").strip()[: bounds.query_chars],
            limit=min(bounds.limit_max, max(bounds.limit_min, wanted)),
            now=self._clock.now(),
            rules=known,
            purpose=question.purpose,
            passage=question.passage,
            broken=broken,
        )
        if names := known.redact_names:  # stored texts hold marks, so the question must too
            try:
                key = self._settings.redaction_key()
                search.query = redact.mask(search.query, names, key, self._policy.settings)
            except StoreError:
                search.broken.append(health.MIND_UNREADABLE)
        return search

    def _find(self, search: Search) -> tuple[Recalled, ...]:
        if not search.asked and search.vector is None:
            return self._by_time(search)
        while True:
            hits, seqs, exhausted = self._candidates(search)
            if len(hits) >= search.limit or exhausted:
                break
            self._go_deeper(search)  # mostly faded or gone
        chosen = self._judged(search, hits, seqs)
        if not chosen and search.broken:
            return self._by_time(search)  # R94
        return self._whole(search, chosen)

    def _judged(
        self, search: Search, hits: Sequence[ranking.Hit], seqs: Mapping[str, int]
    ) -> list[relevance.Judged]:
        """Of the best candidates those that are above the floor, and then what has the scene."""
        policy = self._policy.relevance
        trust = 0.0 if search.vector is None or search.model is None else search.model.trust
        order = [each.key for each in ranking.rank(hits, trust=trust, policy=self._policy.ranking)]
        by_key = {each.key: each for each in hits}
        # Who was not found by words holds none, as far as anybody can tell without reading on.
        # Where few were found all are read, for the index may be damaged without knowing.
        read = [key for key in order[: policy.judged] if by_key[key].text is not None]
        if len(read) < search.limit:
            read = order[: policy.judged]
        texts = self._episode_store.findable(search.scope, [seqs[key] for key in read])
        asked = terms.unframed(search.query, policy=self._policy.recall) if texts else []
        spread = self._spread(asked)
        total = self._episode_index.size() if texts else 0
        noise = self._noise(search)
        of = relevance.curve(search.model.name if noise and search.model else None, policy)
        alone = relevance.curve(None, policy)
        judged = []
        for key in order[: policy.judged]:
            hit, text, words = by_key[key], texts.get(seqs[key]), 0.0
            if text is not None:
                words = relevance.coverage(asked, text, spread, total)
            meaning = noise.deviations(hit.vector) if noise and hit.vector is not None else None
            found = relevance.judge(words, meaning, of, alone)
            if found.by is not None:
                judged.append(relevance.judged(seqs[key], hit, found, words, policy))
            elif hit.scene_match:
                judged.append(relevance.of_scene(seqs[key], hit, found.chance, policy))
        rest = (by_key[key] for key in order[policy.judged :] if by_key[key].scene_match)
        judged += [
            relevance.of_scene(seqs[hit.key], hit, 0.0, policy)
            for hit in islice(rest, search.limit)
        ]
        return relevance.best(judged, policy)[: search.limit]

    def _spread(self, asked: Sequence[str]) -> Mapping[str, int]:
        """In how many texts each term stands; nothing where the index cannot say."""
        try:
            return self._episode_index.spread(asked) if asked else {}
        except StoreError:
            return {}

    def _noise(self, search: Search) -> relevance.Noise | None:
        """What is noise to this question; None where there is no meaning to go by."""
        measured = _by_meaning(search)
        if measured is None or search.model is None:
            return None
        policy = self._policy.relevance
        before = self._episode_embedder.noise(search.model, search.query)
        return before.with_seen(*measured.spread(), policy.noise_worth)

    def _go_deeper(self, search: Search) -> None:
        """Search again only where what was found does not reach so far down."""
        search.depth *= self._policy.recall.deeper
        if search.depth > search.reach:
            search.reach = search.depth
            search.by_words = partial(self._words, search, search.reach)
        measured = search.by_meaning()
        if measured is not None and measured.among is not None:
            search.by_meaning = partial(_measured, search, search.depth)

    # -- what may be the answer

    def _words(self, search: Search, depth: int) -> list[tuple[int, float]]:
        index, asked = self._episode_index, search.asked
        if not asked or search.token is None:
            return []
        if not search.passage:
            both = [*asked, *terms.lone(asked), *terms.in_its_script(search.query)]
            return index.by_words(terms.as_words(both), search.token, depth)
        rare = terms.rarest(asked, index.spread(asked), self._policy.recall.postings)
        return index.by_rare_words(terms.as_words(rare), search.scope, depth)

    def _scan(self, search: Search) -> Scan | None:
        """The search by meaning, where that is in order."""
        if search.vector is None or search.model is None:
            return None
        try:
            scan = self._episode_index.scan(search.scope, search.model.name, search.vector)
        except StoreError:
            search.broken.append(health.VECTORS_BROKEN)
            return None
        if scan.foreign:
            search.broken.append(health.VECTORS_FOREIGN)
            return None
        return scan

    def _vector(self, search: Search) -> Matrix | None:
        """The question as a vector; None when meaning is out of order, or when the question has
        none (punctuation alone is as near to everything as to nothing)."""
        try:
            search.model = self._embedder_for(search.rules.answering)
            vector = self._episode_embedder.question(search.model, search.query)
        except EmbedderError as error:
            search.broken.append(health.embedder_dead(error))
            return None
        return vector if vector is not None and vector.any() else None

    def _candidates(self, search: Search) -> tuple[list[ranking.Hit], dict[str, int], bool]:
        """Everything found by words, meaning or scene that is alive, and whether that is all."""
        depth, glimpses = search.depth, search.seen
        of_scene = self._of_scene(search, depth)
        glimpses.update((each[0], each) for each in of_scene)
        measured = _by_meaning(search)  # which is done here if the other core is still at the words
        words = dict(_by_words(search)[:depth])
        meaning = _nearest(search, measured, {**words, **glimpses})
        exhausted = max(len(words), len(meaning), len(of_scene)) < depth
        unseen = [seq for seq in {**words, **meaning} if seq not in glimpses]
        if unseen:
            found = self._episode_store.glimpses(search.scope, unseen)
            glimpses.update((each[0], each) for each in found)
        now, policy = search.now, self._policy.decay
        hits = [
            ranking.Hit(
                id,
                vitals.timestamp,
                strength,
                scene == search.scene,
                words.get(seq),
                meaning.get(seq),
            )
            for seq, id, scene, vitals in glimpses.values()
            if (strength := decay.alive(vitals, now, policy)) is not None
        ]
        return hits, {id: seq for seq, id, _, _ in glimpses.values()}, exhausted

    def _of_scene(self, search: Search, depth: int) -> list[Glimpse]:
        if search.scene is None:
            return []
        return self._episode_store.newest(search.scope, scene=search.scene, skip=0, limit=depth)

    def _by_time(self, search: Search) -> tuple[Recalled, ...]:
        """The newest that are alive, of the asked scene exactly (R94)."""
        episodes, policy = self._episode_store, self._policy
        alive: list[int] = []
        skip, step = 0, policy.recall.depth
        while len(alive) < search.limit:
            found = episodes.newest(search.scope, scene=search.scene, skip=skip, limit=step)
            alive += [
                seq
                for seq, _, _, vitals in found
                if decay.recallable(decay.strength(vitals, search.now, policy.decay))
            ]
            skip += step
            if len(found) < step:
                break
        reason = BY_TIME if search.scene is None else BY_SCENE
        worth = policy.relevance.scene_worth
        return tuple(
            Recalled(episode, strength, worth * strength.value, reason)
            for episode, strength in self._alive(search, alive[: search.limit])
        )

    def _whole(self, search: Search, chosen: Sequence[relevance.Judged]) -> tuple[Recalled, ...]:
        """The chosen episodes in their order, with their text."""
        by_seq = {each.seq: each for each in chosen}
        found = self._alive(search, list(by_seq))
        return tuple(
            Recalled(episode, strength, of.score, of.reason, of.by)
            for episode, strength in found
            if (of := by_seq[episode.seq])
        )

    def _alive(self, search: Search, seqs: Sequence[int]) -> list[tuple[Episode, Strength]]:
        """Whole, in their order, each with its strength now."""
        if not seqs:
            return []
        whole = {each.seq: each for each in self._episode_store.whole(search.scope, seqs)}
        return [
            (each, decay.strength(each.vitals, search.now, self._policy.decay))
            for seq in seqs
            if (each := whole.get(seq))
        ]

    def were_recalled(self, seqs: Iterable[int]) -> None:
        """To be counted soon, together with what others recall meanwhile: under a crowd a write
        for each question would fall behind them for ever."""
        with self._noting:
            self._noted.update(seqs)
        self._jobs.submit("mark-recalled", self._mark_noted)

    def _mark_noted(self) -> None:
        with self._noting:
            seqs, self._noted = sorted(self._noted), set()
        self.mark_recalled(seqs)

    def mark_recalled(self, seqs: Sequence[int]) -> None:
        """Count the recall, at most once a day each, and wake what was fading (C63, R65)."""
        now = self._clock.now()
        not_since = now - self._policy.recall.recall_once_every_ms

        def write(tx: Tx) -> None:
            counted = self._episode_store.mark_recalled(tx, seqs, now=now, not_since=not_since)
            if counted:
                awake = self._episode_store.of_seqs(tx, counted)
                policy = self._policy.decay
                self._episode_store.put_strengths(
                    tx, [(each.seq, decay.strength(each.vitals, now, policy)) for each in awake]
                )

        self._episodes_db.write(write)


def _decided(search: Search, items: Sequence[Recalled]) -> DecidedBy | None:
    """By what the items came to be there. Where there are none, words alone say so."""
    if not items:
        return DecidedBy.WORDS if search.asked and search.scan is None else None
    found = {each.by for each in items} - {DecidedBy.SCENE}
    if len(found) > 1:
        return DecidedBy.BOTH
    return found.pop() if found else DecidedBy.SCENE


def _looked_at(search: Search) -> Sequence[Reason]:
    """A question without words has not tried the index or the embedder: it cannot tell."""
    return STORES if not search.query else STORES + SEARCHES


def _measured(search: Search, depth: int) -> Measured | None:
    return None if search.scan is None else search.scan.measured(depth)


def _by_words(search: Search) -> list[tuple[int, float]]:
    try:
        found = search.by_words()
    except StoreError:
        search.broken.append(health.INDEX_BROKEN)
        search.asked, found = (), []
    search.by_words = lambda: found
    return found


def _by_meaning(search: Search) -> Measured | None:
    measured = search.by_meaning()
    search.by_meaning = lambda: measured
    return measured


def _nearest(search: Search, measured: Measured | None, also: Iterable[int]) -> dict[int, float]:
    """The nearest, and how near those are that were found otherwise."""
    if measured is None:
        return {}
    return {**dict(measured.nearest(search.depth)), **measured.cosines(also)}
