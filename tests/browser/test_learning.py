"""Learning before one's eyes: runs, 「更新偏好」, the rule, why it is there, and its history."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from browser.author import NOVEL, edits, fights, runs
from browser.panel import Panel
from browser.serving import Serving
from factories import eventually
from shows import shows


@shows("R73", "R74", "C76")
def test_thirty_runs_become_a_rule_that_says_why(panel: Panel, server: Serving) -> None:
    # Given an author who took thirty suggestions and turned their dashes into commas
    runs(server, 30)
    panel.enter(project=NOVEL)
    expect(panel.memory.get_by_text("已积累 30 次交互")).to_be_visible()
    # When 「更新偏好」 is pressed (a young project is looked at after the tenth by itself, too)
    panel.press("更新偏好")
    _learned(panel)
    # Then the rule is there, with how sure it is and from how many it was learned
    card = panel.opened(panel.cards.filter(has_text="破折号").first)
    [rule] = server.rules(NOVEL)
    assert rule["predicate"]["feature"] == "dash"
    expect(card).to_contain_text(f"从 {rule['tally']['supporting']} 次交互中蒸馏")
    expect(card.get_by_role("meter")).to_have_attribute(
        "aria-valuetext", f"{round(rule['confidence'] * 100)}%"
    )
    # And asked why, it shows the very difference between what was written and what stayed
    card.get_by_role("button", name="为什么有这条规则").click()
    why = panel.dialog("为什么有这条规则？")
    expect(why).to_contain_text(f"支持它的 {rule['tally']['supporting']} 次交互")
    evidence = why.locator("article[data-episode]").first
    episode = server.ok(
        "memory:episode:get", episodeId=evidence.get_attribute("data-episode"), projectId=NOVEL
    )
    written = episode["aiOutput"]["candidates"][0]
    assert "——" in written
    removed = "".join(_marks(evidence.locator("del")))
    added = "".join(_marks(evidence.locator("ins")))
    assert removed.count("——") == written.count("——")
    assert "——" not in added
    why.get_by_role("button", name="关闭").click()
    # And the history tells how it came
    panel.press("查看学习历史")
    history = panel.dialog("学习历史")
    created = history.locator('[data-kind="created"]')
    expect(created).to_contain_text("破折号")
    expect(created).to_contain_text(re.compile(r"从 \d+ 次交互中学到，置信度 \d+%"))


def _learned(panel: Panel) -> None:
    """The update has come to its end."""
    update = panel.memory.get_by_role("button", name="更新偏好")
    expect(update).not_to_have_attribute("aria-busy", "true")
    expect(panel.page.get_by_role("progressbar")).to_have_count(0)


def _marks(changes: object) -> list[str]:
    """What is marked, without the words a screen reader is told beside it."""
    return changes.evaluate_all(  # type: ignore[attr-defined, no-any-return]
        """(all) => all.map((each) => [...each.childNodes]
            .filter((node) => node.nodeType === Node.TEXT_NODE)
            .map((node) => node.textContent).join(""))"""
    )


def test_a_rule_in_the_making_says_how_much_is_missing(panel: Panel, server: Serving) -> None:
    # Given an author who has taken the short sentences a few times
    fights(server, 4)
    eventually(lambda: server.ok("memory:learning:watching", projectId=NOVEL)["episodes"] == 4)
    panel.enter(project=NOVEL)
    # Then it is said what is watched, and how often of how often; no prompt holds it
    watched = panel.memory.get_by_role("region", name="正在观察")
    short = watched.get_by_role("listitem").filter(has_text="短句")
    expect(short).to_contain_text(re.compile(r"4 / 约 \d+ 次"))
    expect(panel.cards).to_have_count(0)
    # When it has been often enough
    fights(server, 26, seed=5)
    server.ok("memory:semantic:distill", projectId=NOVEL, wait=True)
    # Then it is a rule, with the author's number beside the AI's, and watched no more
    card = panel.opened(panel.cards.filter(has_text="短句").first)
    expect(card).to_contain_text(re.compile(r"你.*\d.*AI.*\d"))
    expect(short).to_have_count(0)


@shows("R74")
def test_learning_shows_how_far_it_is(panel: Panel, server: Serving) -> None:
    # Given that the page writes down every stage it is shown
    edits(server, 9)
    panel.enter(project=NOVEL)
    panel.page.evaluate(
        """() => {
            window.stages = [];
            new MutationObserver(() => {
                const bar = document.querySelector("[role=progressbar]");
                const stage = bar?.parentElement?.dataset.stage;
                if (stage && window.stages.at(-1) !== stage) window.stages.push(stage);
            }).observe(document.body, {subtree: true, childList: true, attributes: true});
        }"""
    )
    panel.press("更新偏好")
    panel.says("新学到 1 条规则")
    _learned(panel)
    expect(panel.cards).to_have_count(1)
    seen = panel.page.evaluate("window.stages")
    order = ["asked", "started", "clustered", "patterned", "generated", "completed"]
    assert seen, "nothing was shown while it learned"
    assert seen == [each for each in order if each in seen]


@shows("R74")
def test_too_little_is_said_to_be_too_little(panel: Panel, server: Serving) -> None:
    edits(server, 1)
    panel.enter(project=NOVEL)
    panel.press("更新偏好")
    panel.says("1 次交互还太少")
    expect(panel.cards).to_have_count(0)


def test_an_interaction_that_is_forgotten_no_longer_speaks_for_the_rule(
    panel: Panel, server: Serving
) -> None:
    edits(server, 12)
    server.ok("memory:semantic:distill", projectId=NOVEL, wait=True)
    panel.enter(project=NOVEL)
    panel.opened(panel.cards.first).get_by_role("button", name="为什么有这条规则").click()
    why = panel.dialog("为什么有这条规则？")
    first = why.locator("article[data-episode]").first
    gone = first.get_attribute("data-episode")
    first.get_by_role("button", name="忘掉这次交互").click()
    ask = panel.dialog("忘掉这次交互？")
    expect(ask).to_contain_text("永久清除")
    ask.get_by_role("button", name="忘掉", exact=True).click()
    expect(ask).to_be_hidden()
    expect(why.locator(f'article[data-episode="{gone}"]')).to_have_count(0)
    assert gone not in {each["id"] for each in server.episodes(NOVEL)}
    assert len(server.episodes(NOVEL)) == 11
