"""How much a browser is given: the limit is on what comes over the wire, not on the sources."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, Response, expect

from browser.panel import Panel
from browser.serving import Serving
from mohen.server.panel_files import BUILT

LIMIT = 260_000
EDITOR = "CodeMirror"


def _weigh(page: Page) -> dict[str, int]:
    weights: dict[str, int] = {}

    def weigh(response: Response) -> None:
        name = response.url.rpartition("/")[2]
        if name.endswith((".js", ".css")):
            weights[name] = response.request.sizes()["responseBodySize"]

    page.on("requestfinished", lambda request: weigh(request.response()))  # type: ignore[arg-type]
    return weights


def test_the_memory_panel_weighs_less_than_260_kb(server: Serving, panel: Panel) -> None:
    weights = _weigh(panel.page)
    panel.page.goto(f"{server.origin}/#/memory")
    expect(panel.page.get_by_label("或粘贴令牌")).to_be_visible()
    panel.page.get_by_label("或粘贴令牌").fill(server.token)
    panel.page.get_by_role("button", name="进入").click()
    expect(panel.memory).to_be_visible()
    assert weights
    assert not [name for name in weights if EDITOR in name]
    assert sum(weights.values()) < LIMIT, weights


def test_all_of_it_without_the_editor_weighs_less_than_260_kb(panel: Panel) -> None:
    weights = _weigh(panel.page)
    panel.enter("书桌")
    main = panel.page.get_by_role("main")
    for view in ("记忆", "知识", "图景", "设置"):
        panel.go(view)  # type: ignore[arg-type]
        expect(main.get_by_role("heading", name=view, exact=True)).to_be_visible()
    weighed = {name: size for name, size in weights.items() if EDITOR not in name}
    assert sum(weighed.values()) < LIMIT, weighed
    # And whoever speaks the other language is given that instead, and no more
    panel.page.get_by_role("button", name="English", exact=True).click()
    expect(main.get_by_role("heading", name="Settings", exact=True)).to_be_visible()
    [english] = [name for name in weights if name not in weighed and EDITOR not in name]
    [chinese] = [name for name in weighed if name.startswith(english.split("en-")[0] + "zh-")]
    assert sum(weighed.values()) - weighed[chinese] + weights[english] < LIMIT, weights
    # And nothing was built that no view asks for, but the editor
    built = {each.name for each in Path(str(BUILT)).glob("assets/*") if each.suffix != ".map"}
    assert {name for name in built - set(weights) if EDITOR not in name} == set()
