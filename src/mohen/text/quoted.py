"""Text of others as it stands among our words: on one line, between marks that it cannot close.

The marks are always the same, so that a prompt begins with the same bytes each time; what could
close them, or be taken for a heading or for somebody who speaks, is written so that it looks the
same and does nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from mohen.text.lazy_pattern import LazyPattern

TAG = "memory"
OPEN, CLOSE = f"<{TAG}>", f"</{TAG}>"

# Nobody sees these, and a model reads them: blanks of no width, marks that turn the line round,
# letters of the block of tags. Joiners stay, which Persian and emoji are written with.
_HIDDEN = (
    "\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\xad\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff"
    "\U000e0000-\U000e007f"
)
_UNSEEN = LazyPattern(f"[{_HIDDEN}]+")
_SUSPECT = LazyPattern(rf"[<>\[#=`~:：{_HIDDEN}]")  # most lines have none, and stay as they are
_BRACKET = LazyPattern(r"<(?=\s{0,9}+[/!|?<\w])")
_COMMENT_END = LazyPattern(r"(?<!-)-{2,}+>")
_INST = LazyPattern(r"\[(?=\s{0,9}+/?\s{0,9}+(?:INST|SYS|SYSTEM|ASSISTANT|USER)\b)", re.IGNORECASE)
_LEAD = LazyPattern(r"^[#>=`~\s-]*[#>=`~]")
_FENCE = LazyPattern(r"`{3,}|~{3,}|#{2,}")
# Those who give orders or answers in a chat; our own summaries begin with the user they are of.
_SPEAKER = LazyPattern(
    r"(?:\b(?:system|assistant|developer|human|tool)|系统|系統|助手)\s{0,2}[:：]",
    re.IGNORECASE,
)
_WIDE = str.maketrans("#>=`~", "＃＞＝｀～")


def line(text: str) -> str:
    """One line of it, in which nothing opens, closes, heads or speaks."""
    if not _SUSPECT.search(text):
        return " ".join(text.split())
    flat = " ".join(_UNSEEN.sub("", text).split())
    flat = _COMMENT_END.sub("-- ＞", _BRACKET.sub("‹", flat))
    flat = _INST.sub("［", flat)
    flat = _LEAD.sub(_widened, flat)
    flat = _FENCE.sub(_widened, flat)
    return _SPEAKER.sub(lambda said: f"{said.group()[:-1]}∶", flat)


def _widened(found: re.Match[str]) -> str:
    return found.group().translate(_WIDE)


def block(lines: Iterable[str]) -> str:
    """Lines of memories between their marks; empty where there are none."""
    said = "\n".join(lines)
    return f"{OPEN}\n{said}\n{CLOSE}" if said else ""
