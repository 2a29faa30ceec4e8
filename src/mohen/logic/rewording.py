"""Does a rule in other words still say what was measured?

Where it can be read, it must read as the same rule. Where it cannot (free words seldom can), its
number, its direction, its scene and its phrase must stand as they stood; when in doubt it does
not, and the words of the statistics are kept.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

from mohen.logic import reading, wording
from mohen.logic.folding import fold
from mohen.model.language import Candidate
from mohen.model.rule import PHRASE, Op, Predicate

_NUMBER = re.compile(r"\d+(?:\.\d+)?%?")
# The longer ones first: 不超过 is less, 超过 is more; and 不少于 is more before 少 is less.
_DIRECTION = re.compile(
    r"(?P<less>不超过|不多于|不长于|不高于|不大于|低于|少于|短于|小于|以内|以下|避免|不用|不写|不要"
    r"|别|短|少|<|≤|\b(?:no|not) (?:more|longer|over)\b|\bat most\b|\b(?:under|below|within|fewer"
    r"|less|short|shorter|brief|avoid|without|no|not|never|don't|cut|limit)\b)"
    r"|(?P<more>超过|多于|长于|高于|大于|至少|以上|(?<!最)长句|长段|长词"
    r"|较长|更长|多|>|≥|\bat least\b"
    r"|\b(?:over|above|beyond|more|long|longer|often|plenty)\b)"
)
_MORE_FIRST = re.compile(r"不少于|不低于|不短于|不小于|\b(?:no|not) (?:less|fewer|shorter|under)\b")


def keeps_meaning(zh: str, en: str, candidate: Candidate) -> bool:
    """Both languages say the rule that the candidate says."""
    bare = wording.word(replace(candidate.predicate, scene_type=None), "zh")
    whole = wording.word(candidate.predicate, "zh")
    lead_zh = whole.zh[: len(whole.zh) - len(bare.zh)]
    lead_en = whole.en[: len(whole.en) - len(bare.en)]
    return _same(zh, candidate.zh, lead_zh, candidate.predicate) and _same(
        en, candidate.en, lead_en, candidate.predicate
    )


def _same(text: str, original: str, lead: str, predicate: Predicate) -> bool:
    now, before, phrase = fold(text), fold(original), fold(_phrase(predicate))
    if _numbers(now) != _numbers(before):
        return False
    read = reading.read(text)
    if read is not None:
        return read.topic == predicate.topic and read.op is predicate.op
    return (
        bool(_numbers(before) or predicate.feature.startswith(PHRASE))
        and now.startswith(fold(lead))
        and fold(predicate.skill_used or "") in now
        and phrase in now
        and _directions(now.replace(phrase, "") if phrase else now) == {predicate.op}
    )


def _phrase(predicate: Predicate) -> str:
    feature = predicate.feature
    return feature.removeprefix(PHRASE) if feature.startswith(PHRASE) else ""


def _numbers(plain: str) -> Counter[str]:
    return Counter(_NUMBER.findall(plain))


def _directions(plain: str) -> set[Op]:
    """Which ways its words point; a rule that points both ways is not clear."""
    found = {Op.MORE} if _MORE_FIRST.search(plain) else set()
    for each in _DIRECTION.finditer(_MORE_FIRST.sub("", plain)):
        found.add(Op.LESS if each["less"] else Op.MORE)
    return found
