"""What the user may set."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mohen.core import settings as core_settings
from mohen.core.settings_model import Settings
from mohen.rules import label_learning

if TYPE_CHECKING:
    from mohen.parts import Parts


_OF_LEARNING = {"preference_learning_threshold", "preference_learning_enabled"}


class SettingsDoor:
    """What the user may set."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def get(self) -> Settings:
        return core_settings.load(self._parts)

    def update(self, **patch: Any) -> Settings:
        """Change the named settings; answers with all of them."""
        settings = core_settings.update(self._parts, patch)
        if _OF_LEARNING & patch.keys():
            label_learning.settle_everywhere(
                self._parts
            )  # a lower threshold may be reached already (B16)
        return settings
