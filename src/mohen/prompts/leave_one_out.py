"""What the context would be without one memory: leave-one-out, on request."""

from __future__ import annotations

from difflib import unified_diff
from typing import TYPE_CHECKING

from mohen.core import settings
from mohen.episodes import validate
from mohen.errors import InvalidArgument
from mohen.prompts import context
from mohen.prompts.model import Assembly, Request, Shape, Without

if TYPE_CHECKING:
    from mohen.parts import Parts


# -- Two prompts side by side: with a memory, and without it.


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


def without(parts: Parts, request: Request, memory_id: str) -> Without:
    """Both prompts are put together now, by the same rules; nothing is kept of either."""
    validate.check_id("without", memory_id, parts.policy.recording)
    shown = settings.load(parts).context_inspection_enabled
    whole = context.composed(parts, request)
    if all(each.id != memory_id for each in whole.references):
        raise InvalidArgument("without must name a memory that is in this context", field="without")
    rest = context.composed(parts, request, leave_out=frozenset({memory_id}))
    return compared(whole, rest, shown=shown)
