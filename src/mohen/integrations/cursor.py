"""Cursor: hooks and a tool server in its folder."""

from __future__ import annotations

from mohen.integrations.setup import Entry, Host, Part, Setting

_EVENTS = ("sessionStart", "beforeSubmitPrompt", "afterAgentResponse")


def plan(setting: Setting) -> tuple[Part, ...]:
    home = setting.user / ".cursor"
    hooks = home / "hooks.json"
    called = {"command": setting.line("hook")}
    program, *arguments = setting.argv("mcp", "--here")
    server = Entry(
        home / "mcp.json", ("mcpServers", "mohen"), {"command": program, "args": arguments}
    )
    return (
        Entry(hooks, ("version",), 1),
        *(Entry(hooks, ("hooks", each), called, item=True) for each in _EVENTS),
        *([server] if setting.tools else []),
    )


HOST = Host("Cursor", plan, ("Start Cursor anew.", "重新启动 Cursor。"))
