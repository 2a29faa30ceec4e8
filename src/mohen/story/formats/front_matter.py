"""The lines at the head of a Markdown file that say what it is: read, and put.

Only what can be read without a doubt is read: a word, a list in brackets, a list of dashes. The
rest stays as it is written.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from mohen.text.lazy_pattern import LazyPattern

_FENCE = "---"
_LINE = LazyPattern(r"(?P<key>[^\s:#\-'\"\[\]{}][^:\n]{0,60}):(?:[ \t]+(?P<value>\S.*)|[ \t]*)")
_ITEM = LazyPattern(r"[ \t]*-[ \t]+(?P<value>\S.*)")
_PLAIN = LazyPattern(r"[\w一-鿿][\w一-鿿 .'’·/-]*")


def split(text: str) -> tuple[str, str]:
    """The head with its fences, and what follows; the head may be empty."""
    lines = text.splitlines(keepends=True)
    if not lines or lines[0].strip() != _FENCE:
        return "", text
    for number, line in enumerate(lines[1:], start=1):
        if line.strip() == _FENCE:
            return "".join(lines[: number + 1]), "".join(lines[number + 1 :])
    return "", text


def fields(front: str) -> dict[str, list[str]]:
    """What each field says, by its name in small letters."""
    found: dict[str, list[str]] = {}
    held: list[str] | None = None
    for line in front.splitlines():
        if named := _LINE.fullmatch(line):
            held = found.setdefault(named["key"].strip().lower(), [])
            held += _values(named["value"] or "")
        elif held is not None and (item := _ITEM.fullmatch(line)):
            held += [_bare(item["value"])]
    return found


def _values(said: str) -> list[str]:
    said = said.strip()
    if said.startswith("[") and said.endswith("]") and not said.startswith("[["):
        return [bare for each in said[1:-1].split(",") if (bare := _bare(each))]
    return [_bare(said)] if said else []


def _bare(said: str) -> str:
    said = said.strip()
    quoted = len(said) > 1 and said[0] == said[-1] and said[0] in "\"'"
    return said[1:-1] if quoted else said


def put(front: str, key: str, values: Iterable[str]) -> str:
    """The head with a field that says this, at its place, or at the end."""
    said = f"{key}: [{', '.join(map(_written, values))}]\n"
    if not front:
        return f"{_FENCE}\n{said}{_FENCE}\n"
    lines, kept, inside, done = front.splitlines(keepends=True), list[str](), False, False
    for line in lines[:-1]:
        named = _LINE.fullmatch(line.rstrip("\r\n"))
        if named and named["key"].strip().lower() == key:
            inside, done = True, True
            kept.append(said)
        elif not (inside and _ITEM.fullmatch(line.rstrip("\r\n"))):
            inside = False
            kept.append(line)
    return "".join((*kept, *(() if done else (said,)), lines[-1]))


def made(said: Mapping[str, Iterable[str]]) -> str:
    """A new head."""
    front = ""
    for key, values in said.items():
        front = put(front, key, values)
    return front


def _written(value: str) -> str:
    if _PLAIN.fullmatch(value):
        return value
    return '"' + value.replace("\\", "\\\\").replace('"', "'") + '"'
