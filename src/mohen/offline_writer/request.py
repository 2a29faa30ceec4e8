"""What a prompt asks for, read back from its text: skill, task, the author's text, rules.

By `- key=value`, tags and rule lines; headings differ by language.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from hashlib import sha256

from mohen.core.values import dataclass
from mohen.text import quoted
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.tokens import Message

_TAGS = ("instruction", "before", "selection", "after")
_DEFUSED = "<∕"  # as `prompts/prompt.py` writes what would close a tag
_KEY = LazyPattern(r"^- (skill|capabilities|scene|target|selection|chapter)=(.*)$", re.MULTILINE)
_SURE = LazyPattern(
    r"[（(](?:置信度|confidence): ?(?P<confidence>\d(?:\.\d{1,9})?)(?P<more>[^（()）]*)[）)]$"
)
_CONFIRMED = LazyPattern("确认|confirmed")
_NOTHING = LazyPattern(r"\((?:none|empty|unavailable|masked)\b[^)\n]*\)")
_CARD = LazyPattern(
    r"^ref:\S*characters/(?P<stem>[^/\n]+)\.md$(?P<text>(?:\n(?!ref:|##).*)*)", re.MULTILINE
)
_STYLE = LazyPattern(
    r"^ref:\S*style-guide\.md\n<file>\n((?:(?!\n<file>\n).)*?)\n</file>$", re.MULTILINE | re.DOTALL
)
_SAYING = LazyPattern(r"(?:[^。；;.\n]|\.(?!\s|$))+", re.MULTILINE)
_CARD_NAME = LazyPattern(r"^(?:# |name: ?|姓名[:：] ?)(?P<name>\S[^\n]*)$", re.MULTILINE)


_MEMORY = LazyPattern(  # no rules
    rf"^{quoted.OPEN}\n(?:(?!{quoted.OPEN}$|{quoted.CLOSE}$).*+\n)*+{quoted.CLOSE}$", re.MULTILINE
)
_SESSION = LazyPattern(r"^## (?:会话信息|(?P<english>Session))\n(?=- project=)", re.MULTILINE)
_PREFERENCES = LazyPattern(r"^## (?:用户偏好|Preferences)$", re.MULTILINE)
_PROJECT = LazyPattern(r"^## (?:项目设定|Project)$", re.MULTILINE)
_CURRENT = LazyPattern(r"^## (?:当前上下文|Current)$", re.MULTILINE)
_SKILL = LazyPattern(r"^### (?:技能|Skill)$", re.MULTILINE)
_BEFORE = LazyPattern(r"^### (?:上文|Before)$", re.MULTILINE)
_OUTPUT = LazyPattern(r"^## (?:输出格式|Output)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class RuleLine:
    """A rule of the author as the prompt has it."""

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
    style: tuple[str, ...] = ()  # what the project's style guide says, one thing each
    people: tuple[str, ...] = ()  # of whom there are cards
    known: tuple[str, ...] = ()  # what is noted of them and of the story, line by line
    language: str = "zh"  # of the prompt itself

    @property
    def seed(self) -> str:
        """The request and nothing that was learned: the same request under other rules is the
        same draft, shaped differently."""
        texts = (self.instruction, self.before, self.selection, self.after)
        whole = "\0".join((self.skill, self.scene, *texts))
        return sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()


def read(messages: Sequence[Message]) -> Request:
    """As much as can be made out; what is missing is as if it were empty."""
    system = "\n".join(each.content for each in messages if each.role == "system")
    user = "\n".join(each.content for each in messages if each.role != "system")
    rest, texts = _untagged(user)
    current, _ = _cut(_cut(rest, _CURRENT)[1] or rest, _OUTPUT)
    task, rest = _cut(current, _SKILL)
    current = task + _cut(rest, _BEFORE)[1]  # without the skill's own words
    _, session = _cut(system, _SESSION)
    _, learned = _cut(session, _PREFERENCES)
    learned, project = _cut(learned, _PROJECT)
    keys = dict(reversed(_KEY.findall(current)))  # the first of a name is the prompt's
    return Request(
        skill=keys.get("skill", "continue").strip(),
        scene=keys.get("scene", "").strip(),
        on_selection=keys.get("target", "").strip() == "selection",
        rules=tuple(_rules(_MEMORY.sub("", f"{learned}\n{current}"))),
        style=tuple(_guidance(project)),
        people=tuple(dict.fromkeys(_people(f"{project}\n{current}"))),
        known=tuple(_facts(f"{project}\n{current}")),
        language="en" if (found := _SESSION.search(system)) and found["english"] else "zh",
        **texts,
    )


def _cut(text: str, heading: re.Pattern[str]) -> tuple[str, str]:
    """What stands before a heading and what after it; all of it before one that is not there."""
    found = heading.search(text)
    return (text[: found.start()], text[found.end() :]) if found else (text, "")


def _untagged(user: str) -> tuple[str, dict[str, str]]:
    """The prompt's own words, and the author's by the tag they stand in."""
    texts: dict[str, str] = {}
    for tag in _TAGS:
        opens, closes = (re.compile(each, re.M) for each in (rf"^<{tag}>\n", rf"^</{tag}>$"))
        begin = opens.search(user)
        end = begin and closes.search(user, begin.end())
        if begin and end:
            text = user[begin.end() : end.start()].strip("\n").replace(_DEFUSED, "</")
            texts[tag] = "" if _NOTHING.fullmatch(text.strip()) else text
            user = user[: begin.start()] + user[end.end() :]
    return user, texts


def _rules(text: str) -> Iterator[RuleLine]:
    for line in map(str.rstrip, text.splitlines()):
        sure = _SURE.search(line) if line.startswith("- ") else None
        if sure:
            said = line[: sure.start()].removeprefix("- ").strip()
            yield RuleLine(said, float(sure["confidence"]), bool(_CONFIRMED.search(sure["more"])))


def _guidance(text: str) -> Iterator[str]:
    for guide in _STYLE.finditer(text):
        for said in map(str.strip, _SAYING.findall(guide[1])):
            if not said.startswith(("#", "<!--")):
                yield said.lstrip("-*• ")


def _people(text: str) -> Iterator[str]:
    for card in _CARD.finditer(text):
        named = _CARD_NAME.search(card["text"])
        yield named["name"].strip() if named else card["stem"]


def _facts(text: str) -> Iterator[str]:
    """Lines that say something: no headings, keys, rules or placeholders."""
    for line in map(str.strip, text.splitlines()):
        said = line and not line.startswith(("#", "ref:", "[", "<"))
        if said and not (_KEY.match(line) or _SURE.search(line) or _NOTHING.fullmatch(line)):
            yield line
