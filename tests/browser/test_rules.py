"""The author's rules in the memory panel: seen, confirmed, edited, deleted, added, paused."""

from __future__ import annotations

import re

from playwright.sync_api import Page, Route, expect

from browser.author import NOVEL, edits
from browser.panel import Panel
from browser.serving import Serving
from factories import eventually
from shows import shows

PLAIN = "少用比喻"
FIRST = "用第一人称叙述"
CALM = "所有角色对白不使用感叹号"


@shows("R73", "R74", "R81")
def test_rules_stand_in_their_scope_and_group_with_text_confidence_and_state(
    panel: Panel, server: Serving
) -> None:
    # Given rules of both scopes and of all groups
    server.add(FIRST, category="structure")
    for category in ("style", "character", "pacing", "vocabulary"):
        server.add(f"本书的规则：{category}", NOVEL, category=category)
    edits(server, 2)
    # When the panel is opened in the project
    panel.enter(project=NOVEL)
    # Then it shows the project's own by group, and the global ones behind their tab
    # (what two edits may lead to stands below them once it has been looked for)
    headings = panel.memory.get_by_role("heading", level=3)
    groups = headings.filter(has_not_text="正在观察")
    expect(groups).to_have_text(["写作风格 1", "角色偏好 1", "节奏 1", "词汇 1"])
    expect(panel.page.get_by_role("tab", name="全局")).to_contain_text("1")
    card = panel.card("本书的规则：style")
    expect(card.get_by_role("meter", name="置信度")).to_have_attribute("aria-valuetext", "100%")
    expect(card).to_contain_text("100%")
    expect(card).to_contain_text("已确认")
    panel.opened(card)
    for action in ("取消确认", "修改", "删除"):
        expect(card.get_by_role("button", name=action)).to_be_visible()
    panel.look("全局")
    expect(groups).to_have_text(["叙事偏好 1"])
    expect(panel.card(FIRST)).to_be_visible()
    # And the foot counts what was recorded, says when something last changed, and has the actions
    foot = panel.memory.locator("footer").last
    expect(foot).to_contain_text("已积累 2 次交互")
    expect(foot.locator("time")).to_be_visible()
    expect(foot.get_by_role("button")).to_have_text(
        ["更新偏好", "手动添加规则", "暂停学习", "查看学习历史"]
    )


@shows("R81")
def test_panel_and_cards_stand_on_the_seeds_tokens(panel: Panel, server: Serving) -> None:
    server.add(PLAIN)
    panel.enter()
    token = """(element, name) => {
        const probe = document.createElement("i");
        probe.style.background = `var(${name})`;
        element.append(probe);
        const colour = getComputedStyle(probe).backgroundColor;
        probe.remove();
        return [colour, getComputedStyle(element).backgroundColor];
    }"""
    for place, name in ((panel.memory, "--color-bg-surface"), (panel.cards, "--color-bg-raised")):
        wanted, worn = place.first.evaluate(token, name)
        assert worn == wanted != "rgba(0, 0, 0, 0)", name
    # And a host that brings its own tokens dresses both
    own = {
        "--color-bg-surface": "rgb(1, 2, 3)",
        "--color-bg-raised": "rgb(4, 5, 6)",
        "--radius-sm": "7px",
    }
    panel.page.evaluate(
        """own => document.querySelectorAll(":root, [data-theme]").forEach(each =>
            Object.entries(own).forEach(([name, value]) => each.style.setProperty(name, value)))""",
        own,
    )
    for place, colour in ((panel.memory, "rgb(1, 2, 3)"), (panel.cards, "rgb(4, 5, 6)")):
        expect(place.first).to_have_css("background-color", colour)
    expect(panel.cards.first).to_have_css("border-radius", "7px")


@shows("R75")
def test_a_confirmed_rule_stays_as_the_author_confirmed_it(panel: Panel, server: Serving) -> None:
    # Given a rule that was learned from edits
    edits(server, 12)
    server.ok("memory:semantic:distill", projectId=NOVEL, wait=True)
    learned = server.rules(NOVEL)[0]
    assert learned["userConfirmed"] is False
    panel.enter(project=NOVEL)
    card = panel.opened(panel.page.locator(f'[data-rule="{learned["id"]}"]'))
    # When the author confirms it
    card.get_by_role("button", name="确认", exact=True).click()
    # Then the card says so and the database too
    expect(card).to_contain_text("已确认")
    expect(card.get_by_role("button", name="取消确认")).to_be_visible()
    eventually(lambda: server.rule(learned["rule"], NOVEL)["userConfirmed"])
    kept = server.rule(learned["rule"], NOVEL)
    # And another distillation leaves it alone, though the author now does the opposite
    for _ in range(6):
        server.ok(
            "memory:episode:record",
            projectId=NOVEL, skillUsed="continue", sceneType="dialogue",
            inputContext="她回过头来。", candidates=["他走了。门没有关。雨停了。"], selectedIndex=0,
            finalText="他走了！门没有关！雨停了！",
        )  # fmt: skip
    panel.press("更新偏好")
    expect(panel.memory.get_by_role("button", name="更新偏好")).not_to_have_attribute(
        "aria-busy", "true"
    )
    [after] = [each for each in server.rules(NOVEL) if each["id"] == learned["id"]]
    assert (after["rule"], after["userConfirmed"]) == (kept["rule"], True)
    assert after["confidence"] == kept["confidence"]
    # And taking the confirmation back is as easy
    card.get_by_role("button", name="取消确认").click()
    expect(card.get_by_role("button", name="确认", exact=True)).to_be_visible()


@shows("R76")
def test_a_rule_is_edited_where_it_stands(panel: Panel, server: Serving) -> None:
    server.add(PLAIN, NOVEL)
    panel.enter(project=NOVEL)
    panel.on_card(PLAIN, "修改")
    field = panel.cards.get_by_role("textbox")
    expect(field).to_be_focused()
    # Nothing is no rule
    field.fill("  ")
    field.press("Enter")
    expect(panel.cards).to_contain_text("规则不能为空")
    # Esc leaves it as it was
    field.press("Escape")
    expect(panel.card(PLAIN)).to_be_visible()
    # Enter saves
    panel.on_card(PLAIN, "修改")
    field.fill("少用比喻，多用白描")
    field.press("Enter")
    expect(panel.card("少用比喻，多用白描")).to_contain_text("你修改过")
    [kept] = server.rules(NOVEL)
    assert (kept["rule"], kept["userModified"]) == ("少用比喻，多用白描", True)


@shows("R76")
def test_two_who_edit_the_same_rule_are_asked_which_text_stays(
    panel: Panel, server: Serving
) -> None:
    rule = server.add(PLAIN, NOVEL)
    panel.enter(project=NOVEL)
    panel.on_card(PLAIN, "修改")
    # Given that it was changed elsewhere meanwhile
    server.ok(
        "memory:semantic:update",
        id=rule, projectId=NOVEL, version=1, patch={"rule": "比喻一段一个就够"},
    )  # fmt: skip
    field = panel.cards.get_by_role("textbox")
    field.fill("完全不用比喻")
    field.press("Enter")
    # Then both are shown, and nothing is overwritten unasked
    expect(panel.cards.locator("blockquote")).to_have_text("比喻一段一个就够")
    assert server.rules(NOVEL)[0]["rule"] == "比喻一段一个就够"
    panel.cards.get_by_role("button", name="保存我的").click()
    expect(panel.card("完全不用比喻")).to_be_visible()
    assert server.rules(NOVEL)[0]["rule"] == "完全不用比喻"


@shows("R77", "C93")
def test_a_delete_says_what_it_will_do_and_can_be_undone_for_ten_seconds(
    panel: Panel, server: Serving
) -> None:
    server.add(PLAIN, NOVEL)
    panel.page.clock.install()
    panel.enter(project=NOVEL)
    panel.on_card(PLAIN, "删除")
    dialog = panel.dialog("删除这条规则？")
    expect(dialog).to_contain_text("永久删除")
    expect(dialog).to_contain_text("以后不会再学到这条规则")
    expect(dialog).to_contain_text("十秒内可以撤销")
    dialog.get_by_role("button", name="删除").click()
    expect(panel.card(PLAIN)).to_be_hidden()
    # Nothing has happened on the server yet, nor will it before the ten seconds are over
    panel.page.clock.fast_forward(8_000)
    assert [each["rule"] for each in server.rules(NOVEL)] == [PLAIN]
    panel.notices.get_by_role("button", name="撤销").click()
    expect(panel.card(PLAIN)).to_be_visible()
    panel.page.clock.fast_forward(60_000)
    expect(panel.card(PLAIN)).to_be_visible()
    assert [each["rule"] for each in server.rules(NOVEL)] == [PLAIN]


@shows("R77", "C93")
def test_a_deleted_rule_goes_after_ten_seconds_and_is_not_learned_again(
    panel: Panel, server: Serving
) -> None:
    # Given a rule that twelve edits have taught
    edits(server, 12)
    server.ok("memory:semantic:distill", projectId=NOVEL, wait=True)
    learned = server.rules(NOVEL)[0]
    panel.page.clock.install()
    panel.enter(project=NOVEL)
    card = panel.opened(panel.page.locator(f'[data-rule="{learned["id"]}"]'))
    card.get_by_role("button", name="删除").click()
    dialog = panel.dialog("删除这条规则？")
    expect(dialog).to_contain_text(re.compile(r"支撑它的 \d+ 次交互将标记为负向"))
    # When it is deleted and ten seconds pass
    with panel.page.expect_response(re.compile("/ipc/memory:semantic:delete$")) as sent:
        dialog.get_by_role("button", name="删除").click()
        expect(card).to_be_hidden()
        with panel.page.expect_request(re.compile("/ipc/memory:semantic:delete$")):
            panel.page.clock.fast_forward(11_000)
    assert sent.value.ok
    # Then it is gone, and learning from the same edits does not bring it back
    gone = learned["predicate"]
    panel.press("更新偏好")
    expect(panel.memory.get_by_role("button", name="更新偏好")).not_to_have_attribute(
        "aria-busy", "true"
    )
    for each in server.rules(NOVEL):
        wish = each["predicate"]
        assert (wish["feature"], wish["op"]) != (gone["feature"], gone["op"]), each["rule"]


@shows("R77", "C93")
def test_who_closes_the_page_before_has_deleted(panel: Panel, server: Serving, page: Page) -> None:
    server.add(PLAIN, NOVEL)
    server.add(CALM, NOVEL)
    panel.enter(project=NOVEL)
    panel.delete(PLAIN)
    page.close(run_before_unload=False)
    _come_to(server, [CALM])


def _come_to(server: Serving, texts: list[str]) -> None:
    """A page that closes does not wait for its last word to be answered; the server hears it."""
    eventually(lambda: [each["rule"] for each in server.rules(NOVEL)] == texts)


@shows("R78")
def test_a_typed_rule_holds_at_once(panel: Panel, server: Serving) -> None:
    # Given a project, when the author types a rule
    server.ok("project:create", projectId=NOVEL)
    panel.enter(project=NOVEL)
    panel.add(CALM)
    # Then it is there, sure and confirmed
    card = panel.card(CALM)
    expect(card).to_contain_text("100%")
    expect(card).to_contain_text("已确认")
    kept = server.rule(CALM, NOVEL)
    assert (kept["confidence"], kept["userConfirmed"], kept["origin"]) == (1.0, True, "manual")
    # And in the next prompt, as the panel itself shows
    panel.menu("查看将注入的内容")
    expect(panel.dialog("将注入的内容").get_by_text(CALM).first).to_be_visible()
    run = server.ok(
        "ai:skill:run", skillId="continue", projectId=NOVEL, text="「你来了。」她说。", candidates=1
    )
    assert [each["id"] for each in run["injected"]["memory"]] == [kept["id"]]


@shows("R78")
def test_a_rule_that_is_there_is_not_added_twice(panel: Panel, server: Serving) -> None:
    server.add(CALM, NOVEL)
    panel.enter(project=NOVEL)
    panel.press("手动添加规则")
    dialog = panel.dialog("告诉 AI 你怎样写")
    dialog.get_by_label("规则", exact=True).fill(CALM)
    dialog.get_by_role("button", name="保存").click()
    expect(dialog).to_contain_text("已经有一条相同的规则。")
    dialog.get_by_role("button", name="查看").click()
    expect(panel.card(CALM)).to_be_focused()


@shows("R79")
def test_paused_means_recorded_and_not_learned(panel: Panel, server: Serving) -> None:
    server.add(PLAIN, NOVEL)
    panel.enter(project=NOVEL)
    # When learning is paused
    panel.press("暂停学习")
    # Then a badge says so on the warning colour
    badge = panel.memory.get_by_text("学习已暂停", exact=True)
    expect(badge).to_be_visible()
    worn, wanted = badge.evaluate(
        """(badge) => {
            const probe = document.createElement("i");
            probe.style.background = "var(--color-warning)";
            badge.append(probe);
            const wanted = getComputedStyle(probe).backgroundColor;
            probe.remove();
            return [getComputedStyle(badge).backgroundColor, wanted];
        }"""
    )
    assert worn == wanted != "rgba(0, 0, 0, 0)"
    expect(panel.memory.get_by_role("button", name="更新偏好")).to_be_disabled()
    # And what is written is still recorded, and nothing is learned from it
    edits(server, 12)
    assert len(server.episodes(NOVEL)) == 12
    panel.page.reload()
    expect(panel.memory.get_by_text("已积累 12 次交互")).to_be_visible()
    expect(badge).to_be_visible()
    assert [each["rule"] for each in server.rules(NOVEL)] == [PLAIN]
    # When it is resumed, what was recorded meanwhile counts
    panel.press("恢复学习")
    expect(badge).to_be_hidden()
    panel.press("更新偏好")
    expect(panel.cards.nth(1)).to_be_visible()


@shows("R87", "R91")
def test_a_project_rule_becomes_global(panel: Panel, server: Serving) -> None:
    server.add(PLAIN, NOVEL)
    server.add(CALM, NOVEL)
    panel.enter(project=NOVEL)
    panel.more_on_card(PLAIN, "提升为全局")
    panel.says(f"「{PLAIN}」已在所有项目中生效。")
    expect(panel.card(PLAIN)).to_be_hidden()
    panel.look("全局")
    expect(panel.card(PLAIN)).to_be_visible()
    assert [each["rule"] for each in server.rules()] == [PLAIN]


@shows("R90")
def test_a_global_rule_says_where_a_project_rule_takes_its_place(
    panel: Panel, server: Serving
) -> None:
    server.add("用第一人称叙述", category="structure")
    server.add("用第三人称全知视角叙述", NOVEL, category="structure")
    overridden = server.ok("memory:semantic:list", projectId=NOVEL, includeOverridden=True)["items"]
    assert any(each.get("overriddenBy") for each in overridden)
    panel.enter(project=NOVEL)
    panel.look("全局")
    expect(panel.card(FIRST)).to_contain_text("本项目中不生效")
    panel.opened(panel.card(FIRST))
    expect(panel.card(FIRST)).to_contain_text("用第三人称全知视角叙述")


def test_rules_are_found_by_words_of_either_language_and_by_state(
    panel: Panel, server: Serving
) -> None:
    for number in range(8):
        server.add(f"第 {number} 条规则", NOVEL)
    server.add("Keep dialogue short", NOVEL)
    panel.enter(project=NOVEL)
    search = panel.memory.get_by_role("searchbox", name="搜索规则")
    search.fill("DIALOGUE")
    expect(panel.cards).to_have_count(1)
    expect(panel.memory.get_by_text("找到 1 条规则")).to_be_visible()
    search.fill("没有这样的规则")
    expect(panel.memory.get_by_text("没有符合的规则")).to_be_visible()
    panel.memory.get_by_role("button", name="查看全部").click()
    expect(panel.cards).to_have_count(9)
    panel.memory.get_by_label("状态").select_option(label="未确认")
    expect(panel.cards).to_have_count(0)


def test_five_hundred_rules_are_pages_of_rows(panel: Panel, server: Serving) -> None:
    # Given as many rules as a scope may hold: to add each would take longer than all that follows
    server.add(PLAIN)
    asked: list[str] = []

    def many(route: Route) -> None:
        answer = route.fetch()
        told = answer.json()
        [one] = told["data"]["items"]
        told["data"]["items"] = [
            {**one, "id": f"rule_{n}", "rule": f"第 {n} 条：写 {n} 号雨巷"} for n in range(500)
        ]
        route.fulfill(response=answer, json=told)

    panel.page.route("**/ipc/memory:semantic:list", many)
    panel.page.on("request", lambda request: asked.append(request.url))
    panel.page.set_viewport_size({"width": 1280, "height": 800})
    panel.enter()
    # Then one page of rows is there, low enough to look through
    expect(panel.memory.get_by_text("第 1–50 条，共 500 条")).to_be_visible()
    expect(panel.cards).to_have_count(50)
    assert panel.page.evaluate("document.getElementById('content').scrollHeight") < 4_000
    # And by keys: from row to row, open one, and on to the next page
    heads = panel.cards.locator("[data-head]")
    heads.first.focus()
    panel.page.keyboard.press("ArrowDown")
    expect(heads.nth(1)).to_be_focused()
    panel.page.keyboard.press("Enter")
    expect(panel.cards.nth(1).get_by_role("button", name="修改")).to_be_visible()
    panel.memory.get_by_role("button", name="下一页").press("Enter")
    expect(panel.memory.get_by_text("第 51–100 条，共 500 条")).to_be_visible()
    expect(panel.cards.first).to_be_focused()
    # When three that were looked for are deleted together
    panel.memory.get_by_role("searchbox").fill("第 49")
    expect(panel.cards).to_have_count(15)
    for card in panel.cards.all()[:3]:
        card.get_by_role("checkbox").check()
    several = panel.memory.get_by_role("group", name="批量操作")
    several.get_by_role("button", name="删除").click()
    panel.dialog("删除这 3 条规则？").get_by_role("button", name="删除").click()
    # Then they are out of sight, come back when that is undone, and the server never heard of it
    expect(panel.cards).to_have_count(12)
    panel.says("已删除 3 条规则")
    panel.notices.get_by_role("button", name="撤销").click()
    expect(panel.cards).to_have_count(15)
    assert not [url for url in asked if url.endswith("memory:semantic:delete")]
