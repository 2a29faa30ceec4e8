"""The generated pages say what the code says, and nothing is promised twice or left out."""

from __future__ import annotations

import ast
import sys
import tomllib
from collections import Counter
from collections.abc import Callable
from itertools import zip_longest
from pathlib import Path

import pytest

from mohen import errors
from shows import LAST, shows

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tools"))

from docs import PAGES, markdown, requirements  # noqa: E402
from docs.errors import descendants  # noqa: E402


@pytest.mark.parametrize(("path", "make"), PAGES, ids=[path for path, _ in PAGES])
def test_a_generated_page_is_fresh(path: str, make: Callable[[], str]) -> None:
    file, text = ROOT / path, make()
    kept = file.read_text(encoding="utf-8") if file.is_file() else ""
    pairs = zip_longest(kept.split("\n"), text.split("\n"))
    where = [f"{path}:{line}" for line, (old, new) in enumerate(pairs, 1) if old != new]
    assert not where, f"stale from {where[0]}: run python tools/make_docs.py"


@pytest.mark.parametrize(("path", "make"), PAGES, ids=[path for path, _ in PAGES])
def test_a_generated_page_says_so_and_ends_its_last_line(
    path: str, make: Callable[[], str]
) -> None:
    text = make()
    # JSON has no comments: its first entry says it, on the line after the brace.
    assert markdown.NOTICE in "".join(text.splitlines()[:2]), f"{path} hides that it is generated"
    assert text.endswith("\n"), f"{path} does not end with a newline"
    assert not text.endswith("\n\n"), f"{path} ends with an empty line"


def test_every_requirement_has_one_short_title() -> None:
    path = ROOT / "tests" / "spec" / "requirements.toml"
    sections = tomllib.loads(path.read_text(encoding="utf-8")).values()
    titles = [(key, text) for each in sections for key, text in each.items() if key != "title"]
    counts = Counter(key for key, _ in titles)
    promised = {f"R{n}" for n in range(1, LAST["R"] + 1)}
    assert [key for key, count in counts.items() if count > 1] == []
    assert set(counts) == promised, f"missing or unknown: {sorted(set(counts) ^ promised)}"
    assert [key for key, text in titles if not 0 < len(text) <= 90] == [], "longer than 90"


def test_every_error_stands_in_the_tree_its_module_draws() -> None:
    drawing = (errors.__doc__ or "").split()
    missing = [each.__name__ for each in descendants(errors.MohenError)]
    missing = [name for name in missing if name not in drawing]
    assert not missing, f"src/mohen/errors.py:1 the docstring does not draw {missing}"


SAMPLE = """
@shows("R1", "C2")
def test_plain(): ...

class TestRoom:
    @pytest.mark.parametrize("x", [1])
    @shows("R3")
    def test_method(self, x): ...

@shows("R4")
@pytest.mark.xfail(reason="not yet")
def test_that_is_expected_to_fail(): ...
"""


def test_a_test_counts_for_what_it_shows_unless_it_cannot_fail() -> None:
    found = dict(requirements.marked(ast.parse(SAMPLE), "sample.py"))
    assert found == {"test_plain": ["R1", "C2"], "TestRoom::test_method": ["R3"]}


@pytest.mark.parametrize(
    "source",
    ["@shows('R1')\ndef helper(): ...", "@shows(*IDS)\ndef test_starred(): ..."],
    ids=["not a test", "not plain strings"],
)
def test_a_mark_that_cannot_be_trusted_is_refused_by_line(source: str) -> None:
    with pytest.raises(ValueError, match=r"sample\.py:"):
        list(requirements.marked(ast.parse(source), "sample.py"))


@pytest.mark.parametrize("ids", [("R231",), ("C0",), ("B19",), ("r1",), ()])
def test_an_unknown_id_fails_at_import(ids: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="known are R1–R230, C1–C99, B1–B18"):
        shows(*ids)
