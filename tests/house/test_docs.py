"""The generated pages say what the code says, and nothing is promised twice or left out."""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from collections.abc import Callable
from itertools import zip_longest
from pathlib import Path

import pytest

from mohen import errors
from shows import FILES, shows, statements

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


@pytest.mark.parametrize("path", [path for path, _ in PAGES])
def test_a_generated_page_says_so_and_ends_its_last_line(path: str) -> None:
    text = (ROOT / path).read_text(encoding="utf-8")
    # JSON has no comments: its first entry says it, on the line after the brace.
    assert markdown.NOTICE in "".join(text.splitlines()[:2]), f"{path} hides that it is generated"
    assert text.endswith("\n"), f"{path} does not end with a newline"
    assert not text.endswith("\n\n"), f"{path} ends with an empty line"


@pytest.mark.parametrize(
    ("name", "last", "longest"),
    [("requirements.toml", {"R": 230}, 90), ("rulings.toml", {"C": 115, "B": 18}, 110)],
    ids=["requirements", "rulings and defects"],
)
def test_every_promise_is_stated_once_in_order_and_in_one_short_line(
    name: str, last: dict[str, int], longest: int
) -> None:
    lines = statements(name)
    expected = [f"{letter}{n}" for letter, count in last.items() for n in range(1, count + 1)]
    assert [key for key, times in Counter(key for key, _ in lines).items() if times > 1] == []
    assert [key for key, _ in lines] == expected, f"tests/spec/{name} misses or misplaces an id"
    short = {key for key, text in lines if 0 < len(text) <= longest and "\n" not in text}
    assert [key for key, _ in lines if key not in short] == [], f"empty or longer than {longest}"


def test_no_two_promises_say_the_same() -> None:
    texts = Counter(text for name in FILES for _, text in statements(name))
    assert [text for text, times in texts.items() if times > 1] == []


def test_an_unshown_ruling_stands_on_the_page_as_open(tmp_path: Path) -> None:
    spec = tmp_path / "tests" / "spec"
    spec.mkdir(parents=True)
    (spec / "requirements.toml").write_text('[A]\ntitle = "Some"\nR1 = "One"\n', encoding="utf-8")
    rulings = '[b]\ntitle = "Other"\nC1 = "Two"\nC2 = "Three"\n'
    (spec / "rulings.toml").write_text(rulings, encoding="utf-8")
    test = '@shows("C2")\ndef test_it(): ...\n'
    (spec / "test_it.py").write_text(test, encoding="utf-8")
    above, _, below = requirements.page(spec.parent).partition("## Rulings and defects")
    assert "**0 of 1 shown, 1 open.**" in above
    assert "**1 of 2 shown, 1 open.**" in below
    assert "| C1 | Two | **open** |" in below
    assert "| C2 | Three | `tests/spec/test_it.py::test_it` |" in below


def test_a_number_cites_a_section_of_the_decisions_that_is_there() -> None:
    cited = set(re.findall(r"decisions: ([a-z ]+)", (ROOT / "docs/numbers.md").read_text("utf-8")))
    page = (ROOT / "docs/decisions.md").read_text("utf-8").lower()
    assert {name.strip() for name in cited} <= set(re.findall(r"^#+ (.+)$", page, re.MULTILINE))


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
    with pytest.raises(ValueError, match=r"see requirements\.toml and rulings\.toml"):
        shows(*ids)
