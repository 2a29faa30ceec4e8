"""The words and marks that style is measured by, and how often a text has them.

The words stand in `data/`, by tag. Chinese is read through its overlapping pairs of characters, so
every Chinese entry has two characters (single ones are counted directly) and one dictionary
look-up a pair finds them all. A tag that starts with "-" is a guard: the pair holds a character
that counts elsewhere and must not count here (之后 is not classical, 目的 is no attribute). Decides
nothing about style.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from operator import add

from mohen.text import stock_phrases
from mohen.text.language import HAN_MEASURED
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.word_lists import topics, words


def tagged(groups: Mapping[str, str]) -> dict[str, str]:
    """Word → tag from tag → `word word …`; a word belongs to the first tag that names it."""
    table: dict[str, str] = {}
    for tag, listed in groups.items():
        for word in listed.split():
            table.setdefault(word, tag)
    return table


class Tags:
    """Two-character words with a tag each, and how often each tag occurs in a text."""

    def __init__(self, groups: Mapping[str, str]) -> None:
        self.of = tagged(groups)
        self._candidates = _neighbours(self.of)

    def tally(self, text: str) -> Counter[str]:
        return Counter(filter(None, map(self.of.get, self._candidates.findall(text))))


def _neighbours(pairs: Iterable[str]) -> re.Pattern[str]:
    """Finds every two neighbouring characters that might be one of the pairs.

    One scan over two sets of characters; an alternation of the words takes ten times as long.
    """
    first, second = ("".join(sorted(set(each))) for each in zip(*pairs, strict=True))
    return re.compile(f"(?=([{first}][{second}]))")


_MARKS = {
    "exclamation": "！!",
    "question": "？?",
    "comma": "，,",
    "semicolon": "；;",
    "colon": "：:",
}
_ELLIPSIS = LazyPattern(r"…+|\.{3,}|。{3,}")
# A run of three hyphens or more is a ruled line.
_DASH = LazyPattern(r"—+|─{2,}|(?<!-)--(?!-)|(?<=\s)–(?=\s)")


def count_marks(text: str) -> dict[str, int]:
    """Punctuation by habit; …… and —— are one mark each. Most texts have neither."""
    found = {name: sum(map(text.count, marks)) for name, marks in _MARKS.items()}
    dotted = any(sign in text for sign in ("…", "...", "。。。"))
    dashed = any(sign in text for sign in ("—", "--", "–", "──"))
    found["ellipsis"] = len(_ELLIPSIS.findall(text)) if dotted else 0
    found["dash"] = len(_DASH.findall(text)) if dashed else 0
    return found


# --- Chinese ----------------------------------------------------------------------------


@cache
def tags_zh() -> Tags:
    return Tags(topics(__file__, "zh/style_tags.txt"))


def _listed_zh() -> dict[str, str]:
    return topics(__file__, "zh/style_words.txt")


def sight_zh() -> str:
    """Single characters of sight: the colours."""
    return _listed_zh()["sight"]


# 像 after these is an image, not a comparison; before these it is an adjective.
_SIMILE_LIKE = LazyPattern(r"(?<![好想图画录偶肖雕石佛头影神音铜塑群])像(?![话样素])")
# An opening simile word and its closing 一样 or 似的 are one simile, not two.
_SIMILE_CLOSED = LazyPattern(r"(?:像|仿佛|如同|犹如|宛如|好似)[^。！？\n]{1,20}?似的")

# 千辛万苦, 左顾右盼: frames that make four-character phrases; the exclusions are ordinary grammar.
_IDIOM_FRAME = LazyPattern(
    rf"(?:千.[万百]|东.西|左(?!手|边).右|七.八|半(?!个).半|若.若|忽.忽|无.无|自(?!己).自|百.百|欲.欲"
    rf"|不(?![得能会可是要敢])(.)不(?!\1)|一(?![个天点次步片条只下声句层遍张年边面])(.)一(?!\2))"
    rf"[{HAN_MEASURED}]"
)


def count_chinese(text: str, outside: str) -> Counter[str]:
    """How often each feature occurs that is counted in words; persons only outside dialogue."""
    pairs = list(map(add, text, text[1:]))
    tags, listed = Counter(filter(None, map(tags_zh().of.get, pairs))), _listed_zh()
    tags.update(stock_phrases.count_chinese(text, pairs))
    count = text.count

    def single(topic: str) -> int:
        return sum(map(count, listed[topic]))

    similes = tags["simile"] + len(_SIMILE_LIKE.findall(text))
    tags["intensifiers"] = tags["degree"] + single("degree") - tags["-太"]
    attributes = count("的") - count("似的") - tags["-的"] + count("地") - tags["-地"]
    tags["modifiers"] = max(0, attributes) + tags["intensifiers"]
    # The commonest by list, the rest by the frames that make them.
    tags["idioms"] += len(_IDIOM_FRAME.findall(text))
    tags["classical"] += single("classical") - tags["-文"]
    tags["classical"] += max(0, count("之") - tags["-之"]) + max(0, count("乎") - tags["-乎"])
    tags["colloquial"] += single("colloquial") - tags["-口"]
    tags["similes"] = similes - len(_SIMILE_CLOSED.findall(text))
    tags["sight"] += single("sight")
    tags["first"] = outside.count("我") - outside.count("自我") + outside.count("咱")
    tags["third"] = outside.count("他") - outside.count("其他") + outside.count("她")
    return tags


# --- English ----------------------------------------------------------------------------

_CONTRACTED_ENDS = ("n't", "'re", "'ll", "'ve", "'d", "'m")
_SIMILE_EN = LazyPattern(
    r"\blike (?:an?|the|some|his|her|its|their|two|so many)\b|\bas (?:if|though)\b"
    r"|\bas (?!soon|well|long|far|much|many|often)\w+ as\b"
)

_MODIFIER_ENDS = ("ly", "ful", "ous", "less", "ish", "ive", "able", "ible", "ical", "esque")


@cache
def tags_en() -> dict[str, str]:
    return tagged(topics(__file__, "en/style_tags.txt"))


class _English:
    """What words tell of contractions, modifiers and tense."""

    def __init__(self, listed: Mapping[str, str]) -> None:
        self._contracted = words(listed["contracted"])
        self.no_modifier = words(listed["no modifier"])
        self._past, self._no_past = words(listed["past"]), words(listed["no past"])
        self._present = words(listed["present"])
        self._auxiliary = words(listed["auxiliary"])
        self._subjects_of_s = words(listed["subjects of s"])

    def is_contracted(self, word: str) -> bool:
        return word.endswith(_CONTRACTED_ENDS) or word in self._contracted

    def is_past(self, word: str, prior: str) -> bool:
        if word in self._past:
            return True
        return word.endswith("ed") and word not in self._no_past and prior not in self._auxiliary

    def is_present(self, word: str, prior: str) -> bool:
        if word in self._present:
            return True
        return prior in self._subjects_of_s and word.endswith("s") and word not in self._past


@cache
def _english() -> _English:
    return _English(topics(__file__, "en/style_words.txt"))


def is_adverb(word: str) -> bool:
    """By its end."""
    return word.endswith("ly") and word not in _english().no_modifier


def count_english(text: str, words: list[str], told: list[str]) -> Counter[str]:
    """The same for English; `told` is the words outside dialogue, which alone have a tense."""
    tag_of, english = tags_en().get, _english()
    tags = Counter(filter(None, map(tag_of, words)))
    tags.update(stock_phrases.count_english(words))
    ends, never = _MODIFIER_ENDS, english.no_modifier
    tags["intensifiers"] = tags["degree"]
    # An intensifier in -ly is one modifier, not two.
    plain = sum(
        word.endswith(ends) and word not in never and tag_of(word) != "degree" for word in words
    )
    tags["modifiers"] = plain + tags["degree"]
    tags["contractions"] = sum("'" in word and english.is_contracted(word) for word in words)
    tags["similes"] = len(_SIMILE_EN.findall(text.lower()))
    outside = Counter(map(tag_of, told))
    tags["first"], tags["third"] = outside["first"], outside["third"]
    before = ["", *told]
    tags["past"] = sum(map(english.is_past, told, before))
    tags["present"] = sum(map(english.is_present, told, before))
    return tags
