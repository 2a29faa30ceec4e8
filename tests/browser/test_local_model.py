"""From the empty panel to a sentence of a model that was fetched: without a terminal."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import httpx
import pytest
from playwright.sync_api import Browser, expect

import contracts
from browser.panel import Panel
from browser.serving import Serving
from contracts.hub import CONTENT, Hub, hubbing
from mohen.models import ollama
from mohen.models.catalogue import CATALOGUE

FAKE = Path(contracts.__path__[0]) / "fake_llama"


@pytest.fixture
def hub() -> Iterator[Hub]:
    with hubbing() as hub:
        hub.files = [(each.repo, each.file) for each in CATALOGUE]
        yield hub


@pytest.fixture
def server(
    browser: Browser, tmp_path: Path, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Serving]:
    """With what serves a model in the place of llama.cpp, and a hub on loopback."""
    try:
        httpx.get(ollama.base_url(), timeout=0.5)
        pytest.skip("Ollama runs on this machine, and would be asked for the model")
    except httpx.HTTPError:
        pass
    path = [str(FAKE), os.environ.get("PYTHONPATH", "")]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(path))
    started = Serving(tmp_path).ready()
    started.ok("memory:settings:update", modelHub=hub.url)
    yield started
    started.stop()


def test_a_small_model_is_fetched_and_writes(panel: Panel, server: Serving, hub: Hub) -> None:
    page = panel.enter("设置").page
    page.get_by_label("由谁来写").select_option("local")
    # When the author wants one, its size and licence are said first
    page.get_by_role("button", name="获取 qwen2.5-1.5b").click()
    asked = page.get_by_role("status").filter(has_text="获取 qwen2.5-1.5b？")
    expect(asked).to_contain_text("许可：Apache-2.0")
    assert not hub.ranges
    # And its progress is shown, in every window that looks
    hub.hold = Event()
    asked.get_by_role("button", name="获取并启用").click()
    expect(page.get_by_role("meter", name="qwen2.5-1.5b")).to_contain_text("/")
    hub.hold.set()
    # Then it is tried, and used from now on
    expect(page.get_by_text("可以使用，现已启用。")).to_be_visible()
    expect(page.get_by_text("雾从海上来。")).to_be_visible()
    expect(page.get_by_role("button", name="使用中")).to_be_disabled()
    assert server.ok("memory:settings:get")["model"]["kind"] == "local"
    assert (server.home / "models" / "qwen2.5-1.5b.gguf").read_bytes() == CONTENT
    said = server.ok("ai:skill:run", skillId="continue", text="他推开门。", candidates=1)
    assert (said["model"]["name"], said["candidates"]) == ("local:qwen2.5-1.5b", ["雾从海上来。"])
    # When it is deleted, then it can be had again
    page.get_by_role("button", name="删除 qwen2.5-1.5b").click()
    expect(page.get_by_role("button", name="获取 qwen2.5-1.5b")).to_be_visible()
