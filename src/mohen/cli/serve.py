"""Doors that stay open: `serve` (HTTP on loopback) and `ipc` (standard input and output)."""

from __future__ import annotations

import contextlib
import os
import shlex
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO

from mohen.cli import exits, output
from mohen.cli.bilingual import command, option
from mohen.cli.logs import log_as_server
from mohen.cli.session import Session, chosen, opened
from mohen.cli.words import say


@command(
    (
        "Answer channels over HTTP on this machine, and show the page in the browser.\n"
        "Only loopback, only with the token of the home. Ctrl-C ends it.",
        "在本机以 HTTP 应答各通道，并在浏览器中显示页面。\n"
        "仅限本机回环地址，须持本目录的令牌。按 Ctrl-C 结束。",
    ),
    example="mohen serve --port 7717",
)
@option(
    "--port", type=int, text=("Default 7717; 0: any that is free.", "默认 7717；0 为任意空闲端口。")
)
@option(
    "--host",
    default="127.0.0.1",
    text=("127.0.0.1, localhost or ::1.", "127.0.0.1、localhost 或 ::1。"),
)
def serve(port: int | None, host: str) -> int:
    from mohen.server import run

    log_as_server()
    with opened(drain=False) as session:
        memory = session.memory
        wanted = memory.policy.doors.port if port is None else port
        with run.listen(host, wanted) as sock:
            token = run.token(memory.home)
            run.serve(memory, sock, token, lambda: _announce(session, sock, host, token))
    return exits.OK.exit


def _announce(session: Session, sock: socket.socket, host: str, token: str) -> None:
    port = sock.getsockname()[1]
    address = f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
    data = {
        # A fragment stays in the browser: it is never sent to a server, nor logged by one.
        "url": f"{address}/#token={token}",
        "address": address,
        "host": host,
        "port": port,
        "token": token,
    }
    home = str(session.memory.home)
    output.finish(
        {"ok": True, "data": data, "meta": session.meta()},
        lambda data: _show_address(data, home),
        as_json=chosen().json,
    )
    sys.stdout.flush()


def _show_address(data: dict[str, Any], home: str) -> None:
    file = shlex.quote(os.path.join(home, "token"))  # noqa: PTH118 - text for a shell
    output.show(
        say("Mohen 墨痕 is listening. Open in a browser:", "墨痕 Mohen 已就绪。在浏览器中打开："),
        f"  {data['url']}",
        say("Or call it from a tool:", "或由工具调用："),
        f'  curl -H "Authorization: Bearer $(cat {file})" \\',
        f"    -d '{{}}' {data['address']}/ipc/memory:status",
        say("Ctrl-C ends it.", "按 Ctrl-C 结束。"),
    )


# -- ipc


@command(
    (
        "Answer channels over standard input and output, one JSON object a line.\n"
        "For the tool that starts it as a child. Ends with its input.",
        "经标准输入输出应答各通道，每行一个 JSON 对象。\n"
        "供把它作为子进程启动的工具使用，随输入结束。",
    ),
    example="""echo '{"id":1,"channel":"memory:status","payload":{}}' | mohen ipc""",
)
def ipc() -> int:
    from mohen.server import stdio
    from mohen.server.dispatch import GRACE_S

    log_as_server()
    with opened(drain=False) as session, _own_stdout() as sink, _ended_by_signals() as signalled:
        stdio.serve(
            session.memory,
            sys.stdin.buffer,
            sink,
            patience_s=lambda: GRACE_S if signalled else None,
        )
        if not signalled:
            session.memory.drain()
    return exits.OK.exit


@contextmanager
def _own_stdout() -> Iterator[BinaryIO]:
    """Standard output for answers alone: whatever else is printed goes to standard error."""
    sink = sys.stdout.buffer
    with contextlib.redirect_stdout(sys.stderr):
        yield sink
    try:
        sink.flush()
    except (BrokenPipeError, ValueError):
        # Nobody reads any more; the interpreter must not stumble over the rest at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sink.fileno())


@contextmanager
def _ended_by_signals() -> Iterator[list[int]]:
    """A signal is an end of input: what was asked is answered, if it does not take long, then
    the door closes and the sessions settle."""
    nothing = os.open(os.devnull, os.O_RDONLY)
    signalled: list[int] = []

    def stop(number: int, _frame: object) -> None:
        signalled.append(number)
        # The read that was interrupted is taken up again, and finds the end (PEP 475).
        os.dup2(nothing, sys.stdin.fileno())

    before = {each: signal.signal(each, stop) for each in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield signalled
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
        os.close(nothing)
