"""The panel as a browser gets it, and the plain page where it is not built."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

import pytest

from mohen.memory import Memory
from mohen.server.panel_files import BUILT, marked
from server.running import TOKEN, Running

SCRIPT = "const words = '墨痕';\n" * 200
STYLE = "body { margin: 0 }\n" * 200
INDEX = """<!doctype html>
<html><head><title>panel</title>
<script type="module" src="/assets/index-Ab3_-x9Z.js"></script></head><body></body></html>"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """What a build leaves behind, and beside it what nobody may read."""
    panel = tmp_path / "panel"
    assets = panel / "assets"
    assets.mkdir(parents=True)
    (panel / "index.html").write_text(INDEX, "utf-8")
    (assets / "index-Ab3_-x9Z.js").write_text(SCRIPT, "utf-8")
    (assets / "index-12345678.css").write_text(STYLE, "utf-8")
    (assets / "mark-Zz0_Zz0-.svg").write_text("<svg/>", "utf-8")
    (assets / "face-abcdefgh.woff2").write_bytes(b"wOF2" + bytes(500))
    (assets / "plain.js").write_text("1", "utf-8")
    (assets / ".hidden").write_text("secret", "utf-8")
    (assets / "deep").mkdir()
    (assets / "deep" / "inner.js").write_text("secret", "utf-8")
    (tmp_path / "token").write_text("secret", "utf-8")
    return panel


@pytest.fixture
def running(memory: Memory, folder: Path) -> Iterator[Running]:
    server = Running(memory, panel=folder)
    del server.client.headers["Authorization"]  # a page is loaded before anybody is known
    yield server
    server.close()


def test_the_page_is_the_panel_and_holds_nothing(running: Running) -> None:
    page = running.client.get("/")
    assert page.status_code == 200
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert page.headers["cache-control"] == "no-store"
    assert "<title>panel</title>" in page.text
    assert TOKEN not in page.text


def test_the_page_may_do_what_it_needs_and_nothing_else(running: Running) -> None:
    headers = running.client.get("/").headers
    policy = dict(
        each.strip().split(" ", 1) for each in headers["content-security-policy"].split(";")
    )
    nonce = policy.pop("style-src").removeprefix("'self' 'nonce-").removesuffix("'")
    assert re.fullmatch(r"[\w-]{22,}", nonce)
    assert policy == {
        "default-src": "'none'",
        "script-src": "'self'",
        "img-src": "'self' data:",
        "font-src": "'self'",
        "connect-src": "'self'",
        "base-uri": "'none'",
        "form-action": "'none'",
        "frame-ancestors": "'none'",
    }
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["x-content-type-options"] == "nosniff"
    assert "camera=()" in headers["permissions-policy"]


def test_each_page_has_a_nonce_of_its_own_where_its_scripts_find_it(running: Running) -> None:
    nonces = set()
    for _ in range(2):
        page = running.client.get("/")
        (nonce,) = re.findall(r'<meta property="csp-nonce" nonce="([^"]+)">', page.text)
        assert f"'nonce-{nonce}'" in page.headers["content-security-policy"]
        nonces.add(nonce)
    assert len(nonces) == 2


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("index-Ab3_-x9Z.js", "text/javascript; charset=utf-8"),
        ("index-12345678.css", "text/css; charset=utf-8"),
        ("mark-Zz0_Zz0-.svg", "image/svg+xml"),
        ("face-abcdefgh.woff2", "font/woff2"),
    ],
)
def test_a_file_comes_as_what_it_is_and_may_be_kept(
    running: Running, folder: Path, name: str, kind: str
) -> None:
    for _ in range(2):  # as read, and as remembered
        answer = running.client.get(f"/assets/{name}")
        assert answer.status_code == 200
        assert answer.headers["content-type"] == kind
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert answer.content == (folder / "assets" / name).read_bytes()


def test_a_name_that_says_nothing_of_the_content_is_asked_for_again(
    running: Running, folder: Path
) -> None:
    assert running.client.get("/assets/plain.js").headers["cache-control"] == "no-cache"
    (folder / "assets" / "plain.js").write_text("2", "utf-8")
    assert running.client.get("/assets/plain.js").text == "2"


@pytest.mark.parametrize(
    ("accepted", "packed"),
    [
        ("gzip", True),
        ("br, GZIP;q=0.5", True),
        ("identity", False),
        ("", False),
        ("gzip;q=0", False),
        ("br, gzip; q=0.0", False),
    ],
)
def test_text_is_packed_for_who_takes_it(running: Running, accepted: str, packed: bool) -> None:
    with running.client.stream(
        "GET", "/assets/index-Ab3_-x9Z.js", headers={"Accept-Encoding": accepted}
    ) as answer:
        raw = b"".join(answer.iter_raw())
    assert answer.headers["vary"] == "Accept-Encoding"
    assert ("content-encoding" in answer.headers) is packed
    assert int(answer.headers["content-length"]) == len(raw)
    assert (gzip.decompress(raw) if packed else raw) == SCRIPT.encode()
    assert (len(raw) < len(SCRIPT) / 5) is packed


def test_what_is_compressed_already_is_left_alone(running: Running) -> None:
    answer = running.client.get("/assets/face-abcdefgh.woff2")
    assert "content-encoding" not in answer.headers


@pytest.mark.parametrize(
    "path",
    [
        "/assets/none-12345678.js",
        "/assets/..%2Findex.html",
        "/assets/..%2f..%2ftoken",
        "/assets/%2e%2e",
        "/assets/..%5C..%5Ctoken",
        "/assets/.hidden",
        "/assets/deep",
        "/assets/deep%2Finner.js",
        "/assets/plain.js%00",
        "/assets/",
    ],
)
def test_nothing_else_is_to_be_had(running: Running, path: str) -> None:
    answer = running.client.get(path)
    assert answer.status_code == 404
    assert answer.json()["ok"] is False
    assert answer.json()["error"]["code"] in {"NOT_FOUND", "UNSUPPORTED"}
    assert "secret" not in answer.text


def test_a_panel_that_is_built_anew_is_there_at_the_next_reload(
    running: Running, folder: Path
) -> None:
    running.client.get("/assets/index-Ab3_-x9Z.js")
    (folder / "assets" / "index-Ab3_-x9Z.js").rename(folder / "assets" / "index-Newer000.js")
    (folder / "index.html").write_text(INDEX.replace("Ab3_-x9Z", "Newer000"), "utf-8")
    assert "/assets/index-Newer000.js" in running.client.get("/").text
    assert running.client.get("/assets/index-Newer000.js").status_code == 200
    # A page that is still open has what it had.
    assert running.client.get("/assets/index-Ab3_-x9Z.js").status_code == 200


# -- not built


@pytest.fixture
def bare(memory: Memory, tmp_path: Path) -> Iterator[Running]:
    server = Running(memory, panel=tmp_path / "never-built")
    del server.client.headers["Authorization"]
    yield server
    server.close()


def test_without_the_panel_a_plain_page_says_what_to_do_in_both_languages(bare: Running) -> None:
    page = bare.client.get("/")
    assert page.status_code == 200
    for said in ("make run", "Node.js 20.19", "wheel", "its panel is not built", "面板尚未构建"):
        assert said in page.text
    assert bare.client.get("/assets/index-Ab3_-x9Z.js").status_code == 404


def test_the_plain_page_obeys_the_same_policy(bare: Running) -> None:
    page = bare.client.get("/")
    assert "'unsafe" not in page.headers["content-security-policy"]
    for inline in ("<style", " style=", "<script>", " onclick="):
        assert inline not in page.text
    for path in re.findall(r'(?:src|href)="(/[^"]+)"', page.text):
        answer = bare.client.get(path)
        assert answer.status_code == 200
        assert answer.headers["cache-control"] == "no-cache"


# -- as it was really built


@pytest.mark.skipif(not (BUILT / "index.html").is_file(), reason="the panel is not built")
def test_the_real_page_asks_only_for_files_that_are_there_and_hashed() -> None:
    page = (BUILT / "index.html").read_text("utf-8")
    assert marked(page, "x", "y") != page
    assert "<style" not in page
    asked = re.findall(r'(?:src|href)="(/[^"]+)"', page)
    assert asked
    there = {
        each.name for each in (resources.files("mohen.server") / "static/panel/assets").iterdir()
    }
    for path in asked:
        assert path.removeprefix("/assets/") in there
    assert not [each for each in there if not re.search(r"-[\w-]{8}\.\w+$", each)]
