"""Things that many tests need: an interaction worth recording, a policy with some numbers changed,
and waiting for something outside this thread without guessing how long it takes."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

from mohen.episodes.model import Draft
from mohen.errors import ClearConfirmRequired
from mohen.policy import Policy

T = TypeVar("T")

DRAFT = Draft(
    project_id="novel",
    skill_used="continue",
    scene_type="action",
    input_context="林远拔剑，雨声盖过了脚步。",
    candidates=("他一剑刺出。", "他缓缓地、缓缓地举起了剑。", "剑光一闪。"),
    selected_index=0,
)


def draft(**changes: Any) -> Draft:
    """A sound interaction, with whatever a test cares about changed."""
    return replace(DRAFT, **changes)


def policy(**changes: dict[str, Any]) -> Policy:
    """The policy with some numbers changed: `policy(storage={"busy_timeout_ms": 1})`."""
    whole = Policy()
    groups = {name: replace(getattr(whole, name), **numbers) for name, numbers in changes.items()}
    return replace(whole, **groups)


def confirmed(act: Callable[..., T]) -> Callable[..., T]:
    """Something destructive with both of its steps: asked, refused with a token, done."""

    def run(*args: Any, **named: Any) -> T:
        try:
            return act(*args, **named)
        except ClearConfirmRequired as asked:
            return act(*args, **named, token=asked.details["confirmToken"])

    return run


def eventually(true: Callable[[], object], *, seconds: float = 60) -> None:
    """Wait for another thread or process. The deadline is there to fail, not to measure."""
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline, "it never happened"
        time.sleep(0.005)
