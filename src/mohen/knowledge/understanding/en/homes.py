"""Where somebody lives and comes from, in English."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mohen.knowledge.model import Category
from mohen.knowledge.understanding.claims import Claim
from mohen.knowledge.understanding.en.values import plain
from mohen.knowledge.understanding.pattern_engine import Said, saying
from mohen.knowledge.understanding.places import is_place

_NATION = (
    "American|British|Chinese|Japanese|Korean|Indian|French|German|Spanish|Italian"
    "|Russian|Canadian|Australian|Mexican|Brazilian|Irish|Dutch|Swedish|Norwegian|Danish"
    "|Finnish|Turkish|Greek|Polish|Vietnamese|Thai|Filipino|Indonesian|Malaysian"
    "|Singaporean|Taiwanese|Pakistani|Nigerian|Kenyan|Egyptian|Ukrainian|Portuguese|Swiss"
    "|Austrian|Belgian|Scottish|Welsh|English|Argentinian|Colombian|Israeli|Iranian"
)
_PLACE = r"(?P<v>[^,]{2,40}?)"
_REST = (
    r"(?: (?:with|for|since|and|because|near my|right now|now|currently|at the moment"
    r"|these days|where|as|after|in order|when|from|last|two|three|a|\d+) ?.*|,.*)?"
)
_NO_PLACE = re.compile(
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


def _place(text: str, said: Said) -> str:
    value = plain(text, said.policy)
    return "" if not value or _NO_PLACE.search(value) or not re.search(r"[A-Z]", value) else value


@saying(
    "liv|based|reside|located",
    (
        r"(?:live|be living|be based|reside|be located|be residing|have lived"
        r"|have been living)(?: here)?(?: alone| together| by myself| out)? (?:in|at|near"
        rf"|outside|just outside|on) {_PLACE}{_REST}"
    ),
)
def lives(said: Said) -> Iterator[Claim]:
    if value := _place(said["v"], said):
        yield _home(value.removeprefix("the "), f"live in {value}")


@saying(
    "moved|relocated|moving|settled",
    (
        r"(?:have )?(?:moved|relocated|settled|moved back|moved out|moved down|moved up"
        rf"|moved over)(?: from (?P<from>[A-Z][^,]{{1,25}}?))? (?:to|in"
        rf"|into) {_PLACE}(?: from .*)?{_REST}"
    ),
)
def moved(said: Said) -> Iterator[Claim]:
    if value := _place(said["v"], said):
        yield _home(value, f"+moved to {value}")


@saying("move|moving", rf"(?P<how>move|be moving)(?: back| over)? to {_PLACE}{_REST}")
def about_to_move(said: Said) -> Iterator[Claim]:
    """A move that has not come yet replaces no home."""
    if value := _place(said["v"], said):
        yield Claim(category=Category.STATUS, tail=f"{said['how']} to {value}")


@saying(
    "no longer|anymore|any more|used to|left|moved out|lived",
    (
        r"(?P<how>no longer live in|not live in|used to live in|used to be based in|left"
        rf"|moved out of|moved away from|no longer be in|lived in) {_PLACE}(?: anymore"
        rf"| any more)?{_REST}"
    ),
)
def left(said: Said) -> Iterator[Claim]:
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


@saying(
    "from|grew|born|raised|hometown|native",
    (
        r"(?:be(?: originally)? from|come(?: originally)? from|hail from|(?:was"
        r"|were) (?:born and )?(?:born|raised)(?: and raised)? in|grew up in"
        r"|my home ?town be|be a native of"
        rf"|my family be(?: originally)? from) {_PLACE}{_REST}"
    ),
)
def origin(said: Said) -> Iterator[Claim]:
    value = _place(said["v"], said)
    if not value:
        return
    text = said.match.string
    tail = (
        f"+grew up in {value}"
        if "grew" in text or "raised" in text
        else f"+was born in {value}"
        if "born" in text
        else f"be from {value}"
    )
    yield Claim(category=Category.IDENTITY, attribute="hometown", value=value, tail=tail)


@saying(
    "be ",
    (
        rf"be (?:half |part |an? )?(?:proud )?(?P<v>{_NATION})(?: citizen| person| guy| girl"
        r"| woman| man)?(?: by birth)?"
    ),
)
def nationality(said: Said) -> Iterator[Claim]:
    yield Claim(
        category=Category.IDENTITY, attribute="nationality", value=said["v"], tail=f"be {said['v']}"
    )


TEMPLATES = (left, moved, about_to_move, lives, origin, nationality)
