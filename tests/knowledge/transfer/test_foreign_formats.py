"""Files of every make, sound or not, are read or told of; nothing in them is a bug of ours."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohen.knowledge.model import Category, State
from mohen.knowledge.transfer import exports, foreign_formats, memory_md
from mohen.knowledge.transfer.foreign_formats import moment
from mohen.knowledge.transfer.model import Form, Papers

_FIELDS = """
    memory content text fact results edges nodes blocks label value name observations from to
    relationType record format version records created_at valid_at uuid namespace key entities
    importance confidence type state conversations_memory id
"""
KEYS = st.sampled_from(_FIELDS.split())
LEAVES = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=12)
    | st.sampled_from(["mohen-export", "item", "rule", "superseded", "2024-01-01"])
)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=6),
    max_leaves=20,
)


def read(name: str, text: str, form: Form | None = None) -> Papers | None:
    return foreign_formats.read(name, text, form, chat_lines=2)


@given(VALUES, st.sampled_from(["x.json", "x.jsonl", "beliefs.jsonl"]))
def test_any_json_is_read_or_told_of(value: Any, name: str) -> None:
    papers = read(name, json.dumps(value), Form.GENERIC)
    assert papers is not None
    for each in papers.memos:
        each.content.encode()
        assert each.at is None or abs(each.at) < 2**53


@given(st.text(max_size=300))
def test_any_markdown_is_read_and_each_memory_stands_in_its_line(text: str) -> None:
    memos, _ = memory_md.read(text, "MEMORY.md")
    lines = text.replace("\r\n", "\n").count("\n") + 1
    for each in memos:
        name, _, number = each.source.rpartition(":")
        assert name == "MEMORY.md"
        assert 1 <= int(number) <= lines


def test_what_is_nested_too_deeply_is_told() -> None:
    deep = '{"items": [' * 400 + "]}" * 400
    papers = read("x.json", deep, Form.GENERIC)
    assert papers is not None
    assert papers.troubles


def test_half_a_character_is_made_whole() -> None:
    papers = read("x.json", '[{"memory": "User likes \\ud83d tea"}]')
    assert papers is not None
    papers.memos[0].content.encode()


@pytest.mark.parametrize(
    ("said", "ms"),
    [
        ("2024-01-02T00:00:00Z", 1_704_153_600_000),
        (1_704_153_600, 1_704_153_600_000),
        (1_704_153_600_000, 1_704_153_600_000),
        ("soon", None),
        (1e300, None),
        (float("nan"), None),
        (True, None),
    ],
)
def test_a_time_is_read_as_anybody_writes_it(said: Any, ms: int | None) -> None:
    assert moment(said) == ms


def test_a_fact_that_ended_keeps_its_end() -> None:
    edge = {"uuid": "e", "fact": "Anna lived in Oslo", "invalid_at": "2024-01-02T00:00:00Z"}
    papers = read("g.json", json.dumps({"edges": [edge]}))
    assert papers is not None
    assert (papers.form, papers.memos[0].valid_to) == (Form.ZEP, 1_704_153_600_000)


def test_a_conversation_is_no_list_of_memories() -> None:
    assert read("talk.md", "User: hi\n\nAssistant: hello\n") is None
    assert read("notes.md", "- 我对花生过敏\n") is not None


def test_our_own_markdown_is_not_taken_in_again() -> None:
    papers = read("x.md", f"{exports.OPEN}\n- User likes tea\n{exports.CLOSE}\n- User has a dog\n")
    assert papers is not None
    assert [(each.content, each.source) for each in papers.memos] == [("User has a dog", "x.md:4")]


def test_an_item_of_ours_that_makes_no_sense_is_told() -> None:
    good = {"record": "item", "id": "f_20240101_001", "type": "fact", "content": "x", "origin": "a",
            "created_at": "2024-01-01T00:00:00Z", "updated_at": "2024-01-01T00:00:00Z"}  # fmt: skip
    bad = [{**good, **wrong} for wrong in
           ({"content": ""}, {"importance": 7}, {"state": "odd"}, {"version": "1"},
            {"id": "../x y"}, {"created_at": "soon"}, {"type": "odd"})]  # fmt: skip
    text = "\n".join(json.dumps(each) for each in (exports.header("p"), good, *bad))
    papers = read("e.jsonl", text)
    assert papers is not None
    assert [each.state for each in papers.memos] == [State.ACTIVE]
    assert [each.line for each in papers.troubles] == [3, 4, 5, 6, 7, 8, 9]


@pytest.mark.parametrize(
    ("heading", "category"),
    [
        ("健康", Category.HEALTH),
        ("People I know", Category.RELATION),
        ("Rules for the agent", Category.CONSTRAINT),
        ("杂记", None),
    ],
)
def test_a_heading_is_a_theme(heading: str, category: Category | None) -> None:
    memos, _ = memory_md.read(f"# {heading}\n- something to know\n", "M.md")
    assert [each.category for each in memos] == [category]
