"""What the context would be without one memory: leave-one-out, on request."""

from __future__ import annotations

from mohen.errors import InvalidArgument
from mohen.flows import context, settings
from mohen.flows.parts import Parts
from mohen.logic import drafts, sparing
from mohen.model.context import Request
from mohen.model.trace import Without


def without(parts: Parts, request: Request, memory_id: str) -> Without:
    """Both prompts are put together now, by the same rules; nothing is kept of either."""
    drafts.check_id("without", memory_id, parts.policy.recording)
    shown = settings.load(parts).context_inspection_enabled
    whole = context.composed(parts, request)
    if all(each.id != memory_id for each in whole.references):
        raise InvalidArgument("without must name a memory that is in this context", field="without")
    rest = context.composed(parts, request, leave_out=frozenset({memory_id}))
    return sparing.compared(whole, rest, shown=shown)
