"""What somebody says of themselves where several people speak to one agent: it is of them, by name,
and not of the user."""

from __future__ import annotations

import re
from dataclasses import replace

from mohen.knowledge.consolidation.model import Named, Statement
from mohen.knowledge.model import AGENT, USER, Category, EntityType
from mohen.text.language import has_han
from mohen.text.lazy_pattern import LazyPattern

# Not: the user interface of what somebody builds.
_USER = LazyPattern(
    r"\b[Tt]he user(?! (?:interface|experience|manual|guide|base|group|stor(?:y|ies)|tests?"
    r"|testing|research|agent|name)\b)(?='s\b|\b)"
)
_SHOWN = ("The user", "用户")


def said_by(statement: Statement, speaker: str) -> Statement:
    """`speaker`: empty where it is the user."""
    if not speaker or not statement.content:
        return replace(statement, subject=speaker) if speaker else statement
    theirs = statement.content.startswith(("The user's", "用户的"))
    return replace(
        statement,
        content=_named(statement.content, speaker),
        basis=_named(statement.basis, speaker),
        subject=_subject(statement.subject, speaker, theirs=theirs),
        # Who somebody else is fades as what is known of others does.
        category=Category.RELATION
        if statement.category is Category.IDENTITY
        else statement.category,
        entities=tuple(
            Named(speaker, EntityType.PERSON) if each.name in _SHOWN else each
            for each in statement.entities
        ),
    )


def _subject(subject: str, speaker: str, *, theirs: bool) -> str:
    """The mother of one is not the mother of the other."""
    if subject == USER:
        return speaker
    return f"{speaker} {subject}" if theirs and subject != AGENT else subject


def _named(text: str, speaker: str) -> str:
    """Without looking into what is quoted word for word."""
    head, mark, quoted = (
        re.split('(: "|：“)', text, maxsplit=1) if _quotes(text) else (text, "", "")
    )
    if has_han(head) or "用户" in head:
        head = head.replace("用户", speaker, 1) if head.startswith("用户") else head
    else:
        head = _USER.sub(lambda _: speaker, head)
    return head + mark + quoted


def _quotes(text: str) -> bool:
    return ': "' in text or "：“" in text
