"""`mohen demo`: the sample project from the command line."""

from __future__ import annotations

import json
import re
import shlex
import signal
from pathlib import Path

import pytest

from cli.running import Run, Spawn
from house.commands import refusal

EN, ZH = "Letters from Fog Harbour", "雾港来信"
HINT = re.compile(r"^    mohen (.+)$", re.MULTILINE)


def test_it_is_loaded_and_every_hint_can_be_followed(mohen: Run, home: Path) -> None:
    said = mohen("demo", "--home", str(home))
    assert said.exit_code == 0, said.output
    assert f"✓ {EN}: 59 interactions in eight weeks, 6 rules, 1 question for you" in said.stdout
    hints = [shlex.split(each) for each in HINT.findall(said.stdout)]
    assert [each[0] for each in hints] == [
        "rules", "rules", "conflicts", "check", "run", "serve", "demo",
    ]  # fmt: skip
    for each in hints[:5]:
        answer = mohen(*each)
        assert answer.exit_code == (1 if each[0] == "check" else 0), answer.output
    for each in hints[5:]:
        assert refusal(each) is None
    # And what it wrote can be asked about
    run = json.loads(mohen(*hints[4], "--json").stdout)["data"]["runId"]
    assert mohen("why", run, "--project", EN, "--home", str(home)).exit_code == 0
    assert "no similes" in mohen("rules", "--project", EN, "--home", str(home)).stdout


def test_it_speaks_and_loads_the_language_of_its_reader(mohen: Run) -> None:
    said = mohen("demo", "--lang", "zh")
    assert f"✓ {ZH}: 八周 59 次交互，6 条规则，1 个问题待你决定" in said.stdout
    listed = json.loads(mohen("project", "list", "--json").stdout)["data"]["items"]
    assert [each["projectId"] for each in listed] == [ZH]
    # Twice is refused, with what to do about it
    again = mohen("demo", "--lang", "zh")
    assert (again.exit_code, "reset" in again.stderr) == (4, True)
    # And it goes without a language being named
    gone = mohen("demo", "--remove", "--json")
    assert [each["projectId"] for each in json.loads(gone.stdout)["data"]["projects"]] == [ZH]
    assert mohen("demo", "--remove").exit_code != 0


@pytest.mark.parametrize("options", [("--remove", "--reset"), ("--remove", "--serve")])
def test_what_does_not_go_together_is_refused(mohen: Run, options: tuple[str, str]) -> None:
    assert mohen("demo", *options).exit_code == 2
    assert mohen("demo", "--serve", "--json").exit_code == 2


def test_serving_it_twice_is_no_mistake(spawn: Spawn) -> None:
    for loaded in ("✓ Letters", "Mohen 墨痕 is running"):
        process = spawn("demo", "--serve", "--port", "0")
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line.startswith(loaded)
        while "Ctrl-C" not in line:
            assert process.poll() is None
            line = process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait() in (0, 130)
