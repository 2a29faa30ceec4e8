"""A look into prompts from the command line, and what a cache makes of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.habits import refused, told
from cli.running import Run
from shows import shows

TEXT = "雪还在下。他走了三里路，没有看见人。\n\n" * 400


@pytest.fixture
def novel(mohen: Run, tmp_path: Path) -> str:
    """A project with a folder, a rule and a long chapter; answers the chapter's file."""
    folder = tmp_path / "novel"
    (folder / ".mohen/characters").mkdir(parents=True)
    (folder / ".mohen/characters/林远.md").write_text("左手有疤。", "utf-8")
    (folder / ".mohen/style-guide.md").write_text("多用短句。\n\n" * 2000, "utf-8")
    chapter = folder / "第三章.md"
    chapter.write_text(TEXT, "utf-8")
    told(mohen, "project", "bind", str(folder))
    told(mohen, "rules", "add", "对话中不使用感叹号")
    told(mohen, "config", "set", "context-inspection-enabled", "on")
    return str(chapter)


# -- context


@shows("R146")
def test_it_is_shown_layer_by_layer(mohen: Run, novel: str) -> None:
    english = mohen("context", "continue", novel, "--cursor", "4000")
    assert english.exit_code == 0
    layers = [line.split()[0] for line in english.stdout.splitlines() if line.startswith("L")]
    assert layers == ["L0", "L1", "L2", "L3", "L4", "L5"]
    assert "L2 your rules" in english.stdout
    assert "rule  对话中不使用感叹号 (100%)" in english.stdout
    assert "file  .mohen/characters/林远.md" in english.stdout
    chinese = mohen("context", "continue", novel, "--lang", "zh").stdout
    assert "L2 用户偏好" in chinese
    assert "规则  对话中不使用感叹号 (100%)" in chinese


def test_the_numbers_are_those_of_the_channel(mohen: Run, novel: str) -> None:
    data = told(mohen, "context", "continue", novel)
    rows = [line.split() for line in mohen("context", "continue", novel).stdout.splitlines()]
    shown = [row[-2:] for row in rows if row and row[0] in ("L0", "L1", "L2", "L3")]
    assert shown == [[f"{each['tokens']:,}", f"{each['budget']:,}"] for each in data["layers"][:4]]
    assert ["all", f"{data['tokenCount']:,}"] in rows


@shows("R153")
def test_what_was_cut_is_told_with_its_reason(mohen: Run, novel: str) -> None:
    asked = ("context", "continue", novel, "--cursor", "4000")
    said = mohen(*asked, COLUMNS="200").stdout
    assert "before                 cut from 4000 → 2000 characters at a paragraph: the sk" in said
    (guide,) = [line for line in said.splitlines() if "style-guide.md  cut" in line]
    assert guide.endswith("at a paragraph: no room")
    said = mohen(*asked, "--lang", "zh", COLUMNS="200").stdout
    assert "截短 4000 → 2000 字，断在段落处：技能只需这么多" in said


def test_the_words_themselves_only_when_asked_for(mohen: Run, novel: str) -> None:
    asked = ("context", "polish", novel, "--line", "3", "-i", "短一些")
    assert "短一些" not in mohen(*asked).stdout
    whole = mohen(*asked, "--whole").stdout
    assert "<instruction>\n短一些\n</instruction>" in whole
    assert whole.index("══ L0") < whole.index("══ L5") < whole.index("tokens")


def test_what_could_not_be_read_is_warned_of(mohen: Run, novel: str) -> None:
    guide = Path(novel).parent / ".mohen/style-guide.md"
    guide.write_bytes(b"\xff\xfe")
    data = told(mohen, "context", "polish", novel, "--line", "3")
    said = mohen("context", "polish", novel, "--line", "3")
    assert said.exit_code == 0
    assert data["warnings"]
    assert all(f"[{each['code']}]" in said.stderr for each in data["warnings"])


def test_it_must_be_allowed_first_and_the_way_is_shown(mohen: Run) -> None:
    asked = ("context", "polish", "--text", "剑落下来。")
    said = mohen(*asked)
    assert said.exit_code == 5
    assert "--project" not in said.stderr
    way = said.stderr.partition("`mohen ")[2].partition("`")[0]
    assert mohen(*way.split()).exit_code == 0
    assert mohen(*asked).exit_code == 0


def test_looking_leaves_no_trace(mohen: Run, novel: str) -> None:
    told(mohen, "context", "continue", novel)
    assert told(mohen, "cache-report")["runs"] == []


@pytest.mark.parametrize("columns", ["40", "80", "300"])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_no_number_is_lost_on_a_narrow_terminal(
    mohen: Run, novel: str, columns: str, language: str
) -> None:
    data = told(mohen, "context", "continue", novel)
    said = mohen("context", "continue", novel, "--lang", language, COLUMNS=columns).stdout
    for layer in data["layers"]:
        assert f"{layer['tokens']:,}" in said
        assert f"{layer['budget']:,}" in said


# -- cache-report


@pytest.fixture
def runs(mohen: Run, novel: str) -> list[str]:
    for line in ("1", "41"):
        told(mohen, "run", "polish", novel, "--line", line, "--candidates", "1")
    told(mohen, "rules", "add", "不用比喻")
    told(mohen, "run", "polish", novel, "--line", "81", "--candidates", "1")
    return ["polish"] * 3


def test_without_prompts_it_says_how_to_get_some(mohen: Run) -> None:
    english = mohen("cache-report", "--project", "小说", "--skill", "polish")
    assert english.exit_code == 0
    assert "No prompt is recorded yet in 小说 for polish." in english.stdout
    assert "mohen run" in english.stdout
    assert "还没有提示词记录" in mohen("cache-report", "--lang", "zh").stdout


@shows("R148")
def test_it_tells_what_was_served_and_what_it_takes_for_granted(
    mohen: Run, runs: list[str]
) -> None:
    data = told(mohen, "cache-report")
    said = mohen("cache-report")
    lines = {line[:16].strip(): line.split()[-3:] for line in said.stdout.splitlines() if line}
    for name, key in (
        ("stable prefix", "prefix"),
        ("whole prompts", "prompt"),
        ("injected naively", "naive"),
    ):
        served = data[key]
        assert lines[name] == [
            f"{served['sent']:,}",
            f"{served['served']:,}",
            f"{served['percent']:.1f}",
        ]
    assert "3 prompts · the prefix changed 1×" in said.stdout
    assert f"{abs(data['savedTokens']):,} tokens" in said.stdout
    assert "never forgets" in said.stderr
    assert "--minimum 1024" in said.stderr
    assert "3 个提示词 · 前缀变化 1 次" in mohen("cache-report", "--lang", "zh").stdout


def test_each_prompt_has_its_line(mohen: Run, runs: list[str]) -> None:
    lines = mohen("cache-report", "--runs").stdout.splitlines()[1:4]
    assert [line.split()[1] for line in lines][1] == "100.0"
    assert ["prefix changed" in line for line in lines] == [False, False, True]
    assert all("polish" in line for line in lines)


def test_the_cache_can_be_a_worse_one(mohen: Run, runs: list[str]) -> None:
    said = mohen("cache-report", "--ttl", "0", "--minimum", "100000")
    assert told(mohen, "cache-report", "--minimum", "100000")["prompt"]["served"] == 0
    assert "forgets after 0 min; nothing served below 100,000 tokens" in said.stderr
    assert len(told(mohen, "cache-report", "--limit", "2")["runs"]) == 2
    assert told(mohen, "cache-report", "--skill", "continue")["runs"] == []
    assert refused(mohen, "cache-report", "--limit", "0") == (2, "INVALID_ARGUMENT")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_no_share_is_lost_on_a_narrow_terminal(mohen: Run, runs: list[str], language: str) -> None:
    data = told(mohen, "cache-report")
    said = mohen("cache-report", "--runs", "--lang", language, COLUMNS="60").stdout
    for served in (data["prefix"], *(each["prompt"] for each in data["runs"])):
        assert f"{served['percent']:.1f}" in said
