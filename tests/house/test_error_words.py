"""Every sentence that the source can raise is said in both languages."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from house.source import FILES, HOUSE, nodes
from mohen import errors
from mohen.core.sqlite import errors as sqlite_errors
from mohen.manuscript import chapters
from mohen.text.error_words import in_chinese

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
    for path in FILES:
        for node in nodes(path):
            said = None
            if isinstance(node, ast.Call):
                said = called(node)
            elif isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") in WAITING:
                said = sentence(node.value)
            # Where a field and a problem of another's making are put together, that is looked up.
            if said is not None and said not in ("field: 3", "field 3", "sources: field"):
                yield said, f"{path.relative_to(HOUSE)}:{node.lineno}"
    for trouble in chapters._UNREADABLE.values():
        yield trouble, "manuscript/chapters.py"
    for _, kind, words in sqlite_errors._TRANSLATIONS:
        yield f"mind.db {words}; run `mohen doctor`", kind.__name__


def called(node: ast.Call) -> str | None:
    """What a call makes an error say."""
    name = getattr(node.func, "id", getattr(node.func, "attr", ""))
    if name in KINDS and node.args:
        return sentence(node.args[0])
    if name in HELPERS and len(node.args) > 1:
        problem = sentence(node.args[1])
        return None if problem is None else f"field {problem}"
    return sentence(node.args[1]) if name == "alone" else None


def test_whatever_the_source_raises_can_be_said_in_chinese() -> None:
    found = dict(raised())
    assert len(found) > 300
    missing = [
        f"{where}: {said}"
        for said, where in found.items()
        if (chinese := in_chinese(said)) is None or _ENGLISH.search(chinese)
    ]
    assert not missing, "put these into text/data/zh/errors.txt:\n" + "\n".join(missing)
