"""The panel's states have their stories, which `npm test` plays in a browser."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from shows import shows

STORIES = Path(__file__).parents[2] / "panel/src/memory/MemoryPanel/MemoryPanel.stories.tsx"


@shows("R81")
@pytest.mark.parametrize("state", ["Default", "Empty", "Paused", "Conflict"])
def test_each_state_of_the_panel_has_a_story_that_is_played(state: str) -> None:
    found = re.search(
        rf"^export const {state}: Story = \{{(.*?)^\}};",
        STORIES.read_text("utf-8"),
        re.MULTILINE | re.DOTALL,
    )
    assert found, f"there is no story of {state}"
    assert "play: async" in found[1]
    assert "expect(" in found[1]
