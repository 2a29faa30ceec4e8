"""Ids of rules as a person reads and types them: the last letters, made by lot. Facts and notes
have short ones that say their day."""

from __future__ import annotations

from collections.abc import Iterator

import click

from mohen.cli.connection import asked, chosen
from mohen.cli.i18n import say

_LETTERS = 6  # a thousand million: two of one home are alike in none
_LEAST = 4  # to be typed: fewer may name what nobody meant


def short(id: str) -> str:
    return id[-_LETTERS:]


def told(id: str) -> str:
    """Beside what it names."""
    return say(f"id {short(id)}", f"编号 {short(id)}")


def whole(said: str) -> str:
    """The id of a rule that can be seen from the project, by its last letters."""
    if "_" in said or len(said) < _LEAST:
        return said
    found = {each for each in _known() if each.endswith(said.lower())}
    if len(found) > 1:
        raise click.UsageError(
            say(
                f"{said} is how several ids end: type more of it (--json shows them whole)",
                f"有多个编号以 {said} 结尾：请多写几位（--json 可看到完整编号）",
            ),
            click.get_current_context(),
        )
    return next(iter(found), said)


def _known() -> Iterator[str]:
    payload = {"projectId": chosen().project_id, "includeOverridden": True}
    told = asked("memory:semantic:list", payload)
    if told["ok"]:
        yield from (each["id"] for each in told["data"]["items"])
