"""What an output was based on. Holds ids and numbers, never text (C93)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """Where a reference comes from (R82)."""

    WORKING = "working"
    EPISODIC = "episodic"
    SEMANTIC = "semantic"
    KNOWLEDGE = "knowledge"


@dataclass(frozen=True, slots=True)
class Reference:
    """One memory in a prompt.

    strength  how strongly it was retrieved, 0–1: a rule's confidence, an episode's score …
    tokens    how much of the prompt it was
    effect    how far the output shows it, 0–1; None until there is an output
    weight    its share of the influence; together 1
    """

    id: str
    kind: Kind
    strength: float
    tokens: int
    effect: float | None = None
    weight: float = 0.0


@dataclass(frozen=True, slots=True)
class Compliance:
    """What a rule's predicate measured on the output, and whether the output obeys it."""

    rule_id: str
    measured: float | None  # None: the output is too short to tell
    obeyed: bool | None


@dataclass(frozen=True, slots=True)
class Piece:
    """A section of a prompt as the cache report needs it: blocks of sealed hashes, no text."""

    layer: int
    name: str
    tokens: int
    recalled: bool
    blocks: tuple[str, ...]


class Verdict(StrEnum):
    CORRECT = "correct"
    INCORRECT = "incorrect"


@dataclass(frozen=True, slots=True, kw_only=True)
class Generation:
    """One assembled prompt and what came of it."""

    id: str
    project_id: str | None
    skill_id: str
    model: str
    at: int
    scene_type: str
    stable_prefix_hash: str
    prompt_hash: str
    tokens: int
    references: tuple[Reference, ...] = ()
    compliance: tuple[Compliance, ...] | None = None  # None: no output was seen
    pieces: tuple[Piece, ...] = ()
    echoes: tuple[str, ...] = ()  # sealed hashes of sentences that we put in ourselves (C64)
    run_id: str | None = None
    episode_id: str | None = None
    session_id: str | None = None
    verdict: Verdict | None = None
