"""What became different in a memory, line by line: + new, ~ changed, − gone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from mohen.cli import output
from mohen.cli.words import Pair, say

_MARKS = {
    "added": "+",
    "restored": "+",
    "changed": "~",
    "superseded": "~",
    "promoted": "~",
    "denied": "−",
    "withdrawn": "−",
    "archived": "−",
}
"""Nothing became different of what was repeated only: that is counted, not shown."""

_WORDS: dict[str, Pair] = {
    "added": ("new", "新增"),
    "changed": ("changed", "修改"),
    "superseded": ("replaced by newer", "被新值取代"),
    "promoted": ("beliefs confirmed", "推断得到证实"),
    "denied": ("beliefs denied", "推断被否定"),
    "withdrawn": ("withdrawn", "撤回"),
    "archived": ("archived", "归档"),
    "restored": ("restored", "恢复"),
    "repeated": ("said again", "再次提到"),
}


def show(changes: Iterable[Mapping[str, Any]]) -> None:
    for each in changes:
        if mark := _MARKS.get(each["done"]):
            before = f"{output.excerpt(each['before'])} → " if each.get("before") else ""
            said = f"{before}{output.excerpt(each['content'])}"
            output.show(f"{mark} {each['id']} {said}{_why(each)}")


def _why(change: Mapping[str, Any]) -> str:
    """What happened to it where the mark does not say, and the reason."""
    said = [] if change["done"] in ("added", "changed") else [say(*_WORDS[change["done"]])]
    told = [*said, *([change["why"]] if change.get("why") else [])]
    return f" ({', '.join(told)})" if told else ""


def counted(changed: Mapping[str, int]) -> str:
    told = [f"{changed[kind]} {say(*_WORDS[kind])}" for kind in _WORDS if changed.get(kind)]
    return ", ".join(told)
