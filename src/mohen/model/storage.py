"""How much room a memory takes, and how much there is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Usage:
    """How many there are. Limits are a project's, so they are told of one project only."""

    used: int
    cap: int | None = None  # no more than that is ever kept
    budget: int | None = None  # above that, the least of use go or a warning comes


@dataclass(frozen=True, slots=True, kw_only=True)
class Storage:
    files: Mapping[str, int]  # bytes of each file in the home
    episodes: Usage | None  # None, as with the others: they cannot be counted
    digests: Usage | None
    rules: Usage | None
    knowledge: Usage | None
