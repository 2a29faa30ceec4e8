"""Why something was written, on the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cli.running import Run
from inside import inside
from mohen.memory import open_memory
from mohen.prompts.model import Request
from mohen.testing import ScriptedWriter
from rulebooks import rule
from shows import shows


@pytest.fixture
def written(mohen: Run, home: Path) -> dict[str, Any]:
    """Something written with a rule that was learned, a rule of the author's, and an episode."""
    mohen("record", "--skill", "continue", "--context", "雨下了一夜。", "--candidate", "她跑了。")
    mohen("rules", "add", "多写雨声")
    with open_memory(home, writer=ScriptedWriter("霜刃出鞘。血溅。")) as memory:
        parts = inside(memory)
        learned = rule(project_id="default", confidence=0.5)
        parts.mind_db.write(lambda tx: parts.rule_store.insert(tx, learned))
        asked = Request(
            skill_id="continue", project_id="default", scene_type="action", text="他拔剑。"
        )
        made = memory.skills.run(asked)
    return {
        "run": made.run_id,
        "episode": made.episode_id,
        "generation": made.assembly.generation_id,
    }


@shows("R83", "R85")
@pytest.mark.parametrize("by", ["run", "episode", "generation"])
def test_it_is_told_by_kind_and_weight(mohen: Run, written: dict[str, Any], by: str) -> None:
    said = mohen("why", written[by])
    assert said.exit_code == 0, said.stderr
    lines = said.stdout.splitlines()
    assert any(line.startswith("rules  ") and line.endswith("%") for line in lines)
    assert any(line.startswith("episodes  ") for line in lines)
    assert any("动作场景偏好短句" in line and "%" in line for line in lines)
    assert "the text shows nothing of it" in said.stdout
    obeyed = next(line for line in lines if "✓" in line)
    assert "mean_sentence_length < 15 characters in action · measured 3" in obeyed
    assert written["generation"] in said.stdout


@shows("R83")
def test_it_is_told_in_chinese_too(mohen: Run, written: dict[str, Any]) -> None:
    said = mohen("why", written["run"], "--lang", "zh").stdout
    for part in ("规则  ", "经历  ", "成文是否遵守？", "平均句长 < 15 字（动作场景） · 测得 3"):
        assert part in said


@shows("R86")
def test_wrong_and_right_are_said_once(mohen: Run, written: dict[str, Any]) -> None:
    said = mohen("why", written["run"], "--wrong", "--because", "太碎", "--memory", "rule_a")
    assert said.exit_code == 0, said.stderr
    assert "rule_a  50% → " in said.stdout
    again = mohen("why", written["run"], "--right", "--memory", "rule_a")
    assert "You judged it before; that stands." in again.stdout
    assert "[you said wrong]" in mohen("why", written["run"]).stdout
    # And the author's own rule is theirs, whatever they say of what came of it
    told = json.loads(mohen("why", written["run"], "--json").stdout)["data"]["references"]
    [own] = [each["id"] for each in told if each.get("text") == "多写雨声"]
    judged = json.loads(mohen("why", written["run"], "--right", "--memory", own, "--json").stdout)
    assert [each["why"] for each in judged["data"]["unchanged"]] == ["confirmed"]


def test_what_cannot_be_is_refused(mohen: Run, written: dict[str, Any]) -> None:
    assert mohen("why", "gen_nobody").exit_code != 0
    assert "MEMORY_TRACE_MISMATCH" in mohen("why", "gen_nobody").stderr
    assert mohen("why", written["run"], "--because", "太碎").exit_code == 2
    other = mohen("why", written["run"], "--project", "other")
    assert "MEMORY_SCOPE_DENIED" in other.stderr
