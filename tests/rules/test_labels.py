"""Labels: which may be kept, when two are one, and what enough of them teach."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohen.core.settings_model import Settings
from mohen.rules import labels, model
from mohen.rules.labels import Acts, Ignored, Judged
from mohen.rules.model import Action, Count
from mohen.rules.policy import Entries
from mohen.text import normalize
from mohen.text.default_rules import BUILT_IN
from shows import shows

ON = Settings()
OFF = Settings(preference_learning_enabled=False)
PRIVATE = Settings(privacy_mode_enabled=True)
POLICY = Entries()
TYPED = st.text(alphabet="多用短句 AaBbéß。！.,:!-'“”\t\n１Ａ", max_size=30)


def judged(label: str | None, settings: Settings = ON) -> Judged:
    return labels.judge(label, settings, POLICY)


# -- one label or two


@shows("C83")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("多用短句", "  多用短句。"),
        ("No Adverbs", "no   adverbs!"),
        ("ＡＢＣ　风格", "abc 风格"),
        ("don't shout", "Don’t shout."),
        ("“short lines”", "short\nlines"),
    ],
)
def test_width_case_space_and_punctuation_around_make_no_other_label(one: str, other: str) -> None:
    assert normalize.normal(one) == normalize.normal(other)


@pytest.mark.parametrize(
    ("one", "other"), [("多用短句", "多用长句"), ("a-b", "ab"), ("no dash", "nodash")]
)
def test_what_is_inside_does(one: str, other: str) -> None:
    assert normalize.normal(one) != normalize.normal(other)


@given(TYPED)
def test_normal_is_normal_already(label: str) -> None:
    core = normalize.normal(label)
    assert normalize.normal(core) == core
    assert normalize.normal(labels.tidy(label)) == core


# -- kept or not


@shows("R139", "C43", "C83")
@pytest.mark.parametrize(
    ("label", "reason"),
    [
        (None, Ignored.EMPTY),
        ("", Ignored.EMPTY),
        (" 。…… ", Ignored.EMPTY),
        ("短", Ignored.TOO_SHORT),
        ("ab!!!!", Ignored.TOO_SHORT),
        ("长" * 241, Ignored.TOO_LONG),
        ("多用短句" + " 。" * 200, Ignored.TOO_LONG),
        ("skill:continue", Ignored.NOISE),
        ("Skill: continue", Ignored.NOISE),
        ("可以", Ignored.NOISE),
        ("OK!", Ignored.NOISE),
        ("Looks good.", Ignored.NOISE),
        ("他走了。天黑了", Ignored.NOISE),
        ("He left. She stayed.", Ignored.NOISE),
        ("多用短句\n少用感叹号", Ignored.NOISE),
    ],
)
def test_what_is_no_label_teaches_nothing_and_says_why(label: str | None, reason: Ignored) -> None:
    assert judged(label) == Judged(ignored=reason)


@shows("C43")
@pytest.mark.parametrize("label", ["短句", "三个字", "长" * 240, "abc", "𠮷𠮷𠮷"])
def test_three_to_240_characters_are_a_label(label: str) -> None:
    assert judged(label) == Judged(label=label)


@pytest.mark.parametrize(
    "label", ["多用短句。", "no adverbs, e.g. quickly", "说“走！”", "tone.warm", "v1.5 style"]
)
def test_one_sentence_is_no_passage(label: str) -> None:
    assert judged(label).label == label


def test_a_label_is_kept_as_it_was_typed_on_one_line() -> None:
    assert judged("  Show,   don't Tell! ").label == "Show, don't Tell!"


@shows("C64")
def test_our_own_rules_are_not_learned_from_their_echo() -> None:
    for rule in BUILT_IN:
        assert judged(rule.zh).ignored is judged(rule.en + ".").ignored is Ignored.NOISE


@shows("R126")
@pytest.mark.parametrize("label", ["多用短句", "", "长" * 999])
def test_while_learning_is_off_that_is_the_reason(label: str) -> None:
    assert judged(label, OFF) == Judged(ignored=Ignored.LEARNING_DISABLED)


@shows("R127", "C42")
@pytest.mark.parametrize(
    ("label", "kept"),
    [
        ("punctuation.no_exclamation", True),
        ("tone.warm", True),
        ("a" * 64, True),
        ("a" * 65, False),
        ("Tone.warm", False),
        ("多用短句", False),
        ("no adverbs", False),
        (".hidden", False),
    ],
)
def test_privacy_mode_keeps_abstract_labels_only(label: str, *, kept: bool) -> None:
    expected = Judged(label=label) if kept else Judged(ignored=Ignored.PRIVACY)
    assert judged(label, PRIVATE) == expected


def test_even_in_privacy_mode_the_name_of_a_skill_is_noise() -> None:
    assert judged("skill:continue", PRIVATE).ignored is Ignored.NOISE


@shows("C42")
def test_a_hash_says_nothing_and_is_the_same_for_the_same_label() -> None:
    once = labels.hashed(b"key", "林远的口头禅")
    assert once == labels.hashed(b"key", " 林远的口头禅。")
    assert once != labels.hashed(b"other", "林远的口头禅")
    assert "林" not in once


# -- what they teach


def acts(accept: int = 0, partial: int = 0, reject: int = 0, label: str = "多用短句") -> Acts:
    return Acts(label, accept, partial, reject)


@shows("C41", "R138")
def test_accepts_lift_and_partials_and_rejects_lower() -> None:
    assert labels.score(acts(3), POLICY) == 3
    assert labels.score(acts(3, 2), POLICY) == 2
    assert labels.score(acts(1, 1, 2), POLICY) == -1.5


@shows("R140", "R128")
@pytest.mark.parametrize(
    ("given_acts", "text"),
    [
        (acts(3), "多用短句"),
        (acts(4, 2), "多用短句"),
        (acts(3, 2), None),
        (acts(2), None),
        (acts(0, 0, 2), None),
        (acts(0, 0, 3), "避免：多用短句"),
        (acts(0, 6), "避免：多用短句"),
        (acts(0, 0, 3, "purple prose"), "Avoid: purple prose"),
        (acts(0, 0, 3, "不要感叹号"), "不要感叹号"),
        (acts(0, 0, 3, "Don't use adverbs"), "Don't use adverbs"),
        (acts(0, 0, 3, "no adverbs"), "no adverbs"),
        (acts(0, 0, 3, "nostalgia everywhere"), "Avoid: nostalgia everywhere"),
    ],
)
def test_the_threshold_decides(given_acts: Acts, text: str | None) -> None:
    assert labels.taught(given_acts, 3, POLICY) == text


@given(
    st.integers(0, 20),
    st.integers(0, 20),
    st.integers(0, 20),
    st.integers(1, 100),
    st.integers(1, 100),
)
@shows("B16")
def test_what_a_threshold_teaches_a_lower_one_teaches_too(
    accept: int, partial: int, reject: int, one: int, other: int
) -> None:
    low, high = sorted((one, other))
    these = acts(accept, partial, reject)
    at_high = labels.taught(these, high, POLICY)
    assert at_high is None or labels.taught(these, low, POLICY) == at_high


def test_spellings_of_one_label_count_together_under_the_first() -> None:
    found = labels.gathered(
        [
            Count("Short lines!", Action.ACCEPT, 2, 5),
            Count("short lines", Action.ACCEPT, 1, 3),
            Count("short lines", Action.REJECT, 1, 9),
            Count("long lines", Action.PARTIAL, 4, 1),
        ]
    )
    assert found == {
        "long lines": Acts("long lines", partial=4),
        "short lines": Acts("short lines", accept=3, reject=1),
    }


@shows("C16")
def test_confidence_is_consistency_and_number() -> None:
    def sure(these: Acts, *, wanted: bool) -> float:
        return model.tally_confidence(labels.tally(these, wanted=wanted, policy=POLICY), 5)

    assert sure(acts(3), wanted=True) == pytest.approx(3 / 8)
    assert sure(acts(4, 0, 1), wanted=True) == pytest.approx(4 / 5 * 5 / 10)
    assert sure(acts(4, 2), wanted=True) == pytest.approx(4 / 5 * 6 / 11)
    assert sure(acts(1, 0, 4), wanted=False) == pytest.approx(4 / 5 * 5 / 10)


@given(st.integers(0, 50), st.integers(0, 50), st.integers(0, 50))
def test_what_speaks_for_a_rule_speaks_against_its_opposite(
    accept: int, partial: int, reject: int
) -> None:
    these = acts(accept, partial, reject)
    one = labels.tally(these, wanted=True, policy=POLICY)
    other = labels.tally(these, wanted=False, policy=POLICY)
    assert (one.supporting, one.weight_for) == (other.contradicting, other.weight_against)
    assert one.supporting + one.contradicting == these.number
    assert 0 <= model.tally_confidence(one, 5) < 1
