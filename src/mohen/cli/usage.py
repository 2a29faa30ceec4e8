"""Errors of the command line, as click finds them, in our words and both languages."""

from __future__ import annotations

import click

from mohen.cli.i18n import say
from mohen.errors import Detail, InvalidArgument
from mohen.text import error_words


def invalid(error: click.ClickException) -> InvalidArgument:
    details: dict[str, Detail] = {}
    if isinstance(error, click.BadParameter) and error.param is not None:
        details["field"] = error.param.opts[0] if error.param.opts else error.param.name
    return InvalidArgument(_said(error), **details)


def _said(error: click.ClickException) -> str:
    if isinstance(error, click.MissingParameter):
        name = "" if error.param is None else error.param.get_error_hint(_context(error))
        return say(f"{name} is missing", f"缺少 {name}")
    if isinstance(error, click.NoSuchOption):
        near = "".join(f" {each}" for each in sorted(error.possibilities or [])[:3])
        hint = say(f"; did you mean{near}?", f"，是否指{near}？") if near else ""
        return (
            say(f"there is no option {error.option_name}", f"没有选项 {error.option_name}") + hint
        )
    if isinstance(error, click.BadParameter) and error.param is not None:
        name = error.param.get_error_hint(_context(error))
        return say(f"{name}: {error.message}", f"{name} 的值不对：{_chinese(error.message)}")
    return say(error.format_message(), _chinese(error.format_message()))


def _chinese(message: str) -> str:
    return error_words.in_chinese(message) or message


def _context(error: click.UsageError) -> click.Context:
    return error.ctx or click.Context(click.Command("mohen"))
