"""Who somebody is and where they live, in English: name, age, birth, contact, home, origin."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mohen.knowledge.model import Category
from mohen.knowledge.understanding.claims import Claim, key
from mohen.knowledge.understanding.en.phrases import PETS, SELF, clean_value, unique
from mohen.knowledge.understanding.entities import is_place
from mohen.knowledge.understanding.pattern_engine import Matched, template
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.word_lists import words

# -- Who somebody is, in English: name, age, birth, how to reach them.


_NAME = r"[A-Z][\w'.-]*(?: [A-Z][\w'.-]*){0,3}"
_NOT_NAMES = words(
    "Sorry Fine Ok Okay Good Great Happy Sad Tired Sure Here Back Done Ready Not Just So Very"
    " Really Curious Interested Looking Trying Thinking Going Working American British Chinese"
    " Japanese Korean Indian French German Spanish Italian Russian Canadian Australian Mexican"
    " Brazilian Irish Dutch Swedish Turkish Greek Polish Vietnamese Thai Filipino Jewish Muslim"
    " Christian Catholic Buddhist Hindu Asian African European Latino Hispanic Black White Gay"
    " Vegan Bored Busy Hungry Excited Glad Also In On At From A An The My Your"
)


def related(role: str, shown: str, name: str) -> Claim:
    """My mother's name is Anna. Of whom one has several, each is kept."""
    attribute, value = tie(role, name)
    return Claim(
        category=Category.RELATION,
        attribute=attribute,
        value=value,
        whole=f"{shown} is called {name}",
        who=SELF,
    )


def tie(role: str, name: str) -> tuple[str, str]:
    """The attribute and the value of somebody's being something to the user."""
    if re.fullmatch(PETS, role):
        return key("pet", name), role
    return (key("relation", role), name) if unique(role) else (f"relation:{name}", role)


@template(
    "name|call|be ",
    (
        r"(?:my (?:full |first |real |actual |legal |given |proper )?name be|be (?:called|named)"
        r"|name be)(?: called)?"
        rf" (?P<v>{_NAME})"
    ),
)
def name(said: Matched) -> Iterator[Claim]:
    value = said["v"].strip(".")
    if value.split()[0] in _NOT_NAMES:
        return
    if said.who.role:
        yield related(said.who.role, said.who.shown, value)
    else:
        yield Claim(
            category=Category.IDENTITY, attribute="name", value=value, tail=f"be called {value}"
        )


@template("be ", rf"be (?P<v>{_NAME})(?:,? (?:by the way|btw|nice to meet you))?")
def bare_name(said: Matched) -> Iterator[Claim]:
    value = said["v"]
    if said.who.key != SELF.key or value.split()[0] in _NOT_NAMES or is_place(value):
        return
    # I AM FINE SIR: where all is in capitals, they name nobody
    if value.isupper() or "'" in value or OF_A_KIND.search(value) or _FIELD.search(value):
        return
    yield Claim(
        category=Category.IDENTITY, attribute="name", value=value, tail=f"be called {value}"
    )


# I'm Computer Science: what somebody studies, said where people ask each other's major.
_FIELD = LazyPattern(
    r"\b(?:Sciences?|Studies|Engineering|Education|Nursing|Management|Marketing|Accounting|Finance"
    r"|Business|Law|History|English|Math|Maths|Arts|Design|Music|Chemistry|Philosophy|Psychology"
    r"|Sociology|Biology|Geology|Anthropology|Geography|Therapy|Relations|Communications?|Major"
    r"|Minor|Premed|Prelaw|Undeclared)$"
)


# I'm Peruvian, I'm Pisces, I'm Team Edward: of which kind, and not who.
OF_A_KIND = LazyPattern(
    r"^(?!(?:Ian|Brian|Bryan|Adrian|Julian|Vivian|Lil+ian|Damian|Fabian|Sebastian|Dorian|Marian"
    r"|Gillian|Kilian|Sean|Dean|Jean|Eric|Dominic|Cedric|Frederic|Trish|Therese)\b)\w+(?:ian|ean"
    r"|ese|ish|ist|ic|arian)$"
    r"|^(?:Cuban|Kenyan|Tongan|Texan|Moroccan|Libyan|Afghan|Pakistani|Israeli|Iraqi|Saudi|Swiss"
    r"|Czech|Welsh|Scots|Basque|Aries|Taurus|Gemini|Cancer|Leo|Virgo|Libra|Scorpio|Sagittarius"
    r"|Capricorn|Aquarius|Pisces|Gryffindor|Slytherin|Hufflepuff|Ravenclaw|Type|Team|Gen|Generation|Dad|Mom|Mum|Santa|Batman|Mr|Mrs|Ms"
    r"|Left|Right|Pro|Anti|Non|Ex|Post|Pre|Wow|Oh|Yes|No|Damn|Being|Having|Getting|Feeling|Loving"
    r"|Enjoying|Watching|Reading|Playing|Learning|Studying|Living|Dead|Alive|Lucky|Free|Home|Late"
    r"|Early|Always|Never|Still|Currently|Now|Today|Tomorrow|Monday|Tuesday|Wednesday|Thursday"
    r"|Friday|Saturday|Sunday)\b"
)


@template("name", rf"(?:legally )?changed (?:my|his|her) name to (?P<v>{_NAME})")
def renamed(said: Matched) -> Iterator[Claim]:
    yield Claim(
        category=Category.IDENTITY,
        attribute="name",
        value=said["v"],
        tail=f"+changed their name to {said['v']}",
    )


@template(
    "nickname|call me|calls me|pen name|under the name|write as|publish as",
    (
        r"(?:my nickname be|(?:write|publish) (?:under (?:the |my )?(?P<k2>pen )?name|as)"
        r"|(?:everyone|everybody|people|friends|my friends) calls? me"
        rf"|be nicknamed|my (?P<k>pen) name be) (?P<v>{_NAME}|\w+)"
    ),
)
def nickname(said: Matched) -> Iterator[Claim]:
    pen = said["k"] or re.match("write|publish", said.match.string)
    kind = "name:pen name" if pen else "nickname"
    shown = "pen name" if pen else "nickname"
    yield Claim(
        category=Category.IDENTITY,
        attribute=kind,
        value=said["v"],
        tail=f"'s {shown} is {said['v']}",
        who=SELF,
    )


@template("go by", rf"(?:mostly |usually |just |always )*go by (?:the name )?(?P<v>{_NAME})")
def goes_by(said: Matched) -> Iterator[Claim]:
    value = said["v"].strip(".")
    yield Claim(
        category=Category.IDENTITY, attribute="nickname", value=value, tail=f"go by {value}"
    )


_PRONOUN = r"(?:she|he|they|ze|xe|it|her|him|them|hers|his|theirs)"


@template(
    "go by|use|pronouns",
    rf"(?:my pronouns be|go by|use) (?P<v>{_PRONOUN}(?:/{_PRONOUN})+)(?: pronouns)?",
)
def pronouns(said: Matched) -> Iterator[Claim]:
    tail = f"'s pronouns are {said['v']}"
    yield Claim(category=Category.IDENTITY, attribute="pronouns", value=said["v"], tail=tail)


@template(
    "blood type|type", r"(?:be|have) (?:blood )?type (?P<v>(?:AB|A|B|O)\b.{0,10}?)(?: blood)?"
)
def blood(said: Matched) -> Iterator[Claim]:
    if "blood" in said.match.string:
        value = said["v"].strip()
        tail = f"'s blood type is {value}"
        yield Claim(category=Category.HEALTH, attribute="blood", value=value, tail=tail)


@template(
    "be |turn|age|years",
    (
        r"(?:be|turned|just turned|be turning|turn|be about to turn|my age be"
        r"|have(?= \d{1,3} years(?: old)?$))(?: only| just"
        r"| already| now| almost| nearly)? (?P<n>\d{1,3})(?P<y> years?(?: old)?| years? of age| yo"
        r"| y/o|yo)?(?: now| today| yesterday| this year| (?:last|on|this) \w+)?"
    ),
)
def age(said: Matched) -> Iterator[Claim]:
    over = said.match.string.endswith("last year")  # who turned 25 last year is older
    if 0 < int(said["n"]) <= said.policy.oldest and not over:
        soon = re.search(r"turning|about to|almost|nearly", said.match.string)
        tail = f"be {'almost ' if soon else ''}{said['n']} years old"
        yield Claim(category=Category.IDENTITY, attribute="age", value=said["n"], tail=tail)


@template(
    "birthday|born",
    (
        r"(?:my birthday be|be born|was born)(?: on| in)? (?:the )?(?P<v>(?:\d{1,2}(?:st|nd"
        r"|rd|th)?(?: of)? )?(?:January|February|March|April|May|June|July|August|September"
        r"|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Sept|Oct|Nov"
        r"|Dec)\.?(?: \d{1,2}(?:st|nd|rd|th)?)?(?:,? \d{4})?|\d{4}(?:-\d{2}-\d{2})?)"
    ),
)
def birthday(said: Matched) -> Iterator[Claim]:
    value = said["v"]
    tail = f"+was born in {value}" if re.fullmatch(r"\d{4}", value) else f"'s birthday is {value}"
    yield Claim(category=Category.IDENTITY, attribute="birthday", value=value, tail=tail)


@template(
    "man|woman|male|female|guy|girl|boy|binary|trans",
    (
        r"be (?:an? )?(?:(?:trans|cis|young|straight|gay|single|married|black|white|asian|old"
        r"|middle-aged|\d{2}[- ]year[- ]old) )*(?P<v>man|woman|male|female|guy|non-binary"
        r"|nonbinary|transgender|trans)(?: person)?"
    ),
)
def gender(said: Matched) -> Iterator[Claim]:
    value = {"man": "male", "guy": "male", "woman": "female"}.get(said["v"], said["v"])
    tail = re.sub(r"^be ", "be ", said.match.string)
    yield Claim(category=Category.IDENTITY, attribute="gender", value=value, tail=tail)


@template(
    "introvert|extrovert|night owl|morning person|perfectionist|handed|early bird",
    (
        r"be (?:an? |more of an? |a bit of an? |such an? )?(?P<v>introvert|extrovert"
        r"|night owl|morning person|perfectionist|early bird|left-handed|right-handed"
        r"|introverted|extroverted)"
    ),
)
def trait(said: Matched) -> Iterator[Claim]:
    value = said["v"]
    kind = "handedness" if value.endswith("handed") else key("trait", value)
    yield Claim(category=Category.IDENTITY, attribute=kind, value=value, tail=said.match.string)


@template("last name|surname|middle name", rf"my (?P<k>last |middle |sur)name be (?P<v>{_NAME})")
def surname(said: Matched) -> Iterator[Claim]:
    kind = "middle name" if said["k"] == "middle" else "surname"
    tail = f"'s {kind} is {said['v']}"
    yield Claim(category=Category.IDENTITY, attribute=f"name:{kind}", value=said["v"], tail=tail)


_KINDS = {"phone": "phone", "cell": "phone", "mobile": "phone", "email": "email", "e-mail": "email"}


@template(
    "phone|number|email|e-mail|@",
    (
        r"my (?:(?:work|personal|new|home) )?(?:(?P<k>phone|cell|mobile|email|e-mail)(?: number"
        r"| address)?|number) be (?P<v>[\w.+-]+@[\w-]+\.[\w.-]+|\+?[\d(][\d\s().-]{5,18}\d)"
    ),
)
def contact(said: Matched) -> Iterator[Claim]:
    kind = _KINDS[said["k"] or "phone"]
    shown = {"phone": "phone number", "email": "email address"}[kind]
    yield Claim(
        category=Category.IDENTITY,
        attribute=kind,
        value=said["v"],
        tail=f"'s {shown} is {said['v']}",
    )


_FACTS = {
    "time zone": "timezone",
    "timezone": "timezone",
    "native language": "language",
    "first language": "language",
    "mother tongue": "language",
    "blood type": "blood",
    "height": "height",
    "weight": "weight",
    "address": "address",
    "mbti": "mbti",
    "zodiac sign": "zodiac",
    "star sign": "zodiac",
    "religion": "religion",
    "pronouns": "pronouns",
    "shoe size": "shoe size",
    "home address": "address",
    "ethnicity": "ethnicity",
}


@template(
    "|".join(_FACTS),
    rf"my (?:new )?(?P<k>{'|'.join(sorted(_FACTS, key=len, reverse=True))}) be (?P<v>[^,]{{1,50}})",
)
def fact(said: Matched) -> Iterator[Claim]:
    if value := clean_value(said["v"], said.policy):
        kind = said["k"].lower()
        if kind == "weight" and re.match(r"(?:up|down|back) (?!to\b|at\b)", value):
            return  # my weight is down 5 kg: from what, is not said
        category = Category.HEALTH if kind == "blood type" else Category.IDENTITY
        verb = "are" if kind == "pronouns" else "is"
        yield Claim(
            category=category,
            attribute=_FACTS[kind],
            value=value,
            tail=f"'s {said['k']} {verb} {value}",
        )


@template(
    "be in|time",
    (
        r"(?:be|live) (?:in|on) (?:the )?(?P<v>EST|PST|CST|MST|CET|GMT|UTC|BST|JST|IST"
        r"|UTC[+-]\d{1,2}|GMT[+-]\d{1,2}|Eastern|Pacific|Central"
        r"|Mountain)(?: time)?(?: ?zone)?"
    ),
)
def zone(said: Matched) -> Iterator[Claim]:
    yield Claim(
        category=Category.IDENTITY,
        attribute="timezone",
        value=said["v"],
        tail=f"be in the {said['v']} time zone",
    )


PERSON_TEMPLATES = (
    *(
        trait,
        surname,
        birthday,
        age,
        gender,
        zone,
        renamed,
        nickname,
        goes_by,
        pronouns,
        blood,
        name,
    ),
    *(contact, fact, bare_name),
)


# -- Where somebody lives and comes from, in English.


_NATION = (
    "American|British|Chinese|Japanese|Korean|Indian|French|German|Spanish|Italian"
    "|Russian|Canadian|Australian|Mexican|Brazilian|Irish|Dutch|Swedish|Norwegian|Danish"
    "|Finnish|Turkish|Greek|Polish|Vietnamese|Thai|Filipino|Indonesian|Malaysian"
    "|Singaporean|Taiwanese|Pakistani|Nigerian|Kenyan|Egyptian|Ukrainian|Portuguese|Swiss"
    "|Austrian|Belgian|Scottish|Welsh|English|Argentinian|Colombian|Israeli|Iranian"
)
# Paris, Texas: with the land or state that says which
_PLACE = (
    r"(?P<v>[^,]{2,40}?"
    r"(?:(?<=[a-z]), [A-Z][a-z]+(?: [A-Z][a-z]+)?(?=$|,| (?:with|for|since|and|now|but)\b))?)"
)
_REST = (
    r"(?: (?:with|for|since|and|because|near my|right now|now|currently|at the moment"
    r"|these days|where|as|after|in order|when|from|last|two|three|a|\d+) ?.*|,.*)?"
)
_NO_PLACE = LazyPattern(
    (
        r"\b(?:my|your|the (?:moment|future|past|same)|a|an|constant|fear|peace|harmony|this"
        r"|that|it|here|there|dorms?|love)\b"
    ),
    re.I,
)


def _home(value: str, tail: str, *, ended: bool = False) -> Claim:
    return Claim(
        category=Category.STATUS, attribute="location", value=value, tail=tail, ended=ended
    )


def _place(text: str, said: Matched) -> str:
    value = clean_value(text, said.policy)
    return "" if not value or _NO_PLACE.search(value) or not re.search(r"[A-Z]", value) else value


@template(
    "liv|based|reside|located",
    (
        r"(?:live|be living|be based|reside|be located|be residing|have lived"
        r"|have been living)(?: here)?(?: alone| together| by myself| out)? (?:in|at|near"
        rf"|outside|just outside|on) {_PLACE}{_REST}"
    ),
)
def lives(said: Matched) -> Iterator[Claim]:
    if value := _place(said["v"], said):
        yield _home(value.removeprefix("the "), f"live in {value}")


@template(
    "moved|relocated|moving|settled",
    (
        r"(?:have )?(?:moved|relocated|settled|moved back|moved out|moved down|moved up"
        rf"|moved over)(?: from (?P<from>[A-Z][^,]{{1,25}}?))? (?:to|in"
        rf"|into) {_PLACE}(?: from .*)?{_REST}"
    ),
)
def moved(said: Matched) -> Iterator[Claim]:
    if value := _place(said["v"], said):
        yield _home(value, f"+moved to {value}")


@template("move|moving", rf"(?P<how>move|be moving)(?: back| over)? to {_PLACE}{_REST}")
def about_to_move(said: Matched) -> Iterator[Claim]:
    """A move that has not come yet replaces no home."""
    if value := _place(said["v"], said):
        yield Claim(category=Category.STATUS, tail=f"{said['how']} to {value}")


@template(
    "no longer|anymore|any more|used to|left|moved out|lived",
    (
        r"(?P<how>no longer live in|not live in|used to live in|used to be based in|left"
        rf"|moved out of|moved away from|no longer be in|lived in) {_PLACE}(?: anymore"
        rf"| any more)?{_REST}"
    ),
)
def left(said: Matched) -> Iterator[Claim]:
    value = _place(said["v"], said)
    how, text = said["how"], said.match.string
    if not value or (how in ("left", "lived in") and not is_place(value)):
        return
    if how == "not live in" and "any" not in text:
        yield Claim(category=Category.GENERAL, tail=f"not live in {value}")
        return
    tail = {
        "used to live in": f"+used to live in {value}",
        "used to be based in": f"+used to live in {value}",
        "lived in": f"+lived in {value}",
        "left": f"+left {value}",
        "moved out of": f"+moved out of {value}",
        "moved away from": f"+moved away from {value}",
    }.get(how, f"+no longer lives in {value}")
    yield _home(value, tail, ended=True)


@template(
    "from|grew|born|raised|hometown|native",
    (
        r"(?:be(?: originally)? from|come(?: originally)? from|hail from|(?:was"
        r"|were) (?:born and )?(?:born|raised)(?: and raised)? in|grew up in"
        r"|my home ?town be|be a native of"
        rf"|my family be(?: originally)? from) {_PLACE}{_REST}"
    ),
)
def origin(said: Matched) -> Iterator[Claim]:
    value = _place(said["v"], said)
    if not value:
        return
    text = said.match.string[: said.match.start("v")]  # born in Lagos, raised in Leeds
    if "born" in text and said.who.key != SELF.key and not said.who.role:
        return  # of somebody who may be known to everybody
    tail = (
        f"+grew up in {value}"
        if "grew" in text or "raised" in text
        else f"+was born in {value}"
        if "born" in text
        else f"be from {value}"
    )
    yield Claim(category=Category.IDENTITY, attribute="hometown", value=value, tail=tail)


@template(
    "be ",
    (
        rf"be (?:(?P<part>half|part|a quarter) (?P<w>[A-Z]\w+)|(?:an? )?(?:proud"
        rf" )?(?P<v>{_NATION}))(?: citizen| person| guy| girl"
        r"| woman| man)?(?: by birth)?"
    ),
)
def nationality(said: Matched) -> Iterator[Claim]:
    value = f"{said['part']} {said['w']}" if said["part"] else said["v"]
    yield Claim(
        category=Category.IDENTITY, attribute="nationality", value=value, tail=f"be {value}"
    )


HOME_TEMPLATES = (left, moved, about_to_move, lives, origin, nationality)
