"""Types of arguments: several names, a text or standard input, a moment, a whole day."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from typing import Any

import click

from mohen.cli.i18n import say
from mohen.errors import InvalidArgument

_BETWEEN = re.compile("[,，、;；]")
_MOST = 1 << 20  # bytes of a message: more is a file that somebody gave by mistake


def names(typed: str) -> list[str]:
    """`a,b` or 甲、乙: each once, without blanks around it."""
    found = (each.strip() for each in _BETWEEN.split(typed))
    return list(dict.fromkeys(each for each in found if each))


def spoken(words: Sequence[str]) -> str:
    """The words, or what comes on standard input where they are a single `-`."""
    if tuple(words) != ("-",):
        return " ".join(words)
    raw = sys.stdin.buffer.read(_MOST + 1)
    if len(raw) > _MOST:
        raise InvalidArgument(say("the input is too large", "输入过大"), field="-")
    try:
        return raw.decode("utf-8-sig").strip()
    except UnicodeDecodeError:
        raise InvalidArgument(
            say("the input is not UTF-8", "输入不是 UTF-8 编码"), field="-"
        ) from None


class Moment(click.ParamType):  # type: ignore[type-arg]  # generic in newer clicks only
    """A date, a date with time (local unless it says otherwise), or milliseconds."""

    name = "time"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        try:
            if isinstance(value, int) or str(value).isdecimal():
                return int(value)
            return int(datetime.fromisoformat(value).timestamp() * 1000)
        except (ValueError, OverflowError, OSError):
            self.fail(
                say(
                    "write 2026-01-31 or 2026-01-31T18:30", "请写作 2026-01-31 或 2026-01-31T18:30"
                ),
                param,
                ctx,
            )


class Ending(Moment):
    """A moment up to which something counts: a date stands for the whole of its day."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        try:
            day = date.fromisoformat(value) if "-" in str(value) else None
        except (TypeError, ValueError):
            day = None
        if day is None or day == date.max:
            return super().convert(value, param, ctx)
        after = datetime.combine(day + timedelta(days=1), time.min)
        return super().convert(after.isoformat(), param, ctx)
