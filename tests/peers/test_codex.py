"""Codex itself, with a model that is none: what was said in one session is in the next."""

from __future__ import annotations

from pathlib import Path

import pytest

from .clients import ASKS, FACT, SAYS, Bench, contents
from .fake_model import MODEL

pytestmark = pytest.mark.peers

CONFIG = """\
# Mine, with a comment   and spaces.
model = "{model}"
model_provider = "none"  # on loopback

[model_providers.none]
name = "none"
base_url = "{url}/v1"
wire_api = "responses"
env_key = "NO_KEY\""""


@pytest.fixture
def codex(bench: Bench) -> Bench:
    config = bench.home / ".codex"
    config.mkdir()
    (config / "config.toml").write_text(CONFIG.format(model=MODEL, url=bench.model.url))
    bench.environment |= {"CODEX_HOME": str(config), "NO_KEY": "none"}
    return bench


def test_what_was_said_in_one_session_reaches_the_model_in_the_next(codex: Bench, host_codex: Path):
    config = codex.home / ".codex"
    before = (config / "config.toml").read_bytes()

    def say(text: str) -> str:
        # Trust is the user's to give, in its own screen; a test has none.
        bypass = "--dangerously-bypass-hook-trust"
        codex.run(str(host_codex), "exec", bypass, "--skip-git-repo-check", text)
        return codex.asked()

    codex.mohen("install", "codex")
    assert FACT in say(SAYS)
    asked = say(ASKS)
    assert FACT in asked
    assert "mohen:memory" in asked
    assert codex.heard() == [SAYS, ASKS]

    codex.mohen("install", "codex", "--remove")
    assert (config / "config.toml").read_bytes() == before
    assert not [name for name in contents(config) if "mohen" in name]
    assert FACT not in say(ASKS)
