"""The story as a picture: what holds in which chapter."""

from __future__ import annotations

from mohen.knowledge.model import CHAPTER, Told
from mohen.story import file_facts, world_state
from mohen.story.graph_data import drawing
from mohen.story.policy import Story
from story import corpus

POLICY = Story()


def told(files: dict[str, str]) -> list[Told]:
    made = drawing(
        world_state.book(file_facts.everything("novel", corpus.book(files), POLICY), POLICY)
    )
    assert made.axis == CHAPTER
    return list(made.told)


CARDS = {
    ".mohen/characters/lin.md": "# 林远\n- 父亲：林震",
    ".mohen/characters/zhen.md": "# 林震",
    ".mohen/world.md": "## 地点\n- 临江城：大城\n- 白鹿山：山",
    "chapters/01.md": "# 第一章\n林远来到临江城。",
    "chapters/03.md": "# 第三章\n林远来到白鹿山。",
}


def test_a_relation_is_a_tie_with_a_word_in_both_languages() -> None:
    (kin,) = [each for each in told(CARDS) if each.kind == "relation"]
    assert kin.label == ("father of", "的父亲")
    assert kin.text[1] == "林震 — 的父亲 → 林远"
    assert len(kin.figures) == 2
    assert kin.sources == (".mohen/characters/lin.md#L2",)


def test_what_changes_holds_until_the_next_value() -> None:
    places = [e for e in told(CARDS) if e.kind == "state" and "林远 · " in e.text[1]]
    here = [(each.text[1].rpartition("：")[2], each.since, each.until) for each in places]
    assert ("临江城", 1, 3) in here
    assert ("白鹿山", 3, None) in here
    assert all(len(each.figures) == 2 for each in places)


def test_the_same_story_gives_the_same_picture() -> None:
    assert told(CARDS) == told(dict(reversed(CARDS.items())))
