"""How much a piece of knowledge matters, and how it fades (seed 001)."""

from __future__ import annotations

from dataclasses import dataclass

from mohen.policy.number import number


@dataclass(frozen=True, slots=True)
class Knowledge:
    """How much a piece of knowledge matters, and how it fades (seed 001)."""

    fact_rate: float = number(0.008, spec="R190, R216", unit="a day")
    belief_rate: float = number(0.07, spec="R190, R216", unit="a day")
    summary_rate: float = number(0.025, spec="R190, R216", unit="a day")
    importance_slows: float = number(0.5, spec="R191", unit="of the rate, at importance 1")
    archive_below: float = number(0.05, spec="R192, R216", unit="score")
    identity_health_safety: float = number(1.0, spec="R187, R219")
    preference_relation_status: float = number(0.8, spec="R187, R219")
    general_fact: float = number(0.5, spec="R187, R219")
    temporary: float = number(0.2, spec="R187, R219, C51")
    remember: float = number(0.5, spec="R188")
    important: float = number(0.3, spec="R188")
    repeat: float = number(0.2, spec="R188")
    aside: float = number(-0.2, spec="R188")
    keep_from: float = number(0.3, spec="C51", unit="importance that is stored without a signal")
    capture_importance: float = number(0.5, spec="background 1.15")
    capture_confidence: float = number(0.6, spec="background 1.15", unit="of a captured belief")
    confidence_most: float = number(0.99, spec="R185", unit="of a belief: less than certain")
    access_gain: float = number(
        0.1, spec="R226, background 1.15", unit="of what its score lacks to 1, once a day"
    )
    restored: float = number(0.3, spec="R227, background 1.15", unit="score after the archive")
    active_soft: int = number(200, spec="C55, R223", unit="active items; more are warned of")
    critical_from: float = number(0.9, spec="R212", unit="importance")
    high_from: float = number(0.7, spec="R212", unit="importance")
    medium_from: float = number(0.4, spec="R212", unit="importance")
    prompt_most: int = number(500, spec="house", unit="best known items a prompt chooses from")
    batch: int = number(256, spec="house", unit="items faded in one write")
    retell_ms: int = number(1_000, spec="house", unit="ms after which files follow a change")
    entities_most: int = number(50, spec="house", unit="names a captured item may have")
    name_chars_max: int = number(100, spec="house", unit="characters of an entity's name")
    basis_chars_max: int = number(1_000, spec="house", unit="characters")
