"""The authors of the edit-cost benchmark are judged themselves, and the benchmark runs."""

from __future__ import annotations

import ast
import json
from collections import Counter
from importlib.util import find_spec
from pathlib import Path
from random import Random
from statistics import fmean

import numpy as np
import pytest

import writing
from mohen.rules import rule_parser
from mohen.rules.model import Op
from simulated import hand_words, likes, pencil, revising, wordwork
from simulated.costs import Change, half_at
from simulated.families import expresses
from simulated.likes import LIKES, WORDS, Like, revisers
from simulated.prose import SCENES, Writer, draw_knobs
from simulated.revising import mend, revise
from simulated.score import Share
from simulated.sittings import TEN, tasks

SIDES = [(*key, language) for key, goals in LIKES.items() for language in goals]
MOSTLY = 0.6  # of texts: a draft that is all speech cannot be made of long sentences


def like(knob: str, direction: int, language: str, scene: str | None = None) -> Like:
    named = f"word:{WORDS[language][0]}" if knob == "word" else knob
    return Like(named, direction, fmean(LIKES[knob, direction][language]), scene)


def texts(language: str) -> list[str]:
    rng = Random(3)
    kinds = [scene for scene in SCENES if scene != "dialogue"] * 4
    return [
        Writer(rng, language, scene, draw_knobs(rng, language, scene)).passage(160).text()
        for scene in kinds
    ]


@pytest.mark.parametrize(("knob", "direction", "language"), SIDES)
def test_an_author_mends_what_displeases_and_nothing_else(
    knob: str, direction: int, language: str
) -> None:
    wanted = like(knob, direction, language)

    mended = [(text, mend(text, [wanted], language, 1)) for text in texts(language)]

    assert all(after == text for text, after in mended if wanted.pleased(text))
    displeasing = [after for text, after in mended if not wanted.pleased(text)]
    assert not displeasing or fmean(map(wanted.pleased, displeasing)) >= MOSTLY


@pytest.mark.parametrize("scene", [None, "action"])
@pytest.mark.parametrize(("knob", "direction", "language"), SIDES)
def test_a_like_that_is_typed_is_understood(
    knob: str, direction: int, language: str, scene: str | None
) -> None:
    typed = like(knob, direction, language, scene)

    read = rule_parser.read(typed.typed(language))

    assert read is not None
    assert expresses(read.feature, typed.knob)
    assert (read.op, read.scene_type) == (Op.MORE if direction > 0 else Op.LESS, scene)


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_change_for_no_reason_keeps_every_character(language: str) -> None:
    for text in texts(language):
        assert Counter(pencil.for_no_reason(text, language, Random(1))) == Counter(text)


def test_the_same_author_does_the_same_with_the_same_candidates() -> None:
    author = revisers(1)[0]
    offered = texts("zh")[:3]

    assert revise(author, 7, "action", offered) == revise(author, 7, "action", offered)


def test_the_authors_know_nothing_of_how_the_offline_writer_works() -> None:
    for module in (hand_words, likes, pencil, revising, wordwork):
        tree = ast.parse(Path(module.__file__ or "").read_text(encoding="utf-8"))
        names = {
            name
            for node in ast.walk(tree)
            if isinstance(node, (ast.Import, ast.ImportFrom))
            for name in [getattr(node, "module", None) or "", *(each.name for each in node.names)]
        }
        assert not any("offline" in name for name in names)


def test_every_ten_tasks_are_of_the_same_scenes() -> None:
    for author in revisers(6):
        told = list(tasks(author, 3 * TEN))
        parts = [told[at : at + TEN] for at in range(0, len(told), TEN)]

        counted = [Counter(each.scene for each in part) for part in parts]

        assert counted[0] == counted[1] == counted[2]
        assert set(counted[0]) == {scene for scene, _ in author.scenes}
        assert len({each.text for each in told}) == len(told)


def test_the_sign_test() -> None:
    nothing = Share(0.0, 0.0, 0.0)

    assert Change(nothing, 5, 5).p == 1.0
    assert Change(nothing, 10, 0).p == pytest.approx(2 / 2**10)
    assert Change(nothing, 0, 0).p == 1.0


def test_half_of_the_saving_must_be_kept_once_it_is_reached() -> None:
    off, typed = np.full(8, 1.0), np.full(8, 0.0)
    on = np.array([1.0, 0.2, 1.0, 1.0, 0.4, 0.4, 0.4, 0.4])

    assert half_at(on, off, typed, window=1) == 4
    assert half_at(off, off, typed, window=1) is None


@pytest.mark.xdist_group("benchmarks")
def test_the_benchmark_runs_and_typed_rules_help(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "figures.json"

    asked = ["--authors", "2", "--runs", "10", "--examples", "1", "--json", str(target)]
    assert writing.main(asked) == 0

    told = json.loads(target.read_text(encoding="utf-8"))
    content = {each["name"]: each["content"][0] for each in told["arms"]}
    assert content["typed by hand"] > content["injection off"]
    assert told["differing"] == 0 < told["compared"]
    assert "saved by injection" in capsys.readouterr().out
    drawn = ["figures.png"] if find_spec("matplotlib") else []
    assert sorted(each.name for each in tmp_path.iterdir()) == ["figures.json", *drawn]
