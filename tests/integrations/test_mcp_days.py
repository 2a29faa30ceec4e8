"""Days as a model says them: in the user's time, and whole."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from importlib.util import find_spec
from typing import Any

import anyio
import pytest

# Looked for, not imported: every worker collects this file, and one runs it.
pytestmark = pytest.mark.skipif(find_spec("mcp") is None, reason="mcp is not installed")


def asked(**given: Any) -> Mapping[str, Any]:
    """What `search` asks the memory for."""
    from mcp import Client

    from mohen.integrations import mcp

    payloads: list[Mapping[str, Any]] = []

    def ask(_channel: str, payload: Mapping[str, Any]) -> dict[str, Any]:
        payloads.append(payload)
        return {"ok": True, "data": {"items": []}, "meta": {}}

    async def main() -> None:
        async with Client(mcp.server(ask, "p")) as client:
            answer = await client.call_tool("search", given)
            assert not answer.is_error, answer.content

    anyio.run(main)
    return payloads[0]


def local(text: str) -> int:
    return round(datetime.fromisoformat(text).timestamp() * 1000)


def test_a_day_is_a_day_of_the_user_and_counts_whole() -> None:
    day = "2026-02-04"
    payload = asked(since=day, until=day, as_of=day)
    assert payload["since"] == local("2026-02-04T00:00")
    assert payload["until"] == payload["asOf"] == local("2026-02-05T00:00")


def test_a_time_is_taken_as_it_is_said() -> None:
    payload = asked(until="2026-02-04T10:30:00Z", as_of="2026-02-04T10:30:00+08:00")
    assert payload["until"] == 1770201000000
    assert payload["asOf"] == 1770201000000 - 8 * 3_600_000
    assert "since" not in payload
