"""Feedback, eviction, masking and digests as laws and examples."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohen.core.policy import DAY_MS, Settings
from mohen.episodes import compress, eviction, signals
from mohen.episodes.model import (
    Band,
    Draft,
    Episode,
    Lengths,
    Signal,
    State,
    Strength,
    Texts,
    Vitals,
)
from mohen.episodes.policy import Capacity, Digests, Signals
from mohen.text import redact
from mohen.text.policy import Tokens
from mohen.text.tokens import estimate
from shows import shows

SIGNALS = Signals()
texts = st.text(alphabet="剑落血溅。ab 🙂", max_size=30)


def draft(**changes: object) -> Draft:
    fields = {
        "project_id": "p",
        "skill_used": "continue",
        "input_context": "",
        "candidates": ("甲乙丙丁",),
        "selected_index": 0,
        **changes,
    }
    return Draft(**fields)  # type: ignore[arg-type]


# -- feedback


@given(texts, texts)
def test_the_distance_is_symmetric_and_between_zero_and_one(before: str, after: str) -> None:
    distance = signals.edit_distance(before, after)
    assert 0 <= distance <= 1
    assert distance == signals.edit_distance(after, before)
    assert (distance == 0) == (before == after)


@given(texts.filter(bool), texts)
def test_only_an_unchanged_text_is_a_direct_accept(candidate: str, final: str) -> None:
    verdict = signals.classify(draft(candidates=(candidate,), final_text=final), 0, SIGNALS)
    assert (verdict.signal is Signal.DIRECT_ACCEPT) == (candidate == final)


def test_a_rejection_that_ends_in_the_authors_own_text_measures_the_nearest_candidate() -> None:
    rejected = draft(candidates=("甲乙丙丁", "甲乙丙"), selected_index=-1, final_text="甲乙丙。")
    verdict = signals.classify(rejected, 0, SIGNALS)
    assert verdict.signal is Signal.FULL_REJECT
    assert verdict.edit_distance == 0.25


# -- eviction

numbered = st.lists(st.integers(1, 60), unique=True, max_size=30).map(
    lambda seqs: [eviction.Candidate(seq, seq) for seq in seqs]
)


@shows("R104")
@given(st.integers(0, 40), st.integers(0, 10), numbered, numbered)
def test_a_plan_makes_room_or_says_that_it_cannot(
    active: int,
    compressed: int,
    expired: list[eviction.Candidate],
    coldest: list[eviction.Candidate],
) -> None:
    policy = Capacity(active_per_project=20, compressed_per_project=10)
    plan = eviction.plan(
        active=active, compressed=compressed, expired=expired, coldest=coldest, policy=policy
    )
    missing = eviction.shortage(active, policy)
    if not plan.fits:
        assert len({each.seq for each in [*expired, *coldest]}) < missing
        assert plan.compress == ()
        return
    if missing:
        assert len(plan.compress) >= missing
        assert len(set(plan.compress)) == len(plan.compress)
        # what is past its time goes first, and the cold only as far as needed
        first = [each.seq for each in expired]
        assert list(plan.compress[: len(first)]) == first
        assert len(plan.compress) == max(missing, len(first))
        after = compressed + len(plan.compress) - plan.purge_digests
        assert after <= policy.compressed_per_project
    else:
        assert plan == eviction.Plan()


def test_the_ttl_counts_from_creation() -> None:
    now = 1_760_000_000_000
    assert eviction.expired_before(now, Capacity()) == now - 180 * DAY_MS


# -- masking

KEY = b"a home's own secret"
BOUNDS = Settings()


def masked(text: str, *names: str, key: bytes = KEY) -> str:
    return redact.mask(text, names, key, BOUNDS)


@shows("R119")
def test_longer_names_go_before_the_shorter_ones_they_contain() -> None:
    both = masked("林远舟与林远", "林远", "林远舟")
    assert both.count("⟦") == 2
    assert "舟" not in both
    assert both.split("与")[0] != both.split("与")[1]


@pytest.mark.parametrize("text", ["Anna", "annual", "Joann", "ann_1"])
def test_latin_names_are_whole_words(text: str) -> None:
    assert masked(text, "Ann") == text


@pytest.mark.parametrize("text", ["Ann", "ANN", "ann.", "(Ann)", "Ann's", "和Ann说"])
def test_latin_names_are_found_in_any_case_and_company(text: str) -> None:
    assert "ann" not in masked(text, "Ann").casefold()


def test_a_mark_is_stable_in_one_home_and_different_in_another() -> None:
    assert masked("林远", "林远") == masked("林远", "别人", "林远")
    assert masked("Ann", "Ann") == masked("ANN", "Ann")
    assert masked("林远", "林远") != masked("林远", "林远", key=b"another home")


@given(st.text(max_size=50), st.lists(st.sampled_from(["林远", "Ann", "李", "a.b"]), max_size=3))
def test_no_name_survives_and_masking_twice_changes_nothing(text: str, names: list[str]) -> None:
    once = masked(text, *names)
    assert masked(once, *names) == once
    for name in names:
        if not name[0].isascii():
            assert name not in once


# -- digests


def episode(**changes: object) -> Episode:
    fields = {
        "id": "ep",
        "project_id": "p",
        "skill_used": "polish",
        "scene_type": "dialogue",
        "scene_inferred": False,
        "state": State.CLOSED,
        "recorded_at": 0,
        "vitals": Vitals(0, 0.5),
        "strength": Strength(0.2, Band.COMPRESSIBLE, 0),
        "lengths": Lengths(12, (5, 6), 5),
        "texts": Texts(explicit="  太啰嗦\n了  "),
        "selected_index": 0,
        "signal": Signal.LIGHT_EDIT,
        "weight": 0.45,
        "edit_distance": 0.15,
        "chapter_id": "ch1",
        **changes,
    }
    return Episode(**fields)  # type: ignore[arg-type]


def digest(kept: Episode, traits: list[str]) -> str:
    return compress.write(kept, traits, Digests(), lambda text: estimate(text, Tokens()))


@shows("R56")
def test_a_digest_reads_as_one_line_in_a_fixed_order() -> None:
    assert digest(episode(), ["a=1", "b=2"]) == (
        "skill=polish | scene=dialogue | chapter=ch1 | signal=LIGHT_EDIT(+0.45) | edit=0.15"
        " | chose=1/2 | chars=12→5 | style=a=1,b=2 | said=太啰嗦 了"
    )


def test_a_digest_of_a_rejection_and_of_an_open_run() -> None:
    rejected = episode(selected_index=-1, signal=Signal.FULL_REJECT, weight=-0.8, texts=Texts())
    assert "chose=none/2" in digest(rejected, [])
    open_run = episode(selected_index=None, signal=None, edit_distance=None, texts=Texts())
    line = digest(open_run, [])
    assert "signal=-(+0.45)" in line
    assert "edit=- | chose=-" in line


@shows("R55")
@given(st.text(max_size=2000), st.lists(st.text(max_size=20), max_size=30))
def test_a_digest_stays_small_whatever_was_said(said: str, traits: list[str]) -> None:
    line = digest(episode(texts=Texts(explicit=said)), traits)
    bare = digest(episode(texts=Texts(explicit=said)), [])
    assert estimate(line, Tokens()) <= max(205, estimate(bare, Tokens()))
