"""Claude Code and Codex with nothing installed but a base address: the proxy remembers for them."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from .clients import Bench
from .fake_model import MODEL

pytestmark = [pytest.mark.peers, pytest.mark.process]

FACT = "Bartholomew"
SAYS = f"For the record: my parrot is called {FACT} and I live in Tromsø."
ASKS = "What is the name of my parrot?"
PROJECT = "parrots"


@pytest.fixture
def address(bench: Bench) -> Iterator[str]:
    words = ("--json", "proxy", "--port", "0", "--to", bench.model.url, "--project", PROJECT)
    with subprocess.Popen(
        [sys.executable, "-m", "mohen", *words],
        env=bench.environment,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    ) as process:
        assert process.stdout is not None
        yield json.loads(process.stdout.readline())["data"]["address"]
        process.send_signal(signal.SIGTERM)


def remembered(bench: Bench, *command: str) -> None:
    """What was said in one session reaches the model in the next, as ours, and each message is
    heard once, without what the program wraps around it."""
    bench.run(*command, SAYS)
    assert FACT in bench.asked()
    bench.run(*command, ASKS)
    asked = bench.asked()
    assert FACT in asked
    assert "mohen:memory" in asked or "Working memory snapshot" in asked
    assert bench.heard(PROJECT) == [SAYS, ASKS]


def test_claude_code(bench: Bench, address: str, host_claude_code: Path) -> None:
    bench.environment |= {
        "CLAUDE_CONFIG_DIR": str(bench.root / "config"),
        "ANTHROPIC_BASE_URL": address,
        "ANTHROPIC_API_KEY": "sk-ant-none",
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        "DISABLE_AUTOUPDATER": "1",
    }
    remembered(bench, str(host_claude_code), "-p")


def test_codex(bench: Bench, address: str, host_codex: Path) -> None:
    config = bench.home / ".codex"
    config.mkdir()
    (config / "config.toml").write_text(
        f'model = "{MODEL}"\nmodel_provider = "none"\n[model_providers.none]\nname = "none"\n'
        f'base_url = "{address}/v1"\nwire_api = "responses"\nenv_key = "NO_KEY"\n'
    )
    bench.environment |= {"CODEX_HOME": str(config), "NO_KEY": "none"}
    remembered(bench, str(host_codex), "exec", "--skip-git-repo-check")
