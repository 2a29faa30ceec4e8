"""What a model wrote, without what it only repeated of its prompt.

Small models give the marks of the prompt back, fence their answer as if it were code, or begin a
continuation with the sentence that it is to continue. None of that belongs into a manuscript.
"""

from __future__ import annotations

import re

from mohen.text import sentences
from mohen.text.lazy_pattern import LazyPattern

_CONTEXT = ("before", "after", "instruction", "file")  # what was shown, and not asked for
_TAG = LazyPattern(
    r"<(?P<close>/?)(?P<name>before|after|selection|instruction|file|cursor)(?:\s[^<>\n]{0,80})?>",
    re.IGNORECASE,
)
_PLACEHOLDER = LazyPattern(
    r"(?m:^[ \t]{0,8}[(<（](?:unavailable|none|masked)[^()<>（）\n]{0,80}[)>）][ \t]{0,8}$)",
    re.IGNORECASE,
)
_FENCED = LazyPattern(r"```[\w-]{0,20}\n(?P<said>[^`]*)```")
_REPEATED = 6  # sentences before the cursor that are looked for


def own_words(said: str, before: str = "") -> str:
    """`before`: what stands before the place that is written on from."""
    text = _PLACEHOLDER.sub("", _without_context(said))
    if fenced := _FENCED.fullmatch(text.strip()):
        text = fenced["said"]
    text = _without_repeated(text, before)
    return text if text.strip() else ""


def _without_context(said: str) -> str:
    """Without what stands between marks of the context; of other marks, without the mark."""
    if "<" not in said:
        return said
    low = said.lower()
    closed = {name: low.rfind(f"</{name}>") for name in _CONTEXT}
    parts, at, within = [], 0, ""
    for tag in _TAG.finditer(said):
        if not within:
            parts.append(said[at : tag.start()])
        at, name = tag.end(), tag["name"].lower()
        if within:
            within = "" if tag["close"] and name == within else within
        elif not tag["close"] and closed.get(name, -1) >= at:
            within = name
    return said if not at else "".join((*parts, said[at:])).strip("\n")


def _without_repeated(said: str, before: str) -> str:
    """Without the last sentences before the cursor, where it begins with them."""
    begins, last = said.lstrip(), [*sentences.whole(before)][-_REPEATED:]
    for first in range(len(last)):
        repeated = "".join(last[first:]).strip()
        if repeated and begins.startswith(repeated):
            return begins[len(repeated) :].lstrip()
    return said
