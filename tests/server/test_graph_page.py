"""The page of the graph: it needs nothing else, and nobody's words can break out of it."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohen.server.graph_page import MARK, page

EVIL = '</script><script>alert(1)</script><!--<script>"\u2028%SCRIPT%</style><img onerror=a()>'
NODE = shutil.which("node")
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser")
CHROMIUM = os.environ.get("MOHEN_CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)


def drawn(*names: str, text: str = "said") -> dict[str, Any]:
    item = {
        "id": "f_1",
        "kind": "fact",
        "text": {"en": text, "zh": text},
        "label": {"en": text, "zh": text},
        "entities": list(names),
        "since": 1,
        "sources": [text],
        "importance": 1.0,
        "confidence": 0.5,
        "archived": False,
    }
    entities = [{"id": n, "name": n, "type": "person", "aliases": [text]} for n in names]
    return {"at": 9, "knowledge": {"axis": "time", "entities": entities, "items": [item]}}


class Parsed(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: list[str] = []
        self.styles: list[str] = []
        self._inside = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self._inside = tag

    def handle_endtag(self, tag: str) -> None:
        self._inside = ""

    def handle_data(self, data: str) -> None:
        if self._inside == "script":
            self.scripts.append(data)
        if self._inside == "style":
            self.styles.append(data)


def digest(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def test_it_needs_nothing_else() -> None:
    made = page(drawn("林远"), "zh")
    assert made.splitlines()[1] == MARK
    for tag, given_ in Parsed(made).tags:
        assert tag not in {"link", "iframe", "img", "object", "embed", "base", "form"}
        assert not given_.keys() & {"src", "onclick", "onload", "onerror", "style"}
        assert not (given_.get("href") or "#").startswith("http")
    assert not re.search(r"https?://|\bfetch\(|XMLHttpRequest|WebSocket|innerHTML|eval\(", made)


def test_the_browser_may_run_our_script_alone_and_speak_to_nobody() -> None:
    parsed = Parsed(page(drawn("a"), "en"))
    ((_, meta),) = [each for each in parsed.tags if each[1].get("http-equiv")]
    rules = dict(each.strip().split(" ", 1) for each in str(meta["content"]).split(";"))
    data, script = parsed.scripts
    assert json.loads(data) == drawn("a")
    assert rules == {
        "default-src": "'none'",
        "script-src": digest(script),
        "style-src": digest("".join(parsed.styles)),
        "base-uri": "'none'",
        "form-action": "'none'",
    }


@given(st.one_of(st.just(EVIL), st.text()), st.text(min_size=1))
def test_no_words_break_out(text: str, name: str) -> None:
    told = drawn(name, EVIL, text=text)
    plain = Parsed(page(drawn("a"), "en"))
    parsed = Parsed(page(told, "en"))
    assert [tag for tag, _ in parsed.tags] == [tag for tag, _ in plain.tags]
    assert parsed.scripts[1] == plain.scripts[1]
    assert json.loads(parsed.scripts[0]) == told


def test_the_same_memory_gives_the_same_bytes() -> None:
    assert page(drawn("a", "b"), "en") == page(drawn("a", "b"), "en")
    assert '<html lang="zh">' in page(drawn("a"), "zh")


PLACE = """
const near = (a, b) => { a.near.add(b); b.near.add(a); };
const nodes = Array.from({ length: 1200 }, () => ({ near: new Set(), radius: 6 }));
nodes.forEach((each, n) => { if (n) near(each, nodes[Math.floor(n / 5)]); });
layout.place(nodes);
console.log(JSON.stringify(nodes.map((each) => [each.x, each.y])));
"""


@pytest.mark.process
@pytest.mark.skipif(NODE is None, reason="there is no Node.js to run it")
def test_hundreds_are_placed_the_same_way_each_time_and_nobody_on_top_of_another(
    tmp_path: Path,
) -> None:
    script = (resources.files("mohen.server") / "static" / "graph_layout.js").read_text("utf-8")
    file = tmp_path / "place.js"
    file.write_text(script + PLACE, "utf-8")
    first, again = (subprocess.check_output([str(NODE), str(file)]) for _ in range(2))
    assert first == again
    places = json.loads(first)
    assert len({(round(x / 4), round(y / 4)) for x, y in places}) > 1150
    assert all(abs(x) + abs(y) < 20_000 for x, y in places)


def in_a_browser(made: str, folder: Path) -> str:
    """What stands on the page when its script has run."""
    file = folder / "page.html"
    file.write_text(made, "utf-8")
    command = [
        str(CHROMIUM),
        *("--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=4000"),
        f"--user-data-dir={folder / 'profile'}",
        "--dump-dom",
        file.as_uri(),
    ]
    return subprocess.run(
        command, capture_output=True, encoding="utf-8", timeout=120, check=True
    ).stdout


drawing = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium to draw it")


@pytest.mark.process
@drawing
def test_a_browser_shows_names_as_text_and_runs_nothing_of_theirs(tmp_path: Path) -> None:
    hostile = f"{EVIL}<script>document.title='broken'</script>"
    shown = in_a_browser(page(drawn("林远", hostile, text=hostile), "zh"), tmp_path)
    assert "2 个实体，1 条记忆" in shown
    assert "<span>林远</span>" in shown
    assert "<span>&lt;/script&gt;&lt;script&gt;" in shown
    assert "<img" not in shown
    assert "<title>墨痕 Mohen · graph</title>" in shown


ACT = """<script>
document.querySelectorAll("#list button")[0].click();
const when = document.getElementById("when");
when.value = %s;
when.dispatchEvent(new Event("input"));
</script></body>"""


@pytest.mark.process
@drawing
@pytest.mark.parametrize(("moment", "heading"), [(5, "Holds (1)"), (0, "Not yet (1)")])
def test_an_entity_is_told_as_of_the_slider(tmp_path: Path, moment: int, heading: str) -> None:
    told = drawn("a", "b", text="they met")
    told["knowledge"]["items"].append({**told["knowledge"]["items"][0], "id": "f_0", "until": 0})
    told["knowledge"]["items"][1]["since"] = 0
    # Another script than our own is refused: here it stands for the reader's hand.
    made = re.sub(r"<meta http-equiv[^>]*>", "", page(told, "en"))
    shown = in_a_browser(made.replace("</body>", ACT % moment), tmp_path)
    detail = shown.partition('id="detail"')[2].partition("</section>")[0]
    assert "<h2>a</h2>" in detail
    assert heading in detail
    assert "No longer (1)" in detail
    assert "they met" in detail
