"""What the context would be without one memory: leave-one-out, on request."""

from __future__ import annotations

from difflib import unified_diff
from typing import TYPE_CHECKING

from mohen.core import validation
from mohen.errors import InvalidArgument
from mohen.prompts.model import Assembly, Request, Shape, Without

if TYPE_CHECKING:
    from mohen.core.settings import UserSettings
    from mohen.policy import Policy
    from mohen.prompts.context import Context


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


class LeaveOneOut:
    """Makes a prompt without one memory."""

    def __init__(
        self,
        *,
        context: Context,
        policy: Policy,
        settings: UserSettings,
    ) -> None:
        self._context = context
        self._policy = policy
        self._settings = settings

    def without(self, request: Request, memory_id: str) -> Without:
        """Both prompts are put together now, by the same rules; nothing is kept of either."""
        validation.check_id("without", memory_id, self._policy.recording)
        shown = self._settings.get().context_inspection_enabled
        whole = self._context.composed(request)
        if all(each.id != memory_id for each in whole.references):
            raise InvalidArgument(
                "without must name a memory that is in this context", field="without"
            )
        rest = self._context.composed(request, leave_out=frozenset({memory_id}))
        return compared(whole, rest, shown=shown)
