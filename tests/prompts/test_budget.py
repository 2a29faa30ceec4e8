"""How many tokens each layer may have."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from mohen.policy import Policy
from mohen.prompts.layers import budgets

CONTEXT = Policy().context


def test_a_usual_window_has_the_defaults_of_the_layers() -> None:
    given_ = budgets(CONTEXT.window_tokens, CONTEXT)
    assert (given_.instructions, given_.session, given_.author, given_.project) == (
        CONTEXT.instructions_tokens,
        CONTEXT.session_tokens,
        CONTEXT.author_tokens,
        CONTEXT.project_tokens,
    )
    assert given_.room == CONTEXT.window_tokens - CONTEXT.reserve_tokens


@given(st.integers(CONTEXT.window_min, CONTEXT.window_max))
def test_the_layers_never_take_the_floor_of_the_current_text(window: int) -> None:
    got = budgets(window, CONTEXT)
    stable = got.instructions + got.session + got.author + got.project
    assert stable + got.recent + CONTEXT.current_floor <= got.room <= window
    assert min(got.instructions, got.session, got.author, got.project, got.recent) >= 0


@given(st.integers(0, CONTEXT.window_max))
def test_any_window_at_all_is_survived(window: int) -> None:
    assert budgets(window, CONTEXT).room >= 0
