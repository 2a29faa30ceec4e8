"""How long a text is, as writers count: a Chinese character is one, and so is a word of letters.

The panel counts what is on the desk in the same way (`panel/src/desk/StatusBar/length.ts`).
"""

from __future__ import annotations

from mohen.text.lazy_pattern import LazyPattern

# CJK with its extensions, and kana
_IDEOGRAPH = LazyPattern(
    "[\u3005-\u3007\u3021-\u3029\u3038-\u303b\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fd-\u30ff"
    "\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af]"
)
# A word keeps its apostrophe and its hyphen: "don't" and "sea-fog" are one each.
_WORD = LazyPattern(r"[^\W_][^\W_\u0300-\u036f]*(?:['’-][^\W_]+)*")


def counted(text: str) -> tuple[int, bool]:
    """How many, and whether they are (also) characters that stand for themselves."""
    others, ideographs = _IDEOGRAPH.subn(" ", text)
    return ideographs + sum(1 for _ in _WORD.finditer(others)), ideographs > 0
