"""The plugin folder that Claude Code and Codex share, filled in for this machine."""

from __future__ import annotations

import json

import mohen
from mohen.integrations.setup import PLUGINS, Setting, files

_COMMAND = '"command": "mohen hook"'
_VERSION = '"version": "0.1.0"'
_TOOLS = ".mcp.json"


def filled(setting: Setting) -> dict[str, str]:
    """Each file by its name: hooks and tools start the Mohen that was asked to install them."""
    found = files(PLUGINS / "agent")
    for name, text in found.items():
        text = text.replace(_COMMAND, f'"command": {json.dumps(setting.line("hook"))}')
        found[name] = text.replace(_VERSION, f'"version": {json.dumps(mohen.__version__)}')
    if setting.tools:
        program, *arguments = setting.argv("mcp", "--here")
        server = {"command": program, "args": arguments}
        found[_TOOLS] = json.dumps({"mcpServers": {"mohen": server}}, indent=2) + "\n"
    else:
        del found[_TOOLS]
    return found
