"""What the user may set."""

from __future__ import annotations

from typing import Any

from mohen.flows import settings as settings_flow
from mohen.flows.parts import Parts
from mohen.model.settings import Settings


class SettingsDoor:
    """What the user may set."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def get(self) -> Settings:
        return settings_flow.load(self._parts)

    def update(self, **patch: Any) -> Settings:
        """Change the named settings; answers with all of them."""
        return settings_flow.update(self._parts, patch)
