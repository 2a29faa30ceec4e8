"""Being in charge of the memory: conflicts, offers, what goes into a prompt, clearing."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from browser.author import NOVEL, edits
from browser.panel import EMPTY, Panel
from browser.serving import Serving
from shows import shows

CONFLICT = "检测到偏好冲突，请选择你更倾向的风格"
SAMPLE = "雾港来信"


@shows("R70", "R72")
def test_a_conflict_is_shown_and_the_choice_settles_it(panel: Panel, server: Serving) -> None:
    # Given two rules that cannot both hold
    server.ok("sample:load", language="zh")
    [conflict] = server.ok("memory:conflict:list", projectId=SAMPLE)["items"]
    chosen, other = conflict["rules"]
    panel.page.clock.install()
    panel.enter(project=SAMPLE)
    # Then both are shown with what speaks for them, and what choosing will do
    notice = panel.page.get_by_role("region", name=CONFLICT)
    expect(notice.get_by_role("article")).to_have_count(2)
    expect(notice).to_contain_text("选中的会被确认，另一条会被删除")
    for rule in conflict["ruleIds"]:
        expect(panel.page.locator(f'[data-rule="{rule}"]')).to_contain_text("有冲突")
    # And what cannot be done is not offered: both hold in the same kind of scene
    expect(notice.get_by_role("button", name="两条都留，按场景")).to_have_count(0)
    # It can wait
    notice.get_by_role("button", name="以后再说").click()
    expect(notice).to_be_hidden()
    panel.memory.get_by_role("button", name="现在决定").click()
    # When the author chooses
    choose = notice.get_by_role("article", name=chosen["ruleZh"]).get_by_role("button")
    choose.click()
    # Then it can be taken back for ten seconds, as a delete can
    expect(notice).to_be_hidden()
    panel.says(f"已确认「{chosen['ruleZh']}」，删除「{other['ruleZh']}」。")
    expect(panel.page.locator(f'[data-rule="{other["id"]}"]')).to_be_hidden()
    panel.notices.get_by_role("button", name="撤销").click()
    expect(notice).to_be_visible()
    assert {chosen["id"], other["id"]} <= {each["id"] for each in server.rules(SAMPLE)}
    # And then one is confirmed and the other gone
    choose.click()
    with panel.page.expect_response(re.compile("/ipc/memory:conflict:resolve$")):
        panel.page.clock.fast_forward(11_000)
    left = {each["id"]: each for each in server.rules(SAMPLE)}
    assert left[chosen["id"]]["userConfirmed"] is True
    assert other["id"] not in left


@shows("C108")
def test_both_of_two_contrary_rules_are_kept_each_for_its_scenes(
    panel: Panel, server: Serving
) -> None:
    # Given two rules that cannot both hold, of which prompts have one
    rules = ("多用比喻", "少用比喻")
    ids = [server.add(each, NOVEL) for each in rules]
    panel.page.clock.install()
    panel.enter(project=NOVEL)
    notice = panel.page.get_by_role("region", name=CONFLICT)
    expect(notice.get_by_text("暂用这一条")).to_have_count(1)

    # When the author says where each of them holds
    def keep() -> None:
        notice.get_by_role("button", name="两条都留，按场景").click()
        for rule, scene in zip(rules, ("描写", "动作"), strict=True):
            notice.get_by_label(f"「{rule}」用于哪种场景").select_option(label=scene)
        notice.get_by_role("button", name="都保留").click()
        expect(notice).to_be_hidden()

    keep()
    # Then it can be taken back for ten seconds, as a delete can
    panel.notices.get_by_role("button", name="撤销").click()
    expect(notice).to_be_visible()
    # And then both hold, each in its scenes
    keep()
    with panel.page.expect_response(re.compile("/ipc/memory:conflict:resolve$")):
        panel.page.clock.fast_forward(11_000)
    scenes = {each["id"]: each["predicate"]["sceneType"] for each in server.rules(NOVEL)}
    assert [scenes[each] for each in ids] == ["description", "action"]
    assert server.ok("memory:conflict:list", projectId=NOVEL)["items"] == []


@shows("C77")
def test_what_three_projects_share_is_offered_to_be_global(panel: Panel, server: Serving) -> None:
    for project in ("甲", "乙", "丙"):
        edits(server, 12, project)
        server.ok("memory:semantic:distill", projectId=project, wait=True)
    panel.enter(project="甲")
    offer = panel.memory.get_by_role("article", name="3 个项目都有这个偏好")
    expect(offer).to_contain_text("要提升为全局吗")
    assert server.rules() == []  # nothing happens by itself
    offer.get_by_role("button", name="提升为全局").click()
    expect(offer).to_be_hidden()
    [promoted] = server.rules()
    assert promoted["predicate"]["feature"] == "exclamation"
    panel.look("全局")
    expect(panel.cards).to_have_count(1)


@shows("C77")
def test_an_offer_that_was_declined_does_not_come_back(panel: Panel, server: Serving) -> None:
    for project in ("甲", "乙", "丙"):
        edits(server, 12, project)
        server.ok("memory:semantic:distill", projectId=project, wait=True)
    panel.enter(project="甲")
    offer = panel.memory.get_by_role("article", name="3 个项目都有这个偏好")
    offer.get_by_role("button", name="暂不").click()
    expect(offer).to_be_hidden()
    panel.page.reload()
    expect(panel.cards).to_have_count(1)
    expect(offer).to_be_hidden()


@shows("R161")
def test_what_goes_into_the_next_prompt_is_seen_deleted_and_switched_off(
    panel: Panel, server: Serving
) -> None:
    keep, drop = "对白要短", "少用比喻"
    server.add(keep, NOVEL)
    server.add(drop, NOVEL)
    panel.page.clock.install()
    panel.enter(project=NOVEL)
    panel.menu("查看将注入的内容")
    preview = panel.dialog("将注入的内容")
    items = preview.get_by_role("region", name="每次都有").get_by_role("listitem")
    expect(items).to_have_count(2)
    # Deleted as every rule is, with its ten seconds
    preview.get_by_role("button", name=f"删除「{drop}」").click()
    panel.dialog("删除这条规则？").get_by_role("button", name="删除").click()
    expect(items).to_have_count(1)
    with panel.page.expect_response(re.compile("/ipc/memory:semantic:delete$")):
        panel.page.clock.fast_forward(11_000)
    assert [each["rule"] for each in server.rules(NOVEL)] == [keep]
    # Switched off, nothing goes in
    with panel.page.expect_response(re.compile("/ipc/memory:settings:update$")):
        preview.get_by_role("switch", name="把学到的内容交给 AI").click()
    expect(preview).to_contain_text("注入已关闭")
    assert server.ok("memory:injection:preview", projectId=NOVEL)["items"] == []
    preview.get_by_role("switch", name="把学到的内容交给 AI").click()
    expect(items).to_have_count(1)


@shows("R88", "R92")
def test_clearing_a_project_takes_two_steps_and_leaves_the_rest(
    panel: Panel, server: Serving
) -> None:
    # Given a project with a memory, beside global rules and another project
    server.add("全局的规则")
    server.add("别处的规则", "另一部")
    server.add("这里的规则", NOVEL)
    edits(server, 3)
    panel.enter(project=NOVEL)
    # When the author asks to clear it, what would go is counted first
    panel.menu("清除记忆")
    dialog = panel.dialog("清除记忆")
    expect(dialog).to_contain_text("3 次交互")
    expect(dialog).to_contain_text("1 条规则")
    expect(dialog).to_contain_text("全局规则和其他项目不受影响")
    sure = dialog.get_by_role("button", name="永久清除")
    expect(sure).to_be_disabled()
    # And only the project's own name will do
    name = dialog.get_by_label(f"输入「{NOVEL}」以确认")
    name.fill("另一部")
    expect(sure).to_be_disabled()
    assert len(server.episodes(NOVEL)) == 3
    name.fill(NOVEL)
    sure.click()
    # Then it is said by name, and only this project is empty
    panel.says(f'已清除项目"{NOVEL}"的记忆')
    expect(panel.memory.get_by_text(EMPTY)).to_be_visible()
    assert server.episodes(NOVEL) == []
    assert [each["rule"] for each in server.rules()] == ["全局的规则"]
    assert {each["rule"] for each in server.rules("另一部")} == {"全局的规则", "别处的规则"}


@shows("R88", "R92")
def test_clearing_everything_makes_a_new_user(panel: Panel, server: Serving) -> None:
    server.add("全局的规则")
    server.add("这里的规则", NOVEL)
    panel.enter(project=NOVEL)
    panel.menu("清除记忆")
    dialog = panel.dialog("清除记忆")
    dialog.get_by_role("radio", name="全部").check()
    dialog.get_by_label("输入「清除全部」以确认").fill("清除全部")
    dialog.get_by_role("button", name="永久清除").click()
    panel.says("已清除全部记忆")
    expect(panel.memory.get_by_text(EMPTY)).to_be_visible()
    assert server.rules() == []
