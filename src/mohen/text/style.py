"""How a passage is written, in numbers: the style profile of Chinese, English or mixed text.

Every feature is declared once, in `FEATURES`. A feature that a text cannot show (no sentence,
the other language) is absent from its profile, never 0. What two profiles prove about the
author's taste is a difference (see `episodes/style_evidence.py`).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from typing import Any, NamedTuple

from mohen.core.values import dataclass
from mohen.text import language as languages
from mohen.text import sentences, style_words
from mohen.text.default_rules import Category
from mohen.text.policy import Style

VERSION = 2
"""Stored with every measure; a change of any feature's meaning raises it."""

DEFAULT = Style()
PARAGRAPHS, WHOLE, SPEECH = "paragraph_length", "text_length", "dialogue_share"
PHRASE = "phrase:"
"""Before a word or phrase, where a wish or a rule is about it: `phrase:suddenly`."""
SIDES = ("first_person_share", "past_tense")
"""One thing or the other. A text that is neither, with nobody in it or no verb, stands between."""
BETWEEN = 0.5

_UNITS = {
    "length": ("characters", "words"),
    "rate": ("per 100 characters", "per 100 words"),
    "marks": ("per 100 code points", "per 100 code points"),
    "share": ("share", "share"),
    "letters": ("letters", "letters"),
}

# name | key in stored JSON | unit | languages | category | what it is to a writer
_TABLE = """
mean_sentence_length | sl | length | zh en | pacing     | average sentence length | 平均句长
sentence_spread      | ss | length | zh en | pacing     | variation of sentence length | 句长起伏
longest_sentence     | sx | length | zh en | pacing     | longest sentence | 最长句
paragraph_length     | pl | length | zh en | structure  | average paragraph length | 平均段长
text_length          | tl | length | zh en | structure  | length of the text | 篇幅
dialogue_share       | ds | share  | zh en | structure  | share of dialogue | 对白比例
first_person_share   | fp | share  | zh en | structure  | first-person narration | 第一人称叙述
exclamation          | xe | marks  | zh en | style      | exclamation marks | 感叹号
ellipsis             | xl | marks  | zh en | style      | ellipses | 省略号
dash                 | xd | marks  | zh en | style      | dashes | 破折号
question             | xq | marks  | zh en | style      | question marks | 问号
comma                | xc | marks  | zh en | style      | commas | 逗号
semicolon            | xs | marks  | zh en | style      | semicolons | 分号
colon                | xo | marks  | zh en | style      | colons | 冒号
modifiers            | mo | rate   | zh en | style      | adjectives and adverbs | 形容词与副词修饰
intensifiers         | in | rate   | zh en | vocabulary | intensifiers (very) | 程度副词（很）
idioms               | id | rate   | zh    | vocabulary | four-character idioms | 成语
classical            | cl | rate   | zh    | vocabulary | classical Chinese particles | 文言虚词
colloquial           | co | rate   | zh en | vocabulary | colloquial words | 口语词与语气词
contractions         | ct | rate   | en    | vocabulary | contractions (don't, it's) | 英文缩约形式
similes              | si | rate   | zh en | style      | similes | 比喻
sight                | s1 | rate   | zh en | style      | words of sight | 视觉描写
sound                | s2 | rate   | zh en | style      | words of sound | 听觉描写
smell                | s3 | rate   | zh en | style      | words of smell | 嗅觉描写
taste                | s4 | rate   | zh en | style      | words of taste | 味觉描写
touch                | s5 | rate   | zh en | style      | words of touch | 触觉描写
past_tense           | pt | share  | en    | structure  | past tense in narration | 英文叙述的过去时
variety              | va | share  | zh en | vocabulary | variety of words | 用字用词的变化
word_length          | wl | letters| en    | vocabulary | average word length | 英文平均词长
cliches              | ch | rate   | zh en | style      | clichés and stock phrases | 陈词滥调
vague                | vg | rate   | zh en | vocabulary | abstract and vague words | 空泛的词
exposition           | ex | rate   | zh en | style      | telling what was shown | 点破与解释
"""


class Norm(NamedTuple):
    """What is usual of a feature in Chinese and English, and how far apart matters."""

    zh: float
    en: float
    scale: float


@dataclass(frozen=True, slots=True)
class Feature:
    """One measurable habit of writing."""

    name: str
    key: str
    units: tuple[str, str]
    languages: frozenset[str]
    category: Category
    en: str
    zh: str

    def unit(self, language: str) -> str:
        """What its number counts: a length is characters in Chinese and words in English."""
        zh, en = self.units
        return en if language == "en" else zh

    def norm(self, policy: Style) -> Norm:
        return Norm(*getattr(policy.norms, self.name))


def _feature(row: str) -> Feature:
    name, key, unit, spoken, category, en, zh = (cell.strip() for cell in row.split("|"))
    return Feature(name, key, _UNITS[unit], frozenset(spoken.split()), Category(category), en, zh)


FEATURES = {each.name: each for each in map(_feature, _TABLE.strip().splitlines())}
NAMES = {each.key: name for name, each in FEATURES.items()}


@dataclass(frozen=True, slots=True)
class Profile(Mapping[str, float]):
    """Feature → value, in the order of the table; `length` in code points."""

    language: str
    length: int
    features: dict[str, float]

    def __getitem__(self, name: str) -> float:
        return self.features[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.features)

    def __len__(self) -> int:
        return len(self.features)

    def to_json(self) -> str:
        return dump(packed(self))

    @classmethod
    def from_json(cls, text: str) -> Profile:
        return unpacked(json.loads(text))


def measure(text: str, policy: Style = DEFAULT) -> Profile:
    """The style profile of a passage."""
    skeleton = sentences.cut(text)
    lengths = [n for n in map(len, skeleton.split("\n")) if n]
    outside, inside = sentences.split_speech(text)
    words = sentences.words(text)
    characters = skeleton.replace("\n", "").replace("w", "")
    # Kana or Hangul alone are counted as characters but are not Chinese.
    chinese = len(characters) if languages.has_han_measured(characters) else 0
    language = languages.by_share(chinese, len(words), policy.one_language)
    values = _marks(text, policy.per)
    if units := sum(lengths):
        values |= _shape(text, lengths, sentences.count_units(inside) / units if inside else 0.0)
    counts: Counter[str] = Counter()
    if language in ("zh", "mixed"):
        counts.update(style_words.count_chinese(text, outside))
    if language in ("en", "mixed"):
        told = sentences.words(outside) if inside else words
        counts.update(style_words.count_english(text, words, told))
        values["word_length"] = sum(map(len, words)) / len(words)
    if language != "none":
        spoken = {"zh", "en"} if language == "mixed" else {language}
        values |= _rates(counts, units, spoken, policy.per)
        values |= _variety(words if language == "en" else characters, policy.window)
    kept = {
        name: round(float(values[name]), policy.decimals) for name in FEATURES if name in values
    }
    return Profile(language, len(text), kept)


def difference(kept: Profile, other: Profile) -> dict[str, float]:
    """Feature → kept − other, where both have it and count the same unit. Of paragraphs two texts
    of one paragraph each say nothing: it is their text that is shorter."""
    plain = {PARAGRAPHS} if _is_one_paragraph(kept) and _is_one_paragraph(other) else set()
    one, two = _beside(kept, other), _beside(other, kept)
    return {
        name: round(value - two[name], DEFAULT.decimals) + 0.0
        for name, value in one.items()
        if name in two
        and name not in plain
        and FEATURES[name].unit(kept.language) == FEATURES[name].unit(other.language)
    }


def _beside(profile: Profile, other: Profile) -> dict[str, float]:
    """Its features, and where only the other takes a side, that it takes none."""
    sides = {name: BETWEEN for name in SIDES if name in other and name not in profile}
    return {**profile.features, **sides} if sides and len(profile) else profile.features


def _is_one_paragraph(profile: Profile) -> bool:
    return profile.get(PARAGRAPHS) == profile.get(WHOLE)


def traits(profile: Profile, policy: Style, most: int | None = None) -> list[str]:
    """`name=value`, what is least usual first: how a digest names a style."""

    def unusual(name: str) -> tuple[float, str]:
        norm = FEATURES[name].norm(policy)
        usual = norm.en if profile.language == "en" else norm.zh
        return -abs(profile[name] - usual) / norm.scale, name

    habits = [name for name in profile if name != WHOLE]  # how much was written is no habit
    return [f"{name}={profile[name]:.3g}" for name in sorted(habits, key=unusual)[:most]]


def mean(profiles: Sequence[Profile], policy: Style) -> Profile:
    """Feature by feature over the profiles that have it."""
    languages = {each.language for each in profiles} or {"none"}
    held = {name: [each[name] for each in profiles if name in each] for name in FEATURES}
    return Profile(
        languages.pop() if len(languages) == 1 else "mixed",
        sum(each.length for each in profiles) // max(1, len(profiles)),
        {name: round(sum(v) / len(v), policy.decimals) for name, v in held.items() if v},
    )


def _marks(text: str, per: int) -> dict[str, float]:
    """Punctuation habits; of an empty text there are none to speak of."""
    if not text:
        return {}
    return {name: count * per / len(text) for name, count in style_words.count_marks(text).items()}


def _shape(text: str, lengths: list[int], dialogue: float) -> dict[str, float]:
    units = sum(lengths)
    mean = units / len(lengths)
    shape = {
        "mean_sentence_length": mean,
        "longest_sentence": max(lengths),
        "paragraph_length": units / sentences.count_paragraphs(text),
        "text_length": units,
        "dialogue_share": dialogue,
    }
    if len(lengths) > 1:  # one sentence has no spread
        squares = sum((n - mean) * (n - mean) for n in lengths)
        shape["sentence_spread"] = sqrt(squares / len(lengths))
    return shape


def _rates(counts: Counter[str], units: int, spoken: set[str], per: int) -> dict[str, float]:
    rates = {
        name: counts[name] * per / units
        for name, each in FEATURES.items()
        if each.units == _UNITS["rate"] and not each.languages.isdisjoint(spoken)
    }
    if persons := counts["first"] + counts["third"]:
        rates["first_person_share"] = counts["first"] / persons
    if verbs := counts["past"] + counts["present"]:
        rates["past_tense"] = counts["past"] / verbs
    return rates


def _variety(tokens: Sequence[str], window: int) -> dict[str, float]:
    """Different tokens in windows of one size: a longer text repeats more by nature."""
    starts = range(0, len(tokens) - window + 1, window)
    if not starts:
        return {}
    different = sum(len(set(tokens[at : at + window])) for at in starts)
    return {"variety": different / (len(starts) * window)}


def packed(profile: Profile) -> dict[str, Any]:
    length = profile.length
    return {"v": VERSION, "l": profile.language, "n": length, "f": by_key(profile.features)}


def unpacked(body: dict[str, Any]) -> Profile:
    return Profile(body["l"], body["n"], by_name(body["f"]))


def by_key(values: Mapping[str, float]) -> dict[str, float]:
    """Under two-letter keys, whole numbers without a point: there are many of these rows."""
    return {
        FEATURES[name].key: int(value) if value.is_integer() else value
        for name, value in values.items()
    }


def by_name(values: Mapping[str, float]) -> dict[str, float]:
    """Back again; a key that another version measured and this one does not is left out."""
    return {NAMES[key]: float(value) for key, value in values.items() if key in NAMES}


def dump(body: Any) -> str:
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"))
