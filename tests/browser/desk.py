"""The writing desk as an author meets it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, expect

from browser.panel import Panel


class Desk:
    """One project's desk."""

    def __init__(self, panel: Panel) -> None:
        self.panel, self.page, self.server = panel, panel.page, panel.server
        self.project = ""

    def begin(self, project: str) -> Desk:
        """A new project, with the first chapter it is given."""
        self.panel.enter("书桌")
        self.page.get_by_role("main").get_by_role("button", name="新建项目").click()
        dialog = self.panel.dialog("新建项目")
        dialog.get_by_label("项目名称").fill(project)
        dialog.get_by_role("button", name="开始").click()
        expect(dialog).to_be_hidden()
        self.project = project
        expect(self.editor).to_be_visible()
        self.saved()
        return self

    def chapter(self, title: str) -> Desk:
        side = self.page.get_by_role("navigation", name="章节")
        side.get_by_role("button", name="新建章节").click()
        side.get_by_label("章节标题").fill(title)
        side.get_by_label("章节标题").press("Enter")
        expect(self.editor).to_be_visible()
        expect(side.get_by_role("button", name=re.compile(title))).to_have_attribute(
            "aria-current", "page"
        )
        return self

    @property
    def editor(self) -> Locator:
        return self.page.get_by_role("textbox", name=re.compile("正文"))

    def write(self, text: str) -> None:
        """At the end of the chapter, key by key as far as the editor can tell."""
        self.editor.focus()
        self.page.keyboard.press("Control+End")
        self.page.keyboard.insert_text(text)

    def select_all(self) -> None:
        self.editor.focus()
        self.page.keyboard.press("Control+a")

    def saved(self) -> None:
        expect(self.page.locator('[data-saving="saved"]').first).to_be_visible()

    def folder(self) -> Path:
        [folder] = [
            each["folder"]
            for each in self.server.ok("project:list", all=True)["items"]
            if each["projectId"] == self.project
        ]
        return Path(folder)

    def chapter_file(self) -> Path:
        """The file of the first chapter."""
        [first, *_] = self.server.ok("project:chapters", projectId=self.project)["items"]
        return self.folder() / str(first["ref"])

    def file_text(self) -> str:
        chapters = sorted(self.folder().rglob("*.md"))
        return "\n".join(each.read_text("utf-8") for each in chapters if "chapter" in str(each))

    # -- asking the AI

    @property
    def assistant(self) -> Locator:
        return self.page.get_by_role("complementary", name="AI")

    def run(self, skill: str) -> Locator:
        """Run a skill; answers the first thing it offers."""
        self.assistant.get_by_role("button", name=skill, exact=True).click()
        offered = self.assistant.locator("[data-candidate]").first
        # While it is being written nothing can be done with it yet.
        accept = offered.get_by_role("button", name="采纳", exact=True)
        expect(accept).to_be_visible()
        return offered

    def text(self) -> str:
        return self.editor.text_content() or ""

    def accept(self, candidate: Locator) -> str:
        text = candidate.locator("div").first.inner_text()
        candidate.get_by_role("button", name="采纳", exact=True).click()
        expect(self.assistant.get_by_text("已写入正文")).to_be_visible()
        return text

    def done(self) -> None:
        self.assistant.get_by_role("button", name="改好了").click()

    def recorded(self, what: str) -> None:
        expect(self.assistant.get_by_text(f"已记录：{what}").first).to_be_visible()

    def last_episode(self) -> dict[str, Any]:
        newest: dict[str, Any] = max(
            self.server.episodes(self.project), key=lambda each: each["timestamp"]
        )
        return newest

    def signal(self) -> str:
        return str(self.last_episode()["feedback"]["implicit"]["signal"])
