"""What goes into the next prompt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mohen.prompts import context, leave_one_out, provenance
from mohen.prompts import verdict as prompts_verdict
from mohen.prompts.cache_report import CacheReport
from mohen.prompts.model import Assembly, Explanation, Judged, Request, Verdict, Without

if TYPE_CHECKING:
    from mohen.parts import Parts


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


# -- Why something was written.


class TracesDoor:
    """Why something was written, and the author's word on it."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def get(
        self,
        generation_id: str | None = None,
        *,
        run_id: str | None = None,
        episode_id: str | None = None,
        project_id: str | None = None,
    ) -> Explanation:
        """Which memories were in the prompt, how much each had to do with the output, and
        whether the output obeys the rules."""
        return provenance.get(
            self._parts,
            generation_id=generation_id,
            run_id=run_id,
            episode_id=episode_id,
            project_id=project_id,
        )

    def feedback(
        self,
        generation_id: str,
        verdict: Verdict,
        *,
        reason: str | None = None,
        target_id: str | None = None,
        project_id: str | None = None,
    ) -> Judged:
        """Right or wrong: the rules behind it are believed more or less, and it is learned from."""
        return prompts_verdict.judge(
            self._parts,
            generation_id,
            verdict,
            reason=reason,
            target_id=target_id,
            project_id=project_id,
        )

    def without(self, request: Request, memory_id: str) -> Without:
        """What the context of a request would be without one memory. Leaves no trace."""
        return leave_one_out.without(self._parts, request, memory_id)
