"""`mohen install`: shows the difference, writes it, takes it back."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.running import Run


@pytest.fixture(autouse=True)
def user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "user"
    (folder / ".gemini").mkdir(parents=True)
    (folder / ".gemini" / "settings.json").write_text('{ "theme": "dark" } // mine')
    for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "GEMINI_CLI_HOME", "HERMES_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(folder))
    return folder


def test_it_is_shown_then_written_then_as_before(mohen: Run, user: Path):
    file = user / ".gemini" / "settings.json"
    before = file.read_bytes()
    shown = mohen("install", "gemini", "--dry-run")
    assert file.read_bytes() == before
    assert "+" in shown.stdout
    assert "1 files would change" in shown.stdout
    done = mohen("install", "gemini")
    assert done.exit_code == 0, done.output
    assert "BeforeAgent" in done.stdout
    assert "mohen hook" in file.read_text()
    assert "nothing to change" in mohen("install", "gemini").stdout
    assert "is as before" in mohen("install", "gemini", "--remove").stdout
    assert file.read_bytes() == before


def test_a_project_that_is_named_stands_in_the_hook(mohen: Run, home: Path, user: Path):
    mohen("install", "claude-code", "--project", "work")
    hooks = (user / ".claude" / "skills" / "mohen" / "hooks" / "hooks.json").read_text()
    assert "hook --home" in hooks
    assert str(home) in hooks
    assert hooks.count("--project work") == 5


def test_what_was_never_set_up_cannot_be_taken_back(mohen: Run):
    told = json.loads(mohen("install", "codex", "--remove", "--json").stdout)
    assert (told["ok"], told["error"]["code"]) == (False, "NOT_FOUND")


def test_a_host_that_nobody_knows_is_named(mohen: Run):
    refused = mohen("install", "emacs")
    assert refused.exit_code != 0
    assert "claude-code, codex" in refused.stderr


def test_in_chinese_too(mohen: Run):
    assert "写入" in mohen("install", "codex", "--lang", "zh").stdout
    refused = mohen("install", "emacs", "--lang", "zh")
    assert "没有这个宿主" in refused.stderr
