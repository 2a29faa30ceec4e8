"""Whom a question names, and that names are exact."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facts import item
from mohen.knowledge import query_parsing
from mohen.knowledge.model import Glimpse
from mohen.knowledge.policy import Search

POLICY = Search()


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("张三最近怎么样", "张三"),
        ("机器人_5 怎么样了", "机器人_5"),
        ("what about anna?", "Anna"),
        ("Tell me of Mary Jane Watson", "Mary Jane Watson"),
        ("the '寒武纪'项目 is late", "寒武纪"),
        ("我和妈妈去了 iPhone 店", "妈妈"),
    ],
)
def test_a_name_is_among_the_guesses(text: str, name: str):
    assert name in query_parsing.guesses(text, POLICY)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("我妈身体怎么样", ["妈妈", "mother"]),
        ("how is my mom's health", ["妈妈", "mother"]),
        ("我身体怎么样", []),
    ],
)
def test_ones_own_people_are_found_by_what_they_are_called(text: str, names: list[str]):
    assert query_parsing.kin(text) == names
    assert set(names) <= set(query_parsing.guesses(text, POLICY))
    assert query_parsing.asks_of_user(text) is not bool(names)


def test_of_people_of_whom_nothing_is_known_the_user_is_no_stand_in():
    assert query_parsing.Asked(kin=True, attributes=("health",)).subjects == ()


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("我的猫叫什么", ("pet",)),
        ("what's my cat's name", ("pet",)),
        ("我能吃虾吗", ("allergy", "diet")),
        ("can you suggest a restaurant", ("allergy", "diet")),
        ("你给我推荐一家餐厅吧", ("allergy", "diet")),
        ("which restaurant did you recommend", ()),
        ("the dinner you suggested", ()),
        ("你推荐的餐厅叫什么", ()),
        ("你上次推荐哪家餐厅", ()),
        ("附近有什么好玩的", ("location",)),
        ("a quiet pub near my home", ("location",)),
        ("how is the weather tomorrow", ("location",)),
        ("it was nearly over", ()),
        ("我吃了午饭", ()),
    ],
)
def test_what_a_question_asks_for(text: str, keys: tuple[str, ...]):
    assert query_parsing.attributes(text) == keys


def test_a_longer_number_is_not_guessed_as_a_shorter_one():
    assert "机器人_5" not in query_parsing.guesses("机器人_50 怎么样了", POLICY)


@given(st.text(max_size=3_000))
def test_guesses_are_bounded_pieces_of_the_text(text: str):
    found = query_parsing.guesses(text, POLICY)
    assert len(found) <= POLICY.name_guesses
    assert len(set(found)) == len(found)


def test_of_nested_names_the_longest_counts():
    assert query_parsing.longest(["张三", "张三丰", "武当"]) == ["张三丰", "武当"]


@pytest.mark.parametrize(
    ("content", "entities", "name", "another"),
    [
        ("机器人_50 出了故障", (), "机器人_5", True),
        ("机器人_5 正常，机器人_50 故障", (), "机器人_5", False),
        ("张三丰住在武当山", ("张三丰",), "张三", True),
        ("张三和张三丰是朋友", ("张三丰",), "张三", False),
        ("今天下雨", (), "张三", False),
        ("v2x is out", (), "v2", True),
    ],
)
def test_whether_a_name_is_only_part_of_another(
    content: str, entities: tuple[str, ...], name: str, another: bool
):
    assert query_parsing.is_another(content, entities, name) is another


def test_numbered_things_count_though_nobody_spoke_of_them():
    assert query_parsing.identifiers("机器人_5 和 room-12 呢") == ["机器人_5", "room-12"]
    assert query_parsing.identifiers("买 3 个苹果") == []


def test_an_item_is_found_by_what_it_says_and_of_whom():
    made = item("住在上海", entities=("用户", "上海"), value="上海市区")
    assert query_parsing.searchable(made) == "住在上海\n用户\n上海市区"


def glimpse(pk: int, **changes: object) -> Glimpse:
    plain = {"id": f"f{pk}", "score": 0.5, "created_at": 0, "subject": "", "content": "x"}
    return Glimpse(pk=pk, **{**plain, **changes})  # type: ignore[arg-type]


@given(st.floats(0, 1), st.floats(0, 1), st.floats(0.2, 1))
def test_a_higher_score_never_moves_an_item_down(low: float, high: float, cosine: float):
    low, high = sorted((low, high))
    two = [glimpse(1, score=low), glimpse(2, score=high)]
    ranked = query_parsing.rank(
        two,
        query_parsing.Asked(),
        {},
        words={},
        cosines={1: cosine, 2: cosine},
        least=0.2,
        trust=1,
        policy=POLICY,
    )
    assert [each.pk for each, _ in ranked] == ([2, 1] if high > low else [1, 2])


def test_whom_was_asked_for_comes_first():
    two = [glimpse(1, subject="李四"), glimpse(2, subject="张三")]
    ranked = query_parsing.rank(
        two,
        query_parsing.Asked(names=("张三",)),
        {1: ["李四"], 2: ["张三"]},
        words={1: 2.0, 2: 1.8},
        cosines={},
        least=0.2,
        trust=0.25,
        policy=POLICY,
    )
    assert [each.pk for each, _ in ranked] == [2, 1]
    assert query_parsing.explain(ranked[0][1].reason, query_parsing.Asked(names=("张三",)))[
        1
    ].startswith("关于张三")


def test_without_a_word_or_a_likeness_nothing_is_found():
    ranked = query_parsing.rank(
        [glimpse(1)],
        query_parsing.Asked(user=True),
        {},
        words={},
        cosines={1: 0.05},
        least=0.2,
        trust=0.25,
        policy=POLICY,
    )
    assert ranked == []
