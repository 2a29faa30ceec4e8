"""The characters of a text: whom and what it is about, as far as words alone tell."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

from mohen.offline_writer.draft import Cast
from mohen.offline_writer.stock import Stock
from mohen.rules.rule_text import RULES
from mohen.text import language, sentences, style
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.word_lists import topics, words


def _names(language: str) -> dict[str, str]:
    return topics(__file__, f"{language}/names.txt")


def _surnames() -> str:
    return "".join(_names("zh")["surnames"].split())


@cache
def _no_name(language: str) -> frozenset[str]:
    return words(_names(language)["no name"])


_SAID_ZH = LazyPattern(
    lambda: (
        rf"(?<![\u3400-\u9fff])((?:[{_surnames()}][\u3400-\u9fff]|[阿老小][\u3400-\u9fff])[\u3400-\u9fff]??)"
        "(?=(?:低声|轻声|冷冷|笑着|大声|忽然|突然)?[说道问答喊叫笑想站坐走看望推拔握转抬点摇把在没也又从])"
    )
)
_NAME_EN = LazyPattern(
    r"(?<=[a-z,;] )(?P<inside>[A-Z][a-z]{2,})\b"
    r"|\b(?P<acting>[A-Z][a-z]{2,}) (?=(?:[a-z]+ed|was|is|had|has|said|says|stood|stands|sat|sits"
    r"|ran|went|came|took|looks|turns|saw|knew|felt|held|did|does|could|would|leaned)\b)"
)
_SHE_ZH, _HE_ZH = "她", "他"


def language_of(*texts: str) -> str:
    """zh or en, by the first text that shows one; mixed text goes by what there is more of.
    Empty where none does."""
    return language.first_shown(
        (len(sentences.words(text)), sentences.count_units(text)) for text in texts
    )


def read(text: str, people: tuple[str, ...], stock: Stock, rng: Random) -> Cast:
    """The people, person and tense of a text, and the things it names; what it does not tell is
    drawn. The last named is who the text goes on about."""
    zh = stock.language == "zh"
    names = names_in(text, people, zh)
    words = Counter(sentences.words(text))
    if zh:
        she, he = text.count(_SHE_ZH), text.count(_HE_ZH)
        pronoun = _drawn(she - he, (_SHE_ZH, _HE_ZH), rng)
    else:
        pronoun = _drawn(
            words["she"] + words["her"] - words["he"] - words["his"], ("she", "he"), rng
        )
    profile = style.measure(text)
    first = profile.get("first_person_share", 0.0)
    past = profile.get("past_tense", 1.0)
    name = names[0] if names else ""
    others = names[1:] or [rng.choice(stock.others)]
    things = {slot: _last_named(text, listed) for slot, listed in stock.slots.items()}
    return Cast(
        pronoun,
        name,
        others[0],
        first=first > RULES.halfway,
        past=past >= RULES.halfway,
        things={
            slot: thing or rng.choice(stock.slots[slot])
            for slot, thing in things.items()
            if thing or slot in _ONE
        },
    )


_ONE = ("PLACE", "TOWN", "THING", "ARM", "SKY")  # a draft keeps to one of these


def _drawn(lean: int, sides: tuple[str, str], rng: Random) -> str:
    """The side the text leans to, or either."""
    drawn = rng.choice(sides)
    return sides[0] if lean > 0 else sides[1] if lean < 0 else drawn


def names_in(text: str, people: tuple[str, ...], zh: bool) -> list[str]:
    """Of people, the last named first."""
    known = [each for each in people if each and each in text]
    if zh:
        found = [each for each in _SAID_ZH.findall(text) if each not in _no_name("zh")]
    else:
        named = (each["inside"] or each["acting"] for each in _NAME_EN.finditer(text))
        found = [each for each in named if each not in _no_name("en")]
    found = [each for each in found if not any(each in name or name in each for name in known)]
    return sorted(dict.fromkeys([*known, *found]), key=text.rfind, reverse=True)


def _last_named(text: str, listed: list[str]) -> str:
    at, thing = max((text.rfind(each), each) for each in listed)
    return thing if at >= 0 else ""
