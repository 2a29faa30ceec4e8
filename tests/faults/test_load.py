"""A day of hard work in one go (behind `make soak`)."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from factories import draft, policy
from mohen import Question, open_memory
from shows import shows


@pytest.mark.soak
@shows("R108")
def test_ten_thousand_writes_and_five_thousand_queries_without_an_error(home: Path) -> None:
    roomy = policy(capacity={"active_per_project": 100_000})
    texts = [
        f"第{n}章，雨夜，敌人第{n % 97}次来袭。The {n % 89}th rider came." for n in range(10_000)
    ]
    with open_memory(home, policy=roomy) as memory, ThreadPoolExecutor(8) as pool:
        written = [pool.submit(memory.episodes.record, draft(input_context=text)) for text in texts]
        asked = [
            pool.submit(
                memory.episodes.query, Question(project_id="novel", query_text=f"第{n}章的雨夜")
            )
            for n in range(5_000)
        ]
        assert len({each.result().episode.id for each in written}) == 10_000
        assert not any(each.result().degradations for each in asked)
        counts = memory.status().counts
        assert counts is not None
        assert counts.active == 10_000
