"""The panel as an author meets it: by what it says and by the roles of what is on the page."""

from __future__ import annotations

from typing import Literal

from playwright.sync_api import Locator, Page, expect

from browser.serving import Serving

View = Literal["书桌", "记忆", "知识", "图景", "设置"]
Scope = Literal["全局", "本项目"]

EMPTY = "AI 正在学习你的写作偏好，使用越多越精准"
UNAVAILABLE = "记忆系统暂时不可用，AI 将以通用模式工作"


class Panel:
    """One page in a browser, in Chinese unless the visitor speaks something else."""

    def __init__(self, page: Page, server: Serving) -> None:
        self.page, self.server = page, server

    # -- coming in and going about

    def enter(self, view: View = "记忆", project: str | None = None) -> Panel:
        self.page.goto(self.server.another_link())
        expect(self.views).to_be_visible()
        self.go(view)
        if project is not None:
            self.choose(project)
        return self

    @property
    def views(self) -> Locator:
        return self.page.get_by_role("navigation", name="视图")

    def go(self, view: View) -> None:
        link = self.views.get_by_role("link", name=view)
        link.click()
        expect(link).to_have_attribute("aria-current", "page")

    def choose(self, project: str) -> None:
        self.page.get_by_label("项目", exact=True).select_option(project)

    def look(self, scope: Scope) -> None:
        tab = self.page.get_by_role("tab", name=scope)
        tab.click()
        expect(tab).to_have_attribute("aria-selected", "true")

    # -- the memory panel

    @property
    def memory(self) -> Locator:
        return self.page.get_by_role("region", name="记忆", exact=True)

    @property
    def cards(self) -> Locator:
        return self.page.locator("article[data-rule]")

    def card(self, text: str) -> Locator:
        """The card whose rule reads so; while it is edited it is the one with that name."""
        return self.page.locator("article[data-rule]").and_(
            self.page.get_by_role("article", name=text, exact=True)
        )

    def texts(self) -> list[str]:
        return self.cards.locator("[data-head] > span:first-child").all_inner_texts()

    def opened(self, card: Locator) -> Locator:
        """A rule's row, with its card open below."""
        head = card.locator("[data-head]")
        if head.get_attribute("aria-expanded") == "false":
            head.click()
        expect(head).to_have_attribute("aria-expanded", "true")
        return card

    def on_card(self, text: str, action: str) -> None:
        self.opened(self.card(text)).get_by_role("button", name=action, exact=True).click()

    def more_on_card(self, text: str, action: str) -> None:
        self.on_card(text, "更多操作")
        self.page.get_by_role("menuitem", name=action).click()

    def press(self, action: str) -> None:
        """A button of the footer."""
        self.memory.get_by_role("contentinfo").or_(self.memory.locator("footer")).get_by_role(
            "button", name=action
        ).last.click()

    def menu(self, action: str) -> None:
        self.memory.get_by_role("button", name="更多", exact=True).click()
        self.page.get_by_role("menuitem", name=action).click()

    def add(self, text: str, *, category: str | None = None, scope: str | None = None) -> None:
        self.memory.get_by_role("button", name="手动添加规则").first.click()
        dialog = self.dialog("告诉 AI 你怎样写")
        dialog.get_by_label("规则", exact=True).fill(text)
        if category is not None:
            dialog.get_by_label("分类").select_option(label=category)
        if scope is not None:
            dialog.get_by_label("适用范围").select_option(label=scope)
        dialog.get_by_role("button", name="保存").click()
        expect(dialog).to_be_hidden()

    def delete(self, text: str) -> None:
        self.on_card(text, "删除")
        self.dialog("删除这条规则？").get_by_role("button", name="删除").click()
        expect(self.card(text)).to_be_hidden()

    def dialog(self, title: str) -> Locator:
        return self.page.get_by_role("dialog", name=title)

    # -- what is said in passing

    @property
    def notices(self) -> Locator:
        return self.page.get_by_role("region", name="通知")

    def says(self, text: str) -> None:
        expect(self.notices.get_by_text(text).first).to_be_visible()
