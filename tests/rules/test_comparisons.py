"""Episodes as comparisons: what was taken against what might have been."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mohen.rules import word_habits
from mohen.rules.comparisons import NAMES, PLACE, Sample, Witness, beyond_words, sample
from mohen.rules.word_habits import EditedWords, Habit
from mohen.text.style import FEATURES
from prose import POLICY, Author, Prose, witness
from shows import shows

LENGTH = PLACE["mean_sentence_length"]
LEARNING = POLICY.learning


def seen(*heard: Witness) -> Sample:
    return sample(heard, LEARNING, POLICY.style)


def lean(found: Sample, feature: int = LENGTH) -> list[float]:
    """How far each comparison leans to more of a feature."""
    return [float(each) for each in found.scores[:, 0, feature]]


def kinds(*acts: str) -> list[Witness]:
    """Each the only candidate: `kept short`, `undone long`, `rejected long`."""
    prose, heard = Prose(1), []
    for at, (verdict, length) in enumerate(each.split() for each in acts):
        text = prose.short() if length == "short" else prose.long()
        act = {"candidates": [text], "selectedIndex": -1 if verdict == "rejected" else 0}
        heard.append(witness(at, act, undone=verdict == "undone"))
    return heard


# -- which comparisons there are


@shows("C81")
def test_a_choice_is_one_comparison_among_all_candidates() -> None:
    found = seen(witness(1, Author().short()))
    assert found.options.tolist() == [3]
    assert found.weight.tolist() == [0.5]  # shared by the two that were left
    assert found.edited.tolist() == [False]
    assert lean(found) == [-1.0]
    assert found.pairs[0, LENGTH] == 2


@shows("C81")
def test_an_edit_is_one_and_weighs_more() -> None:
    prose = Prose(1)
    act = {"candidates": [prose.long()], "selectedIndex": 0, "finalText": prose.short()}
    found = seen(witness(1, act))
    assert (found.options.tolist(), found.weight.tolist()) == ([2], [1.0])
    assert (found.edited.tolist(), lean(found)) == ([True], [-1.0])


@shows("C81")
def test_a_difference_that_can_be_seen_counts_whole_however_far_it_goes() -> None:
    scale = FEATURES["mean_sentence_length"].norm(POLICY.style).scale
    heard = witness(1, Author().short())
    for share, expected in ((0.2, 0.0), (0.4, 1.0), (4.0, 1.0)):
        apart = np.full_like(heard.account.rejected, np.nan)
        apart[:, LENGTH] = share * scale
        told = replace(heard, account=replace(heard.account, rejected=apart))
        assert lean(seen(told)) == [expected]


@shows("C81", "R28")
def test_what_was_undone_is_set_against_what_was_kept_nearby() -> None:
    found = seen(*kinds("kept short", "undone long"))
    assert (found.witness.tolist(), found.weight.tolist()) == ([1], [1.0])
    assert lean(found) == [-1.0]


@shows("C81", "R27")
def test_so_is_what_was_rejected_with_less_weight() -> None:
    found = seen(*kinds("kept short", "rejected long"))
    assert (found.witness.tolist(), found.weight.tolist()) == ([1], [0.5])
    assert lean(found) == [-1.0]


@shows("C81")
def test_to_take_none_of_several_short_texts_says_as_little_as_to_take_one() -> None:
    kept = witness(0, {"candidates": ["他走了。"], "selectedIndex": 0})
    refused = witness(1, {"candidates": ["他走了，门还开着。"] * 2, "selectedIndex": -1})
    undone = witness(1, {"candidates": ["他走了，门还开着。"], "selectedIndex": 0}, undone=True)
    light = LEARNING.rejected_vs_kept * LEARNING.short_choice
    assert seen(kept, refused).weight.tolist() == [light]
    assert seen(kept, undone).weight.tolist() == [LEARNING.undone_vs_kept]


def test_a_kept_text_speaks_for_one_that_was_not_once_only() -> None:
    found = seen(*kinds("undone long", "kept short", "undone long", "kept short"))
    assert sorted(found.witness.tolist()) == [0, 2]
    assert len(seen(*kinds("undone long", "kept short", "undone long")).witness) == 1


def test_only_texts_of_one_scene_and_language_are_set_against_each_other() -> None:
    gone, kept = kinds("undone long", "kept short")
    assert len(seen(gone, kept).witness) == 1
    assert len(seen(gone, replace(kept, scene="dialogue")).witness) == 0
    english = {"candidates": [Prose(1, "en").short()], "selectedIndex": 0}
    assert len(seen(gone, witness(2, english)).witness) == 0


@shows("C81")
@pytest.mark.parametrize(
    ("comment", "leaning"), [("句子太长", -1.0), ("句子再长一点", 1.0), ("too choppy", 1.0)]
)
def test_a_comment_is_as_clear_as_a_difference_can_be(comment: str, leaning: float) -> None:
    act = {"candidates": [Prose(1).usual()], "selectedIndex": 0, "explicit": comment}
    found = seen(witness(1, act))
    assert (found.weight.tolist(), lean(found)) == ([1.0], [leaning])


def test_taking_the_only_candidate_as_it_is_compares_nothing() -> None:
    assert len(seen(*kinds("kept short", "kept long")).witness) == 0
    assert len(seen().witness) == 0


# -- laws

TEXTS = st.integers(0, 10_000).map(lambda seed: Prose(seed).varied())
CHOICES = st.lists(TEXTS, min_size=2, max_size=5)


def chosen(texts: Sequence[str], at: int = 0) -> Witness:
    return witness(1, {"candidates": list(texts), "selectedIndex": at})


@settings(max_examples=60, deadline=None)
@given(CHOICES)
def test_over_its_options_a_comparison_adds_up_to_nothing(texts: list[str]) -> None:
    found = seen(chosen(texts))
    assert np.allclose(found.scores.sum(axis=1), 0, atol=1e-4)
    assert np.abs(found.scores).max() <= 1 + 1e-6


@settings(max_examples=40, deadline=None)
@given(TEXTS, TEXTS)
def test_taking_the_other_one_says_the_opposite(one: str, other: str) -> None:
    here, there = seen(chosen([one, other], 0)), seen(chosen([one, other], 1))
    assert np.allclose(here.scores[:, 0], -there.scores[:, 0], atol=1e-3)
    assert np.allclose(here.spread, there.spread, atol=1e-3)


@settings(max_examples=40, deadline=None)
@given(CHOICES, st.randoms())
def test_the_place_of_a_candidate_is_no_argument(texts: list[str], random: object) -> None:
    shuffled = texts[1:]
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    one, other = seen(chosen(texts)), seen(chosen([texts[0], *shuffled]))
    assert np.allclose(one.scores[:, 0], other.scores[:, 0], atol=1e-4)
    assert np.array_equal(one.pairs, other.pairs)


@given(TEXTS)
@settings(max_examples=20, deadline=None)
def test_what_is_the_same_says_nothing(text: str) -> None:
    assert not seen(chosen([text, text])).scores.any()


def test_every_feature_has_its_place() -> None:
    assert [PLACE[name] for name in NAMES] == list(range(len(NAMES)))


# -- edits that are about a word


def edits(heard: Sequence[Witness]) -> list[int]:
    return [len(each.account.edit) for each in heard]


def avoided(word: str) -> list[Habit]:
    return [Habit(word, True, ("ep_1",), (), None)]


@shows("C81")
def test_an_edit_that_only_cuts_a_word_speaks_of_the_word_alone() -> None:
    author = Author()
    heard = [witness(n, author.cutting("仿佛")) for n in range(12)]
    worded = [
        EditedWords(each.episode_id, each.scene, each.account.words)
        for each in heard
        if each.account.words
    ]
    found = word_habits.find(worded, POLICY.measuring)
    assert [each.phrase for each in found] == ["仿佛"]
    assert edits(beyond_words(heard, found)) == [0] * 12
    assert beyond_words(heard, []) == heard
    assert edits(beyond_words(heard, avoided("突然"))) == [1] * 12


def test_one_that_does_more_speaks_of_that_too() -> None:
    author, prose = Author(), Author().prose
    act = author.cutting("仿佛")
    whole = act["finalText"]
    shorter = {**act, "finalText": whole[: whole.rindex("，")] + "。"}  # a clause went with it
    longer = {**act, "finalText": whole + prose.long()}
    heard = [witness(1, shorter), witness(2, longer)]
    assert edits(beyond_words(heard, avoided("仿佛"))) == [1, 1]
