"""`memory.upkeep`: what is taken away, by the user or by night, and the clock it goes by."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mohen.core.home_clock import ClockWatch
    from mohen.upkeep.cleanup import Cleanup
    from mohen.upkeep.clear import Clear
    from mohen.upkeep.forget import Forget


class Maintenance:
    """What is taken away: by the user, or by upkeep."""

    def __init__(
        self, *, cleanup: Cleanup, clear: Clear, clock_watch: ClockWatch, forget: Forget
    ) -> None:
        self.forget = forget.forget
        self.clear_project = clear.clear_project
        self.clear_all = clear.clear_all
        self.audit = clear.acts
        self.cleanup = cleanup.clean
        self.clock = clock_watch.state
        self.answer_clock = clock_watch.answer
