"""An episode's strength as a row of moments."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from mohen.core.policy import DAY_MS
from mohen.episodes import decay
from mohen.episodes.model import Band, Episode, Lengths, State, Strength, Texts, Vitals
from mohen.episodes.policy import Decay
from mohen.episodes.progress import course
from mohen.policy import Policy

POLICY = Policy()
BORN = 1_760_000_000_000


def episode(vitals: Vitals, **changes: object) -> Episode:
    plain = Episode(
        id="ep",
        project_id="novel",
        skill_used="continue",
        scene_type="action",
        scene_inferred=False,
        state=State.CLOSED,
        recorded_at=vitals.timestamp,
        vitals=vitals,
        strength=Strength(1.0, Band.ACTIVE, vitals.timestamp),
        lengths=Lengths(0, (), None),
        texts=Texts(),
        selected_index=None,
        signal=None,
        weight=0.0,
        edit_distance=None,
    )
    return replace(plain, **changes)  # type: ignore[arg-type]


VITALS = st.builds(
    Vitals,
    timestamp=st.just(BORN),
    importance=st.floats(0, 1),
    recall_count=st.integers(0, 50),
    last_recalled_at=st.none() | st.integers(BORN, BORN + 400 * DAY_MS),
    core_setting=st.booleans(),
)


@given(vitals=VITALS, bound=st.sampled_from([0.7, 0.3, 0.1]))
def test_the_moment_it_falls_below_a_bound_is_the_first(vitals: Vitals, bound: float) -> None:
    moment = decay.falls_below(vitals, bound, POLICY.decay)
    assert (moment is None) == vitals.core_setting
    if moment is not None:
        assert decay.value(vitals, moment, POLICY.decay) < bound
        assert decay.value(vitals, moment - 1, POLICY.decay) >= bound


def test_what_does_not_fade_never_falls() -> None:
    vitals = Vitals(BORN, 0.5)
    assert decay.falls_below(vitals, 0.3, Decay(rate_per_day=0)) is None
    assert decay.falls_below(vitals, 0.0, POLICY.decay) is None
    assert decay.falls_below(vitals, 1.5, POLICY.decay) == BORN  # it never was that strong


@given(vitals=VITALS, age=st.integers(0, 500 * DAY_MS), confirmed=st.booleans())
def test_points_are_the_formula_at_their_moments(vitals: Vitals, age: int, confirmed: bool) -> None:
    now = max(BORN + age, vitals.last_recalled_at or 0)
    drawn = course(episode(vitals, user_confirmed=confirmed), now, POLICY)
    moments = [each.at for each in drawn.points]
    assert moments == sorted(set(moments))
    assert moments[0] == BORN
    assert 60 <= len(moments) <= 67
    assert drawn.now in drawn.points
    since = vitals.last_recalled_at or BORN
    for each in drawn.points:
        if each.at >= since:
            assert each == decay.strength(vitals, each.at, POLICY.decay)
    for one, next_one in zip(drawn.points, drawn.points[1:], strict=False):
        assert next_one.value <= one.value or next_one.at == since  # only a recall strengthens
    assert moments[-1] >= now
    if not vitals.core_setting:
        assert drawn.points[-1].band is Band.EXPIRING
    protected = confirmed or vitals.core_setting
    assert (drawn.compress_at is None) == (drawn.expires_at is None) == protected


def test_a_recall_is_seen_as_one() -> None:
    vitals = Vitals(BORN, 0.0, recall_count=1, last_recalled_at=BORN + 20 * DAY_MS)
    drawn = course(episode(vitals), BORN + 21 * DAY_MS, POLICY)
    at = {each.at: each.value for each in drawn.points}
    assert at[BORN + 20 * DAY_MS - 1] < 0.2
    assert at[BORN + 20 * DAY_MS] == 1.0


def test_a_digest_is_not_compressed_again() -> None:
    drawn = course(episode(Vitals(BORN, 0.5), compressed=True), BORN, POLICY)
    assert drawn.compress_at is None
    assert drawn.expires_at == BORN + 365 * DAY_MS + 1
