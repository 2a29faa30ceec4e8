"""SillyTavern itself judges what we write: its validator, its reader of pictures, its stock cards.

Its sources stand in the folder that `MOHEN_PEERS` names, as `SillyTavern/` (a checkout); nothing
of them is kept here. What its reader needs is fetched by name.
"""

from __future__ import annotations

import base64
import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mohen.memory import Memory, open_memory
from mohen.story.formats import png_chunks, recognise
from mohen.story.model import EntityType
from mohen.story.policy import Story

from .fetched import npm

pytestmark = pytest.mark.peers

_NEEDED = ("png-chunks-extract@1.0.0", "png-chunks-encode@1.0.0", "png-chunk-text@1.0.0")
_JUDGE = """
const {{ TavernCardValidator }} = require('{root}/src/validator/TavernCardValidator.js');
const {{ read }} = require('{root}/src/character-card-parser.js');
const fs = require('fs');
const told = process.argv.slice(1).map(path => {{
  const data = fs.readFileSync(path);
  const card = JSON.parse(path.endsWith('.png') ? read(data) : data.toString());
  const judge = new TavernCardValidator(card);
  return {{ version: judge.validate(), v2: judge.validateV2(), v3: judge.validateV3(),
            why: judge.lastValidationError, card }};
}});
console.log(JSON.stringify(told));
"""


@pytest.fixture(scope="module")
def sillytavern() -> Path:
    folder = os.environ.get("MOHEN_PEERS")
    if folder is None:
        pytest.skip("SillyTavern was not tried: MOHEN_PEERS names no folder")
    root = Path(folder, "SillyTavern").absolute()
    if not (root / "src" / "validator").is_dir():
        pytest.skip("SillyTavern was not tried: there is no SillyTavern/ in MOHEN_PEERS")
    return root


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Memory]:
    with open_memory(tmp_path / "home", immediate=True) as memory:
        yield memory


def judged(root: Path, *paths: Path) -> list[dict[str, Any]]:
    """What its validator says of each file; pictures are read by its own reader."""
    modules = npm("sillytavern", *_NEEDED).parent
    ran = subprocess.run(
        ["node", "-e", _JUDGE.format(root=root.as_posix()), *map(str, paths)],
        env={**os.environ, "NODE_PATH": str(modules)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    told: list[dict[str, Any]] = json.loads(ran.stdout)
    return told


def stock(root: Path) -> list[Path]:
    """Its cards and books: what of its content is recognised as such."""
    content = root / "default" / "content"
    found = []
    for path in sorted([*content.rglob("*.png"), *content.rglob("*.json")]):
        data = path.read_bytes()
        if path.suffix == ".png" and not {"chara", "ccv3"} & png_chunks.texts(data).keys():
            continue  # a picture and no card
        if recognise.found(str(path), None, Story()) is not None:
            found.append(path)
    return found


def written(memory: Memory, form: str, to: Path) -> list[Path]:
    made = []
    for each in memory.transfer.export("p", form=form).sheets:
        path = to / form / each.path
        path.parent.mkdir(parents=True, exist_ok=True)
        text = each.text
        path.write_bytes(base64.b64decode(text) if each.base64 else text.encode())
        made.append(path)
    return made


def value(path: Path) -> Any:
    found = recognise.found(str(path), None, Story())
    assert found is not None
    return found.value


def test_stock_cards_and_books_lose_no_field(
    sillytavern: Path, opened: Memory, tmp_path: Path
) -> None:
    found = stock(sillytavern)
    assert {each.name for each in found} >= {"default_Seraphina.png", "Eldoria.json"}
    for path in found:
        came = opened.transfer.take("p", str(path))
        assert came.added or came.repeated
        again = [value(each) for each in written(opened, came.form.value, tmp_path)]
        assert value(path) in again, path.name


def test_its_validator_takes_what_we_write(
    sillytavern: Path, opened: Memory, tmp_path: Path
) -> None:
    for path in stock(sillytavern):
        opened.transfer.take("p", str(path))
    opened.story.put_entity("p", "林远", EntityType.CHARACTER, aliases=["阿远"])
    opened.knowledge.capture("林远爱喝酒。", "p", kind="note", entities=["林远"])
    older = judged(sillytavern, *written(opened, "sillytavern-v2", tmp_path))
    newer = judged(sillytavern, *written(opened, "sillytavern-v3", tmp_path))
    assert len(older) == len(newer) == 2
    assert all(each["version"] for each in older), [each["why"] for each in older]
    assert all(each["v3"] for each in newer), [each["why"] for each in newer]
    (fresh,) = (each for each in older if each["card"]["data"]["name"] == "林远")
    assert fresh["v2"], fresh["why"]
    # What came from a card of that version goes out as it came, even what it left out.
    (theirs,) = judged(sillytavern, sillytavern / "default/content/default_Seraphina.png")
    (same,) = (each for each in older if each["card"]["data"]["name"] == "Seraphina")
    assert (same["v2"], same["why"]) == (theirs["v2"], theirs["why"])
    assert {each["card"]["data"]["name"] for each in newer} == {"Seraphina", "林远"}


def test_its_reader_finds_the_card_in_our_picture(
    sillytavern: Path, opened: Memory, tmp_path: Path
) -> None:
    card = sillytavern / "default" / "content" / "default_Seraphina.png"
    opened.transfer.take("p", str(card))
    (theirs,) = judged(sillytavern, card)
    (ours,) = judged(sillytavern, *written(opened, "sillytavern-v2", tmp_path))
    assert ours["card"] == theirs["card"]
