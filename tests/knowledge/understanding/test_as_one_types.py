"""English as it is typed: led in, cut short, with a tail, and of one's own book."""

from __future__ import annotations

import pytest

from mohen.knowledge.understanding.en.openings import with_subject
from ordinary import told

SAID = 'The user said on 2026-02-04: "{}"'


LED_IN = {
    "fwiw I'm a locksmith": "The user is a locksmith",
    "Oh and I have a stepson": "The user has a stepson",
    "you should know that I'm legally blind": "The user is legally blind",
    "just so you know, I have a lisp": "The user has a lisp",
    "For context, I run a small florist with my aunt": (
        "The user runs a small florist with their aunt"
    ),
    "quick background: I repair violins": "The user repairs violins",
    "In case it matters, I'm left-handed": "The user is left-handed",
    "I take sertraline, by the way": "The user takes sertraline",
}


@pytest.mark.parametrize("text", LED_IN)
def test_what_leads_in_takes_nothing_away(text: str) -> None:
    assert told(text) == [LED_IN[text]]


LEFT_OUT = {
    "been a midwife for 9 years": "The user has been a midwife for 9 years",
    "Left-handed, by the way": "The user is left-handed",
    "lactose intolerant here": "The user is lactose intolerant",
    "Single dad of three here": "The user is a single dad of three",
    "not a fan of opera": "The user isn't a fan of opera",
    "Never learned to whistle": "The user has never learned to whistle",
    "no car": "The user has no car",
    "Afraid of needles": "The user is afraid of needles",
    "Fluent in sign language": "The user is fluent in sign language",
}


@pytest.mark.parametrize("text", LEFT_OUT)
def test_who_leaves_themselves_out_is_meant(text: str) -> None:
    assert told(text) == [LEFT_OUT[text]]


@pytest.mark.parametrize(
    "text",
    [
        "Editor here is slow",
        "Been a while",
        "Not a fan of that answer",
        "Got an error on line 40",
        "Used to be simpler",
        "Always use metric units",
        "Better weather here",
    ],
)
def test_what_only_looks_cut_short_has_no_subject_put_before_it(text: str) -> None:
    assert with_subject(text) == text


# What a reading would leave out: the sentence itself is kept.
WITH_TAIL = [
    "I'm deaf in my left ear from a childhood infection",
    "I'm colorblind, red and green look the same to me",
    "Technical translator here, Dutch into English",
    "I've had type 1 diabetes since I was eleven",
    "My older brother died when I was ten",
    "I'm a permanent resident of Canada, not a citizen",
    "We speak Catalan at home",
    "I mostly cook Georgian food",
]


@pytest.mark.parametrize("text", WITH_TAIL)
def test_what_a_reading_leaves_out_is_kept_as_it_was_said(text: str) -> None:
    assert told(text)[-1] == SAID.format(text)


WHOLE = {
    "I use Emacs, not VS Code": ["The user uses Emacs rather than VS Code"],
    "I had a liver transplant in 2014": ["The user had a liver transplant in 2014"],
    "Last week, my brother bought a boat": [
        "The user's brother bought a boat in the week of 2026-01-26"
    ],
    "I grew up in Paris, Texas": ["The user grew up in Paris, Texas"],
    "My late father was a watchmaker": ["The user's late father was a watchmaker"],
    "My late wife Joan was a pilot": [
        "The user's late wife was Joan",
        "Joan was a pilot",
    ],
    "Born in Lagos, raised in Leeds": [
        "The user was born in Lagos",
        SAID.format("Born in Lagos, raised in Leeds"),
    ],
    "My wife's Danish": ["The user's wife is Danish"],
    "I'm Eric": ["The user is called Eric"],
    "I go by they/them": ["The user's pronouns are they/them"],
    "I did my master's in Leiden": ["The user did their master's in Leiden (told on 2026-02-04)"],
    "Love hiking, hate camping": ["The user loves hiking", "The user hates camping"],
}


@pytest.mark.parametrize("text", WHOLE)
def test_what_says_which_one_it_is_stays(text: str) -> None:
    assert told(text) == WHOLE[text]


@pytest.mark.parametrize(
    "text",
    [
        "Since my stroke in 2022 I type with one hand only",
        "I draft longhand and then type it up in Scrivener",
        "Because of my arthritis I use voice typing",
        "I outline every chapter on index cards before I write it",
        "I can only read on paper, screens give me migraines",
        "The kids stay with me every other week",
        "Whenever I travel I bring my own pillow",
    ],
)
def test_how_one_lives_and_works_is_kept_as_it_was_said(text: str) -> None:
    assert told(text) == [SAID.format(text)]


@pytest.mark.parametrize(
    "text",
    [
        "The main character of my novel is a ferryman called Odo",
        "In my book magic costs the caster a tooth",
        "The villain in my story, Dr Askew, turns out to be her brother",
        "Book two of my trilogy is with my editor",
        "In the story I'm writing, the dead come back every autumn",
        "I'm on the third draft of my novel",
    ],
)
def test_what_is_told_of_ones_own_book_is_kept_as_it_was_said(text: str) -> None:
    assert told(text) == [SAID.format(text)]


@pytest.mark.parametrize(
    "text",
    [
        "I walk into the bar. The bartender has no face.",
        "Chapter 3. My father was a fisherman",
        "My name is Inigo Montoya. You killed my father.",
        "In my book that's cheating",
        "For my novel I need ten Welsh names",
        "Shorten my chapter to 500 words",
        "I had a weird dream last night, can dreams come true?",
        "My story needs a better ending",
        "The narrator in this passage is unreliable",
        "Worked like a charm",
        "I never said that",
    ],
)
def test_what_is_dictated_asked_for_or_passing_says_nothing_of_the_user(text: str) -> None:
    assert told(text) == []
