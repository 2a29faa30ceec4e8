"""What a provider's prefix cache would have served of the prompts that were made."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Served:
    """Tokens that were sent, and how many of them had been sent before in the same place."""

    sent: int = 0
    served: int = 0

    def __add__(self, other: Served) -> Served:
        return Served(self.sent + other.sent, self.served + other.served)

    @property
    def share(self) -> float:
        return self.served / self.sent if self.sent else 0.0


@dataclass(frozen=True, slots=True)
class Replayed:
    """One prompt, replayed."""

    generation_id: str
    skill_id: str
    at: int
    prefix: Served  # L0–L3
    prompt: Served
    naive: Served  # the same prompt with what was recalled put before the settings
    prefix_changed: bool  # against the last one of its project, skill and model


@dataclass(frozen=True, slots=True)
class CacheReport:
    runs: tuple[Replayed, ...]  # oldest first
    prefix: Served
    prompt: Served
    naive: Served
    changes: int  # how often a prefix was not the one before it; the first of each is none

    @property
    def saved(self) -> int:
        """Tokens that injecting naively would have paid for in full."""
        return self.prompt.served - self.naive.served
