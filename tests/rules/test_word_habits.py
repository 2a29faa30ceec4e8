"""Words that editing keeps removing or adding: found when they are there, and not otherwise."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from random import Random

import pytest

from mohen.episodes import word_edits
from mohen.episodes.policy import Measuring
from mohen.rules import word_habits
from mohen.rules.word_habits import EditedWords, Habit
from shows import shows

POLICY = Measuring()
HAN = [chr(code) for code in range(0x4E00, 0x4E00 + 900) if chr(code) not in "他们的了一"]
LETTERS = "bcdfghklmnprst"


def vocabulary(language: str, random: Random, size: int = 600) -> list[str]:
    """The commonest first: words of one to three characters, or of two syllables and more."""
    if language == "zh":
        lengths = random.choices((1, 2, 3), (2, 7, 1), k=size)
        return ["他", "的", "了"] + ["".join(random.choices(HAN, k=n)) for n in lengths]
    syllables = [a + b + c for a in LETTERS for b in "aeiou" for c in LETTERS]
    return ["the", "he", "was"] + [
        "".join(random.sample(syllables, random.choice((1, 2)))) for _ in range(size)
    ]


class Author:
    """Gets passages of random words (frequent ones often, as in any language) and edits some:
    each word is cut or replaced by chance, and `habit` cuts or adds what it likes."""

    def __init__(self, seed: int, language: str, habit: Callable[..., list[str]] | None = None):
        self.random = Random(seed)
        self.language, self.habit = language, habit
        self.words = vocabulary(language, self.random)
        self.odds = list(accumulate(1 / (rank + 3) for rank in range(len(self.words))))
        self.restless = self.random.choice((0.02, 0.06, 0.12, 0.25))

    def some(self, count: int) -> list[str]:
        return self.random.choices(self.words, cum_weights=self.odds, k=count)

    def passage(self, words: Sequence[str]) -> str:
        joint, stop = ("", "。") if self.language == "zh" else (" ", ". ")
        lines = [words[at : at + 8] for at in range(0, len(words), 8)]
        return stop.join(joint.join(line) for line in lines)

    def edited(self, words: Sequence[str]) -> Iterator[str]:
        for word in words:
            if self.random.random() >= self.restless:
                yield word
            elif self.random.random() < 0.5:
                yield from self.some(1)

    def episode(self, number: int, put: str | None = None, scene: str | None = None) -> EditedWords:
        while True:
            words = self.some(self.random.randint(25, 70))
            if put is not None:
                words.insert(self.random.randrange(len(words)), put)
            after = list(self.edited(words))
            if self.habit is not None:
                after = self.habit(self, after)
            context = self.passage(self.some(10))
            found = word_edits.changed(self.passage(words), self.passage(after), context, POLICY)
            if found is not None:
                where = scene or self.random.choice(("action", "dialogue", "description"))
                return EditedWords(f"ep_{number}", where, found)


@shows("C80")
@pytest.mark.parametrize("language", ["zh", "en"])
def test_an_author_without_habits_is_told_of_none_however_often_one_looks(language: str) -> None:
    accused = 0
    for seed in range(100):
        author = Author(seed, language)
        seen = [author.episode(n) for n in range(60)]
        accused += any(word_habits.find(seen[:n], POLICY) for n in range(10, 61, 10))
    assert accused <= 2


def cutting(phrase: str, noise: float = 0.0) -> Callable[..., list[str]]:
    def habit(author: Author, after: list[str]) -> list[str]:
        return [each for each in after if each != phrase or author.random.random() < noise]

    return habit


def adding(phrase: str, often: float) -> Callable[..., list[str]]:
    def habit(author: Author, after: list[str]) -> list[str]:
        if author.random.random() < often:
            after.insert(author.random.randrange(len(after)), phrase)
        return after

    return habit


def found(author: Author, count: int, put: str | None = None) -> list[Habit]:
    return word_habits.find([author.episode(n, put) for n in range(count)], POLICY)


@shows("C80")
@pytest.mark.parametrize(("language", "word"), [("zh", "仿佛"), ("en", "suddenly")])
def test_a_word_that_is_nearly_always_cut_is_found_within_fifteen_chances(
    language: str, word: str
) -> None:
    right = 0
    for seed in range(40):
        author = Author(seed, language, cutting(word, noise=0.12))
        author.restless = author.random.choice((0.02, 0.06))
        told = found(author, 15, put=word)
        assert all((each.phrase, each.avoid) == (word, True) for each in told)  # and nothing else
        right += bool(told)
    assert right >= 36


@pytest.mark.parametrize(
    ("language", "phrase"),
    [("zh", "不由得"), ("zh", "不由自主"), ("en", "sort of"), ("en", "could feel"), ("zh", "罢了")],
)
def test_parts_of_a_phrase_come_out_as_the_phrase(language: str, phrase: str) -> None:
    author = Author(3, language, cutting(phrase))
    author.restless = 0.04
    assert [each.phrase for each in found(author, 25, put=phrase)] == [phrase]


def test_a_word_and_its_usual_neighbour_are_the_word() -> None:
    # 仿佛 goes always, and is often followed by 是: 佛是 goes whenever it is there
    author = Author(5, "zh", lambda _, after: [each.replace("仿佛", "") for each in after])
    author.restless = 0.04
    seen = [author.episode(n, put="仿佛是" if n % 2 else "仿佛") for n in range(30)]
    assert [each.phrase for each in word_habits.find(seen, POLICY)] == ["仿佛"]


@pytest.mark.parametrize(("language", "word"), [("zh", "罢了"), ("en", "perhaps")])
def test_a_word_that_editing_keeps_adding_is_found(language: str, word: str) -> None:
    told = found(Author(9, language, adding(word, often=0.5)), 40)
    assert [(each.phrase, each.avoid, each.scene) for each in told] == [(word, False, None)]
    assert len(told[0].supporting) >= 10


def test_supporting_and_contradicting_are_the_episodes_that_cut_and_kept_it() -> None:
    author = Author(11, "zh", cutting("仿佛", noise=0.15))
    author.restless = 0.03
    seen = [author.episode(n, put="仿佛") for n in range(30)]
    habit = word_habits.find(seen, POLICY)[0]
    assert set(habit.supporting) == {each.episode_id for each in seen if "仿佛" in each.words.cut}
    assert set(habit.contradicting) == {
        each.episode_id for each in seen if word_edits.hashed("仿佛") in set(each.words.hashes())
    }
    assert habit.contradicting


@shows("C78")
def test_a_habit_of_one_scene_is_stated_for_that_scene() -> None:
    calm, fierce = Author(1, "zh"), Author(2, "zh", cutting("仿佛"))
    calm.restless = fierce.restless = 0.03
    fights = [fierce.episode(n, "仿佛", "action") for n in range(15)]
    walks = [calm.episode(n + 15, "仿佛", "description") for n in range(15)]
    (habit,) = [each for each in word_habits.find(fights + walks, POLICY) if each.phrase == "仿佛"]
    assert (habit.scene, len(habit.supporting)) == ("action", 15)
    # Where no other scene had the chance, it is taken to hold for everything.
    assert [each.scene for each in word_habits.find(fights, POLICY)] == [None]


def test_what_is_let_stand_half_of_the_time_is_no_habit() -> None:
    assert found(Author(4, "en", cutting("suddenly", noise=0.5)), 60, put="suddenly") == []


@pytest.mark.parametrize(
    ("name", "line", "pronoun"),
    [("林远舟", "林远舟站在门外。", "他"), ("Elara", "Then Elara waited.", "she")],
)
def test_a_name_of_the_story_is_never_proposed(name: str, line: str, pronoun: str) -> None:
    language = "zh" if name == "林远舟" else "en"
    for old, new in ((name, pronoun), (pronoun, name)):
        author, seen = Author(6, language), []
        for n in range(30):
            words = author.some(40)
            words.insert(20, old)
            after = [new if each == old else each for each in words]
            before, final = author.passage(words), author.passage(after)
            if (changed := word_edits.changed(before, final, line, POLICY)) is not None:
                seen.append(EditedWords(f"ep_{n}", "action", changed))
        assert len(seen) == 30
        assert word_habits.find(seen, POLICY) == []


def test_less_weight_is_less_proof() -> None:
    author = Author(8, "zh", cutting("仿佛"))
    author.restless = 0.03
    seen = [author.episode(n, put="仿佛") for n in range(8)]
    light = [EditedWords(each.episode_id, each.scene, each.words, 0.1) for each in seen]
    assert word_habits.find(seen, POLICY)
    assert word_habits.find(light, POLICY) == []


def test_nothing_edited_is_nothing_found() -> None:
    assert word_habits.find([], POLICY) == []
