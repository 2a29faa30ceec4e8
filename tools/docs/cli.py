"""`docs/cli.md` and `docs/cli.zh-CN.md`: what `mohen --help` says, command by command."""

from __future__ import annotations

from collections.abc import Iterator

import click

from mohen.cli import i18n, mohen

from . import markdown

WIDTH = 88


def english() -> str:
    return _page("en", "The mohen command", "Every command with its help, as it prints it.")


def chinese() -> str:
    return _page("zh", "mohen 命令", "每个命令的说明，与它自己打印的一样。")


def _page(language: str, title: str, intro: str) -> str:
    i18n.speak(["--lang", language])
    try:
        blocks = [
            block
            for path, text in _helps(mohen, None, "mohen")
            for block in (f"## {path}", f"```text\n{text.rstrip()}\n```")
        ]
    finally:
        i18n.speak(["--lang", "en"])
    return markdown.page(title, intro, *blocks)


def _helps(
    command: click.Command, parent: click.Context | None, name: str
) -> Iterator[tuple[str, str]]:
    context = command.context_class(command, info_name=name, parent=parent, max_content_width=WIDTH)
    context.terminal_width = WIDTH
    yield context.command_path, context.get_help()
    if isinstance(command, click.Group):
        for each in command.list_commands(context):
            found = command.get_command(context, each)
            if found is not None:
                yield from _helps(found, context, each)
