"""The parts of an English clause: its subject, its values, and its wording in the third person."""

from __future__ import annotations

import re

from mohen.core.values import dataclass
from mohen.knowledge.model import AGENT, USER, EntityType
from mohen.knowledge.policy import Extraction
from mohen.knowledge.understanding.claims import SpokenOf, Who, tidy
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.word_lists import words

# -- English in the third person: I am → The user is, I don't like → doesn't like, my → the user's.


_NOT = [
    "do",
    "does",
    "did",
    "is",
    "are",
    "was",
    "were",
    "have",
    "has",
    "had",
    "would",
    "could",
    "should",
]
_SHORT = {
    **dict.fromkeys(("i'm", "im", "i m"), "I am"),
    **dict.fromkeys(("i've", "ive", "i ve"), "I have"),
    **dict.fromkeys(("i'll", "i ll"), "I will"),
    "i'd": "I would",
    "i": "I",
    "gonna": "going to",
    "gotta": "have to",
    "wanna": "want to",
    **dict.fromkeys(("can't", "cant", "can not", "cannot"), "cannot"),
    "won't": "will not",
    **dict.fromkeys(("ain't", "aint"), "am not"),
    **{f"{verb}n't": f"{verb} not" for verb in _NOT},
    **{f"{verb}nt": f"{verb} not" for verb in ("do", "does", "did", "is", "are", "was", "have")},
    **{f"{who}'re": f"{who} are" for who in ("we", "you", "they")},
    "youre": "you are",
    **{f"{who}'ve": f"{who} have" for who in ("we", "you", "they")},
    **{f"{who}'ll": f"{who} will" for who in ("we", "you", "they", "he", "she")},
    **{
        f"{who}'s": f"{who} is"
        for who in ["he", "she", "it", "that", "name", "there", "who", "what"]
    },
}
_SHORTENED = LazyPattern(
    r"\b(?:\w+'(?:m|ve|ll|d|re|s|t)|[Ii] (?:m|ve|ll)|[Ii]m|[Ii]ve|i"
    r"|aint|dont|doesnt|didnt|isnt|arent|wasnt|havent|cant|youre"
    r"|gonna|gotta|wanna|[Cc]annot|[Cc]an not)\b(?!\.\w)"
)


# My dad's a nurse, Tom's from Rome: not whose, but is; she's got, she's been: has.
_IS_SHORT = LazyPattern(
    r"(?<=\w)(?<!aster)(?<!achelor)'s (?P<has>(?:(?:never|always|just|also|already) )?(?:been"
    r"|got)\b)?"
    r"(?=(?P<is>(?:an?|due|not|called|named|from|in|at|on|also|just|the|my|now|still|always|really|very"
    r"|allergic|afraid|pregnant|married|single|retired|deaf|blind|vegan|vegetarian|diabetic"
    r"|divorced"
    r"|tall|gay|autistic|sick|dead|half|fluent|rusty|based|\d+)\b(?!-)"
    r"|[a-z]{2,12}ing\b(?!.{0,60} (?:is|are|was|were|has)\b)"
    r"|[A-Z][a-z]+(?:ish|ese|ian|ean|can|nch|tch|eek|iss)(?=$|[,.!;]| and\b| but\b))?)",
)


def expanded(text: str) -> str:
    """Text without contractions: I'm becomes I am."""
    text = _SHORTENED.sub(_expand, text.replace("’", "'").replace("‘", "'"))
    if "'s " in text:
        text = _IS_SHORT.sub(_expand_is, text)
    return _GOT.sub(r"\g<have>", text) if " got" in text else text


_GOT = LazyPattern(r"\b(?P<have>(?:have|has)(?: also)?) got\b")


_NEAR = 40
_AT_WHOSE = LazyPattern(
    r"\b(?:at|to|from|out of|near|into|over) (?:my|our|his|her|their|the) [\w-]+$"
)


def _expand_is(match: re.Match[str]) -> str:
    if match["has"]:
        return f" has {match['has']}"
    before = match.string[max(0, match.start() - _NEAR) : match.start()]
    if match["is"] in ("in", "on", "at", "from") and _AT_WHOSE.search(before):
        return match.group()  # I moved out of my mum's in May
    return " is " if match["is"] else match.group()


def _expand(match: re.Match[str]) -> str:
    word = match.group()
    long = _SHORT.get(word.lower())
    if long is None:
        return word
    return long if word[0].islower() or long[0] == "I" else f"{long[0].upper()}{long[1:]}"


_ME = (
    (LazyPattern(r"\b(?:I am|we are)\b"), "the user is"),
    (LazyPattern(r"\b(?:I have|we have)\b"), "the user has"),
    (LazyPattern(r"\b(?:I do|we do)\b"), "the user does"),
    (LazyPattern(r"\b(?:my|our)\b(?! own)", re.I), "the user's"),
    (LazyPattern(r"\b(?:my|our) own\b", re.I), "their own"),
    (LazyPattern(r"\b(?:mine|ours)\b", re.I), "the user's"),
    (LazyPattern(r"\b(?:myself|ourselves)\b", re.I), "themselves"),
    (LazyPattern(r"\bI\b|\b(?:we|We)\b"), "the user"),
    (LazyPattern(r"\b(?:me|us)\b(?!-)"), "the user"),
)
_OWN = LazyPattern(r"\b(?:I|me|my|mine|myself|we|us|our|ours|ourselves)\b", re.I)
_AGREES = LazyPattern(
    r"\bthe user (?P<v>like|love|hate|want|need|live|work|feel|think|know|enjoy|use"
    r"|prefer|volunteer|go|play|run|see|take|make|get|say|read|watch|listen|eat|drink|own"
    r"|study|teach|buy|do|spend|visit|rent|keep|share|manage|build|write|call|plan|grow|sell|wear"
    r"|cook|bake|drive|walk|ride|collect|practice|lead|host|meet|earn|pay|move|leave|come|start)\b"
)


def third(text: str) -> str:
    """What is said of oneself, as somebody else says it."""
    if not _OWN.search(text):
        return text
    for pattern, instead in _ME:
        text = pattern.sub(instead, text)
    return _AGREES.sub(lambda match: f"the user {third_person(match['v'])}", text)


def possessed(text: str) -> str:
    """Inside a sentence that begins with the user: my wife → their wife."""
    text = re.sub(r"\b(?:my|our)\b", "their", text, flags=re.I)
    return third(text)


_IRREGULAR = {"be": "is", "have": "has", "do": "does", "go": "goes"}
_MODAL = words("can cannot will would could should may might must used")
# Hangs, needed: as it is typed. Not: miss, focus, need, succeed.
_INFLECTED = LazyPattern(r"[^aious]s$|(?<!^sh)(?<!^w)(?<!e)ed$")
_UNCHANGED = words("set quit hurt bit")


def third_person(verb: str) -> str:
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb in _MODAL or _INFLECTED.search(verb) or (verb in _PAST and verb not in _UNCHANGED):
        return verb
    if re.search(r"(?:s|x|z|ch|sh|o)$", verb):
        return f"{verb}es"
    return re.sub(r"(?<![aeiou])y$", "ie", verb) + "s"


_PAST = words(
    "was were had did went got made took saw met came bought ate ran wrote began broke brought"
    " built caught chose drank drove fell felt flew forgot found gave grew heard held kept knew"
    " left lent lost meant paid rode rose said sang sat sent shot slept sold spent spoke stood"
    " swam taught thought threw told understood woke won wore became set retook fought sought quit"
    " dealt led hid bit blew burnt dug drew dreamt fed froze hung laid learnt leapt rang sank"
    " shook shone shrank slid spun stole stuck struck swept swore swung tore wept withdrew overcame"
    " undertook bled bred crept dove fled forgave knelt lit mistook overslept sped strove hurt"
)
_LED = LazyPattern(r"(?:(?:I|we|he|she|my \w+|just|also|recently|actually|finally|even) )*", re.I)


_SHORTEST_PAST = 3  # red, med


def is_past(verb: str) -> bool:
    verb = verb.lower()
    worn = len(verb) > _SHORTEST_PAST and verb.endswith("ed")
    return verb in _PAST or (worn and verb not in ("need", "feed", "seed"))


_FINITE = LazyPattern(
    r"\b(?:(?P<now>am|is|are|be|will|would|going to|has|have|do|does|can|must|need|plan|want|hope"
    r"|(?!was\b|this\b)[a-z]+[a-rt-z]s(?= in| on| by| until| at| next| this))|(?P<verb>[a-z]+))\b"
)
_OF_WHICH = LazyPattern(r"\b(?:I|we|he|she|they|it|that|which|who|when) (?P<verb>[a-z]+)\b")
_SUBJECT_FIRST = LazyPattern(r"(?:my|our|the|an?|his|her|their|[A-Z]\w+)\b")


def tense(text: str, *, bare: bool) -> str:
    """What a clause tells of its time by its first finite verb: `past`, `ahead` (what is so or is
    to come), or nothing where it has none. `bare`: its subject is left out."""
    words = _LED.sub("", text).split()
    if words and words[0] in ("have", "has") and len(words) > 1:
        return "past" if is_past(words[1]) or words[1] == "been" else "ahead"
    if words and is_past(words[0]):
        return "past"
    if not _SUBJECT_FIRST.match(text) and (bare or _LED.sub("", text, count=1) != text):
        # I love the photos that we took in March
        return "past" if any(is_past(e["verb"]) for e in _OF_WHICH.finditer(text)) else "ahead"
    for match in _FINITE.finditer(text):
        if match["now"] or is_past(match["verb"]):
            return "ahead" if match["now"] else "past"
    return ""


_BASES = {"is": "be", "am": "be", "are": "be", "has": "have", "does": "do", "goes": "go"}


def base(verb: str) -> str:
    """The base form of a verb: lives becomes live, studies study."""
    if verb in _BASES:
        return _BASES[verb]
    if verb.endswith("ies"):
        return verb.removesuffix("ies") + "y"
    if re.search(r"(?:ss|x|z|ch|sh)es$", verb):
        return verb.removesuffix("es")
    if verb.endswith("s") and not verb.endswith(("ss", "us", "was")):
        return verb.removesuffix("s")
    return verb


_HOW_OFTEN = words("always never usually normally generally often sometimes rarely mostly")
PLURAL = words(
    "parents kids children sons daughters brothers sisters friends grandparents in-laws grandkids"
    " siblings"
    " housemates"
)


def sentence(who: Who, tail: str, hedge: str = "") -> str:
    """`tail` begins with the plain verb (be, like, not like), with + before what is said as it
    stands (+moved to Berlin), or with 's (the user's birthday …)."""
    if tail.startswith("'s"):
        return f"{who.shown}{_hedge_copula(tail, hedge)}"
    if tail.startswith("+"):
        return f"{who.shown} {hedge + ' ' if hedge else ''}{tail[1:]}"
    many = who.role in PLURAL or " and " in who.shown
    first, _, rest = tail.partition(" ")
    if first.lower() in _HOW_OFTEN and rest:  # the user usually sees their therapist
        hedge, (first, _, rest) = f"{hedge} {first}".strip(), rest.partition(" ")
    if hedge in ("might", "may"):
        return f"{who.shown} {hedge} {'not ' + rest if first == 'not' else tail}"
    space = f"{hedge} " if hedge else ""
    if first == "not":
        verb, _, rest = rest.partition(" ")
        if verb == "be":
            return f"{who.shown} {'are' if many else 'is'} {space}not {rest}".replace(
                "is not ", "isn't "
            )
        return f"{who.shown} {space}{'do' if many else 'does'}n't {verb} {rest}".rstrip()
    if first == "be":
        return f"{who.shown} {'are' if many else 'is'} {space}{rest}"
    if many:
        return f"{who.shown} {space}{first} {rest}".rstrip()
    return f"{who.shown} {space}{third_person(first)} {_agreeing(rest)}".rstrip()


# Verbs that hardly are a thing as well: after `and` they have the same subject.
_ALSO = LazyPattern(
    r"(?P<and> and (?:then |also |usually |mostly )?)(?P<v>take|eat|drink|write|read|cook|clean"
    r"|sleep|go|make|get|play|live|have|do|watch|listen|sing|swim|drive|ride|teach|learn|speak|bake"
    r"|grow|sell|buy|wear|bring|keep|raise|rent|own|coach|edit|deploy|publish|translate|manage|build"
    r"|download|upload|paint|draw|knit|maintain|host)(?= \w)"
)


def _agreeing(rest: str) -> str:
    """Works days and take classes: the second verb as the first."""
    spaced = f" {rest}"
    if " to " in spaced.partition(" and ")[0]:
        return rest  # to cook and bake bread
    return _ALSO.sub(lambda also: f"{also['and']}{third_person(also['v'])}", spaced)[1:]


def _hedge_copula(tail: str, hedge: str) -> str:
    if hedge in ("might", "may"):
        return tail.replace(" is ", f" {hedge} be ", 1)
    return tail.replace(" is ", f" is {hedge} ", 1) if hedge else tail


# -- Of whom an English clause speaks: I, my mother, my wife Anna, Tom, she, you; or nobody.


SELF = Who(USER, "The user")
YOU = Who(AGENT, "The assistant")

_SAME = {
    **dict.fromkeys(("mom", "mum", "mother", "mama", "mommy", "mam"), "mother"),
    **dict.fromkeys(("dad", "father", "papa", "daddy"), "father"),
    **dict.fromkeys(("grandma", "grandmother", "granny", "nana"), "grandmother"),
    **dict.fromkeys(("grandpa", "grandfather", "granddad"), "grandfather"),
    **dict.fromkeys(("boss", "manager", "supervisor"), "boss"),
    **dict.fromkeys(("kids", "children"), "children"),
    **dict.fromkeys(("gran", "nan"), "grandmother"),
    "folks": "parents",
    "hubby": "husband",
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
    "|friends|mate|pal|in-laws|stepbrother|stepsister|half-brother|half-sister|grandkids|siblings?"
    "|business partner|housemates?|nanny|godson|goddaughter|accountant|lawyer|trainer|tutor"
    "|mom and dad|doc|gp|physio|au pair|babysitter|cleaner|barber|mechanic|plumber|agent"
    "|publisher|manager|supervisor|intern|apprentice|bandmate|co-host|tenant"
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

# Two years ago my wife and I: nobody is called Two.
NAME = (
    r"(?:(?:Dr|Mr|Ms|Mrs|Prof)\. )?(?!(?:One|Two|Three|Four|Five|Six|Seven|Eight|Nine|Ten)\b)"
    r"[A-Z][a-z]+(?:-[A-Z][a-z]+)?(?: [A-Z][a-z]+){0,2}"
)
_IS = (
    r"is|was|are|has|had|lives?|works?|likes?|loves?|hates?|moved|does|did|plays?|studies"
    r"|study|goes|speaks?|died|passed|got|just|recently|also|always|usually|turned"
    r"|prefers?|enjoys?|teaches|runs|owns|used|wants?|graduated|grew|cannot|can|will"
    r"|never|married|started|quit|became|dislikes?|needs|suffers|eats|drinks|and I"
)
_IS_ONE = _IS.replace("s?|", "s|").replace("study|", "")
# What else may follow somebody who was named by what they are to the user: any verb of one person.
_DOES = (
    rf"{_IS}|do(?= not\b)"
    r"|taught|left|lost|built|wrote|won|broke|met|sold|bought|own|run|teach|speak|want|grow"
    rf"|gave|ate|got|went|came|took|made|found|paid|fell|drove|flew|began|became|got|sell|make|take|keep|raise|go|come|have|eat|drive|help"
    r"|arrive|land|leave|fly|visit|return|travel|stay|get(?= (?:in|back|here|home|there)\b)"
    r"|(?!(?:across|besides|towards|perhaps|sometimes|plus|unless|this|as)\b)"
    r"[a-z]{2,}(?:s|ed)(?! (?:is|are|was)\b)"
)
# Rent is due on the 1st: what begins a sentence so is nobody.
_DUE = (
    r"Rent|Tax(?:es)?|Homework|Coursework|Tuition|Mortgage|Payments?|Invoices?|Bills?|Insurance"
    r"|Applications?|Submissions?|Essays?|Council Tax|Payroll"
)
_SUBJECT = LazyPattern(
    rf"(?P<both>(?P<other>(?:[Mm]y|[Oo]ur) (?:{_ANY})(?: {NAME})?|{NAME}) & I (?=\S))"
    r"|(?P<rolename>(?:[Mm]y|[Oo]ur) (?:(?:dear|lovely|beautiful|new|old|(?P<late>late)"
    rf"|amazing) )?(?P<role>{_ANY}),? (?:named "
    rf"|called )?(?P<named>{NAME}),? (?=(?:{_DOES})\b))"
    r"|(?P<roleonly>(?:[Mm]y|[Oo]ur) (?:(?:dear|lovely|beautiful|new|old|amazing"
    rf"|current) )?(?:(?P<which>youngest|oldest|eldest|middle|other|late)"
    rf" )?(?P<role2>{_ANY})(?P<name_of>'s name"
    rf"| name)? (?=(?:{_DOES})\b))"
    rf"|(?P<born>(?:(?:[Mm]y|[Oo]ur) (?P<role3>{_ANY})|(?P<name3>{NAME}))['’]s"
    r" (?=birthday (?:is|falls)\b)|(?:[Hh]is|[Hh]er) (?=birthday (?:is|falls)\b))"
    r"|(?P<kin>(?:Mom|Mum|Dad|Mama|Papa|Grandma|Grandpa|Granny|Nana|Gran|Wife|Husband|Hubby"
    rf"|Girlfriend|Boyfriend|Grandson|Granddaughter|Daughter)) (?=(?:{_DOES})\b)"
    r"|(?P<self>(?:I|[Ww]e)(?: both| all| two| myself)?,? (?=\S))"
    r"|(?P<mine>(?=(?:[Mm]y|[Oo]ur) ))"
    r"|(?P<you>(?=(?:[Yy]ou|[Yy]our)\b))"
    r"|(?P<pronoun>(?:[Hh]e|[Ss]he) (?=\S))"
    r"|(?P<its>(?:[Hh]is|[Hh]er) name (?=(?:is|was)\b))"
    rf"|(?P<name>(?!(?:{_DUE}) (?:is|are) due\b)(?:(?:Dr|Mr|Ms|Mrs|Prof)\. )?{NAME})"
    rf" (?=(?:{_IS_ONE})\b)"
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


def is_nobody(name: str) -> bool:
    """Whether what looks like a name is another word that begins a sentence: Today, Everyone."""
    return name.partition(" ")[0] in _NOBODY


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


def subject(text: str, talk: SpokenOf) -> Spoken:
    match = _SUBJECT.match(text)
    if match is None:
        return Spoken(None, base_form(text))
    rest = text[match.end() :]
    if match["both"]:
        other = possessed(match["other"]) if match["other"][0] in "mo" else match["other"]
        return Spoken(Who(USER, f"The user and {other.replace('My ', 'their ')}"), base_form(rest))
    if match["rolename"]:
        role = same(match["role"])
        who = talk.named(role, match["named"], _kind(match["role"]))
        said = f"late {match['role']}" if match["late"] else match["role"]
        return Spoken(who, base_form(rest, third=True), (role, said, match["named"]))
    if match["roleonly"]:
        who = by_role(match["role2"], talk, match["which"] or "")
        return Spoken(who, base_form(rest, third=True), names=bool(match["name_of"]))
    if match["kin"]:
        return Spoken(by_role(match["kin"], talk), base_form(rest, third=True))
    if match["born"]:
        return Spoken(_born(match, talk), f"my {_COPULA.sub(' be ', rest, count=1)}")
    if match["self"]:
        return Spoken(SELF, base_form(rest))
    if match["mine"] is not None:
        return Spoken(
            SELF, _COPULA.sub(" be ", _OUR.sub("my ", f"{text[0].lower()}{text[1:]}"), count=1)
        )
    if match["you"] is not None:
        return Spoken(YOU, text)
    if match["pronoun"] or match["its"]:
        who = talk.person or Who("", "")
        return Spoken(who, base_form(rest, third=True), names=bool(match["its"]))
    if is_nobody(match["name"]):
        return Spoken(Who("", ""), rest)
    talk.person = Who(match["name"], match["name"])
    return Spoken(talk.person, base_form(rest, third=True))


def _born(match: re.Match[str], talk: SpokenOf) -> Who:
    if match["role3"]:
        return by_role(match["role3"], talk)
    if match["name3"]:
        talk.person = Who(match["name3"], match["name3"])
    return talk.person or Who("", "")


_OUR = LazyPattern(r"^our ")
_COPULA = LazyPattern(r" (?:is|are|falls)(?: now| currently| actually)? ")
_ADVERBS = LazyPattern(
    (
        r"^(?:currently|now(?! (?:at|with) [A-Z])|also|even|just|really|actually|still|recently"
        r"|already|originally"
        r"|basically|definitely|absolutely|totally|certainly|truly|honestly|personally|both"
        r"|all|finally|simply|genuinely|mostly|mainly|generally|very much|do(?= (?:like|love"
        r"|enjoy|have|prefer|hate|want))|strongly|strictly|completely|particularly|especially"
        r"|tend to|kind of|sort of|kinda|sorta|lowkey|literally|legit|prob(?:ably)?|def|very"
        r"|sure(?= (?:am|do|did|have|love|like|was)\b)) (?!not )"
    ),
    re.I,
)
_NEGATED = LazyPattern(
    (
        r"^(?:do|does) not (?:really |particularly |actually |even |usually |generally "
        r"|typically )?"
    ),
    re.I,
)


_NONE = LazyPattern(
    r"^not have (?:(?:any|an?) "
    r"|(?=(?:kids|children|siblings|brothers|sisters|grandkids|pets)\b))"
    r"(?!lot\b|ton\b|bunch\b|whole\b|great deal\b)"
)
_PERFECT = LazyPattern(r"^(?:have|has) (?:really |always |also |just |recently )+been ")


def base_form(text: str, *, third: bool = False) -> str:
    """The predicate with its verb in the plain form: am → be, does not like → not like."""
    text = _stripped(text)
    if negated := _NEGATED.match(text):
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


def by_role(said: str, talk: SpokenOf, which: str = "") -> Who:
    """`which`: of several, the oldest."""
    role = same(said)
    if which:
        talk.person = Who(
            f"{which} {role}", f"The user's {which} {said.lower()}", role, _kind(said)
        )
        return talk.person
    who = talk.names.get(role) or Who(role, f"The user's {said.lower()}", role, _kind(said))
    talk.person = who
    return who


def _kind(said: str) -> EntityType:
    return EntityType.OTHER if re.fullmatch(_PETS, said, re.I) else EntityType.PERSON


# -- Values in English sayings: what may be one, and lists of them.


_VAGUE = LazyPattern(
    (
        r"^(?:(?:some|any|all|both|each|either|more|most|one|ones)(?: of .*)?$|other|it|its|this"
        r"|that|these|those|they|he|she|we|I|them|him|her|me|us|you|your|yours|what|how|when"
        r"|where"
        r"|who|why|which|stuff|things?|something|anything (?:else|more|you)|nothing|everything"
        r"|everyone"
        r"|someone|here|there|so|too|the (?:idea|suggestion|suggestions|sound|look|looks|way"
        r"|fact|thought|concept|option|options|first|second|third|last|other|same|one|ones"
        r"|tips?|list|advice|feeling|recommendations?|part|thing|things|example|examples"
        r"|details|plan|name|vibe|vibes|design|color|colour|article|information|info|new one"
        r"|story|video|photo|picture|movie|show|song|book|place|part)|a lot|a bit|being able"
        r"|ya|lol)\b"
    ),
    re.I,
)
_AND = LazyPattern(
    r",\s*+(?:and|or)?\s*|(?<!\s)\s++(?:and|or|&|as well as)\s+|(?<=[a-z]{3})/(?=[a-z]{3})"
)
_TAIL = LazyPattern(
    (
        r",\s++(?:tastes?|it|they|which|always|just|never|makes?)\b.*$"
        # …, conditions are usually nice there: said beside it
        r"|,\s++(?:[\w'-]+\s){1,3}(?:is|are|was|were)\b.*$"
        r"|(?<!\s)\s++(?:it is|its (?:such|so|an?|the|really|just|very|always)"
        r"|and (?:he|she|they)s?|an+d+ yeah?|and stuff|id say"
        r"|I (?:guess|think|suppose|would say))\b.*$"
        # never seen my mom so angry: that is no reason
        r"|(?<!\s)\s++(?:because|since|so(?= (?:so|I|we|it|that|he|she|they|you|my|our|there|the"
        r"|now|if|when|yeah|no|much|many)\b| (?-i:[A-Z])|[,.]|$)|but|as (?:it|they|well)|due to"
        r"|when(?:ever)?|while|if"
        r"|though|although|right now|at the moment|these days|nowadays|lately|too|very much"
        r"|so much|as well|anymore|any more|lol|haha|dude|bro|so yeah?|though|especially"
        r"|and (?:I|my|prefer"
        r"|find|would|do|am|have|tend)|which|that is|for (?:now|years|a while|the past|\d+"
        r"|two|three|about|over)|now)\b.*$"
    ),
    re.I,
)
_HANGS = LazyPattern(
    r"\bwith (?:him|her|them)\b|\b(?:such as|like|and|or|to|of|for|with|the|an?|following)$", re.I
)
_ARTICLE = LazyPattern(
    (
        r"^(?:a|an|the|some|any|my|all|any kind of|any form of|all kinds of|to|eating"
        r"|drinking|using|wearing|watching|listening to|reading|playing|going to|visiting"
        r"|engaging in|participating in) (?=\S)"
    ),
    re.I,
)
_DONE = LazyPattern(
    (
        r"^(?:eating|drinking|using|wearing|watching|listening to|reading|going to|to eat"
        r"|to drink)\b"
    ),
    re.I,
)


def clean_value(text: str, policy: Extraction) -> str:
    """A value, or nothing where it points at something instead of naming it."""
    value = _unquoted(_TAIL.sub("", text)).removesuffix(" a lot")
    if (
        not value
        or _HANGS.search(value)
        or len(value) > 2 * policy.value_most
        or _VAGUE.match(value)
    ):
        return ""
    return value


def _unquoted(text: str) -> str:
    """Quotation marks stay where they are around a part only."""
    bare = tidy(text)
    return text.strip(" ,.!?;:") if bare.count('"') & 1 else bare


def thing(text: str) -> str:
    """What a taste is about, without articles: the cat, eating meat."""
    bare = text
    while match := _ARTICLE.match(bare):
        bare = bare[match.end() :]
    return bare or text


# The Good, the Bad and the Ugly: one title.
_TITLE = LazyPattern(
    r"(?:^|, |and |& )[Tt]he [A-Z]\w*,? .*\b[A-Z]|[\"“'‘].*(?:,| and | or ).*[\"”'’]"
)
# Growing tomatoes and peppers, my wife and kids: what is said of the first is said of all.
_REACHES = LazyPattern(
    r"(?!(?:eating|drinking|wearing|watching|reading)\b)\w+ing \w|my |our ", re.I
)


def several(text: str, policy: Extraction) -> list[str]:
    """coffee, tea and jazz: each of them, where each is short; else the whole."""
    whole = clean_value(text, policy)
    if not whole:
        return []
    parts = [tidy(each) for each in _AND.split(whole)]
    parts = [each for each in parts if each]
    short = all(len(each.split()) <= policy.list_words for each in parts)
    lead = _DONE.match(parts[0]) if parts else None
    if lead and lead.group().strip() == parts[0]:
        lead = None  # reading and documentaries
    # `hot or warm water` is one thing; `coffee and ice cream` looks the same.
    first, *more = parts or [whole]
    if " " in first and re.search(r" (?:with|of|in|for|from|that|to) ", first):
        return [whole]
    if _TITLE.search(whole) or (_REACHES.match(whole) and not all(map(_REACHES.match, parts))):
        return [whole]
    word = first.removeprefix(lead.group()).strip() if lead else first
    one = len(more) == 1 and " " not in word and " " in more[0]
    if (
        not short
        or one
        or not re.search(r" (?:and|or|&|as well as) |/", whole)
        or any(_VAGUE.match(each) for each in parts)
        or re.search(r"\b(?:between|mix|both)\b", whole)
    ):
        return [whole]
    if lead and len(parts) > 1:
        parts = [
            parts[0],
            *(
                each if each.split()[0].endswith("ing") else f"{lead.group()} {each}"
                for each in parts[1:]
            ),
        ]
    return parts[: policy.list_most]
