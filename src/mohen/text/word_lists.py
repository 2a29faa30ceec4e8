"""Lists of words: written as text, or kept in the data files of a package.

What a language is made of stands in `data/en/` and `data/zh/` beside the code that reads it, in
files and topics of the same names. A file is read when it is first asked for, and then once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path


def words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def any_of(listed: Iterable[str]) -> str:
    """A pattern of any of these words. Where none of them can begin is passed over first."""
    rests: dict[str, list[str]] = {}
    for each in listed:
        rests.setdefault(re.escape(each[0]), []).append(re.escape(each[1:]))
    begun = (f"{first}(?:{'|'.join(some)})" for first, some in rests.items())
    return f"(?=[{''.join(rests)}])(?:{'|'.join(begun)})"


@cache
def topics(module: str, name: str) -> dict[str, str]:
    """What a file of the folder `data` holds, by topic; `module` is the `__file__` of the code
    beside it. A topic begins with a line `[its name]`, a comment with `#`.

    Whoever asks gets the same table, and changes nothing in it.
    """
    found: dict[str, list[str]] = {}
    text = Path(module).with_name("data").joinpath(name).read_text("utf-8")
    for line in text.splitlines():
        if line.startswith("[") and line.endswith("]"):
            lines = found[line[1:-1]] = []
        elif line and not line.startswith("#"):
            lines.append(line)
    return {topic: "\n".join(lines) for topic, lines in found.items()}


@cache
def weights(module: str, name: str) -> dict[str, int]:
    """What each sign of a file weighs, in hundredths: a line each, below `[weights]`. A sign may
    look like a comment or the head of a topic."""
    return dict(_weighed(module, name))


@cache
def weights_by_place(module: str, name: str, *places: str) -> dict[str, dict[str, int]]:
    """The same by what stands before a sign's colon, where that is one of these; else by ''."""
    found: dict[str, dict[str, int]] = {each: {} for each in ("", *places)}
    for sign, weight in _weighed(module, name):
        place, colon, rest = sign.partition(":")
        if colon and place in places:
            found[place][rest] = weight
        else:
            found[""][sign] = weight
    return found


def _weighed(module: str, name: str) -> Iterator[tuple[str, int]]:
    text = Path(module).with_name("data").joinpath(name).read_text("utf-8")
    for row in text.partition("[weights]\n")[2].splitlines():
        sign, _, weight = row.rpartition(" ")
        yield sign, int(weight)
