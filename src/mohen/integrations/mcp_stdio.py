"""Standard input and output for a client that speaks MCP, which is greeted at once.

The SDK takes a second of a processor to load, and a client may not wait that long: Codex leaves
the tools of whoever has not told them after a second out of its first request. What the SDK says
first was read off it before (`mcp_greeting.json`, by `make docs`), and is said meanwhile.
"""

from __future__ import annotations

import json
import os
import threading
from pathlib import Path
from queue import SimpleQueue
from typing import Any, TextIO

import mohen
from mohen.core import outside_json

_GREETING = Path(__file__).with_name("mcp_greeting.json")
VERSIONS = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
"""Of the protocol, in all of which the greeting is the same. Newer ones have none."""


def wire() -> tuple[TextIO, TextIO]:
    """What came as standard input and output. Whatever else reads or prints from now on is kept
    off them: it finds nothing, and is read on standard error."""
    source = os.fdopen(os.dup(0), encoding="utf-8", errors="replace")
    sink = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return source, sink


class Line:
    """To the client: a file that is read and written. What was greeted with is said once; from the
    first other question on everything is the SDK's, which is told how it began."""

    def __init__(self, language: str, source: TextIO, sink: TextIO) -> None:
        self._language = language
        self._source = source
        self._sink = sink
        self._page: dict[str, Any] = json.loads(_GREETING.read_text("utf-8"))
        self._waiting: SimpleQueue[str] = SimpleQueue()
        self._is_greeting = True
        self._began = False
        self._to_drop = 0  # answers of the SDK's that the client has
        threading.Thread(target=self._listen, name="mohen-mcp", daemon=True).start()

    def readline(self) -> str:
        line = self._waiting.get()
        if not line:
            self._waiting.put(line)  # an end stays one
        return line

    def write(self, text: str) -> int:
        if self._to_drop:
            self._to_drop -= 1
        else:
            self._sink.write(text)
        return len(text)

    def flush(self) -> None:
        self._sink.flush()

    def _listen(self) -> None:
        try:
            with self._source as lines:
                for line in lines:
                    if not (self._is_greeting and self._greeted(line)):
                        self._waiting.put(line)
        except (OSError, ValueError):
            pass  # the client is gone
        finally:
            self._waiting.put("")

    def _greeted(self, line: str) -> bool:
        """Whether that was all there is to say."""
        try:
            asked = outside_json.loads(line)
            method, params = asked["method"], asked.get("params") or {}
            if not self._began:
                version = params["protocolVersion"]
                self._is_greeting = method == "initialize" and version in VERSIONS
                if self._is_greeting:
                    told = self._page[method][self._language]
                    server = {**told["serverInfo"], "version": mohen.__version__}
                    self._say(asked, {**told, "protocolVersion": version, "serverInfo": server})
                    self._began, self._to_drop = True, 1
            elif method == "tools/list" and "cursor" not in params:
                self._say(asked, self._page[method])
                return True
            elif "id" in asked:
                self._is_greeting = False
        except (ValueError, LookupError, TypeError, AttributeError):
            self._is_greeting = False  # the SDK knows what to say to that
        return False

    def _say(self, asked: dict[str, Any], result: dict[str, Any]) -> None:
        told = {"jsonrpc": "2.0", "id": asked["id"], "result": result}
        self._sink.write(json.dumps(told, ensure_ascii=False, separators=(",", ":")) + "\n")
        self._sink.flush()
