"""Finding episodes again: by scene, by words and by meaning, each answer with its reason.

Anything broken gives a deterministic order, says so, and never an exception: writing goes on.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from mohen.core import calls, health, settings
from mohen.core.database import Tx
from mohen.core.degradation import Degradation, Reason
from mohen.core.ports import Embedder
from mohen.core.scope import Scope
from mohen.core.settings_model import Settings
from mohen.episodes import decay, embed, ranking, validate
from mohen.episodes.model import Answer, Mode, Purpose, Question, Recalled
from mohen.episodes.store import Glimpse
from mohen.errors import Backpressure, EmbedderError, StoreError
from mohen.text import redact, scenes, terms
from mohen.text.default_rules import BUILT_IN

if TYPE_CHECKING:
    from mohen.core.ports import Matrix
    from mohen.core.vectors import Measured, Scan
    from mohen.parts import Parts

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

    parts: Parts
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


def recall(parts: Parts, question: Question) -> Answer:
    return found(begun(parts, question, lambda work: work))


def begun(
    parts: Parts,
    question: Question,
    beside: Callable[[Callable[[], Any]], Callable[[], Any]],
    known: Settings | None = None,
) -> Search:
    """A question whose two searches are on their way, `beside` what the caller does meanwhile.
    `known`: the settings, where they were read just now."""
    validate.check_ids(parts.policy.recording, projectId=question.project_id)
    search = _begin(parts, question, known)
    if search.query:
        policy = parts.policy
        search.depth = policy.context.depth if search.passage else policy.recall.depth
        try:
            search.token = parts.index.scope_token(search.scope)
        except StoreError:
            search.lost = True
            return search
        search.asked = terms.query_terms(search.query, policy=policy.recall)
        # A step further than is looked at: it costs next to nothing now, and a whole search later.
        search.reach = search.depth * policy.recall.deeper
        search.by_words = beside(partial(_words, search, search.reach))
        search.vector = _vector(search)
        search.scan = _scan(search)
        search.by_meaning = beside(partial(_measured, search, search.depth))
    return search


def found(search: Search) -> Answer:
    """What has come of it."""
    parts = search.parts
    items: tuple[Recalled, ...] = ()
    mode = Mode.DETERMINISTIC
    try:
        if not search.lost:
            items, mode = _find(search)
    except StoreError:
        search.lost = True
    if search.lost:
        search.broken.append(health.EPISODES_UNREADABLE)
    parts.health.settle("recall", search.broken, among=_looked_at(search))
    calls.check()  # an answer nobody waits for any more must not count as a recall
    if search.purpose is Purpose.CONTEXT and items:
        seqs = [each.episode.seq for each in items]
        parts.jobs.submit("mark-recalled", lambda: mark_recalled(parts, seqs), once=False)
    unreadable = health.EPISODES_UNREADABLE in search.broken
    return Answer(
        items=items,
        mode=mode,
        degradations=tuple(search.broken),
        fallback_rules=BUILT_IN if unreadable else (),
    )


def _begin(parts: Parts, question: Question, known: Settings | None) -> Search:
    bounds = parts.policy.recall
    wanted = bounds.limit_max if question.limit is None else question.limit
    scene = (question.scene_type or "").strip()
    search = Search(
        parts=parts,
        scope=Scope(question.project_id),
        scene=scenes.canonical(scene) if scene else None,
        query=(question.query_text or "").strip()[: bounds.query_chars],
        limit=min(bounds.limit_max, max(bounds.limit_min, wanted)),
        now=parts.clock.now(),
        rules=Settings(),
        purpose=question.purpose,
        passage=question.passage,
    )
    try:
        search.rules = settings.load(parts) if known is None else known
        if search.rules.redact_names:  # stored texts hold marks, so the question must too
            key = settings.redaction_key(parts)
            names = search.rules.redact_names
            search.query = redact.mask(search.query, names, key, parts.policy.settings)
    except StoreError:
        search.broken.append(health.MIND_UNREADABLE)
    return search


def _looked_at(search: Search) -> Sequence[Reason]:
    """A question without words has not tried the index or the embedder: it cannot tell."""
    return STORES if not search.query else STORES + SEARCHES


def _find(search: Search) -> tuple[tuple[Recalled, ...], Mode]:
    if not search.query:
        return _by_time(search), Mode.DETERMINISTIC
    while True:
        hits, seqs, exhausted = _candidates(search)
        if len(hits) >= search.limit or exhausted:
            break
        _go_deeper(search)  # mostly faded or gone
    mode = Mode.DETERMINISTIC if search.scan is None else Mode.SEMANTIC
    if not hits:
        return _by_time(search), mode
    trust = 0.0 if search.vector is None or search.model is None else search.model.trust
    ranked = ranking.rank(hits, trust=trust, policy=search.parts.policy.ranking)
    chosen = [
        (seqs[each.key], each.score, ranking.explain(each.reason))
        for each in ranked[: search.limit]
    ]
    return _whole(search, chosen), mode


def _go_deeper(search: Search) -> None:
    """Search again only where what was found does not reach so far down."""
    search.depth *= search.parts.policy.recall.deeper
    if search.depth > search.reach:
        search.reach = search.depth
        search.by_words = partial(_words, search, search.reach)
    measured = search.by_meaning()
    if measured is not None and measured.among is not None:
        search.by_meaning = partial(_measured, search, search.depth)


# -- what may be the answer


def _match(search: Search) -> str | None:
    """The full-text expression, or None when there is nothing to look for."""
    index, asked = search.parts.index, search.asked
    if not asked or search.token is None:
        return None
    if not search.passage:
        return terms.match_expression(asked, search.token)
    rare = terms.rarest(asked, index.spread(asked), search.parts.policy.recall.postings)
    return terms.unscoped(rare) or None


def _words(search: Search, depth: int) -> list[tuple[int, float]]:
    index, match = search.parts.index, _match(search)
    if match is None:
        return []
    if search.passage:
        return index.by_rare_words(match, search.scope, depth)
    return index.by_words(match, depth)


def _scan(search: Search) -> Scan | None:
    """The search by meaning, where that is in order."""
    if search.vector is None or search.model is None:
        return None
    try:
        scan = search.parts.index.scan(search.scope, search.model.name, search.vector)
    except StoreError:
        search.broken.append(health.VECTORS_BROKEN)
        return None
    if scan.foreign:
        search.broken.append(health.VECTORS_FOREIGN)
        return None
    return scan


def _measured(search: Search, depth: int) -> Measured | None:
    return None if search.scan is None else search.scan.measured(depth)


def _vector(search: Search) -> Matrix | None:
    """The question as a vector; None when meaning is out of order, or when the question has none
    (punctuation alone is as near to everything as to nothing)."""
    parts = search.parts
    try:
        search.model = parts.embedder(search.rules.embedder)
        vector = embed.question(parts, search.model, search.query)
    except EmbedderError as error:
        search.broken.append(health.embedder_dead(error))
        return None
    return vector if vector.any() else None


def _candidates(search: Search) -> tuple[list[ranking.Hit], dict[str, int], bool]:
    """Everything found by words, meaning or scene that is alive, and whether that is all."""
    depth, glimpses = search.depth, search.seen
    of_scene = _of_scene(search, depth)
    glimpses.update((each[0], each) for each in of_scene)
    measured = _by_meaning(search)  # which is done here if the other core is still at the words
    words = dict(_by_words(search)[:depth])
    meaning = _nearest(search, measured, {**words, **glimpses})
    exhausted = max(len(words), len(meaning), len(of_scene)) < depth
    unseen = [seq for seq in {**words, **meaning} if seq not in glimpses]
    if unseen:
        found = search.parts.episodes.glimpses(search.scope, unseen)
        glimpses.update((each[0], each) for each in found)
    now, policy = search.now, search.parts.policy.decay
    hits = [
        ranking.Hit(
            id, vitals.timestamp, strength, scene == search.scene, words.get(seq), meaning.get(seq)
        )
        for seq, id, scene, vitals in glimpses.values()
        if (strength := decay.alive(vitals, now, policy)) is not None
    ]
    return hits, {id: seq for seq, id, _, _ in glimpses.values()}, exhausted


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


def _of_scene(search: Search, depth: int) -> list[Glimpse]:
    if search.scene is None:
        return []
    return search.parts.episodes.newest(search.scope, scene=search.scene, skip=0, limit=depth)


def _by_time(search: Search) -> tuple[Recalled, ...]:
    """The newest that are alive, of the asked scene exactly (R94)."""
    episodes, policy = search.parts.episodes, search.parts.policy
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
    return _whole(search, [(seq, None, reason) for seq in alive[: search.limit]])


def _whole(
    search: Search, chosen: Sequence[tuple[int, float | None, tuple[str, str]]]
) -> tuple[Recalled, ...]:
    """The chosen episodes in their order, with their text. Without a score of its own an item
    is worth its strength."""
    if not chosen:
        return ()
    found = {
        each.seq: each
        for each in search.parts.episodes.whole(search.scope, [seq for seq, _, _ in chosen])
    }
    items = []
    for seq, score, reason in chosen:
        if episode := found.get(seq):
            strength = decay.strength(episode.vitals, search.now, search.parts.policy.decay)
            worth = strength.value if score is None else score
            items.append(Recalled(episode, strength, worth, reason))
    return tuple(items)


def mark_recalled(parts: Parts, seqs: Sequence[int]) -> None:
    """Count the recall, at most once a day each, and wake what was fading (C63, R65)."""
    now = parts.clock.now()
    not_since = now - parts.policy.recall.recall_once_every_ms

    def write(tx: Tx) -> None:
        counted = parts.episodes.mark_recalled(tx, seqs, now=now, not_since=not_since)
        if counted:
            awake = parts.episodes.of_seqs(tx, counted)
            policy = parts.policy.decay
            parts.episodes.put_strengths(
                tx, [(each.seq, decay.strength(each.vitals, now, policy)) for each in awake]
            )

    parts.episodes_db.write(write)
