"""`@shows("R32", "C13")`: which promises a test shows.

R is a requirement of `spec/requirements.toml`; C is a ruling where requirements disagree and B a
defect that must not come back, both of `spec/rulings.toml`. `docs/requirements.md` is generated
from these decorators without importing the tests, so the ids are always written as plain strings.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

Test = TypeVar("Test", bound=Callable[..., Any])

SPEC = Path(__file__).parent / "spec"


def statements(name: str) -> list[tuple[str, str]]:
    """Id and statement of each line of one file of the spec, in its order, doubles included."""
    sections = tomllib.loads((SPEC / name).read_text(encoding="utf-8")).values()
    return [(key, text) for each in sections for key, text in each.items() if key != "title"]


FILES = ("requirements.toml", "rulings.toml")
KNOWN = frozenset(key for name in FILES for key, _ in statements(name))


def shows(*ids: str) -> Callable[[Test], Test]:
    """Mark a test. A mistyped id fails when the test file is imported, not silently in the docs."""
    unknown = [each for each in ids if each not in KNOWN]
    if unknown or not ids:
        raise ValueError(f"shows{ids}: unknown or no id {unknown}; see {' and '.join(FILES)}")

    def mark(test: Test) -> Test:
        # An attribute and not a pytest mark: nothing has to be registered for it.
        test.shows = ids  # type: ignore[attr-defined]
        return test

    return mark
