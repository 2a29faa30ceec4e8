"""Settings of language models: what one may cost, and what is asked of it."""

from __future__ import annotations

from mohen.core.policy import number
from mohen.core.values import dataclass


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
    find_ms: int = number(600, spec="house", unit="ms to find a server on this machine")
    list_ms: int = number(10_000, spec="house", unit="ms to list a server's models")
    get_retries: int = number(5, spec="house", unit="in a row without a byte, of a download")
    get_wait_ms: int = number(60_000, spec="house", unit="ms that a busy hub is waited for")
    get_silence_ms: int = number(60_000, spec="house", unit="ms of silence of a download")
    start_ms: int = number(180_000, spec="house", unit="ms for a local model to be loaded")
    local_window: int = number(16_384, spec="house", unit="tokens that a local model reads")
    trial_tokens: int = number(200, spec="house", unit="tokens of a sentence to try a model")

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
