"""Writing with the AI: chapters on disk, candidates, and what the memory records by itself."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Route, expect

from browser.author import fights
from browser.desk import Desk
from browser.panel import Panel
from browser.serving import Serving
from shows import shows

RAIN = "雨下了一夜。她合上伞，站在门口。"


@pytest.fixture
def desk(panel: Panel) -> Desk:
    return Desk(panel).begin("雨夜")


def test_what_is_typed_is_in_the_chapters_file(desk: Desk) -> None:
    desk.write(RAIN)
    desk.write(" It rained all night. 🌧")
    desk.saved()
    assert desk.file_text().rstrip().endswith(f"{RAIN} It rained all night. 🌧")
    desk.chapter("第二章 信")
    desk.write("第二章的第一句。")
    desk.saved()
    assert "第二章的第一句。" in desk.file_text()
    # And who comes back finds both
    desk.page.reload()
    side = desk.page.get_by_role("navigation", name="章节")
    expect(side.get_by_role("listitem")).to_have_count(2)


def test_a_file_changed_outside_is_not_overwritten_unasked(desk: Desk) -> None:
    desk.write(RAIN)
    desk.saved()
    file = desk.chapter_file()

    # When somebody else writes to the file just before the desk does, so that no news of it
    # can have come
    def meddle(route: Route) -> None:
        file.write_text(file.read_text("utf-8") + "\n别处写的一句。\n", "utf-8")
        route.continue_()

    desk.page.route("**/ipc/chapter:write", meddle, times=1)
    desk.write("我这里写的一句。")
    notice = desk.page.get_by_text("这一章在别处被改动了")
    expect(notice).to_be_visible()
    assert "我这里写的一句。" not in file.read_text("utf-8")
    desk.page.get_by_role("button", name="保留我的").click()
    desk.saved()
    assert "我这里写的一句。" in file.read_text("utf-8")


def test_with_nothing_unsaved_the_desk_follows_its_file(desk: Desk) -> None:
    desk.write(RAIN)
    desk.saved()
    file = desk.chapter_file()
    file.write_text(file.read_text("utf-8") + "\n别处写的一句。\n", "utf-8")
    expect(desk.editor).to_contain_text("别处写的一句。")
    desk.write("我接着写。")
    desk.saved()
    assert file.read_text("utf-8").rstrip().endswith("别处写的一句。\n我接着写。")


@shows("R18", "R24", "R162")
def test_an_accepted_candidate_is_in_the_file_and_recorded_by_itself(desk: Desk) -> None:
    # Given a chapter
    desk.write(RAIN)
    # When a skill is run and its first candidate accepted as it is
    text = desk.accept(desk.run("续写"))
    desk.done()
    # Then it stands in the text and in the file, and the memory knows
    desk.recorded("原样采纳")
    expect(desk.editor).to_contain_text(text.splitlines()[0])
    desk.saved()
    assert text.splitlines()[0] in desk.file_text()
    assert desk.signal() == "DIRECT_ACCEPT"


@shows("R18", "R20", "R25")
def test_an_edit_after_accepting_is_part_of_what_is_recorded(desk: Desk) -> None:
    desk.write(RAIN)
    desk.accept(desk.run("续写"))
    # When the author works on the accepted text before moving on
    expect(desk.editor).to_be_focused()
    desk.page.keyboard.press("Control+End")
    for _ in range(3):
        desk.page.keyboard.press("Backspace")
    desk.page.keyboard.insert_text("，天快亮了。")
    desk.done()
    desk.recorded("轻度修改")
    episode = desk.last_episode()
    assert episode["feedback"]["implicit"]["signal"] == "LIGHT_EDIT"
    final = episode["aiOutput"]["finalText"]
    assert final.rstrip().endswith("，天快亮了。")
    assert final != episode["aiOutput"]["candidates"][episode["aiOutput"]["selectedIndex"]]


@shows("R18", "R27")
def test_rejecting_all_is_recorded_with_its_reason(desk: Desk) -> None:
    desk.write(RAIN)
    before = desk.text()
    desk.run("续写")
    desk.assistant.get_by_role("button", name="都不要").click()
    dialog = desk.panel.dialog("都不要")
    dialog.get_by_role("button", name="太啰嗦").click()
    dialog.get_by_role("button", name="都不要").click()
    desk.recorded("全部拒绝")
    assert desk.text() == before
    episode = desk.last_episode()
    assert episode["feedback"]["implicit"]["signal"] == "FULL_REJECT"
    assert episode["feedback"]["explicit"] == "太啰嗦"


@shows("R18", "R28", "C70")
def test_an_acceptance_that_is_taken_back_is_recorded_as_that(desk: Desk) -> None:
    desk.write(RAIN)
    text = desk.accept(desk.run("续写"))
    desk.done()
    desk.recorded("原样采纳")
    desk.assistant.get_by_role("button", name="撤销采纳").first.click()
    desk.recorded("采纳后撤销")
    expect(desk.editor).not_to_contain_text(text.splitlines()[0])
    assert desk.signal() == "UNDO_AFTER_ACCEPT"


def test_candidates_for_a_selection_are_compared_with_it(desk: Desk) -> None:
    desk.write("她非常非常高兴地跑了过来，脸上洋溢着十分灿烂的笑容，不禁深深地吸了一口气。")
    candidate = desk.run("缩写")
    expect(candidate.locator("del, ins").first).to_be_visible()
    desk.assistant.get_by_role("switch", name="显示差异").click()
    expect(candidate.locator("del, ins")).to_have_count(0)


@shows("R82", "R83", "R85", "R86")
def test_why_it_was_written_so_with_weights_and_a_judgement(panel: Panel, server: Serving) -> None:
    # Given a project whose fights were taught short, and a rule that was learned from them
    desk = Desk(panel).begin("剑")
    fights(server, 20, "剑")
    server.ok("memory:semantic:distill", projectId="剑", wait=True)
    [rule] = server.rules("剑")
    desk.write("林远退到墙边，剑横在胸前。三个黑衣人从门外逼近，谁也没有出声。")
    # When more of the fight is written
    desk.run("续写")
    # Then 「为什么这样写？」 shows what it stands on, by kind and with weights
    desk.assistant.get_by_text("为什么这样写？").first.click()
    why = desk.assistant.locator("[data-generation]")
    expect(why.locator('[data-memory="semantic"]')).to_contain_text(re.compile(r"合计 \d+%"))
    for kind in ("semantic", "episodic"):
        expect(why.locator(f'[data-memory="{kind}"]')).to_be_visible()
    trace = server.ok(
        "memory:trace:get", generationId=why.get_attribute("data-generation"), projectId="剑"
    )
    for group in trace["groups"]:
        shown = why.locator(f'[data-memory="{group["kind"]}"]')
        expect(shown).to_contain_text(f"合计 {round(group['weight'] * 100)}%")
    # When the author judges the rule to be wrong here
    reference = why.locator(f'[data-reference="{rule["id"]}"]')
    reference.get_by_role("button", name=re.compile("判断有误")).click()
    reference.get_by_label("原因（可不填）").fill("这里应当舒缓")
    reference.get_by_role("button", name="提交").click()
    # Then its confidence is lowered, before one's eyes and in the database
    expect(reference).to_contain_text(re.compile(r"置信度 \d+% → \d+%"))
    expect(reference).to_contain_text("已作为学习的依据记录。")
    [lowered] = server.rules("剑")
    assert lowered["confidence"] < rule["confidence"]


def test_the_inspector_shows_every_layer_and_the_same_prefix_twice(desk: Desk) -> None:
    desk.panel.go("设置")
    desk.page.get_by_label("显示内部细节").check()
    desk.panel.go("书桌")
    desk.write(RAIN)
    desk.run("续写")
    desk.assistant.get_by_text("提示词里有什么").first.click()
    inspector = desk.assistant.locator("[data-prompt]")
    layers = inspector.get_by_role("list").first.locator("> li")
    expect(layers).to_have_count(6)
    first = inspector.get_attribute("data-prompt")
    assert first
    assert re.fullmatch(r"\w+:[0-9a-f]{64}", first)
    desk.run("续写")
    desk.assistant.get_by_text("提示词里有什么").first.click()
    expect(inspector).to_contain_text("与上次运行相同")


def test_the_offline_writer_says_that_it_is_one(desk: Desk) -> None:
    desk.write(RAIN)
    desk.run("续写")
    expect(desk.assistant.get_by_text("离线写成")).to_be_visible()
    bar = desk.page.get_by_role("region", name="状态")
    expect(bar.locator("[data-memory]")).to_have_attribute("data-memory", "well")
    expect(bar).to_contain_text("雨夜")
    expect(bar.locator("[data-last-prompt]")).to_be_visible()


@shows("R171")
def test_the_consistency_check_shows_what_contradicts_itself_with_both_lines(desk: Desk) -> None:
    # Given a dead man in the first chapter who comes to the wedding in the second
    people = desk.folder() / ".mohen" / "characters"
    people.mkdir(parents=True, exist_ok=True)
    (people / "周伯.md").write_text("# 周伯\n", "utf-8")
    desk.write("\n周伯死了。")
    desk.saved()
    desk.chapter("第二章 喜宴")
    desk.write("周伯推开门，笑道：“我来喝喜酒了。”")
    # When the check is run from the desk, without any model
    desk.assistant.get_by_role("button", name="一致性检查", exact=True).click()
    shown = desk.assistant.locator("[data-candidate]").first
    # Then the contradiction is there with both lines and where they stand
    expect(shown.get_by_text("周伯在第1章已死，第2章却又出场行动")).to_be_visible()
    expect(shown.get_by_text("周伯死了。", exact=True)).to_be_visible()
    expect(shown.get_by_text("周伯推开门，笑道：“我来喝喜酒了。”")).to_be_visible()
    expect(desk.page.get_by_text("由墨痕按规则检查")).to_be_visible()
    # And in English for who reads English
    desk.page.get_by_role("button", name=re.compile("English")).click()
    expect(desk.page.get_by_text("dies in chapter 1, yet acts in chapter 2")).to_be_visible()
