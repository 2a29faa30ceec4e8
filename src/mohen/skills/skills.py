"""`memory.skills`: what the AI can be asked to do, and doing it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mohen.skills.catalogue import SkillCatalogue
    from mohen.skills.feedback import SkillFeedback
    from mohen.skills.run import SkillRuns
    from mohen.skills.running import OpenRuns


class Skills:
    """What the AI can be asked to do, and doing it."""

    def __init__(
        self,
        *,
        open_runs: OpenRuns,
        skill_catalogue: SkillCatalogue,
        skill_feedback: SkillFeedback,
        skill_runs: SkillRuns,
    ) -> None:
        self.list = skill_catalogue.catalogue
        self.get = skill_catalogue.find
        self.check = skill_catalogue.check
        self.create = skill_catalogue.create
        self.run = skill_runs.run
        self.open = open_runs.open
        self.cancel = skill_runs.cancel
        self.feedback = skill_feedback.respond
