"""Command lines that a page shows, and whether the command would take them."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator

import click

from mohen.cli import mohen as root

_FENCED = re.compile(r"^[ ]*```[^\n]*\n(.*?)^[ ]*```", re.DOTALL | re.MULTILINE)
_INLINE = re.compile(r"`([^`\n]+)`")
_QUOTED = re.compile(r'"((?:mohen|jq|python3) [^"\n]*)"')  # a command within JSON
_ENDS = {"|", "&&", ">", ";", "#", "||"}
_BEFORE = {*_ENDS, "--", "$"}


def shown(text: str) -> Iterator[list[str]]:
    """The arguments of every `mohen …` and `python3 …memory.py …` in a page."""
    blocks = [each[1] for each in _FENCED.finditer(text)]
    spans = _INLINE.findall(_FENCED.sub("", text))
    lines = [line for block in blocks for line in block.replace("\\\n", " ").splitlines()]
    for line in (*lines, *spans):
        for piece in (line, *_QUOTED.findall(line)):
            yield from _of(piece)


def _of(line: str) -> Iterator[list[str]]:
    try:
        words = shlex.split(line, comments=False)
    except ValueError:  # JSON and drawings have quotes of their own
        return
    for place, word in enumerate(words):
        starts = place == 0 or words[place - 1] in _BEFORE or words[place - 1].startswith("/")
        ours = (word == "mohen" and starts) or (
            word.endswith("memory.py") and place > 0 and words[place - 1] == "python3"
        )
        if not ours:
            continue
        rest = words[place + 1 :]
        end = next((n for n, each in enumerate(rest) if each in _ENDS), len(rest))
        if rest[:end] and not rest[0].startswith(("<", "…")):
            yield rest[:end]


def refusal(args: list[str]) -> str | None:
    """Why the command would not take these; nothing is run."""
    context = click.Context(root, info_name="mohen")
    command: click.Command = root
    try:
        while isinstance(command, click.Group):
            name, found, args = _step(command, context, args)
            if found is None:
                return None  # a group may be asked without a command
            command, context = found, click.Context(found, info_name=name, parent=context)
        command.make_context(command.name, list(args), parent=context.parent)
    except click.ClickException as error:
        return error.format_message()
    except click.exceptions.Exit:
        return None
    return None


def _step(
    group: click.Group, context: click.Context, args: list[str]
) -> tuple[str, click.Command | None, list[str]]:
    """Past the options of a group to the command behind them."""
    parsed = group.make_context(group.name, list(args), parent=context.parent)
    rest = [*parsed._protected_args, *parsed.args]
    if not rest:
        return "", None, []
    name, found, left = group.resolve_command(parsed, rest)
    return str(name), found, left
