"""`docs/requirements.md`: each promise and the tests that show it.

The tests are read, not imported: the page must not depend on what is installed.
"""

from __future__ import annotations

import ast
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

from . import markdown

Evidence = Mapping[str, list[str]]

INTRO = (
    "What Mohen promises, and which tests show it. **open** means that no test shows it yet, "
    "whether or not it is built; a test that is skipped or expected to fail shows nothing."
)
OTHERS = (
    "A ruling (C) settles what the requirements leave open or contradict; a defect (B) is one "
    "that must not come back."
)
SHOWN_BY_NOTHING = {"skip", "xfail"}


def page(tests: Path) -> str:
    with (tests / "spec" / "requirements.toml").open("rb") as file:
        sections = tomllib.load(file)
    found = evidence(tests)
    promised = [key for section in sections.values() for key in section if key != "title"]
    shown = sum(key in found for key in promised)
    count = f"**{shown} of {len(promised)} shown by tests, {len(promised) - shown} open.**"
    blocks = [block for letter in sections for block in render(letter, sections[letter], found)]
    others = sorted(set(found) - set(promised), key=lambda key: (key[0], int(key[1:])))
    return markdown.page("Requirements", count, INTRO, *blocks, *rulings(others, found))


def render(letter: str, section: Mapping[str, str], found: Evidence) -> list[str]:
    promises = [(key, title) for key, title in section.items() if key != "title"]
    rows = [(key, title, tests_of(key, found)) for key, title in promises]
    table = markdown.table(("id", "what can be relied on", "shown by"), rows)
    return [f"## {letter}. {section['title']}", table]


def rulings(ids: list[str], found: Evidence) -> list[str]:
    rows = [(key, tests_of(key, found)) for key in ids]
    table = markdown.table(("id", "shown by"), rows) if rows else "None is shown by a test yet."
    return ["## Rulings and defects", OTHERS, table]


def tests_of(key: str, found: Evidence) -> str:
    return "<br>".join(map(markdown.code, found.get(key, []))) or "**open**"


def evidence(tests: Path) -> Evidence:
    """Id → `file::test`, sorted."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for path in sorted(tests.rglob("*.py")):
        where = path.relative_to(tests.parent).as_posix()
        tree = ast.parse(path.read_text(encoding="utf-8"), filename=where)
        for test, ids in marked(tree, where):
            for key in ids:
                found[key].append(f"{where}::{test}")
    return {key: sorted(names) for key, names in found.items()}


def marked(tree: ast.AST, where: str, outer: str = "") -> Iterator[tuple[str, list[str]]]:
    """Every test with `@shows`, with the ids it names."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef):
            yield from marked(node, where, f"{outer}{node.name}::")
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            names = {called(each) for each in node.decorator_list}
            ids = [key for each in node.decorator_list for key in ids_of(each, where)]
            if ids and not node.name.startswith("test"):
                raise ValueError(f"{where}:{node.lineno} {node.name} is no test: @shows has no use")
            if ids and not names & SHOWN_BY_NOTHING:
                yield outer + node.name, ids


def called(decorator: ast.expr) -> str:
    """The last name of a decorator: `@pytest.mark.skip(…)` → skip."""
    target = decorator.func if isinstance(decorator, ast.Call) else decorator
    return target.attr if isinstance(target, ast.Attribute) else getattr(target, "id", "")


def ids_of(decorator: ast.expr, where: str) -> list[str]:
    if not isinstance(decorator, ast.Call) or called(decorator) != "shows":
        return []
    ids = [str(each.value) for each in decorator.args if isinstance(each, ast.Constant)]
    if len(ids) != len(decorator.args):
        raise ValueError(f"{where}:{decorator.lineno} @shows takes plain strings only")
    return ids
