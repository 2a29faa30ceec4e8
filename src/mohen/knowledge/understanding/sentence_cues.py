"""The cues of a language, and which languages a text speaks."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from mohen.knowledge.consolidation.reasons import Reason
from mohen.knowledge.understanding.en import sentence_cues, small_talk
from mohen.knowledge.understanding.pattern_engine import Hints
from mohen.knowledge.understanding.zh import sentence_cues as zh_sentence_cues
from mohen.knowledge.understanding.zh import small_talk as zh_small_talk
from mohen.text.language import has_han
from mohen.text.normalize import lowered

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
    asks=zh_sentence_cues.asks,
    commands=zh_sentence_cues.COMMANDS,
    chat={Reason(kind): pattern for kind, pattern in zh_small_talk.CHAT.items()},
    hints=zh_sentence_cues.hints,
    remember=zh_sentence_cues.REMEMBER,
    important=zh_sentence_cues.IMPORTANT,
    aside=zh_sentence_cues.ASIDE,
    feels=zh_sentence_cues.FEELS,
    emphatic=zh_sentence_cues.EMPHATIC,
    takes_back=zh_sentence_cues.TAKES_BACK,
    corrects=zh_sentence_cues.CORRECTS,
    directs=zh_sentence_cues.DIRECTS,
    reminds=re.compile("提醒我"),
    about_agent=zh_sentence_cues.ABOUT_AGENT,
    labelled=zh_sentence_cues.LABELLED,
    noted=zh_sentence_cues.NOTED,
    about_me=zh_sentence_cues.ABOUT_ME,
    about_me_inside=zh_sentence_cues.ABOUT_ME_INSIDE,
    my_mind=zh_sentence_cues.MY_MIND,
    someone=zh_sentence_cues.ABOUT_SOMEONE,
    at_a_time=zh_sentence_cues.AT_A_TIME,
    joking=zh_sentence_cues.JOKING,
    supposes=zh_sentence_cues.SUPPOSES,
    may_suppose=zh_sentence_cues.MAY_SUPPOSE,
    opens=zh_sentence_cues.OPENS,
    turns_inside=zh_sentence_cues.TURNS_INSIDE,
    hangs=zh_sentence_cues.HANGS,
    agrees=zh_sentence_cues.AGREES,
    laughs=zh_sentence_cues.LAUGHS,
    i_am=zh_sentence_cues.I_AM,
)
EN = Cues(
    asks=sentence_cues.asks,
    commands=sentence_cues.COMMANDS,
    chat={Reason(kind): pattern for kind, pattern in small_talk.CHAT.items()},
    hints=sentence_cues.hints,
    remember=sentence_cues.REMEMBER,
    important=sentence_cues.IMPORTANT,
    aside=sentence_cues.ASIDE,
    feels=sentence_cues.FEELS,
    emphatic=sentence_cues.EMPHATIC,
    takes_back=sentence_cues.TAKES_BACK,
    corrects=sentence_cues.CORRECTS,
    directs=sentence_cues.DIRECTS,
    reminds=re.compile(r"\bremind me\b"),
    about_agent=sentence_cues.ABOUT_AGENT,
    labelled=sentence_cues.LABELLED,
    noted=sentence_cues.NOTED,
    about_me=sentence_cues.ABOUT_ME,
    about_me_inside=sentence_cues.ABOUT_ME_INSIDE,
    my_mind=sentence_cues.MY_MIND,
    someone=sentence_cues.NAMED,
    at_a_time=sentence_cues.AT_A_TIME,
    joking=sentence_cues.JOKING,
    supposes=sentence_cues.SUPPOSES,
    may_suppose=sentence_cues.MAY_SUPPOSE,
    opens=sentence_cues.OPENS,
    turns_inside=sentence_cues.TURNS_INSIDE,
    hangs=sentence_cues.HANGS,
    agrees=sentence_cues.AGREES,
    laughs=sentence_cues.LAUGHS,
    i_am=sentence_cues.I_AM,
)

_LATIN = re.compile("[A-Za-z][A-Za-z' ]")
_WORDS = re.compile(
    "[A-Za-z]{2,}[ ']+[A-Za-z]+ |(?i:(?:^|[^a-z])i(?:'m| am| have| like|'ve) )|[Mm]y "
)


def spoken(text: str) -> tuple[Cues, ...]:
    """Chinese first where both are: English words in a Chinese sentence are mostly names."""
    if not has_han(text):
        return (EN,)
    return (ZH, EN) if _LATIN.search(text) and _WORDS.search(text) else (ZH,)


# As they are typed in a hurry: im, dont. What could be another word (ill, its) is left alone.
_LEFT_OUT = "i'm i've don't can't didn't doesn't isn't wasn't haven't that's what's you're"
_HURRIED = {each.replace("'", ""): each for each in _LEFT_OUT.split()}
_CONTRACTED = re.compile(rf"\b(?:{'|'.join(_HURRIED)})\b")

_MAY_HURRY = re.compile("im |ive |ont |ant |dnt|snt|hats |oure |vent ")


def folded(text: str) -> str:
    """As cues read it: lower case, straight apostrophes, and none left out."""
    low = lowered(text)
    if "'" in low or not (low.isascii() and _MAY_HURRY.search(low)):
        return low
    return _CONTRACTED.sub(lambda found: _HURRIED[found.group()], low)
