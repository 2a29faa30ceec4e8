"""When two rules cannot both hold, which one a project follows, and what deleting forbids."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohen.rules.conflicts import barred_by, clash, contradictions, fingerprints, offers, overridden
from mohen.rules.model import Op, Origin, Predicate, Rule
from mohen.rules.rule_parser import read
from mohen.rules.rule_text import word
from mohen.text.default_rules import Category
from mohen.text.style import FEATURES
from shows import shows


def typed(text: str, project: str | None = None, id: str | None = None) -> Rule:
    """A rule as the user types it."""
    return Rule(
        id=id or text,
        text=text,
        category=Category.STYLE,
        project_id=project,
        origin=Origin.MANUAL,
        confidence=1.0,
        predicate=read(text),
        user_confirmed=True,
        evidence_at=0,
        created_at=0,
        updated_at=0,
    )


def learned(predicate: Predicate, project: str | None = None, id: str = "rule") -> Rule:
    """A rule as the learner words it."""
    text = word(predicate, "zh").zh
    return replace(typed(text, project, id), predicate=predicate, origin=Origin.DISTILLED)


def lengths(op: Op, value: float, scene: str | None = None, skill: str | None = None) -> Predicate:
    return Predicate("mean_sentence_length", op, value, "characters", scene, skill)


# --- clashes ----------------------------------------------------------------------------

CLASH = [
    ("偏好短句", "偏好长句"),
    ("平均句长 < 15 字", "平均句长 > 25 字"),
    ("平均句长 < 15 字", "偏好长句"),
    ("short sentences", "long sentences"),
    ("short sentences", "偏好长句"),
    ("句子不要超过20字", "平均句长 > 25 字"),
    ("偏好第一人称", "使用第三人称全知"),
    ("strict first person", "third-person omniscient"),
    ("present tense", "past tense"),
    ("偏好华丽辞藻", "偏好简洁风格"),
    ("不用感叹号", "使用感叹号"),
    ("所有角色对白不使用感叹号", "多用感叹号"),
    ("多写对白", "少写对白"),
    ("对白占比高于 60%", "对白占比低于 30%"),
    ("口语化", "避免口语"),
    ("少用成语", "多用成语"),
    ("避免使用「仿佛」", "多用「仿佛」"),
    ("avoid “very”", "use “Very” more often"),
    ("动作场景用短句", "偏好长句"),
    ("不要写梦境", "要写梦境"),
    ("不要写梦境", "写梦境"),
    ("do not use flashbacks", "Use flashbacks."),
    ("never kill the dog", "always kill the dog"),
]
NO_CLASH = [
    ("平均句长 < 30 字", "平均句长 > 10 字"),
    ("句子不要超过40字", "平均句长 > 10 字"),
    ("动作场景用短句", "对白场景用长句"),
    ("偏好短句", "不用感叹号"),
    ("偏好短句", "句子要短"),
    ("average sentence under 15 words", "平均句长 > 25 字"),  # of two languages
    ("避免使用「仿佛」", "多用「似乎」"),
    ("主角叫林远", "主角叫林近"),
    ("不要写梦境", "不写梦境"),
    ("不要写梦境", "要写战争"),
    ("不要写梦境", "偏好短句"),
    ("use flashbacks", "use maps"),
]


@shows("B14", "R72")
@pytest.mark.parametrize(("one", "other"), CLASH)
def test_rules_that_cannot_both_hold_clash(one: str, other: str) -> None:
    assert clash(typed(one), typed(other))
    assert clash(typed(other), typed(one))


@shows("B14")
@pytest.mark.parametrize(("one", "other"), NO_CLASH)
def test_rules_that_can_both_hold_do_not(one: str, other: str) -> None:
    assert not clash(typed(one), typed(other))
    assert not clash(typed(other), typed(one))


def test_rules_for_two_skills_do_not_meet() -> None:
    short = learned(lengths(Op.LESS, 15, "action", "polish"))

    assert clash(short, learned(lengths(Op.MORE, 25, None, "polish")))
    assert clash(short, learned(lengths(Op.MORE, 25, "action")))
    assert not clash(short, learned(lengths(Op.MORE, 25, "action", "continue")))


PREDICATES = st.builds(
    Predicate,
    st.sampled_from([*FEATURES, "phrase:仿佛", "phrase:very"]),
    st.sampled_from(list(Op)),
    st.sampled_from([0.0, 0.1, 0.5, 5.0, 20.0]),
    st.sampled_from(["characters", "words"]),
    st.sampled_from([None, "action", "dialogue"]),
    st.sampled_from([None, "polish", "continue"]),
)
TEXTS = st.text(alphabet="不要用写梦境别避免 usedon'tavoid", max_size=8)
RULES = st.builds(learned, PREDICATES) | st.builds(
    lambda text: replace(typed(text), predicate=None), TEXTS
)


@given(RULES, RULES)
def test_a_clash_is_one_from_both_sides_and_never_with_itself(a: Rule, b: Rule) -> None:
    assert clash(a, b) == clash(b, a)
    assert not clash(a, a)


# --- a project's rule against a global one ----------------------------------------------


@shows("R90", "R69", "C24")
def test_a_project_in_the_third_person_ignores_the_global_first_person() -> None:
    first = typed("偏好第一人称", id="global")
    third = typed("使用第三人称全知", "科幻短篇", id="own")

    assert overridden([first], [third]) == {"global": "own"}


@shows("B9", "C24")
def test_a_project_rule_leaves_the_other_global_rules_of_its_category_alone() -> None:
    globals_ = [typed("偏好简洁风格"), typed("不用感叹号"), typed("多用比喻")]
    own = [typed("偏好华丽辞藻", "novel"), typed("不用省略号", "novel")]

    assert {each.category for each in (*globals_, *own)} == {Category.STYLE}
    assert overridden(globals_, own) == {"偏好简洁风格": "偏好华丽辞藻"}


@shows("C24")
def test_an_exception_for_one_scene_does_not_replace_the_rule_for_all() -> None:
    short, short_fights = typed("偏好短句"), typed("动作场景偏好短句")
    long_fights = typed("动作场景偏好长句", "novel")

    assert overridden([short, short_fights], [long_fights]) == {short_fights.id: long_fights.id}


def test_of_two_that_override_the_surer_one_is_named() -> None:
    first = typed("偏好第一人称", id="global")
    sure = typed("第三人称", "novel", id="z")
    less_sure = replace(sure, id="a", confidence=0.9)
    unconfirmed = replace(sure, id="b", user_confirmed=False)

    for own in ([sure, less_sure, unconfirmed], [unconfirmed, less_sure, sure]):
        assert overridden([first], own) == {"global": "z"}
    assert overridden([first], [replace(sure, id="y"), sure]) == {"global": "y"}


# --- contradictions ---------------------------------------------------------------------


@shows("B14", "R72")
def test_contradictions_are_found_within_a_project_and_among_the_global_ones() -> None:
    rules = [
        typed("偏好长句", "novel", "b"),
        typed("偏好短句", "novel", "a"),
        typed("偏好短句", "other", "c"),
        typed("偏好短句", None, "d"),
        typed("long sentences", None, "e"),
        typed("不要写梦境", "novel", "f"),
        typed("要写梦境", "novel", "g"),
        typed("句子不要超过20字", "other", "h"),
        typed("平均句长 > 25 字", "other", "i"),
    ]
    expected = [("a", "b"), ("c", "i"), ("d", "e"), ("f", "g"), ("h", "i")]

    assert contradictions(rules) == expected
    assert contradictions(rules[::-1]) == expected


@given(st.lists(RULES, max_size=12))
def test_contradictions_are_exactly_the_clashing_pairs(rules: list[Rule]) -> None:
    named = [replace(each, id=f"{at:02}") for at, each in enumerate(rules)]

    assert contradictions(named) == [
        (a.id, b.id) for at, a in enumerate(named) for b in named[at + 1 :] if clash(a, b)
    ]


# --- offers -----------------------------------------------------------------------------


def in_projects(*values: float) -> list[Rule]:
    return [
        learned(lengths(Op.LESS, value, "action"), f"p{at}", f"r{at}")
        for at, value in enumerate(values)
    ]


@shows("C77")
def test_what_three_projects_hold_is_offered_for_all_with_the_loosest_number() -> None:
    [offer] = offers(in_projects(15, 20, 10), 3)

    assert offer.predicate == lengths(Op.LESS, 20, "action")
    assert offer.rule_ids == ("r0", "r1", "r2")
    assert offer.project_ids == ("p0", "p1", "p2")


@shows("C77")
def test_nothing_is_offered_that_too_few_hold_or_a_global_rule_says_or_denies() -> None:
    held = in_projects(15, 20, 10)
    twice = [*held[:2], replace(held[0], id="r9")]

    assert offers(twice, 3) == []
    assert offers([*held, typed("偏好短句")], 3) == []
    assert offers([*held, typed("动作场景偏好长句")], 3) == []
    assert len(offers([*held, typed("对白场景偏好短句"), typed("不用感叹号")], 3)) == 1


# --- vetoes -----------------------------------------------------------------------------


@shows("C64", "R77")
def test_a_deleted_rule_forbids_its_wording_and_its_meaning_whatever_the_number() -> None:
    gone = fingerprints("动作场景偏好短句，平均句长 < 15 字", lengths(Op.LESS, 15, "action"))

    assert set(gone) & set(barred_by(lengths(Op.LESS, 20, "action")))
    assert set(gone) & set(fingerprints("动作场景 偏好短句,平均句长＜15字。", None))
    assert not set(gone) & set(barred_by(lengths(Op.MORE, 15, "action")))
    assert not set(gone) & set(barred_by(lengths(Op.LESS, 15, "dialogue")))
    assert not set(gone) & set(barred_by(lengths(Op.LESS, 15)))
    assert not set(gone) & set(fingerprints("动作场景偏好短句，平均句长 > 15 字", None))


@shows("C64")
def test_a_veto_for_everything_forbids_every_scene_and_skill() -> None:
    [everywhere] = fingerprints("", lengths(Op.LESS, 15))
    [scene] = fingerprints("", lengths(Op.LESS, 15, "action"))
    narrow = lengths(Op.LESS, 15, "action", "polish")

    assert {everywhere, scene} <= set(barred_by(narrow))
    assert barred_by(lengths(Op.LESS, 15)) == (everywhere,)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Keep the plot moving!", "keep  the plot, moving"),
        ("主角叫林远。", " 主角叫 林远"),
        ("ＡＢＣ", "abc"),
    ],
)
def test_a_wording_is_the_same_whatever_its_case_spaces_and_marks(one: str, other: str) -> None:
    assert fingerprints(one, None) == fingerprints(other, None) != fingerprints("else", None)


def test_words_that_a_space_parts_stay_apart() -> None:
    assert fingerprints("no where", None) != fingerprints("nowhere", None)
