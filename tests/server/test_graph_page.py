"""The page of the graph: it needs nothing else, and nobody's words can break out of it."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohen.server.graph_page import MARK, page

EVIL = (
    '</script><script>alert(1)</script><!--<script>"\u2028%SCRIPT%</style><img onerror=a()>'
)
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


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


@pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium to draw it")
def test_a_browser_shows_names_as_text_and_runs_nothing_of_theirs(tmp_path: Path) -> None:
    hostile = f"{EVIL}<script>document.title='broken'</script>"
    file = tmp_path / "page.html"
    file.write_text(page(drawn("林远", hostile, text=hostile), "zh"), "utf-8")
    shown = subprocess.run(
        [
            str(CHROMIUM),
            *("--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=4000"),
            f"--user-data-dir={tmp_path / 'profile'}",
            "--dump-dom",
            file.as_uri(),
        ],
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=True,
    ).stdout
    assert "2 个实体，1 条记忆" in shown
    assert "<span>林远</span>" in shown
    assert "<span>&lt;/script&gt;&lt;script&gt;" in shown
    assert "<img" not in shown
    assert "<title>墨痕 Mohen · graph</title>" in shown
