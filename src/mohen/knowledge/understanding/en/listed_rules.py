"""The rules of a team as a list below its heading: our conventions, and then one a line."""

from __future__ import annotations

import re

from mohen.knowledge.understanding import entities
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.word_lists import topics

_LEADING = LazyPattern(
    r"(?:(?:oh|and|also|so|but|ok|okay|hm+|fyi|btw|by the way|note that|remember that"
    r"|just so you know|(?:one|another|last|small) (?:more )?(?:thing|rule|request)(?: though)?"
    r"|as (?:always|usual)|as a (?:rule|reminder)|in general|generally|like i said"
    r"|\d{1,2}[.)]|[-*•])[,:]? ?)*",
    re.IGNORECASE,
)


def _headed() -> str:
    lines = topics(entities.__file__, "en/listed_rules.txt")["headed"]
    return "|".join(each.replace("_", " ") for each in lines.split())


# Our conventions: …; ok git stuff since you will be doing more of it, and then a list.
_HEADING = LazyPattern(
    lambda: (
        rf"(?:here (?:are|is)|these are)? ?(?:{_headed()})"
        rf"(?!.*\b(?:this (?:task|change|feature|one)|follow)\b)[^.?!:]{{0,60}}:?"
    ),
    re.IGNORECASE,
)
_ITEM = LazyPattern(r"\s*(?:\d{1,2}[.)]|[-*•])\s+(?=\S)")


def in_list(text: str, *, before: bool) -> bool:
    """Whether a thought is of a list of rules: its heading, or an item. `before`: whether the
    thought before it is."""
    return heads(text) or (before and _ITEM.match(text) is not None)


def heads(text: str) -> bool:
    """Whether a list of rules follows."""
    lead = _LEADING.match(text)
    return bool(_HEADING.fullmatch(text.strip(), lead.end() if lead else 0))


def item(text: str) -> str:
    """An item of such a list without its mark; empty: it is none."""
    mark = _ITEM.match(text)
    return text[mark.end() :] if mark else ""
