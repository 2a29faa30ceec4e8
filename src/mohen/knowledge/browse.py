"""Looking at what is known: one item with its history, pages, counts, entities.

How it comes to be is `capture` and the consolidation; how it is changed by hand `amend`, taken back
`retract`, forgotten `remove`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from mohen.core import paging
from mohen.core.database import Tx
from mohen.core.scope import Scope
from mohen.episodes import validate
from mohen.errors import NotFound, ScopeDenied
from mohen.knowledge import decay
from mohen.knowledge.agents import agents, load_config
from mohen.knowledge.consolidation import schedule
from mohen.knowledge.model import (
    SUMMARY,
    Item,
    Known,
    Mention,
    Page,
    Profile,
    State,
    Stats,
)
from mohen.knowledge.policy import Knowledge
from mohen.knowledge.profiles import mentions, profile_of

if TYPE_CHECKING:
    from mohen.parts import Parts


# -- An entity as the memory knows it, made from items whenever it is asked for (R196, phase 4d).


# -- How many pieces of knowledge there are, by what they are and how much they matter (R212).


_HOLDING = (State.ACTIVE, State.ARCHIVED)


def counted(
    counts: Mapping[tuple[State, str, float], int],
    *,
    entities: int,
    unprocessed: int,
    last_success: int | None,
    next_due: int | None,
    policy: Knowledge,
) -> Stats:
    """Active and archive together, where nothing else is said (C54)."""
    states: Counter[State] = Counter()
    types: Counter[str] = Counter()
    bands = dict.fromkeys(("critical", "high", "medium", "low"), 0)
    for (state, kind, importance), number in counts.items():
        if state in _HOLDING:
            states[state] += number
            types[kind] += number
            bands[band(importance, policy)] += number
    active = states[State.ACTIVE]
    return Stats(
        active=active,
        archived=states[State.ARCHIVED],
        by_type=dict(sorted(types.items())),
        by_importance=bands,
        entities=entities,
        themes=types[SUMMARY],
        unprocessed=unprocessed,
        last_success=last_success,
        next_due=next_due,
        warnings=_warnings(active, policy),
    )


def band(importance: float, policy: Knowledge) -> str:
    if importance >= policy.critical_from:
        return "critical"
    if importance >= policy.high_from:
        return "high"
    return "medium" if importance >= policy.medium_from else "low"


def _warnings(active: int, policy: Knowledge) -> tuple[str, ...]:
    if active <= policy.active_soft:
        return ()
    return (
        f"{active} items are active, about {policy.active_soft} are meant to be: "
        "set thresholds.active_most in config.json to archive the lowest",
    )


HOLDING = (State.ACTIVE, State.ARCHIVED)
"""What holds, in use or in the archive."""


def get(parts: Parts, id: str, project_id: str | None = None) -> Known:
    item = own(parts, id, project_id, read=True)
    config = load_config.config(parts, item.project_id)
    with parts.mind_db.read() as reader:
        chain = parts.knowledge.chain(reader, id)
        said = parts.knowledge.said(reader, id)
        derived = parts.knowledge.derived_from(reader, id)
    now = decay.faded(item, parts.clock.now(), config, parts.policy.knowledge)
    return Known(
        item=item,
        score=now.score,
        said=tuple(said),
        history=tuple(reversed(chain)),
        derived=tuple(each.id for each in derived),
    )


def page(
    parts: Parts,
    project_id: str | None = None,
    *,
    states: Sequence[State] = HOLDING,
    types: Sequence[str] = (),
    after: str | None = None,
    limit: int | None = None,
) -> Page:
    """Some of what is seen from a project."""
    validate.check_ids(parts.policy.recording, projectId=project_id, cursor=after)
    bounds = parts.policy.paging
    size = paging.size(limit, default=bounds.list_default, most=bounds.list_max)
    found = parts.knowledge.page(
        Scope(project_id),
        states=states,
        types=types,
        after=after or "",
        limit=size + 1,
        own=False,
    )
    shown = tuple(found[:size])
    return Page(shown, size, shown[-1].id if len(found) > size else None)


def history(parts: Parts, id: str, project_id: str | None = None) -> list[Item]:
    """Every value that held in its place, the newest first, each with its validity."""
    own(parts, id, project_id, read=True)
    with parts.mind_db.read() as reader:
        return parts.knowledge.chain(reader, id)[::-1]


def stats(parts: Parts, project_id: str | None = None) -> Stats:
    validate.check_ids(parts.policy.recording, projectId=project_id)
    agent = project_id or ""
    return counted(
        parts.knowledge.counts(project_id),
        entities=len({name for name, *_ in parts.knowledge.entities(Scope(project_id), own=True)}),
        unprocessed=schedule.waiting(parts, agent),
        last_success=parts.fragments.progress(agent).last_success,
        next_due=schedule.next_due(parts, agent),
        policy=parts.policy.knowledge,
    )


def entities(parts: Parts, project_id: str | None = None) -> list[Mention]:
    """Who and what is spoken of, the most spoken of first."""
    validate.check_ids(parts.policy.recording, projectId=project_id)
    return mentions(parts.knowledge.entities(Scope(project_id)))


def profile(parts: Parts, name: str, project_id: str | None = None) -> Profile:
    validate.check_ids(parts.policy.recording, name=name, projectId=project_id)
    found = parts.knowledge.of_entity(Scope(project_id), name)
    if not found:
        raise NotFound("nothing is known of an entity of that name", field="name")
    return profile_of(name, found)


# -- what the other flows of knowledge share


def own(parts: Parts, id: str, project_id: str | None, *, read: bool = False) -> Item:
    """The item, if it is global, the project's own, or to `read` of one it may listen to. Who
    names no project sees only what is global (C92): ids are easily guessed."""
    validate.check_ids(parts.policy.recording, id=id, projectId=project_id)
    item = parts.knowledge.get(id)
    if item is None:
        raise NotFound("no such entry", field="id")
    if item.project_id not in (None, project_id) and not (
        read and _may_read(parts, project_id, item.project_id)
    ):
        raise ScopeDenied("the item belongs to another project")
    return item


def _may_read(parts: Parts, project_id: str | None, of: str | None) -> bool:
    return of in agents.readable(parts, project_id)


def there(parts: Parts, tx: Tx, id: str) -> Item:
    item = parts.knowledge.find(tx, id)
    if item is None:
        raise NotFound("no such entry", field="id")
    return item
