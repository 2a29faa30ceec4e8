"""The stock of the offline writer: enough of it, and well formed in every person and tense."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from mohen.offline_writer import setting
from mohen.offline_writer.compose import Composer, habits_of
from mohen.offline_writer.draft import Cast, Draft, Sentence
from mohen.offline_writer.policy import Offline
from mohen.offline_writer.stock import Beat, fits, stock
from mohen.offline_writer.verbs import conjugated, negated
from mohen.text import scenes, style, style_words
from mohen.text.word_lists import words

POLICY = Offline()
LANGUAGES = ("zh", "en")
ENOUGH = 25  # clauses that fit any text about two people, whatever it shows beside
_SHOWN = frozenset(("WHO", "OTHER", "SELF"))


@pytest.mark.parametrize(("language", "scene"), [*product(LANGUAGES, scenes.KNOWN)])
def test_there_is_enough_of_every_kind_of_scene(language: str, scene: str) -> None:
    beats = [each for each in stock(language).scenes[scene] if fits(each, _SHOWN)]
    assert sum(map(len, beats)) >= ENOUGH
    assert len(set(beats)) == len(beats)


def all_beats(language: str) -> Iterator[tuple[Beat, bool]]:
    """Every beat, and whether it is spoken."""
    here = stock(language)
    for beats in (*here.scenes.values(), *here.asides.values(), here.brief, here.questions):
        yield from ((each, False) for each in beats)
    said = [beat for each in here.exchanges for beat, _ in each]
    for beats in (here.speech, here.asked, said):
        yield from ((each, True) for each in beats)


@pytest.mark.parametrize(
    ("language", "first", "past", "on"),
    [*product(LANGUAGES, (True, False), (True, False), (0.0, 1.0))],
)
def test_every_line_can_be_said_whole_in_parts_and_in_every_person(
    language: str, first: bool, past: bool, on: float
) -> None:
    cast = Cast("她" if language == "zh" else "she", other="X", first=first, past=past)
    habits = dict.fromkeys(habits_of("", 0, "action", POLICY), on)
    composer = Composer(stock(language), "action", cast, Random(1), habits, POLICY)
    draft = Draft(language, "action", cast)
    good = re.compile("[\u3400-\u9fff，。：X]+" if language == "zh" else "[A-Za-z ,.:'-]+")
    for beat, spoken in all_beats(language):
        clauses = composer.clauses(beat)
        for sentence in (Sentence(clauses), *(Sentence([each]) for each in clauses)):
            sentence.speaker = "hero" if spoken else ""
            said = draft.sentence(sentence).strip("“”")
            assert good.fullmatch(said), said
            assert "  " not in said
            assert not re.search(r"\b[A-Z]{2,}\b", said), said


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_aside_is_counted_as_what_it_is(language: str) -> None:
    cast = Cast("他" if language == "zh" else "he", other="Tom", past=True)
    habits = dict.fromkeys(habits_of("", 0, "action", POLICY), 1.0)
    composer = Composer(stock(language), "action", cast, Random(1), habits, POLICY)
    draft = Draft(language, "action", cast)
    for kind, beats in stock(language).asides.items():
        for beat in beats:
            said = draft.sentence(Sentence(composer.clauses(beat)))
            assert kind == "colon" or style.measure(said)[kind] > 0, f"{kind}: {said}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_names_a_place_a_weather_or_an_hour_that_it_does_not_need(language: str) -> None:
    cast = Cast("他" if language == "zh" else "he", other="Tom", things={"THING": "X", "ARM": "X"})
    habits = dict.fromkeys(habits_of("", 0, "action", POLICY), 1.0)
    composer = Composer(stock(language), "action", cast, Random(1), habits, POLICY)
    draft = Draft(language, "action", cast)
    for beat, spoken in all_beats(language):
        sentence = Sentence(composer.clauses(beat), speaker="hero" if spoken else "")
        said = draft.sentence(sentence)
        named = setting.places(said, language) | (setting.shown(said, language) & _WHEN)
        needed = beat[0].needs | ({"day"} if "hot" in beat[0].needs else set())
        assert named <= needed, said


_WHEN = frozenset(("rain", "snow", "night", "day"))


@pytest.mark.parametrize(
    ("verb", "past", "one", "many"),
    [
        ("be", "was", "is", "are"),
        ("have", "had", "has", "have"),
        ("stop", "stopped", "stops", "stop"),
        ("carry", "carried", "carries", "carry"),
        ("stay", "stayed", "stays", "stay"),
        ("pass", "passed", "passes", "pass"),
        ("go", "went", "goes", "go"),
        ("breathe", "breathed", "breathes", "breathe"),
        ("can", "could", "can", "can"),
    ],
)
def test_verbs_are_conjugated(verb: str, past: str, one: str, many: str) -> None:
    assert conjugated(verb, "s", past=True) == past
    assert conjugated(verb, "s", past=False) == one
    assert conjugated(verb, "p", past=False) == many


def test_negations_follow_person_and_tense_contracted_or_not() -> None:
    assert negated("didn't", "s", past=True, contracted=True) == "didn't"
    assert negated("didn't", "s", past=False, contracted=True) == "doesn't"
    assert negated("didn't", "I", past=False, contracted=False) == "do not"
    assert negated("wasn't", "I", past=False, contracted=True) == "am not"


def test_every_verb_of_the_stock_has_a_past_that_english_knows() -> None:
    """By its ending, or listed: a wrong one would be a wrong tense to the measure as well."""
    for beat, _ in all_beats("en"):
        for piece in (piece for line in beat for piece in line.pieces if piece.kind == "verb"):
            said = conjugated(piece.text, "s", past=True)
            counts = style_words.count_english(f"it {said}", ["it", said], ["it", said])
            assert counts["past"] or said in _SAME, said


_SAME = words("set hit cast beat stung shrank cut read wound struck blew")
"""Past forms that the measure does not know, or that are the same as the present."""
