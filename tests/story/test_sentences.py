"""What may be concluded from a sentence, and what may not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohen.story.chapters import split
from mohen.story.sentences import Sentence, paragraphs


def read(text: str) -> list[Sentence]:
    (segment,) = split([("1.md", text)])
    return [each for part in paragraphs(segment) for each in part.sentences]


def sure(text: str) -> list[str]:
    return [each.text for each in read(text) if each.sure]


@pytest.mark.parametrize(
    "text",
    [
        "林远死了吗？",
        "如果林远死了，谁来守门。",
        "据说林远死在北边。",
        "她梦见林远走进来。",
        "她想起林远说过的话。",
        "林远差点死了。",
        "墙上的照片里，林远笑了。",
        "Did Anna die?",
        "If Anna died, he would leave.",
        "They said Anna was dead.",
        "She remembered how Anna laughed.",
        "It was as if Anna had died.",
    ],
)
def test_what_has_not_happened_is_not_concluded_from(text: str) -> None:
    assert sure(text) == []


@pytest.mark.parametrize("text", ["林远走进院子。", "Anna walked in.", "三天后，林远死了。"])
def test_what_is_told_as_happening_is(text: str) -> None:
    assert sure(text) == [text]


def test_a_dream_lasts_until_the_dreamer_wakes() -> None:
    text = "苏晴梦见了林远。\n林远坐在床边。\n她醒来了。\n林远推开门。"
    assert sure(text) == ["林远推开门。"]


def test_a_memory_that_opens_a_paragraph_lasts_until_the_scene_ends() -> None:
    text = "十年前，林远还年轻。\n他走进院子。\n***\n林远推开门。"
    assert sure(text) == ["林远推开门。"]


def test_a_memory_in_the_middle_takes_the_rest_of_its_paragraph_only() -> None:
    assert sure("林远坐下。他想起苏晴。苏晴笑了。\n苏晴推开门。") == ["林远坐下。", "苏晴推开门。"]


def test_scenes_are_parted_by_a_break_and_by_time_that_passes() -> None:
    text = "林远来了。\n\n***\n\n他走了。第二天，他又来了。"
    assert [each.scene for each in read(text)] == [0, 1, 2]


def test_words_in_quotation_marks_are_blanked_and_kept_beside() -> None:
    (segment,) = split([("1.md", "林远说：“周伯死了。”")])
    (paragraph,) = paragraphs(segment)
    assert "周伯" not in paragraph.plain
    assert [each.text for each in paragraph.speeches] == ["周伯死了。"]


def test_a_wrapped_sentence_knows_its_lines() -> None:
    (first, second) = read("Anna walked into\nthe house. She sat\ndown.")
    assert (first.first, first.last) == (1, 2)
    assert (second.first, second.last) == (2, 3)


@given(st.text(alphabet="林远说：“”。，？！!?.\n# *—…'\"ab梦", max_size=80))
def test_every_sentence_stands_in_the_text_where_it_says(text: str) -> None:
    lines = text.splitlines()
    for each in read(text):
        around = "\n".join(lines[each.first - 1 : each.last])
        assert each.text in around
        assert len(each.text) == len(each.plain)
