"""What the AI can be asked to do, and doing it."""

from __future__ import annotations

from mohen.flows import answer, run_skill
from mohen.flows import skills as skill_files
from mohen.flows.parts import Parts
from mohen.model.context import Request
from mohen.model.run_result import Answered, Response, RunResult
from mohen.model.skill import Listed, Skill


class SkillsDoor:
    """What the AI can be asked to do, and doing it."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def list(
        self, project_id: str | None = None, scene_type: str | None = None
    ) -> tuple[Listed, ...]:
        """Every skill there is, most used for such scenes first, broken files with what is
        wrong with them."""
        return skill_files.catalogue(self._parts, project_id, scene_type)

    def get(self, skill_id: str, project_id: str | None = None) -> Skill:
        """One with its instruction: the project's own, else the built-in one."""
        return skill_files.find(self._parts, project_id, skill_id)

    def check(self, text: str, folder: str | None = None) -> Skill:
        """What a SKILL.md would be understood as; raises what is wrong with it."""
        return skill_files.check(self._parts, text, folder)

    def create(self, skill_id: str, project_id: str) -> str:
        """Begin a skill in the project's folder; answers the file to edit."""
        return skill_files.create(self._parts, project_id, skill_id)

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
        return run_skill.run(
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
        return answer.respond(self._parts, run_id, response, project_id=project_id)

    def cancel(self, run_id: str, *, project_id: str | None = None) -> bool:
        """Stop a run; whether it was stopped."""
        return run_skill.cancel(self._parts, run_id, project_id=project_id)
