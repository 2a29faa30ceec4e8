"""What the panel asks of a browser: first paint, bytes, and a list of five hundred rules.

    python benchmarks/panel.py [--rounds 5] [--json PATH]

First paint is that of a server which has just started and a browser which has nothing of it yet
(PerformancePaintTiming, first-contentful-paint, from the moment the address is asked for). Its
floor is a short file of the same server shown as plain text, in the same browser and in alternating
rounds. Bytes are those of the responses, compressed as they are sent. For the list, 500 rules are
scrolled from end to end and searched key by key; every frame that comes more than 50 ms after the
one before is counted. It needs Chromium (MOHEN_CHROMIUM) and the built panel.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright
from rich.console import Console
from rich.table import Table

sys.path.append(str(Path(__file__).parents[1] / "tests"))
from browser.serving import Serving
from mohen.server.panel_files import BUILT

RESULTS = Path(__file__).parent / "results"
RULES = 500
LATE_MS = 50
EDITOR = "CodeMirror"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]

_PAINT = """() => new Promise((tell) => new PerformanceObserver((list) => {
    const found = list.getEntriesByName("first-contentful-paint")[0];
    if (found) tell(found.startTime);
}).observe({type: "paint", buffered: true}))"""

_FRAMES = """() => {
    window.gaps = [];
    let before = performance.now();
    const frame = (now) => { window.gaps.push(now - before); before = now;
        window.watching = requestAnimationFrame(frame); };
    window.watching = requestAnimationFrame(frame);
}"""


@dataclass(frozen=True, slots=True)
class Frames:
    """Of one thing that was done: how many, how many late, and the longest wait."""

    what: str
    frames: int
    late: int
    longest_ms: float


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", type=Path, default=RESULTS / "panel.json")
    asked = parser.parse_args(argv)
    console = Console()
    chromium = os.environ.get("MOHEN_CHROMIUM") or shutil.which("chromium")
    if not chromium or not (BUILT / "index.html").is_file():
        console.print("It needs Chromium (MOHEN_CHROMIUM) and the built panel (`make panel`).")
        return 2
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        paints = _paints(browser, Path(folder), asked.rounds)
        weights, frames = _at_work(browser, Path(folder))
        browser.close()
    _show(console, paints, weights, frames)
    asked.json.parent.mkdir(exist_ok=True)
    result = {"paintsMs": paints, "bytes": weights, "rules": [asdict(each) for each in frames]}
    asked.json.write_text(json.dumps(result, indent=2) + "\n", "utf-8")
    return 0


# -- first paint


def _paints(browser: Browser, folder: Path, rounds: int) -> dict[str, list[float]]:
    paints: dict[str, list[float]] = {"gate": [], "memory": [], "floor": []}
    for number in range(rounds):
        for name in paints:
            home = folder / f"{name}{number}"
            home.mkdir()
            paints[name].append(_first_paint(browser, home, name))
    return paints


def _first_paint(browser: Browser, folder: Path, name: str) -> float:
    server = Serving(folder).ready()
    context = browser.new_context()
    page = context.new_page()
    addresses = {
        "gate": server.origin,
        "memory": server.another_link(),
        "floor": f"{server.origin}/page.css",
    }
    page.goto(addresses[name])
    painted: float = page.evaluate(_PAINT)
    context.close()
    server.stop()
    return painted


# -- bytes, and five hundred rules


def _at_work(browser: Browser, folder: Path) -> tuple[dict[str, int], list[Frames]]:
    home = folder / "work"
    home.mkdir()
    server = Serving(home).ready()
    for number in range(RULES):
        server.add(_rule(number))
    context = browser.new_context(locale="zh-CN", viewport={"width": 1280, "height": 860})
    page = context.new_page()
    sizes: dict[str, int] = {}

    def weigh(request: Any) -> None:
        name = request.url.rpartition("/")[2]
        if name.endswith((".js", ".css")):
            sizes[name] = request.sizes()["responseBodySize"]

    page.on("requestfinished", weigh)
    page.goto(server.another_link())
    for view in ("desk", "knowledge", "insights", "settings", "memory"):
        page.evaluate("(view) => { location.hash = `#/${view}`; }", view)
        page.locator(f'[data-view="{view}"] :is(h2, p, section)').first.wait_for()
    page.locator("article[data-rule]").nth(RULES - 1).wait_for(state="attached")
    frames = [_scrolled(page), _searched(page)]
    context.close()
    server.stop()
    without = sum(size for name, size in sizes.items() if EDITOR not in name)
    return {"all views without the editor": without, "files": len(sizes)}, frames


def _rule(number: int) -> str:
    subjects = ("对白", "动作", "描写", "心理", "过渡")
    return f"{subjects[number % 5]}里的第 {number} 条偏好：句子宜短，少用形容词"


def _scrolled(page: Page) -> Frames:
    page.locator("article[data-rule]").first.hover()
    page.evaluate(_FRAMES)
    for _ in range(120):
        page.mouse.wheel(0, 600)
    return _counted(page, "scroll 500 rules")


def _searched(page: Page) -> Frames:
    field = page.get_by_role("searchbox").first
    field.focus()
    page.evaluate(_FRAMES)
    page.keyboard.type("对白里的第 45", delay=60)
    for _ in range(8):
        page.keyboard.press("Backspace", delay=60)
    return _counted(page, "search 500 rules")


def _counted(page: Page, what: str) -> Frames:
    gaps: list[float] = page.evaluate("() => { cancelAnimationFrame(watching); return gaps; }")
    return Frames(what, len(gaps), sum(each > LATE_MS for each in gaps), max(gaps))


def _show(
    console: Console,
    paints: dict[str, list[float]],
    weights: dict[str, int],
    frames: Sequence[Frames],
) -> None:
    table = Table(title="First paint, cold server and cold browser (ms)")
    for head in ("", "median", "least", "most"):
        table.add_column(head)
    for name, times in paints.items():
        median = statistics.median(times)
        table.add_row(name, f"{median:.0f}", f"{min(times):.0f}", f"{max(times):.0f}")
    console.print(table)
    for name, weight in weights.items():
        console.print(f"{name}: {weight:,}")
    for each in frames:
        console.print(
            f"{each.what}: {each.frames} frames, {each.late} later than {LATE_MS} ms, "
            f"longest {each.longest_ms:.0f} ms"
        )


if __name__ == "__main__":
    sys.exit(main())
