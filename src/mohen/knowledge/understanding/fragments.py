"""A message becomes thoughts (R193): where it is cut, and what each thought is for.

The end of a sentence always cuts; a comma cuts where somebody or some other time is spoken of,
where a statement turns into a question, where the sentence takes a turn (但是, by the way), or
where it has become long. What is too long is cut at the best place. Joined in order, the thoughts
are the message but for whitespace and for the width of letters.

What is framed (code, fiction, what is supposed) is tagged as chat: it is never a statement, even
where only the tag of a fragment is kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from mohen.knowledge.consolidation.model import Fragment, Frame, Tag
from mohen.knowledge.policy import Screening
from mohen.knowledge.transcripts.model import Utterance
from mohen.knowledge.understanding import reported_speech
from mohen.knowledge.understanding.pasted_text import blocks
from mohen.knowledge.understanding.sentence_cues import Cues, folded, spoken
from mohen.knowledge.understanding.speech_act import tag
from mohen.text import sentences
from mohen.text.language import HAN
from mohen.text.normalize import half_width, width

Piece = tuple[str, Tag, Frame, bool]

_COMMA = re.compile(
    r"[，, \u3000](?:(?<=，)|(?<=,)(?=\s|[^\x00-\x7f])"
    rf"|(?<=[{HAN}][ \u3000])[ \u3000]*(?=[{HAN}]))"
)
_SOFT = re.compile(r"[，、：,:；)）」』”]")
_SPACE = re.compile(r"\s")
_JOINED = re.compile(r"[\w./:@%#?&=+~\u200d\ufe0f\u0300-\u036f\U0001f3fb-\U0001f3ff-]")
_IDEOGRAPH = re.compile(f"[{HAN}\u3040-\u30ff\uac00-\ud7a3]")
_GLUE = re.compile("[\u200d\ufe0e\ufe0f\u0300-\u036f\u20d0-\u20ff\U0001f3fb-\U0001f3ff]")


def split(utterance: Utterance, *, at: int, policy: Screening, previous: int = 0) -> list[Fragment]:
    """`previous`: the line in which the speaker last said something; 0 where it is not known."""
    session, line, role = utterance.session, utterance.line, utterance.role
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
            _pieces(half_width(utterance.text), policy)
        )
    ]


def _pieces(text: str, policy: Screening) -> Iterator[Piece]:
    for block, frame in blocks(text, policy):
        if frame:
            if block.strip():
                yield block.strip(), Tag.CHAT, frame, False
        else:
            yield from _thoughts(block, policy)


def _thoughts(block: str, policy: Screening) -> Iterator[Piece]:
    others = reported_speech.spans(block, policy)
    start = 0
    for sentence in sentences.said(block):
        if not sentence.strip():
            start += len(sentence)
            continue
        cues = spoken(sentence)[0]
        supposed = cues.supposes.match(folded(sentence))
        parts = [sentence] if supposed else _clauses(sentence, cues, policy)
        frame = Frame.SUPPOSED if supposed else Frame.PLAIN
        for part in (piece for each in parts for piece in _bounded(each, policy)):
            end = start + len(part)
            said = part.strip()
            if said:
                quoted = bool(others) and any(a < end and start < b for a, b in others)
                yield said, Tag.CHAT if frame else tag(said, cues, policy), frame, quoted
            start = end


def _clauses(sentence: str, cues: Cues, policy: Screening) -> Iterator[str]:
    commas = [match.end() for match in _COMMA.finditer(sentence)]
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
    """What is too long is cut after a comma, else at a space, else between two ideographs."""
    while len(text) > policy.longest and width(text, policy.wide) > policy.longest * policy.wide:
        place = _best_place(text, policy)
        if not place:
            break
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
