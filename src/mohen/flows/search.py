"""Finding knowledge again: by words, by meaning and by name, each hit with its reason.

The engine is recall's. Anything broken gives a deterministic order, says so, and never an
exception. An archived item that is found comes back (R227).
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from mohen import call as calls
from mohen.errors import EmbedderError, InvalidArgument, StoreError
from mohen.flows import agents, degradations, embed, own_words, seek, settings
from mohen.flows.parts import Parts
from mohen.flows.seek import Search
from mohen.logic import drafts, redact, terms
from mohen.logic.knowing import seeking
from mohen.model.health import Reason
from mohen.model.knowledge import EntityType, Item, State
from mohen.model.recall import Mode, Purpose
from mohen.model.search import GLOBAL, Found, Hit, Query, Wanted
from mohen.model.settings import Settings
from mohen.ports import Embedder
from mohen.store.sqlite import Tx

log = logging.getLogger(__name__)

_SUBJECT = "knowledge"
_FILTERS = (Reason.MIND_UNREADABLE,)
_SEARCHES = (
    *_FILTERS,
    Reason.INDEX_UNAVAILABLE,
    Reason.VEC_UNAVAILABLE,
    Reason.DIMENSION_CONFLICT,
    Reason.ENCODING_FAILED,
)


# -- keeping up


def index(parts: Parts, tx: Tx, *items: Item) -> None:
    """Whenever an item's words are added or changed, in the same transaction and after its row
    is written. Its vector follows in the background."""
    parts.knowledge_index.put(tx, {item.id: _terms(item) for item in items})


def unindex(parts: Parts, tx: Tx, id: str) -> None:
    """Before an item's row is removed."""
    parts.knowledge_index.remove(tx, id)


def follow_up(parts: Parts) -> None:
    """Have what is new embedded, once things are quiet."""
    policy = parts.policy.vectors
    parts.jobs.submit(
        "embed knowledge",
        lambda: catch_up(parts),
        after_ms=policy.embed_delay_ms,
        at_most_ms=policy.embed_at_most_ms,
    )


def catch_up(parts: Parts, project_id: str | None = None) -> int:
    """Words and vectors of what has none, of one project or of everything; answers how many it
    was. A dead embedder is a visible degradation, tried again later."""
    index, done, after = parts.knowledge_index, 0, 0
    try:
        model = embed.embedder(parts)
        size = parts.policy.storage.rebuild_batch
        while batch := index.pending(of=project_id, after=after, limit=size):
            _put_in(parts, model, batch)
            done, after = done + len(batch), batch[-1][0]
            parts.jobs.give_way()
    except EmbedderError as error:
        log.warning("embedding postponed: %s", error.code)
        dead = [degradations.embedder_dead(error)]
        parts.health.settle(_SUBJECT, dead, among=[Reason.ENCODING_FAILED])
    return done


def _put_in(parts: Parts, model: Embedder, batch: Sequence[tuple[int, str, bool]]) -> None:
    """Encoding takes its time: what says something else by then, or is gone, is left for later."""
    ids = [id for _, id, _ in batch]
    with parts.mind_db.read() as reader:
        items = {each.id: each for each in parts.knowledge.some(reader, ids)}
    known = [(pk, items[id], wordless) for pk, id, wordless in batch if id in items]
    vectors = embed.encode(parts, model, [seeking.searchable(item) for _, item, _ in known])

    def write(tx: Tx) -> None:
        now = {each.id: seeking.searchable(each) for each in parts.knowledge.some(tx, ids)}
        same = [
            at
            for at, (_, item, _) in enumerate(known)
            if now.get(item.id) == seeking.searchable(item)
        ]
        owed = [(known[at][0], _terms(known[at][1])) for at in same if known[at][2]]
        if owed:
            parts.knowledge_index.put_words(tx, owed)
        pks = [known[at][0] for at in same]
        parts.knowledge_index.add_vectors(tx, model.name, pks, vectors[same])

    parts.mind_db.write(write)


def rebuild(parts: Parts) -> int:
    """Words and vectors made anew from the items; answers how many."""
    parts.mind_db.write(parts.knowledge_index.recreate)
    parts.knowledge_index.unload()
    parts.health.settle(_SUBJECT, [], among=[Reason.INDEX_UNAVAILABLE, Reason.DIMENSION_CONFLICT])
    return catch_up(parts)


def _terms(item: Item) -> str:
    return " ".join(terms.expand(seeking.searchable(item)))


# -- asking


def search(parts: Parts, query: Query) -> Found:
    search = _begin(parts, query)
    try:
        hits, mode = _find(search)
    except StoreError:
        search.broken.append(degradations.MIND_UNREADABLE)
        search.vector = None
        hits, mode = (), Mode.DETERMINISTIC
    parts.health.settle(_SUBJECT, search.broken, among=_SEARCHES if search.text else _FILTERS)
    calls.check()  # an answer nobody waits for any more must not count as an access
    _touch(search, hits)
    if search.vector is not None and parts.knowledge_index.owes():
        follow_up(parts)
    return Found(
        items=hits,
        mode=mode,
        named=search.asked.names,
        degradations=tuple(dict.fromkeys(search.broken)),
    )


def _begin(parts: Parts, query: Query) -> Search:
    policy, now = parts.policy.search, parts.clock.now()
    drafts.check_ids(parts.policy.recording, projectId=query.project_id, entity=query.entity)
    drafts.check_moments(
        parts.policy.recording, since=query.since, until=query.until, asOf=query.as_of
    )
    if query.since is not None and query.until is not None and query.since >= query.until:
        raise InvalidArgument("since must be before until", field="since")
    limit = policy.limit if query.limit is None else query.limit
    if not 1 <= limit <= policy.limit_max:
        raise InvalidArgument(f"limit must be 1 to {policy.limit_max}", field="limit")
    search = Search(
        parts=parts,
        query=query,
        text=(query.text or "").strip()[: parts.policy.recall.query_chars],
        wanted=_wanted(query, now),
        limit=limit,
        rules=Settings(),
    )
    try:
        search.wanted = replace(search.wanted, scopes=_scopes(parts, query.project_id))
        search.rules = settings.load(parts)
        if search.rules.redact_names:  # what is known holds marks, so the question must too
            key, names = settings.redaction_key(parts), search.rules.redact_names
            search.text = redact.mask(search.text, names, key, parts.policy.settings)
    except StoreError:
        search.broken.append(degradations.MIND_UNREADABLE)
    return search


def _wanted(query: Query, now: int) -> Wanted:
    past = query.as_of is not None and query.as_of < now
    return Wanted(
        scopes=(GLOBAL,) if query.project_id is None else (query.project_id, GLOBAL),
        holds_at=now if query.as_of is None else query.as_of,
        past=past,
        archived=query.include_archived,
        types=query.types,
        entity=query.entity,
        categories=tuple(each.value for each in query.categories),
        since=query.since,
        until=query.until,
    )


def _scopes(parts: Parts, project_id: str | None) -> tuple[str, ...]:
    """The project's own, what is global, and what it may read of other agents (C92)."""
    if project_id is None:
        return (GLOBAL,)
    return (project_id, GLOBAL, *agents.readable(parts, project_id))


def _find(search: Search) -> tuple[tuple[Hit, ...], Mode]:
    if not search.text:
        best = search.parts.knowledge_index.by_score(search.wanted, search.limit)
        items = _items(search, [each.id for each in best])
        hits = [Hit(each, each.score, seeking.by_score(each.score)) for each in items.values()]
        return tuple(hits), Mode.DETERMINISTIC
    seek.encode(search)  # first: how near everything is, is measured meanwhile
    search.asked = seek.asked(search)
    ranked = seek.ranked(search)[: search.limit]
    mode = Mode.DETERMINISTIC if search.vector is None else Mode.SEMANTIC
    items = _items(search, [each.id for each, _ in ranked])
    return tuple(
        Hit(
            items[each.id],
            worth.score,
            seeking.explain(worth.reason, search.asked),
            fit=worth.score - worth.reason.strength,
            likeness=worth.reason.cosine,
            answers=each.pk in search.answers,
        )
        for each, worth in ranked
        if each.id in items and worth.score >= search.query.least
    ), mode


def _items(search: Search, ids: Sequence[str]) -> dict[str, Item]:
    """Whole, in their order."""
    with search.parts.mind_db.read() as reader:
        found = {each.id: each for each in search.parts.knowledge.some(reader, ids)}
    return {id: found[id] for id in ids if id in found}


def _touch(search: Search, hits: Sequence[Hit]) -> None:
    """What was found in the archive comes back (R227), but not for a hit that hardly a word led
    to; what is given to an agent was said by us."""
    if search.query.purpose is Purpose.CONTEXT:
        said = "\n".join(each.item.content for each in hits)
        spoken(search.parts, search.query.project_id, [each.item for each in hits], said)
    elif search.text and not search.wanted.past:
        least = search.parts.policy.search.wakes_from
        _access(
            search.parts,
            [
                each.item.id
                for each in hits
                if each.item.state is State.ARCHIVED and each.relevance >= least
            ],
        )


def spoken(parts: Parts, project_id: str | None, items: Sequence[Item], text: str) -> None:
    """This was given to an agent: it was of use (C63), and it is our own voice (C64). Noted in
    jobs, after the answer."""
    if text:
        say = partial(own_words.remember, parts, project_id or GLOBAL, [text])
        parts.jobs.submit("own words", say, once=False)
    _access(parts, [each.id for each in items if each.state in (State.ACTIVE, State.ARCHIVED)])


def _access(parts: Parts, ids: Sequence[str]) -> None:
    if ids:
        from mohen.flows import fade  # whose neighbours index what they write

        parts.jobs.submit("touch knowledge", lambda: fade.touch(parts, ids), once=False)


def names(parts: Parts, project_id: str | None, text: str) -> Mapping[str, EntityType]:
    """The known names in a text, the longest of each place."""
    search = _begin(parts, Query(project_id=project_id, text=text))
    try:
        guessed = seeking.guesses(search.text, parts.policy.search)
        known = parts.knowledge_index.named(search.wanted.scopes, guessed)
    except StoreError:
        return {}
    return {each: EntityType(known[each]) for each in seeking.longest(known)}
