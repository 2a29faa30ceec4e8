"""The words of those who write programs, in Chinese; they are kept in `data/zh/development.txt`."""

from __future__ import annotations

from mohen.knowledge.understanding import entities
from mohen.text.word_lists import topics


def listed(topic: str) -> str:
    """Any of the words of a topic."""
    return "|".join(topics(entities.__file__, "zh/development.txt")[topic].split())


# 这个项目, 我们的仓库: the one that is spoken of all the time, and nothing at hand.
PROJECT = r"(?:项目|仓库|工程|代码库|repo)"
THE_PROJECT = rf"(?:整个|本|该|(?:我们|咱们?)?这个){PROJECT}"
# A thing that has a name: pnpm, GitHub Actions, Node 20.
_LATIN = "A-Za-z0-9_.+#@/:-"
NAMED = rf"[“\"]?[A-Za-z@.][{_LATIN}]*(?: ?[{_LATIN}]+){{0,4}}[”\"]?"
NAMES = rf"{NAMED}(?:\s?(?:、|和|或|跟|与|加|\+)\s?{NAMED}){{0,4}}"
