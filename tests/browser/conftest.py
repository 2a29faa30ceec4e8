"""Real Chromium, the real server as a process, a real database: nothing here is played.

One browser serves all tests of a file, and each test has a context of its own. The room is two
groups of the same length: one worker alone would still be at it when the others are done.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from browser.panel import Panel
from browser.serving import Serving
from browser.watching import Watch
from mohen.server.panel_files import BUILT

HERE = Path(__file__).parent
WIDE = {"width": 1280, "height": 860}
# Everything but this machine resolves to nothing, whoever asks.
ALONE = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", ALONE]

HALF = {"test_care", "test_desk", "test_first_hour", "test_learning", "test_rules"}

PATIENCE_MS = 60_000  # two cores, and others at work on them
expect.set_options(timeout=PATIENCE_MS)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(HERE):
            group = "browser" if item.path.stem in HALF else "other browser"
            item.add_marker(pytest.mark.xdist_group(group))
            item.add_marker(pytest.mark.timeout(300))


def chromium_path() -> str | None:
    named = os.environ.get("MOHEN_CHROMIUM")
    if named is not None:  # `make` has looked; empty: there is none
        return named or None
    return shutil.which("chromium-headless-shell") or shutil.which("chromium")


def _missing(what: str) -> None:
    if os.environ.get("CI"):
        pytest.fail(what, pytrace=False)
    pytest.skip(what)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One for each file: Playwright's event loop runs as long as it lives, and tests of other rooms
    that come later on the same worker need loops of their own."""
    chromium = chromium_path()
    if chromium is None:
        _missing("no Chromium: name one with MOHEN_CHROMIUM, or install the package `chromium`")
    if not (BUILT / "index.html").is_file():
        _missing("the panel is not built: `make panel`, which needs Node.js")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield started
        started.close()


class Stable:
    """Servers with an empty home each. The next one starts while a test has the last."""

    def __init__(self, folders: pytest.TempPathFactory) -> None:
        self._folders = folders
        self._next = self._saddled()

    def _saddled(self) -> Serving:
        return Serving(self._folders.mktemp("served"), cold=False)

    def take(self) -> Serving:
        taken = self._next.ready()
        self._next = self._saddled()
        return taken

    def close(self) -> None:
        self._next.stop()


@pytest.fixture(scope="module")
def stable(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stable]:
    made = Stable(tmp_path_factory)
    yield made
    made.close()


@pytest.fixture
def server(stable: Stable) -> Iterator[Serving]:
    """A home in which nothing has happened, served."""
    started = stable.take()
    yield started
    started.stop()
    log = started.log()
    assert "Traceback" not in log, log
    assert not any(secret in log for secret in started.secrets())


Begin = Callable[..., BrowserContext]


@pytest.fixture
def begin(browser: Browser, server: Serving) -> Iterator[Begin]:
    """A new visitor: `begin(locale="en-GB", color_scheme="dark")`. Watched to the end."""
    contexts: list[BrowserContext] = []
    watches: list[Watch] = []

    def start(**manner: Any) -> BrowserContext:
        usual = {"locale": "zh-CN", "viewport": WIDE, "reduced_motion": "reduce"}
        context = browser.new_context(**{**usual, **manner})
        context.set_default_timeout(PATIENCE_MS)
        watches.append(Watch(context, server.origin))
        context.watch = watches[-1]  # type: ignore[attr-defined]
        contexts.append(context)
        return context

    yield start
    for context in contexts:
        context.close()
    wrong = [each for watch in watches for each in watch.wrong]
    assert not wrong, "\n".join(wrong)


@pytest.fixture
def watch(context: BrowserContext) -> Watch:
    return context.watch  # type: ignore[attr-defined, no-any-return]


@pytest.fixture
def context(begin: Begin) -> BrowserContext:
    return begin()


@pytest.fixture
def page(context: BrowserContext) -> Page:
    return context.new_page()


@pytest.fixture
def panel(page: Page, server: Serving) -> Panel:
    """Nobody has come in yet: `panel.enter()`."""
    return Panel(page, server)
