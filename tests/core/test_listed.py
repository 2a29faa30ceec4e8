"""Answers that hold items are gone through, counted and indexed like a tuple of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from factories import draft
from mohen import Question, open_memory
from mohen.memory import Memory


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    memory = open_memory(tmp_path, immediate=True, meaning=False)
    memory.episodes.record_all([draft(input_context=f"雪夜 {each}") for each in "一二三"])
    for rule in ("多用短句", "少用比喻"):
        memory.rules.add(rule, scope="project", project_id="novel")
    return memory


def test_rules_episodes_and_what_was_found(memory: Memory) -> None:
    book = memory.rules.list("novel")
    assert [shown.rule.text for shown in book] == [each.rule.text for each in book.items]
    assert (len(book), book[0], book[-1], book[:1]) == (
        2,
        book.items[0],
        book.items[1],
        book.items[:1],
    )
    assert book[1] in book
    page = memory.episodes.list("novel", limit=2)
    assert (len(page), page[1].id) == (2, page.items[1].id)
    assert page.after is not None
    found = memory.episodes.query(Question(project_id="novel", query_text="雪夜"))
    assert [each.episode.id for each in found] == [each.episode.id for each in found.items]
    assert [each.kind for each in memory.rules.history("novel")] == ["created", "created"]
    assert len(memory.upkeep.audit()) == 0


def test_what_holds_nothing_is_false(memory: Memory) -> None:
    assert not memory.rules.list("another")
    assert not memory.episodes.list("another")
    with pytest.raises(IndexError):
        memory.rules.list("another")[0]
