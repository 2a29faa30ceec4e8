"""How much room a memory takes, and how much there is: of one project, or of all together."""

from __future__ import annotations

from mohen.errors import StoreError
from mohen.flows.parts import Parts
from mohen.model.episode import Counts
from mohen.model.storage import Storage, Usage


def weigh(parts: Parts, project_id: str | None, counts: Counts | None) -> Storage:
    """`counts` of the same episodes, where they can be read."""
    policy, one = parts.policy, project_id is not None
    held = _held(parts, project_id)
    cap, kept = policy.capacity, policy.upkeep

    def usage(used: int, cap: int | None, budget: int) -> Usage:
        return Usage(used, cap, budget) if one else Usage(used)

    episodes = digests = rules = knowledge = None
    if counts is not None:
        active = counts.active + counts.open
        episodes = usage(active, cap.active_per_project, kept.active_budget)
        digests = usage(counts.compressed, cap.compressed_per_project, kept.digest_budget)
    if held is not None:
        rules = usage(held[0], policy.rules.cap, policy.rules.budget)
        knowledge = usage(held[1], None, policy.knowledge.active_soft)
    return Storage(
        files=parts.home.sizes(),
        episodes=episodes,
        digests=digests,
        rules=rules,
        knowledge=knowledge,
    )


def _held(parts: Parts, project_id: str | None) -> tuple[int, int] | None:
    """Rules and living knowledge; None where they cannot be read."""
    try:
        found = parts.holdings.by_project()
    except StoreError:
        return None
    mine = [each for key, each in found.items() if project_id is None or key == project_id]
    return sum(each["rules"] for each in mine), sum(each["knowledge"] for each in mine)
