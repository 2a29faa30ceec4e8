"""`docs/requirements.md`: each promise, ruling and known defect, and the tests that show it.

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
Section = Mapping[str, str]

INTRO = (
    "What Mohen promises, and which tests show it. **open** means that no test shows it yet, "
    "whether or not it is built; a test that is skipped or expected to fail shows nothing. What is "
    "a matter of time is measured by a benchmark (`make bench`), beside a floor, and not asserted."
)
OTHERS = (
    "A ruling (C) settles what the requirements leave open or contradict; a defect (B) is a known "
    "mistake that must not come back. The code, the numbers and the tests cite them by these ids."
)
FILES = (
    "These are about SQLite's files: what stands in their bytes, how they are damaged, moved, "
    "locked or wiped. On PostgreSQL (`make test-team`) they are left out; all others of "
    "`tests/spec`, `server`, `cli`, `contracts` and `month` are run on both engines."
)
SHOWN_BY_NOTHING = {"skip", "xfail"}


def page(tests: Path) -> str:
    measured = benchmarks(tests.parent / "benchmarks")
    shown = evidence(tests)
    found = {key: [*shown.get(key, []), *measured.get(key, [])] for key in {*shown, *measured}}
    promised = sections(tests / "spec" / "requirements.toml")
    decided = sections(tests / "spec" / "rulings.toml")
    promises = [
        block
        for letter, each in promised.items()
        for block in render(f"## {letter}. {each['title']}", "what can be relied on", each, found)
    ]
    rulings = [
        block
        for each in decided.values()
        for block in render(f"### {each['title']}", "what is decided", each, found)
    ]
    others = ["## Rulings and defects", count(decided, found), OTHERS, *rulings]
    files = [
        "## Not on PostgreSQL",
        FILES,
        markdown.table(
            ("test", "is about"),
            [(markdown.code(name), why) for name, why in about_files(tests)],
        ),
    ]
    return markdown.page("Requirements", count(promised, found), INTRO, *promises, *others, *files)


def sections(path: Path) -> Mapping[str, Section]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def lines(section: Section) -> list[tuple[str, str]]:
    """Id and statement of each line of a section."""
    return [(key, text) for key, text in section.items() if key != "title"]


def count(all_of: Mapping[str, Section], found: Evidence) -> str:
    keys = [key for section in all_of.values() for key, _ in lines(section)]
    shown = sum(key in found for key in keys)
    return f"**{shown} of {len(keys)} shown, {len(keys) - shown} open.**"


def render(heading: str, column: str, section: Section, found: Evidence) -> list[str]:
    rows = [(key, text, tests_of(key, found)) for key, text in lines(section)]
    return [heading, markdown.table(("id", column, "shown by"), rows)]


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


def about_files(tests: Path) -> list[tuple[str, str]]:
    """`file::test` of those with the marker `files`, and what it says."""
    return [
        (f"{path.relative_to(tests.parent).as_posix()}::{node.name}", each.args[0].value)
        for path in sorted(tests.rglob("test_*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef)
        for each in node.decorator_list
        if isinstance(each, ast.Call)
        and called(each) == "files"
        and isinstance(each.args[0], ast.Constant)
        and isinstance(each.args[0].value, str)
    ]


def benchmarks(folder: Path) -> Evidence:
    """Id → benchmark, for the ids each names in its constant `MEASURES`."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for path in sorted(folder.glob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "MEASURES":
                for key in ast.literal_eval(node.value):
                    found[key].append(f"benchmarks/{path.name}")
    return found


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
