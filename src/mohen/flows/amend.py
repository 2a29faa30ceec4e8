"""Knowledge changed by hand: archived, brought back, corrected (R215, R227)."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import Any

from mohen.errors import Conflict, InvalidArgument
from mohen.flows import (
    claims,
    erase,
    hiding,
    knowledge,
    put_away,
    retell,
    search,
    settings,
    vetoes,
)
from mohen.flows.parts import Parts
from mohen.logic import capture as judged
from mohen.logic import entries, fade
from mohen.logic.fade import MANUAL
from mohen.logic.knowing import marks
from mohen.model.knowledge import BELIEF, FACT, Item, Patch, State
from mohen.store.sqlite import Tx

log = logging.getLogger(__name__)


def archive(parts: Parts, id: str, project_id: str | None = None) -> Item:
    """Out of the active pool; a search that looks there, or `restore`, brings it back."""
    knowledge.own(parts, id, project_id)
    return _moved(parts, id, State.ARCHIVED)


def restore(parts: Parts, id: str, project_id: str | None = None) -> Item:
    """Active again; what was withdrawn or denied holds because somebody says so."""
    knowledge.own(parts, id, project_id)
    return _moved(parts, id, State.ACTIVE)


def _moved(parts: Parts, id: str, to: State) -> Item:
    now, policy = parts.clock.now(), parts.policy.knowledge

    def write(tx: Tx) -> Item:
        item = knowledge.there(parts, tx, id)
        if item.state is State.SUPERSEDED or (
            to is State.ARCHIVED and item.state not in knowledge.HOLDING
        ):
            raise Conflict(
                "it does not hold any more: see its history",
                state=item.state.value,
                supersededBy=item.superseded_by,
            )
        if to is State.ARCHIVED and not (item.state is to and item.put_away):
            put_away.put_away(parts, tx, id, now)
            return knowledge.there(parts, tx, id)
        if item.state is to:
            return item
        after = fade.restored(item, now, policy)
        after = replace(after, updated_at=now, version=item.version + 1, put_away=False)
        parts.knowledge.rewrite(tx, after)
        return after

    after = parts.mind_db.write(write).value
    retell.later(parts, after.project_id)
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
    before = knowledge.own(parts, id, project_id)
    changes = _changes(parts, before, patch)
    now, key = parts.clock.now(), settings.redaction_key(parts)

    def write(tx: Tx) -> Item:
        item = knowledge.there(parts, tx, id)
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
            erase.owe(parts, tx, words=True)  # what it said before is deleted text
        return after

    after = parts.mind_db.write(write).value
    if after.content != before.content:
        retell.retell(parts, after.project_id)
        erase.wipe(parts, episodes=False, mind=True, words=True)
        search.follow_up(parts)
    else:
        retell.later(parts, after.project_id)
    log.info("knowledge updated %s", id)
    return after


def _changes(parts: Parts, before: Item, patch: Patch) -> dict[str, Any]:
    policy, hide, found = parts.policy.knowledge, hiding.hider(parts), dict[str, Any]()
    if patch.content is not None:
        most = parts.policy.entries.content_chars_max
        found["content"] = hide(entries.check_content(patch.content, most, "patch.content"))
        if found["content"] != before.content and before.type in (FACT, BELIEF):
            found |= _claimed(parts, str(found["content"]))
    if patch.importance is not None:
        found["importance"] = judged.share(patch.importance, "importance")[0]
    if patch.confidence is not None:
        found["confidence"] = judged.confidence(before.type, patch.confidence, policy)[0]
    if patch.category is not None:
        found["category"] = patch.category
    if patch.basis is not None:
        found["basis"] = hide(judged.basis(patch.basis, policy))
    if patch.entities is not None:
        found["entities"] = judged.names(map(hide, patch.entities), policy)
    return found


def _claimed(parts: Parts, content: str) -> dict[str, Any]:
    """It may say something else now, of somebody else."""
    claim = claims.claim(parts, content, parts.clock.now())
    return {"subject": claim.subject, "attribute": claim.attribute, "value": claim.value}
