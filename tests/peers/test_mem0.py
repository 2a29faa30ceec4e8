"""mem0's own client asks Mohen, and finds what it looks for."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from mohen.integrations import mem0_rest
from mohen.memory import open_memory
from server.running import TOKEN, Running

from .environments import STAND_INS, environment

pytestmark = pytest.mark.peers


def test_its_client_adds_finds_changes_and_deletes(tmp_path: Path) -> None:
    python = environment("mem0", "mem0ai==2.2.1")
    with open_memory(tmp_path / "home") as memory:
        running = Running(memory, more=mem0_rest.routes(memory))
        try:
            visited = subprocess.run(
                [python, STAND_INS / "mem0_visit.py", f"{running.origin}/mem0", TOKEN],
                env={**os.environ, "MEM0_TELEMETRY": "false", "MEM0_DIR": str(tmp_path)},
                capture_output=True,
                text=True,
                timeout=300,
                check=False,
            )
        finally:
            running.close()
    assert visited.returncode == 0, visited.stderr[-2_000:]
    seen = json.loads(visited.stdout)
    [added] = seen["added"]["results"]
    assert seen["got"]["memory"] == added["memory"] == "Ann's door code is kept by Bo"
    assert seen["got"]["metadata"] == {"from": "bo"}
    assert [each["id"] for each in seen["found"]["results"]] == [added["id"]]
    assert seen["others"]["results"] == []
    assert seen["by_metadata"]["count"] == 1
    assert [each["event"] for each in seen["history"]] == ["ADD", "UPDATE"]
    assert seen["all"]["results"][0]["memory"].endswith("Cy")
    assert "peanuts" in seen["learned"]["results"][0]["memory"]
    assert seen["missed"] == "MemoryNotFoundError"
    assert (seen["left"], seen["dans"], seen["stranger"]) == (0, 1, "refused")
