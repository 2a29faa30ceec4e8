"""Revising the author's own text: taken apart, mended, condensed, expanded, rewritten.

It is taken apart as far as it can be put together again unchanged. What a skill does to a selection
comes before the rules.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from mohen.offline_writer import edit_moves, verbs
from mohen.offline_writer.compose import Composer
from mohen.offline_writer.draft import (
    ASK,
    COLON,
    COMMA,
    DASH,
    SEMICOLON,
    SHOUT,
    STOP,
    TRAIL,
    Cast,
    Clause,
    Draft,
    Sentence,
    Word,
)
from mohen.text import sentences
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.word_lists import words

_QUOTE = LazyPattern('[“”「」『』"‘]')
_JOINT = {
    "zh": LazyPattern(r"(?<!突然)(?<!忽然)(?<!终于)(?<!显然)，|；|：|——"),
    "en": LazyPattern(r"(?<!uddenly)(?<!inally)(?<!omehow), (?:(and|but|so|then) )?|; | — |: "),
}
_JOINTS = {"，": COMMA, "；": SEMICOLON, "：": COLON, "——": DASH}
_JOINTS_EN = {",": COMMA, ";": SEMICOLON, "—": DASH, ":": COLON}
_ENDS = {"！": SHOUT, "!": SHOUT, "？": ASK, "?": ASK, "…": TRAIL, "...": TRAIL}
_ABBREVIATED = LazyPattern(r"\b(?:Mr|Mrs|Ms|Dr|St|Prof|[A-Z])\.$")

_SHORT = "|".join(sorted(verbs.FULL)).replace("'", "['’]")
# What can be left out of an author's sentence without harm.
_LOOSE = {
    "zh": LazyPattern(
        r"(?P<modifiers>(?P<twice>[\u3400-\u9fff])(?P=twice)地"
        r"|(?:非常|十分|极其|很)?(?:缓慢|用力|飞快|迅速|小心|平静|认真|笨拙|沉重)地"
        r"|(?<=[一个只把张条座扇件口阵片道])(?:破旧|陈旧|古老|沉重|细长|狭窄|宽大|崭新|精致|巨大|小小|长长|"
        r"厚厚|薄薄|淡淡|深深|美丽|漂亮|普通|陌生|熟悉|冰冷|温暖|安静|空荡荡)的)"
        r"|(?P<intensifiers>非常|十分|特别|格外|极其|极为|异常|无比|相当|实在(?!是)|简直|很(?![多少]))"
        r"|(?P<adverbials>突然|忽然|终于|渐渐|竟然|不由得|不禁|微微|似乎|显然)，?"
        r"|(?P<colloquial>[吧呢啊呀嘛啦](?=[，。！？…]|$))"
    ),
    "en": LazyPattern(
        r"(?P<modifiers>(?<=[a-z] )(?:very |quite |really |so )?"
        r"(?<!was )(?<!were )(?<!is )(?<!be )\b[a-z]{3,}ly\b(?= |$) ?"
        r"|(?<=\bthe )[a-z]+(?:ful|ous|less|ish|ible|esque) (?=[a-z]))"
        r"|(?P<intensifiers>\b(?:very|really|quite|extremely|incredibly|absolutely|totally|utterly"
        r"|completely|rather|terribly|awfully|truly|highly) )"
        r"|(?P<adverbials>\b(?:[Ss]uddenly|[Ff]inally|[Ss]omehow|simply|actually),? )"
        rf"|(?P<contractions>\b(?i:{_SHORT})\b)"
    ),
}
_PLAIN_START = LazyPattern(
    r"(?:The|A|An|He|She|It|They|We|You|His|Her|Its|Their|There|Then|This|That|Nobody|Someone|No"
    r"|Nothing|Everything|Suddenly|Finally|Outside|Inside|Behind|In|On|At|By|One|Another)[ ,]"
)
_KEPT = words(
    """only early likely lonely lovely friendly ugly holy daily family july reply apply supply fly
    rely belly bully ally assembly multiply unlikely elderly hourly weekly monthly yearly silly
    jolly chilly curly deadly lively nearly hardly scarcely barely"""
)


def parse(text: str, language: str, scene: str, cast: Cast) -> Draft:
    """A draft whose text is the text, but for blank lines."""
    lines = [each.strip() for each in text.splitlines()]
    paragraphs = [_sentences(each, language) for each in lines if each]
    return Draft(language, scene, cast, paragraphs, own=True)


def _sentences(line: str, language: str) -> list[Sentence]:
    found, at = [], 0
    spoken = list(sentences.speech(line))
    for match in sentences.ends_in(line, language):
        if _ABBREVIATED.search(line[at : match.end()]) and match.end() < len(line):
            continue
        body, end = line[at : match.start()], match[0]
        start, at = at + len(body) - len(body.lstrip()), match.end()
        if body.strip() or end:
            pieces = list(_by_part(line, start, at, spoken))
            found.append(_sentence(body.strip(), end, pieces, language))
    return found


def _sentence(body: str, end: str, pieces: list[tuple[str, bool]], language: str) -> Sentence:
    """One that holds speech is left whole, and so is one that does not end."""
    mark = next((kind for sign, kind in _ENDS.items() if sign in end), STOP if end else "")
    if not mark or not body or _QUOTE.search(body + end) or any(said for _, said in pieces):
        words = [
            replace(word, said=said) for text, said in pieces for word in _words(text, language)
        ]
        return Sentence([Clause(words, own=True)], "", fixed=True)
    return Sentence(_clauses(body, language), mark)


def _by_part(
    line: str, start: int, end: int, spoken: list[tuple[int, int]]
) -> Iterator[tuple[str, bool]]:
    """A stretch of a line, cut where speech begins and ends, and whether each piece is said."""
    for begins, ends in spoken:
        if ends <= start or begins >= end:
            continue
        yield line[start : max(start, begins)], False
        start, until = max(start, begins), min(end, ends)
        yield line[start:until], True
        start = until
    yield line[start:end], False


def _clauses(body: str, language: str) -> list[Clause]:
    made, at = [], 0
    joint, link = COMMA, "" if language == "zh" else "and"
    if _PLAIN_START.match(body):
        body = body[0].lower() + body[1:]  # a capital again where it opens a sentence
    for match in [*_JOINT[language].finditer(body), None]:
        part = body[at : match.start() if match else len(body)]
        made.append(Clause(_words(part, language), link=link, joint=joint, own=True))
        if match:
            at = match.end()
            sign = match[0] if language == "zh" else match[0].strip()[:1]
            joint = (_JOINTS if language == "zh" else _JOINTS_EN)[sign]
            link = (match[1] or "") if language == "en" else ""
    return made


def _instead(text: str) -> str:
    """What a contraction stands for; nothing stands for anything else."""
    short = text.replace("’", "'")
    full = verbs.FULL.get(short) or verbs.FULL.get(short.lower(), "")
    return full[:1].upper() + full[1:] if short[0].isupper() else full


def _words(part: str, language: str) -> list[Word]:
    words, at = [], 0
    for match in _LOOSE[language].finditer(part):
        if match[0].strip() in _KEPT:
            continue
        words.append(Word(part[at : match.start()]))
        words.append(Word(match[0], match.lastgroup or "", off=_instead(match[0])))
        at = match.end()
    return [*words, Word(part[at:])]


_MENDED = (
    (LazyPattern(r"([，、；：])\1+"), r"\1"),
    (LazyPattern(r"。{2}(?!。)"), "。"),
    (LazyPattern(r"([,;:])(?: ?\1)+"), r"\1"),
    (LazyPattern(r"([！!？?])\1+"), r"\1"),
    (LazyPattern(r"[，,]([。！？])"), r"\1"),
    (LazyPattern(r"(?<=[\u3400-\u9fff，。！？；：]) +(?=[\u3400-\u9fff“”])"), ""),
    (LazyPattern(r"的的+"), "的"),
    (LazyPattern(r"了了+"), "了"),
    (LazyPattern(r"\b(?!(?:had|that|no|very|bye|ha) )([a-z]+)(?: \1\b)+", re.IGNORECASE), r"\1"),
    (LazyPattern(r"[^\S\n]{2,}"), " "),
    (LazyPattern(r"(?<! ) +([,.;!?])"), r"\1"),
    (LazyPattern(r"(?<![^\S\n])[^\S\n]+$", re.MULTILINE), ""),
)
_FILLERS = {
    "zh": LazyPattern(
        r"^(?:其实|总之|应该说|不管怎么说|说实话|可以说|众所周知|毫无疑问|换句话说)$"
    ),
    "en": LazyPattern(
        r"^(?:of course|to be honest|in fact|after all|needless to say|you see)$", re.I
    ),
}


def mended(text: str) -> str:
    """Doubled marks, doubled words and stray blanks; mending one may show another."""
    before = None
    while text != before:
        before = text
        for pattern, instead in _MENDED:
            text = pattern.sub(instead, text)
    return text


def condensed(draft: Draft, composer: Composer) -> None:
    """What can be left out goes, until little enough is left."""
    size = sentences.count_units(draft.text())
    goal = size * composer.rng.uniform(*composer.policy.condensed)
    for word in draft.words():
        if word.kind in ("modifiers", "intensifiers", "adverbials", "colloquial"):
            word.on = False
    for sentence in draft.sentences():
        kept = [each for each in sentence.clauses if not _is_filler(draft, each)]
        sentence.clauses = kept or sentence.clauses
    spare = [_least_first(draft, each) for each in draft.sentences() if len(each.clauses) > 1]
    while spare and (over := sentences.count_units(draft.text()) - goal) > 0:
        dropped: set[int] = set()
        while spare and over > 0:
            at = composer.rng.randrange(len(spare))
            least = spare[at].popleft()
            dropped.add(id(least))
            over -= sentences.count_units(draft.clause(least))
            if not spare[at]:
                del spare[at]
        for sentence in draft.sentences():
            sentence.clauses = [each for each in sentence.clauses if id(each) not in dropped]


def _is_filler(draft: Draft, clause: Clause) -> bool:
    return _FILLERS[draft.language].match(draft.clause(clause).strip()) is not None


def _least_first(draft: Draft, sentence: Sentence) -> deque[Clause]:
    """The clauses that may go, the shortest first; what comes first says who and where."""
    return deque(sorted(sentence.clauses[1:], key=lambda each: len(draft.clause(each))))


_DETAILS = ("sight", "sound", "touch")  # what there is anywhere; a taste or smell has a cause


def expanded(draft: Draft, composer: Composer) -> None:
    """A detail of the senses for every third sentence or so, and for one at least."""
    room = [each for each in draft.sentences() if each.told and each.mark != ASK]
    count = max(1, round(composer.policy.detailed * len(room)))
    for sentence in composer.rng.sample(room, min(count, len(room))):
        sentence.clauses.append(composer.aside(composer.rng.choice(_DETAILS)))
    if not room and draft.paragraphs:
        draft.paragraphs[-1].append(Sentence([composer.aside(composer.rng.choice(_DETAILS))]))


def rewritten(draft: Draft, composer: Composer) -> None:
    """Long sentences are split, short neighbours joined, and what can change places does."""
    rng, half = composer.rng, composer.policy.half
    for sentence in edit_moves.longest_first(draft):
        if sentence.told and len(sentence.clauses) > 1 and rng.random() < half:
            edit_moves.split(draft, sentence)
    for paragraph in draft.paragraphs:
        for first, second in pairwise(list(paragraph)):
            plain = first.told and second.told and ASK not in (first.mark, second.mark)
            if plain and first.clauses and len(first.clauses) == 1 and rng.random() < half:
                second.clauses[0].joint = COMMA
                second.clauses[:0], first.clauses = first.clauses, []
    for word in draft.words():
        if word.kind in ("modifiers", "intensifiers", "adverbials") and rng.random() < half:
            word.on = False
    draft.tidy()
