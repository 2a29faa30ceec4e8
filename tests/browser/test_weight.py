"""How much a browser is given: the limit is on what comes over the wire, not on the sources."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from browser.panel import Panel
from browser.serving import Serving
from mohen.server.panel_files import BUILT

LIMIT = 260_000
EDITOR = "CodeMirror"


def _weigh(page: Page) -> dict[str, int]:
    """What the page was given so far, by the browser's own account: it is there before what was
    given is shown, while word of it may reach a test later."""
    given: list[list[Any]] = page.evaluate(
        "performance.getEntriesByType('resource').map((each) => [each.name, each.encodedBodySize])"
    )
    names = ((url.rpartition("/")[2], size) for url, size in given)
    return {name: size for name, size in names if name.endswith((".js", ".css"))}


def test_the_memory_panel_weighs_less_than_260_kb(server: Serving, panel: Panel) -> None:
    panel.page.goto(f"{server.origin}/#/memory")
    expect(panel.page.get_by_label("或粘贴令牌")).to_be_visible()
    panel.page.get_by_label("或粘贴令牌").fill(server.token)
    panel.page.get_by_role("button", name="进入").click()
    expect(panel.memory).to_be_visible()
    weights = _weigh(panel.page)
    assert weights
    assert not [name for name in weights if EDITOR in name]
    assert sum(weights.values()) < LIMIT, weights


def test_all_of_it_without_the_editor_weighs_less_than_260_kb(panel: Panel) -> None:
    panel.enter("书桌")
    main = panel.page.get_by_role("main")
    for view in ("记忆", "知识", "图景", "设置"):
        panel.go(view)  # type: ignore[arg-type]
        expect(main.get_by_role("heading", name=view, exact=True)).to_be_visible()
    weighed = {name: size for name, size in _weigh(panel.page).items() if EDITOR not in name}
    assert sum(weighed.values()) < LIMIT, weighed
    # And whoever speaks the other language is given that instead, and no more
    panel.page.get_by_role("button", name="English", exact=True).click()
    expect(main.get_by_role("heading", name="Settings", exact=True)).to_be_visible()
    weights = _weigh(panel.page)
    [english] = [name for name in weights if name not in weighed and EDITOR not in name]
    [chinese] = [name for name in weighed if name.startswith(english.split("en-")[0] + "zh-")]
    assert sum(weighed.values()) - weighed[chinese] + weights[english] < LIMIT, weights
    # And nothing was built that no view asks for, but the editor
    built = {each.name for each in Path(str(BUILT)).glob("assets/*") if each.suffix != ".map"}
    assert {name for name in built - set(weights) if EDITOR not in name} == set()
