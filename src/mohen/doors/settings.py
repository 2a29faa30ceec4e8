"""What the user may set."""

from __future__ import annotations

from typing import Any

from mohen.flows import ingest
from mohen.flows import settings as settings_flow
from mohen.flows.parts import Parts
from mohen.model.settings import Settings

_OF_LEARNING = {"preference_learning_threshold", "preference_learning_enabled"}


class SettingsDoor:
    """What the user may set."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def get(self) -> Settings:
        return settings_flow.load(self._parts)

    def update(self, **patch: Any) -> Settings:
        """Change the named settings; answers with all of them."""
        settings = settings_flow.update(self._parts, patch)
        if _OF_LEARNING & patch.keys():
            ingest.settle_everywhere(self._parts)  # a lower threshold may be reached already (B16)
        return settings
