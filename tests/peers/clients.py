"""Real clients of hosts, each on a machine with nothing but it, Mohen, and a model that is none."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from mohen import open_memory
from mohen.conversations.model import Role
from mohen.knowledge.agents.agents import named_after

from . import fake_model, fetched

REPOSITORY = Path(__file__).parents[2]
_RUN_S = 180

FACT = "Bartholomew"
SAYS = f"For the record: my parrot is called {FACT} and I live in Tromsø."
ASKS = "What is the name of my parrot?"

CLAUDE_CODE = "@anthropic-ai/claude-code@2.1.325"
CODEX = "@openai/codex@0.166.0"
GEMINI = "@google/gemini-cli@0.61.0"
OPENCLAW = "openclaw@2026.9.6"
NODE = "node@24.21.0"  # OpenClaw wants a newer one than systems have
HERMES = "hermes-agent==0.19.0"


@dataclass
class Bench:
    """A machine with nothing on it but a client, a model that is none, and Mohen."""

    root: Path
    model: fake_model.FakeModel
    environment: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in ("home", "work", "tmp"):
            (self.root / name).mkdir()
        self.environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(self.root / "home"),
            "TMPDIR": str(self.root / "tmp"),
            "MOHEN_HOME": str(self.root / "memory"),
            "PYTHONPATH": str(REPOSITORY / "src"),
            "MOHEN_LANG": "en",
            "MOHEN_EMBEDDER": "builtin",
            "NO_COLOR": "1",
            "NO_PROXY": "127.0.0.1",
        }

    @property
    def home(self) -> Path:
        return self.root / "home"

    def mohen(self, *words: str) -> str:
        return self.run(sys.executable, "-m", "mohen", *words)

    def run(self, *command: str) -> str:
        done = subprocess.run(
            command,
            cwd=self.root / "work",
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=_RUN_S,
            encoding="utf-8",
        )
        assert done.returncode == 0, done.stdout[-4000:]
        return done.stdout

    def heard(self, project: str | None = None) -> list[str]:
        """What the user said, as the memory has it, session by session."""
        with open_memory(self.root / "memory") as memory:
            project = project or named_after(str(self.root / "work"))
            talks = memory.conversations.sessions(project)
            return [
                each.text
                for talk in reversed(talks)
                for each in memory.conversations.read(project, talk.session).items
                if each.role is Role.USER
            ]

    def asked(self) -> str:
        """All that the model was asked since this was asked last."""
        said, self.model.asked[:] = "\n".join(self.model.asked), []
        assert said, "the client did not ask the model"
        return said


def contents(folder: Path, but: tuple[str, ...] = ()) -> dict[str, bytes]:
    """Every file below a folder, by its name, without those that a client writes as it works; of
    folders only those that bear our name."""
    found = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_dir() and "mohen" in path.name:
            found[name] = b""
        elif path.is_file() and not name.startswith(but):
            found[name] = path.read_bytes()
    return found


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    with fake_model.serving() as model:
        yield Bench(tmp_path, model)


@pytest.fixture(scope="session")
def host_claude_code() -> Path:
    return fetched.npm("claude-code", CLAUDE_CODE) / "claude"


@pytest.fixture(scope="session")
def host_codex() -> Path:
    return fetched.npm("codex", CODEX) / "codex"


@pytest.fixture(scope="session")
def host_gemini() -> Path:
    return fetched.npm("gemini", GEMINI) / "gemini"


@pytest.fixture(scope="session")
def host_openclaw() -> tuple[Path, Path]:
    """The client, and the folder of the Node.js that it wants."""
    node = fetched.npm("node", NODE)
    return fetched.npm("openclaw", OPENCLAW, node=node) / "openclaw", node


@pytest.fixture(scope="session")
def host_hermes() -> Path:
    return fetched.python("hermes", HERMES).with_name("hermes")
