"""With --json a command prints one envelope and nothing else, whatever happens."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cli.running import RECORD, Run
from shows import shows

FINE = [
    ("status",),
    ("doctor",),
    ("doctor", "--mend"),
    RECORD,
    ("recall",),
    ("recall", "雨", "夜", "--scene", "action", "--limit", "3", "--context"),
    ("list", "--since", "2020-01-01", "--until", "4102444800000", "--whole", "--limit", "2"),
    ("run", "polish", "--text", "他跑了。", "--candidates", "1"),
    ("run", "continue", "--text", "雨下了一夜。", "--stream"),
    ("cache-report",),
    ("cache-report", "--skill", "polish", "--ttl", "5", "--minimum", "1024", "--runs"),
    ("agents",),
    ("agents", "add", "writer", "--sees", ""),
    ("capture", "用户对花生过敏", "--type", "fact", "--entities", "用户", "--importance", "1.0"),
    ("search",),
    ("search", "花生", "--type", "fact,note", "--since", "2020-01-01", "--as-of", "2100-01-01"),
    ("inject", "你还记得吗", "--tokens", "300", "--repeat-snapshot"),
    ("snapshot",),
    ("consolidate", "--all", "--dry-run"),
    ("stats",),
    ("entities",),
    ("validate",),
    ("validate", "--repair"),
    ("learn",),
    ("learn", "--project", "小说"),
    ("rules",),
    ("rules", "list", "--scope", "global", "--category", "pacing", "--overridden"),
    ("rules", "history", "--limit", "2"),
    ("conflicts",),
    ("conflicts", "list", "--resolved"),
    ("notes",),
    ("notes", "list", "--type", "fact", "--limit", "2"),
    ("pause",),
    ("resume",),
    ("forget", "--query", "雨", "--dry-run"),
    ("forget", "--query", "雨", "--yes", "--operator", "阿文"),
    ("clear", "--all", "--dry-run"),
    ("clear", "--all", "--yes"),
    ("clear", "--project", "小说", "--learned", "--yes"),
    ("audit",),
    ("upkeep",),
    ("upkeep", "--dry-run"),
    ("rebuild-index",),
    ("config", "list"),
    ("config", "get", "embedder"),
    ("config", "set", "redact-names", "林墨,阿文"),
    ("config", "set", "prompt-language", "en"),
    ("completion", "bash"),
    ("version",),
]
WRONG = [
    ("nonsense",),
    ("status", "--nonsense"),
    ("show",),
    ("show", "ep_none"),
    ("undo",),
    ("undo", "--run", "run_none"),
    ("run",),
    ("run", "polish"),
    ("run", "nonsense", "--text", "雨"),
    ("run", "polish", "no-such-file.md"),
    ("run", "polish", "--text", "雨", "--select", "2:1"),
    ("run", "polish", "--text", "雨", "--line", "2"),
    ("run", "polish", "--text", "雨", "--line", "1", "--at-end"),
    ("run", "polish", "--text", "雨", "--candidates", "0"),
    ("accept",),
    ("accept", "run_none"),
    ("accept", "run_none", "0"),
    ("reject", "run_none"),
    ("context", "polish", "--text", "雨", "--cursor", "x"),
    ("cache-report", "--ttl", "-1"),
    ("recall", "--limit", "many"),
    ("list", "--since", "yesterday"),
    ("agents", "add"),
    ("agents", "set", "nobody", "--sees", ""),
    ("capture",),
    ("capture", "雨", "--importance", "much"),
    ("search", "--since", "yesterday"),
    ("search", "--limit", "0"),
    ("inject",),
    ("snapshot", "--path"),
    ("consolidate",),
    ("consolidate", "--phase", "0", "--all"),
    ("history", "f_none"),
    ("entities", "没人"),
    ("archive", "f_none"),
    ("restore", "f_none"),
    ("forget", "--knowledge", "f_none", "--source", "s1"),
    ("rules", "nonsense"),
    ("rules", "add"),
    ("rules", "add", "。。。"),
    ("rules", "list", "--category", "mood"),
    ("rules", "why", "rule_none"),
    ("rules", "edit", "rule_none", "短"),
    ("rules", "confirm", "rule_none"),
    ("rules", "promote", "rule_none"),
    ("rules", "delete", "rule_none", "--yes"),
    ("rules", "history", "--cursor", "nonsense"),
    ("conflicts", "resolve", "conflict_none", "rule_none"),
    ("conflicts", "resolve", "conflict_none", "rule_none", "--yes"),
    ("notes", "edit", "kn_none", "短"),
    ("notes", "delete", "kn_none", "--yes"),
    ("forget",),
    ("forget", "nonsense"),
    ("forget", "ep_none", "--query", "雨"),
    ("forget", "ep_none", "--yes"),
    ("forget", "--query", "雨"),
    ("clear",),
    ("clear", "--yes"),
    ("clear", "--all"),
    ("clear", "--all", "--project", "小说", "--yes"),
    ("clear", "--all", "--learned", "--yes"),
    ("audit", "--cursor", "nonsense"),
    ("config", "get", "nonsense"),
    ("config", "set", "embedder", "nonsense"),
    ("record", "--skill", "continue"),
    ("record", "--from", "no-such-file.jsonl"),
    ("serve", "--host", "0.0.0.0"),
    (),
]


def envelope(text: str) -> dict[str, Any]:
    lines = text.splitlines()
    assert len(lines) == 1, lines
    said: dict[str, Any] = json.loads(lines[0])
    return said


@shows("R172")
@pytest.mark.parametrize("args", FINE, ids=" ".join)
def test_what_goes_well(mohen: Run, args: tuple[str, ...]) -> None:
    for line in ((*args, "--json"), ("--json", *args)):
        said = mohen(*line)
        whole = envelope(said.stdout)
        assert whole["ok"], whole
        assert whole["data"]
        assert said.exit_code == 0
        assert said.stderr == ""


@shows("R172")
@pytest.mark.parametrize("args", WRONG, ids=" ".join)
def test_what_does_not(mohen: Run, args: tuple[str, ...]) -> None:
    for line in ((*args, "--json"), ("--json", *args)):
        said = mohen(*line)
        whole = envelope(said.stdout)
        assert not whole["ok"]
        assert {"code", "message", "retryable"} <= whole["error"].keys()
        assert {"requestId", "ts"} <= whole["meta"].keys()
        assert said.exit_code in (2, 3)


def test_every_envelope_has_its_meta(mohen: Run) -> None:
    for args in (("version",), ("completion", "zsh"), ("status",)):
        assert {"requestId", "ts"} <= envelope(mohen(*args, "--json").stdout)["meta"].keys()


def test_without_json_an_error_says_what_and_where_and_what_to_do(mohen: Run) -> None:
    said = mohen("show", "ep_none")
    assert said.stdout == ""
    for part in (
        "No such item",
        "NOT_FOUND",
        "no such episode",
        "field: episodeId",
        "→ `mohen list --ids`",
    ):
        assert part in said.stderr
    assert "该作用域内没有此条目" in mohen("show", "ep_none", "--lang", "zh").stderr


def test_no_envelope_names_the_home(mohen: Run, home: Path) -> None:
    said = mohen("status", "--json").stdout + mohen("doctor", "--json").stdout
    assert str(home) not in said
    assert str(home) in mohen("status").stdout.replace("\n", "").replace(" ", "")


def test_a_text_that_looks_like_an_option_is_no_option(mohen: Run) -> None:
    said = mohen(*RECORD, "--final", "--json")
    assert said.exit_code == 0
    assert said.stdout.startswith("✓ Recorded")
