"""Every view with something in it: drawn, accessible, in both languages, by keys, on a phone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from browser import axe
from browser.author import NOVEL
from browser.conftest import Begin
from browser.desk import Desk
from browser.panel import Panel
from browser.serving import Serving
from factories import eventually
from shows import shows

SAMPLE = "雾港来信"
needs_axe = pytest.mark.skipif(
    not axe.SOURCE.is_file(), reason="the panel's packages are not installed: `make panel`"
)


@pytest.fixture
def sampled(server: Serving) -> Serving:
    server.ok("sample:load", language="zh")
    return server


@needs_axe
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_view_has_a_serious_barrier(sampled: Serving, begin: Begin, scheme: str) -> None:
    page = begin(bypass_csp=True, color_scheme=scheme).new_page()
    panel = Panel(page, sampled)
    panel.enter("记忆", SAMPLE)
    expect(panel.cards.first).to_be_visible()
    found = {"记忆": axe.violations(page)}
    panel.opened(panel.cards.nth(1)).get_by_role("button", name="为什么有这条规则").click()
    expect(panel.dialog("为什么有这条规则？").get_by_role("heading").nth(1)).to_be_visible()
    found["为什么"] = axe.violations(page)
    page.keyboard.press("Escape")
    panel.go("书桌")
    desk = Desk(panel)
    expect(desk.editor).to_be_visible()
    desk.run("续写")
    for part in ("为什么这样写？", "提示词里有什么"):
        desk.assistant.get_by_text(part).first.click()
    expect(desk.assistant.locator("[data-generation]")).to_be_visible()
    found["书桌"] = axe.violations(page)
    panel.go("知识")
    main = page.get_by_role("main")
    expect(main.get_by_role("heading").first).to_be_visible()
    for tab in ("条目", "图谱", "待过目", "矛盾"):
        main.get_by_role("tab", name=re.compile(tab)).click()
        expect(page.get_by_role("progressbar")).to_have_count(0)
        found[f"知识 {tab}"] = axe.violations(page)
    panel.go("图景")
    expect(page.get_by_role("main").locator("svg").first).to_be_visible()
    found["图景"] = axe.violations(page)
    panel.go("设置")
    page.get_by_label("由谁来写").select_option("deepseek")
    expect(page.get_by_label("密钥", exact=True)).to_be_visible()
    found["设置"] = axe.violations(page)
    assert not any(found.values()), found


@needs_axe
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_gate_and_the_empty_rooms_have_no_serious_barrier(
    server: Serving, begin: Begin, scheme: str
) -> None:
    page = begin(bypass_csp=True, color_scheme=scheme).new_page()
    page.goto(f"{server.origin}/closed")
    expect(page.get_by_role("heading", name="这个链接打不开面板了")).to_be_visible()
    closed = axe.violations(page)
    page.goto(server.origin)
    expect(page.get_by_role("button", name="进入")).to_be_visible()
    found = {"closed": closed, "gate": axe.violations(page)}
    panel = Panel(page, server)
    panel.enter("记忆")
    for view in ("记忆", "书桌", "知识", "图景"):
        panel.go(view)  # type: ignore[arg-type]
        expect(page.get_by_role("main")).to_have_attribute("data-view", re.compile("."))
        found[view] = axe.violations(page)
    panel.go("书桌")
    page.get_by_role("main").get_by_role("button", name="新建项目").click()
    expect(panel.dialog("新建项目")).to_be_visible()
    found["新建项目"] = axe.violations(page)
    assert not any(found.values()), found


def test_the_pictures_are_drawn_from_what_was_recorded(sampled: Serving, panel: Panel) -> None:
    panel.enter("图景", SAMPLE)
    main = panel.page.get_by_role("main")
    for title in ("修改成本", "规则置信度", "记忆强度"):
        picture = main.get_by_role("region", name=title)
        expect(picture.locator("svg[role=img]")).to_be_visible()
        expect(picture.locator("svg[role=img] path").first).to_be_attached()
    # And each is told in numbers, too, where one would rather read
    expect(main.get_by_role("region", name="修改成本").locator("table")).to_be_attached()
    expect(main.get_by_role("region", name="占用空间")).to_contain_text(re.compile(r"\d ?[kKM]B"))
    # Another rule is another picture
    course = main.get_by_role("region", name="规则置信度")
    drawn = course.locator("svg[role=img]")
    before = drawn.inner_html()
    rules = course.get_by_role("combobox")
    values = [each.get_attribute("value") or "" for each in rules.locator("option").all()]
    rules.select_option(next(each for each in values if each != rules.input_value()))
    panel.page.wait_for_function(
        "([name, before]) => document.querySelector(name).innerHTML !== before",
        arg=[
            f'[aria-labelledby="{course.get_attribute("aria-labelledby")}"] svg[role=img]',
            before,
        ],
    )


def test_the_graph_is_explored(sampled: Serving, panel: Panel) -> None:
    panel.enter("知识", SAMPLE)
    main = panel.page.get_by_role("main")
    main.get_by_role("tab", name="图谱").click()
    expect(main.locator("canvas").first).to_be_visible()
    # The names stand beside the picture for those who would rather read
    names = main.get_by_role("listbox", name="名字")
    expect(names.get_by_role("option")).to_have_count(13)
    # One kind is left out
    main.get_by_role("button", name=re.compile("地点")).click()
    expect(names.get_by_role("option")).to_have_count(8)
    # One name is looked at, and leads on to another
    names.get_by_role("option", name=re.compile("沈砚")).click()
    expect(main.get_by_role("heading", name="沈砚")).to_be_visible()
    main.get_by_role("button", name="老许", exact=True).first.click()
    expect(main.get_by_role("heading", name="老许")).to_be_visible()


def test_language_and_theme_are_kept(server: Serving, page: Page) -> None:
    panel = Panel(page, server).enter()
    themed = page.locator(".mohen")
    expect(themed).to_have_attribute("data-theme", "light")
    page.get_by_role("button", name=re.compile("外观")).click()
    page.get_by_role("button", name=re.compile("外观")).click()
    expect(themed).to_have_attribute("data-theme", "dark")
    page.get_by_role("button", name=re.compile("English")).click()
    expect(page.get_by_role("heading", name="Memory")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="Memory")).to_be_visible()
    expect(themed).to_have_attribute("data-theme", "dark")
    assert panel.server.ok("memory:settings:get")  # the panel's manner is not the memory's


def test_a_setting_is_saved_at_once_and_holds(server: Serving, panel: Panel) -> None:
    panel.enter("设置")
    main = panel.page.get_by_role("main")
    main.get_by_role("switch", name="把学到的内容交给 AI").click()
    expect(main.get_by_role("switch", name="把学到的内容交给 AI")).not_to_be_checked()
    threshold = main.get_by_label("出现几次才算偏好")
    threshold.fill("0")
    threshold.press("Enter")
    expect(main.get_by_text("请填 1 到 100 的整数。")).to_be_visible()
    threshold.fill("7")
    with panel.page.expect_response(re.compile("/ipc/memory:settings:update$")):
        threshold.press("Enter")
    panel.page.reload()
    expect(threshold).to_have_value("7")
    expect(main.get_by_role("switch", name="把学到的内容交给 AI")).not_to_be_checked()
    kept = server.ok("memory:settings:get")
    assert (kept["injectionEnabled"], kept["preferenceLearningThreshold"]) == (False, 7)


def test_on_a_narrow_screen_nothing_is_out_of_reach(sampled: Serving, begin: Begin) -> None:
    page = begin(viewport={"width": 360, "height": 740}).new_page()
    panel = Panel(page, sampled).enter("记忆", SAMPLE)
    expect(panel.cards.first).to_be_visible()
    for view in ("记忆", "书桌", "知识", "图景", "设置"):
        panel.go(view)  # type: ignore[arg-type]
        expect(page.get_by_role("main").locator("> *").first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, view


@shows("R75", "R77")
def test_rules_are_governed_without_a_mouse(server: Serving, panel: Panel) -> None:
    server.add("少用比喻", NOVEL)
    rule = server.add("对白要短", NOVEL)
    server.ok(
        "memory:semantic:update", id=rule, projectId=NOVEL, version=1,
        patch={"userConfirmed": False},
    )  # fmt: skip
    panel.enter(project=NOVEL)
    page = panel.page
    expect(panel.cards).to_have_count(2)
    for text in ("对白要短", "少用比喻"):
        _tab_to(page, panel.card(text).locator("[data-head]"))
        page.keyboard.press("Enter")
    confirm = panel.card("对白要短").get_by_role("button", name="确认", exact=True)
    _tab_to(page, confirm)
    page.keyboard.press("Enter")
    expect(panel.card("对白要短")).to_contain_text("已确认")
    eventually(lambda: server.rule("对白要短", NOVEL)["userConfirmed"])
    remove = panel.card("少用比喻").get_by_role("button", name="删除")
    _tab_to(page, remove)
    page.keyboard.press("Space")
    dialog = panel.dialog("删除这条规则？")
    _tab_to(page, dialog.get_by_role("button", name="删除"))
    page.keyboard.press("Enter")
    expect(panel.card("少用比喻")).to_be_hidden()
    # The focus is on the neighbour, not lost
    expect(panel.card("对白要短")).to_be_focused()
    undo = panel.notices.get_by_role("button", name="撤销")
    _tab_to(page, undo)
    page.keyboard.press("Enter")
    expect(panel.card("少用比喻")).to_be_visible()


def test_a_skill_is_run_and_accepted_without_a_mouse(panel: Panel) -> None:
    desk = Desk(panel).begin("键盘")
    page = panel.page
    desk.write("雨下了一夜。她合上伞。")
    page.keyboard.press("Control+k")
    expect(panel.dialog("AI 能做什么").get_by_label("查找技能")).to_be_focused()
    page.keyboard.type("续写")
    page.keyboard.press("Enter")
    accept = desk.assistant.get_by_role("button", name="采纳", exact=True)
    expect(accept).to_be_visible()
    before = len(desk.text())
    _tab_to(page, accept)
    page.keyboard.press("Enter")
    expect(desk.assistant.get_by_text("已写入正文")).to_be_visible()
    assert len(desk.text()) > before


def _tab_to(page: Page, wanted: object, most: int = 80) -> None:
    for _ in range(most):
        if wanted.evaluate("(each) => each === document.activeElement"):  # type: ignore[attr-defined]
            return
        page.keyboard.press("Tab")
    raise AssertionError("it cannot be reached with Tab")
