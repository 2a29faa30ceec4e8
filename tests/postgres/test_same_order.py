"""The same questions get the same answers in the same order on both engines."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import prose
from databases import database
from mohen.core.database import Database
from mohen.core.fulltext import Word
from postgres.conftest import Authors
from postgres.stores import store
from shows import shows
from worlds import World

TERMS = ("剑", "雨夜", "桥头", "rain", "sword", "gate", "ra", "a", "é", "😀")
SCOPES = ("p1", "p2")


@pytest.fixture(scope="module")
def engines(address: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Database]]:
    folder = tmp_path_factory.mktemp("words")
    both: list[Database] = [database(folder), store(address, "words")]
    yield both
    for each in both:
        each.close()


rows = st.lists(
    st.tuples(st.sampled_from(SCOPES), st.lists(st.sampled_from(TERMS), min_size=1, max_size=12)),
    min_size=1,
    max_size=12,
)
# Of beginnings only a character: that much is known of a term in memory.
whole = st.builds(Word, st.sampled_from(TERMS), st.just(value=False))
begun = st.builds(Word, st.sampled_from("雨剑桥夜rsé😀"), st.just(value=True))
asked = st.lists(whole | begun, max_size=5)


@settings(max_examples=40)
@given(rows, asked, st.sets(st.integers(1, 12)), st.sampled_from([(), ("p1",), SCOPES]))
def test_words_are_weighed_alike_to_the_last_bit(
    engines: list[Database],
    rows: list[tuple[str, list[str]]],
    asked: list[Word],
    gone: set[int],
    scopes: tuple[str, ...],
) -> None:
    """Whatever stands in the table, whatever was taken out or put in anew."""
    answers = []
    for engine in engines:
        words = engine.words("search")
        engine.write(words.recreate)
        for seq, (scope, terms) in enumerate(rows, start=1):
            engine.write(partial(words.add, seq=seq, scope=scope, terms=" ".join(terms)))
        engine.write(partial(words.remove, seqs=sorted(gone)[:3]))
        put = [(seq, "p2", "雨夜 rain") for seq in sorted(gone)[3:]]
        engine.write(partial(words.put, rows=put))
        answers.append(
            (
                found(engine, words.ranked(asked, scopes=scopes, limit=5)),
                sorted(found(engine, words.ranked(asked, scopes=scopes))),
                found(engine, words.newest(asked, scopes=SCOPES, limit=3)),
                words.spread(list(TERMS)),
            )
        )
    assert answers[0] == answers[1]


def found(engine: Database, query: Any) -> list[tuple[int, float]]:
    with engine.read() as reader:
        return [(seq, best) for seq, best in reader.execute(query.sql, query.values)]


def sentences(count: int) -> list[str]:
    """Half of them Chinese, half English, no two alike on purpose."""
    writers = [prose.Prose(seed, language) for seed, language in ((3, "zh"), (4, "en"))]
    return [writers[number % 2].varied() for number in range(count)]


@shows("C100")
def test_a_few_hundred_texts_in_both_languages_are_found_in_the_same_order(
    authors: Authors, tmp_path: Path
) -> None:
    """Given episodes, knowledge and talk in both languages, when both engines are asked the same,
    they answer the same."""
    here, there = World(tmp_path / "home"), authors("order")
    told = sentences(240)
    for world in (here, there):
        for number, text in enumerate(told[:120]):
            world.clock.advance(seconds=number % 7 * 60)
            scene = ("action", "dialogue", "environment")[number % 3]
            world.record(inputContext=text, candidates=[told[number + 1], text], sceneType=scene)
        for number, text in enumerate(told[120:180]):
            kind = ("fact", "summary")[number % 2]
            world.ok("knowledge:capture", projectId="novel", type=kind, content=text)
        world.ok(
            "talk:hear",
            projectId="novel",
            session="s",
            messages=[{"role": "user", "text": text} for text in told[180:]],
        )
    chance = random.Random(5)
    try:
        for _ in range(30):
            question = chance.choice(told)[: chance.choice((6, 14, 60))]
            assert answers(here, question) == answers(there, question), question
    finally:
        here.close()


def answers(world: World, question: str) -> dict[str, Any]:
    return {
        "episodes": world.query(queryText=question, sceneType="action")["items"],
        "known": world.ok("knowledge:search", projectId="novel", query=question)["items"],
        "together": world.ok("memory:search", projectId="novel", query=question),
    }
