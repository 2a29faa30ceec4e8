"""What a configured language model may cost, and what is asked of it."""

from __future__ import annotations

from dataclasses import dataclass

from mohen.core.policy import number


@dataclass(frozen=True, slots=True)
class Models:
    """Budgets and patience with language models (C65)."""

    distillation_tokens: int = number(20_000, spec="C65", unit="tokens a day")
    consolidation_tokens: int = number(1_800, spec="C65", unit="tokens a day")
    tokens_per_day_max: int = number(10_000_000, spec="house", unit="tokens a day to be set")
    timeout_ms: int = number(60_000, spec="house", unit="ms a call")
    timeout_here_ms: int = number(
        300_000, spec="house", unit="ms a call to a model on this machine"
    )
    retries: int = number(1, spec="house", unit="after a lost connection or a busy server")
    pause_ms: int = number(3_000, spec="house", unit="ms at most before trying again")

    # Two whole questions a day fit into the budget of distillation.
    prompt_tokens: int = number(8_000, spec="house", unit="tokens of a question at most")
    answer_tokens: int = number(1_500, spec="house", unit="tokens of an answer at most")
    patterns: int = number(12, spec="house", unit="patterns shown to the model at most")
    samples: int = number(24, spec="house", unit="episodes shown to the model at most")
    excerpt_chars: int = number(160, spec="house", unit="code points of each text of an episode")
    excerpt_lead: int = number(40, spec="house", unit="of them before the first change")

    rules: int = number(5, spec="house", unit="new rules asked for and read at most")
    answer_chars: int = number(20_000, spec="house", unit="code points of an answer that is read")
    citations_at_least: int = number(3, spec="R43, C66", unit="different supporting episodes")
    rule_chars: int = number(120, spec="house", unit="code points of a rule in a model's words")
    copied_words: int = number(12, spec="house", unit="words in a row that a rule may quote")
    copied_han: int = number(24, spec="house", unit="Han characters in a row that it may quote")


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
    lines_remembered: int = number(16_384, spec="house", unit="lines whose weight is remembered")

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
