"""What docs/python.md shows is run as it stands there."""

from __future__ import annotations

import re
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from client.served import served
from mohen.client import Client

PAGE = (Path(__file__).parents[2] / "docs" / "python.md").read_text("utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
SERVICE = next(each for each in BLOCKS if "FastAPI" in each)
ALONE = next(each for each in BLOCKS if "open_memory()" in each)
BESIDE = [each for each in BLOCKS if each not in (SERVICE, ALONE)]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("MOHEN_HOME", str(home))
    return home


def run(source: str, folder: Path) -> ModuleType:
    """As somebody would who put it into a file."""
    file = folder / "example.py"
    file.write_text(source, "utf-8")
    spec = spec_from_file_location("example", file)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_what_needs_no_server(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(ALONE, home.parent)
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "DIRECT_ACCEPT action"
    assert said[1].endswith("刀光一闪。")


def test_what_goes_beside_a_server(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with served(home) as (_, memory):
        memory.rules.add("多用短句", scope="project", project_id="novel")
        for block in BESIDE:
            run(block, home.parent)
    said = capsys.readouterr().out
    for part in (
        "多用短句 1.0",
        "NOT_FOUND {'field': 'episodeId'}",
        "['DIRECT_ACCEPT', 'DIRECT_ACCEPT']",
        "items.1.selectedIndex",
    ):
        assert part in said


def test_the_service(home: Path) -> None:
    pytest.importorskip("fastapi", reason="FastAPI is not installed: make setup")
    from starlette.testclient import TestClient

    with served(home) as (_, memory):
        memory.rules.add("多用短句", scope="project", project_id="novel")
        with TestClient(run(SERVICE, home.parent).app) as browser:
            choice = {"before": "雪。", "candidates": ["夜。", "风。"], "chosen": 1}
            told = browser.post("/novels/novel/choices", json=choice)
            assert told.json() == {"signal": "DIRECT_ACCEPT", "degraded": []}
            assert browser.get("/novels/novel/rules").json() == ["多用短句"]
            wrong = browser.post("/novels/novel/choices", json={**choice, "chosen": 9})
            assert (wrong.status_code, wrong.json()["code"]) == (400, "INVALID_ARGUMENT")
            text = "他拔剑冲向敌人，刀光一闪，血溅在雪地上。"
            written = browser.post("/novels/novel/continue", json={"text": text}).text
        with Client() as client:
            kept = client.call("memory:episode:list", {"projectId": "novel"}).data["items"]
    assert written.rstrip().endswith("]")
    assert kept[0]["aiOutput"]["candidates"][0].strip() in written
