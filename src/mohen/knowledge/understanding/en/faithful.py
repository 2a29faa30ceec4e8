"""Whether an English sentence that was made of a clause is a whole one, and says what was said."""

from __future__ import annotations

from mohen.text.lazy_pattern import LazyPattern

_QUOTED = LazyPattern(r"\"[^\"]*\"|“[^”]*”")
_OWN = LazyPattern(
    r"\b(?:I|[Mm]e|[Mm]y|[Mm]ine|[Mm]yself|[Ww]e|our|ours|ourselves|you|your|yours)\b(?![.'])"
)
_LOOSE = LazyPattern(
    r"\b(?:and|or|but|the|an?|of|to|with|for|from|by|my|his|her|their|is|are|be|which|who|because"
    r"|as"
    r"|than|very|will|would|if|when|while|into|a few|several|ever|since|this|these|those|it"
    r"|user's)$"
)
# The plain verb where a form of it should stand: the user's shoes be old.
_UNBOUND = LazyPattern(
    r"(?<!\bto)(?<!\bwill)(?<!\bwould)(?<!\bcan)(?<!\bcannot)(?<!\bcan't)(?<!\bcould)(?<!\bmay)"
    r"(?<!\bmight)(?<!\bshould)(?<!\bmust)(?<!\bnot)(?<!\bnever)(?<!\blet)(?<!\balways)"
    r"(?<!\bhelp)(?<!\bonly) be\b"
    r"|^The user lasts\b|^The user(?:'s)?$"
)
_NO = LazyPattern(
    r"\b(?:not|never|no|none|nobody|nothing|neither|without|cannot|hardly|barely|rarely|seldom)\b"
    r"|n't\b|\bun\w+|\bquit|\bstop|\bleft\b|\bavoid|\bhat(?:e|es|ed)\b|\bdislike|\bno longer\b"
    r"|\baverse"
    r"|\bexcept|\brefuse|\bfree\b|\bterrible\b|\bbad\b|\binto?lerant|\bover\b",
)
_DENIES = LazyPattern(r"\b(?:not|never|cannot)\b|n't\b")


def faithful(content: str, said: str) -> bool:
    """`said`: the clause that it was made of. What was denied is not told as if it held."""
    bare = _QUOTED.sub("x", content)
    if bare.count('"') or bare.count("“") != bare.count("”") or bare.count("(") != bare.count(")"):
        return False
    if _OWN.search(bare) or _LOOSE.search(bare.rstrip(" .!")) or _UNBOUND.search(bare):
        return False
    return bool(_NO.search(content.lower())) or not _DENIES.search(said.lower())
