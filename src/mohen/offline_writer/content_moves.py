"""Moves that change how much a draft holds of something: modifiers, similes, sounds, speech, a
word. A move is a small change that can be made; the list has the least harmful ones first.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from itertools import pairwise

from mohen.offline_writer.compose import Composer
from mohen.offline_writer.draft import ASK, COLON, COMMA, STOP, Clause, Draft, Sentence, Word
from mohen.text import sentences, style_words

Move = Callable[[], object]

OPTIONAL = ("modifiers", "intensifiers", "colloquial", "adverbials", "contractions")
"""Kinds of words that can be left out, or said otherwise."""
_SHOWN = ("similes", "idioms", "classical", "sight", "sound", "smell", "taste", "touch")


def counted(feature: str, draft: Draft, more: bool, composer: Composer) -> list[Move]:
    """Of what is counted in words."""
    if more:
        switched = [
            partial(setattr, word, "on", True)
            for word in draft.words()
            if word.kind == feature and not word.on
        ]
        composer.rng.shuffle(switched)
        room = [each for each in draft.sentences() if not each.speaker]
        composer.rng.shuffle(room)
        if feature not in composer.stock.asides:
            return [*switched]
        return [*switched, *(partial(_add, draft, each, feature, composer) for each in room)]
    asides = [
        partial(_drop, sentence, clause)
        for sentence in draft.sentences()
        for clause in sentence.clauses
        if clause.kind == feature
    ]
    # 非常 is an intensifier and a modifier, 非常缓慢地 can only go as one.
    loose = [
        partial(setattr, word, "on", False)
        for word in draft.words()
        if word.on and word.kind in OPTIONAL and _count(feature, word.text, draft.language)
    ]
    composer.rng.shuffle(loose)
    count = partial(_count, feature)
    return [*asides, *loose] or cleaned(draft, count, composer, own=feature in _SHOWN)


def _add(draft: Draft, sentence: Sentence, kind: str, composer: Composer) -> None:
    """As a clause of the sentence, or as a sentence of its own."""
    clause = composer.aside(kind)
    alone = composer.rng.random() < composer.policy.half
    if alone or sentence.fixed or sentence.mark == ASK or kind == "colloquial":
        _after(draft, sentence, Sentence([clause]))
    else:
        sentence.clauses.append(clause)


def _after(draft: Draft, sentence: Sentence, other: Sentence) -> None:
    for paragraph in draft.paragraphs:
        for at, each in enumerate(paragraph):
            if each is sentence:
                paragraph.insert(at + 1, other)
                return


def _drop(sentence: Sentence, clause: Clause) -> None:
    sentence.clauses = [each for each in sentence.clauses if each is not clause]


def _count(feature: str, text: str, language: str) -> int:
    if language == "zh":
        return style_words.count_chinese(text, text)[feature]
    words = sentences.words(text)
    return style_words.count_english(text, words, words)[feature]


def cleaned(
    draft: Draft, count: Callable[[str, str], int], composer: Composer, *, own: bool = False
) -> list[Move]:
    """For each clause that holds it, one that does not; with `own`, a clause of the author's that
    stands behind another is left out as well."""
    return [
        partial(_without, draft, sentence, clause, count, composer)
        for sentence in draft.sentences()
        for clause in sentence.clauses
        if (not clause.own or (own and clause is not sentence.clauses[0]))
        and count(draft.clause(clause, quoted=bool(sentence.speaker)), draft.language)
    ]


def _without(
    draft: Draft,
    sentence: Sentence,
    clause: Clause,
    count: Callable[[str, str], int],
    composer: Composer,
) -> None:
    if len(sentence.clauses) > 1:
        _drop(sentence, clause)
        return
    make = composer.speech if sentence.speaker else composer.statement
    for _ in range(composer.policy.tries):
        other = make()
        if not count(draft.sentence(other), draft.language) and (
            other.mark != ASK or sentence.mark == ASK
        ):
            sentence.clauses = other.clauses
            return
    sentence.clauses = []


# --- speech and questions ---------------------------------------------------------------


def dialogue(draft: Draft, more: bool, composer: Composer) -> list[Move]:
    wrong = [each for each in draft.sentences() if bool(each.speaker) != more and each.ours]
    composer.rng.shuffle(wrong)
    unsaid = [
        partial(setattr, each, "says", "") for each in draft.sentences() if each.says and more
    ]
    added = [partial(_append, draft, composer.speech)] if more and not wrong else []
    return [*(partial(_retold, draft, each, composer, more) for each in wrong), *unsaid, *added]


def _retold(draft: Draft, sentence: Sentence, composer: Composer, aloud: bool) -> None:
    other = composer.speech() if aloud else composer.statement()
    sentence.clauses, sentence.mark = other.clauses, other.mark
    sentence.speaker, sentence.says, sentence.led = other.speaker, other.says, other.led
    if aloud:
        draft.paragraphs[:] = [part for each in draft.paragraphs for part in _in_turn(each)]


def _in_turn(paragraph: list[Sentence]) -> list[list[Sentence]]:
    """An answer begins a paragraph."""
    parts = [paragraph[:1]]
    for before, after in pairwise(paragraph):
        if before.speaker and after.speaker:
            parts.append([])
        parts[-1].append(after)
    return parts


def _append(draft: Draft, make: Callable[[], Sentence]) -> None:
    draft.paragraphs.append([make()])


def questions(draft: Draft, more: bool, composer: Composer) -> list[Move]:
    if more:
        spoken = [each for each in draft.sentences() if each.speaker and each.mark != ASK]
        asked = [partial(_asked, each, composer) for each in spoken]
        told = [each for each in draft.sentences() if not each.speaker]
        put = [partial(_question_after, draft, each, composer) for each in told]
        composer.rng.shuffle(put)
        return [*asked, *put]
    wrong = [each for each in draft.sentences() if each.mark == ASK]
    return [partial(_unasked, each, composer) for each in wrong]


def _asked(sentence: Sentence, composer: Composer) -> None:
    other = composer.speech(asked=True)
    sentence.clauses, sentence.mark = other.clauses, ASK


def _question_after(draft: Draft, sentence: Sentence, composer: Composer) -> None:
    _after(draft, sentence, composer.question())


def _unasked(sentence: Sentence, composer: Composer) -> None:
    if not sentence.ours:
        sentence.mark = STOP
        return
    other = composer.speech(asked=False) if sentence.speaker else composer.statement()
    sentence.clauses, sentence.mark = other.clauses, STOP


# --- person and tense -------------------------------------------------------------------


def person(draft: Draft, first: bool, composer: Composer) -> list[Move]:
    if draft.cast.first != first:
        return [partial(setattr, draft.cast, "first", first)]
    return [partial(_hero_speaks_up, draft, composer)] if first else []


def _hero_speaks_up(draft: Draft, composer: Composer) -> None:
    """Somebody has to be there to be somebody."""
    stock = composer.stock
    beats = [beat for beat in stock.scenes[composer.scene] + stock.brief if beat[0].of_hero()]
    lines = composer.fresh(beats)
    draft.paragraphs[-1].append(Sentence(composer.clauses(lines)))


def tense(draft: Draft, past: bool, composer: Composer) -> list[Move]:
    if draft.cast.past != past:
        return [partial(setattr, draft.cast, "past", past)]
    told = [each for each in draft.sentences() if each.told and each.ours]
    return [partial(_retold, draft, each, composer, False) for each in told]


# --- a word -----------------------------------------------------------------------------


def uses(phrase: str, text: str, _language: str = "") -> int:
    """How often a text has it; a Latin one only as whole words."""
    if not phrase.isascii():
        return text.count(phrase)
    return len(re.findall(rf"(?<![a-z]){re.escape(phrase.lower())}(?![a-z])", text.lower()))


def phrase(draft: Draft, wanted: str, more: bool, composer: Composer) -> list[Move]:
    if more:
        return [partial(_use, draft, wanted, composer)]
    moves: list[Move] = []
    if uses(wanted, draft.cast.name):
        moves.append(partial(setattr, draft.cast, "name", ""))
    if uses(wanted, draft.cast.other):
        others = [each for each in composer.stock.others if not uses(wanted, each)]
        moves.append(partial(setattr, draft.cast, "other", others[0]))
    moves += [
        partial(_unsay, word, wanted, composer)
        for word in draft.words()
        if word.on and uses(wanted, word.text) and _can_unsay(word, wanted, composer)
    ]
    return moves or cleaned(draft, partial(uses, wanted), composer)


def _use(draft: Draft, wanted: str, composer: Composer) -> None:
    """Where it can stand; a word that is not known to stand anywhere is quoted."""
    if wanted.lower() in composer.stock.adverbials:
        for clause in draft.clauses():
            if clause.of_hero() and not clause.own:
                composer.open_with(wanted, clause)
                return
    draft.paragraphs[-1].append(composer.quoting(wanted))


def _can_unsay(word: Word, wanted: str, composer: Composer) -> bool:
    return word.kind in OPTIONAL or wanted.lower() in composer.stock.adverbials


def _unsay(word: Word, wanted: str, composer: Composer) -> None:
    """Another word for it, or none where it can be left out."""
    if word.kind in OPTIONAL:
        word.on = False
        return
    other = composer.stock.adverbials[wanted.lower()]
    word.text = re.sub(re.escape(wanted), other, word.text, flags=re.IGNORECASE)


# --- a colon ----------------------------------------------------------------------------


def colons(draft: Draft, more: bool, composer: Composer) -> list[Move]:
    """A lead such as 他只明白一件事, or in Chinese who speaks before the speech."""
    zh = draft.language == "zh"
    led = [
        partial(setattr, each, "led", more)
        for each in draft.sentences()
        if zh and each.speaker and each.says and each.led != more
    ]
    if more:
        told = [each for each in draft.sentences() if each.told and each.mark != ASK]
        free = [each for each in told if all(part.joint != COLON for part in each.clauses)]
        composer.rng.shuffle(free)
        return [*led, *(partial(_lead, each, composer) for each in free)]
    leads = [
        partial(_unlead, sentence)
        for sentence in draft.sentences()
        if any(clause.joint == COLON or clause.kind == "colon" for clause in sentence.clauses)
    ]
    return [*led, *leads]


def _lead(sentence: Sentence, composer: Composer) -> None:
    sentence.clauses[0].joint = COLON
    sentence.clauses.insert(0, composer.aside("colon"))


def _unlead(sentence: Sentence) -> None:
    sentence.clauses = [each for each in sentence.clauses if each.kind != "colon"]
    for clause in sentence.clauses:
        if clause.joint == COLON:
            clause.joint = COMMA
