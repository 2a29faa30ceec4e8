"""Who is who: people, projects and the user are one each, whatever they are called."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from friends import Friend
from shows import shows


@pytest.fixture
def friend(tmp_path: Path) -> Iterator[Friend]:
    made = Friend(tmp_path)
    yield made
    made.world.close()


def told(friend: Friend, entity: str) -> set[str]:
    answer = friend.world.ok("knowledge:search", projectId="claw", entity=entity)
    return {each["content"] for each in answer["items"]}


def figures(friend: Friend) -> set[str]:
    drawn = friend.world.ok("knowledge:graph", projectId="claw")
    return {each["name"] for each in drawn["knowledge"]["entities"]}


@shows("R189", "R196")
@pytest.mark.parametrize(
    ("name", "role", "days"),
    [
        ("李梅", "女朋友", ["我女朋友叫李梅", "李梅喜欢猫", "我女朋友在北京工作"]),
        ("李梅", "女朋友", ["我女朋友在北京工作", "我女朋友叫李梅", "李梅喜欢猫"]),
        ("Li Mei", "girlfriend",
         ["My girlfriend Li Mei likes cats", "My girlfriend works in Beijing"]),
        ("Anna", "sister",
         ["My sister plays chess", "My sister's name is Anna", "Anna lives in Rome"]),
        ("李梅", "girlfriend", ["我女朋友叫李梅", "My girlfriend plays tennis"]),
    ],
)  # fmt: skip
def test_who_is_known_by_a_relation_and_by_a_name_is_one(
    friend: Friend, name: str, role: str, days: list[str]
) -> None:
    # Given somebody who is spoken of by what they are to the user, and by name
    for day, said in enumerate(days, start=1):
        friend.says(day, said)
    friend.sleeps()
    # Then asking for either finds all that is known
    everything = set(friend.knows())
    assert told(friend, name) == told(friend, role) == everything
    # And the graph, the list and the page know one
    assert name in figures(friend)
    assert role not in figures(friend)
    names = {
        each["name"] for each in friend.world.ok("knowledge:entities", projectId="claw")["items"]
    }
    assert name in names
    assert role not in names
    page = friend.world.ok("knowledge:entity", projectId="claw", name=role)
    assert page["name"] == name
    assert len(page["facts"]) == len(everything)


def test_of_two_sisters_none_is_taken_for_the_other(friend: Friend) -> None:
    friend.says(1, "My sister Anna lives in Rome")
    friend.says(2, "My sister Bea is a nurse")
    friend.says(3, "My sister plays chess")
    friend.sleeps()
    assert told(friend, "Anna") == {"The user's sister is Anna", "Anna lives in Rome"}
    assert told(friend, "Bea") == {"The user's sister is Bea", "Bea is a nurse"}
    assert told(friend, "sister") == set(friend.knows())


def test_what_was_said_of_one_girlfriend_is_not_said_of_the_next(friend: Friend) -> None:
    # Given a girlfriend, an end, and another one
    friend.says(1, "My girlfriend is called Li Mei")
    friend.says(2, "My girlfriend likes cats")
    friend.says(5, "I broke up with my girlfriend")
    friend.says(8, "I have a girlfriend called Zoe")
    friend.says(9, "My girlfriend hates cats")
    friend.says(10, "Li Mei is my ex-girlfriend")
    friend.sleeps()
    # Then each has what is hers
    assert told(friend, "Li Mei") == {
        "The user's girlfriend likes cats",
        "Li Mei is the user's ex-girlfriend",
    }
    assert (
        told(friend, "Zoe")
        == told(friend, "girlfriend")
        == {
            "The user's girlfriend is called Zoe",
            "The user's girlfriend hates cats",
        }
    )


def test_the_user_is_one_in_both_languages(friend: Friend) -> None:
    friend.says(1, "我对花生过敏", "I live in Berlin")
    friend.sleeps()
    everything = {"用户对花生过敏", "The user lives in Berlin"}
    assert told(friend, "用户") == told(friend, "user") == everything
    assert len(figures(friend) & {"用户", "user"}) == 1
    counted = friend.world.ok("knowledge:entities", projectId="claw")["items"]
    assert [each["items"] for each in counted if each["name"] in ("用户", "user")] == [2]


PROJECTS = [
    ("My project is called Orion", "The user's project is called Orion", "Orion", "project"),
    ("We decided to use Postgres for Orion", "The user decided to use Postgres for Orion",
     "Orion", "project"),
    ("For Orion we went with Redis", "The user went with Redis for Orion", "Orion", "project"),
    ("I'm building a CLI tool named Foo in Go",
     "The user is building a CLI tool named Foo in Go", "Foo", "project"),
    ("I'm working on a novel called The Fog Letters",
     "The user is working on a novel called The Fog Letters", "The Fog Letters", "project"),
    ("the deadline for Orion is March 3", "The deadline for Orion is on 2026-03-03", "Orion",
     "project"),
    ("I changed jobs, I'm at Tencent now", "The user works at Tencent", "Tencent",
     "organization"),
    ("your name is Tkao", "The assistant is called Tkao", "Tkao", "person"),
]  # fmt: skip


@shows("R189", "R195")
def test_projects_and_decisions_are_facts_with_their_entity(friend: Friend) -> None:
    # When somebody speaks of what they make and what they chose for it
    friend.says(1, *(said for said, *_ in PROJECTS))
    friend.sleeps()
    # Then each gives its fact, and who asks for the entity finds it
    found = friend.world.ok("knowledge:entities", projectId="claw")["items"]
    types = {each["name"]: each["type"] for each in found}
    for _, content, entity, kind in PROJECTS:
        assert content in told(friend, entity)
        assert types[entity] == kind


def test_what_may_come_is_believed(friend: Friend) -> None:
    friend.says(1, "I might intern at a tech company")
    friend.sleeps()
    assert friend.knows(kind="belief") == ["The user might intern at a tech company"]


@shows("R196")
@pytest.mark.parametrize(
    ("guess", "fact", "held"),
    [
        # what is denied is something else
        ("I might like hiking", "I love hiking but I hate running", None),
        ("Maybe I'm allergic to shellfish", "I'm not allergic to peanuts", True),
        ("我可能喜欢咖啡", "我不喜欢茶", True),
        ("I think I like tea", "I prefer tea over coffee", None),
        ("I might intern at a tech company", "I never worked at a bakery", True),
        # and this is what is denied
        ("I might be allergic to shellfish", "I'm not allergic to shellfish", False),
        ("我可能对虾过敏", "我对虾不过敏", False),
    ],
)
def test_a_belief_is_denied_only_by_what_contradicts_it(
    friend: Friend, guess: str, fact: str, held: bool | None
) -> None:
    # Given a guess, and a plain word after it
    friend.says(1, guess)
    friend.says(2, fact)
    friend.sleeps()
    # Then the guess is as sure as it was, or became a fact; only what denies it takes from it
    answer = friend.world.ok(
        "knowledge:list", projectId="claw", types=["belief"],
        states=["active", "archived", "denied", "superseded"],
    )  # fmt: skip
    (belief,) = answer["items"]
    if held is False:
        assert belief["confidence"] < 0.5
    else:
        assert belief["confidence"] >= 0.5
        assert belief["state"] in ({"active"} if held else {"active", "superseded"})
