"""The glossary has one word for one thing, and says of it what the code says."""

from __future__ import annotations

import re
import sys
from collections import Counter
from pathlib import Path

import pytest

from mohen import errors

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tools"))

from docs import glossary  # noqa: E402

PAGE = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
ENTRY = re.compile(r"- \*\*(?P<word>.+?)\*\* \S+ — (?P<meaning>.+) \(`mohen\.(?P<name>[\w.]+)`\)")
ENTRIES = [ENTRY.fullmatch(line) for line in PAGE.splitlines() if line.startswith("- ")]


def test_every_entry_says_what_its_docstring_says() -> None:
    assert ENTRIES
    for entry in ENTRIES:
        assert entry, "an entry is: - **Word** 词 — meaning (`mohen.module.Class`)"
        assert entry["meaning"] == glossary.meaning(entry["name"]), "run python tools/make_docs.py"


@pytest.mark.parametrize("column", ["a word", "the Chinese of it", "what is named"])
def test_nothing_stands_twice(column: str) -> None:
    place = ("a word", "the Chinese of it", "what is named").index(column)
    seen = Counter(row[place].lower() for row in glossary.WORDS)
    assert [each for each, times in seen.items() if times > 1] == []


def test_what_is_not_there_or_says_nothing_of_itself_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with pytest.raises((ImportError, AttributeError)):
        glossary.meaning("errors.Gone")
    monkeypatch.setattr(errors, "__doc__", None)
    with pytest.raises(ValueError, match="has no docstring"):
        glossary.meaning("errors")
