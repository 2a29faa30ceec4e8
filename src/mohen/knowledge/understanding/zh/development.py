"""The words of those who write programs, in Chinese; they are kept in `data/zh/development.txt`."""

from __future__ import annotations

import re
from itertools import takewhile

from mohen.knowledge.understanding import entities
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.word_lists import topics


def listed(topic: str) -> str:
    """Any of the words of a topic."""
    return "|".join(topics(entities.__file__, "zh/development.txt")[topic].split())


# 这个项目, 我们的仓库: the one that is spoken of all the time, and nothing at hand.
PROJECT = r"(?:项目|仓库|工程|代码库|repo)"
THE_PROJECT = rf"(?:整个|本|该|(?:我们|咱们?)?这个){PROJECT}"
# A thing that has a name: pnpm, GitHub Actions, Node 20.
_LATIN = "A-Za-z0-9_.+#@/:-"
NAMED = rf"[“\"]?[A-Za-z@.][{_LATIN}]{{0,60}}(?: [{_LATIN}]{{1,60}}){{0,4}}[”\"]?"
NAMES = rf"{NAMED}(?:\s?(?:、|和|或|跟|与|加|\+)\s?{NAMED}){{0,4}}"

_CUT = LazyPattern(r"[，；;。！!]+|,(?=\s|[^\x00-\x7f])")
_WHOLE = LazyPattern(r"[“「『（(`][^”」』）)`]{0,80}[”」』）)`]|\"[^\"]{0,80}\"")


def pieces(text: str) -> list[str]:
    """The clauses of a text with the marks that end them; joined they are the text."""
    plain = _WHOLE.sub(lambda found: "甲" * len(found.group()), text)
    ends = [each.end() for each in _CUT.finditer(plain)]
    found = [text[start:end] for start, end in zip([0, *ends], [*ends, len(text)], strict=True)]
    return [each for each in found if each.strip()]


_ITEM = LazyPattern(
    r"^\s*(?:[-*•·+]|\d{1,2}\s?[.、)）:：]|[（(]\d{1,2}[)）]|[①-⑩])\s*(?P<what>\S.*)$"
)
_LEAST = 2  # items of a list


def items(
    text: str, heading: re.Pattern[str], *, marked: bool = True
) -> tuple[str, list[str], int]:
    """What a list is of, what is in it and how many characters it takes, where a text begins with
    one under such a heading. `marked`: each item has its dash or its number."""
    first, *rest = text.splitlines(keepends=True) or [""]
    head = heading.fullmatch(first.strip())
    if head is None:
        return "", [], 0
    lines = [*takewhile(lambda line: _item(line, marked=marked), rest)]
    if len(lines) < _LEAST:
        return "", [], 0
    found = [_item(line, marked=marked) for line in lines]
    return head["head"] or "", found, len(first) + sum(map(len, lines))


def _item(line: str, *, marked: bool) -> str:
    match = _ITEM.match(line.rstrip())
    what = match["what"] if match else "" if marked else line
    return what.strip().rstrip("。；;，")
