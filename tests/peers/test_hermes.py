"""Hermes Agent itself, with a model that is none: what was said in one session is in the next."""

from __future__ import annotations

from pathlib import Path

import pytest

from mohen.knowledge.agents.agents import named_after

from .clients import ASKS, FACT, SAYS, Bench, contents
from .fake_model import MODEL

pytestmark = pytest.mark.peers

CONFIG = """\
# Mine, with a comment
model:
  default: {model}
  provider: custom   # on loopback
  base_url: {url}/v1
  api_key: none
"""


@pytest.fixture
def hermes(bench: Bench) -> Bench:
    home = bench.home / ".hermes"
    home.mkdir()
    (home / "config.yaml").write_text(CONFIG.format(model=MODEL, url=bench.model.url))
    bench.environment |= {"HERMES_HOME": str(home)}
    return bench


def test_what_was_said_in_one_session_reaches_the_model_in_the_next(
    hermes: Bench, host_hermes: Path
):
    home = hermes.home / ".hermes"

    def say(text: str) -> str:
        hermes.run(str(host_hermes), "chat", "-Q", "-q", text)
        return hermes.asked()

    say("Hello.")  # it writes its own settings when it is first used
    before = (home / "config.yaml").read_bytes()
    hermes.mohen("install", "hermes")

    assert FACT in say(SAYS)
    asked = say(ASKS)
    assert FACT in asked
    assert "mohen:memory" in asked
    assert hermes.heard(named_after(str(home))) == [SAYS, ASKS]

    hermes.mohen("install", "hermes", "--remove")
    assert (home / "config.yaml").read_bytes() == before
    assert not [name for name in contents(home) if "mohen" in name]
    assert FACT not in say(ASKS)
