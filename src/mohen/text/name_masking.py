"""Names that are not to be kept, hidden before something is (R119)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from mohen.text import redact

if TYPE_CHECKING:
    from mohen.core.settings import UserSettings
    from mohen.policy import Policy


class NameHiding:
    """Hides the names that are not to be kept."""

    def __init__(
        self,
        *,
        policy: Policy,
        settings: UserSettings,
    ) -> None:
        self._policy = policy
        self._settings = settings

    def hider(self) -> Callable[[str], str]:
        """A text with each such name replaced by its mark."""
        names, bounds = self._settings.get().redact_names, self._policy.settings
        if not names:
            return lambda text: text
        key = self._settings.redaction_key()
        return lambda text: redact.mask(text, names, key, bounds)
