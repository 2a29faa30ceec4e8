"""Sets one value in a block of a YAML text; every other byte stays as it is."""

from __future__ import annotations

import json
import re
from typing import Any

import yaml

from mohen.errors import InvalidArgument

_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")


def read(text: str) -> yaml.MappingNode | None:
    """The mapping that the text is; None of one that says nothing. Raises `InvalidArgument`."""
    try:
        node = yaml.compose(text, Loader=yaml.SafeLoader)
    except (yaml.YAMLError, RecursionError, ValueError):
        raise InvalidArgument("the file is not YAML: mend it first") from None
    if node is None:
        return None
    if not isinstance(node, yaml.MappingNode) or node.flow_style:
        raise InvalidArgument("the file is not a YAML mapping in lines: mend it first")
    return node


def get(text: str, block: str, name: str) -> str | None:
    """The value as it is written; None where it is not there."""
    found = _child(_child(read(text), block), name)
    return None if found is None else text[found.start_mark.index : found.end_mark.index]


def put(text: str, block: str, name: str, value: str) -> str:
    root = read(text)
    newline = "\r\n" if "\r\n" in text else "\n"
    said = value if _PLAIN.fullmatch(value) else json.dumps(value, ensure_ascii=False)
    found = _child(root, block)
    if found is None:
        lead = "" if not text or text.endswith("\n") else newline
        return f"{text}{lead}{block}:{newline}  {name}: {said}{newline}"
    old = _child(found, name)
    if old is not None:
        return _set(text, old, said)
    if isinstance(found, yaml.MappingNode) and found.value:
        at = found.value[0][0].start_mark
        between = ", " if found.flow_style else newline + " " * at.column
        return f"{text[: at.index]}{name}: {said}{between}{text[at.index :]}"
    if isinstance(found, yaml.MappingNode):  # {}
        at = found.start_mark.index + 1
        return f"{text[:at]}{name}: {said}{text[at:]}"
    if found.value not in ("", "~", "null"):
        raise InvalidArgument(f"{block} is no mapping: mend it first")
    lines = f"{newline}  {name}: {said}"
    return text[: found.start_mark.index] + lines + text[found.end_mark.index :]


def remove(text: str, block: str, name: str) -> str:
    """Without that value: its line, or its place in a row."""
    within = _child(read(text), block)
    found = _child(within, name)
    if found is None:
        return text
    if within.flow_style:
        key = next(key for key, value in within.value if value is found)
        before, behind = text[: key.start_mark.index], text[found.end_mark.index :]
        rest = re.sub(r"\A\s*,\s*", "", behind, count=1)
        return (before if rest != behind else before.rstrip().removesuffix(",")) + rest
    start = text.rfind("\n", 0, found.start_mark.index) + 1
    end = text.find("\n", found.end_mark.index)
    return text[:start] + ("" if end < 0 else text[end + 1 :])


def restore(text: str, block: str, name: str, written: str) -> str:
    """With the value as it was written before."""
    found = _child(_child(read(text), block), name)
    return text if found is None else _set(text, found, written)


def _set(text: str, node: Any, said: str) -> str:
    start, end = node.start_mark.index, node.end_mark.index
    blank = "" if start != end or text[start - 1 : start].isspace() else " "
    return text[:start] + blank + said + text[end:]


def _child(node: Any, name: str) -> Any:
    if not isinstance(node, yaml.MappingNode):
        return None
    return next((value for key, value in node.value if key.value == name), None)
