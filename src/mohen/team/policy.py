"""Bounds of a team's server."""

from __future__ import annotations

from mohen.core.policy import number
from mohen.core.values import dataclass


@dataclass(frozen=True, slots=True)
class Team:
    """Many authors behind one server."""

    open_authors: int = number(64, spec="decisions: team", unit="memories open in a process")
    workers: int = number(8, spec="decisions: team", unit="threads that answer calls of one author")
    opening: int = number(4, spec="house", unit="memories opened at the same time")
    lookups: int = number(4, spec="house", unit="tokens looked up at the same time")
    retry_ms: int = number(1_000, spec="house", unit="ms, when every open memory is answering")
    known_ms: int = number(1_000, spec="decisions: team", unit="ms a token is believed unseen")
    noted_ms: int = number(60_000, spec="house", unit="ms between notes of when one was used")
    calls_a_second: int = number(50, spec="decisions: team", unit="requests of one author")
    burst: int = number(200, spec="decisions: team", unit="requests of one author at once")
    token_days: int = number(365, spec="security", unit="days a token lasts, if nothing is said")
    token_days_max: int = number(3_650, spec="security", unit="days a token lasts at most")
    tokens: int = number(32, spec="security", unit="tokens of one author")
    page: int = number(200, spec="house", unit="authors told at once")
