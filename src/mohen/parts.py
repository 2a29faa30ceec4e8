"""The parts that flows are made of, handed to each of them as one value."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from mohen.compaction.store import ConversationStore
from mohen.core.audit_store import AuditStore
from mohen.core.database import Database
from mohen.core.health import Health
from mohen.core.home import Home
from mohen.core.leases import LeaseStore
from mohen.core.memo import Memo
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
from mohen.core.settings_store import SettingsStore
from mohen.core.watermarks import Watermarks
from mohen.embedders.vector_cache import VectorCache
from mohen.episodes.cost_store import CostStore
from mohen.episodes.index import EpisodeIndex
from mohen.episodes.retention_store import RetentionStore
from mohen.episodes.store import EpisodeStore
from mohen.knowledge.agents.store import AgentStore
from mohen.knowledge.consolidation.store import FragmentStore
from mohen.knowledge.history_store import HistoryStore
from mohen.knowledge.index import KnowledgeIndex
from mohen.knowledge.integrity_store import IntegrityStore
from mohen.knowledge.self_output_store import SelfOutputStore
from mohen.knowledge.store import KnowledgeStore
from mohen.knowledge.workspace.store import WorkspaceStore
from mohen.manuscript.store import FolderStore
from mohen.models.store import ReceiptStore
from mohen.policy import Policy
from mohen.prompts.pending_traces import PendingTraces
from mohen.prompts.stable_prefix import Baselines
from mohen.prompts.store import TraceStore
from mohen.rules.distillation_store import DistillationStore
from mohen.rules.evidence_store import EvidenceStore
from mohen.rules.label_store import LabelStore
from mohen.rules.store import RuleStore
from mohen.session.session import WorkingMemory
from mohen.skills.run import Running
from mohen.story.store import StoryStore
from mohen.text.token_counting import Counting
from mohen.upkeep.store import ProjectTotals

_BASELINES = 32  # projects and languages that prompts are made for in turn
_ENCODED = 1_024  # entries whose vectors are kept, about 2 MB


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
    episodes: EpisodeStore
    index: EpisodeIndex
    ledger: SettingsStore
    runs: DistillationStore
    testimonies: EvidenceStore
    rules: RuleStore
    receipts: ReceiptStore
    audit: AuditStore
    leases: LeaseStore
    retention: RetentionStore
    holdings: ProjectTotals
    knowledge: KnowledgeStore
    evidence: HistoryStore
    feedback: LabelStore
    generations: TraceStore
    folders: FolderStore
    conversations: ConversationStore
    graph: StoryStore
    integrity: IntegrityStore
    projections: WorkspaceStore
    spoken: SelfOutputStore
    knowledge_index: KnowledgeIndex
    fragments: FragmentStore
    agents: AgentStore
    costs: CostStore
    twin: Callable[[Home], Parts]  # the same on another home, where nobody hears or works later
    marks: Watermarks = field(default_factory=Watermarks)
    baselines: Baselines = field(default_factory=lambda: Baselines(_BASELINES))
    countings: dict[tuple[str, float], Counting] = field(default_factory=dict)
    encoded: VectorCache = field(default_factory=lambda: VectorCache(_ENCODED))
    understood: Memo[Settings] = field(default_factory=Memo)
    unkept: PendingTraces = field(default_factory=PendingTraces)
    working: WorkingMemory = field(default_factory=WorkingMemory)
    running: Running = field(default_factory=Running)
