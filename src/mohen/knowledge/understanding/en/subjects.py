"""Of whom an English clause speaks: I, my mother, my wife Anna, Tom, she, you; or nobody."""

from __future__ import annotations

import re
from dataclasses import dataclass

from mohen.knowledge.model import AGENT, USER, EntityType
from mohen.knowledge.understanding.claims import Talk, Who
from mohen.knowledge.understanding.en.wording import base
from mohen.text.word_lists import words

SELF = Who(USER, "The user")
YOU = Who(AGENT, "The assistant")

_SAME = {
    **dict.fromkeys(("mom", "mum", "mother", "mama", "mommy", "mam"), "mother"),
    **dict.fromkeys(("dad", "father", "papa", "daddy"), "father"),
    **dict.fromkeys(("grandma", "grandmother", "granny", "nana"), "grandmother"),
    **dict.fromkeys(("grandpa", "grandfather", "granddad"), "grandfather"),
    **dict.fromkeys(("boss", "manager", "supervisor"), "boss"),
    **dict.fromkeys(("kids", "children"), "children"),
}
_ONE = (
    "wife|husband|girlfriend|boyfriend|fiancée|fiancee|fiancé|fiance|partner|spouse"
    "|ex-wife|ex-husband|ex-girlfriend|ex-boyfriend|ex|advisor|therapist|landlord"
    "|mother-in-law|father-in-law|stepmother|stepfather|best friend|husband-to-be"
)
_MANY = (
    "twin brother|twin sister|little brother|little sister|older brother|older sister"
    "|younger brother|younger sister|big brother|big sister|brother-in-law|sister-in-law"
    "|brother|sister|son|daughter|kid|child|baby|parents|grandparents|uncle|aunt|cousin"
    "|nephew|niece|grandson|granddaughter|friend|roommate|flatmate|housemate|colleague"
    "|coworker|co-worker|neighbor|neighbour|classmate|teacher|professor|coach|mentor"
    "|student|doctor|dentist|team lead|teammate|client|editor|cofounder|co-founder"
    "|assistant|godmother|godfather|stepson|stepdaughter|brothers|sisters|sons|daughters"
    "|friends"
)
_PETS = (
    "dog|cat|puppy|kitten|hamster|rabbit|bunny|parrot|bird|fish|turtle|horse|pet"
    "|guinea pig|golden retriever|labrador|corgi|poodle|husky|german shepherd|snake"
    "|lizard|ferret"
)
ROLE = f"{_ONE}|{'|'.join(_SAME)}|{_MANY}"
PETS = _PETS
_ANY = f"{ROLE}|{_PETS}"
_UNIQUE = frozenset((*_ONE.split("|"), "mother", "father", "boss"))

NAME = r"[A-Z][a-z]+(?:-[A-Z][a-z]+)?(?: [A-Z][a-z]+){0,2}"
_IS = (
    r"is|was|are|has|had|lives?|works?|likes?|loves?|hates?|moved|does|did|plays?|studies"
    r"|study|goes|speaks?|died|passed|got|just|recently|also|always|usually|turned"
    r"|prefers?|enjoys?|teaches|runs|owns|used|wants?|graduated|grew|cannot|can|will"
    r"|never|married|started|quit|became|dislikes?|needs|suffers|eats|drinks|and I"
)
_IS_ONE = _IS.replace("s?|", "s|").replace("study|", "")
_SUBJECT = re.compile(
    r"(?P<rolename>(?:[Mm]y|[Oo]ur) (?:(?:dear|lovely|beautiful|new|old|late"
    rf"|amazing) )?(?P<role>{_ANY}),? (?:named "
    rf"|called )?(?P<named>{NAME}),? (?=(?:{_IS})\b))"
    r"|(?P<roleonly>(?:[Mm]y|[Oo]ur) (?:(?:dear|lovely|beautiful|new|old|late|amazing"
    rf"|youngest|oldest|eldest|other|current) )?(?P<role2>{_ANY})(?P<name_of>'s name"
    rf"| name)? (?=(?:{_IS})\b))"
    rf"|(?P<born>(?:(?:[Mm]y|[Oo]ur) (?P<role3>{_ANY})|(?P<name3>{NAME}))['’]s"
    r" (?=birthday (?:is|falls)\b)|(?:[Hh]is|[Hh]er) (?=birthday (?:is|falls)\b))"
    r"|(?P<self>(?:I|[Ww]e)(?: both| all| two)?,? (?=\S))"
    r"|(?P<mine>(?=(?:[Mm]y|[Oo]ur) ))"
    r"|(?P<you>(?=(?:[Yy]ou|[Yy]our)\b))"
    r"|(?P<pronoun>(?:[Hh]e|[Ss]he) (?=\S))"
    r"|(?P<its>(?:[Hh]is|[Hh]er) name (?=(?:is|was)\b))"
    rf"|(?P<name>(?:(?:Dr|Mr|Ms|Mrs|Prof)\. )?{NAME}) (?=(?:{_IS_ONE})\b)"
)
_NOBODY = words(
    "The This That These Those There It What Here He She They We You I A An Everything Nothing"
    " Someone Everyone Everybody Nobody People Some Most Many All Both Each One Today Tomorrow"
    " Yesterday Life Work School Music Food English Chinese Thanks Having Being Getting Going"
    " Coffee Tea Python Java Winter Summer Spring Autumn Fall Breakfast Lunch Dinner Last Next"
    " My His Her Its Our Their Your Monday Tuesday Wednesday Thursday Friday Saturday Sunday"
    " Nature Sounds Looks Seems Feels Glad Nice Cool Wow Yeah Christmas Easter God Who Which"
    " Family Money Love Time Please Not No Yes"
)


@dataclass(frozen=True, slots=True)
class Spoken:
    who: Who | None  # None: nobody is named
    rest: str  # with its verb in the plain form: be, have, like, not like
    relation: tuple[str, str, str] | None = None  # role, role as said, name
    names: bool = False  # my wife's name is …


def same(role: str) -> str:
    return _SAME.get(role.lower(), role.lower())


def unique(role: str) -> bool:
    """Whether one has only one of them: a new boss replaces the old, a new friend does not."""
    return role in _UNIQUE


def subject(text: str, talk: Talk) -> Spoken:
    match = _SUBJECT.match(text)
    if match is None:
        return Spoken(None, plain(text))
    rest = text[match.end() :]
    if match["rolename"]:
        role = same(match["role"])
        who = talk.named(role, match["named"], _kind(match["role"]))
        return Spoken(who, plain(rest, third=True), (role, match["role"], match["named"]))
    if match["roleonly"]:
        who = _by_role(match["role2"], talk)
        return Spoken(who, plain(rest, third=True), names=bool(match["name_of"]))
    if match["born"]:
        return Spoken(_born(match, talk), f"my {_COPULA.sub(' be ', rest, count=1)}")
    if match["self"]:
        return Spoken(SELF, plain(rest))
    if match["mine"] is not None:
        return Spoken(
            SELF, _COPULA.sub(" be ", _OUR.sub("my ", f"{text[0].lower()}{text[1:]}"), count=1)
        )
    if match["you"] is not None:
        return Spoken(YOU, text)
    if match["pronoun"] or match["its"]:
        who = talk.person or Who("", "")
        return Spoken(who, plain(rest, third=True), names=bool(match["its"]))
    if match["name"].split()[0] in _NOBODY:
        return Spoken(Who("", ""), rest)
    talk.person = Who(match["name"], match["name"])
    return Spoken(talk.person, plain(rest, third=True))


def _born(match: re.Match[str], talk: Talk) -> Who:
    if match["role3"]:
        return _by_role(match["role3"], talk)
    if match["name3"]:
        talk.person = Who(match["name3"], match["name3"])
    return talk.person or Who("", "")


_OUR = re.compile(r"^our ")
_COPULA = re.compile(r" (?:is|are|falls)(?: now| currently| actually)? ")
_ADVERBS = re.compile(
    (
        r"^(?:currently|now|also|even|just|really|actually|still|recently|already|originally"
        r"|basically|definitely|absolutely|totally|certainly|truly|honestly|personally|both"
        r"|all|finally|simply|genuinely|mostly|mainly|generally|very much|do(?= (?:like|love"
        r"|enjoy|have|prefer|hate|want))|strongly|strictly|completely|particularly|especially"
        r"|tend to|kind of|sort of|very) (?!not )"
    ),
    re.I,
)
_NOT = re.compile(
    (
        r"^(?:do|does) not (?:really |particularly |actually |even |usually |generally "
        r"|typically )?"
    ),
    re.I,
)


_NONE = re.compile(r"^not have (?:any|an?) ")
_PERFECT = re.compile(r"^(?:have|has) (?:really |always |also |just |recently )+been ")


def plain(text: str, *, third: bool = False) -> str:
    """The predicate with its verb in the plain form: am → be, does not like → not like."""
    text = _stripped(text)
    if negated := _NOT.match(text):
        rest = f"not {_stripped(text[negated.end() :])}"
        return _NONE.sub("have no ", rest)
    text = _PERFECT.sub("have been ", text)
    first, _, rest = text.partition(" ")
    if first == "were":  # we were
        return f"was {rest}"
    if first.lower() in ("am", "is", "are"):
        rest = _stripped(rest)
        if rest.startswith("not "):
            return f"not be {_stripped(rest.removeprefix('not '))}"
        return f"be {rest}"
    return f"{base(first)} {rest}".strip() if third else text


def _stripped(text: str) -> str:
    while match := _ADVERBS.match(text):
        text = text[match.end() :]
    return text


def _by_role(said: str, talk: Talk) -> Who:
    role = same(said)
    who = talk.names.get(role) or Who(role, f"The user's {said.lower()}", role, _kind(said))
    talk.person = who
    return who


def _kind(said: str) -> EntityType:
    return EntityType.OTHER if re.fullmatch(_PETS, said, re.I) else EntityType.PERSON
