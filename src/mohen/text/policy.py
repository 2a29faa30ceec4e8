"""Numbers of measuring a text: its style, its kind of scene, its tokens."""

from __future__ import annotations

from dataclasses import field

from mohen.core.policy import number
from mohen.core.values import dataclass


def _norm(zh: float, en: float, scale: float) -> tuple[float, float, float]:
    return number((zh, en, scale), spec="decisions: learning", unit="usual zh, usual en, scale")


@dataclass(frozen=True, slots=True)
class Norms:
    """What is usual of each feature of `text/style.py` in Chinese and English, and the scale
    on which a difference matters.

    Measured on the passages of `tests/text/test_scenes.py`, rounded, and widened for habits
    that those happen not to show. Zero where a feature does not exist in a language.
    """

    mean_sentence_length: tuple[float, float, float] = _norm(18.0, 11.0, 5.0)
    sentence_spread: tuple[float, float, float] = _norm(5.5, 4.0, 2.5)
    longest_sentence: tuple[float, float, float] = _norm(25.0, 16.0, 6.0)
    paragraph_length: tuple[float, float, float] = _norm(50.0, 34.0, 15.0)
    text_length: tuple[float, float, float] = _norm(150.0, 100.0, 40.0)
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
    cliches: tuple[float, float, float] = _norm(0.2, 0.1, 0.5)
    vague: tuple[float, float, float] = _norm(1.0, 1.8, 1.5)
    exposition: tuple[float, float, float] = _norm(0.4, 0.3, 0.8)


@dataclass(frozen=True, slots=True)
class Style:
    """How a passage is measured and what two of them prove."""

    final_vs_chosen: float = number(1.0, spec="C81", unit="weight of a pair")
    chosen_vs_rejected: float = number(0.5, spec="C81", unit="weight shared by the rejected")
    per: int = number(
        100, spec="decisions: learning", unit="characters or words a rate is given for"
    )
    window: int = number(50, spec="decisions: learning", unit="characters or words, for repetition")
    one_language: float = number(0.8, spec="C72", unit="share of units that names the language")
    decimals: int = number(4, spec="house", unit="digits kept of a measure")
    norms: Norms = field(default_factory=Norms)


@dataclass(frozen=True, slots=True)
class Scenes:
    """When a passage is taken for a kind of scene that its author did not name (C69)."""

    before: int = number(400, spec="C114", unit="code points at hand, as a prompt is written by")
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
class Tokens:
    """How many tokens of o200k_base a text is (C88). The weights were fitted to its counts on
    Chinese and English prose, talk, Markdown and code; `tests/text/token_counts.json` holds
    others. What a weight is of stands in `text/tokens.py`."""

    han: float = number(1.0, spec="C88", unit="tokens a common Han character")
    han_rare: float = number(2.02, spec="C88", unit="tokens a rare one")
    han_far: float = number(3.8, spec="C88", unit="tokens one of the supplementary planes")
    han_pair: float = number(0.96, spec="C88", unit="tokens saved by a common pair")
    wide_mark: float = number(0.78, spec="C88", unit="tokens a run of Chinese or curly marks")
    wide_mark_more: float = number(0.4, spec="C88", unit="tokens each further mark of it")
    picture: float = number(1.7, spec="C88", unit="tokens an emoji")
    joiner: float = number(1.0, spec="C88", unit="tokens a joiner of emoji")
    other: float = number(0.8, spec="C88", unit="tokens a character of another script")

    word: float = number(1.02, spec="C88", unit="tokens a word, the space before it included")
    long_word: float = number(0.12, spec="C88", unit="tokens more from 8 letters on")
    name: float = number(0.25, spec="C88", unit="tokens more with a capital, from 5 letters on")
    long_name: float = number(0.4, spec="C88", unit="tokens more from 8, and again from 11, on")
    capitals: float = number(0.6, spec="C88", unit="tokens more each three capitals")
    contraction: float = number(1.9, spec="C88", unit="tokens saved by it's and don't")
    numeral: float = number(0.7, spec="C88", unit="tokens a number")
    digit: float = number(0.15, spec="C88", unit="tokens each of its digits")
    mark: float = number(1.03, spec="C88", unit="tokens a run of ASCII marks")
    mark_more: float = number(0.12, spec="C88", unit="tokens each further mark of it")
    mark_before_word: float = number(0.27, spec="C88", unit="tokens saved by a mark before a word")
    underscore_before_word: float = number(0.73, spec="C88", unit="tokens saved by an underscore")
    line: float = number(0.8, spec="C88", unit="tokens a line's end that follows no mark")
    indent: float = number(1.05, spec="C88", unit="tokens an indentation")
    tab: float = number(1.0, spec="C88", unit="tokens a run of tabs")
    space_before_number: float = number(0.85, spec="C88", unit="tokens")
    space_before_wide: float = number(0.6, spec="C88", unit="tokens")

    per_message: int = number(8, spec="house", unit="tokens around each message")
    margin: float = number(1.25, spec="house", unit="times the estimate where a budget must hold")
    remembered: int = number(4_096, spec="house", unit="texts whose count is remembered")
    remembered_chars: int = number(4_000_000, spec="house", unit="characters of them all")
    lines_remembered: int = number(8_192, spec="house", unit="lines whose weight is remembered")
    line_chars: int = number(1_024, spec="house", unit="characters of such a line at most")

    # Measured on the same texts with the vocabularies themselves; of a family's Chinese and
    # English the dearer one, so that what is meant to fit does.
    factor_cl100k: float = number(1.45, spec="C88", unit="GPT-4 and 3.5: zh 1.45, en 1.02")
    factor_qwen: float = number(1.02, spec="C88", unit="Qwen 2.5 and 3: zh 0.86, en 1.02")
    factor_deepseek: float = number(1.02, spec="C88", unit="DeepSeek V3: zh 0.79, en 1.02")
    factor_llama: float = number(1.04, spec="C88", unit="Llama 3: zh 1.04, en 1.02")
    factor_gemini: float = number(1.06, spec="C88", unit="Gemini and Gemma: zh 0.92, en 1.06")
    factor_mistral: float = number(1.17, spec="C88", unit="Mistral NeMo: zh 1.17, en 1.04")
    factor_claude: float = number(1.37, spec="house", unit="an older Claude: zh 1.37, en 1.08")
    factor_unknown: float = number(1.2, spec="house", unit="a model that no one here has measured")


@dataclass(frozen=True, slots=True)
class Echoes:
    """What we put into a prompt ourselves is not learned from (C64)."""

    han_chars: int = number(8, spec="C64", unit="characters of a Chinese sentence to be known by")
    letters: int = number(20, spec="C64", unit="letters of another one")
    hash_chars: int = number(16, spec="house", unit="hex digits kept of a sentence")
    remembered: int = number(1_024, spec="house", unit="texts whose sentences are remembered")
    remembered_chars: int = number(2_000_000, spec="house", unit="characters of them all")
    prompts: int = number(20, spec="house", unit="last prompts looked at when none is named")
