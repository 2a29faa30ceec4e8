"""Puts a statement back into the characters of its author: who writes 軟體 reads 軟體."""

from __future__ import annotations

from dataclasses import replace

from mohen.knowledge.consolidation.model import Statement
from mohen.knowledge.understanding import relations
from mohen.text.normalize import simplified

_NAMING = ("relation", "pet", "project")


def as_written(statement: Statement, text: str) -> Statement:
    """`text`: the thought that it was made of, as it stands. What the memory says in words of its
    own (用户, 住在) stays, and so does what is compared: what people are to the user, and
    attributes that are no name."""
    plain = simplified(text)
    if plain == text:
        return statement

    def put_back(word: str) -> str:
        return word if relations.kind_of(word) else _put_back(word, plain, text)

    family, colon, thing = statement.attribute.partition(":")
    return replace(
        statement,
        content=_put_back(statement.content, plain, text),
        subject=put_back(statement.subject),
        attribute=f"{family}{colon}{put_back(thing) if family in _NAMING else thing}",
        value=put_back(statement.value),
        basis=_put_back(statement.basis, plain, text),
        entities=tuple(replace(each, name=put_back(each.name)) for each in statement.entities),
    )


def _put_back(content: str, plain: str, text: str) -> str:
    """Run by run, the longest that the thought has: 发 is 發 in one word and 髮 in another."""
    found, at = [], 0
    while at < len(content):
        end, place = at, -1
        while end < len(content) and (here := plain.find(content[at : end + 1])) >= 0:
            end, place = end + 1, here
        found.append(text[place : place + end - at] if end > at else content[at])
        at = max(end, at + 1)
    return "".join(found)
