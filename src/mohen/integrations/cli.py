"""The memory as an MCP server on standard input and output: `mcp`."""

from __future__ import annotations

from mohen.cli import exits
from mohen.cli.bilingual import command
from mohen.cli.connection import chosen, opened
from mohen.cli.i18n import say
from mohen.cli.logs import log_as_server
from mohen.core import extras
from mohen.errors import IoFailed, Unsupported


@command(
    (
        "Serve the memory to any MCP client over standard input and output: search, get, "
        "remember, forget, snapshot, why.\n"
        "The project is chosen here, so that a client sees that one only.",
        "以 MCP 协议在标准输入输出上提供记忆：search、get、remember、forget、snapshot、why。\n"
        "项目在此处指定，客户端只能看到它。",
    ),
    example="mohen mcp --project my-agent",
)
def mcp() -> int:
    try:
        from mohen.integrations import mcp as integrations_mcp
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] not in ("mcp", "mcp_types"):
            raise
        raise Unsupported(
            say(
                f"the MCP server needs a package that is not installed: {extras.command('mcp')}",
                f"MCP 服务需要尚未安装的软件包：{extras.command('mcp')}",
            )
        ) from None
    log_as_server()
    with opened(drain=False, serving=True) as session:
        try:
            integrations_mcp.server(session.ask, chosen().project_id).run("stdio")
        except ExceptionGroup as failed:  # of the library's tasks: one lost its stream
            lost, rest = failed.split(OSError)
            if lost is None or rest is not None:
                raise
            raise IoFailed("standard input or output could not be used") from None
        session.drain()  # a client that left is not waited for by anybody
    return exits.OK.exit
