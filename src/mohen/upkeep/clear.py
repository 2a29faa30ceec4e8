"""A whole scope goes, because the user says so twice (R88, R117, C40).

mind.db first: whoever dies in between leaves episodes without rules, never a rule whose author
believes its episodes gone. Clearing again finishes the work.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from mohen.core import calls, validation
from mohen.core.erasure import OPERATOR, Acts, Receipt
from mohen.core.logs import logger
from mohen.knowledge.consolidation import schedule
from mohen.rules import distill

if TYPE_CHECKING:
    from mohen.compaction.compaction import Compaction
    from mohen.conversations.erase import TalkEraser
    from mohen.conversations.store import TalkStore
    from mohen.core.audit_store import AuditStore
    from mohen.core.confirmation_token import Confirmations
    from mohen.core.database import Database, Tx
    from mohen.core.home import Home
    from mohen.core.leases import Exclusive
    from mohen.core.ports import Clock
    from mohen.core.secure_wipe import SecureWipe
    from mohen.core.server_keys import ServerKeys
    from mohen.core.watermarks import Watermarks
    from mohen.episodes.retention_store import RetentionStore
    from mohen.knowledge.agents.store import AgentStore
    from mohen.knowledge.index import KnowledgeIndex
    from mohen.knowledge.store import KnowledgeStore
    from mohen.knowledge.workspace.refresh_files import FileRefresher
    from mohen.manuscript.store import FolderStore
    from mohen.policy import Policy
    from mohen.prompts.pending_traces import PendingTraces
    from mohen.rules.pause import LearningPause
    from mohen.rules.store import RuleStore
    from mohen.session.session import Sessions
    from mohen.skills.running import Running
    from mohen.upkeep.store import ProjectTotals


log = logger(__name__)

_ONE_AT_A_TIME = threading.Lock()
_LEASE = "deletion"
_REFUSAL = "another deletion is at work: wait for it to end"


class Wipes:
    """One wipe for all deletions that wait for one: it goes through the whole of both files, and
    whatever was gone before it began is wiped by it."""

    def __init__(self, wipe: Callable[[bool], bool]) -> None:
        """`wipe` is told whether words of knowledge are to be wiped as well."""
        self.begun = 0
        self.words = threading.Event()
        """Set by who deleted some, before they look how many wipes have begun."""
        self._wipe = wipe
        self._lock = threading.Lock()
        self._wiped = False

    def done_since(self, begun: int) -> bool:
        """Whether all is wiped, by one that began after so many had."""
        with self._lock:
            if self.begun <= begun:
                self._wiped = False
                self.begun += 1
                if words := self.words.is_set():
                    self.words.clear()
                self._wiped = self._wipe(words)
                if words and not self._wiped:
                    self.words.set()
            return self._wiped


class Clear:
    """Clears a whole scope."""

    def __init__(
        self,
        *,
        agent_store: AgentStore,
        audit_store: AuditStore,
        clock: Clock,
        compaction: Compaction,
        confirmations: Confirmations,
        episodes_db: Database,
        exclusive: Exclusive,
        file_refresher: FileRefresher,
        folder_store: FolderStore,
        home: Home,
        knowledge_index: KnowledgeIndex,
        knowledge_store: KnowledgeStore,
        learning_pause: LearningPause,
        marks: Watermarks,
        mind_db: Database,
        pending_traces: PendingTraces,
        policy: Policy,
        project_totals: ProjectTotals,
        retention_store: RetentionStore,
        rule_store: RuleStore,
        running: Running,
        secure_wipe: SecureWipe,
        server_keys: ServerKeys,
        sessions: Sessions,
        talk_eraser: TalkEraser,
        talk_store: TalkStore,
    ) -> None:
        self._agent_store = agent_store
        self._audit_store = audit_store
        self._clock = clock
        self._compaction = compaction
        self._confirmations = confirmations
        self._episodes_db = episodes_db
        self._exclusive = exclusive
        self._file_refresher = file_refresher
        self._folder_store = folder_store
        self._home = home
        self._knowledge_index = knowledge_index
        self._knowledge_store = knowledge_store
        self._learning_pause = learning_pause
        self._marks = marks
        self._mind_db = mind_db
        self._pending_traces = pending_traces
        self._policy = policy
        self._project_totals = project_totals
        self._retention_store = retention_store
        self._rule_store = rule_store
        self._running = running
        self._secure_wipe = secure_wipe
        self._server_keys = server_keys
        self._sessions = sessions
        self._talk_eraser = talk_eraser
        self._talk_store = talk_store
        self._wipes = Wipes(lambda words: secure_wipe.wipe(episodes=True, mind=True, words=words))
        self._lent = 0  # of the room that is kept back for a full disk

    def clear_project(
        self, project_id: str, *, token: str | None = None, operator: str | None = None
    ) -> Receipt:
        """Everything of one project, its vetoes too: it learns anew (C93). Global rules and other
        projects are untouched."""
        validation.check_ids(self._policy.recording, projectId=project_id, operator=operator)
        number = self._retention_store.number(project_id)
        seqs = [] if number is None else self._retention_store.seqs(number)
        would = self._project_totals.weigh(project_id)
        would.update(self._retention_store.weigh_up(seqs))
        would["messages"] = self._messages(project_id)
        self._confirmations.require(act="clear:project", scope=project_id, token=token, would=would)
        with self.undisturbed(project_id):
            self._pending_traces.settle()
            self._sessions.drop(project_id)
            self._running.drop(project_id)
            left = self._clear_files([project_id]) + self._file_refresher.delete_files([project_id])
            lost = self._mind_db.write(
                lambda tx: self._clear_mind(tx, project_id, operator or OPERATOR, would)
            ).value
            if number is not None:
                lost += self.delete_episodes(number, seqs)
                self._episodes_db.write(lambda tx: self._retention_store.drop_project(tx, number))
            lost["messages"] = self._talk_eraser.pay()
        log.info("project cleared: %d episodes, %d rules", lost["episodes"], lost["rules"])
        return self.receipt(lost, left)

    def clear_all(self, *, token: str | None = None, operator: str | None = None) -> Receipt:
        """As a new user finds it; only the audit stays (R119)."""
        validation.check_ids(self._policy.recording, operator=operator)
        would = self._project_totals.weigh(None)
        would.update(self._retention_store.weigh_everything())
        would["messages"] = self._messages(None)
        would["files"] = len(self._home.aside())
        would["keys"] = self._server_keys.count()
        self._confirmations.require(act="clear:all", scope="", token=token, would=would)
        who = operator or OPERATOR
        log.warning("everything is cleared by %r", who)  # R119
        agents = [each.project_id for each in self._agent_store.all()]
        with self.undisturbed(None):
            self._pending_traces.settle()
            self._sessions.drop()
            self._running.drop()
            left = self._clear_files([each.id for each in self._folder_store.all()])
            left += self._file_refresher.delete_files(agents)
            lost = self._mind_db.write(lambda tx: self._clear_mind(tx, None, who, would)).value
            lost += self._episodes_db.write(self._retention_store.empty).value
            lost["messages"] = self._talk_eraser.pay()
        lost["files"] = self._home.delete_aside()
        lost["keys"] = self._server_keys.drop_all()
        self._marks.folders.clear()
        return self.receipt(lost, left)

    def _messages(self, project_id: str | None) -> int:
        return self._talk_store.count(project_id) if self._talk_store.is_there else 0

    def _clear_files(self, project_ids: Iterable[str]) -> int:
        """Conversations that lie in projects' folders, before their rows go: whoever dies in
        between can clear again. Answers how many could not be deleted."""
        return sum(
            self._compaction.delete_files(each, self._compaction.files_of(each))
            for each in project_ids
        )

    @contextmanager
    def undisturbed(self, project_id: str | None) -> Iterator[None]:
        """The author's wish goes first: nobody is waited for, and a distillation or consolidation
        of the project (of any, without one) writes nothing more of what it has read: it
        would write down again what must be gone. Deletions of this process wait for each other."""
        whose = (
            [project_id] if project_id else [each.project_id for each in self._agent_store.all()]
        )
        learning = [distill.lease_of(project_id), *(f"{schedule.LEASE} {each}" for each in whose)]
        with _ONE_AT_A_TIME:
            self._lent = self._home.lend(self._policy.storage.reserve_bytes)
            with self._exclusive.overtaking(_LEASE, _REFUSAL, learning):
                yield

    def acts(self, *, before: int | None = None, limit: int | None = None) -> Acts:
        """A page of the audit (C99)."""
        bounds = self._policy.paging
        size = validation.size(limit, default=bounds.list_default, most=bounds.list_max)
        found = self._audit_store.page(before, size + 1)
        items = tuple(found[:size])
        return Acts(items, size, items[-1].id if len(found) > size else None)

    def delete_episodes(
        self, project: int, seqs: list[int], *, linked: bool = True
    ) -> Counter[str]:
        """In batches, so that no write waits long. A rule that outlives them keeps their count,
        if they are still `linked` to any."""
        lost: Counter[str] = Counter()
        size = self._policy.upkeep.batch
        for batch in (seqs[at : at + size] for at in range(0, len(seqs), size)):
            if linked:
                ids = self._retention_store.names(batch)
                self._mind_db.write(partial(self._rule_store.retire_links, episode_ids=ids))
            lost += self._episodes_db.write(
                partial(self._retention_store.delete, project=project, seqs=batch)
            ).value
        return lost

    def receipt(self, lost: Counter[str], left: int = 0, *, words: bool = True) -> Receipt:
        """What went, and whether it is gone from disk. Files that were set aside, or that could not
        be deleted (`left`), may still hold it. `words`: of knowledge, among others."""
        calls.hand_on()  # the rows are gone; a wipe may take seconds
        left += len(self._home.aside())
        if words:
            self._wipes.words.set()
        wiped = self._wipes.done_since(self._wipes.begun)
        self._home.take_back(self._lent)
        return Receipt(
            counts=lost,
            wiped=wiped and not left,
            left_files=left,
            rests=self._mind_db.rests if wiped else (),
        )

    def _clear_mind(
        self, tx: Tx, project_id: str | None, operator: str, would: Counter[str]
    ) -> Counter[str]:
        if project_id is None:
            self._knowledge_index.recreate(tx)
            lost = self._project_totals.clear_all(tx)
        else:
            for id in self._knowledge_store.ids(tx, project_id):
                self._knowledge_index.remove(tx, id)
            lost = self._project_totals.clear_project(tx, project_id)
            self._learning_pause.lift(tx, project_id)
        self._secure_wipe.owe(tx, episodes=True, words=True)
        self._talk_eraser.owe(tx, [(project_id or "", "", 0)])
        self._audit_store.add(
            tx,
            at=self._clock.now(),
            operator=operator,
            act="clear:all" if project_id is None else "clear:project",
            project_id=project_id,
            subject=None,
            counts=would,
        )
        return lost
