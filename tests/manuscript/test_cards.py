"""Who is meant by a card, who is on the scene, and where one is in the outline."""

from __future__ import annotations

import pytest

from mohen.manuscript import cards
from mohen.manuscript.model import FileKind, ProjectFile


def card(ref: str, text: str) -> ProjectFile:
    return ProjectFile(f".mohen/characters/{ref}", FileKind.CHARACTER, text)


LIN = card("lin.md", "# 林远\n\n- 别名：阿远、林师兄\n- 年龄：32")
ANN = card("ann.md", "# Ann\nAliases: Annie, Miss Grey\n")


def test_a_card_names_its_person_by_title_alias_and_file() -> None:
    assert cards.names(LIN) == ("林远", "阿远", "林师兄", "lin")
    assert cards.names(ANN) == ("Ann", "Annie", "Miss Grey", "ann")
    assert cards.names(card("x.md", "没有标题")) == ()  # one letter names nobody
    assert cards.names(card("x.md", "# 老周\n- 绰号：铁剑\n")) == ("老周", "铁剑")


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Lucy Gray", ("Lucy Gray", "Lucy", "Gray")),
        ("Dr. Tom O'Hara", ("Dr. Tom O'Hara", "Tom", "O'Hara")),
        ("The Old King", ("The Old King",)),
        ("林远 Lin Yuan", ("林远 Lin Yuan", "Lin", "Yuan")),
        ("欧阳 明远", ("欧阳 明远",)),
    ],
)
def test_a_full_name_is_known_by_each_of_its_words(title: str, expected: tuple[str, ...]) -> None:
    assert cards.names(card("x.md", f"# {title}\n")) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("阿远推门。林师兄笑了。Ann came.", [LIN.ref, ANN.ref]),
        ("Anna and the annual fair", []),
        ("annie said nothing", [ANN.ref]),
        ("", []),
    ],
)
def test_who_is_named_is_on_the_scene_the_oftenest_first(text: str, expected: list[str]) -> None:
    assert [each.ref for each in cards.on_the_scene([ANN, LIN], text)] == expected


OUTLINE = """# 大纲
## 第一章 雪夜
林远回乡。
### 一节
细节。
## 第二章 旧案
翻案。
"""


def test_the_place_in_an_outline_is_the_chapters_own_part() -> None:
    assert cards.place(OUTLINE, "第一章") == "## 第一章 雪夜\n林远回乡。\n### 一节\n细节。"
    assert cards.place(OUTLINE, "第二章") == "## 第二章 旧案\n翻案。"
    assert cards.place(OUTLINE, "第三章") == ""
    assert cards.place("- ch1 snow\n  - inn\n- ch10 case", "ch1") == "- ch1 snow\n  - inn"
    assert cards.place("- ch10 case", "ch1") == ""
