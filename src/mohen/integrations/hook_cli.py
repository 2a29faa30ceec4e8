"""An agent's host asks by its hooks: `hook`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

import click

from mohen.cli import exits
from mohen.cli.bilingual import command, option
from mohen.cli.connection import chosen, opened, workspace
from mohen.core import outside_json
from mohen.core.home import home_path
from mohen.core.logs import logger
from mohen.errors import MohenError

log = logger(__name__)

_LIMIT_S = 8.0
"""However busy the machine is. A host gives a hook longer, and would say that it failed."""


@command(
    (
        "Answer one event of an agent's host: JSON on standard input, JSON on standard output.\n"
        "A session that begins gets the snapshot, a prompt what matters for it; when a turn or a "
        "session ends, its transcript is heard. `mohen install` has hosts call it. It never "
        "stands in a host's way: whatever goes wrong is a line on standard error, and the answer "
        "is empty.",
        "应答 agent 宿主的一个事件：从标准输入读取 JSON，向标准输出写 JSON。\n"
        "会话开始时给出快照，用户发言时给出相关记忆；一轮或一次会话结束时听取其记录。"
        "`mohen install` 会让宿主调用它。它从不妨碍宿主：出错时只在标准错误写一行，应答为空。",
    ),
    example=(
        'echo \'{"hook_event_name": "UserPromptSubmit", "prompt": "Where does Anna live?"}\' '
        "| mohen hook",
        'echo \'{"hook_event_name": "UserPromptSubmit", "prompt": "安娜住在哪里？"}\' | mohen hook',
    ),
)
@option(
    "--stay",
    is_flag=True,
    hidden=True,
    text=("Until what was heard is learned from.", "直到听到的内容学习完毕。"),
)
def hook(stay: bool) -> int:
    try:
        with nullcontext() if stay else _within(_LIMIT_S):
            answer = _answered(sys.stdin.buffer.read(), stay=stay)
        if answer:
            click.echo(json.dumps(answer))
    except Exception as error:  # noqa: BLE001 - a host goes on, whatever happens to us
        log.error("hook: %s", _named(error))
    return exits.OK.exit


# A word that we do not know is no reason to stop a host: it takes such an end for a veto.
hook.context_settings = {"ignore_unknown_options": True, "allow_extra_args": True}


def _answered(told: bytes, *, stay: bool) -> dict[str, Any]:
    from mohen.integrations.hook import Hook, event

    happened = event(outside_json.loads(told.decode("utf-8-sig")), str(workspace() or Path()))
    if happened.ends and not stay and not _is_served():
        _later(told)
        return {}
    with opened(drain=stay) as session:
        return Hook(session.ask, chosen().named_project).answer(happened)


def _is_served() -> bool:
    from mohen.cli import through_server

    home = home_path(chosen().home)
    return not os.environ.get("MOHEN_NO_SERVER") and through_server.connect(home) is not None


def _later(told: bytes) -> None:
    """In a process of its own: a host that ends waits for nobody, and learning takes its time."""
    again = [sys.executable, "-m", "mohen", "hook", "--stay"]
    for name, value in (("--home", chosen().home), ("--project", chosen().project)):
        again += [] if value is None else [name, value]
    process = subprocess.Popen(
        again,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    with process.stdin:  # type: ignore[union-attr]  # it is a pipe
        process.stdin.write(told)  # type: ignore[union-attr]


@contextmanager
def _within(seconds: float) -> Iterator[None]:
    """Or it ends without an answer, which a host takes for an empty one. What is on disk by then
    stays."""
    ends = threading.Timer(seconds, lambda: os._exit(exits.OK.exit))
    ends.daemon = True
    ends.start()
    try:
        yield
    finally:
        ends.cancel()


def _named(error: Exception) -> str:
    """Nothing of what was said stands in a log."""
    from mohen.integrations.hook import Refused

    if isinstance(error, Refused):
        return str(error)
    return error.code if isinstance(error, MohenError) else type(error).__name__
