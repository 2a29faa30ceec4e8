"""What a message about code at hand asks for, and what of it outlasts that work.

Who tells an agent to only edit one file, to add a button to each card or to keep a header as it is
wants just this done, however much it sounds like a wish for all time; and a line of a log is no
word of the user's. Of a message about code it outlasts the work what says so (from now on, in this
repo), and what the speaker tells of themselves or of what is theirs.
"""

from __future__ import annotations

import re
from functools import cache

from mohen.knowledge.understanding import entities
from mohen.text.language import has_han
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.word_lists import topics, words

_SPOKEN_LEAST = 2  # different words of those who write programs, in more than one sentence
_SENTENCES = LazyPattern(r"(?:[.!?:]\s|[。！？；\n])\s*\S")


def _listed(language: str, topic: str) -> str:
    lines = topics(entities.__file__, f"{language}/code_at_hand.txt")[topic]
    return "|".join(each.replace("_", " ") for each in lines.split())


_NAMED_IN = r"\b[A-Za-z]\w{0,60}_\w|\b[A-Za-z_][\w.]{0,60}\(\)|\b[a-z]{2,60}[A-Z][a-z]{2}|=>"
# Nearly all that people say has none of these, and that is seen at once.
_MAY_BE_CODE = LazyPattern(
    r"[`_@~/]|=>|\(\)|\.[a-z]|[a-z][A-Z]|--|::|npm|yarn|pip|READ|CONV|CLAU|AGEN|CHAN"
)
# Whatever the language: the names of a file, a folder, a function or a variable, an option.
_CODE = LazyPattern(
    rf"(?<!\w)`[^`\n]{{1,80}}`|```|{_NAMED_IN}"
    r"|(?<!\w)[\w-]{1,40}\.(?:py|ipynb|jsx?|tsx?|mjs|cjs|vue|svelte|html?|s?css|json[lc]?|ya?ml"
    r"|toml|ini|cfg|sql|db|sqlite3?|go|rs|rb|php|java|kts?|swift|cc?|cpp|hp?p?|cs|sh|ps1|bat|lua"
    r"|dart|scala|exs?|gd|tf|lock|gradle|xml)\b(?![.@]\w)|(?<!\w)\.(?:env|gitignore)\b"
    r"|(?<![\w/.:])(?:\.{1,2}|~|@?(?:src|apps?|lib|packages|tests?|api|components|pages|client))"
    r"/[\w.-]+|(?<![\w/.:-])[A-Za-z][\w.-]{1,40}/[\w.-]{1,40}/[\w.-]+"
    r"|\b(?:README|CONVENTIONS|CLAUDE|AGENTS|CHANGELOG)(?:\.md)?\b"
    r"|(?<![\w-])--[a-z][\w-]+|\b\w+::\w+|\b(?:npm|pnpm|yarn) (?:run|install|i|add)\b"
    r"|\bpip3? install\b"
)
_IN_CODE = LazyPattern(_NAMED_IN)
_WORD = LazyPattern(r"[a-z][a-z-]+")
_SPOKEN_ZH = LazyPattern(lambda: _listed("zh", "spoken"))
_LASTS = {
    "en": LazyPattern(
        lambda: (
            rf"\b(?:{_listed('en', 'lasts')})\b|^\W*(?:(?:please|also|and|but|so|just)\W+)*"
            rf"(?:{_listed('en', 'opens')})\b"
        ),
        re.IGNORECASE,
    ),
    "zh": LazyPattern(
        lambda: rf"{_listed('zh', 'lasts')}|^\W*(?:另外|还有|并且|请)*(?:{_listed('zh', 'opens')})"
    ),
}
_OF_ALL = LazyPattern(lambda: rf"\b(?:{_listed('en', 'of_all')})\b", re.IGNORECASE)
_PASSES = {
    "en": LazyPattern(lambda: rf"\b(?:{_listed('en', 'passing')})", re.IGNORECASE),
    "zh": LazyPattern(lambda: _listed("zh", "passing")),
}
_OWN = LazyPattern(r"\b(?:I|[Ww]e|[Mm]y|[Oo]ur)\b|\bi(?:['’]?m|['’]ve)?\b|我|咱")
_DAY = LazyPattern(
    r"\b(?:yesterday|today|tomorrow|(?:last|next|this) (?:week|month|year|\w+day)|\w+day\b"
    r"|(?:19|20)\d\d)\b|昨天|今天|明天|上周|下周|本周|上个?月|下个?月|\d+[月号日]",
    re.IGNORECASE,
)


def is_of_code(text: str) -> bool:
    """Whether a message is about code at hand."""
    if _MAY_BE_CODE.search(text) and _CODE.search(text):
        return True
    if not _SENTENCES.search(text):
        return False
    return len(_spoken(text)) >= _SPOKEN_LEAST


def _spoken(text: str) -> set[str]:
    if has_han(text):
        return {each.lower() for each in _SPOKEN_ZH.findall(text)}
    return set(_WORD.findall(text.lower())) & _of_programs()


@cache
def _of_programs() -> frozenset[str]:
    return words(topics(entities.__file__, "en/code_at_hand.txt")["spoken"])


def outlasts(said: str) -> bool:
    """Whether a thought of such a message is more than a part of the work."""
    if _tongue(_LASTS, said).search(said):
        return True
    if not _OWN.search(said) and _OF_ALL.search(said):
        return True
    if not _OWN.search(said) or _IN_CODE.search(said):
        return False
    return bool(_DAY.search(said)) or not _tongue(_PASSES, said).search(said)


def _tongue(patterns: dict[str, re.Pattern[str]], text: str) -> re.Pattern[str]:
    return patterns["zh" if has_han(text) else "en"]
