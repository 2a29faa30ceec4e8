"""How memory reads in a prompt."""

from __future__ import annotations

from collections.abc import Iterable

from mohen.logic import curation
from mohen.logic.chapters import ZH, Words
from mohen.model.rule import Rule

HEADER = "[用户写作偏好 - 自动学习]"
"""As seed 000 has it (C26). It stands there even when nothing follows, so that the shape of a
prompt does not depend on what is known."""


def preferences(rules: Iterable[Rule], words: Words = ZH) -> str:
    """The author's rules, one a line: confirmed first, then the surest (R44, C67)."""
    return "\n".join([HEADER, *(line(rule, words) for rule in curation.in_order(rules))])


def line(rule: Rule, words: Words) -> str:
    ending = words.confirmed if rule.user_confirmed else words.unconfirmed
    return f"- {rule.text}{ending.format(rule.confidence)}"
