"""The skill package is what it says: valid front matter, links that lead somewhere, jobs that a
host takes, commands that exist. The same holds of the pages about agents."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from house.commands import refusal, shown
from mohen.policy import Policy
from mohen.skills import skill_file
from shows import shows

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "skills" / "openclaw"
PAGES = sorted(PACKAGE.rglob("*.md"))
DOCS = [ROOT / "docs" / f"{name}.md" for name in ("knowledge", "consolidation", "agents")]
KINDS = {"brew": "formula", "node": "package", "go": "module", "uv": "package", "download": "url"}
"""Installers that OpenClaw knows, and the field without which it drops one silently."""
NODE = shutil.which("node")


def head(file: Path) -> dict[str, Any]:
    return skill_file.part(file.read_text("utf-8"), Policy().skill_files).head


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@shows("R178", "C59")
def test_the_front_matter_is_what_openclaw_takes() -> None:
    """The seed's fields, where current OpenClaw has them; `kind: script` it never had."""
    found = head(PACKAGE / "SKILL.md")
    assert set(found) == {"name", "version", "description", "metadata"}
    assert (found["name"], found["version"]) == ("memory-system", "1.0.0")
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", found["name"])
    assert 0 < len(found["description"]) <= 1024
    ours = found["metadata"]["openclaw"]
    assert ours["emoji"] == "🧠"
    assert ours["requires"] == {"bins": ["python3", "jq"]}
    for each in ours["install"]:
        assert each[KINDS[each["kind"]]]
        assert set(each["bins"]) <= set(ours["requires"]["bins"])


def test_what_an_agent_reads_each_time_is_short() -> None:
    """The body goes into a context whole; what is not needed each time is a reference."""
    assert len((PACKAGE / "SKILL.md").read_text("utf-8")) < 6_000


@pytest.mark.parametrize("page", [*PAGES, *DOCS], ids=named)
def test_links_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text("utf-8"))
    broken = [each for each in links if "://" not in each and not (page.parent / each).exists()]
    assert broken == []


@shows("R230")
def test_design_consolidation_and_api_are_there_in_both_languages() -> None:
    for name in ("design", "consolidation", "api", "setup"):
        text = (PACKAGE / "references" / f"{name}.md").read_text("utf-8")
        assert f"references/{name}.md" in (PACKAGE / "SKILL.md").read_text("utf-8")
        assert len(re.findall(r"[\u4e00-\u9fff]", text)) > 150
        assert len(re.findall(r"\b[a-z]{3,}\b", text)) > 150


@pytest.mark.parametrize("page", [*PAGES, *DOCS], ids=named)
def test_every_command_line_shown_is_one_the_command_takes(page: Path) -> None:
    found = list(shown(page.read_text("utf-8")))
    wrong = {" ".join(args): why for args in found if (why := refusal(args)) is not None}
    assert wrong == {}
    if page.parent.name in ("references", "docs") and page.stem != "design":
        assert len(found) > 1


def test_a_command_that_does_not_exist_is_seen() -> None:
    text = "```sh\nmohen remember x\nmohen search --nope\n```\n`python3 a/memory.py forget --yes`"
    assert [args[0] for args in shown(text)] == ["remember", "search", "forget"]
    assert [refusal(args) is None for args in shown(text)] == [False, False, True]


def test_the_table_of_commands_names_commands() -> None:
    table = (PACKAGE / "references" / "api.md").read_text("utf-8").partition("## Commands")[2]
    rows = [line for line in table.splitlines() if line.startswith("| `")]
    names = {name for row in rows for name in re.findall(r"`([a-z-]+)[^`]*`", row.split(" | ")[0])}
    assert len(names) > 15
    assert [each for each in sorted(names) if refusal([each, "--help"]) is not None] == []


@shows("R220", "C59")
@pytest.mark.parametrize("name", ["cron.json", "cron-main.json", "cron-command.json"])
def test_a_job_is_one_that_the_scheduler_takes(name: str) -> None:
    """An isolated session takes an agent's turn or a command, the main one a system event."""
    job = json.loads((PACKAGE / "assets" / name).read_text("utf-8"))
    payload = job["payload"]
    fields = {"agentTurn": {"message"}, "systemEvent": {"text"}, "command": {"argv", "cwd"}}
    assert payload.keys() == {"kind", *fields[payload["kind"]]}
    main = job["sessionTarget"] == "main"
    assert main == (payload["kind"] == "systemEvent")
    assert main == ("delivery" not in job)
    schedule = {"kind": "cron", "expr": Policy().consolidation.schedule}
    assert (job["name"], job["schedule"]) == ("Memory Consolidation", schedule)
    said = " ".join(str(each) for each in payload.get("argv", payload.values()))
    assert "skills/memory-system/scripts/memory.py consolidate" in said


@shows("R221")
def test_the_snippets_name_what_calls_for_a_search() -> None:
    agents = (PACKAGE / "assets" / "AGENTS.md").read_text("utf-8")
    for word in (
        "之前",
        "上次",
        "以前",
        "我喜欢",
        "我讨厌",
        "你还记得",
        "帮我回忆",
        "人名",
        "项目名",
    ):
        assert word in agents
    assert "48" in (PACKAGE / "assets" / "HEARTBEAT.md").read_text("utf-8")


def test_no_asset_uses_a_setting_that_does_not_exist() -> None:
    for file in (PACKAGE / "assets").rglob("*"):
        if file.is_file():
            assert "systemPromptFiles" not in file.read_text("utf-8")


HOOK = PACKAGE / "assets" / "hooks" / "mohen-snapshot"
ASK = """
import handler from %(handler)s;
const ask = async (sessionKey, workspaceDir, type = "agent") => {
  const context = { workspaceDir, sessionKey, bootstrapFiles: [{ name: "AGENTS.md", path: "a" }] };
  const event = { type, action: "bootstrap", sessionKey, context };
  await handler(event);
  await handler(event);
  return context.bootstrapFiles.slice(1);
};
const there = %(there)s, nowhere = %(nowhere)s;
console.log(JSON.stringify({
  main: await ask("agent:main:main", there),
  direct: await ask("agent:main:telegram:direct:42", there),
  group: await ask("agent:main:whatsapp:group:123", there),
  channel: await ask("agent:main:discord:channel:9", there),
  subagent: await ask("agent:main:subagent:7", there),
  cron: await ask("cron:job", there),
  empty: await ask("agent:main:main", nowhere),
  other: await ask("agent:main:main", there, "command"),
}));
"""


@shows("R179")
@pytest.mark.process
@pytest.mark.skipif(NODE is None, reason="there is no Node.js to run it")
def test_the_hook_puts_the_snapshot_into_private_conversations_only(tmp_path: Path) -> None:
    assert head(HOOK / "HOOK.md")["metadata"]["openclaw"]["events"] == ["agent:bootstrap"]
    snapshot = tmp_path / "memory" / "layer1" / "snapshot.md"
    snapshot.parent.mkdir(parents=True)
    snapshot.write_text("# 工作记忆快照\n", "utf-8")
    assert json.loads((HOOK / "package.json").read_text("utf-8"))["type"] == "module"
    handler = shutil.copy(HOOK / "handler.ts", tmp_path / "handler.mjs")
    script = tmp_path / "ask.mjs"
    given = {
        "handler": json.dumps(Path(handler).as_uri()),
        "there": json.dumps(str(tmp_path)),
        "nowhere": json.dumps(str(tmp_path / "nowhere")),
    }
    script.write_text(ASK % given, "utf-8")
    said = json.loads(subprocess.check_output([str(NODE), str(script)], encoding="utf-8"))
    told = {
        "name": "MEMORY.md",
        "path": str(snapshot),
        "content": "# 工作记忆快照\n",
        "missing": False,
    }
    assert said.pop("main") == said.pop("direct") == [told]
    assert set(map(len, said.values())) == {0}
