"""Names typed without a capital, where the sentence itself says that they are names."""

from __future__ import annotations

import re

from mohen.knowledge.understanding import entities
from mohen.knowledge.understanding.en.phrases import PETS, ROLE
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.word_lists import topics

_WORD = r"[a-z]{2,20}(?:-[a-z]{2,20})?"
_SAYS_SO = LazyPattern(
    r"\b(?:(?:my|his|her|our)(?: [a-z]+['’]s)? name is"
    rf"|(?:my|our|his|her|an?|two|three) (?:[a-z-]+ )?(?:{ROLE}|{PETS})(?: is)? (?:called|named)"
    r"|(?:I am|he is|she is) (?:called|named))"
    rf" (?P<name>{_WORD}(?: {_WORD})?)(?=$|[,.;!]| (?:and|but|who)\b)"
)


def with_capitals(text: str) -> str:
    """My name is anna, as it is written."""
    return _SAYS_SO.sub(_as_written, text)


def _as_written(match: re.Match[str]) -> str:
    listed = {*topics(entities.__file__, "en/names.txt")["nobody"].split()}
    name = match["name"]
    if not listed.isdisjoint(re.split(r"[ -]", name)) or name.endswith(("ous", "ful", "able")):
        return match.group()
    return f"{match.group().removesuffix(name)}{name.title()}"
