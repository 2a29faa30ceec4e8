"""Style in numbers: examples counted by hand in both languages, and the laws of a measure."""

from __future__ import annotations

import json
from dataclasses import fields
from math import isfinite

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohen.text import sentences, style, style_words
from mohen.text.policy import Norms, Style
from mohen.text.style import FEATURES, Profile, measure
from shows import shows

POLICY = Style()
# Characters that any rule looks at, so that random texts reach the rules.
MARKS = "“”「」『』\"‘’'！!？?…。.，,；;：:—-–\n w我他的地之也像吧一不走Iheran's0"
TEXTS = st.text(st.characters(codec="utf-8") | st.sampled_from(MARKS), max_size=200)

SENTENCE_ZH = "月光照在石阶上，他慢慢地走过去，没有回头。风从巷口吹来，带着桂花的香气。"
SENTENCE_EN = "The moon was bright. He walked slowly past the gate, and did not look back."


# --- by hand ----------------------------------------------------------------------------

BY_HAND = [
    # 他走了|天黑了: two sentences of 3; 8 code points, one exclamation mark
    ("他走了。天黑了！", "mean_sentence_length", 3.0),
    ("他走了。天黑了！", "sentence_spread", 0.0),
    ("他走了。天黑了！", "exclamation", 12.5),
    ("他走了。天黑了！", "first_person_share", 0.0),
    # 走|他说: 1 and 2 characters, 1 of 3 spoken
    ("“走！”他说。", "mean_sentence_length", 1.5),
    ("“走！”他说。", "sentence_spread", 0.5),
    ("“走！”他说。", "longest_sentence", 2.0),
    ("“走！”他说。", "dialogue_share", 0.3333),
    ("她说：“好”。", "dialogue_share", 0.3333),
    ("「走吧。」", "dialogue_share", 1.0),
    ("所谓“自由”不过如此。", "dialogue_share", 0.0),  # a term, not speech
    # a lower-case letter continues the sentence: 3 and 3 words
    ('"Go!" he said. Then he ran.', "mean_sentence_length", 3.0),
    ('"Go!" he said. Then he ran.', "dialogue_share", 0.1667),
    ("'I don't know,' said Ann.", "dialogue_share", 0.6),
    ("The dogs' bowls were 'full', he thought.", "dialogue_share", 0.0),
    ("—去哪？\n—回家。\n他走了。", "dialogue_share", 0.5714),  # dashes where nothing is quoted
    ("他走了。\n——再没有回来。", "dialogue_share", 0.0),  # an afterthought
    ("‘I don’t know,’ said Ann.", "dialogue_share", 0.6),
    ("Mr. Smith paid 3.50 in all. He ran.", "mean_sentence_length", 4.0),  # 6 and 2
    ("我走了。\n\n你呢？好。", "paragraph_length", 3.0),  # 3 and 3
    ("我走了。\n\n你呢？好。", "text_length", 6.0),
    ("他……走了——真的。", "ellipsis", 10.0),
    ("他……走了——真的。", "dash", 10.0),
    ("Wait... no -- yes.", "ellipsis", 5.5556),  # one of 18 code points
    ("---\n一", "dash", 0.0),  # a ruled line
    ("我看见他。", "first_person_share", 0.5),
    ("“我走了。”他说。", "first_person_share", 0.0),  # 我 is spoken
    ("I saw her.", "first_person_share", 0.5),
    # 红的|慢慢地|很 in 10 characters; 地 of 地方 and 的 of 我的 are something else
    ("红的花慢慢地开得很好。", "modifiers", 30.0),
    ("我的地方。", "modifiers", 0.0),
    ("她非常累，太累。", "intensifiers", 33.3333),
    ("太阳。", "intensifiers", 0.0),
    # very, slowly, beautiful in 8 words
    ("She very slowly opened the beautiful red door.", "modifiers", 37.5),
    ("She very slowly opened the beautiful red door.", "intensifiers", 12.5),
    ("He really ran.", "modifiers", 33.3333),  # one word, counted once
    ("My family will supply the table.", "modifiers", 0.0),
    ("他手忙脚乱，左顾右盼。", "idioms", 22.2222),  # one by list, one by frame, 9 characters
    ("他不得不一个一个走。", "idioms", 0.0),
    ("吾以为不然，悲哉！", "classical", 28.5714),  # 吾 哉 in 7
    ("三天之后，似乎好了。", "classical", 0.0),
    ("走吧，酒吧关了呢。", "colloquial", 28.5714),  # 吧 呢 in 7, a bar is a bar
    ("Yeah, I dunno.", "colloquial", 66.6667),
    ("I don't know what John's dog wants.", "contractions", 14.2857),
    ("月亮像银盘似的，她仿佛在笑。", "similes", 16.6667),  # 像…似的 is one; 2 in 12
    ("画像不像话。", "similes", 0.0),
    ("It fell like a stone, as cold as ice.", "similes", 22.2222),
    ("As soon as he came, as if by magic.", "similes", 11.1111),  # 'as soon as' compares nothing
    ("她看见红花，闻到花香。", "sight", 22.2222),  # 看见 红 in 9
    ("她看见红花，闻到花香。", "smell", 22.2222),
    ("The bitter wind smelled cold.", "taste", 20.0),
    ("The bitter wind smelled cold.", "touch", 20.0),
    ("He heard a whisper.", "sound", 50.0),
    ("He ran. She laughed.", "past_tense", 1.0),
    ("He walks in. It is closed.", "past_tense", 0.0),  # after 'is' a participle
    ('"I am here," he said.', "past_tense", 1.0),  # speech has its own tense
    ("We ate figs.", "word_length", 3.0),
    ("的" * 50, "variety", 0.02),
    ("one two " * 25, "variety", 0.04),
]


@shows("C72")
@pytest.mark.parametrize(("text", "feature", "expected"), BY_HAND)
def test_a_feature_is_what_a_reader_counts(text: str, feature: str, expected: float) -> None:
    assert measure(text)[feature] == expected


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("他走了。", "zh"),
        ("He left.", "en"),
        ("他在 GitHub 上看到了这一段代码。", "zh"),
        ("我 push 了 code 然后 merge", "mixed"),
        ("……！", "none"),
        ("", "none"),
        ("안녕하세요", "none"),
    ],
)
def test_the_language_is_that_of_most_words(text: str, language: str) -> None:
    assert measure(text).language == language


def test_what_cannot_be_measured_is_absent_and_not_nought() -> None:
    assert dict(measure("")) == {}
    assert set(measure("！？")) == {n for n, f in FEATURES.items() if "code points" in f.units[0]}
    assert "sentence_spread" not in measure("他走了。")  # one sentence
    assert "first_person_share" not in measure("天黑了。")  # nobody
    assert "variety" not in measure("的" * 49)  # no full window
    assert {"past_tense", "contractions", "word_length"}.isdisjoint(measure(SENTENCE_ZH))
    assert {"idioms", "classical"}.isdisjoint(measure(SENTENCE_EN))


def test_length_is_code_points() -> None:
    assert measure("墨痕 ok 🖋️").length == 8


def test_mixed_text_is_measured_in_both_languages() -> None:
    profile = measure("我 very slowly 走过去，然后 I don't know 怎么办")
    assert profile.language == "mixed"
    assert {"idioms", "contractions"} <= set(profile)
    assert profile["modifiers"] > 0


# --- laws -------------------------------------------------------------------------------


@given(TEXTS)
def test_any_text_has_a_finite_profile_in_the_order_of_the_table(text: str) -> None:
    profile = measure(text)
    assert profile == measure(text)
    assert all(type(value) is float and isfinite(value) for value in profile.values())
    assert list(profile) == [name for name in FEATURES if name in profile]
    shares = [name for name in profile if FEATURES[name].units[0] == "share"]
    assert all(0 <= profile[name] <= 1 for name in shares)
    assert all(value >= 0 for value in profile.values())


@given(TEXTS)
def test_only_features_of_the_language_are_measured(text: str) -> None:
    profile = measure(text)
    if profile.language in ("zh", "en"):
        assert all(profile.language in FEATURES[name].languages for name in profile)


@given(TEXTS)
def test_a_profile_survives_json(text: str) -> None:
    profile = measure(text)
    assert Profile.from_json(profile.to_json()) == profile


@given(TEXTS, TEXTS)
def test_a_difference_is_antisymmetric(one: str, two: str) -> None:
    a, b = measure(one), measure(two)
    forth, back = style.difference(a, b), style.difference(b, a)
    assert forth == {name: -value for name, value in back.items()}
    # Of a text that takes no side it is known that it stands between.
    assert set(forth) <= set(a) & set(b) | set(style.SIDES) & (set(a) | set(b))
    assert not any(style.difference(a, a).values())


@given(TEXTS)
def test_one_more_exclamation_mark_never_lowers_the_habit(text: str) -> None:
    assert measure(text + "！")["exclamation"] >= measure(text).get("exclamation", 0)


@given(st.lists(st.integers(1, 30), min_size=1, max_size=8))
def test_sentence_lengths_are_those_that_were_written(lengths: list[int]) -> None:
    chinese = measure("".join("字" * n + "。" for n in lengths))
    english = measure(" ".join("So" + " word" * (n - 1) + "." for n in lengths))
    for profile in (chinese, english):
        assert profile["mean_sentence_length"] == pytest.approx(
            sum(lengths) / len(lengths), abs=1e-4
        )
        assert profile["longest_sentence"] == max(lengths)


@given(TEXTS)
def test_speech_and_the_rest_are_the_whole_text(text: str) -> None:
    outside, inside = sentences.split_speech(text)
    whole = sentences.count_units(text)
    # A word that a quotation mark cuts in two is two words.
    assert whole <= sentences.count_units(outside) + sentences.count_units(inside)


def test_lengths_in_characters_and_in_words_are_not_compared() -> None:
    found = style.difference(measure(SENTENCE_ZH), measure(SENTENCE_EN))
    assert "mean_sentence_length" not in found
    assert "modifiers" not in found
    assert {"comma", "dialogue_share"} <= set(found)


# --- the table --------------------------------------------------------------------------


def test_every_feature_is_declared_once_and_has_its_norm() -> None:
    assert [each.name for each in fields(Norms)] == list(FEATURES)
    assert len({each.key for each in FEATURES.values()}) == len(FEATURES)
    assert all(each.norm(POLICY).scale > 0 for each in FEATURES.values())
    assert all(each.zh and each.en for each in FEATURES.values())


def test_a_length_counts_characters_or_words() -> None:
    length = FEATURES["mean_sentence_length"]
    assert [length.unit(each) for each in ("zh", "en", "mixed")] == [
        "characters",
        "words",
        "characters",
    ]


def test_the_word_lists_hold_what_their_scan_can_find() -> None:
    assert {len(word) for word in style_words.tags_zh().of} == {2}
    idioms = style_words._listed_zh()["idioms"].split()
    assert {len(idiom) for idiom in idioms} == {4}
    assert len(idioms) > 300
    # Listed and framed, an idiom would count twice.
    assert [each for each in idioms if style_words._IDIOM_FRAME.search(each)] == []


# --- stored ---------------------------------------------------------------------------


def test_a_feature_of_another_version_is_left_out() -> None:
    stored = json.loads(measure(SENTENCE_ZH).to_json())
    stored["f"]["zz"] = 1
    assert Profile.from_json(json.dumps(stored)) == measure(SENTENCE_ZH)


# --- traits -----------------------------------------------------------------------------


def test_traits_name_the_least_usual_first() -> None:
    loud = style.traits(measure("走！快走！跑啊！别停！"), POLICY, most=3)
    assert loud[0] == "exclamation=36.4"  # 4 of 11
    assert len(loud) == 3
    assert style.traits(measure(""), POLICY) == []


@given(TEXTS)
def test_traits_are_every_feature_once(text: str) -> None:
    named = [each.partition("=")[0] for each in style.traits(measure(text), POLICY)]
    assert sorted(named) == sorted({*measure(text)} - {"text_length"})  # no habit of writing
