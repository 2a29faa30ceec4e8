"""The words that fields of a card go by, and what their values look like."""

from __future__ import annotations

import re

from mohen.logic.folding import fold
from mohen.logic.story import numerals, vocabulary
from mohen.model.graph import EntityType, Moment

NAME = frozenset({"name", "姓名", "名字", "名称", "title"})
ALIAS = frozenset(
    {
        *[
            "aliases",
            "alias",
            "nickname",
            "nicknames",
            "别名",
            "又名",
            "绰号",
            "外号",
            "化名",
            "小名",
            "昵称",
        ],
        "also known as",
    }
)
LEVEL = frozenset({"aicontextlevel", "ai_context_level", "context"})
TYPE = frozenset({"type", "类型", "类别"})
KNOWERS = frozenset({"知情者", "知情", "知情人", "known by", "known to", "knowers", "who knows"})
SECRET = {
    "内容": "content",
    "真相": "content",
    "content": "content",
    "truth": "content",
    "关键词": "keywords",
    "keywords": "keywords",
    "揭示": "revealed",
    "揭晓": "revealed",
    "revealed": "revealed",
}
"""What a secret's fields mean: its words, those that give it away, when it comes out."""

_LISTED = re.compile(r"[、,，;；/\[\]]|\s和\s|(?<=[\u3400-\u9fff])和(?=[\u3400-\u9fff])")
_NOTE = re.compile(r"[（(]([^（）()]*)[)）]")
_CHAPTER = re.compile(
    rf"第\s*({numerals.NUMBER})\s*[章回]|chapter\s+({numerals.WORD})", re.IGNORECASE
)
_HAN_NAME = re.compile(r"[\u3400-\u9fff·]{2,6}")
_LATIN_NAME = re.compile(r"[A-Z][\w'’-]*(?: [A-Z][\w'’-]*){0,3}")
_CALLED_ANYTHING = (EntityType.EVENT, EntityType.SECRET)


def since(text: str) -> Moment:
    """`（第三章）`, `from chapter 3`: from when it holds; otherwise from the beginning."""
    found = _CHAPTER.search(text)
    number = numerals.value(next(filter(None, found.groups()))) if found else None
    return Moment(number or 0)


def unnoted(text: str) -> str:
    """Without what stands in brackets."""
    return _NOTE.sub("", text)


def bare(name: str) -> str:
    """A name without the note behind it and without markup."""
    return unnoted(name).strip(" *_`\"'《》[]")


def names(text: str) -> list[str]:
    return [name for each in _LISTED.split(unnoted(text)) if (name := bare(each))]


def looks_like_a_name(name: str) -> bool:
    return bool(_HAN_NAME.fullmatch(name) or _LATIN_NAME.fullmatch(name))


def can_be_called(kind: EntityType, name: str) -> bool:
    """An event or a secret may be called anything: the forged will."""
    return bool(name) if kind in _CALLED_ANYTHING else looks_like_a_name(name)


def is_known(name: str) -> bool:
    """Whether a word is a field's, and so not the name of a thing."""
    plain = fold(name)
    return (
        plain in NAME | ALIAS | LEVEL | TYPE | KNOWERS
        or plain in SECRET
        or vocabulary.attribute(name) in vocabulary.ATTRIBUTES
        or vocabulary.relation(name) in vocabulary.RELATIONS
    )
