"""`@shows("R32", "C13")`: which promises a test shows.

R is a requirement of `spec/requirements.toml`, C a ruling where requirements disagree, B a defect
that must not come back. `docs/requirements.md` is generated from these decorators without
importing the tests, so the ids are always written as plain strings.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

Test = TypeVar("Test", bound=Callable[..., Any])

LAST = {"R": 230, "C": 99, "B": 18}
KNOWN = frozenset(f"{letter}{n}" for letter, last in LAST.items() for n in range(1, last + 1))


def shows(*ids: str) -> Callable[[Test], Test]:
    """Mark a test. A mistyped id fails when the test file is imported, not silently in the docs."""
    unknown = [each for each in ids if each not in KNOWN]
    if unknown or not ids:
        known = ", ".join(f"{letter}1–{letter}{last}" for letter, last in LAST.items())
        raise ValueError(f"shows{ids}: unknown or no id {unknown}; known are {known}")

    def mark(test: Test) -> Test:
        # An attribute and not a pytest mark: nothing has to be registered for it.
        test.shows = ids  # type: ignore[attr-defined]
        return test

    return mark
