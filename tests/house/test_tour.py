"""The pages for people lead to files and functions that exist.

In `docs/tour.md` and its like a file stands as `episodes/record.py`, below `src/mohen` or from
the root of the repository, and what is in it as `episodes/record.py: Episodes.record`.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "tour.md"
OTHERS = (
    "docs/architecture.md",
    "docs/decisions.md",
    "docs/graph.md",
    "docs/style-vector.md",
    "CONTRIBUTING.md",
)
STOP = re.compile(r"`(?P<file>[\w./-]+\.py)(?:: ?(?P<name>[\w.]+)(?:\(\))?)?`")


def missing(page: str) -> list[str]:
    """What a page names and is not there."""
    return [stop[0] for stop in STOP.finditer(page) if not exists(stop["file"], stop["name"])]


def exists(file: str, name: str | None) -> bool:
    path = next((p for p in (ROOT / "src" / "mohen" / file, ROOT / file) if p.is_file()), None)
    if path is None:
        return False
    scope: list[ast.stmt] = ast.parse(path.read_text(encoding="utf-8")).body
    for each in name.split(".") if name else ():
        found = next((node for node in scope if each in names(node)), None)
        if found is None:
            return False
        scope = getattr(found, "body", [])
    return True


def names(node: ast.stmt) -> set[str]:
    """What a statement defines: a function or a class, or what it assigns to."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return {node.name}
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    return {each.id for each in targets if isinstance(each, ast.Name)}


def test_every_stop_of_the_tour_exists() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert STOP.search(page), "the tour names no file"
    assert missing(page) == []


@pytest.mark.parametrize("page", OTHERS)
def test_other_pages_name_what_exists(page: str) -> None:
    named = missing((ROOT / page).read_text(encoding="utf-8"))
    assert [each for each in named if "/" in each] == []  # `store.py` alone is every feature's


@pytest.mark.parametrize(
    "stop",
    ["episodes/gone.py", "errors.py: Gone", "errors.py: MohenError.gone", "memory.py: Memory.a.b"],
)
def test_a_stop_that_is_not_there_is_told(stop: str) -> None:
    assert missing(f"See `{stop}`.") == [f"`{stop}`"]


def test_files_functions_methods_and_constants_are_found() -> None:
    stops = (
        "`errors.py`, `errors.py: MohenError`, `memory.py: open_memory()`, "
        "`memory.py: Memory.close`, `tests/house/test_tour.py: PAGE`"
    )
    assert missing(stops) == []


def test_every_test_that_is_left_out_of_the_inner_loop_exists() -> None:
    """Whoever renames one takes its line along (`tools/slow_tests.py` writes them anew)."""
    listed = (ROOT / "tests" / "slow.txt").read_text(encoding="utf-8").split()
    assert listed == sorted(set(listed))
    assert not [each for each in listed if not exists(*each.replace("::", " ").split())]
