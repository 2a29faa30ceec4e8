"""Knowledge changed by hand: archived, brought back, corrected (R215, R227)."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from mohen.core import secure_wipe, settings
from mohen.core.database import Tx
from mohen.errors import Conflict, InvalidArgument
from mohen.knowledge import browse, capture, decay, index_items
from mohen.knowledge import claim as knowledge_claim
from mohen.knowledge.decay import MANUAL
from mohen.knowledge.model import BELIEF, FACT, Item, Patch, State
from mohen.knowledge.put_away import put_away
from mohen.knowledge.workspace import refresh_files
from mohen.notes import notes
from mohen.rules import vetoes
from mohen.text import name_masking, normalize

if TYPE_CHECKING:
    from mohen.parts import Parts


# -- archiving by hand: unlike what faded, it is no source of summaries any more


log = logging.getLogger(__name__)


def archive(parts: Parts, id: str, project_id: str | None = None) -> Item:
    """Out of the active pool; a search that looks there, or `restore`, brings it back."""
    browse.own(parts, id, project_id)
    return _moved(parts, id, State.ARCHIVED)


def restore(parts: Parts, id: str, project_id: str | None = None) -> Item:
    """Active again; what was withdrawn or denied holds because somebody says so."""
    browse.own(parts, id, project_id)
    return _moved(parts, id, State.ACTIVE)


def _moved(parts: Parts, id: str, to: State) -> Item:
    now, policy = parts.clock.now(), parts.policy.knowledge

    def write(tx: Tx) -> Item:
        item = browse.there(parts, tx, id)
        if item.state is State.SUPERSEDED or (
            to is State.ARCHIVED and item.state not in browse.HOLDING
        ):
            raise Conflict(
                "it does not hold any more: see its history",
                state=item.state.value,
                supersededBy=item.superseded_by,
            )
        if to is State.ARCHIVED and not (item.state is to and item.put_away):
            put_away(parts, tx, id, now)
            return browse.there(parts, tx, id)
        if item.state is to:
            return item
        after = decay.restored(item, now, policy)
        after = replace(after, updated_at=now, version=item.version + 1, put_away=False)
        parts.knowledge.rewrite(tx, after)
        return after

    after = parts.mind_db.write(write).value
    refresh_files.later(parts, after.project_id)
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
    before = browse.own(parts, id, project_id)
    changes = _changes(parts, before, patch)
    now, key = parts.clock.now(), settings.redaction_key(parts)

    def write(tx: Tx) -> Item:
        item = browse.there(parts, tx, id)
        if version is not None and version != item.version:
            raise Conflict(
                "the entry was changed meanwhile: read it again, then decide", version=item.version
            )
        after = replace(item, **changes, origin=MANUAL, updated_at=now, version=item.version + 1)
        after = replace(after, score=max(after.score, after.importance), faded_at=now)
        parts.knowledge.rewrite(tx, after, mark=normalize.mark(after.content))
        if after.content != item.content:
            parts.rules.unveto(tx, item.project_id, vetoes.hashes(key, after))  # C64
            derived = parts.knowledge.derived_from(tx, id)
            parts.knowledge.put_stale(tx, (each.id for each in derived))
            index_items.index(parts, tx, after)
            secure_wipe.owe(parts, tx, words=True)  # what it said before is deleted text
        return after

    after = parts.mind_db.write(write).value
    if after.content != before.content:
        refresh_files.retell(parts, after.project_id)
        secure_wipe.wipe(parts, episodes=False, mind=True, words=True)
        index_items.follow_up(parts)
    else:
        refresh_files.later(parts, after.project_id)
    log.info("knowledge updated %s", id)
    return after


def _changes(parts: Parts, before: Item, patch: Patch) -> dict[str, Any]:
    policy, hide, found = parts.policy.knowledge, name_masking.hider(parts), dict[str, Any]()
    if patch.content is not None:
        most = parts.policy.entries.content_chars_max
        found["content"] = hide(notes.check_content(patch.content, most, "patch.content"))
        if found["content"] != before.content and before.type in (FACT, BELIEF):
            found |= _claimed(parts, str(found["content"]))
    if patch.importance is not None:
        found["importance"] = capture.share(patch.importance, "importance")[0]
    if patch.confidence is not None:
        found["confidence"] = capture.sound_confidence(before.type, patch.confidence, policy)[0]
    if patch.category is not None:
        found["category"] = patch.category
    if patch.basis is not None:
        found["basis"] = hide(capture.sound_basis(patch.basis, policy))
    if patch.entities is not None:
        found["entities"] = capture.sound_names(map(hide, patch.entities), policy)
    return found


def _claimed(parts: Parts, content: str) -> dict[str, Any]:
    """It may say something else now, of somebody else."""
    claim = knowledge_claim.claim_of(parts, content, parts.clock.now())
    return {"subject": claim.subject, "attribute": claim.attribute, "value": claim.value}
