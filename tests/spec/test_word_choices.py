"""Words that an author passes over, or goes for, wherever there is a choice: no edit says it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest

from rulebooks import learn, only, rules
from shows import shows
from worlds import World

LINES = {
    "zh": """雨下了一整夜|他把账本合上|我沿着河堤往回走|门外站着一个人|她数了数剩下的铜钱
        |集市散了|猫从墙头跳下来|船到了对岸|灯灭了|有人在里屋喊|井边坐着两个老人|火车晚了四十分钟""",
    "en": """the rain filled the barrel|he closed the ledger|I walked back along the river
        |a man stood at the gate|she counted the coins|the market was over
        |the cat jumped from the wall|the boat reached the bank|the lamp went out
        |two old men sat at the well|the train was late""",
}
OTHERS = {"zh": ("慢慢", "终于", ""), "en": ("slowly", "finally", "")}
TOLD = {"zh": "{word}{line}。", "en": "{word} {line}. "}


def offered(language: str, word: str, lot: Random) -> list[str]:
    """Four ways to go on, of two sentences each; two in five have the word."""
    lines = [" ".join(each.split()) for each in LINES[language].split("|")]

    def one() -> str:
        said = lot.sample(lines, 2)
        first = word if lot.random() < 0.4 else lot.choice(OTHERS[language])
        told = zip((first, lot.choice(OTHERS[language])), said, strict=True)
        return "".join(TOLD[language].format(word=one, line=line) for one, line in told).strip()

    return [one() for _ in range(4)]


def without(texts: Sequence[str], word: str) -> list[int]:
    return [at for at, each in enumerate(texts) if word not in each]


def work(
    world: World, language: str, word: str, pick: Callable[[list[str], Random], int], **more: Any
) -> None:
    lot = Random(7)
    for _ in range(45):
        texts = offered(language, word, lot)
        world.record(candidates=texts, selectedIndex=pick(texts, lot), **more)
    learn(world)


@shows("R36", "C80")
@pytest.mark.parametrize(("language", "word"), [("zh", "忽然"), ("en", "suddenly")])
def test_a_word_that_is_never_taken_is_one_to_avoid(world: World, language: str, word: str) -> None:
    # Given an author who takes whatever has not the word, and stands in a story that has it
    def pick(texts: list[str], lot: Random) -> int:
        return lot.choice(without(texts, word) or range(4))

    work(world, language, word, pick, inputContext=f"{word}. {word}。")
    # Then that is the rule, and not what comes of it (fewer words, fewer adverbs)
    assert only(world)["predicate"] == {
        "feature": f"phrase:{word}",
        "op": "<",
        "value": 1,
        "unit": "uses",
    }


@shows("C80", "C114")
@pytest.mark.parametrize(("language", "word"), [("zh", "忽然"), ("en", "suddenly")])
def test_nor_is_a_word_avoided_by_who_takes_any(world: World, language: str, word: str) -> None:
    work(world, language, word, lambda _texts, lot: lot.randrange(4))
    assert rules(world) == []


@shows("R36")
def test_what_an_author_wrote_instead_of_all_that_was_offered_is_no_choice_among_it(
    world: World,
) -> None:
    # Given an author who never takes the word, and now and then takes none and writes their own
    lot = Random(7)
    for number in range(60):
        texts = offered("en", "suddenly", lot)
        world.record(
            candidates=texts,
            selectedIndex=lot.choice(without(texts, "suddenly") or range(4)) if number % 4 else -1,
            finalText=None if number % 4 else "The bridge was closed. We slept in the barn.",
        )
    # When it is learned from, Then the word is known all the same
    learn(world)
    assert "phrase:suddenly" in {each["predicate"]["feature"] for each in rules(world)}
