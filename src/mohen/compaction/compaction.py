"""Conversations: kept in full once, compact ever after, with the way back (R165, R166).

The whole goes into the project's folder, or into mind.db where the project has none; what a
prompt is shown is the compact. Saving the same messages again changes nothing.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from mohen.compaction import compact_text
from mohen.compaction.model import Compact, Compacts, Expanded, Quality, Saved, Turn
from mohen.compaction.store import Kept
from mohen.core import paging, secure_wipe, settings
from mohen.core.database import Tx
from mohen.core.erasure import OPERATOR, Receipt
from mohen.core.scope import Scope
from mohen.core.settings_model import Settings
from mohen.episodes import validate
from mohen.errors import IoFailed, NotFound
from mohen.manuscript import projects
from mohen.manuscript.model import Trouble
from mohen.models import model_budget
from mohen.models.model import Purpose
from mohen.prompts import name_masking
from mohen.text import redact

if TYPE_CHECKING:
    from mohen.parts import Parts


log = logging.getLogger(__name__)

NOT_KEPT = "NOT_KEPT"
"""There is no whole: it was saved in privacy mode."""
_FOLDER = ".mohen/conversations/"
_ROW = "db:conversations/"


# -- saving


def save(parts: Parts, id: str, turns: Sequence[Turn], project_id: str | None = None) -> Saved:
    """The whole conversation as it is now, in place of what was kept of it before."""
    policy = parts.policy.compaction
    _check(parts, id, project_id)
    compact_text.check_turns(turns, policy)
    for place, turn in enumerate(turns):
        name = f"messages.{place}"
        validate.check_ids(parts.policy.recording, **{f"{name}.skillId": turn.skill_id})
        validate.check_moments(parts.policy.recording, **{f"{name}.at": turn.at})
    known = settings.load(parts)
    masked = _masked(parts, known, turns)
    text = compact_text.whole(masked)
    compact_text.check_size(text, policy)
    if known.privacy_mode_enabled:
        return Saved(_save_wordless(parts, id, masked, project_id))
    saved = _save_whole(parts, id, masked, text, project_id)
    if saved.compact.compacted and saved.compact.quality is not Quality.MODEL:
        parts.jobs.submit(f"digest {project_id} {id}", lambda: improve(parts, id, project_id))
    return saved


def _masked(parts: Parts, known: Settings, turns: Sequence[Turn]) -> Sequence[Turn]:
    """Names that the author does not want kept are not kept here either (R119)."""
    if not known.redact_names:
        return turns
    key, policy = settings.redaction_key(parts), parts.policy.settings
    return [
        replace(each, content=redact.mask(each.content, known.redact_names, key, policy))
        for each in turns
    ]


def _save_whole(
    parts: Parts, id: str, turns: Sequence[Turn], text: str, project_id: str | None
) -> Saved:
    before = parts.conversations.get(Scope(project_id), id)
    fingerprint = hashlib.sha256(text.encode()).hexdigest()
    if before is not None and before.hash == fingerprint and _stands(parts, before, text):
        return Saved(before.compact)
    ref, trouble = _shelve(parts, id, text, project_id)
    summary, quality = compact_text.digest(turns, parts.policy.compaction)
    compact = _compact(
        parts, id, turns, project_id, summary=summary, quality=quality, full_ref=ref or _ROW + id
    )
    return Saved(_put(parts, Kept(compact, text if ref is None else None, fingerprint)), trouble)


def _stands(parts: Parts, kept: Kept, text: str) -> bool:
    """Whether the whole is still where it was put, and where it would be put now."""
    shelf = projects.shelf(parts, kept.compact.project_id)
    if shelf is None:
        return kept.body is not None
    return kept.body is None and shelf.read(_FOLDER + kept.compact.id + ".json").text == text


def _shelve(
    parts: Parts, id: str, text: str, project_id: str | None
) -> tuple[str | None, str | None]:
    """The file it was written to; None where there is no folder, or with the trouble with it."""
    shelf = projects.shelf(parts, project_id)
    if shelf is None:
        return None, None
    ref = f"{_FOLDER}{id}.json"
    try:
        shelf.write(ref, text)
    except IoFailed as error:
        log.warning("conversation %s kept in mind.db: %s", id, error.code)
        return None, error.code
    return ref, None


def _save_wordless(parts: Parts, id: str, turns: Sequence[Turn], project_id: str | None) -> Compact:
    """In privacy mode: counts and skills, and nothing of what was kept of it before (C95)."""
    summary, quality = compact_text.wordless(turns, parts.policy.compaction)
    compact = _compact(parts, id, turns, project_id, summary=summary, quality=quality, full_ref="")

    def write(tx: Tx) -> tuple[Kept, bool]:
        before = parts.conversations.find(tx, Scope(project_id), id)
        held = before is not None and bool(before.compact.full_ref)
        if held:
            secure_wipe.owe(parts, tx)
        return _merged(parts, tx, Kept(compact, None, "")), held

    kept, held = parts.mind_db.write(write).value
    if held:
        delete_files(parts, project_id, [f"{_FOLDER}{id}.json"])
        secure_wipe.wipe(parts, episodes=False, mind=True)
    return kept.compact


def _compact(
    parts: Parts,
    id: str,
    turns: Sequence[Turn],
    project_id: str | None,
    *,
    summary: str,
    quality: Quality,
    full_ref: str,
) -> Compact:
    now, size = parts.clock.now(), compact_text.size(turns, parts.policy)
    return Compact(
        id=id,
        project_id=project_id,
        summary=summary,
        quality=quality,
        full_ref=full_ref,
        messages=len(turns),
        tokens=size,
        created_at=now,
        updated_at=now,
        compacted=compact_text.is_due(len(turns), size, parts.policy.compaction),
    )


def _put(parts: Parts, kept: Kept) -> Compact:
    return parts.mind_db.write(lambda tx: _merged(parts, tx, kept)).value.compact


def _merged(parts: Parts, tx: Tx, kept: Kept) -> Kept:
    """Written, with the time when the conversation began."""
    scope, id = Scope(kept.compact.project_id), kept.compact.id
    before = parts.conversations.find(tx, scope, id)
    if before is not None:
        began = before.compact.created_at
        kept = replace(kept, compact=replace(kept.compact, created_at=began))
    parts.conversations.put(tx, kept)
    return kept


# -- a model's digest


def improve(parts: Parts, id: str, project_id: str | None = None) -> None:
    """Better words for a digest, where a model is configured and has tokens left (C65). What
    the rules said stands until then, and whatever goes wrong."""
    scope = Scope(project_id)
    before, known = parts.conversations.get(scope, id), settings.load(parts)
    if before is None or known.privacy_mode_enabled:
        return
    turns, _trouble = _turns(parts, before)
    if not turns:
        return
    asked = compact_text.ask(_masked(parts, known, turns), parts.policy)
    answer = model_budget.consult(
        parts,
        Purpose.CONSOLIDATION,
        asked,
        lambda text: compact_text.read_digest(text, asked, parts.policy),
        names=lambda: name_masking.known(parts, project_id),
    )
    if answer.value is None:
        return
    summary = answer.value

    def write(tx: Tx) -> None:
        now = parts.conversations.find(tx, scope, id)
        if now is not None and now.hash == before.hash:  # else it went on, or went, meanwhile
            better = replace(now.compact, summary=summary, quality=Quality.MODEL)
            parts.conversations.put(tx, replace(now, compact=better))

    parts.mind_db.write(write)


# -- reading


def get(parts: Parts, id: str, project_id: str | None = None) -> Compact:
    return _own(parts, id, project_id).compact


def expand(parts: Parts, id: str, project_id: str | None = None) -> Expanded:
    """The way back. Where the whole is gone or damaged, that is said, and the compact stands."""
    kept = _own(parts, id, project_id)
    turns, trouble = _turns(parts, kept)
    return Expanded(kept.compact, turns, trouble)


def _turns(parts: Parts, kept: Kept) -> tuple[tuple[Turn, ...], str | None]:
    compact, text = kept.compact, kept.body
    if not compact.full_ref:
        return (), NOT_KEPT
    if text is None:
        shelf = projects.shelf(parts, compact.project_id)
        if shelf is None:
            return (), Trouble.NOT_FOUND
        file = shelf.read(compact.full_ref)
        if file.trouble is not None:
            return (), file.trouble
        text = file.text
    turns = compact_text.turns_of(text)
    return ((), Trouble.INVALID_FORMAT) if turns is None else (turns, None)


def list_page(
    parts: Parts,
    project_id: str | None = None,
    *,
    before: tuple[int, str] | None = None,
    limit: int | None = None,
) -> Compacts:
    """The newest first."""
    validate.check_ids(parts.policy.recording, projectId=project_id)
    bounds = parts.policy.paging
    size = paging.size(limit, default=bounds.list_default, most=bounds.list_max)
    found = parts.conversations.page(Scope(project_id), before, size + 1)
    items = tuple(found[:size])
    more = (items[-1].updated_at, items[-1].id) if len(found) > size else None
    return Compacts(items, size, more)


def recent(parts: Parts, project_id: str | None, limit: int) -> tuple[Compact, ...]:
    """For a prompt: the newest of a project, or of none. Raises `StoreError` only."""
    return tuple(parts.conversations.page(Scope(project_id), None, limit))


def _own(parts: Parts, id: str, project_id: str | None) -> Kept:
    """An id is a name within its project: elsewhere there is no such conversation (C92)."""
    _check(parts, id, project_id)
    kept = parts.conversations.get(Scope(project_id), id)
    if kept is None:
        raise NotFound("no such conversation", field="conversationId")
    return kept


def _check(parts: Parts, id: str, project_id: str | None) -> None:
    validate.check_ids(parts.policy.recording, projectId=project_id)
    compact_text.check_id(id, parts.policy.compaction)


# -- deleting


def delete(
    parts: Parts,
    id: str,
    project_id: str | None = None,
    *,
    dry_run: bool = False,
    operator: str | None = None,
) -> tuple[bool, Receipt]:
    """The compact and the whole, for good (C74). Answers whether it was there."""
    _check(parts, id, project_id)
    validate.check_ids(parts.policy.recording, operator=operator)
    scope = Scope(project_id)
    kept = parts.conversations.get(scope, id)
    ref = f"{_FOLDER}{id}.json"
    files = [ref] if _may_be_there(parts, project_id, ref, kept) else []
    counts = {"conversations": int(kept is not None), "files": len(files)}
    if dry_run or not any(counts.values()):
        return False, Receipt(counts=counts, dry_run=dry_run)

    def write(tx: Tx) -> None:
        parts.conversations.remove(tx, scope, id)
        secure_wipe.owe(parts, tx)
        parts.audit.add(
            tx,
            at=parts.clock.now(),
            operator=operator or OPERATOR,
            act="delete-conversation",
            project_id=project_id,
            subject=id,
            counts=counts,
        )

    parts.mind_db.write(write)
    left = delete_files(parts, project_id, files)
    wiped = secure_wipe.wipe(parts, episodes=False, mind=True)
    gone = {**counts, "files": len(files) - left}
    return True, Receipt(counts=gone, wiped=wiped and not left, left_files=left)


def _may_be_there(parts: Parts, project_id: str | None, ref: str, kept: Kept | None) -> bool:
    """In the folder; or in one that was unbound since, where nobody can look."""
    shelf = projects.shelf(parts, project_id)
    if shelf is None:
        return kept is not None and kept.compact.full_ref == ref
    return shelf.read(ref).trouble is not Trouble.NOT_FOUND


def files_of(parts: Parts, project_id: str | None) -> tuple[str, ...]:
    """References of the wholes that lie in a project's folder."""
    refs = parts.conversations.refs(Scope(project_id))
    return tuple(ref for ref in refs if ref.startswith(_FOLDER))


def spoken(parts: Parts, project_id: str | None) -> Iterator[tuple[str, str]]:
    """Every conversation's id and all that is said in it."""
    page = list_page(parts, project_id)
    while True:
        for each in page.items:
            turns = expand(parts, each.id, project_id).turns
            yield each.id, "\n".join([each.summary, *(turn.content for turn in turns)])
        if page.next is None:
            return
        page = list_page(parts, project_id, before=page.next)


def delete_files(parts: Parts, project_id: str | None, refs: Sequence[str]) -> int:
    """Answers how many could not be deleted: of a project whose folder was unbound, all."""
    shelf = projects.shelf(parts, project_id)
    if shelf is None:
        return len(refs)
    left = 0
    for ref in refs:
        try:
            shelf.delete(ref)
        except IoFailed as error:
            log.warning("a conversation's file was not deleted: %s", error.code)
            left += 1
    return left
