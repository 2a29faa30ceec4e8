"""Gemini CLI itself, with a model that is none: what was said in one session is in the next."""

from __future__ import annotations

from pathlib import Path

import pytest

from .clients import ASKS, FACT, SAYS, Bench, contents

pytestmark = pytest.mark.peers

SETTINGS = """\
{
  // Mine, with a comment
  "security": { "auth": { "selectedType": "gemini-api-key" } },
  "general": { "enableAutoUpdate": false },
  "privacy": { "usageStatisticsEnabled": false }
}
"""


@pytest.fixture
def gemini(bench: Bench) -> Bench:
    config = bench.home / ".gemini"
    config.mkdir()
    (config / "settings.json").write_text(SETTINGS)
    bench.environment |= {
        "GEMINI_API_KEY": "none",
        "GOOGLE_GEMINI_BASE_URL": bench.model.url,
        "GEMINI_CLI_TRUST_WORKSPACE": "true",
    }
    return bench


def test_what_was_said_in_one_session_reaches_the_model_in_the_next(
    gemini: Bench, host_gemini: Path
):
    config = gemini.home / ".gemini"

    def say(text: str) -> str:
        gemini.run(str(host_gemini), "-m", "gemini-2.5-flash", "-p", text)
        return gemini.asked()

    say("Hello.")  # it writes its own files when it is first used
    before = (config / "settings.json").read_bytes()
    gemini.mohen("install", "gemini")

    assert FACT in say(SAYS)
    asked = say(ASKS)
    assert FACT in asked
    assert "mohen:memory" in asked
    assert gemini.heard() == [SAYS, ASKS]

    gemini.mohen("install", "gemini", "--remove")
    assert (config / "settings.json").read_bytes() == before
    assert not [name for name in contents(config) if "mohen" in name]
    assert FACT not in say(ASKS)
