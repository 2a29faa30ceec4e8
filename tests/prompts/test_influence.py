"""How much each memory had to do with an output, and what must always hold of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohen.policy import Policy
from mohen.prompts import influence
from mohen.prompts.model import Kind, Reference
from mohen.rules import compliance
from mohen.rules.model import Op, Predicate
from mohen.text import terms
from shows import shows

POLICY = Policy()
NUMBERS = POLICY.influence
UNIT = st.floats(0, 1)
MEMORY = st.builds(
    Reference,
    id=st.sampled_from("abcdefgh"),
    kind=st.sampled_from(Kind),
    strength=UNIT,
    tokens=st.integers(0, 5_000),
    effect=st.none() | UNIT,
)
MEMORIES = st.lists(MEMORY, min_size=1, max_size=8, unique_by=lambda each: each.id)


@shows("R82")
def test_a_prompt_without_memories_has_no_weights() -> None:
    assert influence.shares([], NUMBERS) == {}
    assert influence.weighed([], {}, NUMBERS) == ()


@shows("R82")
@given(MEMORIES)
def test_weights_are_shares_of_one_whole(memories: Sequence[Reference]) -> None:
    found = influence.shares(memories, NUMBERS)
    assert sum(found.values()) == pytest.approx(1)
    assert all(each > 0 for each in found.values())
    kept = influence.weighed(memories, {each.id: each.effect for each in memories}, NUMBERS)
    assert sum(each.weight for each in kept) == pytest.approx(1, abs=1e-9)
    assert [each.id for each in kept] == [each.id for each in memories]


@given(MEMORIES, st.randoms(use_true_random=False))
def test_their_order_makes_no_difference(memories: list[Reference], chance: object) -> None:
    shuffled = list(memories)
    chance.shuffle(shuffled)  # type: ignore[attr-defined]
    assert influence.shares(shuffled, NUMBERS) == pytest.approx(influence.shares(memories, NUMBERS))


@shows("R82")
@given(MEMORIES, st.data())
def test_more_of_anything_never_lowers_a_memory_beside_the_others(
    memories: list[Reference], data: st.DataObject
) -> None:
    first, rest = memories[0], memories[1:]
    higher = replace(
        first,
        strength=data.draw(st.floats(first.strength, 1)),
        tokens=data.draw(st.integers(first.tokens, 10_000)),
        effect=None if first.effect is None else data.draw(st.floats(first.effect, 1)),
    )
    before = influence.shares([first, *rest], NUMBERS)
    after = influence.shares([higher, *rest], NUMBERS)
    assert after[first.id] >= before[first.id] - 1e-9
    for each in rest:
        old, new = before[first.id] / before[each.id], after[first.id] / after[each.id]
        assert new >= old * (1 - 1e-9)


@given(MEMORIES)
def test_without_an_output_effect_is_left_out_and_not_nothing(memories: list[Reference]) -> None:
    unseen = [replace(each, effect=None) for each in memories]
    alike = [replace(each, effect=0.7) for each in memories]
    assert influence.shares(unseen, NUMBERS) == pytest.approx(influence.shares(alike, NUMBERS))


@shows("R85")
@given(MEMORIES)
def test_kinds_are_the_sums_of_what_they_hold(memories: list[Reference]) -> None:
    kept = influence.weighed(memories, {}, NUMBERS)
    found = influence.groups(kept)
    assert found.keys() == {each.kind for each in memories}
    assert sum(found.values()) == pytest.approx(1)


def test_a_memory_that_stands_twice_in_a_prompt_is_one_with_all_its_room() -> None:
    twice = [
        Reference("a", Kind.SEMANTIC, 0.4, 10),
        Reference("b", Kind.SEMANTIC, 0.4, 10),
        Reference("a", Kind.SEMANTIC, 0.9, 30),
    ]
    assert influence.merged(twice) == (
        Reference("a", Kind.SEMANTIC, 0.9, 40),
        Reference("b", Kind.SEMANTIC, 0.4, 10),
    )


@shows("R82", "R83")
@given(MEMORIES, MEMORIES)
def test_what_the_output_shows_nothing_of_leads_nothing(
    seen: list[Reference], unseen: list[Reference]
) -> None:
    shown = [replace(each, effect=0.01 + (each.effect or 0)) for each in seen]
    hidden = [replace(each, id=f"{each.id}-", effect=0.0) for each in unseen]
    found = influence.shares([*shown, *hidden], NUMBERS)
    assert sum(found[each.id] for each in hidden) <= NUMBERS.unseen
    # Nor does what was refused, however like it the output is
    refused = [replace(each, effect=1.0) for each in hidden]
    again = influence.shares([*shown, *refused], NUMBERS, {each.id for each in refused})
    assert again == pytest.approx(found)


# -- effect


SHORT = Predicate("mean_sentence_length", Op.LESS, 10, "characters")
LONG_TEXT = "他在雨里慢慢地走着，一边走一边想着很多年以前那些再也回不来的事情。" * 2
SHORT_TEXT = "他走了。雨停了。天亮了。"


def effect(output: str, source: str, wanted: Predicate = SHORT) -> float | None:
    read = compliance.read
    return influence.of_rule(
        wanted, read([output], POLICY.style), read([source], POLICY.style), POLICY.style, NUMBERS
    )


@shows("R82")
def test_a_rule_shows_most_where_the_text_around_is_not_so_anyway() -> None:
    turned, went_on = effect(SHORT_TEXT, LONG_TEXT), effect(SHORT_TEXT, SHORT_TEXT)
    missed = effect(LONG_TEXT, LONG_TEXT)
    assert turned == 1.0
    assert went_on == NUMBERS.obeying
    assert missed == 0.0


def test_without_a_text_around_it_is_set_beside_what_is_usual() -> None:
    alone = effect(SHORT_TEXT, "")
    assert alone is not None
    assert NUMBERS.obeying < alone <= 1.0


def test_an_output_that_says_nothing_tells_nothing() -> None:
    assert effect("……", LONG_TEXT) is None
    assert of_words("霜刃", [], "", {}) is None


def of_words(
    memory: str, outputs: Sequence[str], around: str, spread: Mapping[str, int]
) -> float | None:
    written = [terms.telling(each) for each in outputs]
    return influence.of_words(terms.telling(memory), written, terms.telling(around), spread)


@pytest.mark.parametrize(
    ("memory", "output", "around", "least", "most"),
    [
        ("林远的剑叫霜刃", "霜刃出鞘，寒光逼人。", "林远拔剑。", 0.3, 0.9),
        ("林远的剑叫霜刃", "他转身离开了。", "林远拔剑。", 0.0, 0.0),
        ("Her sword is called Frostbite", "Frostbite sang.", "She drew her sword.", 0.6, 1.0),
        ("Her sword is called Frostbite", "The sword sang.", "She drew her sword.", 0.0, 0.0),
    ],
)
def test_a_fact_shows_by_words_that_only_it_can_have_given(
    memory: str, output: str, around: str, least: float, most: float
) -> None:
    found = of_words(memory, [output], around, {})
    assert found is not None
    assert least <= found <= most


def test_a_word_that_many_memories_have_speaks_little_for_each_of_them() -> None:
    memory, output = "霜刃是他的剑，门口挂着灯笼", "灯笼灭了。"
    alone = of_words(memory, [output], "", {})
    among = of_words(memory, [output], "", {"灯笼": 9})
    assert alone is not None
    assert among is not None
    assert 0 < among < alone / 2


def test_characters_of_grammar_show_nothing() -> None:
    memory = "每章结尾留一个未解的问题。他怕水。"
    assert of_words(memory, ["山后有一个灰扑扑的屋顶，泛着水。"], "", {}) == 0


def test_a_memory_that_says_what_stands_there_anyway_cannot_be_told_from_it() -> None:
    assert of_words("雨下了一夜", ["雨下了一夜。"], "雨下了一夜，", {}) is None


@given(st.text("abc 雨雪", max_size=30), st.lists(st.text("abc 雨雪", max_size=30)), st.text())
def test_an_effect_is_a_share(memory: str, outputs: list[str], around: str) -> None:
    found = of_words(memory, outputs, around, {"雨雪": 3, "a": 2})
    assert found is None or 0 <= found <= 1


# -- whom a verdict means


@shows("R86")
def test_a_verdict_that_names_nobody_means_the_rules_that_weighed_most() -> None:
    def one(id: str, weight: float, kind: Kind = Kind.SEMANTIC) -> Reference:
        return Reference(id, kind, 1.0, 10, weight=weight)

    found = [one("a", 0.1), one("b", 0.4), one("c", 0.21), one("e", 0.29, Kind.EPISODIC)]
    assert influence.heaviest_rules(found, NUMBERS) == ["b", "c"]
    assert influence.heaviest_rules([], NUMBERS) == []
    many = [one(id, 0.2) for id in "edcba"]
    assert influence.heaviest_rules(many, NUMBERS) == ["a", "b", "c"]
