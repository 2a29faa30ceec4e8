"""English in the third person: I am → The user is, I don't like → doesn't like, my → the user's."""

from __future__ import annotations

import re

from mohen.logic.knowing.claims import Who

_SHORT = (
    (re.compile(r"\b(?:I'm|Im|i'm|im)\b"), "I am"),
    (re.compile(r"\b(?:I've|Ive|i've|ive)\b"), "I have"),
    (re.compile(r"\b(?:I'll|i'll)\b"), "I will"),
    (re.compile(r"\b(?:I'd|i'd)\b(?= (?:been|had|gone|done|lived|worked)\b)"), "I had"),
    (re.compile(r"\b(?:I'd|i'd)\b"), "I would"),
    (re.compile(r"\b(do|does|did|is|are|was|were|have|has|had|would|could|should)(?:n't|nt)\b", re.I), r"\1 not"),
    (re.compile(r"\bcan(?:'t|t| not)\b|\bcannot\b", re.I), "cannot"),
    (re.compile(r"\bwon't\b", re.I), "will not"),
    (re.compile(r"\b(we|you|they)'re\b", re.I), r"\1 are"),
    (re.compile(r"\b(we|you|they)'ve\b", re.I), r"\1 have"),
    (re.compile(r"\b(he|she|it|that|name|there)'s\b(?= (?:been|got|had|lived|worked)\b)", re.I), r"\1 has"),
    (re.compile(r"\b(he|she|it|that|name|there|who|what)'s\b", re.I), r"\1 is"),
    (re.compile(r"\bgonna\b", re.I), "going to"),
    (re.compile(r"\bwanna\b", re.I), "want to"),
    (re.compile(r"\bi\b(?!\.)"), "I"),
    (re.compile(r"\b(have|has) (?:also )?got\b", re.I), r"\1"),
)
_HINT = re.compile(r"['’]|\b(?:i|im|ive|dont|doesnt|cant|cannot|didnt|isnt|gonna|wanna|got)\b|can not", re.I)


def expanded(text: str) -> str:
    """Without contractions."""
    if not _HINT.search(text):
        return text
    text = text.replace("’", "'").replace("‘", "'")
    for pattern, words in _SHORT:
        text = pattern.sub(words, text)
    return text


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
_AGREES = re.compile(r"\bthe user (?P<v>like|love|hate|want|need|live|work|feel|think|know|enjoy|use|prefer|volunteer|go|play|run|see|take|make|get|say|read|watch|listen|eat|drink|own|study|teach|buy|do|spend|visit)\b")


def third(text: str) -> str:
    """What is said of oneself, as somebody else says it."""
    if not _OWN.search(text):
        return text
    for pattern, words in _ME:
        text = pattern.sub(words, text)
    return _AGREES.sub(lambda match: f"the user {third_person(match['v'])}", text)


def possessed(text: str) -> str:
    """Inside a sentence that begins with the user: my wife → their wife."""
    text = re.sub(r"\b(?:my|our)\b", "their", text, flags=re.I)
    return third(text)


_IRREGULAR = {"be": "is", "have": "has", "do": "does", "go": "goes"}
_MODAL = frozenset("can cannot will would could should may might must used".split())


def third_person(verb: str) -> str:
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb in _MODAL:
        return verb
    if re.search(r"(?:s|x|z|ch|sh|o)$", verb):
        return f"{verb}es"
    return re.sub(r"(?<![aeiou])y$", "ie", verb) + "s"


_PAST = frozenset(
    "was were had did went got made took saw met came bought ate ran wrote began broke brought"
    " built caught chose drank drove fell felt flew forgot found gave grew heard held kept knew left"
    " lent lost meant paid rode rose said sang sat sent shot slept sold spent spoke stood swam taught"
    " thought threw told understood woke won wore became set".split()
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


PLURAL = frozenset("parents kids children sons daughters brothers sisters friends grandparents".split())


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
            return f"{who.shown} {'are' if many else 'is'} {space}not {rest}".replace("is not ", "isn't ")
        return f"{who.shown} {space}{'do' if many else 'does'}n't {verb} {rest}".rstrip()
    if first == "be":
        return f"{who.shown} {'are' if many else 'is'} {space}{rest}"
    return f"{who.shown} {space}{first if many else third_person(first)} {rest}".rstrip()


def _hedge_copula(tail: str, hedge: str) -> str:
    if hedge in ("might", "may"):
        return tail.replace(" is ", f" {hedge} be ", 1)
    return tail.replace(" is ", f" is {hedge} ", 1) if hedge else tail
