"""The policy: what an owner may want to tune, each number with where it comes from.

`docs/numbers.md` is generated from it. A citation is a requirement (R), a ruling (C), a
section of `docs/decisions.md`, or `house` for what we chose ourselves. `owner="owner"` marks
what R111 fixes: layer definitions, TTLs, scope priority and the decay formula; only a new ruling
changes those.

Each group is imported when it is first asked for: to make all of them takes longer than most
commands.
"""

from __future__ import annotations

from dataclasses import field, fields
from importlib import import_module
from typing import TYPE_CHECKING, Any

from mohen.core.policy import DAY_MS
from mohen.core.values import dataclass

if TYPE_CHECKING:
    from mohen.compaction.policy import Compaction
    from mohen.conversations.policy import Conversations
    from mohen.core.policy import Doors, Paging, Settings, Storage, Vectors
    from mohen.documents.policy import Documents
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
    from mohen.integrations.policy import Proxy
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
    from mohen.retrieval.policy import Finding
    from mohen.rules.policy import Entries, Learning, Rules, Taste
    from mohen.sample.policy import Sample
    from mohen.session.policy import Session
    from mohen.skills.policy import Runs, SkillFiles
    from mohen.story.policy import Story
    from mohen.team.policy import Team
    from mohen.text.policy import Echoes, Norms, Scenes, Style, Tokens
    from mohen.upkeep.policy import Upkeep

__all__ = [
    "DAY_MS",
    "Capacity",
    "Compaction",
    "Consolidation",
    "Context",
    "Conversations",
    "Decay",
    "Digests",
    "Documents",
    "Doors",
    "Echoes",
    "Entries",
    "Extraction",
    "Files",
    "Finding",
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
    "Proxy",
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
    "Taste",
    "Team",
    "Tokens",
    "Transcripts",
    "Transfer",
    "Upkeep",
    "Vectors",
]


_LATER: Any = object()


def _later() -> Any:
    """In the place of a group that nobody asked for yet."""
    return _LATER


@dataclass(frozen=True)
class Policy:
    decay: Decay = field(default_factory=_later, metadata={"feature": "episodes"})
    signals: Signals = field(default_factory=_later, metadata={"feature": "episodes"})
    capacity: Capacity = field(default_factory=_later, metadata={"feature": "episodes"})
    digests: Digests = field(default_factory=_later, metadata={"feature": "episodes"})
    recording: Recording = field(default_factory=_later, metadata={"feature": "episodes"})
    recall: Recall = field(default_factory=_later, metadata={"feature": "episodes"})
    ranking: Ranking = field(default_factory=_later, metadata={"feature": "episodes"})
    relevance: Relevance = field(default_factory=_later, metadata={"feature": "episodes"})
    finding: Finding = field(default_factory=_later, metadata={"feature": "retrieval"})
    style: Style = field(default_factory=_later, metadata={"feature": "text"})
    scenes: Scenes = field(default_factory=_later, metadata={"feature": "text"})
    paging: Paging = field(default_factory=_later, metadata={"feature": "core"})
    storage: Storage = field(default_factory=_later, metadata={"feature": "core"})
    vectors: Vectors = field(default_factory=_later, metadata={"feature": "core"})
    doors: Doors = field(default_factory=_later, metadata={"feature": "core"})
    settings: Settings = field(default_factory=_later, metadata={"feature": "core"})
    measuring: Measuring = field(default_factory=_later, metadata={"feature": "episodes"})
    learning: Learning = field(default_factory=_later, metadata={"feature": "rules"})
    rules: Rules = field(default_factory=_later, metadata={"feature": "rules"})
    taste: Taste = field(default_factory=_later, metadata={"feature": "rules"})
    entries: Entries = field(default_factory=_later, metadata={"feature": "rules"})
    models: Models = field(default_factory=_later, metadata={"feature": "models"})
    tokens: Tokens = field(default_factory=_later, metadata={"feature": "text"})
    upkeep: Upkeep = field(default_factory=_later, metadata={"feature": "upkeep"})
    compaction: Compaction = field(default_factory=_later, metadata={"feature": "compaction"})
    echoes: Echoes = field(default_factory=_later, metadata={"feature": "text"})
    context: Context = field(default_factory=_later, metadata={"feature": "prompts"})
    files: Files = field(default_factory=_later, metadata={"feature": "manuscript"})
    skills: Skills = field(default_factory=_later, metadata={"feature": "prompts"})
    offline: Offline = field(default_factory=_later, metadata={"feature": "offline_writer"})
    session: Session = field(default_factory=_later, metadata={"feature": "session"})
    story: Story = field(default_factory=_later, metadata={"feature": "story"})
    runs: Runs = field(default_factory=_later, metadata={"feature": "skills"})
    skill_files: SkillFiles = field(default_factory=_later, metadata={"feature": "skills"})
    influence: Influence = field(default_factory=_later, metadata={"feature": "prompts"})
    knowledge: Knowledge = field(default_factory=_later, metadata={"feature": "knowledge"})
    conversations: Conversations = field(
        default_factory=_later, metadata={"feature": "conversations"}
    )
    documents: Documents = field(default_factory=_later, metadata={"feature": "documents"})
    consolidation: Consolidation = field(default_factory=_later, metadata={"feature": "knowledge"})
    snapshot: Snapshot = field(default_factory=_later, metadata={"feature": "knowledge"})
    transcripts: Transcripts = field(default_factory=_later, metadata={"feature": "knowledge"})
    screening: Screening = field(default_factory=_later, metadata={"feature": "knowledge"})
    extraction: Extraction = field(default_factory=_later, metadata={"feature": "knowledge"})
    search: Search = field(default_factory=_later, metadata={"feature": "knowledge"})
    own_words: OwnWords = field(default_factory=_later, metadata={"feature": "knowledge"})
    reconciling: Reconciling = field(default_factory=_later, metadata={"feature": "knowledge"})
    questions: Questions = field(default_factory=_later, metadata={"feature": "knowledge"})
    inject: Inject = field(default_factory=_later, metadata={"feature": "knowledge"})
    transfer: Transfer = field(default_factory=_later, metadata={"feature": "knowledge"})
    review: Review = field(default_factory=_later, metadata={"feature": "knowledge"})
    pictures: Pictures = field(default_factory=_later, metadata={"feature": "knowledge"})
    sample: Sample = field(default_factory=_later, metadata={"feature": "sample"})
    proxy: Proxy = field(default_factory=_later, metadata={"feature": "integrations"})
    team: Team = field(default_factory=_later, metadata={"feature": "team"})

    def __post_init__(self) -> None:
        for name in [name for name, value in vars(self).items() if value is _LATER]:
            del vars(self)[name]

    def __getattr__(self, name: str) -> Any:
        group = _GROUPS.get(name)
        if group is None:
            raise AttributeError(f"the policy has no {name}")
        made = vars(self)[name] = _class(group.metadata["feature"], str(group.type))()
        return made


_GROUPS = {each.name: each for each in fields(Policy)}


def _class(feature: str, name: str) -> Any:
    return getattr(import_module(f"mohen.{feature}.policy"), name)


def __getattr__(name: str) -> Any:
    """The classes of the groups, for whoever names one."""
    for each in _GROUPS.values():
        if each.type == name:
            return _class(each.metadata["feature"], name)
    raise AttributeError(f"module {__name__} has no {name}")
