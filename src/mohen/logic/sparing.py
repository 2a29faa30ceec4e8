"""Two prompts side by side: with a memory, and without it."""

from __future__ import annotations

from difflib import unified_diff

from mohen.model.context import Assembly
from mohen.model.trace import Shape, Without


def compared(whole: Assembly, rest: Assembly, *, shown: bool) -> Without:
    """`shown`: whether prompts may be looked at."""
    before = dict.fromkeys(each.id for each in whole.references)
    after = dict.fromkeys(each.id for each in rest.references)
    return Without(
        with_it=Shape(whole.tokens, whole.stable_prefix_hash),
        without_it=Shape(rest.tokens, rest.stable_prefix_hash),
        removed=tuple(each for each in before if each not in after),
        added=tuple(each for each in after if each not in before),
        diff=_diff(whole, rest) if shown else None,
    )


def _diff(whole: Assembly, rest: Assembly) -> str:
    one, other = (f"{each.system}\n{each.user}".splitlines() for each in (whole, rest))
    return "\n".join(unified_diff(one, other, "with", "without", lineterm=""))
