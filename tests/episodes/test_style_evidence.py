"""What one episode proves: comparisons, comments and words."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohen.episodes.policy import Measuring
from mohen.episodes.style_evidence import CHOSEN_VS_REJECTED, VERSION, Evidence
from mohen.episodes.style_evidence import evidence as proof
from mohen.text.policy import Style
from mohen.text.style import measure
from shows import shows

POLICY, WORDS = Style(), Measuring()
# Characters that any rule looks at, so that random texts reach the rules.
MARKS = "“”「」\"'！!？?…。.，,；;：:—-\n w我他的地之也像吧一不走Iheran's0|"
TEXTS = st.text(st.characters(codec="utf-8") | st.sampled_from(MARKS), max_size=200)

LONG = "他沿着那条没有尽头的长街慢慢地走，心里想着许多年以前的一个下午。"
SHORT = "他走。街很长。他想起那个下午。"
SHORTER = "他走。街长。"


@shows("C81")
def test_an_edit_outweighs_a_choice_and_the_rejected_share_theirs() -> None:
    found = proof([LONG, SHORT, LONG + "！"], 1, SHORTER, POLICY).pairs
    assert [(each.kind, each.weight) for each in found] == [
        ("final_vs_chosen", 1.0),
        ("chosen_vs_rejected", 0.25),
        ("chosen_vs_rejected", 0.25),
    ]
    assert all(each.differences["mean_sentence_length"] < 0 for each in found)
    # 2 and 2 characters against 2, 3 and 7
    assert found[0].differences["mean_sentence_length"] == 2 - 4


def test_an_unedited_choice_gives_no_pair_with_itself() -> None:
    for final in (None, SHORT, f"\n{SHORT}  ", "", "  "):
        found = proof([SHORT, LONG], 0, final, POLICY)
        assert [each.kind for each in found.pairs] == ["chosen_vs_rejected"]
        assert found.profile == measure(SHORT)


def test_the_profile_is_of_the_text_that_was_used() -> None:
    assert proof([LONG], 0, SHORT, POLICY).profile == measure(SHORT)


@pytest.mark.parametrize("none", [None, -1])
def test_a_full_rejection_keeps_the_mean_of_what_was_rejected(none: int | None) -> None:
    found = proof([LONG, SHORTER], none, None, POLICY)
    assert [(each.kind, each.weight) for each in found.pairs] == [("refused", 0.0)] * 2
    assert [each["mean_sentence_length"] for each in found.refused] == [30, 2]
    # LONG: one sentence of 30; SHORTER: two of 2
    assert measure(LONG)["mean_sentence_length"] == 30
    assert found.profile["mean_sentence_length"] == 16
    assert found.profile["sentence_spread"] == 0  # only SHORTER has one
    assert found.profile.length == (len(LONG) + len(SHORTER)) // 2


def test_own_words_instead_of_every_candidate_are_a_choice() -> None:
    found = proof([LONG, LONG], None, SHORT, POLICY)
    assert [(each.kind, each.weight) for each in found.pairs] == [("chosen_vs_rejected", 0.25)] * 2
    assert found.profile == measure(SHORT)


def test_nothing_to_compare_is_no_evidence() -> None:
    empty = proof([], None, None, POLICY)
    assert (empty.pairs, dict(empty.profile), empty.profile.language) == ((), {}, "none")
    assert proof([""], 0, SHORT, POLICY).pairs == ()


@given(
    st.lists(TEXTS, min_size=1, max_size=4),
    st.integers(-1, 3),
    st.none() | TEXTS,
    st.sampled_from([None, "ok", "太啰嗦，对白多一点", "fewer adjectives"]),
)
def test_evidence_survives_json(
    texts: list[str], at: int, final: str | None, explicit: str | None
) -> None:
    chosen = min(at, len(texts) - 1)
    found = proof(texts, chosen, final, POLICY, explicit=explicit, words=WORDS)
    assert Evidence.from_json(found.to_json()) == found
    weights = [p.weight for p in found.pairs if p.kind == CHOSEN_VS_REJECTED]
    assert sum(weights) <= POLICY.chosen_vs_rejected + 1e-9


@shows("C95")
def test_without_words_evidence_holds_numbers_and_no_text() -> None:
    stored = proof([LONG, SHORT], 0, SHORTER, POLICY, explicit="太啰嗦").to_json()
    assert stored.isascii()
    assert json.loads(stored)["v"] == VERSION
    assert len(stored) < 1500


@shows("C83")
def test_what_was_said_is_a_feature_and_a_direction() -> None:
    found = proof([LONG], 0, None, POLICY, explicit="太啰嗦，对白多一点，不错")
    assert found.said == (("text_length", -1), ("dialogue_share", 1))
    assert proof([LONG], 0, None, POLICY, explicit="可以").said == ()


def test_words_are_of_the_edit_of_the_chosen_text() -> None:
    edited = LONG.replace("慢慢地", "")
    found = proof([SHORT, LONG], 1, edited, POLICY, context="", words=WORDS).words
    assert found is not None
    assert "慢慢" in found.cut
    for selected, final in ((1, LONG), (1, None), (None, edited), (1, "雨停了。她笑起来。")):
        # unedited, nothing taken, or another text altogether
        assert proof([SHORT, LONG], selected, final, POLICY, words=WORDS).words is None


@shows("C76")
def test_evidence_of_the_first_version_is_still_read() -> None:
    found = proof([LONG, SHORT], 0, SHORTER, POLICY)
    old = {**json.loads(found.to_json()), "v": 1}
    assert Evidence.from_json(json.dumps(old)) == replace(found, version=1)


def test_a_row_of_words_is_compact() -> None:
    passage = (LONG + SHORT) * 3
    with_words = proof([passage], 0, passage.replace("慢慢地", ""), POLICY, words=WORDS).to_json()
    without = proof([passage], 0, passage.replace("慢慢地", ""), POLICY).to_json()
    assert len(with_words.encode()) - len(without) < 6 * len(passage)
