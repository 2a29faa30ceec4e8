"""One piece of knowledge, from the day somebody has it kept: looked at, archived, brought back,
corrected by hand. How it is forgotten is `remove`, how it is taken back `retract`."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from mohen.errors import Conflict, InvalidArgument, NotFound
from mohen.flows import curate, erase, projection, search, settings, vetoes
from mohen.flows.parts import Parts
from mohen.logic import capture as judged
from mohen.logic import drafts, entries, fade, paging, standing
from mohen.logic.fade import MANUAL
from mohen.logic.knowing import marks
from mohen.model.knowledge import INITIALS, Category, Item, Known, Mention, Profile, State, Stats
from mohen.model.scope import Scope
from mohen.store.sqlite import Tx

log = logging.getLogger(__name__)

_HOLDING = (State.ACTIVE, State.ARCHIVED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Patch:
    """What a person changes; None leaves it as it is."""

    content: str | None = None
    importance: float | None = None
    category: Category | None = None
    confidence: float | None = None
    basis: str | None = None
    entities: tuple[str, ...] | None = None


# -- looking


def get(parts: Parts, id: str, project_id: str | None = None) -> Known:
    item = own(parts, id, project_id, read=True)
    config = projection.config(parts, item.project_id)
    with parts.mind_db.read() as reader:
        chain = parts.knowledge.chain(reader, id)
        said = parts.knowledge.said(reader, id)
        derived = parts.knowledge.derived_from(reader, id)
    now = fade.faded(item, parts.clock.now(), config, parts.policy.knowledge)
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
    states: Sequence[State] = _HOLDING,
    types: Sequence[str] = (),
    after: str | None = None,
    limit: int | None = None,
) -> tuple[list[Item], str | None]:
    """Some of what is seen from a project, by id, and behind which the next ones begin."""
    drafts.check_ids(parts.policy.recording, projectId=project_id, cursor=after)
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
    shown = found[:size]
    return shown, shown[-1].id if len(found) > size else None


def history(parts: Parts, id: str, project_id: str | None = None) -> list[Item]:
    """Every value that held in its place, the newest first, each with its validity."""
    own(parts, id, project_id, read=True)
    with parts.mind_db.read() as reader:
        return parts.knowledge.chain(reader, id)[::-1]


def stats(parts: Parts, project_id: str | None = None) -> Stats:
    drafts.check_ids(parts.policy.recording, projectId=project_id)
    scope, progress = project_id or "", parts.fragments.progress(project_id or "")
    return standing.stats(
        parts.knowledge.counts(project_id),
        entities=len({name for name, *_ in parts.knowledge.entities(Scope(project_id), own=True)}),
        unprocessed=parts.fragments.backlog(scope).fragments,
        last_success=progress.last_success,
        next_due=None,
        policy=parts.policy.knowledge,
    )


def entities(parts: Parts, project_id: str | None = None) -> list[Mention]:
    """Who and what is spoken of, the most spoken of first."""
    drafts.check_ids(parts.policy.recording, projectId=project_id)
    return standing.mentions(parts.knowledge.entities(Scope(project_id)))


def profile(parts: Parts, name: str, project_id: str | None = None) -> Profile:
    from mohen.logic.knowing import profiles

    drafts.check_ids(parts.policy.recording, name=name, projectId=project_id)
    found = parts.knowledge.of_entity(Scope(project_id), name)
    if not found:
        raise NotFound("nothing is known of an entity of that name", field="name")
    return profiles.profile(name, found)


# -- its life


def archive(parts: Parts, id: str, project_id: str | None = None) -> Item:
    """Out of the active pool; a search that looks there, or `restore`, brings it back."""
    own(parts, id, project_id)
    return _moved(parts, id, State.ARCHIVED)


def restore(parts: Parts, id: str, project_id: str | None = None) -> Item:
    """Active again; what was withdrawn or denied holds because somebody says so."""
    own(parts, id, project_id)
    return _moved(parts, id, State.ACTIVE)


def _moved(parts: Parts, id: str, to: State) -> Item:
    now, policy = parts.clock.now(), parts.policy.knowledge

    def write(tx: Tx) -> Item:
        item = _there(parts, tx, id)
        if item.state is State.SUPERSEDED or (to is State.ARCHIVED and item.state not in _HOLDING):
            raise Conflict(
                "it does not hold any more: see its history",
                state=item.state.value,
                supersededBy=item.superseded_by,
            )
        if item.state is to:
            return item
        after = fade.restored(item, now, policy) if to is State.ACTIVE else item
        after = replace(after, state=to, updated_at=now, version=item.version + 1)
        parts.knowledge.rewrite(tx, after)
        return after

    after = parts.mind_db.write(write).value
    log.info("knowledge %s %s", after.state.value, id)
    return after


def update(
    parts: Parts,
    id: str,
    project_id: str | None,
    patch: Patch,
    *,
    version: int | None = None,
) -> Item:
    """By hand: what a person wrote is theirs and does not fade any more (C94)."""
    if patch == Patch():
        raise InvalidArgument("the patch is empty: give what to change", field="patch")
    before = own(parts, id, project_id)
    changes = _changes(parts, before, patch)
    now, key = parts.clock.now(), settings.redaction_key(parts)

    def write(tx: Tx) -> Item:
        item = _there(parts, tx, id)
        if version is not None and version != item.version:
            raise Conflict(
                "the entry was changed meanwhile: read it again, then decide", version=item.version
            )
        after = replace(item, **changes, origin=MANUAL, updated_at=now, version=item.version + 1)
        after = replace(after, score=max(after.score, after.importance), faded_at=now)
        parts.knowledge.rewrite(tx, after, mark=marks.mark(after.content))
        if after.content != item.content:
            parts.rules.unveto(tx, item.project_id, vetoes.hashes(key, after))  # C64
            derived = parts.knowledge.derived_from(tx, id)
            parts.knowledge.put_stale(tx, (each.id for each in derived))
            search.index(parts, tx, after)
        erase.owe(parts, tx)  # what it said before is deleted text
        return after

    after = parts.mind_db.write(write).value
    erase.wipe(parts, episodes=False, mind=True)
    log.info("knowledge updated %s", id)
    return after


def _changes(parts: Parts, before: Item, patch: Patch) -> dict[str, Any]:
    policy, found = parts.policy.knowledge, dict[str, Any]()
    if patch.content is not None:
        most = parts.policy.entries.content_chars_max
        found["content"] = entries.check_content(patch.content, most, "patch.content")
        if found["content"] != before.content:
            found["value"] = ""  # it may be another now; whose it is and of what stays
    if patch.importance is not None:
        found["importance"] = judged.share(patch.importance, "importance")[0]
    if patch.confidence is not None:
        found["confidence"] = judged.confidence(before.type, patch.confidence, policy)[0]
    if patch.category is not None:
        found["category"] = patch.category
    if patch.basis is not None:
        found["basis"] = judged.basis(patch.basis, policy)
    if patch.entities is not None:
        found["entities"] = judged.names(patch.entities, policy)
    return found


# -- what the others share


def own(parts: Parts, id: str, project_id: str | None, *, read: bool = False) -> Item:
    """The item, if it is global, the project's own, or to `read` of one it may listen to (C92)."""
    drafts.check_ids(parts.policy.recording, id=id, projectId=project_id)
    item = parts.knowledge.get(id)
    if item is None:
        raise NotFound("no such entry", field="id")
    if not (read and _may_read(parts, project_id, item.project_id)):
        curate.refuse_strangers(item.project_id, project_id)
    return item


def _may_read(parts: Parts, project_id: str | None, of: str | None) -> bool:
    from mohen.flows import agents

    return of in agents.readable(parts, project_id)


def _there(parts: Parts, tx: Tx, id: str) -> Item:
    item = parts.knowledge.find(tx, id)
    if item is None:
        raise NotFound("no such entry", field="id")
    return item


def new_id(parts: Parts, tx: Tx, kind: str, at: int) -> str:
    """Numbered for the known types (C53), unique for any other word."""
    return parts.knowledge.number(tx, kind, at) if kind in INITIALS else parts.ids.new("kn")
