"""How many tokens each layer may have: fixed for a project, a skill and a model's window (C86)."""

from __future__ import annotations

from dataclasses import dataclass

from mohen.prompts.policy import Context


@dataclass(frozen=True, slots=True)
class Budgets:
    """`room` is for the whole prompt; what L5 may have is what the others leave of it."""

    instructions: int
    session: int
    author: int
    project: int
    recent: int
    room: int


def budgets(window: int, policy: Context) -> Budgets:
    """The defaults, shrunk alike where a window is too small for them and a workable L5 (C27)."""
    reserve = min(policy.reserve_tokens, int(window * policy.reserve_share))
    room = min(window - reserve, policy.input_tokens_max)
    asked = (
        policy.instructions_tokens,
        policy.session_tokens,
        policy.author_tokens,
        policy.project_tokens,
    )
    share = min(1.0, max(0, room - policy.current_floor) / sum(asked))
    first, second, third, fourth = (int(each * share) for each in asked)
    left = max(0, room - policy.current_floor - first - second - third - fourth)
    recent = min(policy.recent_tokens, left)
    return Budgets(first, second, third, fourth, recent, room)
