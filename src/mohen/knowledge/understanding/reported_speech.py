"""Whose words they are: what a message reports of others is not what its author says.

他说“…” and "…" said my boss are somebody else's; 我说“…” is one's own. A quotation that nobody
is named for is a title or an emphasis ('寒武纪'项目), unless it says I: then it is a line that is
mentioned, not meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from mohen.knowledge.policy import Screening
from mohen.knowledge.understanding.en.sentence_cues import LABELS as LABELS_EN
from mohen.knowledge.understanding.zh.sentence_cues import KIN, LABELS, NAME

Span = tuple[int, int]

_MARKS = re.compile('[“「『"‘]')
_COLON = re.compile(r":(?!\d)|：")
_QUOTED = re.compile(
    r"“[^”]*(?:”|$)|「[^」]*(?:」|$)|『[^』]*(?:』|$)|(?<!\d)\"[^\"\n]*\""
    r"|(?<![A-Za-z])‘[^’\n]*’(?![A-Za-z])"
)
_SAYS_ZH = "(?:说|道|问|喊|叫道|写道|表示|回答|回复|告诉|吼|骂|念|强调|提到|留言|发消息)"
_SAID_EN = (
    r"(?:said|says|say|told|tells|asked|asks|wrote|writes|replied|replies|shouted|yelled"
    r"|whispered|texted"
    r"|goes|was like|is like|added|claims?|claimed|answered)"
)
_OWN = re.compile(
    r"(?<![跟和对向给])我(?:[们]|[跟和对向给][^，。！？“「]{1,8})?(?:就|也|又|刚|刚才"
    rf"|已经|总是?)?(?:{_SAYS_ZH})[^，。“「]{{0,4}}[：:，,]?\s*$"
    rf"|\b(?:i|we)(?: just| always| also| have|'ve)* {_SAID_EN}(?: \w+){{0,3}}[:,]?\s*$",
    re.IGNORECASE,
)
_OTHERS = re.compile(
    rf"{_SAYS_ZH}[^，。！？“「]{{0,5}}[：:，,]?\s*$|\b{_SAID_EN}(?: \w+){{0,3}}[:,]?\s*$",
    re.IGNORECASE,
)
_OTHERS_AFTER = re.compile(
    rf"[，,\s]*(?!我)[^，。！？“]{{0,8}}(?:{_SAYS_ZH})|,?\s*(?:{_SAID_EN}\b(?! i\b)"
    rf"|(?!i )[\w' ]{{1,20}} {_SAID_EN}\b)",
    re.IGNORECASE,
)
_SAYS_I = re.compile(r"我|\b(?:I|I'm|my|I've)\b")
_CALLED = re.compile(r"(?:叫|名为|叫做|名叫|called|named|titled)\s*$", re.IGNORECASE)
_SPEAKER = re.compile(
    r"^[ \t]*[\[【(]?(?P<who>[^\s：:，。,.!?\[\]【】()]{1,12}"
    r"|[A-Z][\w'-]*(?: [A-Z][\w'-]*){1,2})[\])】]?[：:][ \t]*(?=\S)(?!//)",
    re.MULTILINE,
)
_REPORTS = re.compile(
    rf"^[^：:“「\n我]{{0,3}}(?:(?:我(?:的)?)?{KIN}|{NAME}|[他她]们?|医生|客户|老板"
    rf"|网友)[^：:“「\n，。]{{0,8}}{_SAYS_ZH}[^：:，。\n]{{0,3}}[：:](?!\s*[“「])",
    re.MULTILINE,
)
_HEADS = (
    r"correction|note|notes|important|p\.?s\.?|update|edit|reminder|fyi|todo|question"
    r"|context|background"
    r"|example|remember|warning|summary|answer|reason|problem|issue|tip|btw|also|first"
    r"|finally|result|plan"
)
_OWN_LABEL = re.compile(rf"(?:我|me|user|用户|本人|{LABELS}|{LABELS_EN}|{_HEADS})", re.IGNORECASE)
_A_PERSON = re.compile(
    rf"(?:我(?:的)?)?{KIN}|{NAME}|[他她]们?|医生|客户|助手|AI|ai|ChatGPT|Claude|Assistant"
    r"|assistant|GPT|Bot"
)
_A_NAME = re.compile(r"[A-Z][a-z]+(?: [A-Z][a-z]+)?")
_TALKS = re.compile(r"\b(?:I|I'm|I'll|you|You|we|my)\b|[我你]")


def spans(text: str, policy: Screening) -> list[Span]:
    """Where somebody else is speaking."""
    marked = _in_marks(text, policy) if _MARKS.search(text) else ()
    lines = _by_lines(text, policy) if _COLON.search(text) else ()
    return [*marked, *lines]


def _in_marks(text: str, policy: Screening) -> Iterator[Span]:
    for found in _QUOTED.finditer(text):
        before = text[max(0, found.start() - policy.reported) : found.start()]
        after = text[found.end() : found.end() + policy.reported]
        if _OWN.search(before):
            continue
        named = _OTHERS_AFTER.match(after)
        if named or _OTHERS.search(before):
            yield found.start(), found.end() + (named.end() if named else 0)
        elif (
            _SAYS_I.search(found.group())
            and (before + after).strip()
            and not _CALLED.search(before)
        ):
            yield found.span()


def _by_lines(text: str, policy: Screening) -> Iterator[Span]:
    for found in _lines(_REPORTS, text):
        yield found.start(), _line_end(text, found.end())
    named = [each for each in _lines(_SPEAKER, text) if not _OWN_LABEL.fullmatch(each["who"])]
    names = [each for each in named if _A_NAME.fullmatch(each["who"])]
    for each in named:
        end = _line_end(text, each.end())
        talks = len(names) >= policy.speakers or _TALKS.search(text, each.end(), end)
        if _A_PERSON.fullmatch(each["who"]) or (each in names and talks):
            yield each.start(), end


def _lines(pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """Where lines begin so. Most messages have one line, and looking at its start is enough."""
    if "\n" in text:
        yield from pattern.finditer(text)
    elif found := pattern.match(text):
        yield found


def _line_end(text: str, start: int) -> int:
    end = text.find("\n", start)
    return len(text) if end < 0 else end
