"""What a configured language model may cost."""

from __future__ import annotations

from dataclasses import dataclass

from mohen.policy.number import number


@dataclass(frozen=True, slots=True)
class Models:
    """Budgets and patience with language models (C65)."""

    distillation_tokens: int = number(20_000, spec="C65", unit="tokens a day")
    consolidation_tokens: int = number(1_800, spec="C65", unit="tokens a day")
    timeout_ms: int = number(60_000, spec="house", unit="ms a call")
    retries: int = number(1, spec="house", unit="after a lost connection or a busy server")
