"""What an output was based on. Holds ids and numbers, never text (C93)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from mohen.model.rule import Predicate


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
    """What a rule's predicate measured on the output, and whether the output obeys it.

    `asked` is a sealed hash of what the rule asked for then: it may ask for something else now.
    """

    rule_id: str
    measured: float | None  # None: the output does not tell
    obeyed: bool | None
    asked: str = ""


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


WHOLE = ""
"""In place of a memory's id, where the whole of a generation is judged."""


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
    tokenizer: str = "estimate"  # what its tokens were counted with
    verdicts: tuple[tuple[str, Verdict], ...] = ()  # by the memory judged, or `WHOLE`

    @property
    def verdict(self) -> Verdict | None:
        """On the whole of it."""
        return self.verdict_on(WHOLE)

    def verdict_on(self, memory_id: str) -> Verdict | None:
        return dict(self.verdicts).get(memory_id)


@dataclass(frozen=True, slots=True)
class Told:
    """A reference as it is shown: what it says is read where it lives, and only there.

    share    how much of the prompt it was, 0–1
    text     None: it is gone, has no words of its own, or its session is over
    at       when it happened; an episode only
    """

    reference: Reference
    share: float
    text: str | None = None
    deleted: bool = False
    verdict: Verdict | None = None
    at: int | None = None


@dataclass(frozen=True, slots=True)
class Complied:
    """What was measured, and what the rule asks for; None when it is gone or asks for something
    else now."""

    measure: Compliance
    predicate: Predicate | None = None
    says: tuple[str, str] | None = None  # the predicate in words: English, Chinese


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why something was written (R83): references with the heaviest first, and by kind (R85)."""

    generation: Generation
    references: tuple[Told, ...]
    groups: tuple[tuple[Kind, float], ...]
    compliance: tuple[Complied, ...] | None  # None: no output was seen


@dataclass(frozen=True, slots=True)
class Moved:
    """A rule that a verdict made surer or less sure."""

    id: str
    before: float
    after: float


class Unmoved(StrEnum):
    """Why a verdict leaves a memory as it was."""

    CONFIRMED = "confirmed"  # the author's own word stands (R75)
    NOT_A_RULE = "not_a_rule"  # only rules have a confidence
    DELETED = "deleted"
    SAME = "same"  # it was as sure, or as unsure, as can be


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """What came of a verdict (R86). Not recorded: the same was judged before, and that stands."""

    recorded: bool
    episode_id: str | None = None
    lowered: tuple[Moved, ...] = ()
    raised: tuple[Moved, ...] = ()
    unchanged: tuple[tuple[str, Unmoved], ...] = ()


@dataclass(frozen=True, slots=True)
class Shape:
    """A prompt by its size and its stable part."""

    tokens: int
    stable_prefix_hash: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Without:
    """What the context would be without one memory. `diff`: None unless prompts may be shown."""

    with_it: Shape
    without_it: Shape
    removed: tuple[str, ...]
    added: tuple[str, ...]  # what takes its place
    diff: str | None = None

    @property
    def prefix_changes(self) -> bool:
        return self.with_it.stable_prefix_hash != self.without_it.stable_prefix_hash
