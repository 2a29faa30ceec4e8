"""What errors say, in both languages: every sentence that the source can raise."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import mohen
from mohen import errors
from mohen.core import sqlite_errors
from mohen.manuscript import chapters
from mohen.text import error_words
from mohen.text.error_words import in_chinese

HOUSE = Path(mohen.__file__).parent
KINDS = {
    name
    for name, kind in vars(errors).items()
    if isinstance(kind, type) and issubclass(kind, errors.MohenError)
}
HELPERS = {"_refuse", "_refuse_head"}  # a field, and what is wrong with it
WAITING = {"refusal", "listening", "_BUSY"}  # names of what is said when another is at work
SAMPLES = ("field", "3", "7", "12")
_ENGLISH = re.compile(r"[A-Za-z]+ [a-z]+ [a-z]+")


def sentence(node: ast.expr) -> str | None:
    """What is raised, with something in each gap; None for what is computed elsewhere."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        gaps = iter(SAMPLES)
        return "".join(
            str(each.value) if isinstance(each, ast.Constant) else next(gaps)
            for each in node.values
        )
    return None


def raised() -> Iterator[tuple[str, str]]:
    """Each sentence, and where it stands."""
    for path in sorted(HOUSE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            where = f"{path.relative_to(HOUSE)}:{getattr(node, 'lineno', 0)}"
            if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") in WAITING:
                yield sentence(node.value) or "", where
            if not isinstance(node, ast.Call) or not node.args:
                continue
            called = getattr(node.func, "id", getattr(node.func, "attr", ""))
            said = None
            if called == "alone":
                said = sentence(node.args[1])
            elif called in KINDS:
                said = sentence(node.args[0])
            elif called in HELPERS and len(node.args) > 1:
                problem = sentence(node.args[1])
                said = None if problem is None else f"field {problem}"
            # Where a field and a problem of another's making are put together, that is looked up.
            if said is not None and said not in ("field: 3", "field 3", "sources: field"):
                yield said, where
    for trouble in chapters._UNREADABLE.values():
        yield trouble, "manuscript/chapters.py"
    for _, kind, words in sqlite_errors._TRANSLATIONS:
        yield f"mind.db {words}; run `mohen doctor`", kind.__name__


def test_whatever_the_source_raises_can_be_said_in_chinese() -> None:
    found = dict(raised())
    assert len(found) > 300
    missing = [
        f"{where}: {said}"
        for said, where in found.items()
        if said and ((chinese := in_chinese(said)) is None or _ENGLISH.search(chinese))
    ]
    assert not missing, "put these into text/data/zh/errors.txt:\n" + "\n".join(missing)


def test_both_languages_have_the_same_gaps() -> None:
    for each in error_words.sentences():
        assert each.chinese.count("{}") == len(each.pieces) - 1, each


@pytest.mark.parametrize(
    ("english", "chinese"),
    [
        ("no such rule", "没有这条规则"),
        ("rule is longer than 300 characters", "rule 超过 300 个字"),
        ("action: Input should be 'a', 'b' or 'c'", "action：须为 'a'、'b' 或 'c'"),
        ("frontmatter: is not YAML (line 3)", "frontmatter：不是 YAML（第 3 行）"),
        (
            "the episode was not written: mind.db is damaged; run `mohen doctor`",
            "这次交互未能写入：mind.db 已损坏；请运行 `mohen doctor`",
        ),
        ("nobody has put this into Chinese", None),
        ("没有这条规则", None),
        ("x" * 5_000 + " must be one of a, b", None),
    ],
)
def test_what_is_filled_in_is_said_too(english: str, chinese: str | None) -> None:
    assert in_chinese(english) == chinese


def test_an_error_is_told_in_both_languages() -> None:
    told = error_words.told(errors.NotFound("no such rule", field="id"))
    assert told["message"] == "no such rule"
    assert told["messages"] == {"en": "no such rule", "zh": "没有这条规则"}
    assert "messages" not in error_words.told(errors.NotFound("of a host's own making"))
