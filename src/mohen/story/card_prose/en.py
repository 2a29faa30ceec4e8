"""What English prose on a card says of a person, and where it says that places are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from mohen.story import vocabulary
from mohen.story.card_prose.said import ALIAS, Placed, Said, either, ending, ties, words
from mohen.story.model import EntityType
from mohen.text import numerals
from mohen.text.lazy_pattern import LazyPattern

_CAPITALS = r"[A-Z][\w'’-]*(?: (?:of (?:the )?|the )?[A-Z][\w'’-]*){0,3}"
_BEFORE_JOB = r"(?:(?!(?:an?|the|now|is|in|to|or|of|her|his|their|and) )[\w'’-]+ ){0,2}"
_HEDGED = LazyPattern(
    r"\b(?:not|never|no longer|neither|used to|once|former|formerly|was a|was an|wants?|hopes?"
    r"|dreams?|wishes|perhaps|maybe|rumou?red|supposedly|allegedly|pretends?|adopted|adoptive|step\w*|foster"
    r"|in-law|god\w+|like an?|as if|would|could|might)\b",
    re.IGNORECASE,
)
_SUBJECT = r"(?:(?:he|she|they)(?:'s)? |[A-Z]\w+ (?=is |has ))?"
_OTHER = (
    r"(?i:^(?:and )?(?:her|his|their|the|an?) (?:\w+ ){0,2}?){ETIE}"
    r"(?i:,? (?:is|are|was|named|called)(?: called| named)?,? |, | )(?:the [a-z]+ )?(?:the )?{ENS}"
)
_ANOTHER = r"(?i:^(?:and )?(?:her|his|their) (?:\w+ ){0,2}?){ETIE}\b"
_OF = r"\b{ETIE}(?:s? with| of| to) (?:the [a-z]+ )?(?:the )?{ENS}"
_TIES = (
    (vocabulary.SPOUSE, r"(?i:\bmarried to|\bmarried|\bwed to) {EN}"),
    (
        "mentor",
        r"(?i:\b(?:apprenticed to|studied under|studies under|trained under|trained by|taught by"
        r"|mentored by|learned from)(?: the (?!Old)\w+)?) {EN}",
    ),
)
_HAS = (
    r"(?i:\b(?:has|have|had|raises|raising) (?:an? |one |two |three |four |\w+ )?(?:\w+ )?){ETIE}"
    r"(?i:,? (?:named|called),? |, | ){ENS}"
)
_MEMBER = r"(?i:\b(?:member of|belongs to|serves in|sworn to|joined)) (?:the )?{EN}"
_OWNS = (
    r"(?i:\b(?:carries|wields|owns|keeps|bears)) (?:an?|the|her|his|their) (?:[\w'-]+ ){1,3}"
    r"(?:called|named) {EN}"
    r"|^(?:Her|His|Their) (?:sword|blade|knife|horse|bow|axe|ship|staff|dagger)"
    r" is (?:called|named) (?P<other>[A-Z][\w'’-]*)"
)
_ALIAS = (
    r"(?i:\b(?:(?:also )?known(?: to \w+)? as|also called|nicknamed|goes by|called by \w+|alias)"
    r"|^called(?= [Tt]he)),?"
    r" [“\"']?(?P<name>(?:[Tt]he )?[A-Z][\w'’-]*(?: [A-Z][\w'’-]*){0,2})"
)
_AGE = (
    r"(?i:^(?:{S})(?:is |aged? |now |just |turns? )*){ENUM}(?i: years? old| years of age)?$"
    r"|(?i:\b)(?P<years>{NUMBER})(?i:-years?-old\b)"
)
_GENDER = r"(?i)^(?:an? )?(?P<value>male|female)$"
_EYES = r"(?i)\b{EC}(?: \w+)? eyes\b|\beyes (?:are |were |of )?(?P<after>{COLOUR})\b"
_HAIR = r"(?i)\b{EC}(?: \w+)? hair\b|\bhair (?:is |was )?(?P<after>{COLOUR})\b"
_BORN = r"(?i:\bborn (?:and raised )?(?:in|at)) (?:the )?{EN}|(?i:\bnative of) (?:the )?{EN2}"
_LIVES = r"(?i:\b(?:lives|living|resides|dwells|resident) (?:alone )?(?:in|at|on|of)) (?:the )?{EN}"
_DIES = (
    r"(?i)\b(?:dies|died|is killed|killed|is murdered|perishes|drowns)\b.{0,30}?\bchapter {ENUM}"
)
_WORKS = r"(?i:\b(?:works?|working|serves|earns? \w+ living) as (?:an? |the )){JOB}\b"
_CALLING = (
    r"(?i:{S}(?:is )?(?:now |currently )?(?:an? |the )?(?:{NUMBER}-years?-old )?){JOB}"
    r"(?= (?:at|in|with|for|of|from|by|on|and|who|to|known|born|sworn|\w+ed|\w+ing)\b|$)"
)


@cache
def _made(text: str) -> re.Pattern[str]:
    """A pattern with its words, made when it is first needed."""
    ends, whole = either(words("en", "calling_ends")), either(words("en", "callings"))
    for name, put in (
        ("{S}", _SUBJECT),
        ("{EN}", f"(?P<name>{_CAPITALS})"),
        ("{EN2}", f"(?P<other>{_CAPITALS})"),
        ("{ENS}", f"(?P<name>{_CAPITALS}(?:(?:,| and|, and) {_CAPITALS}){{0,5}})"),
        ("{ETIE}", f"(?P<tie>(?i:{either(ties(latin=True))}))(?:s|ren)?"),
        ("{ENUM}", f"(?P<number>(?i:{numerals.WORD}))"),
        ("{NUMBER}", numerals.WORD),
        ("{EC}", f"(?P<colour>{vocabulary.LATIN_COLOUR})"),
        ("{COLOUR}", vocabulary.LATIN_COLOUR),
        ("{JOB}", f"(?P<job>{_BEFORE_JOB}(?:[\\w'’-]*(?:{ends})|{whole}))"),
        ("{ELAND}", f"(?P<kind>{either(words('en', 'places'))})"),
    ):
        text = text.replace(name, put)
    return re.compile(text)


def of_person(sentence: str, subject: str) -> Iterator[Said]:
    """What a sentence of somebody's card says of them."""
    told = re.sub(rf"^{re.escape(subject)}['’]s ", "Her ", sentence)
    told = re.sub(rf"^{re.escape(subject)}(?= is| was| has|,| lives| works)", "She", told)
    if died := _made(_DIES).search(told):
        if not _HEDGED.search(told):
            number = numerals.value(died["number"])
            yield Said(vocabulary.LIFE, "dead", chapter=number or 0)
        return
    if _made(_ANOTHER).match(told):
        if (other := _made(_OTHER).match(told)) and not _HEDGED.search(told[: other.end()]):
            yield from _tied(other)
        return  # the rest of it is about that other
    if found := _made(_HAS).search(told):
        if not _HEDGED.search(told[: found.end()]):
            yield from _tied(found)
        told = told[: found.start()]
    for clause in re.split(r",|\band\b(?! [A-Z])", told):
        if clause.strip() and not _HEDGED.search(clause):
            yield from _clause(clause.strip())


def _tied(found: re.Match[str]) -> Iterator[Said]:
    kind = ties(latin=True)[found["tie"].lower()]
    for name in re.split(r",? and |, ", found["name"]):
        if name:
            yield Said(kind, name, EntityType.CHARACTER)


def _clause(clause: str) -> Iterator[Said]:
    if found := _made(_OF).search(clause):
        together = " with " in found.group()  # friends with X: either is it of the other
        yield from (replace(each, theirs=together) for each in _tied(found))
        return
    for kind, pattern in _TIES:
        if found := _made(pattern).search(clause):
            yield Said(kind, found["name"], EntityType.CHARACTER)
            return
    if found := _made(_MEMBER).search(clause):
        yield Said("belongs_to", found["name"], EntityType.FACTION, theirs=False)
        return
    if found := _made(_OWNS).search(clause):
        item = found["name"] or found["other"]
        yield Said("owns", item, EntityType.ITEM, theirs=False)
        return
    if found := _made(_ALIAS).search(clause):
        yield Said(ALIAS, found["name"])
        return
    yield from _holds(clause)


def _holds(clause: str) -> Iterator[Said]:
    if found := _made(_GENDER).match(clause):
        yield Said("gender", found["value"].lower())
        return
    for attribute, pattern in ((vocabulary.EYES, _EYES), (vocabulary.HAIR, _HAIR)):
        if found := _made(pattern).search(clause):
            yield Said(attribute, (found["colour"] or found["after"]).lower())
    if found := _made(_BORN).search(clause):
        yield Said("birthplace", found["name"] or found["other"])
    if found := _made(_LIVES).search(clause):
        yield Said(vocabulary.LIVES_IN, found["name"], EntityType.LOCATION, theirs=False)
    if found := _made(_AGE).search(clause):
        age = found["number"] or found["years"]
        if "old" in clause or (numerals.value(age) or 0) <= _OLDEST:
            yield Said(vocabulary.AGE, age)
    if found := _made(_WORKS).search(clause) or _made(_CALLING).match(clause):
        yield Said("occupation", found["job"].lower())


_OLDEST = 120  # whom a bare number can be the age of


# -- places

_NO_NAMES = frozenset(("There", "It", "This", "That", "Here", "He", "She", "They", "The"))

_AT = r"(?i:\b(?:in|within|inside|part of|at the heart of|on)) (?:the )?{EN}"
_NEAR = (
    r"(?i:\b(?:(?:north|south|east|west)(?:east|west)? of|near|beside|outside|beyond))"
    r" (?:the )?{EN}"
)
_IS = r"^{EN}(?:,| is| was) (?i:an?|the) (?:[\w'-]+ ){0,4}?{ELAND}\b(?P<about>.*)$"
_CALLED = r"(?i:^(?:its|the) (?:[\w'-]+ ){0,2}?){ELAND} is (?:called|named) {EN}$"
_DESCRIBED = r"(?i:(?:it is |it's )?(?:an? |the )?(?:[\w'’-]+ ){0,4}?{ELAND}\b)"


def where(clause: str) -> tuple[str, str]:
    """The place that a clause says something is in, and the one it is near; either may be empty."""
    if found := _made(_NEAR).search(clause):
        return "", found["name"]
    found = _made(_AT).search(clause)
    return (found["name"], "") if found else ("", "")


def places(clause: str, before: str) -> Iterator[Placed]:
    """The places that a clause about the world names; `before`: the one that was named last."""
    if (found := _made(_IS).match(clause)) and found["name"] not in _NO_NAMES:
        yield Placed(found["name"], *where(found["about"]))
    elif before and (found := _made(_CALLED).match(clause)):
        yield Placed(found["name"], before)


def is_place(name: str, first: str) -> bool:
    """By the end of its name, or by the first thing that is said of it."""
    return bool(ending("en", "place_names").search(name) or _made(_DESCRIBED).match(first))
