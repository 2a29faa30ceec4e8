"""Which language a text is in, Chinese or English, and which characters are Chinese.

There are several guesses because several answers are needed, and what was stored by one must not
be judged by another:

- `has_han`: whether anything in a text is Chinese, and `of`, the language by that. English words
  in a Chinese sentence are mostly names, so this is what most readers go by.
- `of_most`: of many texts the language that most are in: of headings and summaries of memories.
- `by_share`: zh, en, mixed or none, by how many characters and words a style profile counted
  (C72). Stored with every profile.
- `first_shown`: of several texts the first that shows a language, by what there is more of: for
  the offline writer, which must write in one.

Beside these `knowledge/understanding/sentence_cues.py: spoken` tells whether a Chinese message
holds English sentences too, and `rules/rule_parser.py` which language a unit of counting is of.

Characters, in ranges for an expression:

- `HAN`: what common text has. Nearly everything goes by it.
- `HAN_MEASURED`: with compatibility forms, far planes and 〇, without the hexagrams: what a style
  is measured by (`has_han_measured`); `CJK_MEASURED` with kana and Hangul.

Ranges of their own have those whose results are stored: `text/terms.py` and
`embedders/builtin.py` (all scripts that are written without spaces), `episodes/word_edits.py`
(without compatibility forms and 〇), `prompts/self_output.py` and `rules/model_questions.py` (with
the whole of the far planes; the latter without hexagrams), `knowledge/workspace/layout.py` (with
compatibility forms) and `knowledge/query_parsing.py` (these, kana and Hangul).
"""

from __future__ import annotations

from collections.abc import Iterable

from mohen.text.lazy_pattern import LazyPattern

HAN = "\u3400-\u9fff"
HAN_MEASURED = r"\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af〇"
CJK_MEASURED = HAN_MEASURED + r"\u3040-\u30ff\uac00-\ud7a3"

_HAN = LazyPattern(f"[{HAN}]")
_HAN_MEASURED = LazyPattern(f"[{HAN_MEASURED}]")


def has_han(text: str) -> bool:
    return not text.isascii() and _HAN.search(text) is not None


def has_han_measured(text: str) -> bool:
    return _HAN_MEASURED.search(text) is not None


def of(text: str) -> str:
    """zh or en."""
    return "zh" if has_han(text) else "en"


def of_most(texts: Iterable[str], tied: str) -> str:
    """zh or en; `tied` where as many are in one as in the other."""
    lead = sum(1 if has_han(each) else -1 for each in texts)
    return tied if not lead else "zh" if lead > 0 else "en"


def by_share(characters: int, words: int, share: float) -> str:
    """zh or en where at least such a share of what was counted is; mixed, or none."""
    if not (total := characters + words):
        return "none"
    if characters >= share * total:
        return "zh"
    return "en" if words >= share * total else "mixed"


def first_shown(counted: Iterable[tuple[int, int]]) -> str:
    """zh or en; "" where none shows any. Of each text its English words and all its units."""
    for words, units in counted:
        if units:
            return "en" if words > units - words else "zh"
    return ""
