"""A real language model, slow and often wrong: what no scripted one can show (`make test-model`).

MOHEN_TEST_MODEL names a file of weights to be served here, or another server as `name@address`.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from mohen.core.settings_model import ModelConfig
from worlds import World

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.model)
            item.add_marker(pytest.mark.timeout(1_200))


@pytest.fixture(scope="session")
def served() -> Iterator[ModelConfig]:
    named = os.environ.get("MOHEN_TEST_MODEL")
    if not named:
        pytest.skip("MOHEN_TEST_MODEL names no model: `make test-model` fetches one")
    name, _, address = named.partition("@")
    if address:
        yield ModelConfig("openai", name, address)
        return
    command = [sys.executable, str(HERE / "llama.py"), named]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        assert process.stdout is not None
        said = process.stdout.readline().decode().strip()
        assert said, "the model could not be served"
        yield ModelConfig("openai", Path(named).stem, f"{said}/v1")
        process.kill()


@pytest.fixture
def world(home: Path, served: ModelConfig) -> Iterator[World]:
    made = World(home)
    made.memory.settings.update(model=served)
    yield made
    made.close()
