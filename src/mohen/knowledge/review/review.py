"""How well a memory is kept (C99): ours, where what is wrong can be put right, or the export of
another one, of whatever make."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from mohen.core import validation
from mohen.core.logs import logger
from mohen.core.scope import Scope
from mohen.errors import InvalidArgument
from mohen.knowledge.consolidation.model import Change, Done
from mohen.knowledge.model import Item, State
from mohen.knowledge.review import findings
from mohen.knowledge.review.model import Cure, Finding, Review
from mohen.knowledge.transfer import exports, read_files
from mohen.knowledge.transfer.model import STORY_FORMS

if TYPE_CHECKING:
    from mohen.core.database import Database, Tx
    from mohen.core.ports import Clock
    from mohen.knowledge.put_away import PutAway
    from mohen.knowledge.store import KnowledgeStore
    from mohen.knowledge.transfer.model import Memo
    from mohen.knowledge.transfer.read_files import FileReader
    from mohen.knowledge.workspace.refresh_files import FileRefresher
    from mohen.policy import Policy


log = logger(__name__)


class Reviewer:
    """Judges how well a memory is kept."""

    def __init__(
        self,
        *,
        clock: Clock,
        file_reader: FileReader,
        file_refresher: FileRefresher,
        knowledge_store: KnowledgeStore,
        mind_db: Database,
        policy: Policy,
        put_away: PutAway,
    ) -> None:
        self._clock = clock
        self._file_reader = file_reader
        self._file_refresher = file_refresher
        self._knowledge_store = knowledge_store
        self._mind_db = mind_db
        self._policy = policy
        self._put_away = put_away

    def review(
        self,
        project_id: str | None = None,
        *,
        path: str | None = None,
        form: str | None = None,
        fix: bool = False,
        limit: int | None = None,
    ) -> Review:
        """`fix`: archive, merge and supersede what can be; nothing is deleted, and a secret is left
        to the person, who alone may have it forgotten."""
        validation.check_ids(self._policy.recording, projectId=project_id)
        bounds, now = self._policy.review, self._clock.now()
        shown = bounds.shown if limit is None else limit
        if not 1 <= shown <= bounds.shown_max:
            raise InvalidArgument(f"limit must be 1 to {bounds.shown_max}", field="limit")
        if path is not None:
            if fix:
                raise InvalidArgument("an export cannot be put right: import it first", field="fix")
            return self._of_file(path, form, now, shown)
        memos = [exports.memo_of(each) for each in self._items(project_id)]
        found = findings.review(memos, now, self._policy, nodes=self._elsewhere(memos))
        changes = self._fix(project_id, found, now) if fix else ()
        return self._told(memos, found, shown, changes=changes)

    def _of_file(self, path: str, form: str | None, now: int, shown: int) -> Review:
        asked = read_files.form_of(form)
        if asked in STORY_FORMS:
            raise InvalidArgument("a story's file holds no memories to judge", field="format")
        read = self._file_reader.read(path, asked)
        if read is None:
            raise InvalidArgument("no memories that we know are in it", field="path")
        memos = [one for each in read.memos for one in self._file_reader.understood(each, now)]
        found = findings.review(memos, now, self._policy, nodes=read.nodes)
        told = self._told(memos, found, shown)
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
        self,
        memos: Sequence[Memo],
        found: Sequence[Finding],
        shown: int,
        *,
        changes: tuple[Change, ...] = (),
    ) -> Review:
        held = sum(each.state in (State.ACTIVE, State.ARCHIVED) for each in memos)
        return Review(
            items=held,
            score=findings.score(found, held, self._policy),
            counts=findings.counts(found),
            findings=tuple(found[:shown]),
            left_out=max(0, len(found) - shown),
            changes=changes,
            messages={each.code: findings.MESSAGES[each.code] for each in found[:shown]},
        )

    def _items(self, project_id: str | None) -> Iterator[Item]:
        after, size = "", self._policy.transfer.page
        while page := self._knowledge_store.page(Scope(project_id), after=after, limit=size):
            yield from page
            after = page[-1].id

    def _elsewhere(self, memos: Sequence[Memo]) -> list[str]:
        """What links lead to and is there, though of another project."""
        own = {each.ref for each in memos}
        links = {link for each in memos for link in each.links} - own
        with self._mind_db.read() as reader:
            return [each.id for each in self._knowledge_store.some(reader, sorted(links))]

    # -- putting right

    def _fix(
        self, project_id: str | None, found: Sequence[Finding], now: int
    ) -> tuple[Change, ...]:
        size, changes = self._policy.transfer.batch, list[Change]()
        for start in range(0, len(found), size):
            some = found[start : start + size]

            def write(tx: Tx, some: Sequence[Finding] = some) -> list[Change]:
                return [change for each in some for change in self._put_right(tx, each, now)]

            changes += self._mind_db.write(write).value
        if changes:
            self._file_refresher.follow(project_id)
        log.info("review put right %d items", len(changes))
        return tuple(changes)

    def _put_right(self, tx: Tx, finding: Finding, now: int) -> Iterator[Change]:
        if finding.cure is Cure.UNLINK:
            for link in finding.links:
                self._knowledge_store.unlink(tx, link)
            for item in self._knowledge_store.some(tx, finding.refs):
                yield Change(Done.CHANGED, item.id, item.type, item.content, why=finding.code)
            return
        if finding.cure in (Cure.FORGET, Cure.LOOK):
            return
        for item in self._knowledge_store.some(tx, finding.refs):
            if finding.cure is Cure.ARCHIVE and item.state is State.ACTIVE:
                yield Change(Done.ARCHIVED, item.id, item.type, item.content, why=finding.code)
                yield from self._put_away.put_away(tx, item.id, now)
            elif finding.cure in (Cure.MERGE, Cure.SUPERSEDE) and finding.keep is not None:
                yield from self._superseded(tx, item, finding, now)

    def _superseded(self, tx: Tx, item: Item, finding: Finding, now: int) -> Iterator[Change]:
        """What was said of one that is merged was said of the one that is kept."""
        keep = self._knowledge_store.find(tx, finding.keep or "")
        if keep is None or item.state not in (State.ACTIVE, State.ARCHIVED) or keep.id == item.id:
            return
        if finding.cure is Cure.MERGE:
            for session, line, at in self._knowledge_store.said(tx, item.id):
                self._knowledge_store.add_source(tx, keep.id, session, line, at)
        self._knowledge_store.put_state(
            tx, item.id, State.SUPERSEDED, now=now, valid_to=now, superseded_by=keep.id
        )
        yield Change(
            Done.SUPERSEDED, keep.id, keep.type, keep.content, before=item.content, why=finding.code
        )
