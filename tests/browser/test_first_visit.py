"""Coming in: by a link that works once or by the token, and from then on without either."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from browser.conftest import FLAGS, Begin, chromium_path
from browser.panel import EMPTY, Panel
from browser.serving import Serving
from browser.watching import Watch
from shows import shows


def views(page: Page) -> Locator:
    """What only who is in can see."""
    return page.get_by_role("navigation", name="视图")


def test_without_a_link_one_stands_at_the_gate(page: Page, server: Serving) -> None:
    page.goto(server.origin)
    expect(page.get_by_role("heading", name="与你一同写作的 AI 的记忆")).to_be_visible()
    expect(page.get_by_text("mohen open", exact=True)).to_be_visible()
    expect(page.get_by_label("或粘贴令牌")).to_have_attribute("type", "password")
    expect(page.get_by_role("button", name="进入")).to_be_disabled()
    page.get_by_role("button", name="English").click()
    expect(page.get_by_text("type in a terminal:")).to_be_visible()


def test_the_printed_link_lets_one_in_and_leaves_nothing_in_address_or_history(
    page: Page, server: Serving
) -> None:
    page.goto("about:blank")
    page.goto(server.link)
    expect(views(page)).to_be_visible()
    assert page.url == f"{server.origin}/"
    # And the browser's way back holds the blank page alone
    assert page.evaluate("history.length") == 2
    page.go_back()
    assert page.url == "about:blank"
    page.go_forward()
    assert "ticket" not in page.url
    # And what lets one in is in no address the page has asked for, nor the token in the page
    expect(views(page)).to_be_visible()
    asked = page.evaluate("performance.getEntriesByType('resource').map((each) => each.name)")
    assert not [each for each in asked for secret in server.secrets() if secret in each]
    kept = page.evaluate("JSON.stringify({...localStorage, ...sessionStorage}) + document.cookie")
    assert server.token not in kept
    [cookie] = page.context.cookies()
    assert (cookie["httpOnly"], cookie["sameSite"]) == (True, "Strict")
    assert cookie["value"] not in kept


def test_a_browser_that_was_closed_needs_no_link_to_come_in_again(
    browser: Browser, server: Serving, tmp_path: Path
) -> None:
    # Given a browser that followed the link, with a second window that needs none
    def opened() -> BrowserContext:
        return browser.browser_type.launch_persistent_context(
            tmp_path / "profile", executable_path=chromium_path(), args=FLAGS, locale="zh-CN"
        )

    with opened() as first:
        first.pages[0].goto(server.link)
        expect(views(first.pages[0])).to_be_visible()
        second = first.new_page()
        second.goto(server.origin)
        expect(views(second)).to_be_visible()
    # When it was closed, and the server was stopped and started, and it is opened again
    server.stop()
    server.start()
    with opened() as again:
        again.pages[0].goto(server.origin)
        # Then it is in; and it is one browser, whatever it opened
        expect(views(again.pages[0])).to_be_visible()
        assert [each["name"] for each in server.ok("browser:list")["items"]] == ["Chrome, Linux"]


def test_a_link_works_once_and_a_used_one_leads_to_a_page_that_says_what_to_do(
    page: Page, begin: Begin, server: Serving
) -> None:
    # Given a link that somebody has used
    page.goto(server.link)
    expect(views(page)).to_be_visible()
    # When another browser opens it
    stranger = begin()
    second = stranger.new_page()
    stranger.watch.expect_refusals()  # type: ignore[attr-defined]
    second.goto(server.link)
    # Then it reads in both languages what to type
    expect(second.get_by_role("heading", name="这个链接打不开面板了")).to_be_visible()
    expect(second.get_by_role("heading", name="This link does not open the panel")).to_be_visible()
    assert second.locator("pre").all_inner_texts() == ["mohen open", "mohen open"]
    assert second.url == f"{server.origin}/closed"
    # And what that gives lets it in
    second.goto(server.another_link())
    expect(views(second)).to_be_visible()
    assert second.url == f"{server.origin}/"
    # And who is in stays in, even by a link that lets nobody in
    second.goto(server.link)
    expect(views(second)).to_be_visible()


def test_a_browser_that_is_revoked_is_out_at_once(
    page: Page, begin: Begin, server: Serving
) -> None:
    # Given two browsers that are in, and one that looks at the settings
    panel = Panel(page, server).enter("设置")
    there = begin(user_agent="Mozilla/5.0 (X11; Linux) Gecko/20100101 Firefox/140.0")
    other = there.new_page()
    other.goto(server.another_link())
    expect(views(other)).to_be_visible()
    rows = page.get_by_role("list", name="已放行的浏览器").get_by_role("listitem")
    expect(rows).to_have_count(2)
    expect(rows.filter(has_text="当前")).to_have_count(1)
    # When it revokes the other
    there.watch.expect_refusals()  # type: ignore[attr-defined]
    page.get_by_role("button", name="撤销 Firefox, Linux").click()
    # Then that one stands at the gate without having asked for anything, and is told why
    expect(other.get_by_text("这个浏览器已不再放行")).to_be_visible()
    expect(rows).to_have_count(1)
    expect(panel.views).to_be_visible()
    # And a window at the gate comes in by itself when another of its browser was let in
    window = there.new_page()
    window.goto(server.another_link())
    expect(views(window)).to_be_visible()
    expect(views(other)).to_be_visible()


def test_a_wrong_token_is_refused_kindly_and_the_right_one_lets_in(
    page: Page, server: Serving, watch: Watch
) -> None:
    page.goto(server.origin)
    with watch.refusals():
        page.get_by_label("或粘贴令牌").fill("not-the-token")
        page.get_by_role("button", name="进入").click()
        expect(page.get_by_text("令牌与这份记忆不符。")).to_be_visible()
    page.get_by_label("或粘贴令牌").fill(f"  {server.token} ")
    page.get_by_label("或粘贴令牌").press("Enter")
    expect(views(page)).to_be_visible()


@shows("R80")
def test_an_empty_memory_says_so_and_offers_a_beginning(panel: Panel) -> None:
    # Given somebody who is new, when the memory panel is opened
    panel.enter()
    # Then there is a picture, the sentence, and a way to add a rule
    empty = panel.memory.get_by_role("tabpanel")
    expect(empty.get_by_text(EMPTY)).to_be_visible()
    expect(empty.locator("svg").first).to_be_visible()
    expect(empty.get_by_role("button", name="手动添加规则")).to_be_visible()
    expect(panel.memory.get_by_text("已积累 0 次交互")).to_be_visible()
    expect(panel.memory.get_by_text("尚未学到偏好")).to_be_visible()


@shows("R80", "R73")
def test_the_sample_is_loaded_from_the_empty_state(panel: Panel, server: Serving) -> None:
    panel.enter()
    panel.memory.get_by_role("button", name="载入示例项目").click()
    # Then its rules are there, and one stands in its project
    expect(panel.cards.first).to_be_visible()
    expect(panel.page.get_by_label("项目", exact=True)).to_have_value("雾港来信")
    learned = [each for each in server.rules("雾港来信") if each["scope"] == "project"]
    expect(panel.cards).to_have_count(len(learned))
    expect(panel.memory.get_by_text(re.compile(r"已积累 \d+ 次交互"))).to_be_visible()
    assert server.rules() == []  # nothing of it is global


def test_who_begins_in_english_is_written_for_in_english(begin: Begin, server: Serving) -> None:
    # Given a memory in which nothing was begun
    assert server.ok("memory:settings:get")["promptLanguage"] == "zh"
    page = begin(locale="en-GB").new_page()
    page.goto(server.another_link())
    # When an English author begins the first project
    page.get_by_role("main").get_by_role("button", name="New project").click()
    dialog = page.get_by_role("dialog", name="New project")
    dialog.get_by_label("Name of the project").fill("Rain")
    dialog.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("textbox", name=re.compile("Text of"))).to_be_visible()
    # Then so are the headings of what a model is given
    assert server.ok("memory:settings:get")["promptLanguage"] == "en"
    asked = server.ok("context:assemble", skillId="continue", projectId="Rain", text="It rained.")
    assert asked["layers"][0]["chapter"] == "Role and constraints"


def test_the_panel_speaks_the_browsers_language_until_told_otherwise(
    begin: Begin, server: Serving
) -> None:
    page = begin(locale="en-GB").new_page()
    page.goto(server.another_link())
    page.get_by_role("navigation", name="Views").get_by_role("link", name="Memory").click()
    expect(page.get_by_text("The AI is learning how you like to write")).to_be_visible()
    page.get_by_role("button", name=re.compile("中文")).click()
    expect(page.get_by_text(EMPTY)).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "zh")
    page.reload()
    expect(page.get_by_text(EMPTY)).to_be_visible()
