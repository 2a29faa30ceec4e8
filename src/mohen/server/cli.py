"""Commands that stay open: `serve` (HTTP on loopback) and `ipc` (standard input and output)."""

from __future__ import annotations

import contextlib
import os
import shlex
import signal
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO

import click

from mohen.cli import exits, output
from mohen.cli.bilingual import command, option
from mohen.cli.connection import Session, chosen, opened
from mohen.cli.i18n import say
from mohen.cli.logs import log_as_server
from mohen.core.home import TOKEN_FILE, Home, home_path


@command(
    (
        "Answer channels over HTTP on this machine, and show the panel in the browser.\n"
        "Only loopback, only with the token of the home. Ctrl-C ends it.\n"
        "Commands on the same home go through it while it runs; MOHEN_NO_SERVER=1 keeps them out.",
        "在本机以 HTTP 应答各通道，并在浏览器中显示面板。\n"
        "仅限本机回环地址，须持本目录的令牌。按 Ctrl-C 结束。\n"
        "运行期间，同一目录上的命令经由它应答；设 MOHEN_NO_SERVER=1 则不经由它。",
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
@option("--open", is_flag=True, text=("Open the browser, too.", "同时打开浏览器。"))
@option(
    "--show-token",
    is_flag=True,
    text=(
        "With --json: tell the token too; otherwise `tokenFile` says where it is.",
        "与 --json 同用：一并给出令牌；否则由 `tokenFile` 指出其所在。",
    ),
)
def serve(port: int | None, host: str, open: bool, show_token: bool) -> int:
    from mohen.server import run
    from mohen.server.announcement import announced
    from mohen.server.login_links import Tickets
    from mohen.server.token import HomeToken

    log_as_server()
    run.prepare()
    with opened(drain=False, serving=True) as session:
        memory = session.memory
        wanted = memory.policy.doors.port if port is None else port
        with run.listen(host, wanted) as sock:
            token = HomeToken(memory.home)
            post = _Post(session, sock, host, token() if show_token else None)
            tickets = Tickets(post.tell, life_ms=memory.policy.doors.ticket_ms, token=token)
            # A ticket of its own: the link that was printed is still good for another browser.
            ready = (lambda: _browse(post.link(tickets.hand()))) if open else (lambda: None)
            with announced(memory.home, *sock.getsockname()[:2]):
                run.serve(memory, sock, token, tickets, ready)
    return exits.OK.exit


class _Post:
    """Where the links are told: first with everything else, then each that follows a used one."""

    def __init__(self, session: Session, sock: socket.socket, host: str, token: str | None) -> None:
        self._token = token
        self._session = session
        self._host, self._port = host, sock.getsockname()[1]
        self._address = f"http://{f'[{host}]' if ':' in host else host}:{self._port}"
        self._as_json = chosen().json  # asked here: links are told from other threads, too
        self._begun = False

    def link(self, ticket: str) -> str:
        # A fragment stays in the browser: it is never sent to a server, nor logged by one.
        return f"{self._address}/#ticket={ticket}"

    def tell(self, ticket: str) -> None:
        url, begun, self._begun = self.link(ticket), self._begun, True
        if not begun:
            self._announce(url)
        elif not self._as_json:  # a tool reads one envelope, and asks POST /ticket for more
            _show_next(url)

    def _announce(self, url: str) -> None:
        data = {
            "url": url,
            "address": self._address,
            "host": self._host,
            "port": self._port,
            "tokenFile": str((self._session.home / TOKEN_FILE).absolute()),
            **({} if self._token is None else {"token": self._token}),
        }
        # Nobody may be reading: that is no reason for the server to end.
        with contextlib.suppress(OSError, ValueError):
            output.finish(
                {"ok": True, "data": data, "meta": self._session.meta()},
                _show_address,
                as_json=self._as_json,
            )
        output.silence()


def _show_address(data: dict[str, Any]) -> None:
    file = shlex.quote(data["tokenFile"])
    output.show(
        say(
            "Mohen 墨痕 is listening. Open in a browser (the link works once):",
            "墨痕 Mohen 已就绪。在浏览器中打开（链接只能用一次）：",
        ),
        f"  {data['url']}",
        say("Or call it from a tool:", "或由工具调用："),
        f'  curl -H "Authorization: Bearer $(cat {file})" \\',
        f"    -d '{{}}' {data['address']}/ipc/memory:status",
        say("Ctrl-C ends it.", "按 Ctrl-C 结束。"),
    )


def _show_next(url: str) -> None:
    said = say("That link was used; the next one:", "该链接已使用；下一个：")
    with contextlib.suppress(OSError, ValueError):
        click.echo(f"{said}\n  {url}")


def _browse(url: str) -> None:
    """In a thread: a browser that lives in the terminal would keep the server waiting."""
    import webbrowser

    def go() -> None:
        if not webbrowser.open(url):
            output.note(
                say(
                    "No browser was found: open the link above.", "未找到浏览器：请打开上面的链接。"
                )
            )

    threading.Thread(target=go, daemon=True).start()


# -- token


@command(
    (
        "Where the token of `mohen serve` is kept, and how it is changed.\n"
        "A new one holds at once: what bore the old one is turned away, a running server stays.",
        "`mohen serve` 的令牌保存在哪里，以及如何更换。\n"
        "新令牌立即生效：持旧令牌者被拒绝，正在运行的服务不受影响。",
    ),
    example="mohen token --rotate",
)
@option("--rotate", is_flag=True, text=("Make a new one.", "更换为新令牌。"))
@option("--show", is_flag=True, text=("Print the token itself.", "显示令牌本身。"))
def token(rotate: bool, show: bool) -> int:
    from mohen.server.token import HomeToken, made

    home = Home(home_path(chosen().home))
    home.make()
    if rotate:
        made(home.path)
    text = HomeToken(home.path)()
    data = {
        "tokenFile": str((home.path / TOKEN_FILE).absolute()),
        "rotated": rotate,
        **({"token": text} if show else {}),
    }
    return output.tell(data, _show_token, as_json=chosen().json)


def _show_token(data: dict[str, Any]) -> None:
    if "token" in data:
        output.show(data["token"])
        return
    if data["rotated"]:
        output.show(say("A new token is in place:", "新令牌已就位："))
    output.show(data["tokenFile"])


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
    with (
        opened(drain=False, serving=True) as session,
        _own_stdout() as sink,
        _ended_by_signals() as signalled,
    ):
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
    except (OSError, ValueError):
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
