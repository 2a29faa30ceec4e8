"""The policy: what an owner may want to tune, each number with where it comes from.

`docs/numbers.md` is generated from it. A citation is a requirement (R), a ruling (C), a
section of `docs/decisions.md`, or `house` for what we chose ourselves. `owner="owner"` marks
what R111 fixes: layer definitions, TTLs, scope priority and the decay formula; only a new ruling
changes those.

Each group is imported when it is first asked for: to make all of them takes longer than most
commands.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from importlib import import_module
from typing import TYPE_CHECKING, Any

from mohen.core.policy import DAY_MS, LATER, group

if TYPE_CHECKING:
    from mohen.compaction.policy import Compaction
    from mohen.core.policy import Doors, Paging, Settings, Storage, Vectors
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


@dataclass(frozen=True)
class Policy:
    decay: Decay = group("episodes")
    signals: Signals = group("episodes")
    capacity: Capacity = group("episodes")
    digests: Digests = group("episodes")
    recording: Recording = group("episodes")
    recall: Recall = group("episodes")
    ranking: Ranking = group("episodes")
    relevance: Relevance = group("episodes")
    style: Style = group("text")
    scenes: Scenes = group("text")
    paging: Paging = group("core")
    storage: Storage = group("core")
    vectors: Vectors = group("core")
    doors: Doors = group("core")
    settings: Settings = group("core")
    measuring: Measuring = group("episodes")
    learning: Learning = group("rules")
    rules: Rules = group("rules")
    entries: Entries = group("rules")
    models: Models = group("models")
    tokens: Tokens = group("text")
    upkeep: Upkeep = group("upkeep")
    compaction: Compaction = group("compaction")
    echoes: Echoes = group("text")
    context: Context = group("prompts")
    files: Files = group("manuscript")
    skills: Skills = group("prompts")
    offline: Offline = group("offline_writer")
    session: Session = group("session")
    story: Story = group("story")
    runs: Runs = group("skills")
    skill_files: SkillFiles = group("skills")
    influence: Influence = group("prompts")
    knowledge: Knowledge = group("knowledge")
    consolidation: Consolidation = group("knowledge")
    snapshot: Snapshot = group("knowledge")
    transcripts: Transcripts = group("knowledge")
    screening: Screening = group("knowledge")
    extraction: Extraction = group("knowledge")
    search: Search = group("knowledge")
    own_words: OwnWords = group("knowledge")
    reconciling: Reconciling = group("knowledge")
    questions: Questions = group("knowledge")
    inject: Inject = group("knowledge")
    transfer: Transfer = group("knowledge")
    review: Review = group("knowledge")
    pictures: Pictures = group("knowledge")
    sample: Sample = group("sample")

    def __post_init__(self) -> None:
        for name in [name for name, value in vars(self).items() if value is LATER]:
            del vars(self)[name]

    def __getattr__(self, name: str) -> Any:
        for each in fields(self):
            if each.name == name:
                made = vars(self)[name] = _class(each.metadata["feature"], str(each.type))()
                return made
        raise AttributeError(f"the policy has no {name}")


def _class(feature: str, name: str) -> Any:
    return getattr(import_module(f"mohen.{feature}.policy"), name)


def __getattr__(name: str) -> Any:
    """The classes of the groups, for whoever names one."""
    for each in fields(Policy):
        if each.type == name:
            return _class(each.metadata["feature"], name)
    raise AttributeError(f"module {__name__} has no {name}")
