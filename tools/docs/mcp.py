"""What the MCP SDK's server says first of ours: `integrations/mcp_greeting.json`, read off it."""

from __future__ import annotations

import json
import threading
from queue import SimpleQueue
from typing import Any

from . import markdown

_VERSION = "2025-11-25"


class _Wire:
    """Standard input and output of a server that is asked one thing after another."""

    def __init__(self) -> None:
        self.asked: SimpleQueue[str] = SimpleQueue()
        self.said: SimpleQueue[str] = SimpleQueue()

    def readline(self) -> str:
        return self.asked.get()

    def write(self, text: str) -> int:
        self.said.put(text)
        return len(text)

    def flush(self) -> None: ...

    def ask(self, method: str, params: dict[str, Any]) -> Any:
        line = {"jsonrpc": "2.0", "id": method, "method": method, "params": params}
        self.asked.put(json.dumps(line) + "\n")
        return json.loads(self.said.get())["result"]


def first_words(language: str, version: str = _VERSION) -> tuple[Any, Any]:
    """Its answers to `initialize` and `tools/list`."""
    from mohen.integrations import mcp

    made, wire = mcp.server(lambda *_asked: {}, None, language), _Wire()
    speaking = threading.Thread(target=mcp.speak, args=(made, wire))
    speaking.start()
    client = {"name": "docs", "version": "1"}
    begin = {"protocolVersion": version, "capabilities": {}, "clientInfo": client}
    first, tools = wire.ask("initialize", begin), wire.ask("tools/list", {})
    wire.asked.put("")
    speaking.join()
    return first, tools


def greeting() -> str:
    languages = ("en", "zh")
    told = {each: first_words(each) for each in languages}
    for first, _tools in told.values():
        del first["protocolVersion"], first["serverInfo"]["version"]  # are told when it is said
    page = {
        "$comment": markdown.NOTICE,
        "initialize": {each: told[each][0] for each in languages},
        "tools/list": told["en"][1],
    }
    return json.dumps(page, ensure_ascii=False, indent=1, sort_keys=True) + "\n"
