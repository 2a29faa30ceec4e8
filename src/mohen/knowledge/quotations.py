"""What was said, as short dated quotations beside a message."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from mohen.conversations.model import Role
from mohen.text import quoted, sentences, terms

if TYPE_CHECKING:
    from mohen.conversations.model import Message

_ROLES = {
    Role.USER: ("user", "用户"),
    Role.ASSISTANT: ("assistant", "助手"),
    Role.TOOL: ("tool", "工具"),
    Role.SYSTEM: ("system", "系统"),
}


def line(message: Message, day: str, asked: Collection[str], *, chinese: bool, chars: int) -> str:
    """Who said it and when, and of a long message what holds most of the words that were asked."""
    who = message.speaker or _ROLES[message.role][chinese]
    said = quoted.line(excerpt(message.text, asked, chars))
    return (
        f"- {day} {quoted.line(who)}：“{said}”"
        if chinese
        else f"- {day}, {quoted.line(who)}: “{said}”"
    )


def excerpt(text: str, asked: Collection[str], chars: int) -> str:
    """As many whole sentences as fit, from the one on that holds most of the words, with those
    before it where there is room. A sentence that is longer by itself is cut."""
    if len(text) <= chars:
        return text
    parts = [each for each in sentences.said(text) if each.strip()]
    held = [len(frozenset(terms.expand(each)).intersection(asked)) for each in parts]
    first = max(range(len(parts)), key=lambda at: (held[at], -at))
    last, room = first, chars - len(parts[first])
    while last + 1 < len(parts) and len(parts[last + 1]) <= room:
        last += 1
        room -= len(parts[last])
    while first > 0 and len(parts[first - 1]) <= room:
        first -= 1
        room -= len(parts[first])
    kept = "".join(parts[first : last + 1]).strip()[:chars]
    before, after = "…" if first > 0 else "", "…" if last + 1 < len(parts) or room < 0 else ""
    return f"{before}{kept}{after}"
