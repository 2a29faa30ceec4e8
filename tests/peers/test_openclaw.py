"""OpenClaw itself, with a model that is none: what was said in one session is in the next."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from .clients import ASKS, FACT, SAYS, Bench, contents
from .fake_model import MODEL

pytestmark = pytest.mark.peers

CONFIG = """\
// Mine, with a comment
{
  models: {
    providers: {
      none: {
        baseUrl: "%(url)s/v1",
        apiKey: "none",
        api: "openai-completions",
        models: [{ id: "%(model)s", name: "None", contextWindow: 200000, maxTokens: 4096 }],
      },
    },
  },
  agents: {
    defaults: { model: { primary: "none/%(model)s" }, workspace: "%(work)s" },
  },
}
"""


@pytest.fixture
def openclaw(bench: Bench, host_openclaw: tuple[Path, Path]) -> Bench:
    _, node = host_openclaw
    state = bench.home / ".openclaw"
    state.mkdir()
    told = {"url": bench.model.url, "model": MODEL, "work": bench.root / "work"}
    (state / "openclaw.json").write_text(CONFIG % told)
    bench.environment |= {
        "PATH": f"{node}{os.pathsep}{os.environ['PATH']}",
        "OPENCLAW_STATE_DIR": str(state),
        "OPENCLAW_DISABLE_UPDATE_CHECK": "1",
    }
    return bench


def test_what_was_said_in_one_session_reaches_the_model_in_the_next(
    openclaw: Bench, host_openclaw: tuple[Path, Path]
):
    client, _ = host_openclaw
    state = openclaw.home / ".openclaw"

    def say(text: str, session: str) -> str:
        openclaw.run(str(client), "agent", "--local", "--session-id", session, "-m", text)
        return openclaw.asked()

    say("Hello.", "zero")  # it writes its own settings when it is first used
    before = (state / "openclaw.json").read_bytes()
    openclaw.mohen("install", "openclaw")

    assert FACT in say(SAYS, "one")
    asked = say(ASKS, "two")
    assert FACT in asked
    assert "mohen:memory" in asked
    assert SAYS in openclaw.heard()

    openclaw.mohen("install", "openclaw", "--remove")
    assert (state / "openclaw.json").read_bytes() == before
    assert not [name for name in contents(state) if "mohen" in name]
    assert FACT not in say(ASKS, "three")
