"""How an author is learned: when to look, what it takes to believe, how sure to be."""

from __future__ import annotations

from dataclasses import dataclass

from mohen.policy.number import number


@dataclass(frozen=True, slots=True)
class Learning:
    """When episodes become rules, and what evidence that takes."""

    young_looks: tuple[int, ...] = number(
        (10, 25, 50), spec="C80", unit="episodes of a young project"
    )
    every: int = number(50, spec="R38, C17", unit="new episodes")
    idle_ms: int = number(300_000, spec="R39", unit="ms without a call")
    contradicted_of: int = number(5, spec="C82", unit="last informative episodes of a rule")
    contradicted_at: int = number(3, spec="C82", unit="of them against it")
    pairs_at_least: int = number(5, spec="C78", unit="informative pairs of a scene")
    recent_days: int = number(30, spec="R68, C82", unit="days")
    history_days: int = number(60, spec="C82", unit="days of history before 30 days are a window")
    confidence_prior: int = number(5, spec="C16", unit="episodes")


@dataclass(frozen=True, slots=True)
class Rules:
    """How rules are kept, and when they clash."""

    budget: int = number(200, spec="R62, C6", unit="rules a project, before the least sure go")
    cap: int = number(500, spec="R118", unit="rules a project at most")
    standing_per_day: float = number(0.98, spec="C9", unit="of the standing is left a day later")
    conflict_drop: float = number(0.2, spec="R70", unit="confidence lost by both")
    offer_projects: int = number(3, spec="C77", unit="projects that hold the same predicate")
    text_chars_max: int = number(500, spec="house", unit="code points a rule")
    shown_episodes: int = number(100, spec="house", unit="newest episodes named on each side")
    history_shown: int = number(20, spec="C20", unit="earlier wordings kept")
    recently_days: int = number(30, spec="R68", unit="days a rule counts as recently updated")
