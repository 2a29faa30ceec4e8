"""Every number of the product, each with the sentence of the spec it comes from.

`docs/numbers.md` is generated from this file. A citation is a requirement (R), a ruling (C), a
section of `docs/architecture.md`, or `house` for what we chose ourselves. `owner="owner"` marks
what R111 fixes: layer definitions, TTLs, scope priority and the decay formula; only a new ruling
changes those.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar

T = TypeVar("T")

DAY_MS = 86_400_000


def number(value: T, *, spec: str, unit: str = "", owner: str = "engineering") -> T:
    """A field with its citation; typed as its value so that policies read like plain data."""
    return field(default=value, metadata={"spec": spec, "unit": unit, "owner": owner})


@dataclass(frozen=True, slots=True)
class Decay:
    """An episode's strength: min(1, exp(-rate x age) x recall boost x importance boost)."""

    rate_per_day: float = number(0.1, spec="R50", unit="1/day", owner="owner")
    recall_boost: float = number(0.2, spec="R50", unit="per recall", owner="owner")
    importance_boost: float = number(0.3, spec="R50", owner="owner")
    active_from: float = number(0.7, spec="R51", owner="owner")
    fading_from: float = number(0.3, spec="R52", owner="owner")
    compressible_from: float = number(0.1, spec="R53", owner="owner")
    recompute_every_ms: int = number(DAY_MS, spec="R63", unit="ms")


@dataclass(frozen=True, slots=True)
class Signals:
    """What the author's act says of the AI's text."""

    light_edit_below: float = number(0.20, spec="R25, C13", unit="edit distance")
    heavy_rewrite_above: float = number(0.60, spec="R26, C13", unit="edit distance")
    direct_accept: float = number(1.00, spec="C14")
    light_edit: float = number(0.45, spec="C14")
    heavy_rewrite: float = number(-0.45, spec="C14")
    full_reject: float = number(-0.80, spec="C14")
    undo_after_accept: float = number(-1.00, spec="C14")
    repeated_scene_skill: float = number(0.15, spec="C14", unit="per earlier use")
    repeat_from: int = number(3, spec="R29, C13", unit="earlier uses with a middling edit")
    repeat_at_most: int = number(6, spec="R29", unit="earlier uses that count")


@dataclass(frozen=True, slots=True)
class Capacity:
    """Hard caps at write time (C6); the soft budgets belong to upkeep."""

    active_per_project: int = number(10_000, spec="R118, C7", unit="episodes")
    compressed_per_project: int = number(50_000, spec="R118", unit="digests")
    episode_ttl_days: int = number(180, spec="R100", unit="days", owner="owner")
    reclaim_batch: int = number(64, spec="R104", unit="expired episodes a write compresses")


@dataclass(frozen=True, slots=True)
class Digests:
    """What compression leaves of an episode."""

    said_chars: int = number(
        80, spec="R55", unit="code points of a comment in the digest, to stay near 200 tokens"
    )
    comment_chars: int = number(240, spec="R56, C43", unit="code points of a comment kept beside")
    traits: int = number(6, spec="R56", unit="style features named")


@dataclass(frozen=True, slots=True)
class Recording:
    """Bounds of what one episode may hold, and how a write is tried again."""

    default_importance: float = number(0.5, spec="house")
    retries: int = number(3, spec="C36, C89", unit="after the first try")
    backoff_ms: int = number(25, spec="C89", unit="ms, doubled at each retry")
    candidates_max: int = number(32, spec="house", unit="candidates")
    text_chars_max: int = number(200_000, spec="house", unit="code points a text")
    id_chars_max: int = number(200, spec="house", unit="code points an id")
    latest_ms: int = number(253_402_300_799_999, spec="house", unit="ms: the end of year 9999")


@dataclass(frozen=True, slots=True)
class Recall:
    """How episodes are found again."""

    limit_min: int = number(3, spec="R34", unit="items")
    limit_max: int = number(5, spec="R34", unit="items")
    concurrent_max: int = number(32, spec="R120", unit="queries")
    depth: int = number(60, spec="architecture: recall", unit="candidates a source")
    retry_after_ms: int = number(50, spec="C39", unit="ms")
    query_chars: int = number(4000, spec="house", unit="code points")
    recall_once_every_ms: int = number(DAY_MS, spec="C63", unit="ms")
    query_terms: int = number(
        64, spec="architecture: words", unit="terms asked of the full-text index"
    )
    term_chars: int = number(64, spec="architecture: words", unit="code points of a term")
    stem_cache: int = number(65_536, spec="house", unit="words whose terms are remembered")


@dataclass(frozen=True, slots=True)
class Ranking:
    """How what the searches found becomes one order. Weights count beside relevance, which is 1."""

    scene_weight: float = number(0.10, spec="architecture: recall", unit="for the asked scene type")
    strength_weight: float = number(0.10, spec="architecture: recall", unit="for full strength")
    cosine_floor: float = number(
        0.5, spec="architecture: recall", unit="of the least cosine seen is worth nothing"
    )


def _norm(zh: float, en: float, scale: float) -> tuple[float, float, float]:
    return number((zh, en, scale), spec="architecture: learning", unit="usual zh, usual en, scale")


@dataclass(frozen=True, slots=True)
class Norms:
    """What is usual of each feature of `logic/style.py` in Chinese and English, and the scale
    on which a difference matters.

    Measured on the passages of `tests/logic/test_scenes.py`, rounded, and widened for habits
    that those happen not to show. Zero where a feature does not exist in a language.
    """

    mean_sentence_length: tuple[float, float, float] = _norm(18.0, 11.0, 5.0)
    sentence_spread: tuple[float, float, float] = _norm(5.5, 4.0, 2.5)
    longest_sentence: tuple[float, float, float] = _norm(25.0, 16.0, 6.0)
    paragraph_length: tuple[float, float, float] = _norm(50.0, 34.0, 15.0)
    dialogue_share: tuple[float, float, float] = _norm(0.2, 0.2, 0.2)
    first_person_share: tuple[float, float, float] = _norm(0.1, 0.1, 0.3)
    exclamation: tuple[float, float, float] = _norm(0.1, 0.1, 0.5)
    ellipsis: tuple[float, float, float] = _norm(0.1, 0.05, 0.4)
    dash: tuple[float, float, float] = _norm(0.1, 0.1, 0.4)
    question: tuple[float, float, float] = _norm(0.6, 0.3, 0.7)
    comma: tuple[float, float, float] = _norm(6.0, 1.1, 1.5)
    semicolon: tuple[float, float, float] = _norm(0.05, 0.05, 0.2)
    colon: tuple[float, float, float] = _norm(0.1, 0.05, 0.3)
    modifiers: tuple[float, float, float] = _norm(3.0, 1.5, 2.0)
    intensifiers: tuple[float, float, float] = _norm(0.3, 0.5, 0.8)
    idioms: tuple[float, float, float] = _norm(0.3, 0.0, 0.6)
    classical: tuple[float, float, float] = _norm(0.1, 0.0, 0.5)
    colloquial: tuple[float, float, float] = _norm(0.3, 0.1, 0.8)
    contractions: tuple[float, float, float] = _norm(0.0, 1.5, 2.0)
    similes: tuple[float, float, float] = _norm(0.2, 0.2, 0.5)
    sight: tuple[float, float, float] = _norm(1.0, 1.7, 1.5)
    sound: tuple[float, float, float] = _norm(0.2, 0.4, 0.6)
    smell: tuple[float, float, float] = _norm(0.1, 0.1, 0.5)
    taste: tuple[float, float, float] = _norm(0.05, 0.1, 0.3)
    touch: tuple[float, float, float] = _norm(0.15, 0.5, 0.6)
    past_tense: tuple[float, float, float] = _norm(0.0, 0.9, 0.25)
    variety: tuple[float, float, float] = _norm(0.83, 0.78, 0.06)
    word_length: tuple[float, float, float] = _norm(0.0, 4.2, 0.35)


@dataclass(frozen=True, slots=True)
class Style:
    """How a passage is measured and what two of them prove."""

    final_vs_chosen: float = number(1.0, spec="C81", unit="weight of a pair")
    chosen_vs_rejected: float = number(0.5, spec="C81", unit="weight shared by the rejected")
    per: int = number(
        100, spec="architecture: learning", unit="characters or words a rate is given for"
    )
    window: int = number(
        50, spec="architecture: learning", unit="characters or words, for repetition"
    )
    one_language: float = number(0.8, spec="C72", unit="share of units that names the language")
    decimals: int = number(4, spec="house", unit="digits kept of a measure")
    norms: Norms = field(default_factory=Norms)


@dataclass(frozen=True, slots=True)
class Scenes:
    """When a passage is taken for a kind of scene that its author did not name (C69)."""

    dialogue_share: float = number(0.45, spec="C69", unit="of the text is speech")
    characters_a_word: float = number(1.6, spec="C69", unit="Chinese characters an English word")
    transition_size: int = number(45, spec="C69", unit="characters at most")
    transition_shifts: float = number(0.5, spec="C69", unit="shifts of time or place a sentence")
    per: int = number(100, spec="C69", unit="characters a rate is given for")
    cues_at_least: int = number(2, spec="C69", unit="cues of a kind")
    attribute: float = number(0.5, spec="C69", unit="cue of description a 的")
    cues_to_stay: int = number(4, spec="C69", unit="cues that make a short text no transition")
    action: float = number(3.5, spec="C69", unit="cues per 100 characters at least")
    psychology: float = number(2.5, spec="C69", unit="cues per 100 characters at least")
    description: float = number(4.5, spec="C69", unit="cues per 100 characters at least")


@dataclass(frozen=True, slots=True)
class Paging:
    """How much a list answers at once."""

    list_default: int = number(50, spec="house", unit="items")
    list_max: int = number(200, spec="house", unit="items")
    alerts: int = number(20, spec="C96", unit="alerts shown")


@dataclass(frozen=True, slots=True)
class Storage:
    """How SQLite is driven."""

    busy_timeout_ms: int = number(2_000, spec="architecture: write lane", unit="ms a try")
    batch_max: int = number(128, spec="architecture: write lane", unit="writes in one commit")
    checkpoint_pages: int = number(2_000, spec="architecture: write lane", unit="WAL pages")
    merge_every: int = number(
        12, spec="architecture: write lane", unit="commits between full-text merges"
    )
    merge_pages: int = number(128, spec="architecture: write lane", unit="pages a merge step")
    reader_cache_kib: int = number(8_192, spec="house", unit="KiB a reader")
    free_bytes: int = number(104_857_600, spec="house", unit="bytes free before the doctor warns")
    rebuild_batch: int = number(256, spec="house", unit="episodes a step of a rebuild")
    vector_cache_bytes: int = number(268_435_456, spec="architecture: vectors", unit="bytes")


@dataclass(frozen=True, slots=True)
class Vectors:
    """Exact search; sign bits only as a first pass over many rows."""

    packed_from: int = number(8_192, spec="architecture: vectors", unit="rows")
    packed_density: float = number(
        0.9, spec="architecture: vectors", unit="non-zero components, or sign bits say too little"
    )
    packed_share: float = number(
        0.1, spec="architecture: vectors", unit="of the rows rescored exactly, at least"
    )
    packed_oversample: int = number(
        16, spec="architecture: vectors", unit="x wanted, rescored exactly, at least"
    )
    stale_share: float = number(0.05, spec="house", unit="removed rows tolerated in the matrix")
    embed_batch: int = number(32, spec="house", unit="texts")
    embed_chars: int = number(2_000, spec="house", unit="code points a text")
    embed_delay_ms: int = number(
        200, spec="architecture: embedding", unit="ms of quiet before embedding"
    )
    embed_at_most_ms: int = number(
        10_000, spec="architecture: embedding", unit="ms put off while records keep coming"
    )
    embed_step: int = number(
        8, spec="architecture: embedding", unit="texts between two chances for others to go first"
    )
    give_way_ms: int = number(
        2, spec="architecture: embedding", unit="ms a job stands aside while records come"
    )
    embed_timeout_ms: int = number(10_000, spec="house", unit="ms for a remote embedder")
    embed_retries: int = number(1, spec="house", unit="at once, after a lost connection only")
    onnx_tokens_max: int = number(512, spec="house", unit="tokens a text")
    trust_builtin: float = number(0.25, spec="house", unit="0-1, against shared words")
    trust_use: float = number(0.5, spec="house", unit="0-1, against shared words")
    trust_onnx: float = number(0.6, spec="house", unit="0-1, against shared words")
    trust_openai: float = number(0.6, spec="house", unit="0-1, against shared words")


@dataclass(frozen=True, slots=True)
class Doors:
    """The wire."""

    timeout_ms: int = number(30_000, spec="house", unit="ms a call")
    timeout_max_ms: int = number(600_000, spec="house", unit="ms a call")
    body_bytes: int = number(8_388_608, spec="house", unit="bytes a request")
    workers: int = number(128, spec="R122", unit="threads that answer calls")
    in_flight: int = number(512, spec="house", unit="requests of one child process at once")
    port: int = number(7717, spec="house", unit="TCP port on loopback")
    keepalive_ms: int = number(15_000, spec="house", unit="ms between comments on /events")
    push_queue: int = number(256, spec="house", unit="pushes kept for a slow listener")


@dataclass(frozen=True, slots=True)
class Settings:
    """Bounds of what the user may set."""

    learning_threshold: int = number(3, spec="R128", unit="equal signals")
    learning_threshold_max: int = number(100, spec="house", unit="equal signals")
    redact_names_max: int = number(500, spec="house", unit="names")
    redact_name_chars: int = number(60, spec="house", unit="code points a name")
    redact_mark_chars: int = number(6, spec="R119", unit="hex digits in a mark")


@dataclass(frozen=True, slots=True)
class Policy:
    decay: Decay = field(default_factory=Decay)
    signals: Signals = field(default_factory=Signals)
    capacity: Capacity = field(default_factory=Capacity)
    digests: Digests = field(default_factory=Digests)
    recording: Recording = field(default_factory=Recording)
    recall: Recall = field(default_factory=Recall)
    ranking: Ranking = field(default_factory=Ranking)
    style: Style = field(default_factory=Style)
    scenes: Scenes = field(default_factory=Scenes)
    paging: Paging = field(default_factory=Paging)
    storage: Storage = field(default_factory=Storage)
    vectors: Vectors = field(default_factory=Vectors)
    doors: Doors = field(default_factory=Doors)
    settings: Settings = field(default_factory=Settings)
