"""How memory reads in a prompt."""

from __future__ import annotations

from collections.abc import Iterable

from mohen.logic import curation
from mohen.model.rule import Rule

HEADER = "[用户写作偏好 - 自动学习]"
"""As seed 000 has it (C26). It stands there even when nothing follows, so that the shape of a
prompt does not depend on what is known."""


def preferences(rules: Iterable[Rule]) -> str:
    """The author's rules, one a line: confirmed first, then the surest (R44, C67)."""
    return "\n".join([HEADER, *map(_line, curation.in_order(rules))])


def _line(rule: Rule) -> str:
    confirmed = "，用户已确认" if rule.user_confirmed else ""
    return f"- {rule.text}（置信度: {rule.confidence:.2f}{confirmed}）"
