"""What somebody says of themselves where several people speak to one agent: it is of them, by name,
and not of the user."""

from __future__ import annotations

import re
from dataclasses import replace

from mohen.knowledge.consolidation.model import Named, Statement
from mohen.knowledge.model import AGENT, USER, Category, EntityType
from mohen.text.lazy_pattern import LazyPattern

# Not: the user interface of what somebody builds.
_USER = LazyPattern(
    r"\b[Tt]he user(?! (?:interface|experience|manual|guide|base|group|stor(?:y|ies)|tests?"
    r"|testing|research|agent|name)\b)(?='s\b|\b)"
    r"|用户(?!界面|体验|手册|指南|群|组|故事|测试|研究|调研|画像|增长|运营|留存|需求|反馈|名|数|量|端|协议)"
)
_SHOWN = ("The user", "用户")


def said_by(statement: Statement, speaker: str) -> Statement:
    """`speaker`: empty where it is the user."""
    if not speaker or not statement.content:
        return replace(statement, subject=speaker) if speaker else statement
    return replace(
        statement,
        content=_named(statement.content, speaker),
        basis=_named(statement.basis, speaker),
        subject=_subject(statement, speaker),
        # Who somebody else is fades as what is known of others does.
        category=Category.RELATION
        if statement.category is Category.IDENTITY
        else statement.category,
        entities=tuple(
            Named(speaker, EntityType.PERSON) if each.name in _SHOWN else each
            for each in statement.entities
        ),
    )


def _subject(statement: Statement, speaker: str) -> str:
    """The mother of one is not the mother of the other, and what one wants of the agent does not
    take the place of what the other wants."""
    subject, content = statement.subject, statement.content
    if subject == USER or (subject == AGENT and content.startswith(_SHOWN)):
        return speaker
    theirs = content.startswith(("The user's", "用户的"))
    return f"{speaker} {subject}" if theirs and subject != AGENT else subject


def _named(text: str, speaker: str) -> str:
    """Without looking into what is quoted word for word."""
    head, mark, quoted = (
        re.split('(: "|：“)', text, maxsplit=1) if _quotes(text) else (text, "", "")
    )
    return _USER.sub(lambda _: speaker, head) + mark + quoted


def _quotes(text: str) -> bool:
    return ': "' in text or "：“" in text
