"""What a prompt asks for, read back from its lines: the skill, the task, the author's text and
the rules. By `- key=value`, tags and rule lines; headings differ by language and are not needed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from mohen.model.language import Message

_TAGS = ("instruction", "before", "selection", "after")
_KEY = re.compile(r"^- (skill|scene|target|selection)=(.*)$", re.MULTILINE)
_RULE = re.compile(
    r"^- (?P<text>.+?)\s*[（(](?:置信度|confidence)[:：]\s*(?P<confidence>[01](?:\.\d+)?)"
    r"(?P<confirmed>[^）)]*)[）)]\s*$",
    re.MULTILINE,
)
_PREFERENCES = re.compile(
    r"^## (?:用户偏好|Preferences)$(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL
)
_SESSION = re.compile(r"^## (?:会话信息|Session)$(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
_CARD = re.compile(
    r"^ref:\S*characters/(?P<stem>[^/\n]+?)\.md$(?P<text>(?:\n(?!ref:|##).*)*)", re.M
)
_CARD_NAME = re.compile(
    r"^(?:#\s*|name\s*[:：]\s*|姓名\s*[:：]\s*)(?P<name>\S.*?)\s*$", re.MULTILINE
)
_NOTHING = re.compile(r"\((?:none|unavailable|masked)\b[^)\n]*\)")


@dataclass(frozen=True, slots=True)
class RuleLine:
    text: str
    confidence: float
    confirmed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    skill: str = "continue"
    scene: str = ""
    on_selection: bool = False
    instruction: str = ""
    before: str = ""
    selection: str = ""
    after: str = ""
    rules: tuple[RuleLine, ...] = ()
    people: tuple[str, ...] = ()  # of whom there are cards
    known: tuple[str, ...] = ()  # what is said of them and of the story, line by line

    @property
    def seed(self) -> str:
        """The request itself and nothing that was learned: the same request under other rules
        is the same draft, shaped differently."""
        return "\0".join(
            (self.skill, self.scene, self.instruction, self.before, self.selection, self.after)
        )


def read(messages: Sequence[Message]) -> Request:
    """As much as can be made out; what is missing is as if it were empty."""
    system = "\n".join(each.content for each in messages if each.role == "system")
    user = "\n".join(each.content for each in messages if each.role != "system")
    rest, texts = _untagged(user)
    session = _SESSION.search(system)
    keys = dict(_KEY.findall(session[1] if session else "")) | dict(_KEY.findall(rest))
    preferences = _PREFERENCES.search(system)
    listed = (preferences[1] if preferences else "") + "\n" + rest
    return Request(
        skill=keys.get("skill", "continue").strip(),
        scene=keys.get("scene", "").strip(),
        on_selection=keys.get("target", "").strip() == "selection",
        **texts,
        rules=tuple(map(_rule, _RULE.finditer(listed))),
        people=tuple(dict.fromkeys(_people(system + "\n" + rest))),
        known=tuple(_facts(rest)),
    )


def _untagged(user: str) -> tuple[str, dict[str, str]]:
    """The prompt's own words, and the author's by the tag they stand in."""
    texts: dict[str, str] = {}
    for tag in _TAGS:
        # The last end before a heading: the author's text may hold the tag itself.
        found = re.search(
            rf"^<{tag}>\n(.*?)\n?^</{tag}>$(?=\n+##|\s*\Z)", user, re.MULTILINE | re.DOTALL
        )
        if found:
            text = "" if _NOTHING.fullmatch(found[1].strip()) else found[1]
            texts[tag] = text.strip("\n")
            user = user[: found.start()] + user[found.end() :]
    return user, texts


def _rule(found: re.Match[str]) -> RuleLine:
    return RuleLine(
        found["text"],
        float(found["confidence"]),
        "confirm" in found["confirmed"] or "确认" in found["confirmed"],
    )


def _people(text: str) -> list[str]:
    names = []
    for card in _CARD.finditer(text):
        named = _CARD_NAME.search(card["text"])
        names.append(named["name"] if named else card["stem"])
    return names


def _facts(rest: str) -> list[str]:
    """Lines of the current chapter that say something: no headings, keys, rules or placeholders."""
    lines = map(str.strip, rest.splitlines())
    return [
        each
        for each in lines
        if each
        and not each.startswith(("#", "ref:", "["))
        and not _KEY.match(each)
        and not _RULE.match(each)
        and not _NOTHING.fullmatch(each)
    ]
