"""The skill's script: every command of the seed's usage section runs as it is written there."""

from __future__ import annotations

import ast
import importlib.util
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from cli.claw import Claw
from cli.running import Run, environment
from shows import shows

SKILL = Path(__file__).parents[2] / "skills" / "openclaw"
SCRIPT = SKILL / "scripts" / "memory.py"
USAGE = Path(__file__).with_name("seed_usage.md").read_text("utf-8")

pytestmark = pytest.mark.process
posix = pytest.mark.skipif(os.name == "nt", reason="the lines are written for a POSIX shell")


def commands() -> list[str]:
    """As they stand in the section, each with its continued lines."""
    blocks = re.findall(r"```bash\n(.*?)```", USAGE, re.DOTALL)
    lines = "\n".join(blocks).replace("\\\n", "").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def layout() -> list[str]:
    """The lines of the seed's example of `stats`, with any figures."""
    shown = USAGE.partition("# 输出示例:\n")[2].partition("```")[0]
    lines = [line.removeprefix("#").removeprefix(" ") for line in shown.strip().splitlines()]
    return [re.sub(r"\d+", r"\\d+", re.escape(line)) for line in lines]


class Installed:
    """The skill in an agent's workspace, and a shell in the skill's folder."""

    def __init__(self, claw: Claw, home: Path, folder: Path) -> None:
        self.claw = claw
        self.skill = claw.workspace / "skills" / "memory-system"
        shutil.copytree(SKILL, self.skill)
        tools = folder / "tools"
        tools.mkdir()
        python = tools / "python3"  # the one that has Mohen, whatever the machine calls so
        python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
        python.chmod(0o755)
        self.env = environment(home, OPENCLAW_STATE_DIR=str(claw.state), HOME=str(folder))
        self.env["PATH"] = f"{tools}:{self.env['PATH']}"

    def sh(self, line: str, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["/bin/sh", "-c", line],
            cwd=folder or self.skill,
            env=self.env,
            encoding="utf-8",
            capture_output=True,
            check=False,
        )


@pytest.fixture
def installed(tmp_path: Path, home: Path, mohen: Run) -> Installed:
    return Installed(Claw(tmp_path, mohen), home, tmp_path)


@posix
@shows("R208", "R209", "R210", "R211", "R212", "R213", "R214", "R215", "R225")
def test_every_command_of_the_seed_runs_as_written(installed: Installed) -> None:
    claw, script = installed.claw, "python3 scripts/memory.py"
    claw.say("我叫张三", "我住在北京", "I like coffee")
    assert len(commands()) == 11
    captured = ""
    for line in commands():
        if line.endswith("--phase 2"):  # which works on what phase 1 has left
            claw.say("我讨厌香菜")
            assert installed.sh(f"{script} consolidate --phase 1").returncode == 0
        said = installed.sh(line.replace("<memory_id>", captured))
        assert said.returncode == 0, (line, said.stderr)
        assert "Traceback" not in said.stderr
        if found := re.match(r"✓ (f_\d{8}_\d{3}) 用户对花生过敏", said.stdout):
            captured = found[1]
        if line.endswith(" stats"):
            lines = said.stdout.splitlines()
            assert len(lines) == len(layout())
            for shown, wanted in zip(lines, layout(), strict=True):
                assert re.fullmatch(wanted, shown), shown
            assert "Total: 5 memories" in lines
    # In the agent's workspace, not in the skill's folder
    memory = claw.workspace / "memory"
    assert "用户对花生过敏" in (memory / "layer2" / "archive" / "facts.jsonl").read_text("utf-8")
    assert (memory / "layer1" / "snapshot.md").is_file()
    assert not (installed.skill / "memory").exists()


@posix
@shows("R201", "R220")
@pytest.mark.skipif(shutil.which("jq") is None, reason="the skill requires jq")
def test_the_job_and_the_heartbeat_do_what_they_say(installed: Installed) -> None:
    """Given an agent in OpenClaw, whose scheduler runs the job and whose heartbeat reads the page:
    the lines as they stand in the package, in the workspace."""
    claw = installed.claw
    claw.say("我对花生过敏")
    assert claw.mohen("init").exit_code == 0
    page = (SKILL / "assets/HEARTBEAT.md").read_text("utf-8")
    ask, act = re.findall(r"`(python3 [^`]+)`", page)
    # Nothing was ever consolidated: it is more than 48 hours
    hours = installed.sh(ask, claw.workspace)
    assert float(hours.stdout) > 48, hours.stderr
    # When the job runs, what was said is in the snapshot that opens the next conversation
    job = json.loads((SKILL / "assets/cron-command.json").read_text("utf-8"))
    said = installed.sh(shlex.join(job["payload"]["argv"]), claw.workspace)
    assert said.returncode == 0, said.stderr
    snapshot = claw.workspace / "memory/layer1/snapshot.md"
    assert "用户对花生过敏" in snapshot.read_text("utf-8")
    assert float(installed.sh(ask, claw.workspace).stdout) < 48
    # And what the heartbeat would run is the same
    assert shlex.split(act) == job["payload"]["argv"]


@posix
@shows("R181", "R222")
def test_nothing_of_the_hosts_own_is_touched(installed: Installed) -> None:
    """Given an agent in OpenClaw with a configuration, sessions and notes of its own. When the
    memory is set up, listens and exports. Then nothing outside `memory/` is another, and what the
    host's own `memory_search` reads there tells what is known."""
    claw = installed.claw
    claw.say("我对花生过敏", "我住在杭州")
    (claw.state / "openclaw.json").write_text('{"agents": {}}')
    (claw.workspace / "AGENTS.md").write_text("# mine\n")

    def around() -> dict[Path, bytes]:
        files = [each for root in (claw.state, claw.workspace) for each in root.rglob("*")]
        ours = claw.workspace / "memory"
        return {
            each: each.read_bytes() for each in files if each.is_file() and ours not in each.parents
        }

    before = around()
    out = str(claw.workspace / "memory")
    for args in (
        ["init"],
        ["consolidate"],
        ["capture", "用户爱喝茶"],
        ["export", "--format", "markdown", "--out", out],
    ):
        done = claw.mohen(*args)
        assert done.exit_code == 0, done.stderr
    assert around() == before
    told = "".join(each.read_text("utf-8") for each in (claw.workspace / "memory").glob("*.md"))
    assert "用户对花生过敏" in told


@posix
@pytest.mark.parametrize("args", ["search 花生 --lang zh", "archive f_none", "stats --json --no"])
def test_it_says_and_ends_as_mohen_does(installed: Installed, args: str) -> None:
    assert installed.claw.mohen("init").exit_code == 0
    mine, theirs = (
        installed.sh(f"python3 {how} {args}") for how in ("scripts/memory.py", "-m mohen")
    )
    ids = re.compile(r'"requestId":"\w+","ts":\d+')
    assert ids.sub("", mine.stdout) == ids.sub("", theirs.stdout)
    assert (mine.stderr, mine.returncode) == (theirs.stderr, theirs.returncode)


# -- where Mohen is found


def shell(folder: Path) -> Path:
    """A `mohen` that tells how it was called."""
    folder.mkdir(parents=True)
    made = folder / "mohen"
    made.write_text('#!/bin/sh\necho "called: $*"\nexit 5\n')
    made.chmod(0o755)
    return made


@posix
@pytest.mark.parametrize(
    ("place", "path"),
    [
        ("bin", "{home}/bin"),
        (".local/bin", ""),
        (".local/share/uv/tools/mohen/bin", ""),
        (".local/share/pipx/venvs/mohen/bin", ""),
    ],
)
def test_a_python_without_mohen_runs_the_command(tmp_path: Path, place: str, path: str) -> None:
    shell(tmp_path / place)
    env = {"HOME": str(tmp_path), "PATH": f"{path.format(home=tmp_path)}:/bin"}
    said = subprocess.run(
        [sys.executable, "-S", SCRIPT, "capture", "用户 爱喝茶", "--json"],
        env=env,
        encoding="utf-8",
        capture_output=True,
        check=False,
    )
    assert (said.stdout, said.returncode) == ("called: capture 用户 爱喝茶 --json\n", 5)


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    spec = importlib.util.spec_from_file_location("skill_script", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    monkeypatch.delenv("WORKSPACE", raising=False)
    yield made
    os.environ.pop("WORKSPACE", None)


def test_without_mohen_it_says_how_to_get_it_in_both_languages(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.setattr(script, "imported", lambda: None)
    monkeypatch.setattr(script, "places", lambda: ())
    monkeypatch.setenv("PATH", "")
    assert script.main() == 127
    said = capfdbinary.readouterr().err.decode()
    assert "is not installed" in said
    assert "尚未安装" in said
    assert "uv tool install ." in said


def test_the_workspace_is_the_one_whose_skills_it_lies_in(
    script: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    skill = tmp_path / "skills" / "memory-system"
    (skill / "scripts").mkdir(parents=True)
    monkeypatch.setattr(script, "__file__", str(skill / "scripts" / "memory.py"))
    # Called anywhere else it is as Mohen has it, and so it is where somebody names one
    monkeypatch.chdir(tmp_path)
    assert script.workspace() is None
    for inside in (skill, skill / "scripts"):
        monkeypatch.chdir(inside)
        assert script.workspace() == tmp_path.resolve()
    # Skills that all agents share lie beside the workspace
    (tmp_path / "workspace").mkdir()
    (tmp_path / "openclaw.json").write_text("{}")
    assert script.workspace() == (tmp_path / "workspace").resolve()
    monkeypatch.setenv("WORKSPACE", "/somewhere")
    assert script.workspace() is None


def test_it_needs_nothing_but_an_old_python() -> None:
    tree = ast.parse(SCRIPT.read_text("utf-8"), feature_version=(3, 7))
    rooms = {
        name.split(".")[0]
        for node in ast.walk(tree)
        for name in (
            [each.name for each in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    assert rooms - {"mohen"} <= sys.stdlib_module_names
