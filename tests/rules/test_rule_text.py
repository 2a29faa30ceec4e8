"""The words of a rule: what a writer reads, in both languages, with the number that was learned."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohen.rules.model import Op, Predicate, Range
from mohen.rules.policy import Rules
from mohen.rules.rule_text import (
    LENGTHS,
    SHARES,
    SIDES,
    compared,
    is_idle,
    round_boundary,
    said,
    word,
)
from mohen.text import scenes
from mohen.text.default_rules import Category
from mohen.text.style import FEATURES
from shows import shows

RULES = Rules()
VALUES = st.floats(0, 60, allow_nan=False)


def rule(
    feature: str, op: str, value: float, scene: str | None = None, skill: str | None = None
) -> Predicate:
    unit = "uses" if feature.startswith("phrase:") else FEATURES[feature].unit("zh")
    return Predicate(feature, Op(op), value, unit, scene, skill)


@shows("R48", "C72")
def test_the_rule_of_the_scenario_reads_as_the_scenario_says() -> None:
    short = Predicate("mean_sentence_length", Op.LESS, 15, "characters", "action")

    assert word(short, "zh").zh == "动作场景偏好短句，平均句长 < 15 字"
    assert word(short, "zh").en == "Action scenes: short sentences, under 15 characters on average"
    assert word(short, "en").en == "Action scenes: short sentences, under 15 words on average"
    assert word(short, "mixed").zh == word(short, "zh").zh
    assert word(short, "zh").category is Category.PACING


WORDED = [
    (
        rule("mean_sentence_length", "<", 15),
        "偏好短句，平均句长 < 15 字",
        "Short sentences, under 15 characters on average",
    ),
    (
        rule("mean_sentence_length", ">", 25, "dialogue"),
        "对白场景偏好长句，平均句长 > 25 字",
        "Dialogue scenes: long sentences, over 25 characters on average",
    ),
    (
        rule("mean_sentence_length", ">", 8, "narration"),
        "叙述段落句子不要太短，平均句长 > 8 字",
        "Narrative passages: sentences not too short, over 8 characters on average",
    ),
    (rule("exclamation", "<", 0), "不用感叹号", "No exclamation marks"),
    (
        rule("exclamation", "<", 0.8),
        "少用感叹号（每百字少于 0.8 个）",
        "Fewer exclamation marks (under 0.8 per 100 characters)",
    ),
    (
        rule("exclamation", ">", 0, "dialogue"),
        "对白场景使用感叹号",
        "Dialogue scenes: some exclamation marks",
    ),
    (
        rule("dialogue_share", ">", 0.6),
        "多写对白（占比高于 60%）",
        "More dialogue (over 60% of the text)",
    ),
    (rule("dialogue_share", "<", 0.05), "不写对白", "No dialogue"),
    (rule("first_person_share", ">", 0.37), "用第一人称叙述", "First-person narration"),
    (
        rule("first_person_share", "<", 0.37, "action"),
        "动作场景用第三人称叙述",
        "Action scenes: third-person narration",
    ),
    (rule("past_tense", ">", 0.5), "用过去时叙述", "Past tense"),
    (rule("past_tense", "<", 0.5), "用现在时叙述", "Present tense"),
    (
        rule("modifiers", "<", 3),
        "偏好简洁风格，少用形容词和副词（每百字少于 3 个）",
        "Plain style, fewer adjectives and adverbs (under 3 per 100 characters)",
    ),
    (
        rule("touch", ">", 0.15, "description"),
        "描写段落多写触觉描写（每百字多于 0.15 处）",
        "Descriptive passages: more details of touch (over 0.15 per 100 characters)",
    ),
    (rule("phrase:仿佛", "<", 1), "避免使用「仿佛」", "Avoid “仿佛”"),
    (rule("phrase:{n}", ">", 0), "多用「{n}」", "Use “{n}” more often"),
    (
        rule("longest_sentence", "<", 20, "回忆"),
        "回忆场景不写过长的句子，最长句 < 20 字",
        "“回忆” scenes: no overlong sentences, the longest under 20 characters",
    ),
    (
        rule("similes", "<", 0.1, "love scene"),
        "「love」场景不用比喻",
        "“love” scenes: no similes",
    ),
    (
        rule("comma", "<", 6, "action", "polish"),
        "动作场景少用逗号（每百字少于 6 个）（用于 polish 技能）",
        "Action scenes: fewer commas (under 6 per 100 characters) (with the polish skill)",
    ),
]


@pytest.mark.parametrize(("predicate", "zh", "en"), WORDED)
def test_a_rule_reads_well_in_both_languages(predicate: Predicate, zh: str, en: str) -> None:
    worded = word(predicate, "zh")

    assert (worded.zh, worded.en) == (zh, en)


def test_a_rate_counts_words_in_english() -> None:
    worded = word(rule("similes", "<", 0.5), "en")

    assert worded.zh == "少用比喻（每百词少于 0.5 处）"
    assert worded.en == "Fewer similes (under 0.5 per 100 words)"


@pytest.mark.parametrize("scene", [None, *scenes.KNOWN, "回忆", "flashback"])
def test_no_two_rules_read_alike(scene: str | None) -> None:
    """Every feature and direction has a sentence of its own, without a gap left in it."""
    rules = [rule(name, op, 0.5, scene) for name in FEATURES for op in Op]
    for language in ("zh", "en", "mixed"):
        worded = [word(each, language) for each in rules]
        assert len({each.zh for each in worded}) == len({each.en for each in worded}) == len(rules)
        assert not any(set("{}") & set(each.zh + each.en) for each in worded)
        assert [each.category for each in worded] == [
            FEATURES[each.feature].category for each in rules
        ]


def test_words_belong_to_the_vocabulary() -> None:
    assert word(rule("phrase:仿佛", "<", 1), "zh").category is Category.VOCABULARY


@pytest.mark.parametrize(
    ("predicate", "zh", "en"),
    [
        (
            rule("mean_sentence_length", "<", 15, "action"),
            "平均句长 < 15 字（动作场景）",
            "mean_sentence_length < 15 characters in action",
        ),
        (rule("dialogue_share", ">", 0.6), "对白比例 > 0.6", "dialogue_share > 0.6 share"),
        (
            rule("phrase:仿佛", "<", 1, None, "polish"),
            "「仿佛」 < 1 次（polish）",
            "phrase:仿佛 < 1 uses with polish",
        ),
    ],
)
def test_what_is_measured_can_be_said_exactly(predicate: Predicate, zh: str, en: str) -> None:
    assert said(predicate) == (zh, en)


# --- the number -------------------------------------------------------------------------


@shows("C79")
@pytest.mark.parametrize(
    ("feature", "value", "op", "rounded"),
    [
        ("mean_sentence_length", 11.3, "<", 15),
        ("mean_sentence_length", 15, "<", 15),
        ("mean_sentence_length", 21.2, ">", 20),  # towards what the author kept
        ("paragraph_length", 76.0001, "<", 80),
        ("dialogue_share", 0.312, "<", 0.35),
        ("dialogue_share", 0.312, ">", 0.3),
        ("dialogue_share", 0.15, ">", 0.15),
        ("dialogue_share", 0, "<", 0.05),  # a text can have none, and none can have less
        ("dialogue_share", 1, ">", 0.95),
        ("mean_sentence_length", 6.1, ">", 6),
        ("mean_sentence_length", 9.8, ">", 9),  # over 5 would ask for nothing
        ("exclamation", 0.76, "<", 0.8),
        ("exclamation", 0.76, ">", 0.75),
        ("exclamation", 0.04, "<", 0.1),
        ("exclamation", 0.04, ">", 0),
        ("comma", 5.93, "<", 6.0),
        ("comma", 12.4, ">", 12.0),
        ("word_length", 4.23, "<", 4.3),
        ("first_person_share", 0.31, ">", 0.5),
        ("phrase:仿佛", 1, "<", 1),
    ],
)
def test_a_boundary_is_rounded_to_what_one_would_say(
    feature: str, value: float, op: str, rounded: float
) -> None:
    assert round_boundary(feature, value, Op(op)) == rounded


@given(st.sampled_from(sorted(FEATURES)), VALUES, st.sampled_from(list(Op)))
def test_a_rounded_boundary_keeps_inside_what_was_kept_and_stays_as_it_is(
    feature: str, value: float, op: Op
) -> None:
    value = value % 1 if feature in SHARES else value
    rounded = round_boundary(feature, value, op)

    assert round_boundary(feature, rounded, op) == rounded
    if feature in SIDES:
        assert rounded == RULES.halfway
    else:
        beyond = rounded - value if op is Op.LESS else value - rounded
        widest = RULES.length_step if feature in LENGTHS else 1.0
        widest = RULES.share_step if feature in SHARES else widest
        assert -0.001 <= beyond <= widest
        assert rounded > 0 if op is Op.LESS else rounded < 1 or feature not in SHARES


@shows("C107")
def test_how_the_author_differs_from_the_ai_is_said_as_a_writer_would() -> None:
    own = Range(7.0, 9.0, 60, "characters", False, 8.0, 25.0)
    short = rule("mean_sentence_length", "<", 10)
    assert compared(short, own) == (
        "你的句子平均 8 字，AI 的 25 字",
        "Your sentences average 8 characters, the AI's 25",
    )
    stale = compared(rule("cliches", "<", 0.1), replace(own, yours=0.0, ai=1.4))
    assert stale == (
        "每百字你用 0 处套话，AI 1.4 处",
        "You keep 0 clichés per 100 characters, the AI writes 1.4",
    )
    # Of one thing or the other, and where it was not measured, there is nothing to set beside
    assert compared(rule("first_person_share", ">", 0.5), own) is None
    assert compared(short, replace(own, ai=None)) is None


@pytest.mark.parametrize(
    ("feature", "op", "scene", "idle"),
    [
        ("cliches", ">", None, True),
        ("cliches", "<", None, False),
        ("vague", ">", None, True),
        ("variety", "<", None, True),
        ("dialogue_share", ">", scenes.DIALOGUE, True),
        ("dialogue_share", "<", scenes.DIALOGUE, False),
        ("dialogue_share", ">", scenes.ACTION, False),
    ],
)
def test_what_no_writer_would_say_to_another_is_no_rule(
    feature: str, op: str, scene: str | None, idle: bool
) -> None:
    assert is_idle(rule(feature, op, 0.2, scene)) is idle
