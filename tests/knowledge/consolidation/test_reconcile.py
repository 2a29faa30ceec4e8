"""What a statement does to what is known: tables of before, said and after."""

from __future__ import annotations

import pytest

from mind import (
    PROJECT,
    Mind,
    Said,
    corrects,
    guesses,
    lives,
    says,
    takes_back,
    told,
    typed,
)
from mohen.knowledge.consolidation.model import Done, Named
from mohen.knowledge.model import BELIEF, SUMMARY, EntityType, State
from mohen.memory import Memory
from shows import shows


@pytest.fixture
def mind(memory: Memory) -> Mind:
    return Mind(memory)


# -- 4a: one value at a time


@shows("R196")
@pytest.mark.parametrize(
    ("said", "holds", "history"),
    [
        ([lives("北京")], ["北京"], [("北京", 0, None)]),
        ([lives("北京"), lives("北京", 3)], ["北京"], [("北京", 0, None)]),
        (
            [lives("北京"), lives("上海", 5)],
            ["上海"],
            [("北京", 0, 5), ("上海", 5, None)],
        ),
        (
            [lives("北京"), lives("Berlin", 5), lives("北京", 9)],
            ["北京"],
            [("北京", 0, 5), ("Berlin", 5, 9), ("北京", 9, None)],
        ),
        ([lives("北京"), lives("北京市", 2)], ["北京"], [("北京", 0, None)]),
        (
            [lives("上海"), lives("上海浦东", 2), lives("上海", 4)],
            ["上海浦东"],
            [("上海", 0, 2), ("上海浦东", 2, None)],
        ),
        ([lives("New York"), lives("York", 1)], ["York"], [("New York", 0, 1), ("York", 1, None)]),
    ],
)
def test_the_newest_value_holds_and_the_others_are_history(
    mind: Mind, said: list[Said], holds: list[str], history: list[object]
) -> None:
    mind.hears(*said)
    assert mind.values("location") == holds
    assert mind.history("location") == history


@shows("R196")
def test_an_older_transcript_that_is_read_later_goes_into_history(mind: Mind) -> None:
    mind.hears(lives("上海", 9, session="new"))
    mind.hears(lives("北京", 2, session="old"))
    assert mind.values("location") == ["上海"]
    assert mind.history("location") == [("北京", 2, 9), ("上海", 9, None)]


@shows("R196")
def test_a_value_that_came_between_two_mentions_parts_them(mind: Mind) -> None:
    mind.hears(lives("北京", 1), lives("北京", 9, line=2))
    mind.hears(lives("上海", 5, session="found later"))
    assert mind.values("location") == ["北京"]
    assert mind.history("location") == [("北京", 1, 5), ("上海", 5, 9), ("北京", 9, None)]
    first, _, last = mind.items(State.ACTIVE, State.SUPERSEDED)
    assert (first.sources, last.sources) == (("s1:1",), ("s1:2",))


@shows("R188", "R196")
def test_saying_it_again_makes_it_matter_more_but_once_in_a_message(mind: Mind) -> None:
    mind.hears(lives("北京", importance=0.5))
    mind.hears(lives("北京", 1, line=7, importance=0.5), lives("北京", 1, line=7, importance=0.5))
    (item,) = mind.items()
    assert item.importance == pytest.approx(0.7)
    assert item.score == pytest.approx(0.7)
    assert item.sources == ("s1:1", "s1:7")
    mind.hears(lives("北京", 2, line=9), lives("北京", 3, line=11))
    assert mind.items()[0].importance == 1.0


@shows("R196")
@pytest.mark.parametrize(
    ("first", "second", "holds"),
    [
        (
            says("用户喜欢香菜", "preference:香菜", "like"),
            says("用户讨厌香菜", "preference:香菜", "dislike", day=1),
            ["用户讨厌香菜"],
        ),
        (
            says("The user likes cilantro", "preference:cilantro", "like"),
            says("The user hates cilantro", "preference:cilantro", "dislike", day=1),
            ["The user hates cilantro"],
        ),
        (
            says("用户喜欢咖啡", "preference:咖啡", "like"),
            says("用户喜欢茶", "preference:茶", "like", day=1),
            ["用户喜欢咖啡", "用户喜欢茶"],
        ),
        (
            says("机器人_5 在一楼", "location", "一楼", subject="机器人_5", names=["机器人_5"]),
            says(
                "机器人_50 在二楼", "location", "二楼", subject="机器人_50",
                names=["机器人_50"], day=1,
            ),
            ["机器人_5 在一楼", "机器人_50 在二楼"],
        ),
    ],
)  # fmt: skip
def test_each_key_and_each_subject_has_a_value_of_its_own(
    mind: Mind, first: Said, second: Said, holds: list[str]
) -> None:
    mind.hears(first, second)
    assert mind.known() == holds


# -- ends


def test_what_ended_is_history_and_that_it_ended_is_known(mind: Mind) -> None:
    mind.hears(lives("北京"), says("用户不再住在北京", "location", "北京", day=3, ended=True))
    assert mind.known() == ["用户不再住在北京"]
    assert mind.history("location") == [("北京", 0, 3), ("", 3, None)]
    mind.hears(lives("上海", 4))
    assert mind.known() == ["用户住在上海"]


def test_an_end_of_what_does_not_hold_ends_nothing(mind: Mind) -> None:
    mind.hears(lives("上海"), says("用户不再住在北京", "location", "北京", day=3, ended=True))
    assert mind.history("location") == [("上海", 0, None)]


def test_an_end_that_was_read_before_its_beginning(mind: Mind) -> None:
    mind.hears(says("用户不再住在北京", "location", "北京", day=3, ended=True))
    mind.hears(lives("北京", 1, session="old"))
    assert mind.known() == ["用户不再住在北京"]
    assert mind.history("location") == [("北京", 1, 3), ("", 3, None)]


def test_who_quits_has_left_the_firm_too(mind: Mind) -> None:
    mind.hears(
        says("用户是程序员", "job", "程序员", line=1),
        says("用户在腾讯上班", "employer", "腾讯", line=2),
        says("用户辞职了", "job", "", day=3, line=3, ended=True),
    )
    assert mind.known() == ["用户辞职了"]
    mind.hears(says("用户在小米上班", "employer", "小米", day=9, line=9))
    assert mind.values("employer") == ["小米"]


def test_a_relation_ends_by_the_name_of_whom_it_was_with(mind: Mind) -> None:
    mind.hears(
        says("用户的女朋友叫小雨", "relation:女朋友", "小雨", line=1, names=["用户", "小雨"]),
        says("用户的妈妈叫小云", "relation:妈妈", "小云", line=2, names=["用户", "小云"]),
        says("用户和小雨分手了", "relation:小雨", "", day=3, line=3, ended=True, names=["小雨"]),
    )
    assert mind.known() == ["用户的妈妈叫小云", "用户和小雨分手了"]


# -- corrections


@pytest.mark.parametrize(
    ("wrong", "right", "holds"),
    [
        (
            lives("北京"),
            corrects("上海", names=[Named("上海", EntityType.LOCATION)]),
            "用户住在上海",
        ),
        (lives("Berlin"), corrects("Munich"), "The user lives in Munich"),
        (says("用户今年25岁", "age", "25"), corrects("26"), "用户今年26岁"),
    ],
)
def test_a_correction_that_names_only_a_value_finds_what_it_corrects(
    mind: Mind, wrong: Said, right: Said, holds: str
) -> None:
    changes = mind.hears(wrong, Said(right.statement, day=0.001, line=3))
    assert mind.known() == [holds]
    assert [each.why for each in changes if each.done is Done.SUPERSEDED] == ["corrected"]


def test_a_correction_goes_to_the_last_thing_of_its_kind(mind: Mind) -> None:
    mind.hears(
        lives("北京", names=[Named("北京", EntityType.LOCATION)]),
        says("用户叫张三", "name", "张三", line=2, day=0.001),
        corrects("上海", names=[Named("上海", EntityType.LOCATION)], line=4, day=0.002),
    )
    assert mind.values("location") == ["上海"]
    assert mind.values("name") == ["张三"]


def test_a_correction_of_what_has_many_values_takes_the_place_of_the_wrong_one(mind: Mind) -> None:
    mind.hears(
        says("用户对花生过敏", "allergy:花生", "花生"),
        corrects("腰果", "用户对腰果过敏", "allergy:腰果", day=0.001, line=3),
    )
    assert mind.known() == ["用户对腰果过敏"]


def test_a_correction_that_comes_too_late_corrects_nothing(mind: Mind) -> None:
    mind.hears(lives("北京"), corrects("上海", day=2, line=90))
    assert mind.known() == ["用户住在北京"]


# -- taking back


def test_a_joke_is_taken_back_and_what_it_replaced_holds_again(mind: Mind) -> None:
    mind.hears(lives("北京", 0, session="before"))
    mind.hears(lives("火星", 3, line=5), takes_back(day=3.001, line=7))
    assert mind.known() == ["用户住在北京"]
    assert mind.history("location") == [("北京", 0, None)]


def test_a_joke_takes_back_the_last_message_only(mind: Mind) -> None:
    mind.hears(
        lives("北京", line=1), says("用户会飞", day=0.001, line=3), takes_back(day=0.002, line=5)
    )
    assert mind.known() == ["用户住在北京"]
    assert mind.known(State.WITHDRAWN) == ["用户会飞"]


def test_a_joke_long_after_takes_nothing_back(mind: Mind) -> None:
    mind.hears(lives("北京", line=1), takes_back(day=1, line=40))
    assert mind.known() == ["用户住在北京"]


def test_forget_what_i_said_about_somebody(mind: Mind) -> None:
    mind.hears(
        says("用户认识小李", line=1, names=["小李"]),
        says("用户养了猫", line=3, day=0.001),
        takes_back("小李", line=50, day=0.4),
    )
    assert mind.known() == ["用户养了猫"]


def test_a_name_is_a_whole_name(mind: Mind) -> None:
    mind.hears(
        says("机器人_50 在二楼", line=1, names=["机器人_50"]),
        says("The user met Annabel", line=2, day=0.001, names=["Annabel"]),
        takes_back("机器人_5", line=5, day=0.01),
        takes_back("Anna", line=6, day=0.01),
    )
    assert len(mind.known()) == 2


# -- what has no attribute


@pytest.mark.parametrize(
    ("one", "other", "rows"),
    [
        ("用户昨天去了北京", "用户昨天去了北京。", 1),
        ("用户2026-02-01去了北京出差三天", "用户2026-02-01去北京出差了三天", 1),
        ("用户2026-02-01去了北京", "用户2026-02-02去了北京", 2),
        ("The user went to Beijing with Anna", "The user didn't go to Beijing with Anna", 2),
        ("The user met Anna at the Beijing airport", "The user met Anna at Beijing airport", 1),
        ("用户给机器人_5换了北京的零件", "用户给机器人_50换了北京的零件", 2),
    ],
)
def test_two_wordings_are_one_unless_a_number_a_name_or_a_no_differs(
    mind: Mind, one: str, other: str, rows: int
) -> None:
    place = "Beijing" if one.isascii() else "北京"
    mind.hears(says(one, names=[place]), says(other, names=[place], line=2, day=1))
    assert len(mind.known()) == rows


# -- what was typed, captured, deleted


def test_what_was_typed_stays_until_it_is_contradicted_twice(mind: Mind) -> None:
    mind.types_in(typed("用户住在北京", "location", "北京"))
    mind.hears(lives("上海", 2, line=2))
    assert mind.known() == ["用户住在北京"]
    (belief,) = mind.items(kind=BELIEF)
    assert (belief.content, belief.confidence) == ("用户住在上海", 0.7)
    assert "用户住在北京" in belief.basis
    mind.hears(lives("上海", 4, line=8))
    assert mind.known() == ["用户住在上海"]
    assert mind.items(kind=BELIEF) == []


def test_a_correction_holds_against_what_was_typed(mind: Mind) -> None:
    mind.types_in(typed("用户住在北京", "location", "北京"))
    mind.hears(corrects("上海", "用户住在上海", "location", day=2))
    assert mind.known() == ["用户住在上海"]


def test_what_was_said_before_it_was_typed_is_history(mind: Mind) -> None:
    mind.types_in(typed("用户住在北京", "location", "北京", day=5))
    mind.hears(lives("上海", 2))
    assert mind.known() == ["用户住在北京"]
    assert mind.items(kind=BELIEF) == []


def test_what_was_captured_in_the_same_words_is_the_same(mind: Mind) -> None:
    mind.types_in(typed("用户住在北京", origin="captured"))
    mind.hears(lives("北京", 1), lives("上海", 2, line=4))
    assert mind.known() == ["用户住在上海"]
    assert mind.known(State.SUPERSEDED) == ["用户住在北京"]


@shows("C64")
def test_what_was_deleted_is_not_learned_again(mind: Mind) -> None:
    mind.hears(lives("北京"))
    (item,) = mind.items()
    mind.memory.entries.delete(item.id, PROJECT)
    mind.hears(
        lives("北京", 3, line=4),
        says("用户家在北京", "location", "北京", day=4, line=6),
        guesses("用户可能住在北京", "location", "北京", day=5, line=8),
    )
    assert mind.items() == []
    assert mind.items(kind=BELIEF) == []


# -- 4b: beliefs


@shows("R196", "B17")
@pytest.mark.parametrize(
    ("belief", "fact"),
    [
        (
            guesses("用户可能在科技公司工作", names=["用户"]),
            says("用户在一家科技公司工作", "employer", "科技公司", day=9, names=["用户"]),
        ),
        (
            guesses("The user probably works at a tech company", names=["user"]),
            says("The user works at a tech company", "employer", "a tech company", day=9),
        ),
        (
            guesses("用户可能住在北京", "location", "北京"),
            lives("北京", 9),
        ),
    ],
)
def test_a_fact_makes_an_old_belief_a_fact(mind: Mind, belief: Said, fact: Said) -> None:
    mind.hears(belief)
    (old,) = mind.items(kind=BELIEF)
    changes = mind.hears(fact)
    assert mind.items(kind=BELIEF) == []
    (new,) = mind.items()
    assert new.id.startswith("f_")
    assert (new.confidence, new.source_facts) == (1.0, (old.id,))
    (gone,) = mind.items(State.SUPERSEDED, kind=BELIEF)
    assert gone.superseded_by == new.id
    assert ("promoted", new.content) in told(changes)


@shows("R196")
def test_facts_against_a_belief_take_their_toll_until_it_is_denied(mind: Mind) -> None:
    mind.hears(guesses("用户可能住在北京", "location", "北京", confidence=0.7))
    mind.hears(lives("上海", 2, line=2))
    assert mind.items(kind=BELIEF)[0].confidence == pytest.approx(0.4)
    mind.hears(lives("Berlin", 4, line=4))
    assert mind.items(kind=BELIEF) == []
    assert mind.known(State.DENIED, kind=BELIEF) == ["用户可能住在北京"]


def test_a_fact_older_than_a_guess_does_not_deny_it(mind: Mind) -> None:
    mind.hears(guesses("用户可能住在上海", "location", "上海", day=8))
    mind.hears(lives("北京", 2, session="old"))
    assert mind.items(kind=BELIEF)[0].confidence == 0.5


def test_a_guess_that_is_older_than_a_fact_is_denied_in_whichever_order_they_are_read(
    mind: Mind,
) -> None:
    mind.hears(lives("上海", 8))
    mind.hears(guesses("用户可能住在北京", "location", "北京", day=2, session="old"))
    assert mind.items(kind=BELIEF)[0].confidence == pytest.approx(0.2)


def test_guessing_again_makes_surer_and_never_sure(mind: Mind) -> None:
    for day in range(9):
        mind.hears(guesses("用户可能住在北京", "location", "北京", day=day, line=day + 1))
    (belief,) = mind.items(kind=BELIEF)
    assert belief.confidence == pytest.approx(0.9)
    assert mind.items() == []


def test_a_guess_at_what_is_known_adds_nothing(mind: Mind) -> None:
    mind.hears(lives("北京"), guesses("用户可能住在北京", "location", "北京", day=1, line=2))
    assert mind.items(kind=BELIEF) == []


def test_beliefs_about_others_are_left_alone(mind: Mind) -> None:
    mind.hears(guesses("张三可能住在北京", "location", "北京", subject="张三", names=["张三"]))
    mind.hears(lives("上海", 2, line=2))
    assert mind.items(kind=BELIEF)[0].confidence == 0.5


# -- 4c: summaries


@shows("R196", "R186")
def test_three_facts_on_a_theme_are_summed_up_in_their_own_words(mind: Mind) -> None:
    said = [
        says("用户读计算机专业", "major", "计算机", line=1),
        lives("上海", line=2),
        says("用户在做个人项目“寒武纪”", "project:寒武纪", "寒武纪", line=3, names=["寒武纪"]),
    ]
    mind.hears(*said[:2])
    assert mind.items(kind=SUMMARY) == []
    mind.hears(said[2])
    (summary,) = mind.items(kind=SUMMARY)
    assert summary.content == "用户：住在上海，读计算机专业，在做个人项目“寒武纪”"
    assert set(summary.source_facts) == {each.id for each in mind.items()}
    assert summary.id.startswith("s_")


@shows("R196")
def test_a_summary_is_made_anew_when_a_fact_changed_and_only_then(mind: Mind) -> None:
    mind.hears(
        says("The user likes coffee", "preference:coffee", "like", line=1),
        says("The user likes jazz", "preference:jazz", "like", line=2),
        says("The user likes tea", "preference:tea", "like", line=3),
    )
    (first,) = mind.items(kind=SUMMARY)
    assert first.content == "The user: likes coffee, jazz, tea"
    mind.hears(says("The user likes tea", "preference:tea", "like", line=9, day=1))
    assert [each.id for each in mind.items(kind=SUMMARY)] == [first.id]
    mind.hears(says("The user hates tea", "preference:tea", "dislike", line=11, day=2))
    (second,) = mind.items(kind=SUMMARY)
    assert second.content == "The user: likes coffee, jazz; hates tea"
    assert mind.items(State.SUPERSEDED, kind=SUMMARY)[0].superseded_by == second.id


def test_a_summary_of_what_was_taken_back_goes(mind: Mind) -> None:
    mind.hears(
        *(
            says(f"用户喜欢{x}", f"preference:{x}", "like", line=n)
            for n, x in enumerate("茶酒糖", 1)
        )
    )
    assert mind.known(kind=SUMMARY) == ["用户：喜欢茶、酒、糖"]
    mind.parts.retractor.take_back(PROJECT, "s1", 2)
    mind.hears()
    assert mind.known(kind=SUMMARY) == []


def test_a_summary_stays_short(mind: Mind) -> None:
    mind.hears(
        *(
            says(f"用户喜欢第{n}种非常非常好吃的点心", f"preference:{n}", "like", line=n + 1)
            for n in range(20)
        )
    )
    (summary,) = mind.items(kind=SUMMARY)
    assert 30 < len(summary.content) <= 50
