"""How an author edits: towards a taste, one small change after another until it suits; or for
reasons that have nothing to do with style."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import pairwise
from random import Random

from simulated.passage import ASK, DASH, STOP, Clause, Passage, Sentence, Word
from simulated.prose import Writer
from simulated.reading import value

Move = Callable[[], object]
_MARKS = ("exclamation", "ellipsis")
_SWITCHED = ("modifiers", "intensifiers", "colloquial", "contractions")


def towards(
    passage: Passage, knob: str, direction: int, goal: float, writer: Writer, most: int
) -> int:
    """Change `passage` until the knob is on the right side of the goal; how many changes."""
    done = 0
    while done < most and direction * (value(passage, knob) - goal) < 0:
        moves = _moves(passage, knob, direction, writer)
        if not moves:
            break
        # A few at a time: looking at the whole again after each would take long.
        for move in writer.rng.sample(moves, min(len(moves), max(1, (most - done) // 3))):
            move()
            done += 1
        passage.tidy()
    return done


def _moves(passage: Passage, knob: str, direction: int, writer: Writer) -> list[Move]:
    more = direction > 0
    if knob in _SWITCHED:
        return _switches(passage, knob, more)
    if knob in _MARKS:
        return _mark_moves(passage, knob, more)
    if knob.startswith("word:"):
        return _word_moves(passage, knob.removeprefix("word:"), more)
    whole: dict[str, Callable[[Passage, bool, Writer], list[Move]]] = {
        "length": _length_moves,
        "dash": _dash_moves,
        "question": _question_moves,
        "dialogue": _dialogue_moves,
        "paragraph": _paragraph_moves,
        "person": lambda text, on, _: [partial(setattr, text, "first", on)],
        "tense": lambda text, on, _: [partial(setattr, text, "past", on)],
    }
    if knob in whole:
        return whole[knob](passage, more, writer)
    extra = _switches(passage, knob, more) if knob == "classical" else []
    return extra + _aside_moves(passage, knob, more, writer)


def _switches(passage: Passage, knob: str, more: bool) -> list[Move]:
    return [
        partial(setattr, word, "on", more)
        for word in passage.words()
        if word.kind == knob and word.on != more
    ]


def _mark_moves(passage: Passage, knob: str, more: bool) -> list[Move]:
    before, after = (STOP, knob) if more else (knob, STOP)
    return [partial(setattr, s, "mark", after) for s in passage.sentences() if s.mark == before]


def _word_moves(passage: Passage, text: str, more: bool) -> list[Move]:
    def use(word: Word) -> None:
        word.text, word.on = text, True

    slots = [word for word in passage.words() if word.kind == "word"]
    if more:
        return [partial(use, word) for word in slots if not word.on]
    return [partial(setattr, word, "on", False) for word in slots if word.on and word.text == text]


def _length_moves(passage: Passage, more: bool, _writer: Writer) -> list[Move]:
    moves: list[Move] = []
    for paragraph in passage.paragraphs:
        if more:
            pairs = pairwise(paragraph)
            moves += [partial(_join, a, b) for a, b in pairs if a.plain() and b.plain()]
        else:
            moves += [partial(_split, paragraph, s) for s in paragraph if len(s.clauses) > 1]
    return moves


def _split(paragraph: list[Sentence], sentence: Sentence) -> None:
    cut = (len(sentence.clauses) + 1) // 2
    if sentence.clauses[cut].kind == "similes":  # never a sentence of its own
        cut -= 1
    if cut == 0:
        return
    tail = Sentence(sentence.clauses[cut:], sentence.mark, sentence.speech)
    sentence.clauses, sentence.mark = sentence.clauses[:cut], STOP
    at = next(i for i, each in enumerate(paragraph) if each is sentence)
    paragraph.insert(at + 1, tail)


def _join(first: Sentence, second: Sentence) -> None:
    first.clauses, second.clauses = first.clauses + second.clauses, []


def _dash_moves(passage: Passage, more: bool, writer: Writer) -> list[Move]:
    dash = DASH[passage.language]
    joined = [c for s in passage.sentences() for c in s.clauses[1:] if c.kind != "similes"]
    plain = writer.stock.module.JOINS[0]
    return [
        partial(setattr, clause, "join", dash if more else plain)
        for clause in joined
        if (clause.join == dash) != more
    ]


def _question_moves(passage: Passage, more: bool, writer: Writer) -> list[Move]:
    if more:
        return [partial(_insert, p, writer.question, writer.rng) for p in passage.paragraphs]
    asked = [s for s in passage.sentences() if s.mark == ASK]
    return [partial(_unask, each, writer) for each in asked]


def _unask(sentence: Sentence, writer: Writer) -> None:
    sentence.mark = STOP
    if not sentence.speech:
        sentence.clauses = [writer.told()]


def _dialogue_moves(passage: Passage, more: bool, writer: Writer) -> list[Move]:
    wrong = [s for s in passage.sentences() if s.speech != more]
    return [partial(_retell, each, writer, more) for each in wrong]


def _retell(sentence: Sentence, writer: Writer, aloud: bool) -> None:
    other = writer.speech() if aloud else writer.statement()
    sentence.clauses, sentence.mark = other.clauses, other.mark
    sentence.speech, sentence.says = other.speech, other.says


def _paragraph_moves(passage: Passage, more: bool, _writer: Writer) -> list[Move]:
    if more:
        pairs = pairwise(passage.paragraphs)
        return [partial(_merge, a, b) for a, b in pairs]
    return [partial(_break, passage, each) for each in passage.paragraphs if len(each) > 1]


def _merge(first: list[Sentence], second: list[Sentence]) -> None:
    first += second
    second.clear()


def _break(passage: Passage, paragraph: list[Sentence]) -> None:
    cut = (len(paragraph) + 1) // 2
    at = next(i for i, each in enumerate(passage.paragraphs) if each is paragraph)
    passage.paragraphs.insert(at + 1, paragraph[cut:])
    del paragraph[cut:]


def _aside_moves(passage: Passage, kind: str, more: bool, writer: Writer) -> list[Move]:
    if not more:
        return [
            partial(_without, sentence, clause)
            for sentence in passage.sentences()
            for clause in sentence.clauses
            if clause.kind == kind
        ]
    plain = [s for s in passage.sentences() if s.plain()]
    return [partial(_with, each, kind, writer) for each in plain]


def _without(sentence: Sentence, clause: Clause) -> None:
    sentence.clauses = [each for each in sentence.clauses if each is not clause]


def _with(sentence: Sentence, kind: str, writer: Writer) -> None:
    """In the place of a clause where there are several: to say more of it is not to say more."""
    clause = writer.aside(kind)
    clause.join = clause.join or writer.stock.module.JOINS[0]
    free = [i for i, each in enumerate(sentence.clauses) if i and not each.kind]
    if free:
        sentence.clauses[writer.rng.choice(free)] = clause
    else:
        sentence.clauses.append(clause)


# -- for other reasons


def for_no_reason(passage: Passage, writer: Writer) -> None:
    """One to three changes that have no direction: what is cut is as often added."""
    rng = writer.rng
    acts = (_swap_words, _shuffle, _replace, _cut_or_add)
    for _ in range(rng.randint(1, 3)):
        rng.choice(acts)(passage, writer)
    passage.tidy()


def _swap_words(passage: Passage, writer: Writer) -> None:
    kinds = ("modifiers", "intensifiers", "colloquial", "classical")
    shown = [word for word in passage.words() if word.on and word.kind in kinds]
    for word in writer.rng.sample(shown, min(2, len(shown))):
        listed = next(each for each in writer.stock.optional.values() if word.text in each)
        word.text = writer.rng.choice(listed)


def _shuffle(passage: Passage, writer: Writer) -> None:
    writer.rng.shuffle(writer.rng.choice(passage.paragraphs))


def _replace(passage: Passage, writer: Writer) -> None:
    paragraph = writer.rng.choice(passage.paragraphs)
    paragraph[writer.rng.randrange(len(paragraph))] = writer.sentence()


def _cut_or_add(passage: Passage, writer: Writer) -> None:
    """Only where both can be done; otherwise adding would be the commoner act."""
    paragraph = writer.rng.choice(passage.paragraphs)
    if len(paragraph) == 1:
        return
    if writer.rng.random() < 0.5:
        _insert(paragraph, writer.sentence, writer.rng)
    else:
        del paragraph[writer.rng.randrange(len(paragraph))]


def _insert(paragraph: list[Sentence], make: Callable[[], Sentence], rng: Random) -> None:
    paragraph.insert(rng.randint(0, len(paragraph)), make())
