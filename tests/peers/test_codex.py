"""Codex itself, with a model that is none: what was said in one session is in the next."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from .clients import ASKS, FACT, SAYS, Bench, contents
from .fake_model import MODEL

pytestmark = pytest.mark.peers

_TRIES = 5

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


@pytest.fixture
def say(codex: Bench, host_codex: Path) -> Callable[[str], str]:
    def said(text: str) -> str:
        # Trust is the user's to give, in its own screen; a test has none.
        bypass = "--dangerously-bypass-hook-trust"
        codex.run(str(host_codex), "exec", bypass, "--skip-git-repo-check", text)
        return codex.asked()

    return said


def test_what_was_said_in_one_session_reaches_the_model_in_the_next(
    codex: Bench, say: Callable[[str], str]
):
    config = codex.home / ".codex"
    before = (config / "config.toml").read_bytes()
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


def test_its_first_request_has_the_tools(codex: Bench, say: Callable[[str], str]):
    """Codex gives a server one second before it asks its model without it. A machine that is busy
    with other things may be late once, not time and again."""
    codex.mohen("install", "codex")
    assert any("mcp__mohen" in say("Hello.") for _ in range(_TRIES))
