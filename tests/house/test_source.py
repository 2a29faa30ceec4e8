"""The source keeps its manners.

Each rule names the file and line that breaks it, and is itself shown to catch a breach.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields
from pathlib import Path
from typing import NamedTuple

import pytest

from house.source import FILES, HOUSE, nodes
from mohen.policy import Policy

SOURCES = {path.relative_to(HOUSE).as_posix(): path for path in FILES}

FUNCTION_LINES = 60
ASYNC = ("server/", "team/", "client/", "integrations/")
VAGUE = {"utils", "helpers", "manager", "service", "base"}
# Where a failure of any kind must be answered, so that one caller's bug does not end the others.
# The last three are borders to other people's code: listeners, libraries and keyrings that raise
# `Exception`.
CATCH_ALL = {
    "server/dispatch.py",
    "core/jobs.py",
    "core/plugins.py",
    "core/sqlite/write_lane.py",
    "core/system.py",
    "embedders/foreign_errors.py",
    "core/server_keys.py",
    "integrations/hook_cli.py",  # a hook never stands in its host's way
}
VALUES = "mohen.core.values"
BROAD = {"Exception", "BaseException"}


Found = Iterator[tuple[int, str]]
Function = ast.FunctionDef | ast.AsyncFunctionDef


def asyncs(tree: Iterable[ast.AST]) -> Found:
    kinds = (ast.AsyncFunctionDef, ast.AsyncFor, ast.AsyncWith, ast.Await)
    for node in tree:
        if isinstance(node, kinds):
            yield node.lineno, "async belongs in " + " and ".join(ASYNC)
        elif isinstance(node, ast.comprehension) and node.is_async:
            yield node.target.lineno, "async belongs in " + " and ".join(ASYNC)


def long_functions(tree: Iterable[ast.AST]) -> Found:
    for node in tree:
        if isinstance(node, Function):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            if lines > FUNCTION_LINES:
                yield node.lineno, f"{node.name} has {lines} lines; {FUNCTION_LINES} at most"


def prints(tree: Iterable[ast.AST]) -> Found:
    for node in tree:
        if isinstance(node, ast.Call) and named(node.func) == "print":
            yield node.lineno, "print belongs in cli/ only; elsewhere return a value or log"


def broad_catches(tree: Iterable[ast.AST]) -> Found:
    for node in tree:
        if isinstance(node, ast.ExceptHandler):
            if isinstance(node.body[-1], ast.Raise) and node.body[-1].exc is None:
                continue  # it tidies up and passes the error on
            caught = node.type.elts if isinstance(node.type, ast.Tuple) else [node.type]
        elif isinstance(node, ast.Call) and named(node.func) == "suppress":
            caught = list(node.args)
        else:
            continue
        if any(each is None or named(each) in BROAD for each in caught):
            yield node.lineno, "name the errors; only " + ", ".join(sorted(CATCH_ALL)) + " may not"


def values_of_the_library(tree: Iterable[ast.AST]) -> Found:
    for node in tree:
        if not isinstance(node, ast.ImportFrom) or node.module != "dataclasses":
            continue
        if "dataclass" in [each.name for each in node.names]:
            yield node.lineno, f"dataclass is slow to define there: import it from {VALUES}"


def named(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


class Rule(NamedTuple):
    find: Callable[[Iterable[ast.AST]], Found]
    holds_in: Callable[[str], bool]


RULES = [
    Rule(asyncs, lambda file: not file.startswith(ASYNC)),
    Rule(long_functions, lambda _: True),
    Rule(prints, lambda file: not file.startswith("cli/")),
    Rule(broad_catches, lambda file: file not in CATCH_ALL),
    Rule(values_of_the_library, lambda file: file != "core/values.py"),
]


@pytest.mark.parametrize("rule", RULES, ids=[rule.find.__name__ for rule in RULES])
def test_the_source_keeps_the_rule(rule: Rule) -> None:
    assert SOURCES, "no source found"
    wrong = [
        f"src/mohen/{file}:{line} {why}"
        for file in SOURCES
        if rule.holds_in(file)
        for line, why in rule.find(nodes(SOURCES[file]))
    ]
    assert not wrong, "\n" + "\n".join(wrong)


@pytest.mark.parametrize(
    ("find", "source"),
    [
        (asyncs, "async def f(): ..."),
        (long_functions, "def f():\n" + "    pass\n" * FUNCTION_LINES),
        (prints, "print('x')"),
        (broad_catches, "try: f()\nexcept (OSError, Exception): pass"),
        (broad_catches, "try: f()\nexcept: pass"),
        (broad_catches, "with contextlib.suppress(BaseException): f()"),
        (values_of_the_library, "from dataclasses import dataclass, field"),
    ],
)
def test_a_breach_is_caught(find: Callable[[Iterable[ast.AST]], Found], source: str) -> None:
    assert list(find(ast.walk(ast.parse(source))))


def test_no_file_has_a_name_that_says_nothing() -> None:
    vague = [file for file in SOURCES if VAGUE & set(Path(file).with_suffix("").parts)]
    assert not vague, f"name it for what it holds: {', '.join(vague)}"


def test_every_number_is_used() -> None:
    """A number that nobody reads promises something that nobody keeps."""
    used = {
        node.attr
        for file in SOURCES
        if not file.endswith("policy.py")
        for node in nodes(SOURCES[file])
        if isinstance(node, ast.Attribute)
    }
    policy = Policy()
    unused = [
        f"{section.name}.{each.name}"
        for section in fields(policy)
        for each in fields(getattr(policy, section.name))
        if each.name not in used
    ]
    assert unused == []
