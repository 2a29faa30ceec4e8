"""A text and a place in it, as one types them: what `run` and `context` ask about."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, BinaryIO

import click

from mohen.cli.bilingual import argument, option
from mohen.cli.connection import Session, chosen, given
from mohen.cli.i18n import Pair, say
from mohen.errors import InvalidArgument

Span = tuple[int, int]

_ID = re.compile("[a-z0-9-]+")
_DIGITS = 12  # of a place in a text
_BYTES = 4  # of one code point in UTF-8, at most


class Range(click.ParamType):  # type: ignore[type-arg]  # generic in newer clicks only
    """Two numbers with a colon between them, or, where `single`, one that stands for both."""

    name = "range"

    def __init__(self, *, single: bool) -> None:
        self._single = single

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Span:
        if isinstance(value, tuple):
            return value
        first, colon, last = str(value).replace("：", ":").partition(":")
        if self._single and not colon:
            last = first
        written = all(each.isdecimal() and len(each) <= _DIGITS for each in (first, last))
        if not written or int(first) > int(last):
            wanted = say("12 or 12:15", "12 或 12:15") if self._single else "120:245"
            self.fail(say(f"write it as {wanted}", f"请写作 {wanted}"), param, ctx)
        return int(first), int(last)


def placed(function: Callable[..., int]) -> Callable[..., int]:
    """The arguments and options that `asked` makes a request of."""
    for each in reversed(_OPTIONS):
        function = each(function)
    return function


_SKILL: Pair = (
    "A skill, by its name or title as `mohen skills` shows them.",
    "技能：名称或标题，见 `mohen skills`。",
)
_OPTIONS = (
    argument("skill", text=_SKILL),
    argument(
        "file",
        required=False,
        type=click.File("rb"),
        text=("The text, UTF-8; - is standard input.", "正文，UTF-8 文件；- 为标准输入。"),
    ),
    option("--text", "-t", text=("The text itself instead.", "直接给出正文。")),
    option(
        "--select",
        type=Range(single=False),
        metavar="START:END",
        text=("Select these characters, from 0.", "选中这些字符，从 0 数起，不含 END。"),
    ),
    option(
        "--line",
        "lines",
        type=Range(single=True),
        metavar="N[:M]",
        text=("Or these lines, from 1.", "或选中这些行，从 1 数起。"),
    ),
    option(
        "--cursor",
        type=int,
        metavar="N",
        text=("Or stand after so many characters.", "或光标位于第 N 个字符之后。"),
    ),
    option(
        "--at-end",
        is_flag=True,
        text=(
            "Or at the end. Without any: all of the text is selected, or the end is where one "
            "stands, as the skill wants it.",
            "或光标位于文末。都不给时由技能决定：选中全文，或位于文末。",
        ),
    ),
    option("--instruction", "-i", text=("What you want this time.", "这一次的要求。")),
    option("--scene", text=("Kind of scene; inferred if absent.", "场景类型；缺省时推断。")),
    option("--chapter", metavar="ID", text=("Chapter.", "章节。")),
)


def asked(
    session: Session,
    *,
    skill: str,
    file: BinaryIO | None,
    text: str | None,
    select: Span | None,
    lines: Span | None,
    cursor: int | None,
    at_end: bool,
    instruction: str | None,
    scene: str | None,
    chapter: str | None,
) -> dict[str, Any]:
    """The payload that the options make. What is wrong with the values, the channel says."""
    _only_one({"FILE": file is not None, "--text": text is not None})
    _only_one(
        {
            "--select": select is not None,
            "--line": lines is not None,
            "--cursor": cursor is not None,
            "--at-end": at_end,
        }
    )
    if file is not None:
        text = read(session, file)
    span = select if lines is None else _of_lines(text or "", lines)
    return given(
        skillId=_skill(session, skill),
        projectId=chosen().project_id,
        text=text,
        selection=None if span is None else {"start": span[0], "end": span[1]},
        cursor=len(text or "") if at_end else cursor,
        instruction=instruction,
        sceneType=scene,
        chapterId=chapter,
    )


def _skill(session: Session, typed: str) -> str:
    """By its name, or by the title that `mohen skills` shows: 续写 is what one reads there."""
    if _ID.fullmatch(typed):
        return typed
    envelope = session.ask("ai:skill:list", {"projectId": chosen().project_id})
    listed = envelope["data"]["items"] if envelope["ok"] else []
    titled = (each["id"] for each in listed if typed in each.get("title", {}).values())
    return next(titled, typed)


def _only_one(typed: dict[str, bool]) -> None:
    names = [name for name, is_there in typed.items() if is_there]
    if len(names) > 1:
        both = " ".join(names)
        raise click.UsageError(
            say(f"only one of these can hold: {both}", f"只能给出其中之一：{both}"),
            click.get_current_context(),
        )


def read(session: Session, file: BinaryIO) -> str:
    """A line break is one character, however the file writes it, as it is in an editor."""
    most = _BYTES * session.policy.context.text_chars_max
    raw = file.read(most + 1)
    if len(raw) > most:
        raise InvalidArgument(
            say("the file is too large: give a chapter of it", "文件过大：请只给一章"),
            field="file",
        )
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InvalidArgument(
            say("the file is not UTF-8: save it again", "文件不是 UTF-8 编码：请另存为 UTF-8"),
            field="file",
        ) from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _of_lines(text: str, lines: Span) -> Span:
    """From the beginning of the first line to the end of the last, its line break apart."""
    rows = text.removesuffix("\n").split("\n")
    first, last = lines
    if first < 1 or last > len(rows):
        count = len(rows)
        raise InvalidArgument(
            say(f"the text has lines 1 to {count}", f"正文只有第 1 至 {count} 行"), field="line"
        )
    start = sum(len(row) + 1 for row in rows[: first - 1])
    return start, start + len("\n".join(rows[first - 1 : last]))
