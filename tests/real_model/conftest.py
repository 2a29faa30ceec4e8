"""A real language model, slow and often wrong: what no scripted one can show (`make test-model`).

MOHEN_TEST_MODEL names a file of weights to be served here, or another server as `name@address`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from mohen.core.home import Home
from mohen.core.settings_model import ModelConfig
from mohen.models.local_files import ModelFolder
from mohen.models.local_server import LocalServer
from mohen.policy import Policy
from worlds import World

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.model)
            item.add_marker(pytest.mark.timeout(1_200))


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModelConfig]:
    named = os.environ.get("MOHEN_TEST_MODEL")
    if not named:
        pytest.skip("MOHEN_TEST_MODEL names no model: `make test-model` fetches one")
    name, _, address = named.partition("@")
    if address:
        yield ModelConfig("openai", name, address)
        return
    weights = Path(named).resolve()
    folder = tmp_path_factory.mktemp("weights")
    (folder / "models").mkdir()
    (folder / "models" / weights.name).symlink_to(weights)
    policy = Policy().models
    child = LocalServer(ModelFolder(home=Home(folder)), policy).start(
        weights.stem, policy.local_window
    )
    yield ModelConfig("openai", weights.stem, child.url(policy.start_ms / 1000))
    child.end()


@pytest.fixture(scope="session")
def weights() -> Path:
    """The file itself, for who wants to do without a server that runs already."""
    named = Path(os.environ.get("MOHEN_TEST_MODEL", ""))
    if not named.is_file():
        pytest.skip("MOHEN_TEST_MODEL names no file of weights")
    return named


@pytest.fixture
def world(home: Path, served: ModelConfig) -> Iterator[World]:
    made = World(home)
    made.memory.settings.update(model=served)
    yield made
    made.close()
