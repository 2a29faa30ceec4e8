"""Settings of working memory: what it may hold, and what it lets go first."""

from __future__ import annotations

from mohen.core.policy import number
from mohen.core.values import dataclass


@dataclass(frozen=True, slots=True)
class Session:
    """Importance = relevance x its weight + recency x its + interactions x theirs (R8)."""

    tokens: int = number(8_000, spec="R7, R59", unit="tokens of a session")
    relevance: float = number(0.5, spec="R8", unit="of importance: terms shared with the focus")
    recency: float = number(0.3, spec="R8", unit="of importance: halved at each half-life")
    interactions: float = number(0.2, spec="R8", unit="of importance: uses / (uses + prior)")
    half_life_ms: int = number(900_000, spec="house", unit="ms: a quarter of an hour")
    uses_prior: int = number(2, spec="house", unit="uses that are worth half of the most")
    stale_ms: int = number(1_200_000, spec="R9", unit="ms that nobody came back to an intent")
    unrelated_below: float = number(0.1, spec="R9", unit="share of terms in common with the focus")

    undo_steps: int = number(100, spec="R5", unit="steps, undone ones included")
    focus_before: int = number(1_500, spec="house", unit="code points kept before the cursor")
    focus_after: int = number(500, spec="house", unit="code points kept behind it")
    focus_tokens: int = number(
        2_000, spec="house", unit="tokens of the focus, or of what a run said"
    )
    said_chars: int = number(1_000, spec="house", unit="code points kept of what a run said")

    live_max: int = number(64, spec="house", unit="sessions at once in a process")
    idle_ms: int = number(21_600_000, spec="house", unit="ms without a sign before it settles")
    digest_intents: int = number(3, spec="R10", unit="intents named in a settled episode")
    digest_chars: int = number(80, spec="R10", unit="code points of each")
