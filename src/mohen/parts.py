"""The parts that flows are made of, handed to each of them as one value."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from mohen.compaction.store import Conversations
from mohen.core.audit_store import Audit
from mohen.core.database import Database
from mohen.core.health import Health
from mohen.core.home import Home
from mohen.core.leases import Leases
from mohen.core.memo import Unchanged
from mohen.core.ports import (
    Clock,
    Documents,
    Embedder,
    Ids,
    Jobs,
    LanguageModel,
    Notify,
    ProjectFolder,
    TokenCounter,
    Transcripts,
    Workspace,
    Writer,
)
from mohen.core.settings_model import EmbedderConfig, ModelConfig, Settings
from mohen.core.settings_store import Ledger
from mohen.embedders.vector_cache import Encoded
from mohen.episodes.cost_store import Costs
from mohen.episodes.index import Index
from mohen.episodes.retention_store import Retention
from mohen.episodes.store import Episodes
from mohen.knowledge.agents.store import Agents
from mohen.knowledge.consolidation.store import Fragments
from mohen.knowledge.history_store import Evidence
from mohen.knowledge.index import KnowledgeIndex
from mohen.knowledge.integrity_store import Integrity
from mohen.knowledge.self_output_store import Spoken
from mohen.knowledge.store import Knowledge
from mohen.knowledge.workspace.store import Projections
from mohen.manuscript.store import Folders
from mohen.models.store import Receipts
from mohen.policy import Policy
from mohen.prompts.pending_traces import Unkept
from mohen.prompts.stable_prefix import Baselines
from mohen.prompts.store import Generations
from mohen.rules.distillation_store import Runs
from mohen.rules.evidence_store import Testimonies
from mohen.rules.label_store import Feedback
from mohen.rules.store import Rules
from mohen.session.session import WorkingMemory
from mohen.skills.run import Running
from mohen.story.store import Graph
from mohen.text.token_counting import Counting
from mohen.upkeep.store import Holdings

_BASELINES = 32  # projects and languages that prompts are made for in turn
_ENCODED = 1_024  # entries whose vectors are kept, about 2 MB


@dataclass(slots=True)
class Watermarks:
    """How far this process's background work has come, so that it does not look again at what
    it has done. Losing them costs one look from the beginning."""

    file: int = 0  # which file they are of: another may come to stand at its path
    embedded: int = 0
    measured: int = 0
    cleanup_failed_at: int = 0
    folders: dict[str, str] = field(default_factory=dict)  # the stamp of each project's folder
    places: dict[str, str] = field(default_factory=dict)  # and where it was when last looked up
    looking: threading.Lock = field(default_factory=threading.Lock)  # at those stamps

    def of(self, database: Database) -> Watermarks:
        """These, begun afresh if the file is another."""
        database.open()
        if self.file != database.opened:
            self.file, self.embedded, self.measured = database.opened, 0, 0
        return self


@dataclass(frozen=True, slots=True)
class Parts:
    home: Home
    policy: Policy
    clock: Clock
    ids: Ids
    jobs: Jobs
    notify: Notify
    health: Health
    process: str  # this one's name among those that share the home
    is_gone: Callable[[str], bool]  # whether the process of a name surely lives no more
    embedder: Callable[[EmbedderConfig], Embedder]
    model: Callable[[ModelConfig], LanguageModel | None]
    writer: Callable[[ModelConfig], Writer]
    counter: Callable[[str], TokenCounter]
    folder: Callable[[str], ProjectFolder]
    builtin_skills: Callable[[], Mapping[str, str]]  # the text of each SKILL.md by its id
    samples: Callable[[str], Mapping[str, str]]  # the files of a sample project, by language
    transcripts: Transcripts
    documents: Documents
    workspace: Callable[[str], Workspace]  # the files of one, by its folder
    episodes_db: Database
    mind_db: Database
    episodes: Episodes
    index: Index
    ledger: Ledger
    runs: Runs
    testimonies: Testimonies
    rules: Rules
    receipts: Receipts
    audit: Audit
    leases: Leases
    retention: Retention
    holdings: Holdings
    knowledge: Knowledge
    evidence: Evidence
    feedback: Feedback
    generations: Generations
    folders: Folders
    conversations: Conversations
    graph: Graph
    integrity: Integrity
    projections: Projections
    spoken: Spoken
    knowledge_index: KnowledgeIndex
    fragments: Fragments
    agents: Agents
    costs: Costs
    twin: Callable[[Home], Parts]  # the same on another home, where nobody hears or works later
    marks: Watermarks = field(default_factory=Watermarks)
    baselines: Baselines = field(default_factory=lambda: Baselines(_BASELINES))
    countings: dict[tuple[str, float], Counting] = field(default_factory=dict)
    encoded: Encoded = field(default_factory=lambda: Encoded(_ENCODED))
    understood: Unchanged[Settings] = field(default_factory=Unchanged)
    unkept: Unkept = field(default_factory=Unkept)
    working: WorkingMemory = field(default_factory=WorkingMemory)
    running: Running = field(default_factory=Running)
