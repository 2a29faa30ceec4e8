"""Coming in: by a link that works once, by the token, and not otherwise."""

from __future__ import annotations

import re

from playwright.sync_api import BrowserContext, Page, expect

from browser.conftest import Begin
from browser.panel import EMPTY, Panel
from browser.serving import Serving
from browser.watching import Watch
from shows import shows

USED = "这个链接已经用过了，mohen serve 已打印新的链接。"


def test_without_a_link_one_stands_at_the_gate(page: Page, server: Serving) -> None:
    page.goto(server.origin)
    expect(page.get_by_role("heading", name="与你一同写作的 AI 的记忆")).to_be_visible()
    expect(page.get_by_label("或粘贴令牌")).to_have_attribute("type", "password")
    expect(page.get_by_role("button", name="进入")).to_be_disabled()


def test_the_printed_link_lets_one_in_and_leaves_nothing_in_address_or_history(
    page: Page, server: Serving
) -> None:
    page.goto("about:blank")
    page.goto(server.link)
    expect(page.get_by_role("navigation", name="视图")).to_be_visible()
    assert page.url == f"{server.origin}/"
    # And the browser's way back holds the blank page alone
    assert page.evaluate("history.length") == 2
    page.go_back()
    assert page.url == "about:blank"
    page.go_forward()
    assert "ticket" not in page.url
    # And the token is in no address the page has asked for
    expect(page.get_by_role("navigation", name="视图")).to_be_visible()
    asked = page.evaluate("performance.getEntriesByType('resource').map((each) => each.name)")
    assert not [each for each in asked for secret in server.secrets() if secret in each]


def test_a_reload_stays_in_and_another_window_does_not(
    page: Page, context: BrowserContext, server: Serving
) -> None:
    page.goto(server.link)
    expect(page.get_by_role("navigation", name="视图")).to_be_visible()
    page.reload()
    expect(page.get_by_role("navigation", name="视图")).to_be_visible()
    # A token is of one window: it lies in no store that other windows share
    another = context.new_page()
    another.goto(server.origin)
    expect(another.get_by_label("或粘贴令牌")).to_be_visible()
    kept = page.evaluate("JSON.stringify(localStorage) + document.cookie")
    assert server.token not in kept


def test_a_link_works_once_and_the_next_is_printed(
    page: Page, begin: Begin, server: Serving
) -> None:
    # Given a link that somebody has used
    page.goto(server.link)
    expect(page.get_by_role("navigation", name="视图")).to_be_visible()
    # When another browser opens it
    stranger = begin()
    second = stranger.new_page()
    with stranger.watch.refusals():  # type: ignore[attr-defined]
        second.goto(server.link)
        # Then it is told so, and not let in
        expect(second.get_by_text(USED)).to_be_visible()
    # And the link that was printed since lets it in, pasted over the open page
    second.goto(server.next_link())
    expect(second.get_by_role("navigation", name="视图")).to_be_visible()
    assert second.url == f"{server.origin}/"


def test_a_wrong_token_is_refused_kindly_and_the_right_one_lets_in(
    page: Page, server: Serving, watch: Watch
) -> None:
    page.goto(server.origin)
    watch.expect_refusals()
    page.get_by_label("或粘贴令牌").fill("not-the-token")
    page.get_by_role("button", name="进入").click()
    expect(page.get_by_text("令牌与这份记忆不符。")).to_be_visible()
    page.get_by_label("或粘贴令牌").fill(f"  {server.token} ")
    page.get_by_label("或粘贴令牌").press("Enter")
    expect(page.get_by_role("navigation", name="视图")).to_be_visible()


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
    expect(panel.cards.first).to_be_visible(timeout=30_000)
    expect(panel.page.get_by_label("项目", exact=True)).to_have_value("雾港来信")
    learned = [each for each in server.rules("雾港来信") if each["scope"] == "project"]
    expect(panel.cards).to_have_count(len(learned))
    expect(panel.memory.get_by_text(re.compile(r"已积累 \d+ 次交互"))).to_be_visible()
    assert server.rules() == []  # nothing of it is global


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
