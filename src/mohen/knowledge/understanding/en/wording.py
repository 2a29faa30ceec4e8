"""English in the third person: I am → The user is, I don't like → doesn't like, my → the user's."""

from __future__ import annotations

import re

from mohen.knowledge.understanding.claims import Who
from mohen.text.word_lists import words

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
    **dict.fromkeys(("i'm", "im"), "I am"),
    **dict.fromkeys(("i've", "ive"), "I have"),
    "i'll": "I will",
    "i'd": "I would",
    "i": "I",
    "gonna": "going to",
    "gotta": "have to",
    "wanna": "want to",
    **dict.fromkeys(("can't", "cant", "can not", "cannot"), "cannot"),
    "won't": "will not",
    "have got": "have",
    "has got": "has",
    "have also got": "have also",
    **{f"{verb}n't": f"{verb} not" for verb in _NOT},
    **{f"{verb}nt": f"{verb} not" for verb in ("do", "does", "did", "is", "are", "was", "have")},
    **{f"{who}'re": f"{who} are" for who in ("we", "you", "they")},
    **{f"{who}'ve": f"{who} have" for who in ("we", "you", "they")},
    **{f"{who}'ll": f"{who} will" for who in ("we", "you", "they", "he", "she")},
    **{
        f"{who}'s": f"{who} is"
        for who in ["he", "she", "it", "that", "name", "there", "who", "what"]
    },
}
_SHORTENED = re.compile(
    r"\b(?:\w+'(?:m|ve|ll|d|re|s|t)|[Ii]m|[Ii]ve|i|dont|doesnt|didnt|isnt|arent|wasnt|havent|cant"
    r"|gonna|gotta|wanna|[Cc]annot|[Cc]an not|(?:have|has)(?: also)? got)\b(?!\.\w)"
)


def expanded(text: str) -> str:
    """Without contractions."""
    return _SHORTENED.sub(_expand, text.replace("’", "'").replace("‘", "'"))


def _expand(match: re.Match[str]) -> str:
    word = match.group()
    long = _SHORT.get(word.lower())
    if long is None:
        return word
    return long if word[0].islower() or long[0] == "I" else f"{long[0].upper()}{long[1:]}"


_ME = (
    (re.compile(r"\b(?:I am|we are)\b"), "the user is"),
    (re.compile(r"\b(?:I have|we have)\b"), "the user has"),
    (re.compile(r"\b(?:I do|we do)\b"), "the user does"),
    (re.compile(r"\b(?:my|our)\b(?! own)", re.I), "the user's"),
    (re.compile(r"\b(?:my|our) own\b", re.I), "their own"),
    (re.compile(r"\b(?:mine|ours)\b", re.I), "the user's"),
    (re.compile(r"\b(?:myself|ourselves)\b", re.I), "themselves"),
    (re.compile(r"\bI\b|\b(?:we|We)\b"), "the user"),
    (re.compile(r"\b(?:me|us)\b"), "the user"),
)
_OWN = re.compile(r"\b(?:I|me|my|mine|myself|we|us|our|ours|ourselves)\b", re.I)
_AGREES = re.compile(
    r"\bthe user (?P<v>like|love|hate|want|need|live|work|feel|think|know|enjoy|use"
    r"|prefer|volunteer|go|play|run|see|take|make|get|say|read|watch|listen|eat|drink|own"
    r"|study|teach|buy|do|spend|visit)\b"
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


def third_person(verb: str) -> str:
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb in _MODAL:
        return verb
    if re.search(r"(?:s|x|z|ch|sh|o)$", verb):
        return f"{verb}es"
    return re.sub(r"(?<![aeiou])y$", "ie", verb) + "s"


_PAST = words(
    "was were had did went got made took saw met came bought ate ran wrote began broke brought"
    " built caught chose drank drove fell felt flew forgot found gave grew heard held kept knew"
    " left lent lost meant paid rode rose said sang sat sent shot slept sold spent spoke stood"
    " swam taught thought threw told understood woke won wore became set retook"
)
_LED = re.compile(r"^(?:(?:I|we|he|she|my \w+|just|also|recently|actually|finally|even) )*", re.I)


def is_past(verb: str) -> bool:
    verb = verb.lower()
    return verb in _PAST or (verb.endswith("ed") and verb not in ("need", "feed", "seed"))


def in_past(text: str) -> bool:
    """Whether a clause tells of what is over, by its first verb."""
    words = _LED.sub("", text).split()
    if words and words[0] in ("have", "has") and len(words) > 1:
        return is_past(words[1]) or words[1] == "been"
    return bool(words) and is_past(words[0])


_BASES = {"is": "be", "am": "be", "are": "be", "has": "have", "does": "do", "goes": "go"}


def base(verb: str) -> str:
    """The verb of he lives, she studies."""
    if verb in _BASES:
        return _BASES[verb]
    if verb.endswith("ies"):
        return verb.removesuffix("ies") + "y"
    if re.search(r"(?:ss|x|z|ch|sh)es$", verb):
        return verb.removesuffix("es")
    if verb.endswith("s") and not verb.endswith(("ss", "us", "was")):
        return verb.removesuffix("s")
    return verb


PLURAL = words("parents kids children sons daughters brothers sisters friends grandparents")


def sentence(who: Who, tail: str, hedge: str = "") -> str:
    """`tail` begins with the plain verb (be, like, not like), with + before what is said as it
    stands (+moved to Berlin), or with 's (the user's birthday …)."""
    if tail.startswith("'s"):
        return f"{who.shown}{_hedge_copula(tail, hedge)}"
    if tail.startswith("+"):
        return f"{who.shown} {hedge + ' ' if hedge else ''}{tail[1:]}"
    many = who.role in PLURAL
    first, _, rest = tail.partition(" ")
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
    return f"{who.shown} {space}{first if many else third_person(first)} {rest}".rstrip()


def _hedge_copula(tail: str, hedge: str) -> str:
    if hedge in ("might", "may"):
        return tail.replace(" is ", f" {hedge} be ", 1)
    return tail.replace(" is ", f" is {hedge} ", 1) if hedge else tail
