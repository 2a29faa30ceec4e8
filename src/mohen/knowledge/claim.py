"""What a sentence written by hand says of whom."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from mohen.core import system
from mohen.knowledge.consolidation.model import Act, Fragment, Statement, Tag
from mohen.knowledge.model import Category
from mohen.knowledge.transcripts.model import Role, Utterance
from mohen.text.lazy_pattern import LazyPattern

if TYPE_CHECKING:
    from mohen.policy import Policy


def first_person(text: str) -> str:
    """As the user would say it: who has something kept for the user speaks of 用户, "the user"."""
    if (said := _USER_ZH.sub("我", text)) != text:
        return said
    found = _USER_EN.match(text)
    if found is None:
        return text
    verb, rest = found["verb"], text[found.end() :]
    if found["of"]:
        return f"My {verb}{rest}"
    plain = verb.removesuffix("ies") + "y" if verb.endswith("ies") else verb.removesuffix("s")
    return f"I {_VERBS.get(verb.lower(), plain)}{rest}"


NOTHING = Statement(content="", category=Category.GENERAL)


class Claims:
    """Tells what a sentence written by hand says of whom."""

    def __init__(
        self,
        *,
        policy: Policy,
    ) -> None:
        self._policy = policy

    def claim_of(self, content: str, now: int) -> Statement:
        """Where it says one thing that can be told: what is written by hand then takes the place of
        what was known before, as anything said does. Else `NOTHING`."""
        found = self._said([_whole(content, now)], now)
        told = [each for each in found if each.attribute and each.act is Act.STATES]
        one = len(found) == len(told) == 1 and not told[0].ended
        return told[0] if one else NOTHING

    def claims_of(self, content: str, at: int) -> list[Statement]:
        """All that it says, read as a message is that somebody wrote at a time."""
        from mohen.knowledge.understanding import fragments

        utterance = Utterance("", 0, Role.USER, first_person(content), at)
        return self._said(fragments.split(utterance, at=at, policy=self._policy.screening), at)

    def _said(self, kept: Sequence[Fragment], at: int) -> list[Statement]:
        from mohen.knowledge.understanding import extraction  # hundreds of patterns, seldom needed

        found = extraction.extract(
            kept, offset_ms=system.offset(at), policy=self._policy.extraction
        )
        return [each for _, each in found.statements]


def _whole(content: str, now: int) -> Fragment:
    return Fragment("", 0, 0, Role.USER, first_person(content), Tag.STATEMENT, now)


_USER_ZH = LazyPattern(r"^用户 ?(?=[\u4e00-\u9fff\d])")


_USER_EN = LazyPattern(r"^(?:the )?user(?P<of>['’]s)? (?P<verb>[a-z]+)", re.IGNORECASE)


_VERBS = {"is": "am", "has": "have", "was": "was", "does": "do", "goes": "go"}
