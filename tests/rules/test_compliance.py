"""Whether a text is as a rule wants it."""

from __future__ import annotations

import pytest

from mohen.policy import Policy
from mohen.rules import compliance
from mohen.rules.model import Op, Predicate

STYLE = Policy().style
MARKS = "per 100 code points"


def wants(feature: str, op: Op, value: float, unit: str) -> Predicate:
    return Predicate(feature, op, value, unit)


def judged(wanted: Predicate, *texts: str) -> tuple[float | None, bool | None]:
    prose = compliance.read(texts, STYLE)
    return compliance.measured(wanted, prose), compliance.obeyed(wanted, prose, STYLE)


SHORT = wants("mean_sentence_length", Op.LESS, 10, "characters")
NO_CRIES = wants("exclamation", Op.LESS, 0.1, MARKS)


@pytest.mark.parametrize(
    ("wanted", "text", "measured", "obeyed"),
    [
        (SHORT, "他走了。雨停了。", 3.0, True),
        (SHORT, "他在雨里走了很久很久才回到家中。", 15.0, False),
        (NO_CRIES, "他走了。", 0.0, True),
        (NO_CRIES, "他走了！", 25.0, False),  # a rule that wants none is plain in any text
        # In English a length is in words: a rule in characters does not tell.
        (SHORT, "He left. The rain had stopped.", None, None),
        (SHORT, "", None, None),
        (SHORT, "——", None, None),
    ],
)
def test_a_predicate_is_measured_as_it_was_learned(
    wanted: Predicate, text: str, measured: float | None, obeyed: bool | None
) -> None:
    assert judged(wanted, text) == (measured, obeyed)


def test_of_several_candidates_the_mean_is_judged() -> None:
    assert judged(SHORT, "他走了。", "他在雨里走了很久很久才回到家中。", "") == (9.0, True)


@pytest.mark.parametrize(
    ("op", "text", "obeyed"),
    [
        (Op.MORE, "他走了。", None),  # too short to expect one in 100
        (Op.MORE, "雨。" * 100, False),
        (Op.MORE, "他走了！", True),
        (Op.LESS, "他走了！", None),  # one is too many only in a text this short
        (Op.LESS, "雨！" * 100, False),
        (Op.LESS, "雨。" * 100, True),
    ],
)
def test_of_a_rate_a_short_text_does_not_tell(op: Op, text: str, obeyed: bool | None) -> None:
    assert judged(wants("exclamation", op, 0.5, MARKS), text)[1] is obeyed


@pytest.mark.parametrize(
    ("phrase", "op", "text", "found"),
    [
        ("忽然", Op.LESS, "他忽然回头，忽然笑了。", (2.0, False)),
        ("忽然", Op.LESS, "他回头，笑了。", (0.0, True)),
        ("忽然", Op.MORE, "他忽然回头。", (1.0, True)),
        ("忽然", Op.MORE, "他回头。", (0.0, None)),  # nobody can use it in every passage
        ("just", Op.LESS, "It was an adjustment.", (0.0, True)),
        ("Just", Op.LESS, "It was just rain.", (1.0, False)),
        ("sort of", Op.LESS, "It was sort\nof late.", (1.0, False)),
    ],
)
def test_a_word_is_counted_as_a_whole(
    phrase: str, op: Op, text: str, found: tuple[float, bool | None]
) -> None:
    bound = 1 if op is Op.LESS else 0
    assert judged(wants(f"phrase:{phrase}", op, bound, "uses"), text) == found


def test_of_several_candidates_none_may_use_a_word_to_avoid() -> None:
    avoid = wants("phrase:忽然", Op.LESS, 1, "uses")
    assert judged(avoid, "他忽然回头。", "他回头。", "他笑了。")[1] is False


def test_a_rule_speaks_of_its_own_scenes_and_skills() -> None:
    everywhere = SHORT
    action = Predicate("mean_sentence_length", Op.LESS, 10, "characters", "action")
    polish = Predicate("mean_sentence_length", Op.LESS, 10, "characters", "action", "polish")
    assert compliance.applies(everywhere, "dialogue", "continue")
    assert compliance.applies(action, "动作", "continue")
    assert not compliance.applies(action, "dialogue", "continue")
    assert compliance.applies(polish, "action", "polish")
    assert not compliance.applies(polish, "action", "continue")


def test_a_feature_that_another_version_knew_tells_nothing() -> None:
    assert judged(wants("rhymes", Op.MORE, 1, "share"), "他走了。") == (None, None)
