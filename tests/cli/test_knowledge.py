"""What is known, on the command line: kept, found, looked at, put away, taken away."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.claw import Claw
from cli.habits import refused, told
from cli.running import Run
from shows import shows


@pytest.fixture
def claw(tmp_path: Path, mohen: Run) -> Claw:
    made = Claw(tmp_path, mohen)
    told(made.mohen, "init")
    return made


def lines(path: Path) -> list[str]:
    return [json.loads(each)["content"] for each in path.read_text("utf-8").splitlines()]


# -- capture


@shows("R210")
@pytest.mark.parametrize(("language", "word"), [("en", "importance 1.00"), ("zh", "重要性 1.00")])
def test_a_fact_is_captured(claw: Claw, language: str, word: str) -> None:
    said = claw.mohen(
        *("capture", "用户对花生过敏", "--type", "fact", "--importance", "1.0"),
        *("--entities", "用户、花生", "--source", "s9:15", "--lang", language),
    )
    assert said.exit_code == 0
    assert said.stdout.startswith("✓ f_")
    assert word in said.stdout
    (item,) = told(claw.mohen, "search", "--type", "fact")["items"]
    assert (item["content"], item["importance"]) == ("用户对花生过敏", 1.0)
    assert set(item["entities"]) == {"用户", "花生"}
    assert item["sources"] == ["s9:15"]
    # Its file follows
    assert lines(claw.workspace / "memory/layer2/active/facts.jsonl") == ["用户对花生过敏"]


@shows("R210")
def test_a_belief_has_a_confidence_and_a_basis(claw: Claw) -> None:
    args = ("capture", "用户可能喜欢咖啡", "--type", "belief", "--confidence", "0.6")
    item = told(claw.mohen, *args, "--importance", "0.5", "--basis", "常去咖啡馆")["item"]
    assert item["id"].startswith("b_")
    assert (item["confidence"], item["basis"]) == (0.6, "常去咖啡馆")
    assert "known already" in claw.mohen(*args).stdout
    assert "已有" in claw.mohen(*args, "--lang", "zh").stdout


def test_words_need_no_quotes_and_may_come_on_standard_input(claw: Claw) -> None:
    assert told(claw.mohen, "capture", "Anna", "likes", "tea")["item"]["content"] == (
        "Anna likes tea"
    )
    piped = told(claw.mohen, "capture", "-", input="\ufeff用户养了一只猫\n")
    assert piped["item"]["content"] == "用户养了一只猫"
    assert refused(lambda *a, **k: claw.mohen(*a, input=b"\xff\xfe\xff", **k), "capture", "-") == (
        2,
        "INVALID_ARGUMENT",
    )


def test_what_is_out_of_bounds_is_said(claw: Claw) -> None:
    said = claw.mohen("capture", "用户爱喝茶", "--importance", "7")
    assert said.exit_code == 0
    assert "importance must be from 0 to 1" in said.stderr
    for wrong in (("--type", "fable"), ("--importance", "much"), ("--category", "mood")):
        assert refused(claw.mohen, "capture", "x", *wrong) == (2, "INVALID_ARGUMENT")
    assert refused(claw.mohen, "capture") == (2, "INVALID_ARGUMENT")


# -- archive, restore


@shows("R215", "R227")
@pytest.mark.parametrize(
    ("language", "cold", "warm"), [("en", "archived", "active"), ("zh", "已归档", "活跃")]
)
def test_a_memory_goes_to_the_archive_and_comes_back(
    claw: Claw, language: str, cold: str, warm: str
) -> None:
    id = told(claw.mohen, "capture", "用户爱喝茶")["item"]["id"]
    files = claw.workspace / "memory" / "layer2"
    assert claw.mohen("archive", id, "--lang", language).stdout.startswith(f"✓ {id} {cold}\n")
    assert lines(files / "archive/facts.jsonl") == ["用户爱喝茶"]
    # No search brings it back, not even the one that finds it
    assert told(claw.mohen, "search", "喝茶")["items"] == []
    assert cold in claw.mohen("search", "喝茶", "--archived", "--lang", language).stdout
    again = claw.mohen("capture", "用户爱喝茶", "--lang", language)
    assert f"`mohen restore {id}`" in again.stdout
    assert told(claw.mohen, "search", "喝茶")["items"] == []
    assert claw.mohen("restore", id, "--lang", language).stdout.startswith(f"✓ {id} {warm}\n")
    assert lines(files / "active/facts.jsonl") == ["用户爱喝茶"]
    assert refused(claw.mohen, "archive", "f_none") == (3, "NOT_FOUND")
    assert refused(claw.mohen, "archive", id, "--project", "other") == (5, "MEMORY_SCOPE_DENIED")


# -- stats


@shows("R212", "C54")
def test_stats_are_laid_out_as_the_seed_has_it(claw: Claw) -> None:
    told(claw.mohen, "capture", "用户对花生过敏", "--importance", "1")
    told(claw.mohen, "capture", "用户去过北京", "--importance", "0.5")
    told(claw.mohen, "capture", "用户可能喜欢咖啡", "--type", "belief", "--importance", "0.3")
    id = told(claw.mohen, "capture", "买牛奶", "--type", "note", "--importance", "0.8")["item"][
        "id"
    ]
    told(claw.mohen, "archive", id)
    head = (
        "📊 Memory System Stats\n══════════════════════\nTotal: 4 memories\n"
        "Active: 3 | Archive: 1\n\nBy Type:\n  Facts: 2 (50%)\n  Beliefs: 1 (25%)\n"
        "  Summaries: 0 (0%)\n  Notes: 1 (25%)\n\nBy Importance:\n  Critical (0.9-1.0): 1\n"
        "  High (0.7-0.9): 1\n  Medium (0.4-0.7): 1\n  Low (0-0.4): 1\n\n"
        "Last Consolidation: never\nNext Scheduled: "
    )
    said = claw.mohen("stats").stdout
    assert said.startswith(head)
    assert said.removeprefix(head).rstrip().endswith("00:00Z")
    chinese = claw.mohen("stats", "--lang", "zh").stdout
    assert chinese.count("\n") == said.count("\n")
    assert "总数: 4 条记忆\n活跃: 3 | 归档: 1\n" in chinese
    told(claw.mohen, "consolidate")
    assert "Last Consolidation: 2" in claw.mohen("stats").stdout


def test_stats_of_nothing(mohen: Run, tmp_path: Path) -> None:
    said = mohen("stats", WORKSPACE=str(tmp_path)).stdout
    assert "Total: 0 memories" in said
    assert "Facts: 0 (0%)" in said
    assert "mohen init" in said


# -- search


@shows("R223")
def test_a_search_gives_its_reasons(claw: Claw) -> None:
    told(claw.mohen, "capture", "用户对花生过敏", "--entities", "用户")
    told(claw.mohen, "capture", "Anna likes tea", "--entities", "Anna")
    for language, because in (("en", "because: "), ("zh", "理由: ")):
        said = claw.mohen("search", "花生", "--lang", language).stdout
        assert said.startswith("1. 用户对花生过敏\n")
        assert because in said
    (anna,) = told(claw.mohen, "search", "--entity", "Anna")["items"]
    assert anna["content"] == "Anna likes tea"
    assert told(claw.mohen, "search", "--category", "health")["items"][0]["category"] == "health"
    assert len(told(claw.mohen, "search", "--limit", "1")["items"]) == 1
    assert claw.mohen("search", "--type", "belief").stdout == "Nothing is known that fits.\n"
    assert claw.mohen("search", "--type", "belief", "--lang", "zh").stdout == "没有相关的记忆。\n"


def test_a_day_counts_whole_at_its_end(claw: Claw) -> None:
    from datetime import datetime, timedelta

    told(claw.mohen, "capture", "用户爱喝茶")
    today = datetime.now().astimezone().date()
    yesterday = str(today - timedelta(days=1))
    for near in (("--since", str(today), "--until", str(today)), ("--as-of", str(today))):
        assert len(told(claw.mohen, "search", *near)["items"]) == 1, near
    for far in (("--until", yesterday), ("--as-of", yesterday), ("--until", f"{today}T00:00")):
        assert told(claw.mohen, "search", *far)["items"] == [], far


@pytest.mark.parametrize("name", ["--since", "--until", "--as-of"])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_wrong_date_is_refused_by_its_option(claw: Claw, name: str, language: str) -> None:
    said = claw.mohen("search", name, "gestern", "--lang", language)
    assert said.exit_code == 2
    assert name in said.stderr
    assert "2026-01-31" in said.stderr


def test_the_archive_is_searched_unless_told(claw: Claw) -> None:
    told(claw.mohen, "archive", told(claw.mohen, "capture", "用户爱喝茶")["item"]["id"])
    assert told(claw.mohen, "search", "茶", "--no-archived")["items"] == []
    assert len(told(claw.mohen, "search", "茶", "--archived")["items"]) == 1


# -- inject, snapshot


@shows("R221")
def test_inject_prints_the_block_and_nothing_else(claw: Claw) -> None:
    told(claw.mohen, "capture", "用户对花生过敏", "--importance", "1")
    asked = "你还记得我对什么过敏吗"
    said = claw.mohen("inject", asked)
    data = told(claw.mohen, "inject", asked)
    assert said.stdout.rstrip("\n") == data["block"].rstrip("\n")
    assert "用户对花生过敏" in said.stdout
    assert claw.mohen("inject", "-", input=asked).stdout == said.stdout
    assert claw.mohen("inject", "你好").stdout == ""
    assert told(claw.mohen, "inject", asked, "--tokens", "0")["block"] == ""
    assert refused(claw.mohen, "inject", asked, "--tokens", "-1") == (2, "INVALID_ARGUMENT")


@shows("R179", "R207")
def test_the_snapshot_is_printed_or_its_file_named(claw: Claw, mohen: Run) -> None:
    told(claw.mohen, "capture", "用户对花生过敏", "--importance", "1")
    said = claw.mohen("snapshot").stdout
    assert "用户对花生过敏" in said
    path = Path(claw.mohen("snapshot", "--path").stdout.strip())
    assert path == claw.workspace / "memory" / "layer1" / "snapshot.md"
    assert path.read_text("utf-8").rstrip() == said.rstrip()
    assert told(claw.mohen, "snapshot", "--path")["path"] == str(path)
    assert refused(mohen, "snapshot", "--path", "--project", "nobody") == (3, "NOT_FOUND")


# -- entities, history


def test_entities_and_all_that_is_known_of_one(claw: Claw) -> None:
    assert claw.mohen("entities").stdout == "Nobody and nothing yet.\n"
    claw.say("我对花生过敏", "我住在北京")
    told(claw.mohen, "agents", "set", "claw", "--source", f"openclaw={claw.state / 'agents/main'}")
    told(claw.mohen, "consolidate")
    for language, place in (("en", "place"), ("zh", "地点")):
        listed = claw.mohen("entities", "--lang", language).stdout
        assert any("北京" in line and place in line for line in listed.splitlines())
    one = claw.mohen("entities", "用户").stdout
    assert "用户对花生过敏" in one
    assert any("location" in line and "北京" in line for line in one.splitlines())
    assert refused(claw.mohen, "entities", "没人") == (3, "NOT_FOUND")


def test_the_history_of_a_value(claw: Claw) -> None:
    first = told(claw.mohen, "capture", "用户住在北京", "--source", "周一:3")["item"]["id"]
    told(claw.mohen, "capture", "用户住在上海")
    for language, now, old in (("en", "now", "superseded"), ("zh", "至今", "已被取代")):
        said = claw.mohen("history", first, "--lang", language).stdout
        assert said.index("用户住在上海") < said.index("用户住在北京")
        assert now in said.splitlines()[0]
        assert old in said
        # In words, and with ids for who wants them
        assert {"en": "said: 周一, line 3", "zh": "出自: 周一，第 3 行"}[language] in said
        assert first not in said
    shown = claw.mohen("history", first, "--ids").stdout
    assert f"{first} · 周一:3" in shown


# -- validate, rebuild-index


@shows("R214")
@pytest.mark.parametrize(
    ("language", "gone", "repaired"),
    [("en", "the file is gone", "(repaired)"), ("zh", "文件不存在", "（已修复）")],
)
def test_what_is_not_whole_is_found_and_put_right(
    claw: Claw, language: str, gone: str, repaired: str
) -> None:
    told(claw.mohen, "capture", "用户爱喝茶")
    sound = claw.mohen("validate", "--lang", language)
    assert (sound.exit_code, sound.stdout[0]) == (0, "✓")
    (claw.workspace / "memory/layer2/index/keywords.json").unlink()
    broken = claw.mohen("validate", "--lang", language)
    assert broken.exit_code == 1
    assert gone in broken.stdout
    assert "--repair" in broken.stderr
    mended = claw.mohen("validate", "--repair", "--lang", language)
    assert mended.exit_code == 0
    assert repaired in mended.stdout
    assert told(claw.mohen, "validate")["sound"]


@shows("R213")
def test_the_index_and_the_files_are_made_anew(claw: Claw) -> None:
    told(claw.mohen, "capture", "用户爱喝茶")
    keywords = claw.workspace / "memory" / "layer2" / "index" / "keywords.json"
    keywords.unlink()
    assert claw.mohen("rebuild-index").stdout == ("✓ 1 texts, 1 vectors\n✓ 1 files written anew\n")
    assert keywords.is_file()
    assert "重写了 0 个文件" in claw.mohen("rebuild-index", "--lang", "zh").stdout
    assert told(claw.mohen, "rebuild-index")["files"] == 0


# -- forget


@shows("C74", "C75")
def test_a_memory_or_what_a_line_said_is_forgotten(claw: Claw, home: Path) -> None:
    id = told(claw.mohen, "capture", "用户的秘密是牛奶")["item"]["id"]
    told(claw.mohen, "capture", "用户对花生过敏", "--source", "s9:15")
    assert claw.mohen("forget", "--knowledge", id).exit_code == 2
    assert told(claw.mohen, "forget", "--knowledge", id, "--yes")["knowledge"] == 1
    assert told(claw.mohen, "forget", "--source", "s9:14", "--dry-run")["knowledge"] == 0
    assert told(claw.mohen, "forget", "--source", "s9:15", "--yes")["knowledge"] == 1
    assert told(claw.mohen, "stats")["total"] == 0
    kept = b"".join(
        each.read_bytes()
        for folder in (home, claw.workspace)
        for each in folder.rglob("*")
        if each.is_file()
    )
    assert "牛奶".encode() not in kept
    assert "花生".encode() not in kept
    assert refused(claw.mohen, "forget", id, "--source", "s9") == (2, "INVALID_ARGUMENT")
