"""How changes of knowledge look on a terminal, line by line: + new, ~ changed, − gone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from mohen.cli import output
from mohen.cli.i18n import Pair, say

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


_REASONS = {
    "a fact confirms it": "有事实证实",
    "a fact speaks against it": "与事实不符",
    "edited by hand": "手工修改",
    "all it was known from was taken back": "依据已全部撤回",
    "some of what it was made of was taken back": "部分依据已撤回",
    "what took its place was taken back": "取代它的已撤回",
    "the user took it back": "用户收回了",
    "what was typed says otherwise": "与手工录入的不符",
    "more is active than config.json allows": "活跃数超过 config.json 的上限",
    "too little is left of what it was made of": "剩下的依据太少",
    "corrected": "更正",
    "said earlier": "更早说过",
}
"""What the flows give as reasons; one that is not here is told as it is."""


def show(changes: Iterable[Mapping[str, Any]]) -> None:
    for each in changes:
        if mark := _MARKS.get(each["done"]):
            before = f"{output.excerpt(each['before'])} → " if each.get("before") else ""
            said = f"{before}{output.excerpt(each['content'])}"
            output.show(f"{mark} {each['id']} {said}{_why(each)}")


def _why(change: Mapping[str, Any]) -> str:
    """What happened to it where the mark does not say, and the reason."""
    said = [] if change["done"] in ("added", "changed") else [say(*_WORDS[change["done"]])]
    reason = change.get("why", "")
    told = [*said, say(reason, _REASONS.get(reason, reason))]
    whole = say(", ", "，").join(each for each in told if each)
    return f" ({whole})" if whole else ""


def counted(changed: Mapping[str, int]) -> str:
    told = [f"{changed[kind]} {say(*_WORDS[kind])}" for kind in _WORDS if changed.get(kind)]
    return say(", ", "，").join(told)
