"""Words a predicate as the sentence a writer reads, in Chinese and English.

`rules/rule_parser.py` is the way back: what is worded here reads as the same predicate.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from math import ceil, floor
from typing import NamedTuple

from mohen.rules.model import PHRASE, Op, Part, Predicate, Range
from mohen.rules.policy import Rules
from mohen.text import scenes, style
from mohen.text.default_rules import Category
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.style import DEFAULT, FEATURES

RULES = Rules()

LENGTHS = frozenset(name for name, each in FEATURES.items() if each.units[0] == "characters")
SHARES = frozenset(name for name, each in FEATURES.items() if each.units[0] == "share")
COUNTS = frozenset(name for name, each in FEATURES.items() if each.units[0].startswith("per "))
SIDES = frozenset(style.SIDES)
"""A sentence about these needs no number."""


class RuleText(NamedTuple):
    """A rule in both languages, and the panel's group it belongs to."""

    zh: str
    en: str
    category: Category


class Said(NamedTuple):
    """A predicate in its compact technical form."""

    zh: str
    en: str


class _Form(NamedTuple):
    """How a feature is said: `{n}` the number, `{u}` what it counts."""

    zh: str
    en: str


def word(predicate: Predicate, language: str) -> RuleText:
    """A predicate as a sentence. `language` is that of the texts it was learned from: a number
    counts characters in Chinese and mixed text, words in English (C72)."""
    form = _form(predicate)
    zh_unit, en_unit = ("个词", "words") if language == "en" else ("字", "characters")
    n = _number(predicate)
    zh = form.zh.format(n=n, u=zh_unit, per=zh_unit[-1])
    en = form.en.format(n=n, u=en_unit)
    zh, en = _at(predicate.scene_type, predicate.part, zh, en)
    if predicate.skill_used is not None:
        zh += f"（用于 {predicate.skill_used} 技能）"
        en += f" (with the {predicate.skill_used} skill)"
    return RuleText(zh, en, category(predicate.feature))


def briefly(predicate: Predicate) -> RuleText:
    """The same without its number, which is not known yet: `偏好短句`."""
    form = _form(predicate)
    zh, en = form
    if predicate.feature.startswith(PHRASE):
        zh, en = zh.format(), en.format()
    else:
        zh, en = zh.partition("，")[0].partition("（")[0], en.partition(", ")[0].partition(" (")[0]
    zh, en = _at(predicate.scene_type, predicate.part, zh, en)
    return RuleText(zh, en, category(predicate.feature))


def said(predicate: Predicate, own: Range | None = None) -> Said:
    """`mean_sentence_length < 15 characters in action`, for those who want to check; of a number
    that was learned also how well it is known and on what texts."""
    feature, op, scene = predicate.feature, predicate.op, predicate.scene_type
    phrase = feature.removeprefix(PHRASE)
    name = FEATURES[feature].zh if phrase == feature else f"「{phrase}」"
    unit = _UNITS_ZH.get(predicate.unit, predicate.unit)
    zh = f"{name} {op} {predicate.value:g} {unit}".rstrip()
    en = f"{feature} {op} {predicate.value:g} {predicate.unit}"
    if predicate.part is not None:
        zh, en = f"{zh}（{_PARTS[predicate.part][0]}）", f"{en} of {predicate.part}"
    if scene is not None:
        zh, en = f"{zh}（{_scene_zh(scene)}）", f"{en} in {scene}"
    if predicate.skill_used is not None:
        zh, en = f"{zh}（{predicate.skill_used}）", f"{en} with {predicate.skill_used}"
    if own is not None and feature not in SIDES:
        about = _known(own)
        zh, en = zh + about.zh, en + about.en
    return Said(zh, en)


def _known(own: Range) -> Said:
    zh = "词" if own.unit == "words" else "字"
    wide_zh, wide_en = ("，还不确定", ", not sure yet") if own.wide else ("", "")
    between = f"{own.low:.3g}–{own.high:.3g}"
    return Said(
        f"；界线在 {between} 之间{wide_zh}，学自约 {own.length} {zh}的文字",
        f"; the edge is {between}{wide_en}, learned on texts of about {own.length} {own.unit}",
    )


def compared(predicate: Predicate, own: Range) -> Said | None:
    """`Your sentences average 8 characters, the AI's 25`: what a rule is about, as a writer would
    put it. None where that was not measured, or is one thing or the other."""
    feature = predicate.feature
    if feature in SIDES or feature not in FEATURES or own.yours is None or own.ai is None:
        return None
    yours, ai = (
        f"{each:.0%}" if feature in SHARES else f"{each:.3g}" for each in (own.yours, own.ai)
    )
    unit_zh, unit_en = _UNITS_ZH.get(predicate.unit, ""), predicate.unit
    if feature in COUNTS:
        verb, noun_zh, each, noun_en = _COUNTED[feature]
        unit_en = unit_en.replace("code points", "characters")
        return Said(
            f"{unit_zh}你{verb} {yours} {each}{noun_zh}，AI {ai} {each}",
            f"You keep {yours} {noun_en} {unit_en}, the AI writes {ai}",
        )
    if feature in _YOURS:
        zh, en = _YOURS[feature]
        return Said(
            f"你的{zh} {yours} {unit_zh}，AI 的 {ai} {unit_zh}",
            f"Your {en} {yours} {unit_en}, the AI's {ai}",
        )
    name = FEATURES[feature]
    return Said(
        f"{name.zh}：你 {yours}，AI {ai}", f"{name.en.capitalize()}: yours {yours}, the AI's {ai}"
    )


_YOURS = {
    "mean_sentence_length": ("句子平均", "sentences average"),
    "longest_sentence": ("最长句约", "longest sentences have"),
    "paragraph_length": ("段落平均", "paragraphs average"),
    "text_length": ("文字约", "texts have"),
    "word_length": ("英文词平均", "words average"),
}


def done(purposes: Iterable[str]) -> Said | None:
    """What an edit did (`episodes/edit_purposes.py`), in words."""
    told = [_DONE.get(each) or _counted(each) for each in purposes]
    known = [each for each in told if each is not None]
    zh, en = (list(each) for each in zip(*known, strict=True)) if known else ([], [])
    return Said("，".join(zh), ", ".join(en)) if known else None


def _counted(purpose: str) -> tuple[str, str] | None:
    if purpose[1:] not in _COUNTED:
        return None
    feature = purpose[1:]
    _, zh, _, en = _COUNTED[feature]
    few = "less" if feature in SHARES else "fewer"
    return (f"增加了{zh}", f"more {en}") if purpose[0] == "+" else (f"删减了{zh}", f"{few} {en}")


_DONE = {
    "-text_length": ("删短了文字", "shorter text"),
    "+text_length": ("加长了文字", "longer text"),
    "-mean_sentence_length": ("句子改短", "shorter sentences"),
    "+mean_sentence_length": ("句子改长", "longer sentences"),
    "-paragraph_length": ("段落分短", "shorter paragraphs"),
    "+paragraph_length": ("段落并长", "longer paragraphs"),
    "-word_length": ("换成更短的词", "shorter words"),
    "+word_length": ("换成更长的词", "longer words"),
    "-first_person_share": ("改为第三人称", "into the third person"),
    "+first_person_share": ("改为第一人称", "into the first person"),
    "-past_tense": ("改为现在时", "into the present tense"),
    "+past_tense": ("改为过去时", "into the past tense"),
    "corrects": ("改正", "corrected"),
    "moves": ("调整了顺序", "moved sentences"),
    "retells": ("改写了内容", "told otherwise"),
}


def category(feature: str) -> Category:
    """The group of a feature; words are vocabulary."""
    return Category.VOCABULARY if feature.startswith(PHRASE) else FEATURES[feature].category


def round_boundary(feature: str, value: float, op: Op) -> float:
    """The number as one would say it (C79), to the side that keeps inside what the author kept, and
    never one that no text could fulfil.

    Below the least rate worth a number it is none at all (`<`) or any at all (`>`).
    """
    if feature.startswith(PHRASE):
        return value
    if feature in SIDES:
        return RULES.halfway
    less = op is Op.LESS
    if feature in SHARES:
        step = RULES.share_step
        return min(
            max(_stepped(value, step, up=less), step if less else 0), 1 if less else 1 - step
        )
    if feature in LENGTHS:
        # Of a few words every one counts: from over 9 to over 5 hardly anything would be asked.
        step = RULES.length_step if less or value >= RULES.few_units else 1
        return max(_stepped(value, step, up=less), step if less else 0)
    step = next((step for below, step in RULES.rate_steps if value < below), 1.0)
    rounded = _stepped(value, step, up=less)
    if feature in COUNTS and rounded <= RULES.none_below:
        return RULES.none_below if less else 0.0
    return max(rounded, step if less else 0)


def round_beyond(feature: str, value: float, op: Op) -> float:
    """The number as one would say it, to the other side: so that a text which measures it is not as
    the rule wants it."""
    if feature not in LENGTHS:
        return round_boundary(feature, value, op.other)
    step, less = RULES.length_step, op is Op.LESS
    return max(_stepped(value, step, up=not less), step if less else 0)


def none_at_all(predicate: Predicate) -> bool:
    """Whether a bound is so near to zero that a number would only hide it: `不用感叹号`."""
    return _has_none(predicate.feature) and predicate.value <= nothing(predicate.feature)


def nothing(feature: str) -> float:
    """The bound below which a text has as good as none of a feature."""
    return RULES.share_step if feature in SHARES else RULES.none_below


def _has_none(feature: str) -> bool:
    return feature in COUNTS or feature == "dialogue_share"


def is_idle(predicate: Predicate) -> bool:
    """Whether nobody could act on it, or it only says what its scene is: a rule that no writer
    would give another."""
    feature, op = predicate.feature, predicate.op
    return (feature, op) in _UNWANTED or (feature, op, predicate.scene_type) in _CIRCULAR


_UNWANTED = {("cliches", Op.MORE), ("vague", Op.MORE), ("variety", Op.LESS)}
_CIRCULAR = {
    ("dialogue_share", Op.MORE, scenes.DIALOGUE),
    ("dialogue_share", Op.LESS, scenes.NARRATION),
}


def _stepped(value: float, step: float, *, up: bool) -> float:
    # Rounded first: 0.15 / 0.05 is not quite 3.
    steps = round(value / step, DEFAULT.decimals)
    return round((ceil(steps) if up else floor(steps)) * step, DEFAULT.decimals)


def _number(predicate: Predicate) -> str:
    if predicate.feature in SHARES:
        return f"{predicate.value:.0%}"
    return f"{predicate.value:g}"


def _form(predicate: Predicate) -> _Form:
    feature, less = predicate.feature, predicate.op is Op.LESS
    if feature.startswith(PHRASE):
        return _phrase(feature.removeprefix(PHRASE), less)
    if not less and feature in _NOT_SHORT and predicate.value < _usual(predicate):
        return _NOT_SHORT[feature]
    if feature in _PLAIN:
        zh_less, zh_more, en_less, en_more = _PLAIN[feature]
        return _Form(zh_less, en_less) if less else _Form(zh_more, en_more)
    return _amount(predicate, less)


def _usual(predicate: Predicate) -> float:
    norm = FEATURES[predicate.feature].norm(DEFAULT)
    return norm.en if predicate.unit == "words" else norm.zh


def _phrase(phrase: str, less: bool) -> _Form:
    quoted = phrase.replace("{", "{{").replace("}", "}}")
    if less:
        return _Form(f"避免使用「{quoted}」", f"avoid “{quoted}”")
    return _Form(f"多用「{quoted}」", f"use “{quoted}” more often")


def _amount(predicate: Predicate, less: bool) -> _Form:
    """None, few, many or some of something that can be counted."""
    verb, zh, each, en = _COUNTED[predicate.feature]
    lead_zh, lead_en = _LEADS.get((predicate.feature, predicate.op), ("", ""))
    if none_at_all(predicate):
        some = "使用" if verb == "用" else "要有"
        zh = f"不{verb}{zh}" if less else f"{some}{zh}"
        return _Form(lead_zh + zh, lead_en + (f"no {en}" if less else f"some {en}"))
    few, many = ("less", "more") if predicate.feature in SHARES else ("fewer", "more")
    bound_zh, bound_en = _bounds(predicate.feature, each, less)
    return _Form(
        f"{lead_zh}{'少' if less else '多'}{verb}{zh}（{bound_zh}）",
        f"{lead_en}{few if less else many} {en} ({bound_en})",
    )


def _bounds(feature: str, each: str, less: bool) -> _Form:
    en = "under" if less else "over"
    if feature in SHARES:
        return _Form(f"占比{'低' if less else '高'}于 {{n}}", f"{en} {{n}} of the text")
    zh = "少" if less else "多"
    # Marks are counted in code points whatever the language.
    if FEATURES[feature].units[0] == FEATURES[feature].units[1]:
        return _Form(f"每百字{zh}于 {{n}} {each}", f"{en} {{n}} per 100 characters")
    return _Form(f"每百{{per}}{zh}于 {{n}} {each}", f"{en} {{n}} per 100 {{u}}")


def _at(scene: str | None, part: Part | None, zh: str, en: str) -> _Form:
    """Before it, where it holds: 动作场景的对白里…"""
    places_zh = [_scene_zh(scene)] if scene is not None else []
    places_en = [_scene_en(scene)] if scene is not None else []
    if part is not None:
        places_zh.append(_PARTS[part][0])
        places_en.append(_PARTS[part][1])
    said = f"{', '.join(places_en)}: {en}" if places_en else en
    return _Form("的".join(places_zh) + zh, said[:1].upper() + said[1:])


def in_scene(text: str, scene: str, *, chinese: bool) -> str:
    """An author's own words with, before them, the scene they are for."""
    return _scene_zh(scene) + text if chinese else f"{_scene_en(scene)}: {text}"


def _scene_zh(scene: str) -> str:
    """A Chinese name reads on as it is; any other is quoted."""
    if scene in _SCENES:
        return _SCENES[scene][0]
    name = _SCENE_ENDING.sub("", scene) or scene
    return f"{name}场景" if _HAN.fullmatch(name) else f"「{name}」场景"


def _scene_en(scene: str) -> str:
    if scene in _SCENES:
        return _SCENES[scene][1]
    return f"“{_SCENE_ENDING.sub('', scene) or scene}” scenes"


_HAN = LazyPattern("[\u3400-\u9fff]+")
_SCENE_ENDING = LazyPattern(r"(?:场景|場景|(?<!\s)\s*\bscenes?)$", re.IGNORECASE)

_SCENES = {
    scenes.DIALOGUE: ("对白场景", "Dialogue scenes"),
    scenes.ACTION: ("动作场景", "Action scenes"),
    scenes.DESCRIPTION: ("描写段落", "Descriptive passages"),
    scenes.PSYCHOLOGY: ("心理描写", "Psychological scenes"),
    scenes.NARRATION: ("叙述段落", "Narrative passages"),
    scenes.TRANSITION: ("过渡段落", "Transitional passages"),
}

_PARTS = {
    Part.SPEECH: ("对白里", "in dialogue"),
    Part.NARRATION: ("叙述里", "in narration"),
}

# feature: less and more in Chinese, less and more in English
_PLAIN = {
    "mean_sentence_length": (
        "偏好短句，平均句长 < {n} {u}",
        "偏好长句，平均句长 > {n} {u}",
        "short sentences, under {n} {u} on average",
        "long sentences, over {n} {u} on average",
    ),
    "sentence_spread": (
        "句长均匀，起伏 < {n} {u}",
        "句子长短交错，句长起伏 > {n} {u}",
        "even sentence lengths, varying by under {n} {u}",
        "varied sentence lengths, varying by over {n} {u}",
    ),
    "longest_sentence": (
        "不写过长的句子，最长句 < {n} {u}",
        "可以写很长的句子，最长句 > {n} {u}",
        "no overlong sentences, the longest under {n} {u}",
        "very long sentences welcome, the longest over {n} {u}",
    ),
    "paragraph_length": (
        "偏好短段落，平均段长 < {n} {u}",
        "偏好长段落，平均段长 > {n} {u}",
        "short paragraphs, under {n} {u} on average",
        "long paragraphs, over {n} {u} on average",
    ),
    "text_length": (
        "偏好短篇幅，全文 < {n} {u}",
        "偏好长篇幅，全文 > {n} {u}",
        "short texts, under {n} {u} in total",
        "long texts, over {n} {u} in total",
    ),
    "first_person_share": (
        "用第三人称叙述",
        "用第一人称叙述",
        "third-person narration",
        "first-person narration",
    ),
    "past_tense": ("用现在时叙述", "用过去时叙述", "present tense", "past tense"),
    "variety": (
        "用词可以重复（不同字词低于 {n}）",
        "用词多变（不同字词高于 {n}）",
        "repeated words are fine (under {n} different words)",
        "varied vocabulary (over {n} different words)",
    ),
    "word_length": (
        "偏好短词，平均词长 < {n} 个字母",
        "偏好长词，平均词长 > {n} 个字母",
        "short words, under {n} letters on average",
        "long words, over {n} letters on average",
    ),
}

# Of one who does not mind the usual: over eight words is not yet long.
_NOT_SHORT = {
    "mean_sentence_length": _Form(
        "句子不要太短，平均句长 > {n} {u}", "sentences not too short, over {n} {u} on average"
    ),
}

# feature: verb, noun and measure word in Chinese, noun in English
_COUNTED = {
    "dialogue_share": ("写", "对白", "", "dialogue"),
    "exclamation": ("用", "感叹号", "个", "exclamation marks"),
    "ellipsis": ("用", "省略号", "个", "ellipses"),
    "dash": ("用", "破折号", "个", "dashes"),
    "question": ("用", "问号", "个", "question marks"),
    "comma": ("用", "逗号", "个", "commas"),
    "semicolon": ("用", "分号", "个", "semicolons"),
    "colon": ("用", "冒号", "个", "colons"),
    "modifiers": ("用", "形容词和副词", "个", "adjectives and adverbs"),
    "intensifiers": ("用", "程度副词", "个", "intensifiers"),
    "idioms": ("用", "成语", "个", "four-character idioms"),
    "classical": ("用", "文言句式", "处", "classical Chinese phrases"),
    "colloquial": ("用", "口语词", "个", "colloquial words"),
    "contractions": ("用", "英文缩约形式", "个", "contractions"),
    "similes": ("用", "比喻", "处", "similes"),
    "sight": ("写", "视觉描写", "处", "details of sight"),
    "sound": ("写", "听觉描写", "处", "details of sound"),
    "smell": ("写", "嗅觉描写", "处", "details of smell"),
    "taste": ("写", "味觉描写", "处", "details of taste"),
    "touch": ("写", "触觉描写", "处", "details of touch"),
    "cliches": ("用", "套话", "处", "clichés"),
    "vague": ("用", "空泛的词", "个", "vague words"),
    "exposition": ("写", "点破的话", "处", "explanations"),
}

# What authors call the ends of it.
_LEADS = {
    ("modifiers", Op.LESS): ("偏好简洁风格，", "plain style, "),
    ("modifiers", Op.MORE): ("偏好华丽辞藻，", "ornate style, "),
    ("vague", Op.LESS): ("写得具体，", "concrete, "),
    ("exposition", Op.LESS): ("含蓄，", "show rather than tell, "),
}

_UNITS_ZH = {
    "characters": "字",
    "words": "词",
    "per 100 characters": "每百字",
    "per 100 words": "每百词",
    "per 100 code points": "每百字",
    "share": "",
    "letters": "字母",
    "uses": "次",
}
