"""The forms of English verbs that the stock uses."""

from __future__ import annotations

from functools import cache

from mohen.text.word_lists import topics, words

_VOWELS = frozenset("aeiou")
_SIBILANT = ("s", "x", "z", "ch", "sh", "o")
_BE = {"I": ("was", "am"), "s": ("was", "is"), "p": ("were", "are")}
_MODAL = frozenset(("can", "will"))

_NEGATED = {
    # as the stock has it: past, present of I or many, present of one
    "didn't": ("did not", "do not", "does not"),
    "couldn't": ("could not", "cannot", "cannot"),
    "wouldn't": ("would not", "will not", "will not"),
    "wasn't": ("was not", "am not", "is not"),
    "hadn't": ("had not", "have not", "has not"),
}
_SHORT = {
    "did not": "didn't", "do not": "don't", "does not": "doesn't", "could not": "couldn't",
    "cannot": "can't", "would not": "wouldn't", "will not": "won't", "was not": "wasn't",
    "is not": "isn't", "had not": "hadn't", "have not": "haven't", "has not": "hasn't",
    "am not": "am not", "should not": "shouldn't", "are not": "aren't", "you are": "you're",
    "I am": "I'm", "it is": "it's", "there is": "there's", "we will": "we'll", "I will": "I'll",
    "who is": "who's", "that is": "that's",
}  # fmt: skip
FULL = {short: full for full, short in _SHORT.items()}


def conjugated(verb: str, subject: str, past: bool) -> str:
    """`subject` is I, s (he, she, it) or p (they)."""
    if verb == "be":
        return _BE[subject][0 if past else 1]
    if past:
        return _past(verb)
    if subject != "s" or verb in _MODAL:
        return verb
    return _third(verb)


def negated(short: str, subject: str, past: bool, contracted: bool) -> str:
    """didn't, did not, doesn't, do not: as the stock's `didn't` is said here."""
    was, many, one = _NEGATED[short]
    full = was if past else one if subject == "s" else many
    return _SHORT[full] if contracted else full


@cache
def _listed() -> tuple[dict[str, str], frozenset[str]]:
    listed = topics(__file__, "en/verbs.txt")
    return dict(map(_pair, listed["irregular"].splitlines())), words(listed["doubled"])


def _pair(line: str) -> tuple[str, str]:
    verb, past = line.split()
    return verb, past


def _past(verb: str) -> str:
    irregular, doubled = _listed()
    if verb in irregular:
        return irregular[verb]
    if verb in doubled:
        return verb + verb[-1] + "ed"
    if verb.endswith("e"):
        return verb + "d"
    if verb.endswith("y") and verb[-2] not in _VOWELS:
        return verb[:-1] + "ied"
    return verb + "ed"


def _third(verb: str) -> str:
    if verb == "have":
        return "has"
    if verb.endswith(_SIBILANT):
        return verb + "es"
    if verb.endswith("y") and verb[-2] not in _VOWELS:
        return verb[:-1] + "ies"
    return verb + "s"
