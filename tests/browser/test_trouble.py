"""Trouble under an open page: a server that goes, files that break, two pages at once."""

from __future__ import annotations

from playwright.sync_api import expect

from browser.author import NOVEL, edits
from browser.conftest import Begin
from browser.desk import Desk
from browser.panel import UNAVAILABLE, Panel
from browser.serving import Serving
from browser.watching import Watch
from cli.running import destroy
from shows import shows

LOST = "与墨痕的连接断开了"


@shows("R93")
def test_a_server_that_comes_back_finds_the_page_where_it_was(
    panel: Panel, server: Serving, watch: Watch
) -> None:
    # Given an open desk with a chapter
    desk = Desk(panel)
    desk.begin("断线")
    desk.write("第一句。")
    desk.saved()
    # When the server is killed while the author writes on
    watch.expect_refusals()
    server.kill()
    desk.write("没有人听见的第二句。")
    expect(panel.page.get_by_text(LOST)).to_be_visible()
    expect(desk.editor).to_contain_text("没有人听见的第二句。")
    # And starts again where it was
    server.start()
    # Then the page goes on by itself, and what was written meanwhile is in the file
    expect(panel.page.get_by_text(LOST)).to_be_hidden()
    desk.saved()
    assert "没有人听见的第二句。" in desk.file_text()


@shows("R93")
def test_text_that_could_not_be_saved_outlives_its_page(
    panel: Panel, server: Serving, watch: Watch
) -> None:
    desk = Desk(panel)
    desk.begin("断线")
    watch.expect_refusals()
    server.kill()
    desk.write("只在这页里的话。")
    expect(panel.page.get_by_text(LOST)).to_be_visible()
    server.start()
    panel.page.goto("about:blank")
    panel.enter("书桌")
    expect(desk.editor).to_contain_text("只在这页里的话。")
    desk.saved()
    assert "只在这页里的话。" in desk.file_text()


@shows("R96")
def test_with_the_episodes_destroyed_the_rules_are_still_there(
    panel: Panel, server: Serving, watch: Watch
) -> None:
    # Given rules and interactions, and an open page
    server.add("少用比喻", NOVEL)
    edits(server, 3)
    panel.enter(project=NOVEL)
    expect(panel.memory.get_by_text("已积累 3 次交互")).to_be_visible()
    # When the file with the interactions is destroyed under it
    watch.expect_refusals()
    server.kill()
    destroy(server.home / "episodes.db")
    server.start()
    # Then the page says what is out of order, and the rules hold
    expect(panel.memory.get_by_text("已学到的规则仍然有效")).to_be_visible()
    expect(panel.card("少用比喻")).to_be_visible()
    run = server.ok(
        "ai:skill:run", skillId="continue", projectId=NOVEL, text="雨下了一夜。", candidates=1
    )
    assert run["injected"]["memory"][0]["content"] == "少用比喻"


@shows("R97", "R93")
def test_with_all_memory_unreadable_writing_goes_on_and_the_notice_says_so(
    panel: Panel, server: Serving, watch: Watch
) -> None:
    # Given an author at the desk
    desk = Desk(panel)
    desk.begin("坏库")
    desk.write("雨下了一夜。")
    desk.saved()
    # When the memory is destroyed under the open page
    watch.expect_refusals()
    server.kill()
    for name in ("mind.db", "episodes.db"):
        destroy(server.home / name)
    server.start()
    # Then the sentence is on the page
    expect(panel.page.get_by_text(UNAVAILABLE).first).to_be_visible()
    # And writing goes on
    desk.write("她合上伞。")
    expect(desk.editor).to_contain_text("她合上伞。")
    panel.go("记忆")
    expect(panel.memory.get_by_text(UNAVAILABLE)).to_be_visible()


def test_what_is_changed_in_one_page_is_seen_in_another_when_it_is_looked_at(
    panel: Panel, server: Serving, begin: Begin
) -> None:
    server.add("少用比喻", NOVEL)
    panel.enter(project=NOVEL)
    other = Panel(begin().new_page(), server).enter(project=NOVEL)
    panel.add("对白要短")
    panel.delete("少用比喻")
    other.page.evaluate("dispatchEvent(new Event('focus'))")
    expect(other.card("对白要短")).to_be_visible()
    # What waits to be deleted is of the one page alone, and still there for the other
    expect(other.card("少用比喻")).to_be_visible()


def test_learning_elsewhere_is_seen_without_being_looked_at(panel: Panel, server: Serving) -> None:
    edits(server, 9)  # after ten it would begin by itself
    panel.enter(project=NOVEL)
    expect(panel.cards).to_have_count(0)
    server.ok("memory:semantic:distill", projectId=NOVEL, wait=True)
    expect(panel.cards).to_have_count(1)
