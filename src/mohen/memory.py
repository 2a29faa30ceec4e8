"""The one door of the library: `open_memory()`, and the memory it opens.

Here everything is put together, and nothing is decided.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Mapping
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeVar

from mohen.adapters import builtin_skills, embedders, models, samples, tokenizers
from mohen.adapters.documents import Documents
from mohen.adapters.files import Folder
from mohen.adapters.system import (
    Broadcast,
    Listener,
    SystemClock,
    TimeOrderedIds,
    is_gone,
    this_process,
)
from mohen.adapters.transcripts import Transcripts
from mohen.adapters.workspace import Workspace
from mohen.doors.agents import AgentsDoor
from mohen.doors.chapters import ChaptersDoor
from mohen.doors.consolidation import ConsolidationDoor
from mohen.doors.context import ContextDoor
from mohen.doors.conversations import ConversationsDoor
from mohen.doors.entries import EntriesDoor
from mohen.doors.episodes import EpisodesDoor
from mohen.doors.index import IndexDoor
from mohen.doors.knowledge import KnowledgeDoor
from mohen.doors.progress import ProgressDoor
from mohen.doors.projects import ProjectsDoor
from mohen.doors.rules import RulesDoor
from mohen.doors.sample import SampleDoor
from mohen.doors.session import SessionDoor
from mohen.doors.settings import SettingsDoor
from mohen.doors.skills import SkillsDoor
from mohen.doors.snapshot import SnapshotDoor
from mohen.doors.story import StoryDoor
from mohen.doors.traces import TracesDoor
from mohen.doors.transfer import TransferDoor
from mohen.doors.upkeep import UpkeepDoor
from mohen.flows import inspect, lost, mend, projects, session, upkeep
from mohen.flows.health import Health
from mohen.flows.inspect import Status as Status
from mohen.flows.parts import Parts
from mohen.jobs import JobRunner
from mohen.model.health import Check
from mohen.policy import Policy
from mohen.ports import Clock, Embedder, Ids, LanguageModel, Writer
from mohen.store import sqlite
from mohen.store.agents import Agents
from mohen.store.audit import Audit
from mohen.store.conversations import Conversations
from mohen.store.costs import Costs
from mohen.store.episodes import Episodes
from mohen.store.evidence import Evidence
from mohen.store.feedback import Feedback
from mohen.store.folders import Folders
from mohen.store.fragments import Fragments
from mohen.store.generations import Generations
from mohen.store.graph import Graph
from mohen.store.holdings import Holdings
from mohen.store.home import Home
from mohen.store.index import Index
from mohen.store.integrity import Integrity
from mohen.store.knowledge import Knowledge
from mohen.store.knowledge_index import KnowledgeIndex
from mohen.store.leases import Leases
from mohen.store.ledger import Ledger
from mohen.store.projections import Projections
from mohen.store.receipts import Receipts
from mohen.store.retention import Retention
from mohen.store.rules import Rules
from mohen.store.runs import Runs
from mohen.store.spoken import Spoken
from mohen.store.testimony import Testimonies

if TYPE_CHECKING:
    from mohen.store.matrix import Matrices, Tuning

Config = TypeVar("Config", bound=Hashable)
Made = TypeVar("Made")

EPISODES_FILE, EPISODES_ID = "episodes.db", 0x4D6F4570  # "MoEp"
MIND_FILE, MIND_ID = "mind.db", 0x4D6F4D64  # "MoMd"


def default_home() -> Path:
    """`MOHEN_HOME`, else the platform's place for a user's data (C61)."""
    if named := os.environ.get("MOHEN_HOME"):
        return Path(named).expanduser()
    from platformdirs import user_data_path

    return user_data_path("mohen", appauthor=False)


def open_memory(
    home: str | os.PathLike[str] | None = None,
    *,
    policy: Policy | None = None,
    clock: Clock | None = None,
    ids: Ids | None = None,
    embedder: Embedder | None = None,
    model: LanguageModel | None = None,
    writer: Writer | None = None,
    immediate: bool = False,
) -> Memory:
    """Open the memory kept in a folder, which is made if it is not there.

    `embedder`, `model` and `writer` overrule those in the settings. `immediate` does background
    work at once, where it is asked for. A damaged file does not stop the memory from opening:
    reads degrade and say so, writes raise.
    """
    folder = Home(default_home() if home is None else Path(home).expanduser())
    folder.make()
    policy = policy or Policy()
    jobs = JobRunner(
        immediate=immediate,
        give_way_ms=policy.vectors.give_way_ms,
        hand_on_us=policy.storage.hand_on_us,
    )
    broadcast = Broadcast()
    parts = _assemble(
        folder,
        policy=policy,
        clock=clock or SystemClock(),
        ids=ids or TimeOrderedIds(),
        embedder=embedder,
        model=model,
        writer=writer,
        jobs=jobs,
        broadcast=broadcast,
    )
    memory = Memory(parts, jobs, broadcast)
    jobs.every("upkeep", lambda: upkeep.tick(parts), every_ms=policy.upkeep.tick_ms)
    projects.watch_later(parts)
    return memory


_ON_MIND: dict[str, Callable[[sqlite.Database], Any]] = {
    "runs": Runs,
    "rules": Rules,
    "receipts": Receipts,
    "audit": Audit,
    "leases": Leases,
    "holdings": Holdings,
    "knowledge": Knowledge,
    "evidence": Evidence,
    "feedback": Feedback,
    "generations": Generations,
    "folders": Folders,
    "conversations": Conversations,
    "graph": Graph,
    "integrity": Integrity,
    "projections": Projections,
    "spoken": Spoken,
    "fragments": Fragments,
    "agents": Agents,
}
"""What stands on mind.db and needs nothing else, by its name among the parts."""


def _assemble(
    home: Home,
    *,
    policy: Policy,
    clock: Clock,
    ids: Ids,
    embedder: Embedder | None,
    model: LanguageModel | None,
    writer: Writer | None,
    jobs: JobRunner,
    broadcast: Broadcast,
) -> Parts:
    episodes_db, mind_db = _databases(home, _tuning(policy, clock))
    index, knowledge_index = _indexes(episodes_db, mind_db, policy)
    episodes = Episodes(episodes_db)
    ledger = Ledger(mind_db)
    return Parts(
        home=home,
        policy=policy,
        clock=clock,
        ids=ids,
        jobs=jobs,
        notify=broadcast,
        health=Health(clock, jobs, broadcast, ledger, mind_db, this_process()),
        process=this_process(),
        is_gone=is_gone,
        embedder=_source(embedder, lambda config: embedders.make(config, policy)),
        model=_source(model, lambda config: models.make(config, policy, clock.pause)),
        writer=_source(writer, lambda config: models.make_writer(config, policy, clock.pause)),
        counter=cache(lambda kind: tokenizers.make(kind, policy.tokens)),
        folder=cache(lambda path: Folder(path, policy.files)),
        builtin_skills=builtin_skills.texts,
        samples=samples.texts,
        transcripts=Transcripts(policy.transcripts),
        documents=Documents(policy.transfer),
        workspace=cache(Workspace),
        episodes_db=episodes_db,
        mind_db=mind_db,
        episodes=episodes,
        index=index,
        ledger=ledger,
        testimonies=Testimonies(episodes_db),
        retention=Retention(episodes_db, episodes, index),
        knowledge_index=knowledge_index,
        costs=Costs(episodes_db, mind_db),
        **{name: kept(mind_db) for name, kept in _ON_MIND.items()},
        twin=lambda home: _assemble(
            home,
            policy=policy,
            clock=clock,
            ids=ids,
            embedder=embedder,
            model=model,
            writer=writer,
            jobs=_idle(),
            broadcast=Broadcast(),
        ),
    )


def _idle() -> JobRunner:
    """Leaves undone what could be done later."""
    jobs = JobRunner()
    jobs.close()
    return jobs


def _indexes(
    episodes_db: sqlite.Database, mind_db: sqlite.Database, policy: Policy
) -> tuple[Index, KnowledgeIndex]:
    pages, most = policy.storage.merge_pages, policy.recall.stem_cache
    index = Index(
        episodes_db,
        lambda: _matrices(episodes_db, policy),
        merge_pages=pages,
        spread_most=most,
    )
    known = KnowledgeIndex(
        mind_db,
        lambda: _knowledge_matrices(mind_db, policy),
        merge_pages=pages,
        spread_most=most,
    )
    episodes_db.when_quiet(index.merge_words, every=policy.storage.merge_every)
    mind_db.when_quiet(known.merge_words, every=policy.storage.merge_every)
    return index, known


def _databases(home: Home, tuning: sqlite.Tuning) -> tuple[sqlite.Database, sqlite.Database]:
    return (
        sqlite.Database(
            home.path / EPISODES_FILE, kind="episodes", application_id=EPISODES_ID, tuning=tuning
        ),
        sqlite.Database(home.path / MIND_FILE, kind="mind", application_id=MIND_ID, tuning=tuning),
    )


def _tuning(policy: Policy, clock: Clock) -> sqlite.Tuning:
    return sqlite.Tuning(
        busy_timeout_ms=policy.storage.busy_timeout_ms,
        retries=policy.recording.retries,
        backoff_ms=policy.recording.backoff_ms,
        batch_max=policy.storage.batch_max,
        checkpoint_pages=policy.storage.checkpoint_pages,
        reader_cache_kib=policy.storage.reader_cache_kib,
        pause=clock.pause,
    )


def _matrices(database: sqlite.Database, policy: Policy) -> Matrices:
    from mohen.store.matrix import Matrices

    return Matrices(database, matrix_tuning(policy))


def _knowledge_matrices(database: sqlite.Database, policy: Policy) -> Matrices:
    from mohen.store.matrix import Matrices, Tables

    tables = Tables("knowledge_vectors", "knowledge_scopes", "knowledge_embedders")
    return Matrices(database, matrix_tuning(policy), tables)


def matrix_tuning(policy: Policy) -> Tuning:
    """How the policy wants vectors to be searched."""
    from mohen.store.matrix import Tuning

    return Tuning(
        cache_bytes=policy.storage.vector_cache_bytes,
        packed_from=policy.vectors.packed_from,
        packed_density=policy.vectors.packed_density,
        packed_share=policy.vectors.packed_share,
        oversample=policy.vectors.packed_oversample,
        stale_share=policy.vectors.stale_share,
        columns_below=policy.vectors.columns_below,
    )


def _source(given: Made | None, make: Callable[[Config], Made]) -> Callable[[Config], Made]:
    """The given one whatever is configured, or the configured one, made once."""
    if given is None:
        return cache(make)
    made = given
    return lambda _config: made


class Memory:
    """An open memory. Use it as a context manager, or close it."""

    def __init__(self, parts: Parts, jobs: JobRunner, broadcast: Broadcast) -> None:
        self._parts = parts
        self._jobs = jobs
        self._broadcast = broadcast
        self.policy = parts.policy
        self.home = parts.home.path
        self.episodes = EpisodesDoor(parts)
        self.rules = RulesDoor(parts)
        self.settings = SettingsDoor(parts)
        self.index = IndexDoor(parts)
        self.upkeep = UpkeepDoor(parts)
        self.entries = EntriesDoor(parts)
        self.session = SessionDoor(parts)
        self.context = ContextDoor(parts)
        self.skills = SkillsDoor(parts)
        self.traces = TracesDoor(parts)
        self.projects = ProjectsDoor(parts)
        self.chapters = ChaptersDoor(parts)
        self.progress = ProgressDoor(parts)
        self.conversations = ConversationsDoor(parts)
        self.story = StoryDoor(parts)
        self.knowledge = KnowledgeDoor(parts)
        self.consolidation = ConsolidationDoor(parts)
        self.agents = AgentsDoor(parts)
        self.snapshot = SnapshotDoor(parts)
        self.transfer = TransferDoor(parts)
        self.sample = SampleDoor(parts)

    def status(self, project_id: str | None = None) -> Status:
        return inspect.status(self._parts, project_id)

    def doctor(self) -> list[Check]:
        """Everything that can be wrong, and how to mend it."""
        return inspect.examine(self._parts)

    def mend(self) -> list[mend.Mended]:
        """Mend what can be mended without deleting anything; answers what was done."""
        return mend.mend(self._parts)

    def now(self) -> int:
        return self._parts.clock.now()

    def new_id(self, prefix: str) -> str:
        return self._parts.ids.new(prefix)

    def degraded(self) -> list[str]:
        """Codes of what is broken now, as far as anybody has noticed."""
        lost.notice(self._parts)
        return [each.code for each in self._parts.health.current()]

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Hear pushes such as `memory:alert`; call what is returned to stop."""
        return self._broadcast.listen(listener)

    def push(self, channel: str, data: Mapping[str, Any]) -> None:
        self._broadcast(channel, data)

    def drain(self) -> None:
        """Return when the background work that is waiting now is done."""
        self._jobs.drain()

    def close(self) -> None:
        """Settle the sessions, which are nowhere else, finish what was begun, close the files."""
        session.end_all(self._parts)
        self._parts.unkept.settle()
        self._jobs.close()
        self._parts.episodes_db.close()
        self._parts.mind_db.close()

    def __enter__(self) -> Memory:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
