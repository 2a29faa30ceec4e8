"""What a command prints: one envelope, or words for a person. Computes nothing."""

from __future__ import annotations

import errno
import io
import json
import os
import re
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import click

from mohen import errors
from mohen.cli import exits
from mohen.cli.columns import fold, width
from mohen.cli.i18n import say

if TYPE_CHECKING:
    from rich.console import Console
    from rich.status import Status

    from mohen.server.dispatch import Envelope

PATIENCE_S = 1.0  # how long a silence may last before it is explained
PIPE_COLUMNS = 100
_COLUMN_DIGITS = 5  # of COLUMNS: a wider terminal is none
_GAP = 2  # between columns
_LEAST = 12  # of the last column
_STYLES: dict[str, dict[str, Any]] = {
    "": {},
    "yellow": {"fg": "yellow"},
    "red": {"fg": "red"},
    "bold red": {"fg": "red", "bold": True},
}
_DIM = {"dim": True}
EXCERPT = 160  # characters of a text where only its beginning is shown

# Text of an episode must not be able to move the cursor or change colours.
_CONTROLS = r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]"


def prepare() -> None:
    """Chinese is printable whatever the locale says."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")


def open_streams() -> None:
    """A standard stream that is closed is nobody who reads or speaks, and its number must not go
    to a file of the home."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            # The lowest free number is the closed one. It stays open for the whole command.
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115


def silence() -> None:
    """What a full or closed stream did not take is given up: the interpreter would stumble over it
    at its end."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            with suppress(OSError, ValueError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def show(*lines: str) -> None:
    """For the reader: standard output."""
    for line in lines:
        click.echo(clean(line))


def note(text: str, style: str = "") -> None:
    """Beside the answer: standard error, if it takes it."""
    with suppress(OSError, ValueError):
        click.echo(_styled(clean(text), _STYLES[style], sys.stderr), err=True)


def _styled(text: str, style: Mapping[str, Any], stream: TextIO) -> str:
    return click.style(text, **style) if style and _colours(stream) else text


def _colours(stream: TextIO) -> bool:
    """Only on a terminal, and not there either when NO_COLOR is set."""
    dumb = os.environ.get("TERM", "") == "dumb"
    return stream.isatty() and not dumb and not os.environ.get("NO_COLOR")


def _columns(stream: TextIO) -> int:
    """How wide the reader's lines may be."""
    told = os.environ.get("COLUMNS", "")
    if told.isdecimal() and len(told) <= _COLUMN_DIGITS:
        return int(told)
    try:
        return os.get_terminal_size(stream.fileno()).columns or PIPE_COLUMNS
    except (OSError, ValueError):
        return PIPE_COLUMNS


def _console(stream: TextIO) -> Console:
    """rich, for what it alone can draw: it takes longer to load than most commands to answer."""
    from rich.console import Console

    terminal = stream.isatty()
    return Console(
        file=stream,
        force_terminal=terminal,
        color_system="auto" if _colours(stream) else None,
        width=None if terminal else _columns(stream),
        markup=False,
        highlight=False,
        emoji=False,
    )


def clean(text: str) -> str:
    return text if text.isprintable() else re.sub(_CONTROLS, "\N{REPLACEMENT CHARACTER}", text)


def excerpt(text: str | None) -> str:
    """The beginning of a text on one line; a table cuts it further to what fits."""
    line = " ".join((text or "")[: EXCERPT * 2].split())
    return clean(line if len(line) <= EXCERPT else line[:EXCERPT] + "…")


def moment(milliseconds: int) -> str:
    """In the reader's own time zone."""
    from datetime import datetime

    return datetime.fromtimestamp(milliseconds / 1000).astimezone().strftime("%Y-%m-%d %H:%M")


def day(milliseconds: int) -> str:
    """The day of a moment."""
    return moment(milliseconds).partition(" ")[0]


def table(headings: Sequence[str], rows: Iterable[Sequence[str]], *, whole: int = 1) -> None:
    """Columns as wide as the terminal allows; the first `whole` of them are never cut, and a
    long text in the last one leaves the others their room."""
    from rich.table import Table
    from rich.text import Text

    out = _console(sys.stdout)
    made = Table(box=None, pad_edge=False, padding=(0, _GAP, 0, 0), header_style="dim")
    cells = [[Text(clean(cell)) for cell in row] for row in rows]
    widths = [max(each.cell_len for each in row) for row in zip(*cells, strict=True)]
    left = out.width - sum(widths[:-1]) - _GAP * len(widths)
    for place, heading in enumerate(headings):
        made.add_column(
            heading,
            no_wrap=True,
            overflow="ellipsis",
            min_width=widths[place] if widths and place < whole else None,
            max_width=max(_LEAST, left) if place == len(headings) - 1 else None,
        )
    for row in cells:
        made.add_row(*row)
    with out.capture() as drawn:
        out.print(made)
    # Without the blanks that fill a table up to its width.
    click.echo("\n".join(row.rstrip() for row in drawn.get().splitlines()))


def facts(rows: Iterable[tuple[str, str]]) -> None:
    """Names and values, one pair a line, long values folded beside their name."""
    told = [(clean(name), clean(value).expandtabs()) for name, value in rows]
    names = max((width(name) for name, _ in told), default=0) + _GAP
    room = max(_columns(sys.stdout) - names, _LEAST)
    for name, value in told:
        beside = _styled(name, _DIM, sys.stdout) + " " * (names - width(name))
        for line in fold(value, room):
            click.echo(f"{beside}{line}".rstrip())
            beside = " " * names


# -- endings


def finish(envelope: Envelope, render: Callable[[dict[str, Any]], None], *, as_json: bool) -> int:
    """Show an envelope; answers with the exit code it means."""
    if as_json:
        emit(envelope)
    elif envelope["ok"]:
        render(envelope["data"])
        _tell_masked(envelope["meta"].get("masked", 0))
    else:
        explain(envelope["error"])
    return exits.OK.exit if envelope["ok"] else exits.of(envelope["error"]).exit


def _tell_masked(number: int) -> None:
    if number:
        secrets = f"{number} secrets were" if number > 1 else "1 secret was"
        note(
            say(
                f"{secrets} masked before it was kept.",
                f"保存前已遮盖 {number} 处敏感信息。",
            ),
            "yellow",
        )


def refuse(error: errors.MohenError, *, as_json: bool, command: str = "mohen") -> int:
    """The ending of a command that never came to ask."""
    from mohen.text import error_words

    said: dict[str, Any] = error_words.told(error)
    if as_json:
        emit({"ok": False, "error": said, "meta": meta()})
    else:
        explain(said, command)
    return exits.of(said).exit


def fail(error: OSError, *, as_json: bool) -> int:
    """The ending of a command that a file or stream failed: a full disk behind standard output."""
    name = errno.errorcode.get(error.errno or 0, "OSError")
    said = errors.IoFailed(f"a file or stream could not be used ({name})")
    try:
        refuse(said, as_json=as_json)
    except OSError:
        explain({**said.plain()})  # standard error may still be there
    silence()
    return exits.of(said.plain()).exit


def tell(data: dict[str, Any], render: Callable[[dict[str, Any]], None], *, as_json: bool) -> int:
    """The ending of a command that needs no memory to know its answer."""
    return finish({"ok": True, "data": data, "meta": meta()}, render, as_json=as_json)


def meta() -> dict[str, Any]:
    return {"requestId": f"rq_{os.urandom(13).hex()}", "ts": time.time_ns() // 1_000_000}


def emit(envelope: Envelope) -> None:
    click.echo(json.dumps(envelope, ensure_ascii=False, separators=(",", ":")))


def explain(error: dict[str, Any], command: str | None = None) -> None:
    """What happened, what exactly, where, and what to do."""
    exactly = say(**error["messages"]) if "messages" in error else error["message"]
    if error["code"] == errors.InvalidArgument.code:
        # What it means in general is said to programs; a person mistyped something.
        note(f"✗ {exactly} [{error['code']}]", style="bold red")
    else:
        note(f"✗ {say(*meaning(error['code']))} [{error['code']}]", style="bold red")
        note(f"  {exactly}")
    if field := error.get("details", {}).get("field"):
        note(f"  {say('field: ', '字段：')}{field}")
    context = click.get_current_context(silent=True)
    path = command or ("mohen" if context is None else context.command_path)
    if advice := say(*exits.advice(error)).format(command=path):
        note(f"  → {advice}")


def meaning(code: str) -> tuple[str, str]:
    waiting = [errors.MohenError]
    while waiting:
        kind = waiting.pop()
        if kind.code == code and kind is not errors.MohenError:
            return kind.meaning
        waiting += kind.__subclasses__()
    return errors.MohenError.meaning


# -- what takes long


@contextmanager
def patience(doing: str) -> Iterator[None]:
    """Say what is being done if it takes longer than a second, on a terminal only."""
    if not sys.stderr.isatty():
        yield
        return
    spinners: list[Status] = []

    def explain() -> None:
        spinners.append(_console(sys.stderr).status(f"{doing}…"))
        spinners[0].start()

    waited = threading.Timer(PATIENCE_S, explain)
    waited.daemon = True
    waited.start()
    try:
        yield
    finally:
        waited.cancel()
        waited.join()
        for each in spinners:
            each.stop()


@contextmanager
def progress(doing: str) -> Iterator[Callable[[str, int, int | None], None]]:
    """A bar that is told (what, done, of how many), on a terminal only."""
    if not sys.stderr.isatty():
        yield lambda _what, _done, _total: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=_console(sys.stderr), transient=True) as bar:
        task = bar.add_task(doing, total=None)

        def tell(what: str, done: int, total: int | None) -> None:
            bar.update(task, description=what, completed=done, total=total)

        yield tell


@contextmanager
def download(what: str) -> Iterator[Callable[[int, int | None], None]]:
    """A bar of bytes that is told (done, of how many), on a terminal only."""
    if not sys.stderr.isatty():
        yield lambda _done, _total: None
        return
    from rich.progress import (
        BarColumn,
        DownloadColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
        TransferSpeedColumn,
    )  # fmt: skip

    columns = (
        TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TransferSpeedColumn(),
        TimeRemainingColumn(),
    )  # fmt: skip
    with Progress(*columns, console=_console(sys.stderr), transient=True) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
