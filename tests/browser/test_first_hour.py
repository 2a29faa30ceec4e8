"""The first hour with a model: found by itself, its faults in words, its candidates never lost."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from browser.conftest import Begin
from browser.desk import Desk
from browser.models import NAME, Scripted, a_model_here
from browser.panel import Panel
from browser.serving import Serving
from browser.watching import Watch
from contracts import model_server as says
from contracts.loopback import Behaviour, Loopback
from factories import eventually
from shows import shows

COUNT_ACTS = """
  window.acts = 0;
  for (const kind of ["click", "keydown"]) addEventListener(kind, () => { acts += 1; }, true);
"""
RAIN = "雨下了一夜。她合上伞，站在门口。"


@shows("R18", "R162")
def test_from_the_empty_panel_to_an_accepted_sentence_in_three_actions(
    panel: Panel, server: Serving
) -> None:
    # Given a model server that runs on this machine, and somebody who opens the panel
    with a_model_here(found=True) as model:
        model.behave = _by_candidate("雾把灯一盏一盏收走。", "汽笛响了。", "她没有回头。")
        desk = Desk(panel)
        panel.page.add_init_script(COUNT_ACTS)
        panel.page.goto(server.another_link())
        # When the sample is loaded, the model that was found is taken, and it is asked to write on
        panel.page.get_by_role("main").get_by_role("button", name="载入示例项目").click()
        desk.assistant.get_by_role("button", name=f"用 {NAME} 写作").click()
        expect(panel.page.locator("[data-model]")).to_contain_text(NAME)
        offered = desk.run("续写")
        # Then the model's sentence is there after these three, and can be accepted
        assert panel.page.evaluate("acts") == 3
        assert desk.accept(offered) == "雾把灯一盏一盏收走。"
        desk.done()
        desk.recorded("原样采纳")
        expect(desk.editor).to_contain_text("雾把灯一盏一盏收走。")
        chosen = server.ok("memory:settings:get")["model"]
        assert (chosen["model"], chosen["baseUrl"]) == (NAME, model.url)


def _by_candidate(*texts: str) -> Behaviour:
    return lambda request: says.streaming(texts[request.get("seed", 0)])(request)


KEY = "sk-of-an-author-1f09wxyz"


def test_a_pasted_key_is_tried_before_it_is_kept_and_seen_by_nobody(
    panel: Panel, server: Serving, watch: Watch
) -> None:
    with a_model_here() as model:
        # Given a server that wants a key, and an author who pastes one into the settings
        page = panel.enter("设置").page
        page.get_by_label("由谁来写").select_option("custom")
        page.get_by_label("地址", exact=True).fill(model.url)
        page.get_by_label("密钥", exact=True).fill(KEY)
        page.get_by_role("button", name="列出模型").click()
        expect(page.get_by_text("该服务有 1 个模型。")).to_be_visible()
        page.get_by_label("模型名称").select_option(NAME)
        # When the server refuses it, then that is said, and nothing is set
        watch.expect_refusals()
        model.behave = says.telling(401, {"code": "invalid_api_key"})
        page.get_by_role("button", name="试用并保存").click()
        expect(page.get_by_text("密钥被拒绝")).to_be_visible()
        assert server.ok("memory:settings:get")["model"]["kind"] == "none"
        # When it is taken, then it is in use, and of the key four signs are to be seen
        model.behave = says.streaming("雾", "散了。")
        page.get_by_role("button", name="试用并保存").click()
        expect(page.get_by_text("可以使用，现已启用。")).to_be_visible()
        expect(page.get_by_text(re.compile("逐字输出"))).to_be_visible()
        expect(page.get_by_text(re.compile(r"尾号 wxyz"))).to_be_visible()
        expect(page.get_by_label("密钥", exact=True)).to_have_value("")
        assert set(model.keys) == {f"Bearer {KEY}"}
        # And it writes at the desk
        desk = Desk(panel).begin("雨夜")
        desk.write(RAIN)
        assert desk.accept(desk.run("续写")) == "雾散了。"
    # And no file but the one for keys has it, nor the log, nor the page
    kept = [each for each in server.home.rglob("*") if each.is_file()]
    [file] = [each for each in kept if KEY.encode() in each.read_bytes()]
    assert (file.suffix, file.stat().st_mode & 0o077) == (".json", 0)
    assert KEY not in server.log()
    assert KEY not in page.evaluate("JSON.stringify({...localStorage, ...sessionStorage})")
    assert KEY not in page.content()


@pytest.fixture
def model(server: Serving) -> Iterator[Loopback]:
    """A model server that the settings name."""
    with a_model_here() as here:
        chosen = {"kind": "openai", "model": NAME, "baseUrl": here.url}
        server.ok("memory:settings:update", model=chosen)
        yield here


@pytest.fixture
def desk(panel: Panel, model: Loopback) -> Desk:
    panel.page.clock.install()  # it runs as it does, and can be moved on
    desk = Desk(panel).begin("雨夜")
    desk.write(RAIN)
    return desk


REFUSALS: list[tuple[int, Any, dict[str, str], str, str]] = [
    (401, {"code": "invalid_api_key"}, {}, "密钥被拒绝", "去设置"),
    (402, {"message": "Insufficient Balance"}, {}, "账户余额不足", "去设置"),
    (404, {"code": "model_not_found"}, {}, "服务里没有这个模型", "去设置"),
    (400, {"code": "context_length_exceeded"}, {}, "超出模型能读的长度", "去设置"),
    (429, {"message": "slow down"}, {"retry_after": "1"}, "请等 1 秒再试", "重试"),
]


def test_what_the_model_server_knows_is_what_the_author_reads(
    desk: Desk, model: Loopback, watch: Watch
) -> None:
    watch.expect_refusals()
    for status, error, headers, words, cure in REFUSALS:
        model.behave = says.telling(status, error, **headers)
        ask(desk)
        expect(desk.assistant.get_by_text(re.compile(words))).to_be_visible()
        expect(desk.assistant.get_by_role("button", name=cure)).to_be_visible()
    # When it breaks off in the middle, what has arrived stays, says so, and can be taken
    model.behave = says.sending(says.event("她推开门，"))
    offered = desk.run("续写")
    expect(offered).to_contain_text("写到这里中断了")
    desk.accept(offered)
    desk.done()
    desk.recorded("原样采纳")
    expect(desk.editor).to_contain_text("她推开门，")
    # When nothing comes for half a minute, the author is asked
    model.behave = script = Scripted()
    ask(desk)
    expect(desk.assistant.get_by_role("timer")).to_be_visible()
    desk.page.clock.fast_forward(31_000)
    asked = desk.assistant.get_by_text("没有动静，还要继续等吗？")
    expect(asked).to_be_visible()
    desk.assistant.get_by_role("button", name="继续等").click()
    expect(asked).to_be_hidden()
    script.await_requests(3)
    script.finish(0, "门里没有人。")
    expect(candidate(desk, 0)).to_contain_text("门里没有人。")
    script.let_go()


def ask(desk: Desk) -> None:
    desk.assistant.get_by_role("button", name="续写", exact=True).click()


def candidate(desk: Desk, index: int) -> Locator:
    tab = desk.assistant.get_by_role("tab", name=re.compile(f"候选 {index + 1}"))
    tab.click()
    return desk.assistant.locator(f'[data-candidate="{index}"]')


def accept_of(offered: Locator) -> Locator:
    return offered.get_by_role("button", name="采纳", exact=True)


def half_way(
    desk: Desk, script: Scripted, done: str = "她没有回头。", begun: str = "汽笛响了"
) -> None:
    """One is done, one begun, of one not a word; as the author sees it. What stands right before
    the cursor already would be no candidate."""
    script.await_requests(3)
    script.finish(0, done)
    script.say(1, begun)
    expect(desk.assistant.get_by_role("tab", name="候选 2 · 在写")).to_be_visible()
    expect(desk.assistant.get_by_role("tab", name="候选 3 · 等待")).to_be_visible()
    expect(accept_of(candidate(desk, 0))).to_be_enabled()


def test_no_candidate_and_no_place_in_the_text_is_lost(
    desk: Desk, model: Loopback, server: Serving, panel: Panel, watch: Watch, begin: Begin
) -> None:
    # Given a long chapter, the cursor in the middle of it, and a run that is being written there
    model.behave = script = Scripted()
    desk.write("\n\n" + "\n\n".join(f"第{n}段。灯灭了又亮。" for n in range(60)))
    page = desk.page
    for _ in range(40):
        page.keyboard.press("ArrowUp")
    page.keyboard.press("End")
    desk.saved()
    ask(desk)
    half_way(desk, script)
    scrolled = page.evaluate(SCROLLED)
    assert scrolled > 0
    # When the page is loaded anew in the middle of it
    page.reload()
    # Then each candidate is there as far as it is, and goes on before one's eyes
    half = candidate(desk, 1)
    expect(half).to_contain_text("汽笛响了")
    expect(accept_of(half)).to_have_count(0)
    script.say(1, "两声。")
    expect(half).to_contain_text("汽笛响了两声。")
    # And so is the place in the text
    expect(desk.editor).to_be_visible()
    assert abs(page.evaluate(SCROLLED) - scrolled) < 40
    # And in another view, and in another tab, it is not lost either
    panel.go("记忆")
    panel.go("书桌")
    expect(candidate(desk, 0)).to_contain_text("她没有回头。")
    assert abs(page.evaluate(SCROLLED) - scrolled) < 40
    other = Desk(Panel(page.context.new_page(), server))
    other.panel.enter("书桌")
    other.panel.choose("雨夜")
    expect(candidate(other, 1)).to_contain_text("汽笛响了两声。")
    other.page.close()
    # And a browser that knows nothing of it calls it by its name
    stranger = Desk(Panel(begin().new_page(), server))
    stranger.panel.enter("书桌", "雨夜")
    expect(stranger.assistant.get_by_role("heading", name="续写", exact=True)).to_be_visible()
    expect(candidate(stranger, 1)).to_contain_text("汽笛响了两声。")
    stranger.page.close()
    # When the finished one is accepted while the others are being written
    accept_of(candidate(desk, 0)).click()
    expect(desk.assistant.get_by_text("已写入正文")).to_be_visible()
    # Then it stands where it was asked for, nobody writes on, and nobody has refused the others
    desk.done()
    desk.recorded("原样采纳")
    assert re.search(r"第\d+段。灯灭了又亮。她没有回头。", desk.text())
    assert desk.last_episode()["aiOutput"]["candidates"] == ["她没有回头。"]
    eventually(lambda: script.say(1, "没有人听。") or model.hung_up.is_set())
    # When another run is stopped, then the finished one stays, and what had come of the other
    script.forget()
    ask(desk)
    half_way(desk, script, done="雾散了一半。")
    desk.assistant.get_by_role("button", name="停止").click()
    expect(desk.assistant.get_by_text("已停止：写完的都在")).to_be_visible()
    expect(desk.assistant.get_by_role("tab")).to_have_count(2)
    accept_of(candidate(desk, 1)).click()
    desk.done()
    assert "汽笛响了" in desk.text()
    # When the server is killed in the middle of a third and starts again
    script.forget()
    ask(desk)
    half_way(desk, script, done="码头空了。", begun="有人敲门")
    watch.expect_refusals()
    server.kill()
    server.start()
    # Then what was finished is there, and the rest says that it was cut off
    expect(desk.assistant.get_by_text("没写完的已中断")).to_be_visible()
    kept = desk.assistant.locator("[data-candidate]")
    expect(kept).to_have_count(1)
    desk.accept(kept)
    desk.done()
    desk.recorded("原样采纳")
    script.let_go()


SCROLLED = "document.querySelector('.cm-scroller').scrollTop"


def test_one_that_came_to_nothing_says_so_at_once_and_why(desk: Desk, model: Loopback) -> None:
    # Given three that are to be written
    model.behave = script = Scripted()
    ask(desk)
    script.await_requests(3)
    # When one gives back what stands there already and one says nothing at all
    script.finish(0, RAIN)
    script.finish(1)
    # Then each says so while the third is still awaited, after a reload too
    for _ in range(2):
        expect(candidate(desk, 0)).to_contain_text("只是重复了已有的文字")
        expect(candidate(desk, 1)).to_contain_text("模型什么也没写")
        expect(desk.assistant.get_by_role("tab", name="候选 1 · 落空")).to_be_visible()
        expect(desk.assistant.get_by_role("tab", name="候选 3 · 等待")).to_be_visible()
        desk.page.reload()
    # And the third is offered alone
    script.finish(2, "门里没有人。")
    expect(desk.assistant.locator("[data-candidate]")).to_have_count(1)
    assert desk.accept(desk.assistant.locator("[data-candidate]")) == "门里没有人。"
