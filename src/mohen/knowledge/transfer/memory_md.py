"""Reads a memory that somebody kept by hand in Markdown (R228).

Headings are themes, bullets are facts, paragraphs are notes, and each knows the line it stands in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import field

from mohen.core.values import dataclass
from mohen.knowledge.model import FACT, NOTE, Category
from mohen.knowledge.transfer.model import Memo
from mohen.knowledge.workspace.layout import ms_of
from mohen.knowledge.workspace.model import Trouble
from mohen.text.language import has_han
from mohen.text.lazy_pattern import LazyPattern

OURS = LazyPattern(r"<!--\s*mohen:.*?(?:<!--\s*/mohen\s*-->|\Z)", re.DOTALL)
"""What we wrote ourselves is not taken in again (C64)."""

_DEEPEST = 32  # bullets below bullets; a deeper one stands beside the last of them
_MARKED = 8  # marks within marks; there are four kinds of them
_COMMENT = LazyPattern(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_FRONT = LazyPattern(r"\A---\n.*?\n---(?=\n|\Z)", re.DOTALL)
_HEADING = LazyPattern(r"(?P<depth>#{1,6})\s+(?P<text>.+?)\s{0,9}#{0,9}$")
_BULLET = LazyPattern(r"(?P<indent>[ \t]*)(?:[-*+•·]|\d{1,3}[.)、])[ \t]+(?P<text>\S.*)$")
_BOX = LazyPattern(r"\[(?P<mark>[ xX])\]\s+")
_FENCE = LazyPattern(r"\s*(?:```|~~~)")
_RULE = LazyPattern(r"\s*(?:[-*_=]\s*){3,}$|[\s:|-](?=[^|]*\|)[\s:|-]+$")
_DAY = r"(?P<day>\d{4}[-/.年]\d{1,2}[-/.月]\d{1,2})日?(?:[T ]\d{1,2}:\d{2}(?::\d{2})?Z?)?"
_DATED = LazyPattern(rf"[\[(（【]?{_DAY}[\])）】]?\s*(?:[-–—:：，,]\s*)?")
_DATED_END = LazyPattern(
    rf"(?<!\s)\s*[\[(（【](?:saved|added|updated|记于|更新于?)?:?\s*{_DAY}[\])）】]\s*$"
)
_MARKS = LazyPattern(r"(\*\*|__|~~|`)(?=\S)(?P<said>.{1,500}?)(?<=\S)\1")
_LINK = LazyPattern(r"\[(?P<said>[^\[\]]{1,500})\]\([^)]{0,500}\)")
_LABEL = LazyPattern(r"[:：]\s*$")
_ABOUT = (
    (Category.SAFETY, "安全|紧急|safety|emergency"),
    (Category.HEALTH, "健康|医疗|过敏|病史|health|medical|allerg"),
    (Category.CONSTRAINT, "规则|约束|约定|禁忌|要求|指令"
     "|rules?\\b|constraint|instruction|guideline|boundar"),
    (Category.PREFERENCE, "偏好|喜好|习惯|口味|preference|\\blikes?\\b|dislike|habits?|style"),
    (Category.RELATION, "家人|家庭|朋友|同事|关系|人物|联系人"
     "|people|famil|friend|relation|contacts?"),
    (Category.SCHEDULE, "日程|安排|计划|schedule|calendar|event|appointment"),
    (Category.STATUS, "工作|项目|近况|现状|学习|work|projects?|status|career|job"),
    (Category.IDENTITY, "身份|个人|基本信息|关于我|关于用户"
     "|identity|profile|about (?:me|the user)|personal|basic"),
)  # fmt: skip
_CATEGORIES = tuple((kind, LazyPattern(words, re.IGNORECASE)) for kind, words in _ABOUT)


@dataclass(slots=True)
class _Bullet:
    line: int
    indent: int
    text: str
    children: list[_Bullet] = field(default_factory=list)


@dataclass(slots=True)
class _Page:
    """What a heading stands over."""

    name: str
    titles: list[tuple[int, str]] = field(default_factory=list)  # depth and words
    bullets: list[_Bullet] = field(default_factory=list)
    prose: list[tuple[int, str]] = field(default_factory=list)
    memos: list[Memo] = field(default_factory=list)

    def flush(self) -> None:
        for each in self.bullets:
            self.memos += _facts(self, each)
        if self.prose:
            text = _joined([line for _, line in self.prose])
            self.memos += _memo(self, self.prose[0][0], text, NOTE)
        self.bullets, self.prose = [], []


def read(text: str, name: str) -> tuple[list[Memo], list[Trouble]]:
    """The memories of a page in order, and what was passed over."""
    page, troubles, fence = _Page(name), list[Trouble](), 0
    for number, line in enumerate(_bare(text).split("\n"), start=1):
        if _FENCE.match(line):
            if not fence:
                troubles.append(Trouble(name, number, "code is not a memory"))
                page.flush()
            fence = 0 if fence else number
        elif not fence:
            _take(page, number, line.rstrip())
    page.flush()
    return page.memos, troubles


def category_of(heading: str) -> Category | None:
    return next((kind for kind, words in _CATEGORIES if words.search(heading)), None)


def without_markup(text: str) -> str:
    """Text without the marks of Markdown."""
    said = _LINK.sub(lambda found: found["said"], text)
    for _ in range(_MARKED):
        said, before = _MARKS.sub(lambda found: found["said"], said), said
        if said == before:
            break
    return said.strip()


def dated(text: str) -> tuple[str, int | None]:
    """A text without the day that it begins or ends with, and that day."""
    for pattern in (_DATED, _DATED_END):
        found = pattern.match(text) if pattern is _DATED else pattern.search(text)
        if found is None:
            continue
        rest = text[found.end() :] if pattern is _DATED else text[: found.start()]
        at = _day(found["day"])
        if rest.strip() and at is not None:
            return rest.strip(), at
    return text, None


def _day(said: str) -> int | None:
    year, month, day = re.split(r"\D", said)
    try:
        return ms_of(f"{year}-{month:0>2}-{day:0>2}")
    except ValueError:
        return None


def _bare(text: str) -> str:
    """Without what is not meant for a reader; every line stays where it is."""
    text = text.replace("\r\n", "\n").removeprefix("\ufeff")
    for pattern in (OURS, _COMMENT, _FRONT):
        text = pattern.sub(lambda found: "\n" * found.group().count("\n"), text)
    return text


def _take(page: _Page, number: int, line: str) -> None:
    heading, bullet = _HEADING.match(line), _BULLET.match(line)
    if heading is not None:
        page.flush()
        depth = len(heading["depth"])
        page.titles = [each for each in page.titles if each[0] < depth]
        page.titles.append((depth, without_markup(heading["text"])))
    elif bullet is not None:
        indent = len(bullet["indent"].expandtabs())
        _hang(page, _Bullet(number, indent, bullet["text"]))
    elif not line.strip() or _RULE.match(line):
        if page.prose or not line.startswith(" "):
            page.flush()
    elif page.bullets and line.startswith((" ", "\t")):
        last = _last(page.bullets[-1])
        last.text = _joined([last.text, line.strip()])
    else:
        if page.bullets:
            page.flush()
        page.prose.append((number, line.strip().lstrip(">").strip(" |").replace(" | ", ": ")))


def _hang(page: _Page, bullet: _Bullet) -> None:
    if page.prose:
        page.flush()
    parent, depth = None, 0
    within = page.bullets[-1] if page.bullets else None
    while within is not None and within.indent < bullet.indent and depth < _DEEPEST:
        parent, within = within, within.children[-1] if within.children else None
        depth += 1
    (page.bullets if parent is None else parent.children).append(bullet)


def _last(bullet: _Bullet) -> _Bullet:
    return _last(bullet.children[-1]) if bullet.children else bullet


def _facts(page: _Page, bullet: _Bullet, before: str = "") -> Iterator[Memo]:
    """A bullet that only names something is said with each that hangs from it; one that says
    something has those that hang from it as its details."""
    said = without_markup(bullet.text)
    if not bullet.children:
        yield from _memo(page, bullet.line, before + said, FACT)
    elif _LABEL.search(said):
        for each in bullet.children:
            yield from _facts(page, each, f"{before}{_LABEL.sub('', said)}{_colon(said)}")
    else:
        details = [without_markup(_flat(each)) for each in bullet.children]
        whole = f"{before}{said.rstrip('。.')}{_colon(said)}{_semicolon(said).join(details)}"
        yield from _memo(page, bullet.line, whole, FACT)


def _flat(bullet: _Bullet) -> str:
    below = [_flat(each) for each in bullet.children]
    return f"{bullet.text} ({', '.join(below)})" if below else bullet.text


def _memo(page: _Page, line: int, text: str, kind: str) -> Iterator[Memo]:
    said, box = text, _BOX.match(text)
    if box is not None:
        said = text[box.end() :]
    said, at = dated(without_markup(said))
    if box is not None:
        said, kind = _boxed(said, done=box["mark"] != " "), NOTE if box["mark"] != " " else kind
    titles = [words for _, words in page.titles]
    if at is None:
        at = next((day for each in reversed(titles) if (day := _heading_day(each))), None)
    categories = (category_of(each) for each in reversed(titles))
    if any(map(str.isalnum, said)):
        ref = f"{page.name}:{line}"
        category = next((each for each in categories if each), None)
        yield Memo(ref=ref, content=said, type=kind, at=at, category=category, source=ref)


def _heading_day(title: str) -> int | None:
    found = _DATED.match(title)
    return None if found is None else _day(found["day"])


def _boxed(said: str, *, done: bool) -> str:
    if has_han(said):
        return f"{'已完成' if done else '待办'}：{said}"
    return f"{'Done' if done else 'To do'}: {said}"


def _joined(lines: list[str]) -> str:
    """Lines of one paragraph; Chinese has no space between them."""
    whole = ""
    for each in lines:
        wide = whole and has_han(whole[-1]) and has_han(each[:1])
        whole = f"{whole}{each}" if not whole or wide else f"{whole} {each}"
    return whole


def _colon(said: str) -> str:
    return "：" if has_han(said) else ": "


def _semicolon(said: str) -> str:
    return "；" if has_han(said) else "; "
