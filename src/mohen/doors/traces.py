"""Why something was written."""

from __future__ import annotations

from mohen.flows import explain, judge, spare
from mohen.flows.parts import Parts
from mohen.model.context import Request
from mohen.model.trace import Explanation, Judged, Verdict, Without


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
        return explain.get(
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
        return judge.judge(
            self._parts,
            generation_id,
            verdict,
            reason=reason,
            target_id=target_id,
            project_id=project_id,
        )

    def without(self, request: Request, memory_id: str) -> Without:
        """What the context of a request would be without one memory. Leaves no trace."""
        return spare.without(self._parts, request, memory_id)
