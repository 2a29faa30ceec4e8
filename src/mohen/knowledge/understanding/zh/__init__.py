"""Reading what is said in Chinese."""

from __future__ import annotations

from mohen.knowledge.understanding.claims import Tongue, Who
from mohen.knowledge.understanding.zh.clause_reader import read
from mohen.knowledge.understanding.zh.clauses import clauses, contrast, corrected


def _sentence(who: Who, tail: str) -> str:
    return f"{who.shown}{tail}"


CHINESE = Tongue(
    user="用户",
    agent="助手",
    clauses=clauses,
    read=read,
    corrected=corrected,
    contrast=contrast,
    sentence=_sentence,
    correction="用户更正：{}",
    wish="用户要求记住：{}",
    basis="提到：{}",
)
