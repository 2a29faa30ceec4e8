"""The cues of a language, and which languages a text speaks."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from mohen.logic.knowing import chat_en, chat_zh, cues_en, cues_zh, turns_en, turns_zh
from mohen.logic.knowing.hints import Hints
from mohen.model.reason import Reason

Pattern = re.Pattern[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Cues:
    """How one language shows what a sentence is for. All but `someone` read lower case."""

    asks: Callable[[str], bool]
    commands: Pattern
    chat: Mapping[Reason, Pattern]
    hints: Callable[[str], Hints]
    # signals
    remember: Pattern
    important: Pattern
    aside: Pattern
    feels: Pattern
    emphatic: Pattern
    # what is kept
    takes_back: Pattern
    corrects: Pattern
    directs: Pattern
    reminds: Pattern
    about_agent: Pattern
    labelled: Pattern
    noted: Pattern
    about_me: Pattern
    about_me_inside: Pattern
    my_mind: Pattern
    someone: Pattern
    at_a_time: Pattern
    # what is not
    joking: Pattern
    supposes: Pattern
    may_suppose: Pattern
    # where a sentence is cut
    opens: Pattern
    turns_inside: Pattern
    hangs: Pattern
    agrees: Pattern
    laughs: Pattern
    i_am: Pattern


ZH = Cues(
    asks=cues_zh.asks,
    commands=cues_zh.COMMANDS,
    chat={Reason(kind): pattern for kind, pattern in chat_zh.CHAT.items()},
    hints=cues_zh.hints,
    remember=cues_zh.REMEMBER,
    important=cues_zh.IMPORTANT,
    aside=cues_zh.ASIDE,
    feels=cues_zh.FEELS,
    emphatic=cues_zh.EMPHATIC,
    takes_back=cues_zh.TAKES_BACK,
    corrects=cues_zh.CORRECTS,
    directs=cues_zh.DIRECTS,
    reminds=re.compile("提醒我"),
    about_agent=cues_zh.ABOUT_AGENT,
    labelled=cues_zh.LABELLED,
    noted=cues_zh.NOTED,
    about_me=cues_zh.ABOUT_ME,
    about_me_inside=cues_zh.ABOUT_ME_INSIDE,
    my_mind=cues_zh.MY_MIND,
    someone=cues_zh.ABOUT_SOMEONE,
    at_a_time=cues_zh.AT_A_TIME,
    joking=cues_zh.JOKING,
    supposes=cues_zh.SUPPOSES,
    may_suppose=cues_zh.MAY_SUPPOSE,
    opens=turns_zh.OPENS,
    turns_inside=turns_zh.TURNS_INSIDE,
    hangs=turns_zh.HANGS,
    agrees=turns_zh.AGREES,
    laughs=turns_zh.LAUGHS,
    i_am=turns_zh.I_AM,
)
EN = Cues(
    asks=cues_en.asks,
    commands=cues_en.COMMANDS,
    chat={Reason(kind): pattern for kind, pattern in chat_en.CHAT.items()},
    hints=cues_en.hints,
    remember=cues_en.REMEMBER,
    important=cues_en.IMPORTANT,
    aside=cues_en.ASIDE,
    feels=cues_en.FEELS,
    emphatic=cues_en.EMPHATIC,
    takes_back=cues_en.TAKES_BACK,
    corrects=cues_en.CORRECTS,
    directs=cues_en.DIRECTS,
    reminds=re.compile(r"\bremind me\b"),
    about_agent=cues_en.ABOUT_AGENT,
    labelled=cues_en.LABELLED,
    noted=cues_en.NOTED,
    about_me=cues_en.ABOUT_ME,
    about_me_inside=cues_en.ABOUT_ME_INSIDE,
    my_mind=cues_en.MY_MIND,
    someone=cues_en.NAMED,
    at_a_time=cues_en.AT_A_TIME,
    joking=cues_en.JOKING,
    supposes=cues_en.SUPPOSES,
    may_suppose=cues_en.MAY_SUPPOSE,
    opens=turns_en.OPENS,
    turns_inside=turns_en.TURNS_INSIDE,
    hangs=turns_en.HANGS,
    agrees=turns_en.AGREES,
    laughs=turns_en.LAUGHS,
    i_am=turns_en.I_AM,
)

_HAN = re.compile("[\u3400-\u9fff]")
_LATIN = re.compile("[A-Za-z][A-Za-z' ]")
_WORDS = re.compile(
    "[A-Za-z]{2,}[ ']+[A-Za-z]+ |(?i:(?:^|[^a-z])i(?:'m| am| have| like|'ve) )|[Mm]y "
)


def spoken(text: str) -> tuple[Cues, ...]:
    """Chinese first where both are: English words in a Chinese sentence are mostly names."""
    if text.isascii() or not _HAN.search(text):
        return (EN,)
    return (ZH, EN) if _LATIN.search(text) and _WORDS.search(text) else (ZH,)


# As they are typed in a hurry: im, dont. What could be another word (ill, its) is left alone.
_LEFT_OUT = "i'm i've don't can't didn't doesn't isn't wasn't haven't that's what's you're"
_HURRIED = {each.replace("'", ""): each for each in _LEFT_OUT.split()}
_CONTRACTED = re.compile(rf"\b(?:{'|'.join(_HURRIED)})\b")

_MAY_HURRY = re.compile("im |ive |ont |ant |dnt|snt|hats |oure |vent ")


def folded(text: str) -> str:
    """As cues read it: lower case, straight apostrophes, and none left out."""
    low = text.lower().replace("’", "'")
    if "'" in low or not (low.isascii() and _MAY_HURRY.search(low)):
        return low
    return _CONTRACTED.sub(lambda found: _HURRIED[found.group()], low)
