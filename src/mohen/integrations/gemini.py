"""Gemini CLI: hooks and a tool server in its settings."""

from __future__ import annotations

from mohen.integrations.setup import Entry, Host, Part, Setting

_EVENTS = ("SessionStart", "BeforeAgent", "AfterAgent")
_TIMEOUT_MS = 15_000


def plan(setting: Setting) -> tuple[Part, ...]:
    file = setting.folder("GEMINI_CLI_HOME", "") / ".gemini" / "settings.json"
    hook = {
        "name": "mohen",
        "type": "command",
        "command": setting.line("hook"),
        "timeout": _TIMEOUT_MS,
    }
    hooks = [Entry(file, ("hooks", each), {"hooks": [hook]}, item=True) for each in _EVENTS]
    program, *arguments = setting.argv("mcp", "--here")
    server = Entry(file, ("mcpServers", "mohen"), {"command": program, "args": arguments})
    return (*hooks, *([server] if setting.tools else []))


HOST = Host("Gemini CLI", plan, ("Start Gemini CLI anew.", "重新启动 Gemini CLI。"))
