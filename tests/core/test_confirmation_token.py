"""What a confirmation is for: what the person was told, not what is made of it meanwhile."""

from __future__ import annotations

from pathlib import Path

import pytest

from inside import inside
from mohen.errors import ClearConfirmRequired
from mohen.memory import open_memory
from shows import shows


@shows("C75")
def test_what_is_made_in_the_background_is_no_news_and_an_episode_is(tmp_path: Path) -> None:
    with open_memory(tmp_path / "home") as memory:
        confirmations = inside(memory).confirmations

        def ask(token: str | None, **would: int) -> None:
            confirmations.require(act="clear:project", scope="novel", token=token, would=would)

        with pytest.raises(ClearConfirmRequired) as asked:
            ask(None, episodes=3, vectors=0, evidence=1)
        token = asked.value.details["confirmToken"]
        ask(token, episodes=3, vectors=3, evidence=3)
        with pytest.raises(ClearConfirmRequired):
            ask(token, episodes=4, vectors=3, evidence=3)
