"""Set Mohen up in an agent's host, or take it out again: `install`."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from mohen.cli import output
from mohen.cli.bilingual import argument, command, option
from mohen.cli.connection import chosen
from mohen.cli.i18n import say
from mohen.core import extras
from mohen.core.home import home_path
from mohen.errors import NotFound
from mohen.integrations import setup
from mohen.integrations.install import Change, Installation
from mohen.integrations.setup import Host, Setting


@command(
    (
        "Set Mohen up in an agent's host: claude-code, codex, gemini, cursor, openclaw, hermes.\n"
        "The difference is shown before it is written, a copy of each file is kept in the home, "
        "and nothing but Mohen's own entries is touched.",
        "在 agent 宿主中设置墨痕：claude-code、codex、gemini、cursor、openclaw、hermes。\n"
        "写入之前先显示差异，每个文件都在数据目录保留副本，只改动墨痕自己的条目。",
    ),
    example="mohen install claude-code --dry-run\nmohen install codex\n"
    "mohen install codex --remove",
)
@argument("host", text=("Which host.", "哪个宿主。"))
@option("--dry-run", is_flag=True, text=("Only show the difference.", "只显示差异。"))
@option(
    "--remove",
    is_flag=True,
    text=("Take it out again: files are as they were before.", "移除：文件恢复原样。"),
)
def install(host: str, dry_run: bool, remove: bool) -> int:
    found = setup.host(host)
    home = home_path(chosen().home)
    installation = Installation(home / "hosts" / host)
    if remove and not installation.is_there:
        raise NotFound(
            say(
                f"{found.title} was not set up from this home", f"此数据目录未设置过 {found.title}"
            ),
            field="host",
        )
    plan = () if remove else found.plan(_setting())
    changes = installation.remove() if remove else installation.install(plan)
    if not chosen().json:
        _show(changes)
    if not dry_run:
        if not remove:
            home.mkdir(mode=0o700, parents=True, exist_ok=True)
        installation.apply(changes, plan)
    told = {
        "host": host,
        "files": [str(each.path) for each in changes],
        "written": not dry_run,
        "removed": remove,
    }
    envelope = {"ok": True, "data": told, "meta": output.meta()}
    return output.finish(envelope, lambda data: _tell(data, found), as_json=chosen().json)


def _setting() -> Setting:
    named = chosen().home or os.environ.get("MOHEN_HOME")
    return Setting(
        user=Path.home(),
        environment=os.environ,
        command=_command(),
        home=home_path(named).absolute() if named else None,
        project=chosen().project,
        tools=find_spec("mcp") is not None,
    )


def _command() -> tuple[str, ...]:
    """The Mohen that runs: a host has another PATH than a shell."""
    beside = Path(sys.executable).with_name("mohen")
    return (str(beside),) if shutil.which(beside) else (sys.executable, "-m", "mohen")


def _show(changes: Sequence[Change]) -> None:
    for each in changes:
        output.show(*each.shown())


def _tell(data: dict[str, Any], host: Host) -> None:
    if not data["files"]:
        output.show(say(f"✓ {host.title}: nothing to change", f"✓ {host.title}：无需改动"))
        return
    count = len(data["files"])
    if not data["written"]:
        output.show(say(f"{count} files would change", f"将改动 {count} 个文件"))
    elif data["removed"]:
        output.show(say(f"✓ {host.title} is as before", f"✓ {host.title} 已恢复原样"))
    else:
        output.show(
            say(f"✓ {host.title}: {count} files written", f"✓ {host.title}：写入 {count} 个文件"),
            say(*host.then),
        )
        if find_spec("mcp") is None:
            output.note(
                say(
                    f"Without the tools, which need a package: {extras.command('mcp')}",
                    f"未包含工具，它们需要软件包：{extras.command('mcp')}",
                )
            )
