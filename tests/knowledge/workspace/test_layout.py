"""Lines of the workspace's files: written, and read again as they were."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohen.knowledge.model import BELIEF, Category, Detail, EntityType, Item, Profile, State
from mohen.knowledge.workspace import layout
from mohen.manuscript import file_refs
from mohen.policy import Policy
from shows import shows

POLICY = Policy()
AT = 1_770_201_000_000  # 2026-02-04T10:30:00Z


def item(**known: Any) -> Item:
    return Item(
        **{
            "id": "f_20260204_001",
            "type": "fact",
            "project_id": "main",
            "content": "用户对花生过敏",
            "origin": "extracted",
            "created_at": AT,
            "updated_at": AT,
            "importance": 1.0,
            "score": 0.95,
            "entities": ("用户",),
            "sources": ("session_abc123:15",),
            **known,
        }
    )


@shows("R184")
def test_a_fact_is_the_seeds_line() -> None:
    assert json.loads(layout.line(item(), ())) == {
        "id": "f_20260204_001",
        "content": "用户对花生过敏",
        "importance": 1.0,
        "score": 0.95,
        "entities": ["用户"],
        "created": "2026-02-04T10:30:00Z",
        "source": "session_abc123:15",
        "origin": "extracted",
    }


@shows("R185")
def test_a_belief_says_how_sure_and_why() -> None:
    line = json.loads(layout.line(item(type=BELIEF, confidence=0.6, basis="经常开会"), ()))
    assert (line["confidence"], line["basis"]) == (0.6, "经常开会")


@shows("R196")
def test_what_it_superseded_stands_in_its_history() -> None:
    old = item(content="用户住在北京", valid_to=AT, score=0.5)
    line = json.loads(layout.line(item(content="用户住在上海"), [old]))
    assert line["history"] == [
        {"content": "用户住在北京", "until": "2026-02-04T10:30:00Z", "score": 0.5}
    ]


@given(
    st.builds(
        item,
        content=st.text(min_size=1).filter(str.strip),
        importance=st.floats(0, 1),
        score=st.floats(0, 1),
        confidence=st.floats(0, 1),
        basis=st.text(),
        entities=st.lists(st.text(min_size=1, max_size=100).filter(str.strip)).map(tuple),
        created_at=st.integers(0, 4_000_000_000_000),
        type=st.sampled_from(["fact", BELIEF, "note"]),
    )
)
def test_what_is_written_is_read_again(made: Item) -> None:
    (read,), bad = layout.read(layout.jsonl([layout.line(made, ())]), made.type, POLICY)
    assert bad == []
    assert (read.id, read.content, read.type) == (made.id, made.content, made.type)
    assert (read.entities, read.created) == (made.entities, made.created_at)
    assert read.importance == pytest.approx(made.importance, abs=0.0001)


@given(st.text())
def test_no_line_breaks_the_reading(text: str) -> None:
    good, bad = layout.read(text, "fact", POLICY)
    assert len(good) + len(bad) == sum(bool(line.strip()) for line in text.split("\n"))


@pytest.mark.parametrize(
    "line",
    [
        "{",
        "[]",
        "{}",
        '{"content": " "}',
        '{"content": "a", "importance": 2}',
        '{"content": "a", "importance": "high"}',
        '{"content": "a", "entities": "b"}',
        '{"content": "a", "created": "yesterday"}',
        '{"content": "a", "id": 7}',
        '{"content": "a", "id": "two words"}',
        '{"content": "a", "type": "No Type"}',
        '{"content": "half \\ud800"}',
        '{"content": "a", "entities": ["half \\ud800"]}',
        '{"content": "a", "created": "9999-12-31T23:59:59-14:00"}',
        '{"content": "a", "created": "0001-01-01T00:00:00+14:00"}',
        pytest.param(f'{{"content": "{"a" * 10_001}"}}', id="long"),
        pytest.param("[" * 100_000, id="deep"),
    ],
)
def test_nonsense_is_reported_with_its_line(line: str) -> None:
    good, (bad,) = layout.read(f"\n{line}\n", "fact", POLICY)
    assert good == []
    assert (bad.number, bad.text) == (2, line)
    assert bad.why


def test_of_two_lines_with_one_id_the_first_stands() -> None:
    """As after a merge. One that says the same once more is no loss."""
    lines = [layout.line(item(content=each), ()) for each in ("甲", "乙", "甲")]
    (good,), (bad,) = layout.read(layout.jsonl(lines), "fact", POLICY)
    assert good.content == "甲"
    assert (bad.number, bad.text, bad.id) == (2, lines[1], good.id)


@given(st.text(min_size=1, max_size=300))
def test_every_entity_has_a_safe_file(name: str) -> None:
    ref = f"{layout.entity_id(name, POLICY.snapshot)}.json"
    assert file_refs.is_sound(ref)
    assert len(ref.encode()) < 200


def test_two_names_of_one_file_are_told_apart() -> None:
    pages = layout.entities(
        [Profile(name="A/B", type=EntityType.OTHER), Profile(name="A B", type=EntityType.OTHER)],
        POLICY.snapshot,
    )
    assert len(pages) == 3
    listed = json.loads(pages["layer2/entities/_index.json"])["entities"]
    assert [each["name"] for each in listed] == ["A/B", "A B"]


def test_an_entitys_page() -> None:
    made = Profile(
        name="张三",
        type=EntityType.PERSON,
        attributes={"location": Detail("上海", AT, "f_1")},
        facts=("f_1",),
    )
    page = json.loads(layout.entities([made], POLICY.snapshot)["layer2/entities/entity_张三.json"])
    assert page["attributes"]["location"]["value"] == "上海"
    assert page["related_facts"] == ["f_1"]
    (edited,) = layout.of_entity(json.dumps(page))
    assert (edited.attribute, edited.value, edited.item) == ("location", "上海", "f_1")


@shows("R198")
def test_the_index_leads_from_words_months_and_entities() -> None:
    items = [
        item(),
        item(id="f_2", content="The user moved to Berlin", entities=("user",), value="Berlin"),
        item(id="b_1", type=BELIEF, content="用户可能喜欢咖啡"),
    ]
    words = layout.keywords(items)
    assert words["花生"] == ["f_20260204_001"]
    assert words["berlin"] == words["Berlin"] == ["f_2"]
    assert "the" not in words
    assert layout.timeline(items) == {"2026-02": ["f_20260204_001", "f_2", "b_1"]}
    assert layout.relations(items)["用户"] == {  # who is called user in English
        "facts": ["f_20260204_001", "f_2"],
        "beliefs": ["b_1"],
        "summaries": [],
    }


@pytest.mark.parametrize("state", State)
def test_only_what_holds_stands_in_a_pool(state: State) -> None:
    ref = layout.pool_of(item(state=state))
    held = {
        State.ACTIVE: "layer2/active/facts.jsonl",
        State.ARCHIVED: "layer2/archive/facts.jsonl",
    }
    assert ref == held.get(state)


def test_lines_written_into_a_snapshot() -> None:
    ours = "## 用户\n- 名字: 张三\n## 约束\n- 简短\n## 索引\n- x\n"
    theirs = (
        "## 用户\n- 名字: 李四\n- 名字: 张三\n## 约束\n- 简短\n* 不用感叹号\n"
        "## 核心记忆 (Top 5)\n6. [0.9] 用户会游泳\n## 索引\n- y\n"
    )
    found = layout.of_snapshot(theirs, ours)
    assert [(each.content, each.category, each.attribute) for each in found] == [
        ("名字: 李四", Category.IDENTITY, "name"),
        ("不用感叹号", Category.CONSTRAINT, ""),
        ("用户会游泳", Category.GENERAL, ""),
    ]
