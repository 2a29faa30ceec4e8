"""Whether an English sentence that was made of a clause is a whole one, and says what was said."""

from __future__ import annotations

import re
from itertools import pairwise

from mohen.text.lazy_pattern import LazyPattern
from mohen.text.word_lists import words

_QUOTED = LazyPattern(r"\"[^\"]*\"|“[^”]*”")
_OWN = words(
    "Im Ill Ive Id I me Me my My mine Mine myself Myself we We us our ours ourselves you your yours"
)
_LOOSE = words(
    "and or but the a an of to with for from by my his her their is are be which who because as"
    " than very will would if when while into several ever since this these those it user's"
)
_WORD = re.compile(r"[\w']+")
# Before these the plain verb may stand; elsewhere a form of it should: the user's shoes be old.
_BINDS = words(
    "to will would can cannot can't could may might should must not never let always help only"
)
# Titles and names that say I or my: How I Met Your Mother, a Mustang I V2.
_TITLED = LazyPattern(
    r"\b[A-Z][a-z]+ I [A-Z]\w*|(?<=[a-z,] )(?:My|Our|Me|We)\b,? [A-Z]\w+"
    r"|[\"“][^\"“”]*\b(?:I|[Mm]y|[Mm]e|[Ww]e|[Oo]ur)\b[^\"“”]*[\"”]"
)
_DENIES = words("not never cannot")
_NO = LazyPattern(
    r"\b(?:not|never|no|none|nobody|nothing|neither|without|cannot|hardly|barely|rarely|seldom"
    r"|left|terrible|bad|free|over|hates?|hated)\b|n't\b|\b(?:un|quit|stop|avoid|dislike|averse"
    r"|except|refuse|intoleran)"
)

# I don't watch TV a lot: some is watched.
_LITTLE = LazyPattern(
    r"(?:n['’]t|\bnot|\bdont|\bnever|\bno longer) (?:[^,;.]* )?(?P<much>a lot|a ton|much|that often"
    r"|too often|very often|often|all the time|every (?:day|time|week|night)|enough)[.!]*$",
    re.IGNORECASE,
)


# How fast the user's was: `mine`, whose noun was said before. Itttttt: no word.
_BROKEN = LazyPattern(
    r"\bthe user's(?: (?:was|were|is|are|had|has|on|at|for|and|or|to|too|but|yet|before|from)\b"
    r"|$|[.,;])|(?P<letter>[A-Za-z])(?P=letter){4}"
    r"|\b(?:dunno|wanna|gonna|though|even|actually|kinda|done)(?:e?s|ies)\b",
    re.IGNORECASE,
)


_WHO = LazyPattern(r"The user's ([\w -]{2,30}) is ([A-Z]\w+(?: [A-Z]\w+)?)")


_NOT_FORGET = LazyPattern(r"\b(?:do not|don['’]?t) forget\b", re.IGNORECASE)


def faithful(content: str, said: str) -> bool:
    """`said`: the clause that it was made of. What was denied is not told as if it held."""
    if "**" in content or content[:1].islower() or _BROKEN.search(content):
        return False
    who = _WHO.fullmatch(content)
    if who and re.match(rf"(?:my|our) {re.escape(who[1])} {re.escape(who[2])}\b", said, re.I):
        return True  # my manager Ravi does not like surprises: what is denied is of him
    bare = _QUOTED.sub("x", content) if '"' in content or "“" in content else content
    if '"' in bare or bare.count("“") != bare.count("”") or bare.count("(") != bare.count(")"):
        return False
    found = _WORD.findall(bare)
    if not found or found[-1] in _LOOSE or not _OWN.isdisjoint(found):
        return False
    if "be" in found and any(
        each == "be" and before not in _BINDS for before, each in pairwise(found)
    ):
        return False
    if any(each.group() not in content for each in _TITLED.finditer(said)):
        return False
    if (little := _LITTLE.search(said)) and little["much"].lower() not in content.lower():
        return False
    said = _NOT_FORGET.sub("", said)
    denied = "n't" in said or not _DENIES.isdisjoint(_WORD.findall(said.lower()))
    return not denied or bool(_NO.search(content.lower()))
