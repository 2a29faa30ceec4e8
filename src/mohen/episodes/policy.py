"""Settings of episodes: how they are judged, kept, found and forgotten."""

from __future__ import annotations

from mohen.core.policy import DAY_MS, number
from mohen.core.values import dataclass


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

    tokens: int = number(
        200, spec="R55", unit="tokens: so many style features as there is room for"
    )
    said_chars: int = number(80, spec="R55", unit="code points of a comment in the digest")
    comment_chars: int = number(240, spec="R56, C43", unit="code points of a comment kept beside")


@dataclass(frozen=True, slots=True)
class Recording:
    """Bounds of what one episode may hold, and how a write is tried again."""

    default_importance: float = number(0.5, spec="house")
    retries: int = number(3, spec="C36, C89", unit="after the first try")
    backoff_ms: int = number(25, spec="C89", unit="ms, doubled at each retry")
    batch_max: int = number(500, spec="house", unit="episodes a batch")
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
    depth: int = number(60, spec="decisions: recall", unit="candidates a source")
    deeper: int = number(4, spec="house", unit="times as far down when too few are alive")
    retry_after_ms: int = number(50, spec="C39", unit="ms")
    query_chars: int = number(4000, spec="house", unit="code points")
    recall_once_every_ms: int = number(DAY_MS, spec="C63", unit="ms")
    query_terms: int = number(
        64, spec="decisions: words", unit="terms asked of the full-text index"
    )
    postings: int = number(
        1_000, spec="house", unit="places in the index that a passage may look at"
    )
    stem_cache: int = number(65_536, spec="house", unit="words whose terms are remembered")


@dataclass(frozen=True, slots=True)
class Ranking:
    """How what the searches found becomes one order. Weights count beside relevance, which is 1."""

    scene_weight: float = number(0.10, spec="decisions: recall", unit="for the asked scene type")
    strength_weight: float = number(0.10, spec="decisions: recall", unit="for full strength")
    cosine_floor: float = number(
        0.5, spec="decisions: recall", unit="of the least cosine seen is worth nothing"
    )


@dataclass(frozen=True, slots=True)
class Relevance:
    """How likely an episode is what was asked for, and the floor below which it is not shown.

    The chance is logistic in the share of the question's words that an episode holds (0-1) and in
    the deviations of its cosine from noise. `benchmarks/relevance.py` fits all of it.
    """

    words_least: float = number(-6.48, spec="decisions: relevance", unit="where no word is shared")
    words_slope: float = number(15.7, spec="decisions: relevance", unit="for all words")
    words_floor: float = number(0.5, spec="C103, decisions: relevance", unit="chance, words alone")
    builtin_least: float = number(-6.62, spec="decisions: relevance", unit="where nothing is alike")
    builtin_words: float = number(9.65, spec="decisions: relevance", unit="for all words")
    builtin_meaning: float = number(0.52, spec="decisions: relevance", unit="a deviation")
    builtin_floor: float = number(0.5, spec="C103, decisions: relevance", unit="chance")
    builtin_mean: float = number(0.003, spec="decisions: relevance", unit="cosine of strangers")
    builtin_spread: float = number(0.049, spec="decisions: relevance", unit="of those cosines")
    builtin_long_mean: float = number(0.05, spec="decisions: relevance", unit="of two passages")
    builtin_long_spread: float = number(0.11, spec="decisions: relevance", unit="of those cosines")
    use_least: float = number(-8.4, spec="decisions: relevance", unit="where nothing is alike")
    use_words: float = number(5.41, spec="decisions: relevance", unit="for all words")
    use_meaning: float = number(1.73, spec="decisions: relevance", unit="a deviation")
    use_floor: float = number(0.7, spec="C103, decisions: relevance", unit="chance")
    use_mean: float = number(0.014, spec="decisions: relevance", unit="cosine of strangers")
    use_spread: float = number(0.061, spec="decisions: relevance", unit="of those cosines")
    use_long_mean: float = number(0.30, spec="decisions: relevance", unit="of two passages")
    use_long_spread: float = number(0.12, spec="decisions: relevance", unit="of those cosines")
    use_line_spread: float = number(
        0.082, spec="decisions: finding", unit="of those of a question and lines of talk"
    )
    long_chars: int = number(80, spec="house", unit="code points of a question that is a passage")
    noise_worth: int = number(50, spec="house", unit="stored texts that what was known counts for")
    judged: int = number(12, spec="house", unit="best candidates looked at closely")
    behind: float = number(
        1.5, spec="decisions: relevance", unit="log odds behind the best, beyond which it is left"
    )
    scene_weight: float = number(0.05, spec="house", unit="of the chance, lost by another scene")
    strength_weight: float = number(0.05, spec="house", unit="of it, lost with all strength")
    scene_worth: float = number(
        0.3, spec="C103, house", unit="of a text that only has the asked scene"
    )


# -- What an episode proves beyond style numbers: words that an edit cut, added and kept.


@dataclass(frozen=True, slots=True)
class Measuring:
    """Which edits speak of single words, and when a word is a habit of the author."""

    version: int = number(6, spec="C76", unit="of what is measured and stored")
    rewrite_share: float = number(
        0.4, spec="decisions: learning", unit="of the words cut, above which it is a rewrite"
    )
    of_a_pair: float = number(
        0.5, spec="decisions: learning", unit="of a pair's chance to go, of one word's"
    )
    span_max: int = number(
        5, spec="decisions: learning", unit="pairs in a row; more are a clause and not a word"
    )
    aligned_max: int = number(
        400, spec="house", unit="sentences of a text that an edit is looked at in"
    )
    aligned_near: int = number(
        4, spec="house", unit="sentences to either side, to find what one became"
    )
    same_sentence: float = number(
        0.5,
        spec="decisions: learning",
        unit="of its words left, below which it is another sentence",
    )
    units_max: int = number(800, spec="house", unit="words of a passage that are followed")
    added_max: int = number(200, spec="house", unit="added words kept of an episode")
    share_decimals: int = number(4, spec="house", unit="digits kept of a share")
    habit_level: float = number(
        0.005, spec="C80", unit="error over all words and looks: cut or added, one scene or all"
    )
    habit_looks: int = number(
        10, spec="C80", unit="times stricter, for words that join the test later"
    )
    habit_episodes: int = number(5, spec="C78", unit="supporting episodes at least")
    habit_share: float = number(
        0.7, spec="decisions: learning", unit="of the chances taken, at least"
    )
    habit_strength: float = number(
        0.85, spec="decisions: learning", unit="of the chances taken by an author with the habit"
    )
    chance_times: float = number(
        1.25, spec="decisions: learning", unit="times an edit's share, still chance for a word"
    )
    chance_least: float = number(
        0.03, spec="decisions: learning", unit="share of an edit, at least"
    )
    choice_times: float = number(
        10.0,
        spec="decisions: learning",
        unit="times as seldom, by odds, one takes a text with a word they avoid; or as often",
    )
    adding_episodes: int = number(
        8, spec="decisions: learning", unit="supporting episodes of an added word at least"
    )
    adding_share: float = number(
        0.3, spec="decisions: learning", unit="of the edits that add, at least"
    )
    adding_strength: float = number(
        0.3, spec="decisions: learning", unit="of the edits, by an author with the habit"
    )
    adding_times: float = number(
        3.0, spec="decisions: learning", unit="times a word's frequency, still chance"
    )
    elsewhere: int = number(3, spec="C78", unit="chances in other scenes that make a habit one's")
    same_episodes: float = number(
        0.8, spec="decisions: learning", unit="of their episodes shared by parts of one phrase"
    )
    without_word: float = number(
        0.25, spec="decisions: learning", unit="as often for the same without the word, that it is"
    )
    habits_max: int = number(40, spec="house", unit="habits found in one look")
