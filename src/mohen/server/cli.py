"""Commands of the doors: `serve` (HTTP on loopback), `open` (its panel), its `token`, and `ipc`
(standard input and output)."""

from __future__ import annotations

import contextlib
import os
import shlex
import signal
import socket
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, BinaryIO

import click

from mohen.cli import exits, output
from mohen.cli.bilingual import command, option
from mohen.cli.connection import Session, chosen, opened
from mohen.cli.i18n import say
from mohen.cli.logs import log_as_json, log_as_quiet_server, log_as_server
from mohen.core.home import TOKEN_FILE, Home, home_path
from mohen.errors import Canceled, Conflict, InvalidArgument

if TYPE_CHECKING:
    from starlette.routing import Route

    from mohen.memory import Memory


@command(
    (
        "Answer channels over HTTP on this machine, and show the panel in the browser.\n"
        "Only loopback, only with the token of the home. Ctrl-C ends it.\n"
        "Commands on the same home go through it while it runs; MOHEN_NO_SERVER=1 keeps them out.\n"
        "With --team, a whole team: each author with a memory and tokens of their own.",
        "在本机以 HTTP 应答各通道，并在浏览器中显示面板。\n"
        "仅限本机回环地址，须持本目录的令牌。按 Ctrl-C 结束。\n"
        "运行期间，同一目录上的命令经由它应答；设 MOHEN_NO_SERVER=1 则不经由它。\n"
        "加 --team 则服务整个团队：每位作者有自己的记忆与令牌。",
    ),
    example="mohen serve --port 7717\nmohen serve --team /srv/mohen",
)
@option(
    "--port", type=int, text=("Default 7717; 0: any that is free.", "默认 7717；0 为任意空闲端口。")
)
@option(
    "--host",
    default="127.0.0.1",
    text=(
        "127.0.0.1, localhost or ::1; of a team also another, over TLS.",
        "127.0.0.1、localhost 或 ::1；团队也可用其他地址，须经 TLS。",
    ),
)
@option("--open", "browse", is_flag=True, text=("Open the browser, too.", "同时打开浏览器。"))
@option(
    "--show-token",
    is_flag=True,
    text=(
        "With --json: tell the token too; otherwise `tokenFile` says where it is.",
        "与 --json 同用：一并给出令牌；否则由 `tokenFile` 指出其所在。",
    ),
)
@option(
    "--mem0",
    is_flag=True,
    text=("Answer mem0's REST below /mem0, too.", "同时在 /mem0 下应答 mem0 的 REST 接口。"),
)
@option(
    "--verbose",
    is_flag=True,
    text=(
        "Log what is done, and print a new link after each that was used.",
        "记录所做的事，并在链接用过后打印新的链接。",
    ),
)
@option(
    "--team",
    metavar="FOLDER",
    text=(
        "Serve the authors of this folder: `mohen team` says who they are.",
        "服务此目录中的各位作者：由 `mohen team` 管理。",
    ),
)
@option(
    "--store",
    metavar="ADDRESS",
    text=(
        "Of a team: the PostgreSQL that keeps its rows [MOHEN_STORE].",
        "团队：存放数据的 PostgreSQL 地址 [MOHEN_STORE]。",
    ),
)
@option(
    "--host-name",
    "names",
    multiple=True,
    metavar="NAME",
    text=("Of a team: a name it is called by.", "团队：访问它所用的主机名。"),
)
@option("--tls-cert", metavar="FILE", text=("Of a team: its certificate.", "团队：TLS 证书。"))
@option("--tls-key", metavar="FILE", text=("Of a team: the key of it.", "团队：证书的私钥。"))
@option(
    "--behind-proxy",
    is_flag=True,
    text=(
        "Of a team: a proxy before it does TLS, on this machine or its own network.",
        "团队：由本机或同一内网中的代理处理 TLS。",
    ),
)
@option(
    "--log",
    "log_as",
    type=click.Choice(["text", "json"]),
    default="text",
    text=("How the log is written; json: an object a line.", "日志格式；json 为每行一个对象。"),
)
def serve(
    port: int | None,
    host: str,
    browse: bool,
    show_token: bool,
    mem0: bool,
    verbose: bool,
    team: str | None,
    store: str | None,
    names: tuple[str, ...],
    tls_cert: str | None,
    tls_key: str | None,
    behind_proxy: bool,
    log_as: str,
) -> int:
    if log_as == "json":
        log_as_json()
    if team is not None:
        from mohen.team.outside import Outside
        from mohen.team.serve_cli import serve_team

        for name, given in (("--open", browse), ("--show-token", show_token), ("--mem0", mem0)):
            if given:
                raise InvalidArgument(f"{name} is for a home of one's own, not for a team")
        if verbose:
            log_as_server()
        else:
            log_as_quiet_server()
        outside = Outside(host, names, tls_cert, tls_key, behind_proxy)
        store = store or os.environ.get("MOHEN_STORE")
        return serve_team(home_path(team), store, port, outside)
    if names or tls_cert or tls_key or behind_proxy or store:
        raise InvalidArgument(
            "a home of one's own is served on this machine alone: for others there is --team",
            field="team",
        )
    return serve_here(port, host, browse=browse, show_token=show_token, mem0=mem0, verbose=verbose)


def serve_here(
    port: int | None,
    host: str = "127.0.0.1",
    *,
    browse: bool,
    show_token: bool = False,
    mem0: bool = False,
    verbose: bool = False,
) -> int:
    """Until a signal ends it."""
    from mohen.integrations.mcp_http import McpDoor
    from mohen.server import run
    from mohen.server.announcement import announced
    from mohen.server.login_links import Tickets
    from mohen.server.token import HomeToken

    if verbose:
        log_as_server()
    else:
        log_as_quiet_server()
    run.prepare()
    with opened(drain=False, serving=True) as session:
        memory = session.memory
        wanted = memory.policy.doors.port if port is None else port
        with run.listen(host, wanted) as sock:
            token = HomeToken(memory.home)
            post = _Post(session, sock, host, token() if show_token else None, verbose)
            tickets = Tickets(post.tell, life_ms=memory.policy.doors.ticket_ms, token=token)
            # A ticket of its own: the link that was printed is still good for another browser.
            ready = (
                (lambda: _browse_beside(post.link(tickets.hand()))) if browse else (lambda: None)
            )
            mcp = McpDoor(
                session.open_here().call,
                chosen().project_id,
                say("en", "zh"),
                body_bytes=memory.policy.doors.body_bytes,
            )
            memory.listen(post.hear)
            memory.local_models.warm()
            with announced(memory.home, *sock.getsockname()[:2]):
                more = _mem0_routes(memory) if mem0 else []
                run.serve(memory, sock, token, tickets, ready, post.greet, more, [mcp])
            post.say(say("Stopped.", "已停止。"))
    return exits.OK.exit


def _mem0_routes(memory: Memory) -> list[Route]:
    from mohen.integrations import mem0_rest

    return mem0_rest.routes(memory)


class _Post:
    """What a person is told who looks at the terminal: one line for each thing that matters to
    them. Who asked for more gets every link as well; a tool reads one envelope."""

    def __init__(
        self, session: Session, sock: socket.socket, host: str, token: str | None, verbose: bool
    ) -> None:
        self._token = token
        self._session = session
        self._host, self._port = host, sock.getsockname()[1]
        self._address = address_of(host, self._port)
        self._as_json = chosen().json  # asked here: links are told from other threads, too
        self._verbose = verbose
        self._begun = False

    def link(self, ticket: str) -> str:
        return link_to(self._address, ticket)

    def tell(self, ticket: str) -> None:
        url, begun, self._begun = self.link(ticket), self._begun, True
        if not begun:
            self._announce(url)
        elif self._verbose:  # others ask `mohen open`, and tools POST /ticket
            self.say(
                f"{say('That link was used; the next one:', '该链接已使用；下一个：')}\n  {url}"
            )

    def greet(self, browser: str) -> None:
        who = browser or say("it did not say which", "未说明是哪一种")
        more = say(" Another one: `mohen open`.", "再放行一个：`mohen open`。")
        self.say(say(f"A browser was let in ({who}).", f"已放行一个浏览器（{who}）。") + more)

    def hear(self, push: str, data: Mapping[str, Any]) -> None:
        """What broke while the server ran, and what to do."""
        if push != "memory:alert":
            return
        if data["state"] == "ended":
            self.say(say(f"Works again: {data['code']}.", f"已恢复：{data['code']}。"))
        else:
            self.say(f"! {say(**data['message'])} → {say(**data['cure'])}")

    def say(self, line: str) -> None:
        if self._as_json:
            return
        # Nobody may be reading: that is no reason for the server to end.
        with contextlib.suppress(OSError, ValueError):
            click.echo(line)

    def _announce(self, url: str) -> None:
        data = {
            "url": url,
            "address": self._address,
            "host": self._host,
            "port": self._port,
            "tokenFile": str((self._session.home / TOKEN_FILE).absolute()),
            **({} if self._token is None else {"token": self._token}),
        }
        with contextlib.suppress(OSError, ValueError):
            output.finish(
                {"ok": True, "data": data, "meta": self._session.meta()},
                _show_address if self._verbose else _show_link,
                as_json=self._as_json,
            )
        for code in self._session.memory.degraded():  # broken before anybody listened
            self.say(
                f"! {code} → {say('`mohen doctor` names the cure', '`mohen doctor` 会给出办法')}"
            )
        output.silence()


def address_of(host: str, port: int) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def link_to(address: str, ticket: str) -> str:
    # A fragment stays in the browser: it is never sent to a server, nor logged by one.
    return f"{address}/#ticket={ticket}"


def _show_link(data: dict[str, Any]) -> None:
    said = say(
        "Mohen 墨痕 is running; Ctrl-C ends it. Open ", "墨痕 Mohen 已启动，按 Ctrl-C 结束。请打开 "
    )
    output.show(said + data["url"])


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


def _browse(url: str) -> bool:
    """Whether there was a browser to open it in."""
    import webbrowser

    return webbrowser.open(url)


def _browse_beside(url: str) -> None:
    """In a thread: a browser that lives in the terminal would keep the server waiting."""

    def go() -> None:
        if not _browse(url):
            output.note(
                say(
                    "No browser was found: open the link above.", "未找到浏览器：请打开上面的链接。"
                )
            )

    threading.Thread(target=go, daemon=True).start()


# -- open


@command(
    (
        "Open the panel in the browser, which stays in from then on.\n"
        "Asks the `mohen serve` of this home for a link that works once; where none runs, starts "
        "one here, as `mohen serve --open` does.",
        "在浏览器中打开面板；此后这个浏览器无需链接即可进入。\n"
        "向此目录上的 `mohen serve` 要一个只能用一次的链接；若没有在运行，"
        "则像 `mohen serve --open` 那样就地启动一个。",
    ),
    example="mohen open",
)
@option(
    "--print",
    "alone",
    is_flag=True,
    text=("Print the link and open nothing.", "只打印链接，不打开浏览器。"),
)
@option(
    "--port",
    type=int,
    text=("Of a server that is started here.", "就地启动服务时使用的端口。"),
)
def open_(alone: bool, port: int | None) -> int:
    from mohen.cli.through_server import NotServed, Server
    from mohen.server import announcement

    address = announcement.found(home_path(chosen().home), any_version=True)
    if address is None:
        if alone or chosen().json:
            raise Conflict("no `mohen serve` runs on this home: start it, then ask again")
        return serve_here(port, browse=True)
    try:
        ticket = Server(address).ticket()
    except (NotServed, Canceled):
        raise Conflict(
            "the `mohen serve` of this home does not answer: end it and start it again"
        ) from None
    url = link_to(address_of(address.host, address.port), ticket)
    data = {"url": url, "opened": not alone and _browse(url)}
    return output.tell(data, _show_alone if alone else _show_opened, as_json=chosen().json)


def _show_alone(data: dict[str, Any]) -> None:
    output.show(data["url"])


def _show_opened(data: dict[str, Any]) -> None:
    if data["opened"]:
        output.show(
            say(
                "Opened in the browser. If nothing shows there: `mohen open --print`.",
                "已在浏览器中打开。若没有看到：`mohen open --print`。",
            )
        )
        return
    output.show(
        say(
            "No browser was found here. Open this link, which works once:",
            "未找到浏览器。请打开这个只能用一次的链接：",
        ),
        f"  {data['url']}",
    )


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


_TOLD_AGAIN_S = 0.05


@contextmanager
def _noticed(signalled: list[int]) -> Iterator[None]:
    """A signal that comes just before a read begins, or to another thread, does not interrupt it:
    whoever reads is told again until it was noticed."""
    if not hasattr(signal, "pthread_kill"):
        yield
        return
    us = threading.get_ident()
    come, tell = os.pipe()
    os.set_blocking(tell, False)

    def watch() -> None:
        while told := os.read(come, 1):
            while not signalled:
                signal.pthread_kill(us, told[0])
                time.sleep(_TOLD_AGAIN_S)

    signal.set_wakeup_fd(tell, warn_on_full_buffer=False)
    watching = threading.Thread(target=watch, name="mohen-signals", daemon=True)
    watching.start()
    try:
        yield
    finally:
        signal.set_wakeup_fd(-1)
        os.close(tell)
        watching.join()
        os.close(come)


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
        with _noticed(signalled):
            yield signalled
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
        os.close(nothing)
