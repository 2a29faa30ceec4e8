"""Adds a table to a TOML text and takes it away again; every other byte stays as it is."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from typing import Any

from mohen.errors import Conflict, InvalidArgument

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def read(text: str) -> dict[str, Any]:
    """Raises `InvalidArgument`."""
    try:
        return tomllib.loads(text.removeprefix("\ufeff"))
    except (tomllib.TOMLDecodeError, RecursionError):
        raise InvalidArgument("the file is not TOML: mend it first") from None


def put(text: str, keys: Sequence[str], value: Mapping[str, Any]) -> str:
    """The text with a table at its end; as it is where that says the same. Raises `Conflict`."""
    found: Any = read(text)
    for key in keys:
        found = found.get(key) if isinstance(found, dict) else None
    if found == value:
        return text
    if found is not None:
        raise Conflict(f"[{_header(keys)}] is there and says something else: remove it first")
    newline = "\r\n" if "\r\n" in text else "\n"
    lead = "" if not text else newline if text.endswith("\n") else newline * 2
    added = text + lead + newline.join([f"[{_header(keys)}]", *_lines(value), ""])
    try:
        tomllib.loads(added.removeprefix("\ufeff"))
    except tomllib.TOMLDecodeError:
        raise Conflict(f"{keys[0]} is written in one line: make a table of it first") from None
    return added


def remove(text: str, keys: Sequence[str]) -> str:
    """The text without that table and the blank line before it."""
    name = re.escape(f"[{_header(keys)}]")
    table = re.compile(rf"(?:\r?\n)?^{name}[ \t]*(?:#.*)?\r?\n?(?:^(?![ \t]*\[).*\r?\n?)*", re.M)
    return table.sub("", text, count=1)


def _header(keys: Sequence[str]) -> str:
    return ".".join(each if _BARE.fullmatch(each) else json.dumps(each) for each in keys)


def _lines(value: Mapping[str, Any]) -> list[str]:
    """Strings, numbers, truth and lists of them: JSON writes them as TOML does."""
    return [f"{name} = {json.dumps(each, ensure_ascii=False)}" for name, each in value.items()]
