"""What a thought is for: to state, to ask, to order, or to be company (R193)."""

from __future__ import annotations

import re

from mohen.knowledge.consolidation.model import Tag
from mohen.knowledge.consolidation.reasons import Reason
from mohen.knowledge.policy import Screening
from mohen.knowledge.understanding.en.sentence_cues import NAMED_CHAT
from mohen.knowledge.understanding.sentence_cues import Cues, folded

_EDGES = re.compile(r"^[\W_]+|[\W_]+$")
_MARKS = " \t\n,.!?;:~'\"()-，。！？；：、…～“”‘’「」（）《》\u3000"
_LINK = re.compile(r"(?:https?://|www\.)\S+")


def tag(text: str, cues: Cues, policy: Screening) -> Tag:
    if small_talk(text, cues, policy):
        return Tag.CHAT
    low = folded(text)
    if cues.asks(low):
        return Tag.QUESTION
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
