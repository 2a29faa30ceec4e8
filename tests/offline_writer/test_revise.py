"""Skills on a selection: the author's text is kept, mended, and shaped where it can be."""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mohen.offline_writer import revise, writer
from mohen.offline_writer.draft import Cast
from mohen.policy import Policy
from mohen.text import sentences, style
from offline_prompts import asked

POLICY = Policy()
write = partial(writer.write, max_tokens=2_000, variant=0, policy=POLICY)
ZH = (
    "他非常缓慢地推开了那扇沉重的木门，屋里很暗，什么也看不见，空气里有一股霉味。突然，桌上的茶杯"
    "掉了下来！他吓了一跳，慢慢地退到墙边，手里紧紧地握着刀。“谁在那里？”他问。\n没有人回答。"
)
EN = (
    "He very slowly pushed the enormous door open, and the room was really dark. Suddenly, the cup "
    "fell from the table, and it broke on the floor, and he stepped back quickly. “Who's there?” "
    "he asked. Nobody answered."
)
BOTH = pytest.mark.parametrize("text", [ZH, EN], ids=["zh", "en"])


def on(text: str, skill: str, **more: object) -> str:
    variant = more.pop("variant", 0)
    return write(asked(selection=text, skill=skill, **more), variant=variant)  # type: ignore[arg-type]


# -- polish


@BOTH
def test_a_sound_text_is_polished_to_itself(text: str) -> None:
    assert on(text, "polish") == text


@pytest.mark.parametrize(
    ("rough", "mended"),
    [
        ("他停下，，看了看。。没有人。", "他停下，看了看。没有人。"),
        ("他的的手在抖！！", "他的手在抖！"),
        ("他 推开 门。", "他推开门。"),
        ("He went  to the the door,, and stopped .", "He went to the door, and stopped."),
        ("She had had enough.", "She had had enough."),
        ("他沉默了……然后走了。", "他沉默了……然后走了。"),
    ],
)
def test_doubled_marks_words_and_blanks_are_mended(rough: str, mended: str) -> None:
    assert on(rough, "polish") == mended


@BOTH
def test_a_skill_of_the_users_own_on_a_selection_works_on_it(text: str) -> None:
    assert on(text, "my-own") == text


@pytest.mark.parametrize("skill", ["condense", "expand", "rewrite", "my-own"])
@BOTH
def test_candidates_differ(text: str, skill: str) -> None:
    drafts = [on(text, skill, variant=each) for each in range(3)]
    assert len(set(drafts)) == len(drafts)


# -- condense, expand, rewrite


@BOTH
def test_condensing_leaves_out_and_adds_nothing(text: str) -> None:
    short = on(text, "condense")
    assert sentences.count_units(short) < 0.8 * sentences.count_units(text)
    kept = iter(sentences.units(text.lower()))
    assert all(each in kept for each in sentences.units(short.lower()))  # in the same order
    assert "“谁在那里？”" in short or "“Who's there?”" in short


@BOTH
def test_expanding_keeps_every_sentence_and_adds_a_detail(text: str) -> None:
    longer = on(text, "expand")
    kept = iter(longer)
    assert all(each in kept for each in text if each not in "。.")
    assert len(longer) > len(text)
    assert sum(
        style.measure(longer)[each] for each in ("sight", "sound", "smell", "taste", "touch")
    )


@BOTH
def test_rewriting_changes_the_rhythm_and_says_nothing_new(text: str) -> None:
    for variant in range(3):
        other = on(text, "rewrite", variant=variant)
        assert other != text
        words = set(sentences.units(other)) | set(sentences.words(other))
        assert words <= set(sentences.units(text)) | set(sentences.words(text)) | {"and"}


# -- rules


@pytest.mark.parametrize(
    ("text", "rule", "gone"),
    [
        (ZH, "不用感叹号", "！"),
        (ZH, "不用程度副词", "非常 很"),
        (ZH, "避免使用「突然」", "突然"),
        (ZH, "不写嗅觉描写", "霉味"),
        ("“快走！”他喊。", "不用感叹号", "！"),
        (EN, "No intensifiers", "very really"),
        (EN, "Avoid “suddenly”", "suddenly Suddenly"),
        (EN, "No contractions", "Who's"),
        (EN, "No details of sight", "dark"),
    ],
)
def test_what_a_rule_bans_goes(text: str, rule: str, gone: str) -> None:
    polished = on(text, "polish", rules=[rule])
    assert not [each for each in gone.split() if each in polished], polished


@pytest.mark.parametrize(
    ("text", "rule", "bound"),
    [(ZH, "偏好短句，平均句长 < 10 字", 10), (EN, "Short sentences, under 6 words on average", 6)],
)
def test_sentences_are_split_where_they_are_joined(text: str, rule: str, bound: int) -> None:
    assert style.measure(on(text, "polish", rules=[rule]))["mean_sentence_length"] < bound


@pytest.mark.parametrize("rule", ["用第一人称叙述", "多写对白（占比高于 60%）"])
def test_who_tells_it_and_who_speaks_is_the_authors_to_change(rule: str) -> None:
    assert on(ZH, "polish", rules=[rule]) == ZH


# -- consistency


CARD = "ref:.mohen/characters/lin.md\n# 林远\n- 林远左手有一道疤"


def test_a_consistency_check_lists_what_is_noted_and_says_that_it_does_not_judge() -> None:
    noted = on("林远握紧了右手。", "consistency-check", project=CARD, story="- 沈青 → 顾言：敌人")
    assert noted.splitlines() == [
        "离线写手不会判断前后是否一致，只能列出与这段文字里的人物有关的记录：",
        "- 林远左手有一道疤",
    ]


def test_where_nothing_is_noted_it_says_so() -> None:
    assert "没有找到" in on("雨停了。", "consistency-check", project=CARD)
    assert "nothing is noted" in on("Mara sat.", "consistency-check")


# -- laws


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="他说走了门雨，。！？…—；：“” \nabc.,!?;'\"-", max_size=120))
def test_taking_apart_and_putting_together_loses_nothing(text: str) -> None:
    for language, pronoun in (("zh", "他"), ("en", "he")):
        again = revise.parse(text, language, "action", Cast(pronoun)).text()
        assert _letters(again) == _letters(text)


def _letters(text: str) -> str:
    return "".join(each for each in text.lower() if each.isalnum())


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="他的了，。！ ab,.!", max_size=60))
def test_mending_twice_is_mending_once(text: str) -> None:
    once = revise.mended(text)
    assert revise.mended(once) == once
