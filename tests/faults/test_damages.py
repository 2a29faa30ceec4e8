"""Random damage to a home's files is noticed and has a cure (a bad byte in one text had none)."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest

from factories import policy
from faults.damages import INCURABLE, SILENT, Heard, fate, hear, hit, populate
from mohen.memory import Memory, open_memory
from mohen.testing import CountingIds, FrozenClock

FEW = (3, 1_014, 1_033, 1_242)
"""A page of texts, a text, a vector, and an index whose room cannot be given back."""
MANY = range(1_000, 1_600)
RULE = policy(capacity={"active_per_project": 10**6})


def open_home(home: Path) -> Memory:
    ids = CountingIds()
    ids._next = iter(range(1, 10**6) if not home.exists() else range(10_000, 10**6))
    return open_memory(home, policy=RULE, clock=FrozenClock(), ids=ids, immediate=True)


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Heard]:
    home = tmp_path_factory.mktemp("sound") / "home"
    with open_home(home) as memory:
        populate(memory)
    with open_home(home) as memory:
        first = hear(memory)
    with open_home(home) as memory:
        again = hear(memory)
    assert first.refused == {}
    assert first.degraded == ()
    same = {name: said for name, said in first.answers.items() if again.answers[name] == said}
    return home, Heard(same, {}, ())


def became(sound: tuple[Path, Heard], folder: Path, seeds: Iterable[int]) -> Counter[str]:
    found: Counter[str] = Counter()
    for seed in seeds:
        home = folder / "home"
        shutil.copytree(sound[0], home)
        done = hit(home, seed)
        what = fate(home, sound[1], open_home)
        print(seed, done, what)
        found[what] += 1
        shutil.rmtree(home)
    return found


def test_damage_anywhere_has_a_cure(sound: tuple[Path, Heard], tmp_path: Path):
    found = became(sound, tmp_path, FEW)
    assert found[INCURABLE] == 0


@pytest.mark.soak
@pytest.mark.timeout(3_000)
def test_six_hundred_damages(sound: tuple[Path, Heard], tmp_path: Path):
    found = became(sound, tmp_path, MANY)
    print(dict(found))
    assert found[INCURABLE] == 0
    assert found[SILENT] <= 20, "a letter that became another letter, in a text that is still one"
