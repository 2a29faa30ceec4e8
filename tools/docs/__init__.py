"""The pages of `docs/` that are generated, each by one function that returns the whole text."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from . import errors, numbers, requirements

ROOT = Path(__file__).parents[2]


def requirements_page() -> str:
    return requirements.page(ROOT / "tests")


# Path in the repository, and who writes it. The pages of the channel table (docs/channels.md,
# docs/channels.schema.json) belong here beside their function in docs/channels.py.
PAGES: list[tuple[str, Callable[[], str]]] = [
    ("docs/numbers.md", numbers.page),
    ("docs/errors.md", errors.page),
    ("docs/requirements.md", requirements_page),
]


def is_fresh(path: str, text: str) -> bool:
    file = ROOT / path
    return file.is_file() and file.read_text(encoding="utf-8") == text
