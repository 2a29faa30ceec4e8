"""What a consolidation tells a person: what became different, and what it cost."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.claw import Claw
from cli.habits import refused, told
from cli.running import Run
from shows import shows


@pytest.fixture
def claw(tmp_path: Path, mohen: Run) -> Claw:
    made = Claw(tmp_path, mohen)
    made.say("你好", "我对花生过敏", "我住在北京")
    told(made.mohen, "init")
    return made


@shows("R209")
@pytest.mark.parametrize(
    ("language", "done", "heard"),
    [("en", "consolidated", "3 messages → 3 fragments"), ("zh", "已整理", "3 条消息 → 3 个片段")],
)
def test_what_is_new_is_shown(claw: Claw, language: str, done: str, heard: str) -> None:
    said = claw.mohen("consolidate", "--lang", language)
    assert said.exit_code == 0
    assert said.stdout.startswith(f"✓ claw: {done}\n+ f_")
    lines = said.stdout.splitlines()
    assert [line.split(" ", 2)[2] for line in lines if line[0] == "+"] == [
        "用户对花生过敏",
        "用户住在北京",
    ]
    assert heard in said.stdout


@shows("R209", "C75")
@pytest.mark.parametrize(
    ("language", "says"), [("en", "nothing was changed"), ("zh", "未作任何改动")]
)
def test_a_dry_run_shows_the_same_and_does_nothing(claw: Claw, language: str, says: str) -> None:
    would = claw.mohen("consolidate", "--dry-run", "--lang", language)
    assert says in would.stdout
    assert told(claw.mohen, "stats")["total"] == 0
    done = claw.mohen("consolidate", "--lang", language)
    assert would.stdout.splitlines()[1:] == done.stdout.splitlines()[1:]
    assert told(claw.mohen, "stats")["total"] == 2


@shows("R196")
def test_a_value_that_changed_is_shown_as_old_and_new(claw: Claw) -> None:
    told(claw.mohen, "consolidate")
    claw.say("其实我搬到上海了")
    english = claw.mohen("consolidate", "--force", "--dry-run").stdout
    assert "用户住在北京 → 用户搬到了上海 (replaced by newer, corrected)" in english
    chinese = claw.mohen("consolidate", "--force", "--lang", "zh").stdout
    assert "用户住在北京 → 用户搬到了上海 (被新值取代，更正)" in chinese


@pytest.mark.parametrize(("language", "says"), [("en", "--force"), ("zh", "如仍需执行请加")])
def test_twice_on_one_day_needs_force(claw: Claw, language: str, says: str) -> None:
    told(claw.mohen, "consolidate")
    again = claw.mohen("consolidate", "--lang", language)
    assert again.exit_code == 0
    assert again.stdout.startswith("- claw: ")
    assert says in again.stdout
    assert "skipped" not in told(claw.mohen, "consolidate", "--force")["outcomes"][0]


@shows("R209", "C57")
def test_one_phase_works_on_what_the_one_before_left(claw: Claw) -> None:
    assert refused(claw.mohen, "consolidate", "--phase", "2") == (4, "CONFLICT")
    assert told(claw.mohen, "consolidate", "--phase", "1")["outcomes"][0]["phases"] == [1]
    assert claw.mohen("consolidate", "--phase", "2").exit_code == 0
    assert "lastSuccess" not in told(claw.mohen, "stats")


@shows("R209")
@pytest.mark.parametrize("phase", ["0", "8", "two"])
def test_no_other_phase_is_taken_for_one(claw: Claw, phase: str) -> None:
    assert refused(claw.mohen, "consolidate", "--phase", phase) == (2, "INVALID_ARGUMENT")


def test_every_agent_in_turn(claw: Claw, mohen: Run, tmp_path: Path) -> None:
    told(mohen, "agents", "add", "other")
    done = told(mohen, "consolidate", "--all", WORKSPACE=str(tmp_path))["outcomes"]
    assert [each["projectId"] for each in done] == ["claw", "other"]
    assert refused(mohen, "consolidate", "--all", "--project", "claw") == (2, "INVALID_ARGUMENT")


def test_where_no_agent_works_it_is_said_what_to_do(mohen: Run, tmp_path: Path) -> None:
    for language in ("en", "zh"):
        said = mohen("consolidate", "--lang", language, WORKSPACE=str(tmp_path))
        assert said.exit_code == 3
        assert "mohen init" in said.stderr
    assert "mohen init" in mohen("consolidate", "--all").stdout
    assert refused(mohen, "consolidate", "--project", "nobody") == (3, "NOT_FOUND")


def test_in_privacy_mode_it_says_why_it_does_nothing(claw: Claw) -> None:
    told(claw.mohen, "config", "set", "privacy-mode-enabled", "on")
    assert "privacy mode is on" in claw.mohen("consolidate").stdout
    assert "隐私模式" in claw.mohen("consolidate", "--lang", "zh").stdout
    assert told(claw.mohen, "stats")["total"] == 0


def test_damaged_lines_and_what_rules_cannot_judge_are_told_of(claw: Claw) -> None:
    name = claw.say("The quarterly thing went sideways because of the vendor")
    path = claw.state / "agents" / "main" / "sessions" / f"{name}.jsonl"
    with path.open("a", encoding="utf-8") as file:
        file.write("{broken\n")
    (done,) = told(claw.mohen, "consolidate", "--dry-run")["outcomes"]
    said = claw.mohen("consolidate").stdout
    assert done["brokenLines"] == 1
    assert "damaged lines" in said
    assert done["undecided"] == 1
    assert "mohen config set model" in " ".join(said.split())


@shows("C75")
def test_a_high_pile_is_left_to_whoever_wants_to_look_first(tmp_path: Path, mohen: Run) -> None:
    """Given months of talk, more than what calls for a run by itself
    When an agent is made, and its owner looks what would be learned
    Then neither command has learned anything."""
    claw = Claw(tmp_path, mohen)
    claw.say("我对花生过敏", *(f"好的，第 {number} 步做完了" for number in range(120)))
    told(claw.mohen, "init")
    would = claw.mohen("consolidate", "--dry-run").stdout
    assert "用户对花生过敏" in would
    assert told(claw.mohen, "stats")["total"] == 0
