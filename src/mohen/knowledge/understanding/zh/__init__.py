"""Understands Chinese."""

from __future__ import annotations

from mohen.knowledge.understanding.claims import Language, Who
from mohen.knowledge.understanding.judge import Judge
from mohen.knowledge.understanding.zh import alone, events, signs
from mohen.knowledge.understanding.zh.clauses import contrast, corrected, read_clause, split_clauses
from mohen.knowledge.understanding.zh.meanwhile import SAID, TOLD_ON
from mohen.knowledge.understanding.zh.phrases import another


def _sentence(who: Who, tail: str) -> str:
    return f"{who.shown}{tail}"


def _told_whole(content: str, **kind: bool) -> bool:
    """What is told of a project is known to be whole."""
    return signs.is_plain(content) or alone.told_whole(content, **kind)


JUDGE = Judge(
    "zh/alone_weights.txt", signs.WORDED, signs.told, signs.around, signs.is_plain, signs.is_plan
)
CHINESE = Language(
    user="用户",
    agent="助手",
    clauses=split_clauses,
    read=read_clause,
    corrected=corrected,
    contrast=contrast,
    other_day=events.other_day,
    another=another,
    day_named=events.day_named,
    sentence=_sentence,
    correction="用户更正：{}",
    wish="用户要求记住：{}",
    rule="用户要求助手遵守：“{}”",
    basis="提到：{}",
    said=SAID,
    told_whole=_told_whole,
    stands_alone=JUDGE.stands_alone,
    needs_day=alone.needs_day,
    told_on=TOLD_ON,
    bare=alone.bare,
    stands=alone.stands,
    held=alone.held,
    dayless=alone.dayless,
)
