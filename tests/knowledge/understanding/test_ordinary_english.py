"""Ordinary English, by rules alone: what is kept is right, most of it is, and none is garbled."""

from __future__ import annotations

import pytest

import ordinary_en
from mohen.knowledge.model import EntityType
from mohen.knowledge.understanding.en.faithful import faithful
from ordinary import contents, kept
from shows import shows


def holds(content: str, fact: str) -> bool:
    return all(word in content.lower() for word in fact.removeprefix("?").lower().split())


@shows("R195", "R205")
def test_two_hundred_english_sentences_are_read_well() -> None:
    lines = [*ordinary_en.FACTS.split("\n"), *ordinary_en.NOTHING.split("\n")]
    told = [each.partition(" → ") for each in lines if each]
    assert len(told) >= 200
    wrong: list[str] = []
    missed: list[str] = []
    stored = wanted = 0
    for text, _, expected in told:
        facts = list(filter(None, expected.split(" | ")))
        found = contents(text)
        stored += len(found)
        wrong += [each for each in found if not any(holds(each, fact) for fact in facts)]
        needed = [each for each in facts if not each.startswith("?")]
        wanted += len(needed)
        missed += [fact for fact in needed if not any(holds(each, fact) for each in found)]
    # What is kept is right, and most of what there is is kept
    assert 1 - len(wrong) / stored >= 0.97, wrong
    assert 1 - len(missed) / wanted >= 0.80, missed


# What is said in other orders, with other subjects and half left out.
GRAMMAR = {
    "Marcus, my older brother, lives in Leeds": [
        "The user's older brother is Marcus",
        "Marcus lives in Leeds",
    ],
    "My daughter Ivy, who's nine, is mad about horses": [
        "The user's daughter is Ivy",
        "Ivy is mad about horses",
    ],
    "My dad's a retired firefighter": ["The user's dad is a retired firefighter"],
    "Lena and I are getting a divorce": ["The user and Lena are getting a divorce"],
    "Working at a law firm in Chicago these days": ["The user works at a law firm"],
    "been doing crossfit for years": ["The user has been doing crossfit for years"],
    "At work I use Linux": ["The user uses Linux at work"],
    "I have a sister and two brothers": ["The user has a sister", "The user has two brothers"],
    "I have asthma and wear glasses": ["The user has asthma", "The user wears glasses"],
    "They promoted me to head of design": ["The user was promoted to head of design"],
    "The app I'm building is called Sprout": ["The user is building an app called Sprout"],
    "My grandmother turned 90 last spring": ["The user's grandmother turned 90 in spring 2025"],
    "I've booked a table for Saturday": ["The user has booked a table for 2026-02-07"],
    "I haven't seen my brother in three years": [
        "The user has not seen their brother in three years"
    ],
    "We raised 20,000 dollars": ["The user raised 20,000 dollars (told on 2026-02-04)"],
    "Ahmed and Layla are my closest friends": [],
    "Learning about other cultures would be great": [],
    "Tolkien was born in South Africa": [],
    "Layered clothing is a must": [],
    "Here is my essay: My name is Carlos and I come from Peru.": [],
    "Let's write a scene. I'm a detective. I have a drinking problem.": [],
    "I am the youngest manager in my department": [
        "The user is the youngest manager in their department"
    ],
    "My neighbor across the hall plays the tuba": [],
}


@pytest.mark.parametrize("text", GRAMMAR)
def test_a_sentence_is_read_however_it_is_built(text: str) -> None:
    assert contents(text) == GRAMMAR[text]


@pytest.mark.parametrize(
    "text",
    ["We decided to use Postgres for Orion", "Project Orion is on hold", "Orion's logo is blue"],
)
def test_a_project_is_an_entity_of_its_kind(text: str) -> None:
    (said,) = kept(text)
    assert ("Orion", EntityType.PROJECT) in [(each.name, each.type) for each in said.entities]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("The user's shoes be old", "my shoes are old"),
        ("The user has been giving me exercises", "has been giving me exercises"),
        ("The user works with", "I work with"),
        ('The user reads "Dune', 'I read "Dune'),
        ("The user likes tea", "I do not like tea"),
        ("The user lives with us", "lives with us"),
    ],
)
def test_what_is_no_whole_sentence_or_says_something_else_is_no_memory(
    content: str, said: str
) -> None:
    assert not faithful(content, said)


def test_what_says_what_was_said_is() -> None:
    assert faithful("The user can't stand tea", "I cannot stand tea")
    assert faithful("The user wants to be called Sam", "call me Sam")
    assert faithful(
        'The user is writing "My Year Without You"', 'I am writing "My Year Without You"'
    )
