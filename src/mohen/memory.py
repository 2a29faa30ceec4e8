"""The one door of the library: `open_memory()`, and the memory it opens.

Here everything is put together, and nothing is decided.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Mapping
from functools import cache
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeVar

from mohen import embedders
from mohen.compaction.doors import ConversationsDoor
from mohen.compaction.store import Conversations
from mohen.core import database as core_database
from mohen.core import lost_database
from mohen.core.audit_store import Audit
from mohen.core.degradation import Check
from mohen.core.doors import SettingsDoor
from mohen.core.health import Health
from mohen.core.home import Home, home_path
from mohen.core.jobs import JobRunner
from mohen.core.leases import Leases
from mohen.core.ports import Clock, Embedder, Ids, LanguageModel, Writer
from mohen.core.settings_store import Ledger
from mohen.core.system import (
    Broadcast,
    Listener,
    SystemClock,
    TimeOrderedIds,
    is_gone,
    this_process,
)
from mohen.episodes.cost_store import Costs
from mohen.episodes.doors import EpisodesDoor, ProgressDoor
from mohen.episodes.index import Index
from mohen.episodes.retention_store import Retention
from mohen.episodes.store import Episodes
from mohen.knowledge.agents.doors import AgentsDoor
from mohen.knowledge.agents.store import Agents
from mohen.knowledge.consolidation.doors import ConsolidationDoor
from mohen.knowledge.consolidation.store import Fragments
from mohen.knowledge.doors import KnowledgeDoor
from mohen.knowledge.history_store import Evidence
from mohen.knowledge.index import KnowledgeIndex
from mohen.knowledge.integrity_store import Integrity
from mohen.knowledge.self_output_store import Spoken
from mohen.knowledge.store import Knowledge
from mohen.knowledge.transcripts import Transcripts
from mohen.knowledge.transfer.doors import TransferDoor
from mohen.knowledge.transfer.read_files import Documents
from mohen.knowledge.workspace.directory import Workspace
from mohen.knowledge.workspace.doors import SnapshotDoor
from mohen.knowledge.workspace.store import Projections
from mohen.manuscript import projects
from mohen.manuscript.doors import ChaptersDoor, ProjectsDoor
from mohen.manuscript.files import Folder
from mohen.manuscript.store import Folders
from mohen.models import models
from mohen.models.store import Receipts
from mohen.notes.doors import EntriesDoor
from mohen.parts import Parts
from mohen.policy import Policy
from mohen.prompts.doors import ContextDoor, TracesDoor
from mohen.prompts.store import Generations
from mohen.rules.distillation_store import Runs
from mohen.rules.doors import RulesDoor
from mohen.rules.evidence_store import Testimonies
from mohen.rules.label_store import Feedback
from mohen.rules.store import Rules
from mohen.sample import sample
from mohen.sample.doors import SampleDoor
from mohen.session import session
from mohen.session.doors import SessionDoor
from mohen.skills import catalogue
from mohen.skills.doors import SkillsDoor
from mohen.story.doors import StoryDoor
from mohen.story.store import Graph
from mohen.text import exact_tokens
from mohen.upkeep import doctor as upkeep_doctor
from mohen.upkeep import upkeep
from mohen.upkeep.doctor import Status
from mohen.upkeep.doors import IndexDoor, UpkeepDoor
from mohen.upkeep.store import Holdings

if TYPE_CHECKING:
    from mohen.core.vectors import Matrices, Tuning

Config = TypeVar("Config", bound=Hashable)
Made = TypeVar("Made")

EPISODES_FILE, EPISODES_ID = "episodes.db", 0x4D6F4570  # "MoEp"
MIND_FILE, MIND_ID = "mind.db", 0x4D6F4D64  # "MoMd"


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
    folder = Home(home_path(home))
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


_ON_MIND: dict[str, Callable[[core_database.Database], Any]] = {
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
        counter=cache(lambda kind: exact_tokens.make(kind, policy.tokens)),
        folder=cache(lambda path: Folder(path, policy.files)),
        builtin_skills=catalogue.texts,
        samples=sample.texts,
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
    episodes_db: core_database.Database, mind_db: core_database.Database, policy: Policy
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


def _databases(
    home: Home, tuning: core_database.Tuning
) -> tuple[core_database.Database, core_database.Database]:
    return (
        core_database.Database(
            home.path / EPISODES_FILE, kind="episodes", application_id=EPISODES_ID, tuning=tuning
        ),
        core_database.Database(
            home.path / MIND_FILE, kind="mind", application_id=MIND_ID, tuning=tuning
        ),
    )


def _tuning(policy: Policy, clock: Clock) -> core_database.Tuning:
    return core_database.Tuning(
        busy_timeout_ms=policy.storage.busy_timeout_ms,
        retries=policy.recording.retries,
        backoff_ms=policy.recording.backoff_ms,
        batch_max=policy.storage.batch_max,
        checkpoint_pages=policy.storage.checkpoint_pages,
        reader_cache_kib=policy.storage.reader_cache_kib,
        pause=clock.pause,
    )


def _matrices(database: core_database.Database, policy: Policy) -> Matrices:
    from mohen.core.vectors import Matrices

    return Matrices(database, matrix_tuning(policy))


def _knowledge_matrices(database: core_database.Database, policy: Policy) -> Matrices:
    from mohen.core.vectors import Matrices, Tables

    tables = Tables("knowledge_vectors", "knowledge_scopes", "knowledge_embedders")
    return Matrices(database, matrix_tuning(policy), tables)


def matrix_tuning(policy: Policy) -> Tuning:
    """How the policy wants vectors to be searched."""
    from mohen.core.vectors import Tuning

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
        return upkeep_doctor.status(self._parts, project_id)

    def doctor(self) -> list[Check]:
        """Everything that can be wrong, and how to mend it."""
        return upkeep_doctor.examine(self._parts)

    def mend(self) -> list[upkeep_doctor.Mended]:
        """Mend what can be mended without deleting anything; answers what was done."""
        return upkeep_doctor.mend(self._parts)

    def now(self) -> int:
        return self._parts.clock.now()

    def new_id(self, prefix: str) -> str:
        return self._parts.ids.new(prefix)

    def degraded(self) -> list[str]:
        """Codes of what is broken now, as far as anybody has noticed."""
        lost_database.notice(self._parts)
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
