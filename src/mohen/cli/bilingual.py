"""click in two languages: help is put together when it is asked for, in the user's language.

Nothing is said when a module is imported, so one process can speak either.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any

import click

from mohen.cli.columns import width, wrap
from mohen.cli.connection import Chosen
from mohen.cli.i18n import LANGUAGES, Pair, say

_ALIKE = 0.6  # of the letters, in order, before a command is meant


class Formatter(click.HelpFormatter):
    def write_heading(self, heading: str) -> None:
        self.write(" " * self.current_indent + heading + say(":", "：") + "\n")

    def write_text(self, text: str) -> None:
        for paragraph in text.split("\n"):
            for line in wrap(paragraph, self.width - self.current_indent):
                self.write(" " * self.current_indent + line + "\n")

    def write_dl(
        self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        rows = list(rows)
        first = min(max((width(each[0]) for each in rows), default=0), col_max) + col_spacing
        margin = " " * self.current_indent
        for term, meaning in rows:
            lines = wrap(meaning, max(self.width - first - self.current_indent, 10))
            if width(term) > first - col_spacing:
                self.write(f"{margin}{term}\n")
                term = ""
            for line in lines:
                self.write(f"{margin}{term}{' ' * (first - width(term))}{line}".rstrip() + "\n")
                term = ""


class _Context(click.Context):
    formatter_class = Formatter


class Option(click.Option):
    def __init__(self, *args: Any, text: Pair, shared: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.text = text
        self.shared = shared

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        self.help = say(*self.text)
        return super().get_help_record(ctx)


class Argument(click.Argument):
    def __init__(self, *args: Any, text: Pair, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.text = text


class _Bilingual(click.Command):
    """What commands and groups share: a text, an example, and the options of every command."""

    context_class = _Context

    def __init__(self, *args: Any, text: Pair, example: Pair | str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.text = text
        self.example: Pair = (example, example) if isinstance(example, str) else example
        self.params += _shared_options()

    def get_short_help_str(self, limit: int = 45) -> str:  # noqa: ARG002 - click's shape
        return say(*self.text).split("\n", maxsplit=1)[0]

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        self._write_usage(ctx, formatter)
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(say(*self.text))
        with formatter.section(say("Example", "示例")):
            for line in say(*self.example).split("\n"):
                formatter.write(f"{'':>{formatter.current_indent}}{line}\n")
        self.format_options(ctx, formatter)
        self.format_epilog(ctx, formatter)

    def _write_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        pieces = " ".join(self.collect_usage_pieces(ctx))
        formatter.write_usage(ctx.command_path, pieces, say("Usage: ", "用法："))

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        params = self.get_params(ctx)
        arguments = [
            (each.human_readable_name, say(*each.text))
            for each in params
            if isinstance(each, Argument)
        ]
        own = [each for each in params if isinstance(each, Option) and not each.shared]
        shared = [each for each in params if isinstance(each, Option) and each.shared]
        helping = ("--help", say("Show this and exit.", "显示此说明。"))
        for heading, rows in (
            (say("Arguments", "参数"), arguments),
            (say("Options", "选项"), list(_records(own, ctx))),
            (say("Options of every command", "通用选项"), [*_records(shared, ctx), helping]),
        ):
            if rows:
                with formatter.section(heading):
                    formatter.write_dl(rows)


def _records(options: Iterable[Option], ctx: click.Context) -> Iterator[tuple[str, str]]:
    for option in options:
        if record := option.get_help_record(ctx):
            yield record


class Command(_Bilingual):
    pass


class Group(_Bilingual, click.Group):
    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """A command that is not there is answered with those that look like it."""
        name = args[0]
        if not ctx.resilient_parsing and self.get_command(ctx, name) is None:
            from difflib import get_close_matches

            near = get_close_matches(name.lower(), self.list_commands(ctx), cutoff=_ALIKE)
            hint = f" {', '.join(near)}" if near else ""
            raise click.UsageError(
                say(f"there is no command {name}", f"没有命令 {name}")
                + (say(f"; did you mean{hint}?", f"，是否指{hint}？") if near else ""),
                ctx,
            )
        return super().resolve_command(ctx, args)

    def sections(self, ctx: click.Context) -> Iterable[tuple[str, list[str]]]:
        """Its commands, under one heading or several."""
        return [(say("Commands", "命令"), self.list_commands(ctx))]

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        longest = max(map(len, self.list_commands(ctx)))
        for heading, names in self.sections(ctx):
            found = ((name.ljust(longest), self.get_command(ctx, name)) for name in names)
            with formatter.section(heading):
                formatter.write_dl(
                    [(name, each.get_short_help_str()) for name, each in found if each]
                )
        super().format_options(ctx, formatter)


def command(text: Pair, *, example: Pair | str) -> Callable[[Callable[..., int]], Command]:
    """Make a command of a function that returns its exit code."""

    def make(function: Callable[..., int]) -> Command:
        name = function.__name__.rstrip("_").replace("_", "-")
        return click.command(name, cls=Command, text=text, example=example)(function)

    return make


def option(*names: str, text: Pair, **more: Any) -> Callable[[Any], Any]:
    return click.option(*names, cls=Option, text=text, **more)


def argument(name: str, *, text: Pair, **more: Any) -> Callable[[Any], Any]:
    return click.argument(name, cls=Argument, text=text, **more)


ids = option(
    "--ids",
    is_flag=True,
    text=("Show ids too, by which other commands take them.", "同时显示 id，供其他命令使用。"),
)


@cache
def _shared_options() -> list[click.Parameter]:
    """Usable before or after the command's name; what stands last on the line holds."""
    return [
        Option(
            ["--home"],
            text=("Where the memory is kept [MOHEN_HOME].", "记忆所在目录 [MOHEN_HOME]。"),
            metavar="PATH",
            **_SHARED,
        ),
        Option(
            ["--project"],
            text=(
                "The project [MOHEN_PROJECT; the agent of this folder; default].",
                "项目 [MOHEN_PROJECT；此目录的 agent；default]。",
            ),
            metavar="ID",
            **_SHARED,
        ),
        Option(
            ["--json"],
            text=("Print the envelope and nothing else.", "只输出 JSON 信封。"),
            is_flag=True,
            **_SHARED,
        ),
        Option(
            ["--lang"],
            text=("Language [MOHEN_LANG; locale].", "语言 [MOHEN_LANG；随系统]。"),
            type=click.Choice(LANGUAGES),
            **_SHARED,
        ),
    ]


def _keep(ctx: click.Context, param: click.Parameter, value: Any) -> None:
    """Only what was typed: a default of the command must not undo what stood before its name."""
    name = str(param.name)
    if ctx.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE:
        setattr(ctx.ensure_object(Chosen), name, value)


_SHARED: dict[str, Any] = {"expose_value": False, "callback": _keep, "shared": True}
