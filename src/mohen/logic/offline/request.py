"""What a prompt asks for, read back from its lines: the skill, the task, the author's text and
the rules. By `- key=value`, tags and rule lines; headings differ by language.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256

from mohen.model.language import Message

_TAGS = ("instruction", "before", "selection", "after")
_KEY = re.compile(r"^- (skill|scene|target|selection)=(.*)$", re.MULTILINE)
_SURE = re.compile(
    r"[（(](?:置信度|confidence): ?(?P<confidence>\d(?:\.\d+)?)(?P<more>[^（()）]*)[）)]$"
)
_CONFIRMED = re.compile("确认|confirmed")
_NOTHING = re.compile(r"\((?:none|unavailable|masked)\b[^)\n]*\)")
_CARD = re.compile(
    r"^ref:\S*characters/(?P<stem>[^/\n]+)\.md$(?P<text>(?:\n(?!ref:|##).*)*)", re.MULTILINE
)
_CARD_NAME = re.compile(r"^(?:# |name: ?|姓名[:：] ?)(?P<name>\S[^\n]*)$", re.MULTILINE)


def _chapter(zh: str, en: str) -> re.Pattern[str]:
    return re.compile(rf"^## (?:{zh}|{en})$(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)


_SESSION = _chapter("会话信息", "Session")
_PREFERENCES = _chapter("用户偏好", "Preferences")
_PROJECT = _chapter("项目设定", "Project")
_OUTPUT = re.compile(r"^## (?:输出格式|Output)$.*", re.MULTILINE | re.DOTALL)
_ENGLISH = re.compile(r"^## Session$", re.MULTILINE)


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
    rest = _OUTPUT.sub("", rest)
    keys = dict(_KEY.findall(_found(_SESSION, system))) | dict(_KEY.findall(rest))
    return Request(
        skill=keys.get("skill", "continue").strip(),
        scene=keys.get("scene", "").strip(),
        on_selection=keys.get("target", "").strip() == "selection",
        rules=tuple(_rules(f"{_found(_PREFERENCES, system)}\n{rest}")),
        people=tuple(dict.fromkeys(_people(f"{system}\n{rest}"))),
        known=tuple(_facts(f"{_found(_PROJECT, system)}\n{rest}")),
        language="en" if _ENGLISH.search(system) else "zh",
        **texts,
    )


def _found(chapter: re.Pattern[str], text: str) -> str:
    match = chapter.search(text)
    return match[1] if match else ""


def _untagged(user: str) -> tuple[str, dict[str, str]]:
    """The prompt's own words, and the author's by the tag they stand in."""
    texts: dict[str, str] = {}
    for tag in _TAGS:
        # It ends before a heading: the author's text may hold the tag itself.
        found = re.search(
            rf"^<{tag}>\n(.*?)\n?^</{tag}>$(?=\n+##|\s*\Z)", user, re.MULTILINE | re.DOTALL
        )
        if found:
            text = found[1].strip("\n")
            texts[tag] = "" if _NOTHING.fullmatch(text.strip()) else text
            user = user[: found.start()] + user[found.end() :]
    return user, texts


def _rules(text: str) -> Iterator[RuleLine]:
    for line in map(str.rstrip, text.splitlines()):
        sure = _SURE.search(line) if line.startswith("- ") else None
        if sure:
            said = line[: sure.start()].removeprefix("- ").strip()
            yield RuleLine(said, float(sure["confidence"]), bool(_CONFIRMED.search(sure["more"])))


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
