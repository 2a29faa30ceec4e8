"""Claude Code itself, with a model that is none: what was said in one session is in the next."""

from __future__ import annotations

from pathlib import Path

import pytest

from .clients import ASKS, FACT, SAYS, Bench, contents

pytestmark = pytest.mark.peers

OWN = ("projects/", "plugins/store/", "backups/", ".claude.json", ".last-cleanup")
"""What Claude Code writes by itself while it runs."""


@pytest.fixture
def claude(bench: Bench, host_claude_code: Path) -> Bench:
    bench.environment |= {
        "CLAUDE_CONFIG_DIR": str(bench.root / "config"),
        "ANTHROPIC_BASE_URL": bench.model.url,
        "ANTHROPIC_API_KEY": "sk-ant-none",
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        "DISABLE_AUTOUPDATER": "1",
    }
    config = bench.root / "config"
    config.mkdir()
    (config / "settings.json").write_text('{\n    "cleanupPeriodDays": 20\n}')
    return bench


def test_what_was_said_in_one_session_reaches_the_model_in_the_next(
    claude: Bench, host_claude_code: Path
):
    config = claude.root / "config"
    before = contents(config)
    claude.mohen("install", "claude-code")

    claude.run(str(host_claude_code), "-p", SAYS)
    assert FACT in claude.asked()
    claude.run(str(host_claude_code), "-p", ASKS)
    asked = claude.asked()
    assert FACT in asked
    assert "mohen:memory" in asked

    # Each message once, and nothing of what we put beside them.
    assert claude.heard() == [SAYS, ASKS]

    claude.mohen("install", "claude-code", "--remove")
    assert contents(config, OWN) == before
    claude.run(str(host_claude_code), "-p", ASKS)
    assert FACT not in claude.asked()


def test_of_a_fork_only_what_is_new_is_heard(claude: Bench, host_claude_code: Path):
    """Claude Code copies what was said before into the transcript of a session that is forked."""
    claude.mohen("install", "claude-code")
    claude.run(str(host_claude_code), "-p", SAYS)
    (first,) = (claude.root / "config" / "projects").rglob("*.jsonl")
    again = ("--resume", first.stem, "--fork-session")
    claude.run(str(host_claude_code), "-p", *again, ASKS)
    assert SAYS in claude.asked()
    assert claude.heard() == [SAYS, ASKS]
