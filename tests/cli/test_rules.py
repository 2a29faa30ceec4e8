"""What was learned, as the author sees and governs it on the command line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cli.habits import AGAINST, LONG, SHORT, act, contradict, refused, rules, told
from cli.running import Run, destroy, kept
from shows import shows

OWN = "No exclamation marks in dialogue"


@shows("R80")
@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("en", "The AI is learning how you like to write; it gets better with use"),
        ("zh", "AI 正在学习你的写作偏好，使用越多越精准"),
    ],
)
def test_at_first_there_is_nothing_and_that_is_said_kindly(
    mohen: Run, language: str, says: str
) -> None:
    said = mohen("rules", "--lang", language)
    assert said.exit_code == 0
    assert says in said.stdout
    assert "mohen rules add" in said.stdout


@shows("R73", "R74", "C73")
def test_rules_stand_in_their_groups_with_how_sure_they_are(mohen: Run) -> None:
    act(mohen)
    told(mohen, "rules", "add", OWN)
    told(mohen, "rules", "add", "用第一人称写", "--global", "--category", "structure")
    lines = mohen("rules").stdout.splitlines()
    headings = [line for line in lines if line in ("Style", "Structure", "Pacing", "Vocabulary")]
    assert headings[:3] == ["Style", "Structure", "Pacing"]
    own = lines.index(f"  ✓ 100%  {OWN}")
    assert lines[own + 1].split(" · ") == [
        "          added by you",
        "confirmed",
        f"id {rules(mohen, 'list', '--category', 'style')[0]['id'][-6:]}",
    ]
    assert any("用第一人称写" in line for line in lines)
    assert any(" · global · confirmed" in line for line in lines)
    learned = next(n for n, line in enumerate(lines) if "Action scenes: short" in line)
    assert lines[learned].startswith("     8")  # not confirmed, 80-odd per cent
    assert "39 for, 1 against" in lines[learned + 1]
    assert lines[-1].startswith("40 interactions · last update ")
    chinese = mohen("rules", "--lang", "zh").stdout
    for part in (
        "写作风格",
        "叙事偏好",
        "节奏",
        "动作场景偏好短句",
        "支持 39，反对 1",
        "交互 40 次",
    ):
        assert part in chinese
    assert mohen("rules").stdout == mohen("rules", "list").stdout


def test_the_list_can_be_narrowed(mohen: Run) -> None:
    told(mohen, "rules", "add", OWN)
    told(mohen, "rules", "add", "多写雨", "--global", "--category", "pacing")
    assert [each["rule"] for each in rules(mohen, "list", "--scope", "global")] == ["多写雨"]
    assert [each["rule"] for each in rules(mohen, "list", "--category", "style")] == [OWN]
    assert [each["rule"] for each in rules(mohen, "--project", "other")] == ["多写雨"]


@shows("C24")
def test_a_global_rule_that_the_project_overrides_is_shown_on_demand(mohen: Run) -> None:
    told(mohen, "rules", "add", "动作场景用长句，平均句长大于 30 字", "--global")
    here = told(mohen, "rules", "add", "动作场景用短句，平均句长小于 10 字")["id"]
    assert "长句" not in mohen("rules").stdout
    here = here[-6:]
    assert f"overridden here by id {here}" in mohen("rules", "list", "--overridden").stdout
    assert (
        f"被编号 {here} 的规则覆盖" in mohen("rules", "list", "--overridden", "--lang", "zh").stdout
    )


@shows("C77")
def test_a_preference_of_three_projects_is_offered_to_all(mohen: Run) -> None:
    for project in ("default", "two", "three"):
        told(mohen, "rules", "add", "动作场景用短句，平均句长小于 10 字", "--project", project)
    (rule,) = rules(mohen)
    english, chinese = mohen("rules").stdout, mohen("rules", "--lang", "zh").stdout
    assert "? 3 projects share it: 动作场景用短句" in english
    assert "? 3 个项目都有：动作场景用短句" in chinese
    for shown in (english, chinese):
        assert f"`mohen rules promote {rule['id'][-6:]}`" in shown


# -- governing


@shows("R75", "R76")
def test_a_rule_is_confirmed_edited_and_made_global(mohen: Run) -> None:
    act(mohen)
    (rule,) = (each for each in rules(mohen) if each["category"] == "pacing")
    assert "  ✓ " in mohen("rules", "confirm", rule["id"]).stdout
    assert told(mohen, "rules", "confirm", rule["id"], "--undo")["userConfirmed"] is False
    edited = told(
        mohen, "rules", "edit", rule["id"], "打斗", "快些", "--category", "style",
        "--confidence", "0.5",
    )  # fmt: skip
    assert edited["rule"] == "打斗 快些"
    assert (edited["category"], edited["confidence"], edited["userModified"]) == (
        "style",
        0.5,
        True,
    )
    assert "你改过" in mohen("rules", "--lang", "zh").stdout
    assert told(mohen, "rules", "promote", rule["id"])["scope"] == "global"
    assert rule["id"][-6:] in mohen("rules", "--project", "other").stdout


def test_a_rule_is_named_by_the_letters_that_the_list_shows(
    mohen: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A whole id is for tools: `--json` has it."""
    first = told(mohen, "rules", "add", OWN)["id"]
    second = told(mohen, "rules", "add", "多写雨")["id"]
    for language, called in (("en", "id"), ("zh", "编号")):
        shown = mohen("rules", "--lang", language).stdout
        assert f" · {called} {first[-6:]}" in shown
        assert not [each for each in (first, second) if each in shown]
    assert told(mohen, "rules", "confirm", first[-6:], "--undo")["id"] == first
    assert told(mohen, "rules", "edit", second[-6:].upper(), "多写雪")["rule"] == "多写雪"
    assert told(mohen, "rules", "why", first[-6:])["rule"]["id"] == first
    assert mohen("rules", "history", second[-6:]).exit_code == 0
    # What several ids end in names none of them, and what none ends in is not there
    with monkeypatch.context() as patched:
        patched.setattr("mohen.cli.short_ids._known", lambda: iter(["rule_1aaaa", "rule_2aaaa"]))
        alike = mohen("rules", "delete", "aaaa", "--yes")
        assert (alike.exit_code, "several ids end" in alike.stderr) == (2, True)
    for none in ("zzzzzz", first[-3:], ""):
        assert mohen("rules", "delete", none, "--yes").exit_code in (2, 3)
    assert len(rules(mohen)) == 2
    # It is forgotten by them, too
    assert mohen("forget", first[-6:], "--yes").exit_code == 0
    assert [each["id"] for each in rules(mohen)] == [second]
    assert mohen("rules", "delete", second[-6:], "--yes").exit_code == 0
    assert rules(mohen) == []


def test_what_the_author_wrote_is_shown_as_written_in_either_language(mohen: Run) -> None:
    mohen("rules", "add", "对话中不使用感叹号")
    for language in ("en", "zh"):
        assert "对话中不使用感叹号" in mohen("rules", "--lang", language).stdout


@shows("R77", "C74", "C75")
def test_a_rule_goes_only_with_yes(mohen: Run, home: Path) -> None:
    rule = told(mohen, "rules", "add", "像我外婆那样说话")["id"]
    # Without it: what would go, and the command was not complete
    said = mohen("rules", "delete", rule)
    assert said.exit_code == 2
    assert "Would go:" in said.stdout
    assert "Nothing was deleted" in said.stderr
    assert "没有删除" in mohen("rules", "delete", rule, "--lang", "zh").stderr
    assert refused(mohen, "rules", "delete", rule) == (2, "MEMORY_CLEAR_CONFIRM_REQUIRED")
    assert told(mohen, "rules", "delete", rule, "--dry-run", "--yes")["dryRun"]
    assert len(rules(mohen)) == 1
    # With it: gone, from every file
    said = mohen("rules", "delete", rule, "--yes")
    assert said.exit_code == 0
    assert "No file holds any of it any more." in said.stdout
    assert rules(mohen) == []
    assert "像我外婆那样说话".encode() not in kept(home)


# -- refusals


def test_a_rule_of_another_project_stays_there(mohen: Run) -> None:
    theirs = told(mohen, "rules", "add", "秘密的规则", "--project", "theirs")["id"]
    for args in (("why", theirs), ("confirm", theirs), ("delete", theirs), ("promote", theirs)):
        said = mohen("rules", *args)
        assert said.exit_code == 5
        assert "秘密" not in said.output
    assert refused(mohen, "rules", "delete", theirs, "--yes") == (5, "MEMORY_SCOPE_DENIED")


def test_an_impossible_confidence_is_refused(mohen: Run) -> None:
    rule = told(mohen, "rules", "add", OWN)["id"]
    code = refused(mohen, "rules", "edit", rule, "--confidence", "1.5")
    assert code == (2, "MEMORY_CONFIDENCE_OUT_OF_RANGE")
    assert refused(mohen, "rules", "edit", rule) == (2, "INVALID_ARGUMENT")
    assert refused(mohen, "rules", "add", OWN) == (4, "CONFLICT")


def test_rules_are_shown_while_the_episodes_cannot_be_read(
    mohen: Run, home: Path, recorded: Callable[..., Any]
) -> None:
    recorded()
    told(mohen, "rules", "add", OWN)
    destroy(home / "episodes.db")
    said = mohen("rules")
    assert said.exit_code == 0
    assert OWN in said.stdout
    assert "interactions" not in said.stdout


# -- why, history


@shows("C76", "C16")
def test_why_shows_the_sum_and_the_episodes_behind_it(mohen: Run) -> None:
    ids = act(mohen)
    (rule,) = (each for each in rules(mohen) if each["category"] == "pacing")
    assert not [each for each in ids if each in mohen("rules", "why", rule["id"]).stdout]
    english = mohen("rules", "why", rule["id"], "--ids").stdout
    assert "mean_sentence_length < 5 characters in action" in english
    assert "× 40 / (40 + 5)" in english
    assert "39 for, 1 against" in english
    yes, no = english.split("Against it:")
    assert ids[-1] in yes
    assert "chosen − rejected" in yes
    assert "… and 34 more" in yes
    assert ids[AGAINST] in no
    assert "在大雪之中他一步一步向后退去" in no
    assert "final − suggestion" in mohen("rules", "why", rule["id"], "--limit", "40").stdout
    chinese = mohen("rules", "why", rule["id"], "--lang", "zh").stdout
    for part in ("衡量", "一致性", "支持：", "反对：", "AI 原文", "选中 − 落选", "字"):
        assert part in chinese


def test_why_of_the_authors_own_word(mohen: Run) -> None:
    rule = told(mohen, "rules", "add", "像我外婆那样说话")["id"]
    assert "100%, by your own word" in mohen("rules", "why", rule).stdout
    assert "由你决定" in mohen("rules", "why", rule, "--lang", "zh").stdout


def test_why_says_that_a_conflict_lowers(mohen: Run) -> None:
    act(mohen)
    told(mohen, "rules", "add", "动作场景用长句，平均句长大于 30 字")
    told(mohen, "learn", "--project", "default")
    learned = next(each for each in rules(mohen) if each["origin"] == "distilled")
    assert learned["conflictMarked"]
    assert "while it is in conflict" in mohen("rules", "why", learned["id"]).stdout
    assert "Some cannot both hold: `mohen conflicts`" in mohen("rules").stdout


@shows("R74")
def test_the_history_tells_what_happened_in_words(mohen: Run) -> None:
    assert "Nothing has happened yet." in mohen("rules", "history").stdout
    rule = told(mohen, "rules", "add", OWN)["id"]
    other = told(mohen, "rules", "add", "多写雨")["id"]
    told(mohen, "rules", "confirm", rule, "--undo")
    told(mohen, "rules", "edit", rule, "--confidence", "0.5")
    told(mohen, "rules", "delete", other, "--yes")
    english = mohen("rules", "history").stdout
    for part in (
        "new",
        "unconfirmed",
        "less sure",
        "100% → 50%",
        "deleted",
        OWN,
        "(deleted since)",
    ):
        assert part in english
    assert other not in english
    assert "多写雨" not in english
    assert "更存疑" in mohen("rules", "history", rule, "--lang", "zh").stdout
    page = mohen("rules", "history", rule, "--limit", "1")
    assert len(page.stdout.splitlines()) == 2
    assert "More: --cursor " in page.stderr


# -- conflicts


@shows("R70", "R72")
def test_the_author_decides_between_two_rules(mohen: Run) -> None:
    assert "No rules contradict each other." in mohen("conflicts").stdout
    conflict = contradict(mohen)
    kept, lost = conflict["ruleIds"]
    for language, asks in (("en", "cannot both hold"), ("zh", "不能同时成立")):
        shown = mohen("conflicts", "--lang", language).stdout
        assert asks in shown
        assert f"mohen conflicts resolve {conflict['id']}" in shown
        assert kept[-6:] in shown
        assert lost[-6:] in shown
    # Choosing deletes the other, so it needs --yes
    said = mohen("conflicts", "resolve", conflict["id"], kept)
    assert said.exit_code == 2
    assert lost[-6:] in said.stdout
    kept = kept[-6:]
    assert told(mohen, "conflicts", "resolve", conflict["id"], kept, "--dry-run")["ruleId"] == lost
    assert len(rules(mohen)) == 2
    assert (
        "the other is gone" in mohen("conflicts", "resolve", conflict["id"], kept, "--yes").stdout
    )
    assert [each["id"][-6:] for each in rules(mohen)] == [kept]
    assert "✓ decided" in mohen("conflicts", "list", "--resolved").stdout
    # And it is decided once
    again = refused(mohen, "conflicts", "resolve", conflict["id"], kept, "--yes")
    assert again == (4, "CONFLICT")
    assert refused(mohen, "conflicts", "resolve", conflict["id"], kept) == (3, "NOT_FOUND")


def test_only_one_of_the_two_can_be_chosen(mohen: Run) -> None:
    conflict = contradict(mohen)
    for more in ((), ("--yes",)):
        code = refused(mohen, "conflicts", "resolve", conflict["id"], "rule_third", *more)
        assert code == (2, "INVALID_ARGUMENT")


def test_a_rule_that_is_added_says_what_it_measures_or_that_nothing_does(mohen: Run) -> None:
    said = mohen("rules", "add", "所有角色对白不使用感叹号", "--lang", "zh").stdout
    assert "感叹号 < 0.1 每百字（对白里）" in said
    assert "of narration" in mohen("rules", "add", "no similes in the narration").stdout
    assert "measures  nothing" in mohen("rules", "add", "Be kinder").stdout


@pytest.mark.parametrize(
    ("language", "why", "known"),
    [
        ("en", "you tend to take the shorter", "would have guessed"),
        ("zh", "你多半选短的", "次选择能猜中"),
    ],
)
def test_which_of_several_one_would_take(mohen: Run, language: str, why: str, known: str) -> None:
    act(mohen)
    said = mohen("rules", "rank", LONG[0], SHORT[0], LONG[1], "--lang", language)
    lines = [line for line in said.stdout.splitlines() if line.strip()]
    assert SHORT[0][:8] in lines[0]
    assert why in said.stdout
    assert known in lines[-1]
    assert told(mohen, "rules", "rank", "好。")["candidates"][0]["chance"] == 1


@pytest.mark.parametrize(
    ("language", "shown"),
    [("en", "Watched, and not proven"), ("zh", "正在观察，尚未证实")],
)
def test_what_is_watched_is_told_with_how_much_is_missing(
    mohen: Run, language: str, shown: str
) -> None:
    said = mohen("rules", "--watching", "--lang", language)
    assert said.exit_code == 0
    assert shown not in said.stdout
    act(mohen, 4)
    said = mohen("rules", "--watching", "--lang", language)
    assert shown in said.stdout
    assert ("of about" if language == "en" else "约") in said.stdout
    (first, *_) = told(mohen, "rules", "--watching")["items"]
    assert first["seen"] < first["needed"]


@shows("C108")
def test_both_sides_of_a_conflict_are_kept_by_scene(mohen: Run) -> None:
    for text in ("用短句", "用长句"):
        told(mohen, "rules", "add", text)
    (conflict,) = told(mohen, "conflicts")["items"]
    assert f"mohen conflicts keep {conflict['id']}" in mohen("conflicts").stdout
    one, other = conflict["ruleIds"]
    said = mohen("conflicts", "keep", conflict["id"], f"{one}=动作", f"{other}=dialogue")
    assert said.exit_code == 0, said.stderr
    assert {each["predicate"]["sceneType"] for each in rules(mohen)} == {"action", "dialogue"}
    assert told(mohen, "conflicts")["items"] == []
