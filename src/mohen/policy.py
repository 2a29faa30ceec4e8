"""The policy: what an owner may want to tune, each number with where it comes from.

`docs/numbers.md` is generated from it. A citation is a requirement (R), a ruling (C), a
section of `docs/decisions.md`, or `house` for what we chose ourselves. `owner="owner"` marks
what R111 fixes: layer definitions, TTLs, scope priority and the decay formula; only a new ruling
changes those.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from mohen.compaction.policy import Compaction
from mohen.core.policy import DAY_MS, Doors, Paging, Settings, Storage, Vectors
from mohen.episodes.policy import (
    Capacity,
    Decay,
    Digests,
    Measuring,
    Ranking,
    Recall,
    Recording,
    Relevance,
    Signals,
)
from mohen.knowledge.policy import (
    Consolidation,
    Extraction,
    Inject,
    Knowledge,
    OwnWords,
    Pictures,
    Questions,
    Reconciling,
    Review,
    Screening,
    Search,
    Snapshot,
    Transcripts,
    Transfer,
)
from mohen.manuscript.policy import Files
from mohen.models.policy import Models
from mohen.offline_writer.policy import Offline
from mohen.prompts.policy import Context, Influence, Skills
from mohen.rules.policy import Entries, Learning, Rules
from mohen.sample.policy import Sample
from mohen.session.policy import Session
from mohen.skills.policy import Runs, SkillFiles
from mohen.story.policy import Story
from mohen.text.policy import Echoes, Norms, Scenes, Style, Tokens
from mohen.upkeep.policy import Upkeep

__all__ = [
    "DAY_MS",
    "Capacity",
    "Compaction",
    "Consolidation",
    "Context",
    "Decay",
    "Digests",
    "Doors",
    "Echoes",
    "Entries",
    "Extraction",
    "Files",
    "Influence",
    "Inject",
    "Knowledge",
    "Learning",
    "Measuring",
    "Models",
    "Norms",
    "Offline",
    "OwnWords",
    "Paging",
    "Pictures",
    "Policy",
    "Questions",
    "Ranking",
    "Recall",
    "Reconciling",
    "Recording",
    "Relevance",
    "Review",
    "Rules",
    "Runs",
    "Sample",
    "Scenes",
    "Screening",
    "Search",
    "Session",
    "Settings",
    "Signals",
    "SkillFiles",
    "Skills",
    "Snapshot",
    "Storage",
    "Story",
    "Style",
    "Tokens",
    "Transcripts",
    "Transfer",
    "Upkeep",
    "Vectors",
]


@dataclass(frozen=True, slots=True)
class Policy:
    decay: Decay = field(default_factory=Decay)
    signals: Signals = field(default_factory=Signals)
    capacity: Capacity = field(default_factory=Capacity)
    digests: Digests = field(default_factory=Digests)
    recording: Recording = field(default_factory=Recording)
    recall: Recall = field(default_factory=Recall)
    ranking: Ranking = field(default_factory=Ranking)
    relevance: Relevance = field(default_factory=Relevance)
    style: Style = field(default_factory=Style)
    scenes: Scenes = field(default_factory=Scenes)
    paging: Paging = field(default_factory=Paging)
    storage: Storage = field(default_factory=Storage)
    vectors: Vectors = field(default_factory=Vectors)
    doors: Doors = field(default_factory=Doors)
    settings: Settings = field(default_factory=Settings)
    measuring: Measuring = field(default_factory=Measuring)
    learning: Learning = field(default_factory=Learning)
    rules: Rules = field(default_factory=Rules)
    entries: Entries = field(default_factory=Entries)
    models: Models = field(default_factory=Models)
    tokens: Tokens = field(default_factory=Tokens)
    upkeep: Upkeep = field(default_factory=Upkeep)
    compaction: Compaction = field(default_factory=Compaction)
    echoes: Echoes = field(default_factory=Echoes)
    context: Context = field(default_factory=Context)
    files: Files = field(default_factory=Files)
    skills: Skills = field(default_factory=Skills)
    offline: Offline = field(default_factory=Offline)
    session: Session = field(default_factory=Session)
    story: Story = field(default_factory=Story)
    runs: Runs = field(default_factory=Runs)
    skill_files: SkillFiles = field(default_factory=SkillFiles)
    influence: Influence = field(default_factory=Influence)
    knowledge: Knowledge = field(default_factory=Knowledge)
    consolidation: Consolidation = field(default_factory=Consolidation)
    snapshot: Snapshot = field(default_factory=Snapshot)
    transcripts: Transcripts = field(default_factory=Transcripts)
    screening: Screening = field(default_factory=Screening)
    extraction: Extraction = field(default_factory=Extraction)
    search: Search = field(default_factory=Search)
    own_words: OwnWords = field(default_factory=OwnWords)
    reconciling: Reconciling = field(default_factory=Reconciling)
    questions: Questions = field(default_factory=Questions)
    inject: Inject = field(default_factory=Inject)
    transfer: Transfer = field(default_factory=Transfer)
    review: Review = field(default_factory=Review)
    pictures: Pictures = field(default_factory=Pictures)
    sample: Sample = field(default_factory=Sample)
