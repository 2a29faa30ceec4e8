"""Ranking: one order, the same whatever order the searches answered in, and a reason for each."""

from __future__ import annotations

import math
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from mohen.episodes.policy import Ranking
from mohen.episodes.ranking import Hit, Ranked, rank

POLICY = Ranking()
# A busy machine must not fail a law.
law = settings(deadline=None)

UNIT = st.floats(0, 1)
TRUST = UNIT
# FTS5 gives no less than a millionth of a point; figures near the smallest float have no scale.
TEXT = st.none() | st.just(0.0) | st.floats(1e-6, 30)
VECTOR = st.none() | st.floats(-1, 1)
MOST = 8
TEXTS = st.lists(TEXT, min_size=MOST, max_size=MOST)
VECTORS = st.lists(VECTOR, min_size=MOST, max_size=MOST)
HITS = st.lists(
    st.builds(
        Hit,
        key=st.text("abcdef", min_size=1, max_size=4),
        timestamp=st.integers(0, 5),
        strength=UNIT,
        scene_match=st.booleans(),
        text=TEXT,
        vector=VECTOR,
    ),
    max_size=MOST,
    unique_by=lambda hit: hit.key,
)


def hit(key: str = "a", **fields: object) -> Hit:
    plain = Hit(key, timestamp=0, strength=1.0, scene_match=False, text=None, vector=None)
    return replace(plain, **fields)  # type: ignore[arg-type]


def order(*hits: Hit, trust: float = 0.5) -> list[str]:
    return [each.key for each in rank(hits, trust=trust, policy=POLICY)]


def place(ranked: list[Ranked], key: str) -> int:
    return [each.key for each in ranked].index(key)


# --- laws


@law
@given(HITS, TRUST, st.randoms(use_true_random=False))
def test_the_order_of_arrival_does_not_matter(
    hits: list[Hit], trust: float, random: object
) -> None:
    shuffled = list(hits)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert rank(shuffled, trust=trust, policy=POLICY) == rank(hits, trust=trust, policy=POLICY)


@law
@given(HITS, TRUST)
def test_every_hit_is_ranked_once_with_a_score_of_its_parts(hits: list[Hit], trust: float) -> None:
    ranked = rank(hits, trust=trust, policy=POLICY)
    assert sorted(each.key for each in ranked) == sorted(each.key for each in hits)
    scores = [each.score for each in ranked]
    assert scores == sorted(scores, reverse=True)
    for each in ranked:
        reason = each.reason
        assert 0 <= each.score <= 1
        parts = reason.words + reason.meaning + reason.scene + reason.strength
        assert math.isclose(each.score, parts, abs_tol=1e-9)


@law
@given(HITS.filter(bool), TRUST, st.sampled_from(["text", "vector", "strength"]), st.data())
def test_a_better_figure_never_lowers_a_hit(
    hits: list[Hit], trust: float, field: str, data: st.DataObject
) -> None:
    at = data.draw(st.integers(0, len(hits) - 1))
    figure = getattr(hits[at], field)
    if figure is None:
        return
    top = 30.0 if field == "text" else 1.0
    raised = list(hits)
    raised[at] = replace(hits[at], **{field: data.draw(st.floats(figure, top))})  # type: ignore[arg-type]
    before = {each.key: each.score for each in rank(hits, trust=trust, policy=POLICY)}
    after = {each.key: each.score for each in rank(raised, trust=trust, policy=POLICY)}
    own = hits[at].key
    for key in before:
        lead, lead_after = before[own] - before[key], after[own] - after[key]
        assert lead_after >= lead - 1e-9


@law
@given(HITS, VECTORS)
def test_without_trust_only_words_count(hits: list[Hit], vectors: list[float | None]) -> None:
    blind = [replace(each, vector=vector) for each, vector in zip(hits, vectors, strict=False)]
    seen, unseen = (rank(each, trust=0, policy=POLICY) for each in (hits, blind))
    assert [(r.key, r.score) for r in seen] == [(r.key, r.score) for r in unseen]


@law
@given(HITS, TEXTS)
def test_with_full_trust_only_meaning_counts(hits: list[Hit], texts: list[float | None]) -> None:
    deaf = [replace(each, text=text) for each, text in zip(hits, texts, strict=False)]
    seen, unseen = (rank(each, trust=1, policy=POLICY) for each in (hits, deaf))
    assert [(r.key, r.score) for r in seen] == [(r.key, r.score) for r in unseen]


@law
@given(HITS, TRUST, st.floats(0.1, 10))
def test_the_scale_of_word_scores_does_not_matter(hits: list[Hit], trust: float, by: float) -> None:
    scaled = [h if h.text is None else replace(h, text=h.text * by) for h in hits]
    plain = {r.key: r.score for r in rank(hits, trust=trust, policy=POLICY)}
    for each in rank(scaled, trust=trust, policy=POLICY):
        assert math.isclose(each.score, plain[each.key], abs_tol=1e-6)


# --- examples


def test_a_fading_memory_yields_to_an_active_one_of_equal_relevance() -> None:
    assert order(hit("a", text=3.0, strength=0.4), hit("b", text=3.0, strength=0.9)) == ["b", "a"]
    assert order(hit("a", strength=0.4), hit("b", strength=0.9)) == ["b", "a"]


def test_the_asked_scene_comes_first_when_the_rest_is_equal() -> None:
    assert order(hit("a", vector=0.5), hit("b", vector=0.5, scene_match=True)) == ["b", "a"]


def test_relevance_outweighs_scene_and_strength() -> None:
    weak = hit("a", text=1.0, vector=0.1, scene_match=True)
    assert order(weak, hit("b", text=5.0, vector=0.8, strength=0.3)) == ["b", "a"]


def test_ties_go_to_the_newest_then_to_the_smaller_key() -> None:
    assert order(hit("b"), hit("a"), hit("c", timestamp=9)) == ["c", "a", "b"]


def test_words_and_meaning_together_beat_either_alone() -> None:
    both, far = hit("both", text=4.0, vector=0.6), hit("far", vector=0.1)
    assert order(hit("words", text=5.0), hit("meaning", vector=0.7), far, both)[0] == "both"


def test_a_silent_source_leaves_its_weight_to_the_other() -> None:
    with_trust, without = (
        rank([hit("a", text=4.0), hit("b", text=2.0)], trust=trust, policy=POLICY)
        for trust in (0.5, 0.0)
    )
    assert with_trust == without


def test_a_hit_not_yet_embedded_is_as_near_as_the_farthest_neighbour() -> None:
    ranked = rank(
        [hit("new", text=4.0), hit("far", text=4.0, vector=0.3), hit("near", vector=0.8)],
        trust=0.5,
        policy=POLICY,
    )
    assert ranked[place(ranked, "new")].score == ranked[place(ranked, "far")].score


def test_nothing_found_ranks_to_nothing() -> None:
    assert rank([], trust=0.5, policy=POLICY) == []
