"""A skill is run from the command line, and what it wrote is answered."""

from __future__ import annotations

import shlex
import signal
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from cli.habits import refused, rules, told
from cli.running import Run, Spawn
from contracts import model_server
from mohen.core.settings_model import ModelConfig
from mohen.episodes.model import Filter
from mohen.errors import ModelError
from mohen.memory import open_memory
from mohen.testing import ScriptedWriter
from shows import shows

SECRET = "林远是凶手"
CHAPTER = "第三章\n\n剑落下来。\n血溅了一地。\n\n门开了。\n"


@pytest.fixture
def writer(monkeypatch: pytest.MonkeyPatch) -> ScriptedWriter:
    """Who writes in every command of the test; each opens the memory anew."""
    hand = ScriptedWriter("刀举起来。", "灯灭了。", "风停了。")

    monkeypatch.setattr("mohen.memory.open_memory", partial(open_memory, writer=hand))
    return hand


@pytest.fixture
def chapter(tmp_path: Path) -> str:
    file = tmp_path / "第三章.md"
    file.write_text(CHAPTER, "utf-8")
    return str(file)


def prompt(writer: ScriptedWriter) -> str:
    return writer.asked[-1].messages[-1].content


def part(writer: ScriptedWriter, name: str) -> str | None:
    """What stands between two tags of the last prompt."""
    _, found, rest = prompt(writer).partition(f"<{name}>\n")
    return rest.partition(f"\n</{name}>")[0] if found else None


def episodes(mohen: Run, *more: str) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = told(mohen, "list", *more)["items"]
    return items


# -- run


@shows("R18")
def test_candidates_are_numbered_and_the_line_that_answers_works(
    mohen: Run, writer: ScriptedWriter
) -> None:
    said = mohen("run", "polish", "--text", "剑落下来。", "--project", "小 说")
    assert said.exit_code == 0
    assert said.stdout == "── 1 ──\n刀举起来。\n\n── 2 ──\n灯灭了。\n\n── 3 ──\n风停了。\n\n"
    assert "written by scripted" in said.stderr
    assert "offline" not in said.stderr
    answer = next(line for line in said.stderr.splitlines() if line.startswith("→ mohen accept"))
    words = shlex.split(answer.partition("   ")[0])[2:]
    assert mohen(*words).exit_code == 0
    (kept,) = episodes(mohen, "--project", "小 说")
    assert kept["aiOutput"]["selectedIndex"] == 0
    assert kept["feedback"]["implicit"]["signal"] == "DIRECT_ACCEPT"


def test_the_offline_writer_says_what_it_is(mohen: Run) -> None:
    asked = ("run", "continue", "--text", "剑落下来。", "--candidates", "1")
    assert "no language model is configured" in mohen(*asked).stderr
    assert "未配置语言模型" in mohen(*asked, "--lang", "zh").stderr
    told(mohen, "config", "set", "model", "offline")
    assert "the offline writer is no language model" in mohen(*asked).stderr
    assert "离线写手不是语言模型" in mohen(*asked, "--lang", "zh").stderr


@pytest.mark.parametrize(
    ("place", "selection", "before"),
    [
        (("--line", "3:4"), "剑落下来。\n血溅了一地。", "第三章\n\n"),
        (("--line", "4"), "血溅了一地。", "第三章\n\n剑落下来。\n"),
        (("--select", "5:7"), "剑落", "第三章\n\n"),
        (("--cursor", "3"), None, "第三章"),
        (("--at-end",), None, CHAPTER),
        ((), CHAPTER, None),  # a skill for selections takes all of it
    ],
)
def test_a_place_is_named_in_one_of_four_ways(
    mohen: Run,
    writer: ScriptedWriter,
    chapter: str,
    place: tuple[str, ...],
    selection: str | None,
    before: str | None,
) -> None:
    told(mohen, "run", "polish", chapter, *place)
    assert part(writer, "selection") == selection
    assert part(writer, "before") == before


def test_a_skill_that_goes_on_stands_at_the_end(
    mohen: Run, writer: ScriptedWriter, chapter: str
) -> None:
    told(mohen, "run", "continue", chapter)
    assert part(writer, "selection") is None
    assert part(writer, "before") == CHAPTER


def test_lines_and_characters_are_those_of_an_editor(
    mohen: Run, writer: ScriptedWriter, tmp_path: Path
) -> None:
    windows = tmp_path / "windows.md"
    windows.write_bytes(b"\xef\xbb\xbf" + CHAPTER.replace("\n", "\r\n").encode())
    told(mohen, "run", "polish", str(windows), "--select", "5:7")
    assert part(writer, "selection") == "剑落"
    told(mohen, "run", "polish", "-", "--line", "4", input=CHAPTER.replace("\n", "\r\n").encode())
    assert part(writer, "selection") == "血溅了一地。"


def test_wishes_go_along(mohen: Run, writer: ScriptedWriter) -> None:
    more = ("--scene", "action", "--chapter", "三", "--candidates", "2", "--project", "小说")
    data = told(mohen, "run", "rewrite", "-t", "剑落下来。", "-i", "短一些", *more)
    assert part(writer, "instruction") == "短一些"
    assert (data["sceneType"], len(data["candidates"])) == ("action", 2)
    (kept,) = episodes(mohen, "--project", "小说")
    assert (kept["trigger"]["chapterId"], kept["meta"]["state"]) == ("三", "open")


def test_a_stream_says_the_same_as_it_comes(mohen: Run, writer: ScriptedWriter) -> None:
    writer.script = [["刀举", "起来。\x1b[2J"], "灯灭了。"]
    asked = ("run", "polish", "--text", "剑落下来。", "--candidates", "2")
    streamed = mohen(*asked, "--stream")
    assert streamed.stdout == "── 1 ──\n刀举起来。�[2J\n\n── 2 ──\n灯灭了。\n\n"
    assert "→ mohen accept run_" in streamed.stderr


def test_a_stream_that_breaks_is_told_after_what_came(mohen: Run, writer: ScriptedWriter) -> None:
    writer.script = [["刀举", ModelError("the model went away")]]
    said = mohen("run", "polish", "--text", "剑落下来。", "--stream")
    assert said.exit_code == 8
    assert said.stdout == "── 1 ──\n刀举\n\n"
    assert "the model went away" in said.stderr
    assert "mohen config set model offline" in said.stderr
    assert episodes(mohen) == []


def test_what_is_not_quite_well_is_warned_of(mohen: Run, writer: ScriptedWriter) -> None:
    writer.script = ["刀举起来。", ModelError("the model went away")]
    said = mohen("run", "polish", "--text", "剑落下来。", "--lang", "zh")
    assert said.exit_code == 0
    assert "! 模型中途失败，候选少于预期 [UPSTREAM_ERROR]" in said.stderr


@pytest.mark.parametrize("content", [CHAPTER.encode("gb18030"), b"a" * 1_600_001])
def test_a_file_that_cannot_be_used_is_refused(mohen: Run, tmp_path: Path, content: bytes) -> None:
    file = tmp_path / f"{SECRET}.md"
    file.write_bytes(content)
    said = mohen("run", "polish", str(file))
    assert said.exit_code == 2
    assert "field: file" in said.stderr
    assert SECRET not in said.output


def test_lines_that_are_not_there_are_refused(mohen: Run, chapter: str) -> None:
    said = mohen("run", "polish", chapter, "--line", "7")
    assert said.exit_code == 2
    assert "the text has lines 1 to 6" in said.stderr


def test_an_unknown_skill_is_answered_with_where_they_are(mohen: Run) -> None:
    said = mohen("run", "nonsense", "--text", "雨")
    assert said.exit_code == 3
    assert "`mohen skills`" in said.stderr


def test_ctrl_c_ends_a_run_and_leaves_nothing(spawn: Spawn, home: Path) -> None:
    with model_server.serving() as server:

        def endless() -> Iterator[bytes]:
            yield model_server.event("刀举")
            server.release.wait()

        server.behave = model_server.feeding(endless)
        with open_memory(home) as memory:
            memory.settings.update(model=ModelConfig("openai", "m", server.url))
        process = spawn("run", "polish", "--text", "剑落下来。", "--stream")
        assert process.stdout is not None
        assert process.stdout.readline() == "── 1 ──\n"
        process.send_signal(signal.SIGINT)
        process.communicate()
    assert process.returncode == 130
    with open_memory(home) as memory:
        assert memory.episodes.list("default", Filter()).items == ()


@pytest.mark.parametrize("typed", ["润色", "Polish", "polish"])
def test_a_skill_may_be_called_by_the_title_that_the_list_shows(
    mohen: Run, writer: ScriptedWriter, typed: str
) -> None:
    told(mohen, "run", typed, "--text", "剑落下来。")
    (kept,) = episodes(mohen)
    assert kept["trigger"]["skillUsed"] == "polish"
    assert refused(mohen, "run", "没有的", "--text", "雨") == (2, "INVALID_ARGUMENT")


# -- accept, reject, undo


@pytest.fixture
def run_id(mohen: Run, writer: ScriptedWriter) -> str:
    data = told(mohen, "run", "polish", "--text", "剑落下来。")
    return str(data["runId"])


def verdict(mohen: Run) -> tuple[int, str]:
    (kept,) = episodes(mohen)
    return kept["aiOutput"]["selectedIndex"], kept["feedback"]["implicit"]["signal"]


@shows("R162")
def test_candidates_are_counted_from_one(mohen: Run, run_id: str) -> None:
    said = mohen("accept", run_id, "2")
    assert "taken as it was" in said.stdout
    assert verdict(mohen) == (1, "DIRECT_ACCEPT")
    assert refused(mohen, "accept", run_id, "2") == (4, "CONFLICT")


@pytest.mark.parametrize("number", [(), ("0",), ("4",)])
def test_which_one_must_be_said(mohen: Run, run_id: str, number: tuple[str, ...]) -> None:
    assert refused(mohen, "accept", run_id, *number) == (2, "INVALID_ARGUMENT")
    assert mohen("accept", run_id, "3").exit_code == 0


def test_a_manuscript_file_that_ends_its_line_changed_nothing(
    mohen: Run, run_id: str, tmp_path: Path
) -> None:
    final = tmp_path / "final.md"
    final.write_bytes("刀举起来。\r\n".encode())
    told(mohen, "accept", run_id, "1", "--final", str(final))
    assert verdict(mohen) == (0, "DIRECT_ACCEPT")


@pytest.mark.parametrize("how", [("--text", "刀慢慢举起来。"), ("--final", "-")])
def test_what_became_of_it_is_kept(mohen: Run, run_id: str, how: tuple[str, str]) -> None:
    said = mohen("accept", run_id, "1", *how, "--comment", "太短", input="刀慢慢举起来。\n")
    assert said.exit_code == 0
    (kept,) = episodes(mohen)
    assert kept["aiOutput"]["finalText"] == "刀慢慢举起来。"
    assert kept["feedback"]["explicit"] == "太短"
    both = ("accept", run_id, "1", "--final", "-", "--text", "刀")
    assert refused(mohen, *both) == (2, "INVALID_ARGUMENT")


def test_some_of_it_was_used(mohen: Run, run_id: str) -> None:
    assert told(mohen, "accept", run_id, "--partly")["signal"] == "NEUTRAL"


@shows("R163")
def test_none_was_taken(mohen: Run, run_id: str) -> None:
    said = mohen("reject", run_id, "--comment", "太华丽")
    assert "rejected" in said.stdout
    assert "undo" not in said.stderr
    assert verdict(mohen) == (-1, "FULL_REJECT")


@shows("C70")
def test_the_line_that_takes_it_back_works(mohen: Run, run_id: str) -> None:
    said = mohen("accept", run_id, "1")
    undo = said.stderr.partition("mohen undo")[2]
    assert "undone" in mohen("undo", *undo.split()).stdout
    assert verdict(mohen) == (0, "UNDO_AFTER_ACCEPT")


@shows("C92")
def test_a_run_of_another_project_is_not_answered(mohen: Run, writer: ScriptedWriter) -> None:
    data = told(mohen, "run", "polish", "--text", SECRET, "--project", "小说")
    said = mohen("accept", data["runId"], "1")
    assert said.exit_code == 5
    assert SECRET not in said.output
    assert refused(mohen, "undo", "--run", data["runId"])[0] == 5


@shows("R140")
def test_a_label_said_often_enough_is_shown_as_learned(mohen: Run, writer: ScriptedWriter) -> None:
    said = []
    for _ in range(3):
        data = told(mohen, "run", "polish", "--text", "剑落下来。")
        said.append(mohen("accept", data["runId"], "1", "--label", "多用短句"))
    assert ["Learned:" in each.stdout for each in said] == [False, False, True]
    (rule,) = rules(mohen)
    assert rule["id"][-6:] in said[-1].stdout
    assert rule["ruleEn"] in said[-1].stdout


@pytest.mark.parametrize("label", ["好", "", "剑" * 500])
def test_a_label_that_teaches_nothing_is_said_to(mohen: Run, run_id: str, label: str) -> None:
    assert "标签未用于学习" in mohen("reject", run_id, "--label", label, "--lang", "zh").stderr


def test_without_a_label_nothing_is_said_of_labels(mohen: Run, run_id: str) -> None:
    assert "label" not in mohen("accept", run_id, "1").output


# -- the project's folder


def test_status_tells_where_the_files_of_a_project_are(mohen: Run, tmp_path: Path) -> None:
    assert "`mohen project bind`" in mohen("status").stdout
    folder = tmp_path / "novel"
    folder.mkdir()
    mohen("project", "bind", str(folder))
    assert str(folder) in mohen("status", COLUMNS="300").stdout
    folder.rename(tmp_path / "away")
    assert "（现不存在）" in mohen("status", "--lang", "zh", COLUMNS="300").stdout
