"""Splits a message into thoughts (R193), and finds what it only reports of others."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from mohen.knowledge.consolidation.model import IN_EARNEST, Fragment, Frame, Tag
from mohen.knowledge.policy import Screening
from mohen.knowledge.transcripts.model import Role, Utterance
from mohen.knowledge.understanding import at_work, code_at_hand
from mohen.knowledge.understanding.borrowed_text import TALE, blocks
from mohen.knowledge.understanding.claims import sealed
from mohen.knowledge.understanding.en.listed_rules import in_list
from mohen.knowledge.understanding.en.sentence_cues import LABELS as LABELS_EN
from mohen.knowledge.understanding.sentence_cues import RULE, Cues, folded, spoken, tag_of
from mohen.knowledge.understanding.zh.sentence_cues import KIN, LABELS, NAME
from mohen.text import sentences
from mohen.text.language import HAN
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.normalize import half_width, simplified, width

# -- Whose words they are: what a message reports of others is not what its author says.
#
# 他说“…” and "…" said my boss are somebody else's; 我说“…” is one's own. A quotation that nobody
# is named for is a title or an emphasis ('寒武纪'项目), unless it says I: then it is a line that is
# mentioned, not meant.


Span = tuple[int, int]

_MARKS = LazyPattern('[“「『"‘]')
_COLON = LazyPattern(r":(?!\d)|：")
_QUOTED = LazyPattern(
    r"“[^”]*(?:”|$)|「[^」]*(?:」|$)|『[^』]*(?:』|$)|(?<!\d)\"[^\"\n]*\""
    r"|(?<![A-Za-z])‘[^’\n]{0,300}’(?![A-Za-z])"
)
_SAYS_ZH = "(?:说|道|问|喊|叫道|写道|表示|回答|回复|告诉|吼|骂|念|强调|提到|留言|发消息)"
_SAID_EN = (
    r"(?:said|says|say|told|tells|asked|asks|wrote|writes|replied|replies|shouted|yelled"
    r"|whispered|texted"
    r"|goes|was like|is like|added|claims?|claimed|answered)"
)
_OWN = LazyPattern(
    r"(?<![跟和对向给])我(?:[们]|[跟和对向给][^，。！？“「]{1,8})?(?:就|也|又|刚|刚才"
    rf"|已经|总是?)?(?:{_SAYS_ZH})[^，。“「]{{0,4}}[：:，,]?\s*$"
    rf"|\b(?:i|we)(?: just| always| also| have|'ve)* {_SAID_EN}(?: \w+){{0,3}}[:,]?\s*$",
    re.IGNORECASE,
)
_OTHERS = LazyPattern(
    rf"{_SAYS_ZH}[^，。！？“「]{{0,5}}[：:，,]?\s*$|\b{_SAID_EN}(?: \w+){{0,3}}[:,]?\s*$",
    re.IGNORECASE,
)
_OTHERS_AFTER = LazyPattern(
    rf"[，,\s]{{0,30}}(?!我)[^，。！？“]{{0,8}}(?:{_SAYS_ZH})|,?\s*(?:{_SAID_EN}\b(?! i\b)"
    rf"|(?!i )[\w' ]{{1,20}} {_SAID_EN}\b)",
    re.IGNORECASE,
)
_SAYS_I = LazyPattern(r"我|\b(?:I|I'm|my|I've)\b")
# “规范：1. … 2. …”: copied from somewhere
_LISTS = LazyPattern(r"[：:]\s*(?:1[.、)]|①|一、).{1,300}?(?:2[.、)]|②|二、)", re.DOTALL)
_CALLED = LazyPattern(
    r"(?:叫|名为|叫做|名叫|called|named|titled|(?:别|不要|不准|不许)(?:再|老|总)*(?:写|说|加|用|带|来))\s*$",
    re.IGNORECASE,
)
_SPEAKER = LazyPattern(
    r"^[ \t]*[\[【(]?(?P<who>[^\s：:，。,.!?\[\]【】()]{1,12}"
    r"|[A-Z][\w'-]*(?: [A-Z][\w'-]*){1,2})[\])】]?[：:][ \t]*(?=\S)(?!//)",
    re.MULTILINE,
)
_REPORTS = LazyPattern(
    rf"^[^：:“「\n我]{{0,3}}(?:(?:我(?:的)?)?{KIN}|{NAME}|[他她]们?|医生|客户|老板"
    rf"|网友)[^：:“「\n，。]{{0,8}}{_SAYS_ZH}[^：:，。\n]{{0,3}}[：:](?!\s*[“「])",
    re.MULTILINE,
)
_HEADS = (
    r"correction|note|notes|important|p\.?s\.?|update|edit|reminder|fyi|todo|question"
    r"|context|background"
    r"|example|remember|warning|summary|answer|reason|problem|issue|tip|btw|also|first"
    r"|finally|result|plan"
)
_OWN_LABEL = LazyPattern(rf"(?:我|me|user|用户|本人|{LABELS}|{LABELS_EN}|{_HEADS})", re.IGNORECASE)
_A_PERSON = LazyPattern(
    rf"(?:我(?:的)?)?{KIN}|{NAME}|[他她]们?|医生|客户|助手|AI|ai|ChatGPT|Claude|Assistant"
    r"|assistant|GPT|Bot"
)
_A_NAME = LazyPattern(r"[A-Z][a-z]+(?: [A-Z][a-z]+)?")
_TALKS = LazyPattern(r"\b(?:I|I'm|I'll|you|You|we|my)\b|[我你]")


def reported_spans(text: str, policy: Screening) -> list[Span]:
    """The spans of a text in which somebody else is speaking."""
    marked = _in_marks(text, policy) if _MARKS.search(text) else ()
    lines = _by_lines(text, policy) if _COLON.search(text) else ()
    return [*marked, *lines]


def _in_marks(text: str, policy: Screening) -> Iterator[Span]:
    for found in _QUOTED.finditer(text):
        before = text[max(0, found.start() - policy.reported) : found.start()]
        after = text[found.end() : found.end() + policy.reported]
        if _OWN.search(before):
            continue
        named = _OTHERS_AFTER.match(after)
        if named or _OTHERS.search(before):
            yield found.start(), found.end() + (named.end() if named else 0)
        elif (
            (_SAYS_I.search(found.group()) or _LISTS.search(found.group()))
            and (before + after).strip()
            and not _CALLED.search(before)
        ):
            yield found.span()


def _by_lines(text: str, policy: Screening) -> Iterator[Span]:
    for found in _lines(_REPORTS, text):
        yield found.start(), _line_end(text, found.end())
    named = [each for each in _lines(_SPEAKER, text) if not _OWN_LABEL.fullmatch(each["who"])]
    many = sum(bool(_A_NAME.fullmatch(each["who"])) for each in named) >= policy.speakers
    for each in named:
        end = _line_end(text, each.end())
        talks = many or _TALKS.search(text, each.end(), end)
        if _A_PERSON.fullmatch(each["who"]) or (talks and _A_NAME.fullmatch(each["who"])):
            yield each.start(), end


def _lines(pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """Where lines begin so. Most messages have one line, and looking at its start is enough."""
    if "\n" in text:
        yield from pattern.finditer(text)
    elif found := pattern.match(text):
        yield found


def _line_end(text: str, start: int) -> int:
    end = text.find("\n", start)
    return len(text) if end < 0 else end


# -- A message becomes thoughts (R193): where it is cut, and what each thought is for.
#
# The end of a sentence always cuts; a comma cuts where somebody or some other time is spoken of,
# where a statement turns into a question, where the sentence takes a turn (但是, by the way), or
# where it has become long. What is too long is cut at the best place. Joined in order, the thoughts
# are the message but for whitespace and for the width of letters.
#
# What is framed (code, fiction, what is supposed) is tagged as chat: it is never a statement, even
# where only the tag of a fragment is kept.


Thought = tuple[str, Tag, Frame, bool]

_COMMA = LazyPattern(
    r"[，, \u3000](?:(?<=，)|(?<=,)(?=\s|[^\x00-\x7f])"
    rf"|(?<=[{HAN}][ \u3000])[ \u3000]*(?=[{HAN}]))"
)
_SOFT = LazyPattern(r"[，、：,:；)）」』”]")
_SPACE = LazyPattern(r"\s")
_JOINED = LazyPattern(r"[\w./:@%#?&=+~\u200d\ufe0f\u0300-\u036f\U0001f3fb-\U0001f3ff-]")
_IDEOGRAPH = LazyPattern(f"[{HAN}\u3040-\u30ff\uac00-\ud7a3]")
_GLUE = LazyPattern("[\u200d\ufe0e\ufe0f\u0300-\u036f\u20d0-\u20ff\U0001f3fb-\U0001f3ff]")


def split(utterance: Utterance, *, at: int, policy: Screening, previous: int = 0) -> list[Fragment]:
    """The thoughts of a message. `previous`: the line in which its speaker last said something,
    0 where it is not known."""
    session, line, role = utterance.session, utterance.line, utterance.role
    typed = role is Role.USER
    return [
        Fragment(
            session,
            line,
            part,
            role,
            text,
            tagged,
            at,
            quoted,
            frame,
            previous,
        )
        for part, (text, tagged, frame, quoted) in enumerate(
            _led(_answered([*_as_written(half_width(utterance.text), policy, typed=typed)]))
        )
    ]


def _answered(thoughts: Sequence[Thought]) -> Iterator[Thought]:
    """Keep it short is a wish where a message says nothing else; else it is of what is asked."""
    asked = [_is_manner(said) for said, *_ in thoughts]
    for (said, tag, frame, quoted), manner in zip(thoughts, asked, strict=True):
        alone = Tag.COMMAND if all(asked) else Tag.CHAT
        yield said, alone if manner and not frame else tag, frame, quoted


def _led(thoughts: Iterable[Thought]) -> Iterator[Thought]:
    """What outlasts its work and begins with what was said before it is one thought with that."""
    held: Thought | None = None
    for each in thoughts:
        said, tag, frame, quoted = each
        if held and frame is Frame.LASTS and _follows(said):
            before = held[0]
            held = f"{before}{' ' if before[-1].isascii() else ''}{said}", tag, frame, quoted
            continue
        if held:
            yield held
        held = each
    if held:
        yield held


def _follows(said: str) -> bool:
    return spoken(said)[0].follows.match(said) is not None


def _is_manner(said: str) -> bool:
    """Not what is an order for good in whatever company: 别说废话."""
    if len(said) > _MANNER_MOST:
        return False
    cues, low = spoken(said)[0], folded(said)
    return cues.manner(low) and not cues.directs.search(low)


_MANNER_MOST = 80  # characters


def _as_written(text: str, policy: Screening, *, typed: bool) -> Iterator[Thought]:
    """Traditional characters are read like simplified ones, and stay as they are."""
    plain, place = simplified(text), 0
    of_code, ruled, made = typed and code_at_hand.is_of_code(plain), False, False
    told = True  # the thought before, if there is one
    for said, tag, frame, quoted in _split_thoughts(plain, policy):
        ruled = frame is Frame.PLAIN and in_list(said, before=ruled)
        if ruled:
            tag = Tag.STATEMENT  # - label it when it is ready: no order for now
        elif frame is Frame.PLAIN:
            cues = spoken(said)[0]
            if _is_of_the_work(said, cues.of_work(said), of_code=of_code, made=made):
                frame = Frame.WORK
            made = made or cues.makes(said)
        if typed and not ruled and _lasts((said, tag, frame, quoted), told, within=len(plain)):
            frame = Frame.LASTS
        told = tag is Tag.STATEMENT and frame in IN_EARNEST and not quoted
        if plain != text:
            place = plain.find(said, place)
            said, place = text[place : place + len(said)], place + len(said)
        yield said, tag, frame, quoted


def _lasts(thought: Thought, told: bool, *, within: int) -> bool:
    """Whether it outlasts its work. `told`: what it may begin with is told just before it."""
    said, tag, frame, quoted = thought
    if quoted or frame not in IN_EARNEST or tag in (Tag.QUESTION, Tag.CHAT):
        return False
    return (told or not _follows(said)) and at_work.lasts(said, within)


def _is_of_the_work(said: str, kind: str, *, of_code: bool, made: bool) -> bool:
    """Whether a thought is a part of the work at hand. `made`: something new was asked for before
    it, of which a rule then may be."""
    may_be = (kind == RULE and made) if kind else of_code
    return may_be and not code_at_hand.outlasts(said)


def _split_thoughts(text: str, policy: Screening) -> Iterator[Thought]:
    for block, frame in blocks(text, policy):
        if frame:
            if block.strip():
                yield block.strip(), Tag.CHAT, frame, False
        else:
            yield from _thoughts(block, policy)


def _thoughts(block: str, policy: Screening) -> Iterator[Thought]:
    others = deque(_apart(reported_spans(block, policy)))
    start = 0
    for sentence in _gathered(block, policy):
        if not sentence.strip():
            start += len(sentence)
            continue
        cues = spoken(sentence)[0]
        low = folded(sentence)
        supposed = cues.supposes.match(low) and not cues.wishes(low)
        one = supposed or TALE.match(sentence)
        parts = [sentence] if one else _clauses(sentence, cues, policy)
        frame = Frame.SUPPOSED if supposed else Frame.PLAIN
        for part in (piece for each in parts for piece in _bounded(each, policy)):
            end = start + len(part)
            said = part.strip()
            if said:
                while others and others[0][1] <= start:
                    others.popleft()
                quoted = bool(others) and others[0][0] < end
                yield said, Tag.CHAT if frame else tag_of(said, cues, policy), frame, quoted
            start = end


def _apart(spans: list[Span]) -> Iterator[Span]:
    """In order, and none within or behind the reach of another."""
    reach = 0
    for start, end in sorted(spans):
        if end > reach:
            yield max(start, reach), end
            reach = end


def _sentences(block: str, policy: Screening) -> Iterator[str]:
    """Nobody says one that is longer, and work inside a sentence may grow with its square."""
    for sentence in sentences.said(block):
        for start in range(0, len(sentence), policy.unbroken):
            yield sentence[start : start + policy.unbroken]


def _gathered(block: str, policy: Screening) -> Iterable[str]:
    return spoken(block)[0].gathered([*_sentences(block, policy)])


def _clauses(sentence: str, cues: Cues, policy: Screening) -> Iterator[str]:
    """What is one rule or one fact of a project is not cut."""
    start, end = cues.apart(sentence)
    if not end:
        yield from _at_commas(sentence, cues, policy)
        return
    if before := sentence[:start]:
        yield from _at_commas(before, cues, policy)
    yield sentence[start:end]
    if behind := sentence[end:]:
        yield from _at_commas(behind, cues, policy)


def _at_commas(sentence: str, cues: Cues, policy: Screening) -> Iterator[str]:
    commas = [match.end() for match in _COMMA.finditer(sealed(sentence))]
    turns = [match.end() for match in cues.turns_inside.finditer(sentence)]
    if not commas and not turns:
        yield sentence
        return
    places = sorted({*commas, *turns})
    start = 0
    for place, after in zip(places, [*places[1:], len(sentence)], strict=True):
        now = sentence[start:place]
        if place in turns or _comma_cuts(now, sentence[place:after], cues, policy):
            yield now
            start = place
    yield sentence[start:]


def _comma_cuts(now: str, following: str, cues: Cues, policy: Screening) -> bool:
    wide = width(now, policy.wide)
    if now.count("（") + now.count("(") > now.count("）") + now.count(")"):
        return False
    if wide < policy.chatter and cues.agrees.fullmatch(now.strip(" ，,\u3000")):
        return not (cues.laughs.match(now) and cues.i_am.match(following))
    return _goes_elsewhere(now, following, wide, cues, policy) and not cues.hangs.match(now)


def _goes_elsewhere(now: str, following: str, wide: int, cues: Cues, policy: Screening) -> bool:
    opens = cues.opens.match(following)
    kind = opens.lastgroup if opens else None
    if kind == "turns":
        return True
    if kind == "subject":
        return wide >= policy.clause or bool(cues.opens.match(now))
    if kind == "time" and cues.at_a_time.search(now):
        return True
    if wide >= policy.clause and cues.asks(folded(following)):
        return not cues.asks(folded(now))
    return wide + width(following, policy.wide) > policy.longest * policy.wide


def _bounded(text: str, policy: Screening) -> Iterator[str]:
    """What is too long is cut after a comma, else at a space, else between two ideographs; an
    address stays whole and so does a list, a run that is longer than any does not."""
    if "\n" in text.strip():
        yield text
        return
    while len(text) > policy.longest and width(text, policy.wide) > policy.longest * policy.wide:
        place = _best_place(text, policy)
        if not place:
            if len(text) <= policy.unbroken:
                break
            place = policy.unbroken
        yield text[:place]
        text = text[place:]
    yield text


def _best_place(text: str, policy: Screening) -> int:
    """0 where there is none: a word or an address that is longer than a thought may be."""
    limit = policy.longest
    if text.isascii():
        limit *= policy.wide
    for marks in (_SOFT, _SPACE):
        found = [match.end() for match in marks.finditer(text, limit // policy.wide, limit)]
        found = [place for place in found if not _holds(text, place)]
        if found:
            return found[-1]
    for place in chain(range(limit, 0, -1), range(limit, len(text))):
        if not _holds(text, place):
            return place
    return 0


def _holds(text: str, place: int) -> bool:
    """Whether the two sides of a place are one word, number, address or sign."""
    left, right = text[place - 1], text[place : place + 1]
    if not right or _GLUE.match(left) or _GLUE.match(right):
        return bool(right)
    if _IDEOGRAPH.match(left) or _IDEOGRAPH.match(right):
        return False
    return bool(_JOINED.match(left) and _JOINED.match(right))
