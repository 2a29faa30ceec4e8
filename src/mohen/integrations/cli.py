"""Doors of other people's making: `mcp`, and `proxy`, which remembers."""

from __future__ import annotations

import contextlib
from functools import partial
from typing import TYPE_CHECKING, Any

from mohen.cli import exits, output
from mohen.cli.bilingual import command, option
from mohen.cli.connection import Session, chosen, opened, workspace
from mohen.cli.i18n import say
from mohen.cli.logs import log_as_quiet_server, log_as_server
from mohen.core import extras
from mohen.core.home import TOKEN_FILE
from mohen.errors import InvalidArgument, IoFailed

if TYPE_CHECKING:
    from mohen.server.app import Guest


@command(
    (
        "Serve the memory to any MCP client: search, get, remember, hear, forget, snapshot, rules, "
        "record, undo, why; over standard input and output, or over HTTP.\n"
        "The project is chosen here, so that a client sees that one only. A running `mohen serve` "
        "has it at /mcp, too.",
        "向任何 MCP 客户端提供记忆：search、get、remember、hear、forget、snapshot、rules、record、"
        "undo、why；经标准输入输出，或经 HTTP。\n"
        "项目在此处指定，客户端只能看到它。正在运行的 `mohen serve` 也在 /mcp 提供。",
    ),
    example="mohen mcp --project my-agent",
)
@option(
    "--here",
    is_flag=True,
    text=(
        "The project of the folder it is started in, as `mohen hook` has it.",
        "以启动时所在目录的项目为准，与 `mohen hook` 一致。",
    ),
)
@option(
    "--http",
    is_flag=True,
    text=(
        "Over streamable HTTP on this machine, with the token of the home.",
        "在本机以可流式 HTTP 提供，须持本目录的令牌。",
    ),
)
@option(
    "--port",
    type=int,
    text=(
        "With --http; default 7717, 0: any that is free.",
        "与 --http 同用；默认 7717，0 为任意空闲端口。",
    ),
)
def mcp(here: bool, http: bool, port: int | None) -> int:
    from mohen.integrations import mcp_stdio

    if port is not None and not http:
        raise InvalidArgument("port goes with --http", field="port")
    log_as_server()
    language = say("en", "zh")
    greets = not http and extras.is_installed("mcp")
    line = mcp_stdio.Line(language, *mcp_stdio.wire()) if greets else None

    from mohen.integrations import mcp_http  # the client is being answered meanwhile

    tools = mcp_http.tools()
    with opened(drain=False, serving=True) as session:
        project_id = _here(session) if here else chosen().project_id
        if http:
            _serve_mcp(session, mcp_http.McpDoor(session.ask, project_id, language), port)
        else:
            try:
                tools.speak(tools.server(session.ask, project_id, language), line)
            except ExceptionGroup as failed:  # of the library's tasks: one lost its stream
                lost, rest = failed.split(OSError)
                if lost is None or rest is not None:
                    raise
                raise IoFailed("standard input or output could not be used") from None
        session.drain()  # a client that left is not waited for by anybody
    return exits.OK.exit


def _serve_mcp(session: Session, door: Guest, port: int | None) -> None:
    """Until a signal ends it."""
    from mohen.server import app, run
    from mohen.server.cli import address_of
    from mohen.server.token import HomeToken

    memory, host = session.memory, "127.0.0.1"
    token = HomeToken(memory.home)
    with run.listen(host, memory.policy.doors.port if port is None else port) as sock:
        file = str((session.home / TOKEN_FILE).absolute())
        url = f"{address_of(host, sock.getsockname()[1])}/mcp"
        as_json = chosen().json

        def ready() -> None:
            with contextlib.suppress(OSError, ValueError):
                told = {"ok": True, "data": {"url": url, "tokenFile": file}, "meta": session.meta()}
                output.finish(told, _show_mcp, as_json=as_json)

        run.answer(app.build(memory, token, guests=[door]), memory.policy.doors, sock, ready)


def _show_mcp(data: dict[str, Any]) -> None:
    output.show(
        say(
            "Listening. Give the client this address, and as bearer token what this file holds:",
            "已就绪。请在客户端填写这个地址，并以此文件中的内容作为 bearer 令牌：",
        ),
        f"  {data['url']}",
        f"  {data['tokenFile']}",
    )


def _here(session: Session) -> str:
    found = session.ask("agent:find", {"workspace": str(workspace())})
    return chosen().named_project or str(found["data"]["projectId"])


# -- proxy


@command(
    (
        "Stand between a front-end and its model, and remember: whatever takes a base address "
        "has a memory then.\n"
        "What is known goes into the system prompt, what matters for a message beside it, and what "
        "was said is heard. OpenAI's /v1/chat/completions and /v1/responses and Anthropic's "
        "/v1/messages; every other path is passed on untouched.\n"
        "The front-end's own key goes to the model and nowhere else. Ctrl-C ends it.",
        "居于前端与其模型之间并为之记忆：凡可填写接口地址的前端，从此都有记忆。\n"
        "已知之事放入系统提示，与某条消息有关的放在该消息旁，所说的话会被听取。"
        "支持 OpenAI 的 /v1/chat/completions、/v1/responses 与 Anthropic 的 /v1/messages；"
        "其余路径原样转发。\n"
        "前端自己的密钥只交给模型，不去别处。按 Ctrl-C 结束。",
    ),
    example="mohen proxy --to https://api.openai.com/v1 --project home",
)
@option(
    "--to",
    required=True,
    metavar="URL",
    text=(
        "Where the model is, as the front-end was told before.",
        "模型所在的地址，即前端原先填写的地址。",
    ),
)
@option(
    "--port", type=int, text=("Default 7718; 0: any that is free.", "默认 7718；0 为任意空闲端口。")
)
@option(
    "--host",
    default="127.0.0.1",
    text=(
        "Other than loopback: everybody needs the key, which the address that is told holds.",
        "若不是本机回环地址：来者都须持密钥，给出的地址中含有它。",
    ),
)
@option(
    "--locked",
    is_flag=True,
    text=(
        "Ask for the key on loopback, too: where others use this machine.",
        "在本机回环地址上也要求密钥：适用于多人共用的机器。",
    ),
)
@option(
    "--origin",
    "origins",
    multiple=True,
    metavar="URL",
    text=(
        "A page that may call it from a browser, such as http://localhost:3000; can be repeated.",
        "允许从浏览器调用它的页面，如 http://localhost:3000；可重复。",
    ),
)
def proxy(to: str, port: int | None, host: str, locked: bool, origins: tuple[str, ...]) -> int:
    from mohen.core.keyed_hash import sealed
    from mohen.integrations.proxy import app
    from mohen.integrations.proxy.recall import Recall
    from mohen.server import run
    from mohen.server.app import LOOPBACK
    from mohen.server.cli import address_of
    from mohen.server.token import HomeToken

    log_as_quiet_server()
    run.prepare()
    with opened(drain=False, serving=True) as session:
        memory, project_id = session.memory, chosen().project_id
        bounds, anywhere = memory.policy.proxy, host not in LOOPBACK
        upstream = app.Upstream(to, bounds)
        token = HomeToken(memory.home)
        door = app.Door(
            token, memory.policy.doors, locked=locked, anywhere=anywhere, origins=origins
        )
        seal = partial(sealed, memory.settings.redaction_key())
        recall = Recall(session.open_here(), project_id, seal, bounds)
        made = app.build(upstream, recall, door, seal, bounds)
        wanted = bounds.port if port is None else port
        with run.listen(host, wanted, anywhere=anywhere) as sock:
            key = f"/{app.key_of(token())}" if locked or anywhere else ""
            origin = address_of(host, sock.getsockname()[1])
            data = {"url": f"{origin}{key}/v1", "address": origin + key, "projectId": project_id}
            as_json = chosen().json

            def ready() -> None:
                with contextlib.suppress(OSError, ValueError):
                    told = {"ok": True, "data": data, "meta": session.meta()}
                    output.finish(told, _show_proxy, as_json=as_json)

            run.answer(made, memory.policy.doors, sock, ready, date_header=False)
        session.drain()
    return exits.OK.exit


def _show_proxy(data: dict[str, Any]) -> None:
    output.show(
        say(
            "Listening. Give the front-end this base address (Anthropic's clients without /v1):",
            "已就绪。请在前端填写这个接口地址（Anthropic 客户端不带 /v1）：",
        ),
        f"  {data['url']}",
    )
