"""What the AI can be asked to do, and doing it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mohen.prompts.model import Request
from mohen.skills import catalogue
from mohen.skills import feedback as skills_feedback
from mohen.skills import run as skills_run
from mohen.skills.model import Answered, Listed, Response, RunResult, Skill

if TYPE_CHECKING:
    from mohen.parts import Parts


class SkillsDoor:
    """What the AI can be asked to do, and doing it."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def list(
        self, project_id: str | None = None, scene_type: str | None = None
    ) -> tuple[Listed, ...]:
        """Every skill there is, most used for such scenes first, broken files with what is
        wrong with them."""
        return catalogue.catalogue(self._parts, project_id, scene_type)

    def get(self, skill_id: str, project_id: str | None = None) -> Skill:
        """One with its instruction: the project's own, else the built-in one."""
        return catalogue.find(self._parts, project_id, skill_id)

    def check(self, text: str, folder: str | None = None) -> Skill:
        """What a SKILL.md would be understood as; raises what is wrong with it."""
        return catalogue.check(self._parts, text, folder)

    def create(self, skill_id: str, project_id: str) -> str:
        """Begin a skill in the project's folder; answers the file to edit."""
        return catalogue.create(self._parts, project_id, skill_id)

    def run(
        self,
        request: Request,
        *,
        candidates: int | None = None,
        run_id: str | None = None,
        stream: bool = False,
        max_tokens: int | None = None,
    ) -> RunResult:
        """Have some candidates written; the episode waits for the author's answer."""
        return skills_run.run(
            self._parts,
            request,
            candidates=candidates,
            run_id=run_id,
            stream=stream,
            max_tokens=max_tokens,
        )

    def feedback(
        self, run_id: str, response: Response, *, project_id: str | None = None
    ) -> Answered:
        """What the author did with it: closes the episode and learns from it."""
        return skills_feedback.respond(self._parts, run_id, response, project_id=project_id)

    def cancel(self, run_id: str, *, project_id: str | None = None) -> bool:
        """Stop a run; whether it was stopped."""
        return skills_run.cancel(self._parts, run_id, project_id=project_id)
