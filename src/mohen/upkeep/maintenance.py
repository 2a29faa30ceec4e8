"""`memory.upkeep`: what is taken away, by the user or by night."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mohen.upkeep.cleanup import Cleanup
    from mohen.upkeep.clear import Clear
    from mohen.upkeep.forget import Forget


class Maintenance:
    """What is taken away: by the user, or by upkeep."""

    def __init__(self, *, cleanup: Cleanup, clear: Clear, forget: Forget) -> None:
        self.forget = forget.forget
        self.clear_project = clear.clear_project
        self.clear_all = clear.clear_all
        self.audit = clear.acts
        self.cleanup = cleanup.clean
