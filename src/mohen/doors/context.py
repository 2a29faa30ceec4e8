"""What goes into the next prompt."""

from __future__ import annotations

from mohen.flows import context
from mohen.flows.parts import Parts
from mohen.model.caching import CacheReport
from mohen.model.context import Assembly, Request


class ContextDoor:
    """What goes into the next prompt."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        policy = parts.policy.context
        self._documents = context.Documents(policy.concurrent_max, policy.retry_after_ms)

    def assemble(self, request: Request) -> Assembly:
        """A prompt for a model of your own, with a trace: record what came of it under its
        generation id."""
        with self._documents.entered(request):
            return context.assemble(self._parts, request)

    def cache_report(
        self,
        project_id: str | None = None,
        *,
        skill_id: str | None = None,
        limit: int | None = None,
        ttl_ms: int | None = None,
        at_least: int = 0,
    ) -> CacheReport:
        """How much of each prompt a provider's prefix cache would have served."""
        return context.cache_report(
            self._parts,
            project_id,
            skill_id=skill_id,
            limit=limit,
            ttl_ms=ttl_ms,
            at_least=at_least,
        )

    def inspect(self, request: Request) -> Assembly:
        """What would go into the prompt, in full. Leaves no trace."""
        return context.inspect(self._parts, request)
