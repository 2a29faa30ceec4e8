from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from team.served import Team


@pytest.fixture
def open_team(tmp_path: Path) -> Iterator[Callable[..., Team]]:
    with ExitStack() as stack:

        def made(**how: Any) -> Team:
            team = Team(tmp_path / "team", **how)
            stack.callback(team.close)
            return team

        yield made


@pytest.fixture
def team(open_team: Callable[..., Team]) -> Team:
    return open_team()
