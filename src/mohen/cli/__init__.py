"""The `mohen` command: where each of its commands lives, and how each of them ends.

A command asks the same channels as every other door and shows what they say; its module is
imported when it is used."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from importlib import import_module
from types import TracebackType
from typing import Any

import click

from mohen.cli import exits, output, usage
from mohen.cli.bilingual import Group, option
from mohen.cli.connection import Chosen
from mohen.cli.i18n import Pair, say, speak
from mohen.cli.logs import debugging, log_to_stderr
from mohen.errors import Internal, MohenError

# Where each command lives, in the order that the help shows them.
_SECTIONS: dict[Pair, dict[str, str]] = {
    ("Ten to begin with", "先用这十个"): {
        "demo": "sample.cli:demo",
        "serve": "server.cli:serve",
        "run": "skills.cli:run",
        "accept": "skills.cli:accept",
        "rules": "rules.cli:rules",
        "recall": "episodes.cli:recall",
        "capture": "knowledge.cli:capture",
        "search": "knowledge.cli:search",
        "inject": "knowledge.cli:inject",
        "status": "upkeep.status_cli:status",
    },
    ("Write", "写作"): {
        "reject": "skills.cli:reject",
        "undo": "episodes.cli:undo",
        "why": "prompts.cli:why",
        "context": "prompts.cli:context",
        "cache-report": "prompts.cli:cache_report",
        "skills": "skills.cli:skills",
        "project": "manuscript.cli:project",
        "graph": "story.cli:graph",
        "check": "story.cli:check",
    },
    ("Learn", "学习"): {
        "learn": "rules.learn_cli:learn",
        "conflicts": "rules.learn_cli:conflicts",
        "pause": "rules.learn_cli:pause",
        "resume": "rules.learn_cli:resume",
    },
    ("Remember", "记忆"): {
        "record": "episodes.cli:record",
        "list": "episodes.cli:list_",
        "show": "episodes.cli:show",
        "hear": "conversations.cli:hear",
        "notes": "notes.cli:notes",
        "documents": "documents.cli:documents",
        "consolidate": "knowledge.consolidation.cli:consolidate",
        "snapshot": "knowledge.workspace.cli:snapshot",
        "stats": "knowledge.cli:stats",
        "entities": "knowledge.cli:entities",
        "history": "knowledge.cli:history",
        "archive": "knowledge.cli:archive",
        "restore": "knowledge.cli:restore",
        "review": "knowledge.transfer.cli:review",
        "held": "prompts.held_cli:held",
        "import": "knowledge.transfer.cli:import_",
        "export": "knowledge.transfer.cli:export",
    },
    ("Look after", "维护"): {
        "doctor": "upkeep.status_cli:doctor",
        "validate": "knowledge.workspace.cli:validate",
        "upkeep": "upkeep.cli:upkeep",
        "clock": "upkeep.cli:clock",
        "move": "upkeep.move_cli:move",
        "rebuild-index": "upkeep.status_cli:rebuild_index",
        "forget": "upkeep.cli:forget",
        "clear": "upkeep.cli:clear",
        "audit": "upkeep.cli:audit",
        "team": "team.cli:team",
        "config": "core.cli:config",
        "model": "models.cli:model",
        "version": "upkeep.status_cli:version",
    },
    ("Connect", "接入"): {
        "init": "knowledge.agents.cli:init",
        "agents": "knowledge.agents.cli:agents",
        "open": "server.cli:open_",
        "ipc": "server.cli:ipc",
        "token": "server.cli:token",
        "mcp": "integrations.cli:mcp",
        "proxy": "integrations.cli:proxy",
        "hook": "integrations.hook_cli:hook",
        "install": "integrations.install_cli:install",
        "completion": "cli.completion:completion",
    },
}
_HOMES = {name: home for section in _SECTIONS.values() for name, home in section.items()}


class Mohen(Group):
    """The root: finds commands, and turns every ending into an exit code."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's shape
        return list(_HOMES)

    def get_command(
        self,
        ctx: click.Context,  # noqa: ARG002 - click's shape
        cmd_name: str,
    ) -> click.Command | None:
        if cmd_name not in _HOMES:
            return None
        module, name = _HOMES[cmd_name].split(":")
        found: click.Command = getattr(import_module(f"mohen.{module}"), name)
        return found

    def sections(self, ctx: click.Context) -> Iterator[tuple[str, list[str]]]:  # noqa: ARG002
        return ((say(*heading), list(names)) for heading, names in _SECTIONS.items())

    def format_epilog(
        self,
        ctx: click.Context,  # noqa: ARG002 - click's shape
        formatter: click.HelpFormatter,
    ) -> None:
        with formatter.section(say("Exit codes", "退出码")):
            formatter.write_dl([(str(kind.exit), say(*kind.meaning)) for kind in exits.KINDS])

    def main(self, args: Sequence[str] | None = None, *_: Any, **extra: Any) -> Any:
        """Never returns: whatever happens, the process ends with a code that means it."""
        args = [_repaired(each) for each in (sys.argv[1:] if args is None else args)]
        speak(args)
        output.prepare()
        code = self._end(args, {**extra, "prog_name": "mohen"})
        output.silence()
        sys.exit(code)

    def _end(self, args: list[str], extra: dict[str, Any]) -> int:
        state = Chosen()
        try:
            return int(super().main(args, **{**extra, "obj": state, "standalone_mode": False}))
        except click.ClickException as error:
            # Parsing may have stopped before it came to --json.
            as_json = state.json or "--json" in args
            context = getattr(error, "ctx", None)
            path = "mohen" if context is None else context.command_path
            return output.refuse(usage.invalid(error), as_json=as_json, command=path)
        except click.Abort:
            output.note(
                say("Interrupted. What was answered is kept.", "已中断。已应答的都已保存。")
            )
            return exits.INTERRUPTED.exit
        except MohenError as error:
            return output.refuse(error, as_json=state.json)
        except OSError as error:
            return output.fail(error, as_json=state.json or "--json" in args)


def _repaired(arg: str) -> str:
    """An argument as it was typed, where a C locale made half characters of it."""
    try:
        return os.fsencode(arg).decode()
    except UnicodeError:
        return arg


@click.command(
    cls=Mohen,
    name="mohen",
    invoke_without_command=True,
    text=(
        "Mohen 墨痕, the memory of an AI that writes with you.\n"
        "Local-first: everything stays in one folder on this machine.",
        "墨痕 Mohen：与你一同写作的 AI 的记忆。\n本地优先：一切都留在本机的一个目录里。",
    ),
    example=(
        "mohen serve\n"
        "mohen record --skill continue --context 'It rained.' --candidate 'She ran.'\n"
        "mohen recall rain\n"
        "mohen rules",
        "mohen serve\n"
        "mohen record --skill 续写 --context '雨下了一夜。' --candidate '她跑进雨里。'\n"
        "mohen recall 一夜的雨\n"
        "mohen rules",
    ),
)
@option("--version", is_flag=True, text=("Show the version and exit.", "显示版本。"))
@click.pass_context
def mohen(context: click.Context, version: bool) -> int:
    if version:
        shown = mohen.get_command(context, "version")
        context.exit(0 if shown is None else context.invoke(shown))
    if context.invoked_subcommand is None:
        if context.ensure_object(Chosen).json:
            raise click.UsageError(say("name a command", "请指定命令"), context)
        from mohen.upkeep.next_cli import tell_next

        return tell_next()
    return exits.OK.exit


def main() -> None:
    """The entry point of the console script."""
    output.open_streams()
    sys.excepthook = _last_words
    # Looking for plugins of pydantic's reads the metadata of every package there is.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    log_to_stderr()
    mohen.main()


def _last_words(
    kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> None:
    """A bug of ours: its name for the user, its trace for who asks for it with MOHEN_DEBUG=1."""
    if debugging():
        sys.__excepthook__(kind, error, trace)
        return
    said = Internal(f"{kind.__name__}: this is a bug in Mohen")
    with suppress(OSError):
        output.refuse(said, as_json="--json" in sys.argv)
