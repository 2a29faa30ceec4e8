"""What is done from time to time, and what goes then."""

from __future__ import annotations

from mohen.core.policy import DAY_MS, number
from mohen.core.values import dataclass


@dataclass(frozen=True, slots=True)
class Upkeep:
    """Soft budgets and schedules (C6, C8); hard caps at write time are in `capacity`."""

    active_budget: int = number(1_000, spec="R60, C6", unit="active episodes a project")
    digest_budget: int = number(5_000, spec="R61, C6", unit="digests a project")
    digest_ttl_days: int = number(365, spec="R101", unit="days", owner="owner")
    abandon_after_ms: int = number(DAY_MS, spec="C84", unit="ms without an answer")
    cleanup_hour: int = number(2, spec="R103", unit="o'clock, local time")
    weekly_ms: int = number(7 * DAY_MS, spec="R63", unit="ms between weekly distillations")
    tick_ms: int = number(600_000, spec="house", unit="ms between looks at what is due")
    batch: int = number(8, spec="R120", unit="episodes compressed or deleted in one write")
    lease_ms: int = number(120_000, spec="C91", unit="ms a lease lasts if its holder dies")
    token_ms: int = number(300_000, spec="C75", unit="ms a confirmation token is good for")
    clock_back_ms: int = number(DAY_MS, spec="house", unit="ms that a clock may be set back")
    clock_believed_days: int = number(
        10, spec="house", unit="days in one step of the clock: none of today's fades from recall"
    )
    clock_asked_days: int = number(
        30, spec="house", unit="days in one step beyond which somebody is asked if they passed"
    )
    clock_hold_days: int = number(
        7, spec="house", unit="days in which a longer step destroys nothing and can be taken back"
    )
    foretold: int = number(50, spec="house", unit="things that a preview of a deletion names")
    foretold_chars: int = number(200, spec="house", unit="characters of each")
