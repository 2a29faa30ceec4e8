"""The author's own text taken apart, as far as it can be put together again unchanged."""

from __future__ import annotations

import re

from mohen.offline_writer import verbs
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
from mohen.text.sentences import ends_in
from mohen.text.word_lists import words

_QUOTE = re.compile('[“”「」『』"‘]')
_JOINT = {
    "zh": re.compile(r"(?<!突然)(?<!忽然)(?<!终于)(?<!显然)，|；|：|——"),
    "en": re.compile(r"(?<!uddenly)(?<!inally)(?<!omehow), (?:(and|but|so|then) )?|; | — |: "),
}
_JOINTS = {"，": COMMA, "；": SEMICOLON, "：": COLON, "——": DASH}
_JOINTS_EN = {",": COMMA, ";": SEMICOLON, "—": DASH, ":": COLON}
_ENDS = {"！": SHOUT, "!": SHOUT, "？": ASK, "?": ASK, "…": TRAIL, "...": TRAIL}
_ABBREVIATED = re.compile(r"\b(?:Mr|Mrs|Ms|Dr|St|Prof|[A-Z])\.$")

_SHORT = "|".join(sorted(verbs.FULL)).replace("'", "['’]")
# What can be left out of an author's sentence without harm.
_LOOSE = {
    "zh": re.compile(
        r"(?P<modifiers>(?P<twice>[\u3400-\u9fff])(?P=twice)地"
        r"|(?:非常|十分|极其|很)?(?:缓慢|用力|飞快|迅速|小心|平静|认真|笨拙|沉重)地"
        r"|(?<=[一个只把张条座扇件口阵片道])(?:破旧|陈旧|古老|沉重|细长|狭窄|宽大|崭新|精致|巨大|小小|长长|"
        r"厚厚|薄薄|淡淡|深深|美丽|漂亮|普通|陌生|熟悉|冰冷|温暖|安静|空荡荡)的)"
        r"|(?P<intensifiers>非常|十分|特别|格外|极其|极为|异常|无比|相当|实在(?!是)|简直|很(?![多少]))"
        r"|(?P<adverbials>突然|忽然|终于|渐渐|竟然|不由得|不禁|微微|似乎|显然)，?"
        r"|(?P<colloquial>[吧呢啊呀嘛啦](?=[，。！？…]|$))"
    ),
    "en": re.compile(
        r"(?P<modifiers>(?<=[a-z] )(?:very |quite |really |so )?"
        r"(?<!was )(?<!were )(?<!is )(?<!be )\b[a-z]{3,}ly\b(?= |$) ?"
        r"|(?<=\bthe )[a-z]+(?:ful|ous|less|ish|ible|esque) (?=[a-z]))"
        r"|(?P<intensifiers>\b(?:very|really|quite|extremely|incredibly|absolutely|totally|utterly"
        r"|completely|rather|terribly|awfully|truly|highly) )"
        r"|(?P<adverbials>\b(?:[Ss]uddenly|[Ff]inally|[Ss]omehow|simply|actually),? )"
        rf"|(?P<contractions>\b(?i:{_SHORT})\b)"
    ),
}
_PLAIN_START = re.compile(
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
    for match in ends_in(line, language):
        if _ABBREVIATED.search(line[at : match.end()]) and match.end() < len(line):
            continue
        body, end = line[at : match.start()].strip(), match[0]
        at = match.end()
        if body or end:
            found.append(_sentence(body, end, language))
    return found


def _sentence(body: str, end: str, language: str) -> Sentence:
    """One that holds speech is left whole, and so is one that does not end."""
    mark = next((kind for sign, kind in _ENDS.items() if sign in end), STOP if end else "")
    if not mark or not body or _QUOTE.search(body + end):
        return Sentence([Clause(_words(body + end, language), own=True)], "", fixed=True)
    return Sentence(_clauses(body, language), mark)


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
