"""Prompts as values: six layers, what was asked for, what was cut and why (R146, C67)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import field
from enum import IntEnum, StrEnum
from typing import Annotated, Literal

from mohen.core.degradation import Degradation
from mohen.core.listed import Listed
from mohen.core.values import dataclass
from mohen.episodes.model import Mode
from mohen.knowledge.model import Item
from mohen.rules.model import Predicate
from mohen.text.lazy_pattern import LazyPattern

# -- What an output was based on. Holds ids and numbers, never text (C93).


class Kind(StrEnum):
    """Where a reference comes from (R82)."""

    WORKING = "working"
    EPISODIC = "episodic"
    SEMANTIC = "semantic"
    KNOWLEDGE = "knowledge"


@dataclass(frozen=True, slots=True)
class Reference:
    """One memory that stands in a prompt, and how much it weighed there.

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


class Layer(IntEnum):
    """One of six layers of a prompt, in fixed order; 0–3 are the stable prefix (R148)."""

    INSTRUCTIONS = 0
    SESSION = 1
    AUTHOR = 2
    PROJECT = 3
    RECENT = 4
    CURRENT = 5

    @property
    def stable(self) -> bool:
        return self <= Layer.PROJECT


class Chapter(IntEnum):
    """Fixed order, always present. The first four are the stable prefix (R148, R155)."""

    INSTRUCTIONS = 0
    SESSION = 1
    AUTHOR = 2
    PROJECT = 3
    RECENT = 4
    CURRENT = 5
    OUTPUT = 6


@dataclass(frozen=True, slots=True)
class Span:
    """A selection, in code points; `start == end` is a cursor."""

    start: Annotated[int, "code points, from 0"]
    end: Annotated[int, "code points, not included"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What is to be written, and where one stands."""

    skill_id: str
    project_id: str | None = None
    chapter_id: str | None = None
    text: str = ""  # of the chapter, or as much of it as the caller has
    selection: Span | None = None
    cursor: int | None = None
    scene_type: str | None = None
    instruction: str = ""
    session_id: str | None = None
    model: str | None = None  # a tool's own, where it is not the configured one
    window: int | None = None  # tokens it reads and writes together


class Action(StrEnum):
    TRIMMED = "trimmed"
    DROPPED = "dropped"


class Why(StrEnum):
    """Why something is not there whole."""

    OVER_BUDGET = "over_budget"
    TOO_LARGE = "too_large"
    INVALID_FORMAT = "invalid_format"
    READ_ERROR = "read_error"
    SURROUNDING = "surrounding"  # the skill asked for so much and no more


class Boundary(StrEnum):
    """Where a text was cut; `word` only where one sentence is longer than all the room."""

    PARAGRAPH = "paragraph"
    SENTENCE = "sentence"
    WORD = "word"


@dataclass(frozen=True, slots=True)
class Cut:
    """One thing that is not there, or not whole (R153). `before` and `after`: code points."""

    source: str  # a reference (`.mohen/outline.md`), a memory's id, or a part's name
    action: Action
    why: Why
    before: int
    after: int = 0
    at: Boundary | None = None


@dataclass(frozen=True, slots=True)
class Section:
    """A piece of a chapter. `recalled`: chosen for this request, so it may differ each time."""

    layer: Layer
    name: str
    text: str
    tokens: int
    refs: tuple[str, ...] = ()
    references: tuple[Reference, ...] = ()
    material: tuple[str, ...] = ()  # the memory's own text, one for each reference
    cuts: tuple[Cut, ...] = ()
    recalled: bool = False


class LayerStatus(StrEnum):
    OK = "ok"
    EMPTY = "empty"
    MASKED = "masked"
    DEGRADED = "degraded"


@dataclass(frozen=True, slots=True)
class LayerReport:
    layer: Layer
    chapter: str
    text: str
    tokens: int
    budget: int
    status: LayerStatus
    refs: tuple[str, ...] = ()
    cuts: tuple[Cut, ...] = ()


class HeldKind(StrEnum):
    """What a text that is held back is part of."""

    KNOWLEDGE = "knowledge"
    RULE = "rule"
    EPISODE = "episode"
    CONVERSATION = "conversation"
    FILE = "file"


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldOrder:
    """A memory that looks like an order to a model and waits for a person."""

    id: str  # of its words: the same order elsewhere is the same one
    kind: HeldKind
    ref: str  # where it stands: an item, an episode, a file
    origin: str  # who said it
    text: str  # as a prompt would quote it
    project_id: str | None = None
    at: int | None = None  # since when


@dataclass(frozen=True, slots=True)
class Warned:
    """Something that did not stop the work but must be seen (R149)."""

    code: str
    source: str
    message: tuple[str, str]  # English, Chinese


@dataclass(frozen=True, slots=True)
class InjectedRule:
    """A rule in the prompt, and why it is there."""

    id: str
    text: str
    confidence: float
    confirmed: bool
    layer: Layer


@dataclass(frozen=True, slots=True)
class InjectedEpisode:
    id: str
    score: float
    reason: tuple[str, str]


@dataclass(frozen=True, slots=True)
class ContextRules:
    """Exactly seven keys (background 1.5). Preferences go in unless a skill says no (C32)."""

    surrounding: int = 0  # code points on each side
    user_preferences: bool = True
    style_guide: bool = False
    characters: bool = False
    outline: bool = False
    recent_summary: int = 0  # digests of recent runs
    knowledge_graph: bool = False


class Target(StrEnum):
    """What a skill works on. Without a selection, a skill for one takes the whole text."""

    SELECTION = "selection"
    CURSOR = "cursor"


class Source(StrEnum):
    BUILT_IN = "builtin"
    PROJECT = "project"


@dataclass(frozen=True, slots=True, kw_only=True)
class Skill:
    """A way to have text written, as a SKILL.md describes it."""

    id: str
    description: str
    body: str  # the instruction, Markdown; it may be given in both languages
    source: Source
    title: tuple[str, str]  # English, Chinese
    description_zh: str = ""  # for who reads Chinese; empty: nobody wrote one
    context_rules: ContextRules = field(default_factory=ContextRules)
    target: Target = Target.SELECTION
    candidates: int = 3
    max_tokens: int = 1_000  # of each candidate
    version: str = "1"
    ref: str | None = None  # `.mohen/skills/…/SKILL.md` of a project's own

    def instruction(self, language: str) -> str:
        """The body, or what of it is said in `language` (zh or en) where it is said in both: a
        small model that reads two languages answers in the wrong one."""
        first, *said = _HEADING.split(f"\n{self.body}\n")
        names, texts = said[::2], [each.strip() for each in said[1::2]]
        if first.strip() or sorted(names) != sorted(_LANGUAGES.values()) or not all(texts):
            return self.body
        return texts[names.index(_LANGUAGES[language])]


_LANGUAGES = {"zh": "中文", "en": "English"}
_HEADING = LazyPattern(rf"\n# ({'|'.join(_LANGUAGES.values())})[ \t]*(?=\n)")
SKILL_FILE = "SKILL.md"


def skill_ref(skill_id: str) -> str:
    """Where a project's own skill stands in its folder."""
    return f".mohen/skills/{skill_id}/{SKILL_FILE}"


@dataclass(frozen=True, slots=True)
class Injection:
    """What of the memory went in; with injection off all of it is empty (R144)."""

    rules: tuple[InjectedRule, ...] = ()
    episodes: tuple[InjectedEpisode, ...] = ()
    knowledge: tuple[str, ...] = ()
    working: tuple[str, ...] = ()
    refs: tuple[str, ...] = ()
    context_rules: ContextRules = field(default_factory=ContextRules)


@dataclass(frozen=True, slots=True, kw_only=True)
class Assembly:
    """A prompt, and everything that can be said of it."""

    request: Request
    model: str
    system: str  # L0–L3, byte for byte the stable prefix
    user: str
    sections: tuple[Section, ...]
    layers: tuple[LayerReport, ...]
    tokens: int
    stable_prefix_hash: str
    prompt_hash: str
    scene_type: str  # as given, or inferred
    injected: Injection = field(default_factory=Injection)
    warnings: tuple[Warned, ...] = ()
    degradations: tuple[Degradation, ...] = ()
    recalled: tuple[int, ...] = ()  # episodes in it, by the store's numbers (C63)
    stable_prefix_unchanged: bool = False
    tokenizer: str = "estimate"
    generation_id: str = ""

    @property
    def memory_degraded(self) -> bool:
        """Some of the memory could not be read; a new user's emptiness is none (B13)."""
        return bool(self.degradations)

    @property
    def references(self) -> tuple[Reference, ...]:
        return tuple(each for section in self.sections for each in section.references)

    @property
    def material(self) -> Mapping[str, str]:
        """The text of each reference by its id: to measure its effect, never to be kept."""
        return {
            reference.id: text
            for section in self.sections
            for reference, text in zip(section.references, section.material, strict=True)
        }

    @property
    def selected(self) -> str:
        """The text the skill works on: the selection, or nothing."""
        span = self.request.selection
        return "" if span is None else self.request.text[span.start : span.end]

    def projection(self) -> Iterator[tuple[Projection, int, tuple[str, ...]]]:
        """The same prompt under the older four names, for the inspector (C67)."""
        for name, belongs in _PROJECTED.items():
            parts = [each for each in self.sections if belongs(each)]
            yield name, sum(each.tokens for each in parts), tuple(each.name for each in parts)


Projection = Literal["rules", "settings", "retrieved", "immediate"]

_PROJECTED: dict[Projection, Callable[[Section], bool]] = {
    "rules": lambda each: each.layer is Layer.INSTRUCTIONS,
    "settings": lambda each: each.layer in (Layer.AUTHOR, Layer.PROJECT),
    "retrieved": lambda each: (
        each.layer is Layer.RECENT or (each.layer is Layer.CURRENT and each.recalled)
    ),
    "immediate": lambda each: (
        each.layer is Layer.SESSION or (each.layer is Layer.CURRENT and not each.recalled)
    ),
}


@dataclass(frozen=True, slots=True)
class Injected:
    """One item in its place. Stable ones are the same whatever is asked (C28, C33)."""

    item: Item  # its content cut to what is shown
    reason: tuple[str, str]  # English, Chinese
    kind: Literal["deterministic", "semantic", "words"] = "deterministic"
    score: float | None = None
    stable: bool = True


@dataclass(frozen=True, slots=True)
class Preview(Listed[Injected]):
    items: tuple[Injected, ...] = ()
    mode: Mode = Mode.DETERMINISTIC
    fallback: str | None = None  # why nothing was found by meaning, where it was asked for
    degradations: tuple[Degradation, ...] = ()
    block: str = ""  # the rules as they read in the prompt
