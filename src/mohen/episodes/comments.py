"""Reads what an author's comment asks of style: 太啰嗦, fewer adjectives, 对白多一点, not so long.

A comment is read clause by clause. Small tables in `data/` name the things a writer speaks of (a
sentence, a dash, dialogue), their sizes and amounts, and the ways to wish for more or less of them;
a judgement such as 啰嗦 or flowery is a thing and a wish at once. Its primary meaning is taken:
wordy is about the length of the text for what it says (C106), flowery about modifiers, stiff about
colloquial words. A word in quotation marks is a thing of its own: stop using "suddenly". What the
tables do not make out teaches nothing, and a comment that asks for both directions neither (C83).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from math import prod

from mohen.core.values import dataclass
from mohen.text.language import HAN
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.normalize import lowered
from mohen.text.style import PHRASE, WHOLE
from mohen.text.word_lists import topics, words

# What may stand around a judgement without making it one of something else.
_FILL_ZH = LazyPattern(
    "这一?[段篇节章里个次种]?|味儿?|感|高|低|那段|一段|全文|整体|整个|总体|文字|文章|文笔|文风|语言|语句|用词|用语|词语|"
    "遣词|描写|描述|叙述|叙事|行文|表达|风格|内容|部分|开头|结尾|节奏|写作|写法|写得|写|读起来|看起来|"
    "看着|感觉|觉得|认为|我|你|可不可以|可以|能不能|能|请|麻烦|稍微|稍稍|还是|还|就|也|都|真的|真|确实|"
    "有|是|得|的|地|了|吧|啊|呀|呢|吗|嘛|哦|把|让|给|会|应该|最好|比较|非常|很|显得|略|和|与|跟|及|"
    "句式|句|为什么|怎么|下次|以后|之后|这样|比|之前|上次|上面|里|里面|中|用|要|些|个|点|一|"
    "说实话|老实说|坦白说|个人|来说|而言|实在|简直|相当|挺|蛮|好|又|老是|老|总是|总|一直|依然|依旧|仍然|仍|还有|"
    "越来越|改改|改|一下子?|下|全篇|通篇|整段|整篇|几处|有几处|处|读着|读来|读|看来|看|显|写出来|出来|起来|对|"
    "说|话|过|能够|尽量|务必|一定|千万|记得|注意|主要|问题|就是|只是|可惜|同样|毛病|另外|首先|其次|继续|到|这儿|"
    "强|浓|冲|足|重|说法|写法|早|种|类|这块|前面|后面|东西|版|版本|稿|候选|结果|特别|十分|极其|极|未免|似乎|好像|而|它|它们|大家|读者|人"
)
_FILL_EN = words(
    """a an the this that these those it it's its it'd is are was were be been being i i'd i'm i've
    you your my we me he'd text passage piece paragraph section part scene draft version output
    writing prose style tone voice wording language narration narrative description descriptions
    phrasing reads read feels feel felt seems seem sounds sound looks comes across as please bit
    just far way still very really quite much and or with of in on here for to from by at overall
    generally maybe perhaps could can would should might will think thought find found can't be
    have has had get gets got let let's do next time again than before last one little all some
    any such those them how what why there's there they're like when if kindly pls thanks thank
    everything result answer suggestion candidate rest whole bits also too more them it honestly
    frankly actually always again every each pretty awfully terribly super imo imho tbh throughout
    places line lines parts keeps getting become becomes becoming makes making made ends up being
    give same usual once needs must now i'll we'd you've it'll where thing things words sentence
    opening first second half reader readers us so that's which who"""
)

_CLAUSE = LazyPattern(
    r"[，。！？；,.!?;\n~～（）()]+|但是?|不过|然而|而且|并且|\b(?:but|though|although|however|yet)\b"
)
# What follows is given up: "third person instead of first".
_GIVEN_UP = LazyPattern(r"\b(?:instead of|rather than)\b.*|(?:而不是|代替|取代).*")
_ENOUGH = LazyPattern(r"(?:\bnot|n't)\s+((?:\w+\s+)?)enough\b")
_BLANKS = LazyPattern(r"[^\S\n]+")
_HAN = LazyPattern(f"[{HAN}]")
_LONGEST = 1_000  # characters of a clause; nobody wishes in more
# One word or a short phrase that the comment is about; a passage that it quotes is longer.
_QUOTED = (
    f"[\"“「](?P<word>[{HAN}]{{1,6}}|[a-z]{{2,20}}(?:[ '-][a-z]{{1,20}}){{0,3}})"
    '["”」](?:s(?![a-z]))?'
)
_THINGS = words("noun choice part")
_VERBS = words("neg want less hate")
_WRONG = words("fault excess surplus hate lack")
_HEADS = words("size sizer amount amounter fault merit")


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    feature: str
    sign: int
    start: int
    end: int


def _pattern(words: str) -> str:
    """One row's alternatives; Latin ones only as whole words."""
    found = []
    for word in words.split():
        spaced = word.replace("_", " ")
        found.append(spaced if _HAN.search(word) else rf"(?<![\w'-])(?:{spaced})(?![\w'])")
    return "|".join(found)


@cache
def _rows() -> list[tuple[str, str, int, str]]:
    """Kind, feature, sign, and words of both languages, in the order in which they are tried."""
    zh, en = (topics(__file__, f"{each}/comment_words.txt") for each in ("zh", "en"))
    found = []
    for topic in zh:
        kind, *features, sign = topic.split()
        found.append((kind, " ".join(features), int(sign), f"{zh[topic]} {en[topic]}"))
    return found


@cache  # made by the first comment: most commands never read one
def _token() -> re.Pattern[str]:
    """None begins inside a Latin word, nor with a mark that does not quote: so little is tried."""
    rows = "|".join(f"({_pattern(row[-1])})" for row in _rows())
    return re.compile(rf"(?=[\w\"“「])(?:(?<![\w'-])|(?=[^a-z]))(?:{rows}|{_QUOTED})")


def judged(comment: str) -> tuple[tuple[str, int], ...]:
    """(feature of style or `phrase:` and a word, +1 for more or -1 for less), in the order they are
    spoken of."""
    plain = _BLANKS.sub(" ", lowered(comment))
    plain = _ENOUGH.sub(r"insufficient \1", plain)
    found: dict[str, set[int]] = {}
    whole = WHOLE  # what is long or short where nothing is named: 句子太长了，短一点
    for said in _CLAUSE.split(plain):
        clause = _Clause(_GIVEN_UP.sub("", said[:_LONGEST]))
        for segment in _segments(_tokens(clause.text)):
            whole = next((each.feature for each in segment if each.kind == "part"), whole)
            for feature, sign in _wishes(segment, clause, whole):
                found.setdefault(feature, set()).add(sign)
    return tuple((feature, sign) for feature, signs in found.items() for sign in _one(signs))


def complains(comment: str) -> bool:
    """Whether it names what is wrong, rather than what is wanted: too wordy, not shorter."""
    kinds = {each.kind for each in _tokens(_BLANKS.sub(" ", lowered(comment[:_LONGEST])))}
    return bool(kinds & _WRONG) and not kinds & {"neg", "less", "want"}


class _Clause:
    """One, and what all wishes in it ask of it."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def is_about_text(self) -> bool:
        """Whether nothing else is named: 房间太华丽 is of a room, 他太啰嗦 of a person."""
        rest, at = [], 0
        for match in _token().finditer(self.text):
            rest.append(self.text[at : match.start()])
            at = match.end()
        return not _rest(" ".join([*rest, self.text[at:]]))


def _one(signs: set[int]) -> set[int]:
    return signs if len(signs) == 1 else set()


def _tokens(clause: str) -> list[_Token]:
    found: list[_Token] = []
    for match in _token().finditer(clause):
        if match["word"]:
            found.append(_Token("noun", PHRASE + match["word"], 1, match.start(), match.end()))
            continue
        kind, feature, sign, _ = _rows()[(match.lastindex or 1) - 1]
        if kind == "change":
            found.clear()  # what stands before it is given up
        if kind != "skip":
            found.append(_Token(kind, feature, sign, match.start(), match.end()))
    return found


def _segments(tokens: Sequence[_Token]) -> Iterator[list[_Token]]:
    """One wish each: when a wish is whole and the next begins as it began, it is another."""
    segment: list[_Token] = []
    kinds: set[str] = set()
    for token in tokens:
        whole = bool(kinds & _THINGS and kinds - _THINGS) or bool(kinds & {"fault", "merit"})
        waiting = bool(segment) and segment[-1].kind in _VERBS  # for its object
        again = token.kind in ("amount", "amounter") and token.kind in kinds
        if again or (whole and not waiting and token.kind == segment[0].kind):
            yield segment
            segment, kinds = [], set()
        segment.append(token)
        kinds.add(token.kind)
    if segment:
        yield segment


def _wishes(segment: Sequence[_Token], clause: _Clause, whole: str) -> Iterator[tuple[str, int]]:
    kinds = {each.kind for each in segment}
    amount = prod(each.sign for each in segment if each.kind in ("amount", "amounter"))
    sizes = [each for each in segment if each.kind in ("size", "sizer")]
    traits = [each for each in segment if each.kind in ("fault", "merit")]
    things = [each for each in segment if each.kind in ("noun", "choice")]
    parts = [each for each in segment if each.kind == "part"]
    if traits:
        if clause.is_about_text:
            for each in traits:
                if way := _way(kinds, each.kind):
                    yield each.feature, each.sign * amount * way
    elif sizes and not things:
        one_size = len({each.sign for each in sizes}) == 1
        if one_size and (way := _way(kinds, "size")):
            size = sizes[0].sign * amount * way
            if parts:
                yield parts[0].feature, size
            elif clause.is_about_text:
                yield whole, size
    elif things and not sizes and _belongs(segment, clause.text):
        for each in _after(segment, things):
            if way := _way(kinds, each.kind) or _bare(each, kinds, segment, clause):
                for feature in each.feature.split():
                    yield feature, each.sign * amount * way


def _after(segment: Sequence[_Token], things: Sequence[_Token]) -> Sequence[_Token]:
    """Of 对白避免感叹号 the marks: dialogue is only where they are."""
    verbs = [each.start for each in segment if each.kind in _VERBS]
    later = [each for each in things if verbs and each.start > verbs[0]]
    return later or things


def _way(kinds: set[str], head: str) -> int:
    """Whether what is named is wished for (1) or not (-1), or neither (0)."""
    if head in ("noun", "choice") and not kinds & {"amount", "amounter"}:
        kinds = kinds - {"more", "excess", "slightly"}  # 对白太生动 is not of how much
    against = -1 if "neg" in kinds else 1
    if "lack" in kinds:
        return 1
    if "state" in kinds:
        return 1 if head == "merit" else 0
    if kinds & {"more", "sizer", "amounter"}:
        return against
    if kinds & {"excess", "surplus"} or ("slightly" in kinds and kinds & _HEADS):
        return -1
    return _plainly(kinds, head, against)


def _plainly(kinds: set[str], head: str, against: int) -> int:
    """Without a degree: cut them, I hate them, use them, no such thing."""
    if "less" in kinds:
        return -against
    if "hate" in kinds:
        return -1
    # Praise of dialogue is of its quality, praise of short sentences is of their length.
    if kinds & {"want", "change"} or (head != "noun" and kinds & {"praise", "keep"}):
        return -1 if head == "fault" and "praise" not in kinds else against
    if head == "noun" and "amount" in kinds:
        return 0
    if "neg" in kinds:
        return -1
    return {"fault": -1, "merit": 1}.get(head, 0)


def _bare(token: _Token, kinds: set[str], segment: Sequence[_Token], clause: _Clause) -> int:
    """A person or a tense, and nothing else said: that is what is wanted."""
    alone = token.kind == "choice" and kinds == {"choice"} and len(segment) == 1
    return int(alone and clause.is_about_text)


def _belongs(segment: Sequence[_Token], clause: str) -> bool:
    """Whether `more` is of the thing: more natural dialogue is not more dialogue."""
    for token in segment:
        if token.kind == "amounter":
            after = [each.start for each in segment if each.start > token.start]
            return not _rest(clause[token.end : min(after, default=len(clause))])
    return True


def _rest(text: str) -> list[str]:
    """The words of a text that say anything."""
    chinese = _HAN.findall(_FILL_ZH.sub("", text))
    return chinese + [word for word in re.findall(r"[a-z']+", text) if word not in _FILL_EN]
