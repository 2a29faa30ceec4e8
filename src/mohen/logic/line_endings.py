"""How lines end in a file: forgotten when it is read, and kept as they were when it is written.

Windows, Unix and old Macs end lines differently. An author who changes one line changes no other,
whatever the rest of the file looks like.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from itertools import takewhile

_END = re.compile(r"\r\n|\r|\n")
_USUAL = "\n"


def plain(text: str) -> str:
    """Every line ends in the same way."""
    return text.replace("\r\n", _USUAL).replace("\r", _USUAL)


def like(old: str, new: str) -> str:
    """The new text, its lines ending as in the old: those before and after the change each in
    their own way, what was changed as most lines do."""
    lines, ends = _END.split(old), _END.findall(old)
    told = plain(new).split(_USUAL)
    if set(ends) <= {_USUAL}:
        return _USUAL.join(told)
    before = _alike(zip(lines, told, strict=False))
    after = _alike(zip(reversed(lines[before:]), reversed(told[before:]), strict=False))
    wanted = len(told) - 1
    first = min(before, len(ends), wanted)
    last = min(max(after - 1, 0), wanted - first)
    usual = Counter(ends).most_common(1)[0][0]
    kept = [*ends[:first], *[usual] * (wanted - first - last), *ends[len(ends) - last :], ""]
    return "".join(line + end for line, end in zip(told, kept, strict=True))


def _alike(pairs: Iterable[tuple[str, str]]) -> int:
    """How many of the first are the same on both sides."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
