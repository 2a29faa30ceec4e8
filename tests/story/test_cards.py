"""What a card says."""

from __future__ import annotations

from mohen.manuscript.model import FileKind
from mohen.story.cards import CardReader
from mohen.story.model import ContextLevel, Entity, EntityType, Relation, State
from mohen.story.policy import Story


class Card:
    def __init__(self, text: str, ref: str = ".mohen/characters/lin.md") -> None:
        kind = FileKind.CHARACTER if "characters" in ref else FileKind.WORLD
        facts = list(CardReader("novel", ref, kind, Story()).facts(text))
        self.entities = {each.name: each for each in facts if isinstance(each, Entity)}
        names = {each.id: each.name for each in self.entities.values()}
        self.relations = [
            (names[r.source], r.kind, names[r.target]) for r in facts if isinstance(r, Relation)
        ]
        self.states = [
            (names[s.entity], s.attribute, names.get(s.value, s.value), s.since.chapter)
            for s in facts
            if isinstance(s, State)
        ]


def test_front_matter_and_lines_say_the_same_things() -> None:
    plain = Card("# 林远\n- 年龄：32\n- **眼睛**：黑色\n- 又名：阿远、小林\n")
    front = Card("---\nname: 林远\nage: 32\neyes: 黑色\naliases: [阿远, 小林]\n---\n正文。\n")
    for card in (plain, front):
        assert card.entities["林远"].aliases == ("阿远", "小林")
        assert sorted(card.states) == [
            ("林远", "age", "32", 0),
            ("林远", "eye_colour", "黑色", 0),
        ]


def test_a_card_without_a_title_is_called_as_its_file() -> None:
    assert list(Card("年龄：32\n", ".mohen/characters/陈牧.md").entities) == ["陈牧"]


def test_kin_is_said_of_the_one_who_is_named() -> None:
    card = Card(
        "# 林远\n- 父亲：林震\n- 佩剑：霜刃\n## 关系\n- 苏晴：妹妹，自幼失散\n- 顾九：仇人\n"
    )
    assert set(card.relations) == {
        ("林震", "father", "林远"),
        ("林远", "owns", "霜刃"),
        ("苏晴", "sibling", "林远"),
        ("顾九", "enemy", "林远"),
    }
    assert card.entities["霜刃"].type is EntityType.ITEM


def test_kin_by_choice_is_not_kin_by_birth() -> None:
    card = Card("# 林远\n- 养父：周伯\n## 关系\n- 顾九：义弟\n")
    assert card.relations == []
    english = Card("# Anna\n## Family\n- Tom Hale: stepbrother\n")
    assert english.relations == []


def test_what_is_not_understood_is_kept_as_it_is() -> None:
    card = Card("# 林远\n- 口头禅：罢了\n- aiContextLevel: never\n")
    assert card.entities["林远"].attributes == {"口头禅": "罢了"}
    assert card.entities["林远"].level is ContextLevel.NEVER


def test_a_state_may_begin_in_a_chapter() -> None:
    assert Card("# 周伯\n- 状态：已死（第三章）\n").states == [("周伯", "life", "dead", 3)]
    assert Card("# 周伯\n- 状态：已死\n").states == []  # nobody says when


def test_the_world_names_things_by_kind() -> None:
    text = (
        "# 世界\n## 地点\n- 临江城：江南大城\n- 望江楼：位于临江城，是酒楼\n"
        "## 物品：霜刃\n- 材质：寒铁\n"
        "## 历史\n- 三百年前：天下大乱\n"
    )
    world = Card(text, ".mohen/world.md")
    assert {name: each.type for name, each in world.entities.items()} == {
        "临江城": EntityType.LOCATION,
        "望江楼": EntityType.LOCATION,
        "霜刃": EntityType.ITEM,
    }
    assert world.entities["霜刃"].attributes == {"材质": "寒铁"}
    assert world.relations == [("望江楼", "located_at", "临江城")]


def test_a_secret_knows_its_knowers() -> None:
    text = "## Secrets\n### the forged will\n- Known by: Robert Vane, Clara Moss (chapter 4)\n"
    world = Card(text, ".mohen/world.md")
    assert world.entities["the forged will"].type is EntityType.SECRET
    assert world.states == [
        ("Robert Vane", "knows", "the forged will", 0),
        ("Clara Moss", "learns", "the forged will", 4),
    ]
