"""What was said, in the panel: found, read, tied to what is known, and forgotten with it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from browser import axe
from browser.author import NOVEL
from browser.conftest import Begin
from browser.panel import Panel
from browser.serving import Serving
from factories import eventually

NOON = 1_772_424_000_000
LONG = "第一种结局：他先走了。" + "雨一直下，灯塔为谁亮着，没有人知道。" * 60


@pytest.fixture
def heard(server: Serving) -> Serving:
    """Two conversations, in both languages, that are learned from."""
    told = {
        "周一": [
            ("user", "早，今天写第二卷的提纲。", "林晚"),
            ("assistant", LONG, "墨"),
            ("user", "对了，我对花生过敏。", "林晚"),
        ],
        "monday": [
            ("user", "I moved to Oslo last month.", "Anna"),
            ("assistant", "Then let us meet in the evening.", ""),
        ],
    }
    for session, lines in told.items():
        messages = [
            {"role": role, "text": text, "speaker": speaker, "at": NOON + n * 60_000}
            for n, (role, text, speaker) in enumerate(lines)
        ]
        server.ok("talk:hear", projectId=NOVEL, session=session, messages=messages)
    eventually(lambda: len(_known(server)) == 2)
    return server


def _known(server: Serving) -> list[str]:
    return [each["content"] for each in server.ok("knowledge:list", projectId=NOVEL)["items"]]


def _conversations(panel: Panel) -> Page:
    panel.enter("知识", NOVEL)
    panel.page.get_by_role("tab", name="对话").click()
    return panel.page


def test_from_words_to_a_line_to_what_is_known_and_back(heard: Serving, panel: Panel) -> None:
    page = _conversations(panel)
    expect(page.locator("[data-session]")).to_have_count(2)
    # When somebody searches, the words that were asked for are marked, in a fact and in its line
    page.get_by_role("searchbox").fill("花生")
    hit = page.get_by_role("listitem").filter(has_text="已知").first
    expect(hit.locator("mark")).to_have_text(["花生", "花生"])
    hit.get_by_role("button", name="打开对话").click()
    line = page.locator('[aria-current="true"]')
    expect(line).to_contain_text("对了，我对花生过敏。")
    expect(line).to_be_focused()
    # What the assistant said is visibly its own, and folded
    answer = page.locator('li[data-role="assistant"]')
    expect(answer).to_contain_text("助手")
    assert answer.bounding_box()["height"] < 400  # type: ignore[index]
    answer.get_by_role("button", name="展开全文").click()
    expect(answer.get_by_role("button", name="收起")).to_be_visible()
    # From the line to what is known from it, and from that to the line
    line.get_by_role("button", name="用户对花生过敏", exact=True).click()
    panel.dialog("这里先后成立过的内容").get_by_role("button", name="看原话").click()
    expect(line).to_be_focused()
    # And from the list of what is known
    page.get_by_role("tab", name="条目").click()
    page.get_by_role("button", name=re.compile("Oslo.*的操作")).click()
    page.get_by_role("menuitem", name="看原话").click()
    expect(page.locator('[aria-current="true"]')).to_contain_text("I moved to Oslo last month.")


def test_it_is_told_what_goes_and_then_it_goes(heard: Serving, panel: Panel) -> None:
    page = _conversations(panel)
    page.get_by_role("button", name=re.compile("^早，今天写")).click()
    # A line
    page.get_by_role("button", name=re.compile("^「对了，我对花生过敏.*的操作")).click()
    page.get_by_role("menuitem", name="遗忘这一句").click()
    dialog = panel.dialog("遗忘说过的话？")
    expect(dialog).to_contain_text("共删除 1 条消息和 1 条知识。")
    expect(dialog.get_by_role("listitem")).to_have_text("用户对花生过敏 只由此得知")
    dialog.get_by_role("button", name="取消").click()
    assert len(_known(heard)) == 2
    page.get_by_role("button", name=re.compile("^「对了，我对花生过敏.*的操作")).click()
    page.get_by_role("menuitem", name="遗忘这一句").click()
    dialog.get_by_role("button", name="遗忘").click()
    expect(page.locator("li[data-place]")).to_have_count(2)
    assert len(_known(heard)) == 1
    # All that somebody said, which the server wants confirmed
    page.get_by_role("button", name="所有对话").click()
    page.get_by_label("谁说的").select_option("Anna")
    page.get_by_role("button", name="遗忘以上全部").click()
    expect(dialog).to_contain_text("Anna在这个项目里说的所有话")
    dialog.get_by_role("button", name="遗忘").click()
    expect(page.get_by_text("找到 0 处")).to_be_visible()
    assert _known(heard) == []
    left = heard.ok("talk:read", projectId=NOVEL, session="monday")["items"]
    assert [each["role"] for each in left] == ["assistant"]
    # And a whole conversation
    page.get_by_label("谁说的").select_option("")
    page.get_by_role("button", name=re.compile("^「早，今天写.*的操作")).click()
    page.get_by_role("menuitem", name="遗忘这次对话").click()
    expect(dialog).to_contain_text("共删除 2 条消息。")
    dialog.get_by_role("button", name="遗忘").click()
    expect(page.locator("[data-session]")).to_have_count(1)


@pytest.mark.skipif(
    not axe.SOURCE.is_file(), reason="the panel's packages are not installed: `make panel`"
)
def test_narrow_and_dark_nothing_is_a_barrier_or_out_of_reach(heard: Serving, begin: Begin) -> None:
    narrow = {"width": 360, "height": 740}
    page = begin(viewport=narrow, bypass_csp=True, color_scheme="dark").new_page()
    _conversations(Panel(page, heard))
    found = {}
    expect(page.locator("[data-session]").first).to_be_visible()
    found["list"] = axe.violations(page)
    page.get_by_role("searchbox").fill("花生")
    expect(page.locator("mark").first).to_be_visible()
    found["found"] = axe.violations(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.get_by_role("button", name="打开对话").first.click()
    expect(page.locator('[aria-current="true"]')).to_be_visible()
    found["reading"] = axe.violations(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert not any(found.values()), found
