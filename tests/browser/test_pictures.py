"""The pictures of docs/panel.md, taken from the real thing: `make pictures`.

Without MOHEN_PICTURES they are taken and thrown away, so that a view that cannot be shown any more
is noticed and a test run leaves the tree as it was.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser import png
from browser.author import NOVEL, edits
from browser.conftest import Begin
from browser.desk import Desk
from browser.panel import EMPTY, Panel
from browser.serving import Serving

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
MOST = 150_000
SAMPLES = {"zh": "雾港来信", "en": "Letters from Fog Harbour"}


def _take(panel: Panel, name: str) -> None:
    panel.page.mouse.move(0, 0)
    taken = panel.page.screenshot(animations="disabled", caret="hide")
    if not os.environ.get("MOHEN_PICTURES"):
        return
    small = png.shrunk(taken)
    assert len(small) < MOST, name
    PICTURES.mkdir(exist_ok=True)
    (PICTURES / f"{name}.png").write_bytes(small)


def _seat(begin: Begin, server: Serving, **manner: str) -> Panel:
    page = begin(viewport={"width": 1000, "height": 720}, **manner).new_page()
    return Panel(page, server)


def test_the_empty_and_the_paused_memory(server: Serving, begin: Begin) -> None:
    panel = _seat(begin, server).enter()
    expect(panel.memory.get_by_text(EMPTY)).to_be_visible()
    _take(panel, "memory-empty")
    edits(server, 12)
    server.ok("memory:semantic:distill", projectId=NOVEL, wait=True)
    server.add("所有角色对白不使用感叹号", NOVEL)
    server.add("章末停在一件物件上", NOVEL, category="structure")
    panel.page.reload()
    panel.choose(NOVEL)
    panel.press("暂停学习")
    expect(panel.memory.get_by_text("学习已暂停", exact=True)).to_be_visible()
    panel.notices.get_by_role("button", name="知道了").click()
    _take(panel, "memory-paused")


@pytest.mark.timeout(600)  # each picture is packed in plain Python
def test_the_sample_in_chinese(server: Serving, begin: Begin) -> None:
    server.ok("sample:load", language="zh")
    panel = _seat(begin, server).enter("记忆", SAMPLES["zh"])
    notice = panel.page.get_by_role("region", name=re.compile("检测到偏好冲突"))
    expect(notice).to_be_visible()
    _take(panel, "memory-conflict")
    notice.get_by_role("button").first.click()
    expect(notice).to_be_hidden()
    panel.notices.get_by_role("button", name="知道了").first.click()
    _take(panel, "memory-default")
    short = panel.opened(panel.cards.filter(has_text="短句").first)
    short.get_by_role("button", name="为什么有这条规则").click()
    expect(panel.page.locator("article[data-episode]").first).to_be_visible()
    _take(panel, "memory-why-rule")
    panel.page.keyboard.press("Escape")
    panel.page.set_viewport_size({"width": 1280, "height": 800})
    panel.go("书桌")
    desk = Desk(panel)
    expect(desk.editor).to_be_visible()
    desk.editor.focus()
    panel.page.keyboard.press("Control+End")
    desk.run("续写")
    _take(panel, "desk")
    desk.assistant.get_by_text("为什么这样写？").first.click()
    why = desk.assistant.locator("[data-generation]")
    expect(why).to_be_visible()
    why.scroll_into_view_if_needed()
    desk.assistant.get_by_text("为什么这样写？").first.evaluate("(it) => it.scrollIntoView()")
    _take(panel, "desk-why")
    panel.go("设置")
    panel.page.get_by_role("button", name="语言模型", exact=True).click()
    panel.page.get_by_label("由谁来写").select_option("deepseek")
    _take(panel, "settings-models")
    panel.go("图景")
    expect(panel.page.get_by_role("main").locator("svg[role=img]").nth(2)).to_be_visible()
    _take(panel, "insights")


def test_the_sample_in_english_and_in_the_dark(server: Serving, begin: Begin) -> None:
    server.ok("sample:load", language="en")
    panel = _seat(begin, server, locale="en-GB", color_scheme="dark")
    panel.page.goto(server.another_link())
    views = panel.page.get_by_role("navigation", name="Views")
    views.get_by_role("link", name="Memory").click()
    panel.page.get_by_label("Project", exact=True).select_option(SAMPLES["en"])
    expect(panel.cards.first).to_be_visible()
    _take(panel, "memory-dark-english")
    views.get_by_role("link", name="Knowledge").click()
    panel.page.get_by_role("tab", name="Graph").click()
    expect(panel.page.locator("canvas").first).to_be_visible()
    expect(panel.page.get_by_role("listbox").get_by_role("option").first).to_be_visible()
    _take(panel, "knowledge-dark-english")


def test_what_was_said(server: Serving, begin: Begin) -> None:
    told = (
        ("user", "早，今天写第二卷的提纲。沈砚要不要先知道信是谁扣下的？", "林晚"),
        ("assistant", "可以让他先疑心老许，再从邮戳的日期推翻。", "墨"),
        ("user", "好。对了，编辑希望第二卷在冬至前交。", "林晚"),
    )
    for session, at in (("周一", 1_772_424_000_000), ("周三", 1_772_596_800_000)):
        messages = [
            {"role": role, "text": text, "speaker": speaker, "at": at + n * 60_000}
            for n, (role, text, speaker) in enumerate(told)
        ]
        server.ok("talk:hear", projectId=NOVEL, session=session, messages=messages)
    server.ok("project:create", projectId=NOVEL)
    panel = _seat(begin, server).enter("知识", NOVEL)
    panel.page.get_by_role("tab", name="对话").click()
    panel.page.locator("[data-session]").first.click()
    expect(panel.page.get_by_text("可以让他先疑心老许").first).to_be_visible()
    _take(panel, "conversations")
