"""The characters of a text: whom and what it is about, as far as words alone tell."""

from __future__ import annotations

import re
from functools import cache
from random import Random

from mohen.offline_writer import setting
from mohen.offline_writer.draft import HERO, OTHER, Cast
from mohen.offline_writer.policy import Offline
from mohen.offline_writer.stock import Stock
from mohen.rules.rule_text import RULES
from mohen.text import sentences, style
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.word_lists import topics, words


def _names(language: str) -> dict[str, str]:
    return topics(__file__, f"{language}/names.txt")


def _surnames() -> str:
    return "".join(_names("zh")["surnames"].split())


@cache
def _no_name(language: str) -> frozenset[str]:
    return words(_names(language)["no name"])


@cache
def _roles(language: str) -> tuple[str, ...]:
    """The longer ones first."""
    return tuple(sorted(words(_names(language)["roles"]), key=lambda each: (-len(each), each)))


# What only somebody does, so that what does it is somebody.
_DOES_ZH = (
    "(?=(?:低声|轻声|冷冷地?|笑着|大声|忽然|突然|慢慢|已经|终于|还是|就|才|又|也|都)?"
    "(?:[说问答喊笑想拔握把]|道[：，。]|站|坐|走|看|望|推|抬|跪|捧|没有|没说|点了?点?头|摇了?摇?头|转过|伸手|蹲|跑))"
)
_SAID_ZH = LazyPattern(
    lambda: (
        rf"(?<![\u3400-\u9fff])((?:[{_surnames()}][\u3400-\u9fff]|[阿老小][\u3400-\u9fff])[\u3400-\u9fff]??)"
        + _DOES_ZH
    )
)
_ROLE_ZH = LazyPattern(lambda: f"({'|'.join(_roles('zh'))}){_DOES_ZH}")
_TITLED_ZH = LazyPattern(
    lambda: f"(?<![\u3400-\u9fff])([{_surnames()}](?:{'|'.join(_roles('zh'))}))"
)
_DOES_EN = (
    r"(?=(?:[a-z]+ly |had |has )?(?:said|says|asked|asks|stood|stands|sat|sits|ran|runs|went|goes"
    r"|came|took|takes|looked|looks|turned|turns|saw|sees|knew|knows|felt|feels|thought|held|holds"
    r"|leaned|stepped|walked|walks|pushed|pulled|nodded|shook|smiled|laughed|sighed|whispered"
    r"|shouted|answered|replied|lifted|raised|reached|wiped|watched|waited|waits|put|folded|opened"
    r"|did not|didn't|does not|doesn't|could not|couldn't|would not|wouldn't|bent|knelt|lunged"
    r"|swung|grabbed|picked|set|wanted|wants|tried|kept|pressed|crouched|drew|bowed|laid|threw|caught"
    r"|spoke|wrote|tore|wound|rode|woke|slept|shut|lit|hung|bit|[a-z]+ed (?:the|a|an|his|her|my|it"
    r"|back|up|down|at|in|into|on|over|out|away|once))\b)"
)
_NAME_EN = LazyPattern(
    r"(?P<before>\b[a-z]+)[,;]? (?P<inside>[A-Z][a-z]{2,})\b"
    rf"|\b(?P<acting>[A-Z][a-z]{{2,}}) {_DOES_EN}"
)
_ROLE_EN = LazyPattern(lambda: rf"\b[Tt]he ({'|'.join(_roles('en'))}) {_DOES_EN}")
_PLACED = words("in at to from of near toward towards through over across the on into by past")
_SIDES = frozenset("上下里外中内边前后面头处时")  # where something is, and never how one is called
_I = {"zh": LazyPattern("我(?!们)"), "en": LazyPattern(r"\bI\b")}
_MORE = 3  # times as often others may be spoken of by one who tells it himself
_PRONOUNS = {"zh": ("她", "他"), "en": ("she", "he")}
_PRONOUN = {
    "zh": LazyPattern("[她他](?!们)"),
    "en": LazyPattern(r"\b(?:she|her|herself|he|him|his|himself)\b", re.IGNORECASE),
}
_SUBJECT = {  # where it is the one who does something
    "zh": LazyPattern("(?<=[。！？”，\n])[她他](?!们)"),
    "en": LazyPattern(r"\b(?:she|he|his|herself|himself)\b", re.IGNORECASE),
}


def read(text: str, people: tuple[str, ...], stock: Stock, rng: Random) -> Cast:
    """The people, person and tense of a text, and the things it names. The one it names most is who
    it goes on about, of equals the first. What it does not tell stays open; of an empty text all is
    drawn."""
    named = _persons(text, people, stock.language)
    first = _is_first(text, stock.language)
    hero = "" if first or not named else _lead(text, named)
    others = [each for each in named if each != hero]
    pronoun = _pronoun(text, hero, others, stock.language)
    both = stock.language == "zh" and not named and not first
    other = others[0] if others else ""
    if not other and both and set(_PRONOUN["zh"].findall(text)) == set(_PRONOUNS["zh"]):
        other = next(each for each in _PRONOUNS["zh"] if each != pronoun)
    if not text.strip():
        pronoun = rng.choice(_PRONOUNS[stock.language])
    things = {slot: _last_named(text, listed) for slot, listed in stock.slots.items()}
    return Cast(
        pronoun,
        hero,
        other,
        OTHER if others and named[0] != hero else HERO,
        first=first,
        past=style.measure(text).get("past_tense", 1.0) >= RULES.halfway,
        things={slot: thing for slot, thing in things.items() if thing},
    )


def shown(text: str, cast: Cast, language: str, policy: Offline) -> frozenset[str] | None:
    """The setting at the end of the text, and whom and what it has; None of an empty one."""
    if not text.strip():
        return None
    here = setting.shown(text[-policy.here :], language) or setting.shown(text, language)
    there = {*here, *cast.things}
    if (
        style.measure(text).get("classical", 0.0)
        > style.FEATURES["classical"].norm(style.DEFAULT).zh
    ):
        there.add("classical")
    if cast.first or cast.pronoun or cast.name:
        there.add("WHO")
    if cast.first or cast.pronoun:
        there.add("SELF")
    there.add("OTHER" if cast.other else "alone")
    return frozenset(there)


def is_of_today(text: str, shown: frozenset[str] | None) -> bool:
    """Whether people may speak as they do now: where nothing shows when it plays, as the text
    itself does."""
    if shown is None or "modern" in shown:
        return True
    return "old" not in shown and style.measure(text).get("contractions", 0.0) > 0


def _persons(text: str, people: tuple[str, ...], language: str) -> list[str]:
    """By name; by what they are called beside names, and where there are none if they are two."""
    names = names_in(text, people, language == "zh")
    if language == "zh":
        titled = dict.fromkeys(_TITLED_ZH.findall(text))
        names = [each for each in names if not any(each in whole for whole in titled)]
        names = sorted([*names, *titled], key=text.rfind, reverse=True)
    pattern, article = (_ROLE_ZH, "") if language == "zh" else (_ROLE_EN, "the ")
    roles = dict.fromkeys(article + each for each in pattern.findall(text))
    own = [each for each in roles if not any(each in name for name in names)]
    called = sorted(own, key=text.rfind, reverse=True)
    if names:
        return [*names, *called]
    told = bool(_PRONOUN[language].search(text))
    return called if len(called) > 1 or not told or _is_first(text, language) else []


def _lead(text: str, named: list[str]) -> str:
    """Of those with a name, where anybody has one: the others are called by what they are."""
    proper = [each for each in named if not each.startswith("the ") and each not in _roles("zh")]
    return max(proper or named, key=lambda each: (text.count(each), -text.find(each)))


def _is_first(text: str, language: str) -> bool:
    """Whether it is told by I, who may speak of others more than of himself."""
    told, _ = sentences.split_speech(text)
    own = len(_I[language].findall(told))
    return own * _MORE > len(_PRONOUN[language].findall(told))


def _pronoun(text: str, hero: str, others: list[str], language: str) -> str:
    """The one that stands for the hero, as far as it is clear; a wrong one is worse than none."""
    if not hero:
        return _leaning(_PRONOUN[language].findall(text), language)
    found = _PRONOUN[language].findall(text)
    if not others and len(set(map(_is_she, found))) == 1:
        return _leaning(found, language)
    near = (_until(each, others) for each in text.split(hero)[1:])
    found = [each for part in near for each in _SUBJECT[language].findall(part)[:1]]
    return _leaning(found, language)


def _until(text: str, names: list[str]) -> str:
    """Up to the first of the names."""
    places = [at for at in map(text.find, names) if at >= 0]
    return text[: min(places, default=len(text))]


def _is_she(found: str) -> bool:
    return found.lower() in ("她", "she", "her", "herself")


def _leaning(found: list[str], language: str) -> str:
    """The more frequent, and of equals the last."""
    if not found:
        return ""
    she = sum(map(_is_she, found))
    lean = she > len(found) - she or (she + she == len(found) and _is_she(found[-1]))
    return _PRONOUNS[language][0 if lean else 1]


def names_in(text: str, people: tuple[str, ...], zh: bool) -> list[str]:
    """Of people, the last named first."""
    known = [each for each in people if each and each in text]
    if zh:
        found = [each for each in _SAID_ZH.findall(text) if each[-1] not in _SIDES]
    else:
        found = [
            each["inside"] or each["acting"]
            for each in _NAME_EN.finditer(text)
            if not each["inside"] or each["before"] not in _PLACED
        ]
    language = "zh" if zh else "en"
    none = _no_name(language) | setting.cue_words(language) | frozenset(_roles(language))
    found = [each for each in found if each not in none and each.lower() not in none]
    found = [each for each in found if not any(each in name or name in each for name in known)]
    return sorted(dict.fromkeys([*known, *found]), key=text.rfind, reverse=True)


def _last_named(text: str, listed: list[str]) -> str:
    """The one that was named last; a longer one before a shorter that is part of it."""
    there = sentences.words(text) if listed[0].isascii() else None
    found = [each for each in listed if (each in text if there is None else each in there)]
    return max(found, key=lambda each: (text.rfind(each) + len(each), len(each)), default="")
