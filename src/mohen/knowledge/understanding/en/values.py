"""Values in English sayings: what may be one, and lists of them."""

from __future__ import annotations

import re

from mohen.knowledge.policy import Extraction
from mohen.knowledge.understanding.claims import tidy

_VAGUE = re.compile(
    (
        r"^(?:(?:some|any|all|both|each|either|more|most|one|ones)(?: of .*)?$|it|its|this"
        r"|that|these|those|they|he|she|we|I|them|him|her|me|us|you|your|yours|what|how|when"
        r"|where"
        r"|who|why|which|something|anything (?:else|more|you)|nothing|everything|everyone"
        r"|someone|here|there|so|too|the (?:idea|suggestion|suggestions|sound|look|looks|way"
        r"|fact|thought|concept|option|options|first|second|third|last|other|same|one|ones"
        r"|tips?|list|advice|feeling|recommendations?|part|thing|things|example|examples"
        r"|details|plan|name|vibe|vibes|design|color|colour|article|information|info|new one"
        r"|story|video|photo|picture|movie|show|song|book|place|part)|a lot|a bit|being able"
        r"|ya|lol)\b"
    ),
    re.I,
)
_AND = re.compile(r",\s*(?:and|or)?\s*|\s+(?:and|or|&|as well as)\s+|/")
_TAIL = re.compile(
    (
        r"\s+(?:because|since|so|but|as (?:it|they|well)|due to|when(?:ever)?|while|if|though"
        r"|although|right now|at the moment|these days|nowadays|lately|too|very much"
        r"|so much|as well|anymore|any more|lol|haha|dude|bro|so yeah?|though|especially"
        r"|and (?:I|my|prefer"
        r"|find|would|do|am|have|tend)|which|that is|for (?:now|years|a while|the past|\d+"
        r"|two|three|about|over)|with (?:my|him|her)|now)\b.*$"
    ),
    re.I,
)
_HANGS = re.compile(r"\b(?:such as|like|and|or|to|of|for|with|the|an?|following)$", re.I)
_ARTICLE = re.compile(
    (
        r"^(?:a|an|the|some|any|my|all|any kind of|any form of|all kinds of|to|eating"
        r"|drinking|using|wearing|watching|listening to|reading|playing|going to|visiting"
        r"|engaging in|participating in) (?=\S)"
    ),
    re.I,
)
_DONE = re.compile(
    (
        r"^(?:eating|drinking|using|wearing|watching|listening to|reading|going to|to eat"
        r"|to drink)\b"
    ),
    re.I,
)


def plain(text: str, policy: Extraction) -> str:
    """A value, or nothing where it points at something instead of naming it."""
    value = _unquoted(_TAIL.sub("", text)).removesuffix(" a lot")
    if (
        not value
        or _HANGS.search(value)
        or len(value) > policy.value_most + policy.value_most
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


def several(text: str, policy: Extraction) -> list[str]:
    """coffee, tea and jazz: each of them, where each is short; else the whole."""
    whole = plain(text, policy)
    if not whole:
        return []
    parts = [tidy(each) for each in _AND.split(whole)]
    parts = [each for each in parts if each]
    short = all(len(each.split()) <= policy.list_words for each in parts)
    lead = _DONE.match(parts[0]) if parts else None
    # `hot or warm water` is one thing; `coffee and ice cream` looks the same.
    first, *more = parts or [whole]
    if " " in first and re.search(r" (?:with|of|in|for|from|that|to) ", first):
        return [whole]
    one = len(more) == 1 and " " not in first and " " in more[0]
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
