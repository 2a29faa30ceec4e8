"""Clichés, vague words and explaining: what is counted, in both languages."""

from __future__ import annotations

import pytest

from mohen.text import sentences, stock_phrases, style
from mohen.text.stock_phrases import TOPICS
from mohen.text.word_lists import topics

TOLD = """
cliches | 他嘴角勾起一丝冷意。 | A shiver ran down her spine.
cliches | 时间仿佛静止了。 | Little did he know what came next.
vague | 某种东西靠了过来。 | Something was in the box.
vague | 那是难以言喻的一刻。 | The situation changed.
exposition | 她感到悲伤。 | She felt a little lost.
exposition | 这说明他来过。 | It was clear that he had been here.
"""


@pytest.mark.parametrize("row", TOLD.strip().splitlines())
def test_what_readers_tire_of_is_counted(row: str) -> None:
    topic, zh, en = (cell.strip() for cell in row.split("|"))
    assert style.measure(zh)[topic] > 0
    assert style.measure(en)[topic] > 0


PLAIN = """
雨下了一整夜，院子里的水缸满了。他把账本合上，吹灭了灯。
The rain had filled the barrel by morning. He closed the ledger and put out the lamp.
"""


@pytest.mark.parametrize("text", PLAIN.strip().splitlines())
def test_plain_prose_has_none_of_it(text: str) -> None:
    assert [style.measure(text)[topic] for topic in TOPICS] == [0, 0, 0]


def test_of_phrases_that_overlap_the_longer_counts_once() -> None:
    assert stock_phrases.count_chinese("他感到悲伤", ["他感", "感到"])["exposition"] == 1
    said = sentences.words("At the end of the day we think outside the box.")
    assert stock_phrases.count_english(said)["cliches"] == 2


def test_whoever_it_belongs_to_and_however_it_is_bent() -> None:
    for said in (
        "her heart skips a beat",
        "my heart skipped a beat",
        "hearts pounding in our chest",
    ):
        assert stock_phrases.count_english(said.split())["cliches"] == 1


@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_lists_are_rich_and_name_nothing_twice(language: str) -> None:
    listed = topics(stock_phrases.__file__, f"{language}/stock_phrases.txt")
    assert tuple(listed) == TOPICS
    for phrases in listed.values():
        assert len(phrases.split()) > 200
        assert len(set(phrases.split())) == len(phrases.split())
