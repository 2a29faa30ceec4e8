"""How well a memory is kept (C99): ours, where what is wrong can be put right, or the export of
another one, of whatever make."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from mohen.core.database import Tx
from mohen.core.scope import Scope
from mohen.episodes import validate
from mohen.errors import InvalidArgument
from mohen.knowledge import put_away
from mohen.knowledge.consolidation.model import Change, Done
from mohen.knowledge.model import Item, State
from mohen.knowledge.review import findings
from mohen.knowledge.review.model import Cure, Finding, Review
from mohen.knowledge.transfer import exports, read_files
from mohen.knowledge.transfer.model import Memo
from mohen.knowledge.workspace import refresh_files

if TYPE_CHECKING:
    from mohen.parts import Parts


log = logging.getLogger(__name__)


def review(
    parts: Parts,
    project_id: str | None = None,
    *,
    path: str | None = None,
    form: str | None = None,
    fix: bool = False,
    limit: int | None = None,
) -> Review:
    """`fix`: archive, merge and supersede what can be; nothing is deleted, and a secret is left
    to the person, who alone may have it forgotten."""
    validate.check_ids(parts.policy.recording, projectId=project_id)
    bounds, now = parts.policy.review, parts.clock.now()
    shown = bounds.shown if limit is None else limit
    if not 1 <= shown <= bounds.shown_max:
        raise InvalidArgument(f"limit must be 1 to {bounds.shown_max}", field="limit")
    if path is not None:
        if fix:
            raise InvalidArgument("an export cannot be put right: import it first", field="fix")
        return _of_file(parts, path, form, now, shown)
    memos = [exports.memo_of(each) for each in _items(parts, project_id)]
    found = findings.review(memos, now, parts.policy, nodes=_elsewhere(parts, memos))
    changes = _fix(parts, project_id, found, now) if fix else ()
    return _told(parts, memos, found, shown, changes=changes)


def _of_file(parts: Parts, path: str, form: str | None, now: int, shown: int) -> Review:
    read = read_files.read(parts, path, read_files.form_of(form))
    if read is None:
        raise InvalidArgument("no memories that we know are in it", field="path")
    memos = [read_files.understood(parts, each, now) for each in read.memos]
    found = findings.review(memos, now, parts.policy, nodes=read.nodes)
    told = _told(parts, memos, found, shown)
    return Review(
        items=told.items,
        score=told.score,
        counts=told.counts,
        findings=told.findings,
        left_out=told.left_out,
        troubles=read.troubles,
        form=read.form.value,
        messages=told.messages,
    )


def _told(
    parts: Parts,
    memos: Sequence[Memo],
    found: Sequence[Finding],
    shown: int,
    *,
    changes: tuple[Change, ...] = (),
) -> Review:
    held = sum(each.state in (State.ACTIVE, State.ARCHIVED) for each in memos)
    return Review(
        items=held,
        score=findings.score(found, held, parts.policy),
        counts=findings.counts(found),
        findings=tuple(found[:shown]),
        left_out=max(0, len(found) - shown),
        changes=changes,
        messages={each.code: findings.MESSAGES[each.code] for each in found[:shown]},
    )


def _items(parts: Parts, project_id: str | None) -> Iterator[Item]:
    after, size = "", parts.policy.transfer.page
    while page := parts.knowledge.page(Scope(project_id), after=after, limit=size):
        yield from page
        after = page[-1].id


def _elsewhere(parts: Parts, memos: Sequence[Memo]) -> list[str]:
    """What links lead to and is there, though of another project."""
    own = {each.ref for each in memos}
    links = {link for each in memos for link in each.links} - own
    with parts.mind_db.read() as reader:
        return [each.id for each in parts.knowledge.some(reader, sorted(links))]


# -- putting right


def _fix(
    parts: Parts, project_id: str | None, found: Sequence[Finding], now: int
) -> tuple[Change, ...]:
    size, changes = parts.policy.transfer.batch, list[Change]()
    for start in range(0, len(found), size):
        some = found[start : start + size]

        def write(tx: Tx, some: Sequence[Finding] = some) -> list[Change]:
            return [change for each in some for change in _put_right(parts, tx, each, now)]

        changes += parts.mind_db.write(write).value
    if changes:
        refresh_files.later(parts, project_id)
    log.info("review put right %d items", len(changes))
    return tuple(changes)


def _put_right(parts: Parts, tx: Tx, finding: Finding, now: int) -> Iterator[Change]:
    if finding.cure is Cure.UNLINK:
        for link in finding.links:
            parts.knowledge.unlink(tx, link)
        for item in parts.knowledge.some(tx, finding.refs):
            yield Change(Done.CHANGED, item.id, item.type, item.content, why=finding.code)
        return
    if finding.cure in (Cure.FORGET, Cure.LOOK):
        return
    for item in parts.knowledge.some(tx, finding.refs):
        if finding.cure is Cure.ARCHIVE and item.state is State.ACTIVE:
            yield Change(Done.ARCHIVED, item.id, item.type, item.content, why=finding.code)
            yield from put_away.put_away(parts, tx, item.id, now)
        elif finding.cure in (Cure.MERGE, Cure.SUPERSEDE) and finding.keep is not None:
            yield from _superseded(parts, tx, item, finding, now)


def _superseded(parts: Parts, tx: Tx, item: Item, finding: Finding, now: int) -> Iterator[Change]:
    """What was said of one that is merged was said of the one that is kept."""
    keep = parts.knowledge.find(tx, finding.keep or "")
    if keep is None or item.state not in (State.ACTIVE, State.ARCHIVED) or keep.id == item.id:
        return
    if finding.cure is Cure.MERGE:
        for session, line, at in parts.knowledge.said(tx, item.id):
            parts.knowledge.add_source(tx, keep.id, session, line, at)
    parts.knowledge.put_state(
        tx, item.id, State.SUPERSEDED, now=now, valid_to=now, superseded_by=keep.id
    )
    yield Change(
        Done.SUPERSEDED, keep.id, keep.type, keep.content, before=item.content, why=finding.code
    )
