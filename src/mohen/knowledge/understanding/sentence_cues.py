"""The cues of a language, which languages a text speaks, and what a thought is for (R193)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from mohen.core.values import dataclass
from mohen.knowledge.consolidation.model import Tag
from mohen.knowledge.consolidation.reasons import Reason
from mohen.knowledge.policy import Screening
from mohen.knowledge.understanding.en import sentence_cues, standing
from mohen.knowledge.understanding.en.sentence_cues import NAMED_CHAT
from mohen.knowledge.understanding.pattern_engine import Hints
from mohen.knowledge.understanding.zh import clauses as zh_clauses
from mohen.knowledge.understanding.zh import conventions as zh_conventions
from mohen.knowledge.understanding.zh import of_work as zh_of_work
from mohen.knowledge.understanding.zh import sentence_cues as zh_sentence_cues
from mohen.knowledge.understanding.zh import standing as zh_standing
from mohen.text.language import has_han
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.normalize import lowered

# -- The cues of a language, and which languages a text speaks.


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
    wishes: Callable[[str], bool]
    manner: Callable[[str], bool]  # how to be answered, where a message says nothing else
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
    # what is of a project: a rule or a fact, what of a sentence is one, which sentences are one,
    # and what asks for something new
    of_work: Callable[[str], str] = lambda _said: ""
    apart: Callable[[str], tuple[int, int]] = lambda _sentence: (0, 0)
    gathered: Callable[[Sequence[str]], Iterable[str]] = lambda sentences: sentences
    makes: Callable[[str], bool] = lambda _said: False
    # where a sentence is cut, and where it begins with what was said before it
    opens: Pattern
    follows: Pattern
    turns_inside: Pattern
    hangs: Pattern
    agrees: Pattern
    laughs: Pattern
    i_am: Pattern


ZH = Cues(
    asks=zh_sentence_cues.asks,
    commands=zh_sentence_cues.COMMANDS,
    chat={Reason(kind): pattern for kind, pattern in zh_sentence_cues.CHAT.items()},
    hints=zh_sentence_cues.hints,
    remember=zh_sentence_cues.REMEMBER,
    important=zh_sentence_cues.IMPORTANT,
    aside=zh_sentence_cues.ASIDE,
    feels=zh_sentence_cues.FEELS,
    emphatic=zh_sentence_cues.EMPHATIC,
    takes_back=zh_sentence_cues.TAKES_BACK,
    corrects=zh_sentence_cues.CORRECTS,
    directs=zh_sentence_cues.DIRECTS,
    wishes=zh_clauses.wishes,
    manner=zh_standing.manner,
    reminds=LazyPattern("提醒我"),
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
    of_work=zh_of_work.kind,
    apart=zh_of_work.apart,
    gathered=zh_of_work.gathered,
    makes=zh_conventions.makes,
    opens=zh_sentence_cues.OPENS,
    follows=zh_sentence_cues.FOLLOWS,
    turns_inside=zh_sentence_cues.TURNS_INSIDE,
    hangs=zh_sentence_cues.HANGS,
    agrees=zh_sentence_cues.AGREES,
    laughs=zh_sentence_cues.LAUGHS,
    i_am=zh_sentence_cues.I_AM,
)
EN = Cues(
    asks=sentence_cues.asks,
    commands=sentence_cues.COMMANDS,
    chat={Reason(kind): pattern for kind, pattern in sentence_cues.CHAT.items()},
    hints=sentence_cues.hints,
    remember=sentence_cues.REMEMBER,
    important=sentence_cues.IMPORTANT,
    aside=sentence_cues.ASIDE,
    feels=sentence_cues.FEELS,
    emphatic=sentence_cues.EMPHATIC,
    takes_back=sentence_cues.TAKES_BACK,
    corrects=sentence_cues.CORRECTS,
    directs=sentence_cues.DIRECTS,
    wishes=standing.wishes,
    manner=lambda text: bool(standing.manner(text)),
    reminds=LazyPattern(r"\bremind me\b"),
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
    follows=sentence_cues.FOLLOWS,
    turns_inside=sentence_cues.TURNS_INSIDE,
    hangs=sentence_cues.HANGS,
    agrees=sentence_cues.AGREES,
    laughs=sentence_cues.LAUGHS,
    i_am=sentence_cues.I_AM,
)

RULE = zh_of_work.RULE
_LATIN = LazyPattern("[A-Za-z][A-Za-z' ]")
_WORDS = LazyPattern(
    "(?<![A-Za-z])[A-Za-z]{2,}+[ ']++[A-Za-z]+ "
    "|(?i:(?:^|[^a-z])i(?:'m| am| have| like|'ve) )|[Mm]y "
)


def spoken(text: str) -> tuple[Cues, ...]:
    """Chinese first where both are: English words in a Chinese sentence are mostly names."""
    if not has_han(text):
        return (EN,)
    return (ZH, EN) if _LATIN.search(text) and _WORDS.search(text) else (ZH,)


# As they are typed in a hurry: im, dont. What could be another word (ill, its) is left alone.
_LEFT_OUT = "i'm i've don't can't didn't doesn't isn't wasn't haven't that's what's you're"
_HURRIED = {each.replace("'", ""): each for each in _LEFT_OUT.split()}
_CONTRACTED = LazyPattern(rf"\b(?:{'|'.join(_HURRIED)})\b")

_MAY_HURRY = LazyPattern("im |ive |ont |ant |dnt|snt|hats |oure |vent ")


def folded(text: str) -> str:
    """Text as cues read it: lower case, straight apostrophes, and none left out."""
    low = lowered(text)
    if "'" in low or not (low.isascii() and _MAY_HURRY.search(low)):
        return low
    return _CONTRACTED.sub(lambda found: _HURRIED[found.group()], low)


# -- What a thought is for: to state, to ask, to order, or to be company (R193).


_EDGES = LazyPattern(r"^[\W_]+|[\W_]+$")
_MARKS = " \t\n,.!?;:~'\"()-，。！？；：、…～“”‘’「」（）《》\u3000"
_LINK = LazyPattern(r"(?:https?://|www\.)\S+")


_FOR_GOOD = LazyPattern(r"(?:can|could|would|will) (?:you|u) (?:please )?(?:always|never|stop)\b")


def tag_of(text: str, cues: Cues, policy: Screening) -> Tag:
    if small_talk(text, cues, policy):
        return Tag.CHAT
    if kind := cues.of_work(text):
        return Tag.COMMAND if kind == RULE else Tag.STATEMENT
    low = folded(text)
    if cues.asks(low):  # can you always give me the full file?
        wished = _FOR_GOOD.match(low) and cues.wishes(low.rstrip("?？ "))
        return Tag.COMMAND if wished else Tag.QUESTION
    if cues.commands.match(low):
        return Tag.COMMAND
    return Tag.STATEMENT


def small_talk(text: str, cues: Cues, policy: Screening) -> Reason | None:
    """Which kind, by the whole of what is said (C47): 你好像… and `this` greet nobody."""
    if len(text) > policy.chatter:
        return None
    bare = text.strip(_MARKS)
    if not (bare and bare[0].isalnum() and bare[-1].isalnum()):
        bare = _EDGES.sub("", bare)
    if not bare:
        return Reason.EMOJI if text.strip() else Reason.EMPTY
    low = folded(bare)
    for reason, pattern in cues.chat.items():
        if pattern.fullmatch(low):
            return reason
    return Reason.CHATTER if NAMED_CHAT.fullmatch(low) else None


def only_links(text: str) -> bool:
    return "/" in text and not _EDGES.sub("", _LINK.sub("", text))
