"""Which features of the measurer, and which words, are expressions of which knob."""

from __future__ import annotations

from collections.abc import Iterable

from mohen.rules.model import PHRASE
from simulated import stock_en, stock_zh
from simulated.listed import listed

# knob → the features that express nothing else
_LENGTHS = ("mean_sentence_length", "longest_sentence")
_WORDY = {"mean_sentence_length": "text_length"}  # who says wordy may be given either
_EXPRESSED = {
    "length": _LENGTHS,
    "paragraph": ("paragraph_length",),
    "dialogue": ("dialogue_share",),
    "person": ("first_person_share",),
    "tense": ("past_tense",),
}
# knob → features that move with it, so that a rule about them mistakes a symptom for the taste
_SYMPTOMS = {
    "length": (
        "text_length",
        "sentence_spread",
        "comma",
        "paragraph_length",
        "variety",
        "exclamation",
    ),
    "paragraph": ("dialogue_share",),
    "dialogue": ("colon", "comma", "question", "paragraph_length", "mean_sentence_length"),
    "modifiers": (*_LENGTHS, "variety", "word_length", "dialogue_share"),
    "intensifiers": ("modifiers",),
    "similes": (*_LENGTHS, "comma", "modifiers", "word_length"),
    "person": ("word_length",),
    "ellipsis": (*_LENGTHS, "sentence_spread"),
    "question": ("mean_sentence_length", "sentence_spread"),
    "dash": ("comma",),
}
# knob → words that are instances of it: less of 很 is true of one who wants fewer intensifiers
_INSTANCES: dict[str, frozenset[str]] = {
    "modifiers": frozenset(
        each.rstrip("的地")
        for stock in (stock_zh, stock_en)
        for each in (*stock.ADJECTIVES, *stock.ADVERBS)
    ),
    "intensifiers": frozenset((*stock_zh.INTENSIFIERS, *stock_en.INTENSIFIERS)),
    "classical": frozenset((*stock_zh.CLASSICAL, *"之乎矣哉也吾")),
    "colloquial": frozenset(each.lower() for each in (*stock_zh.COLLOQUIAL, *stock_en.COLLOQUIAL)),
    "similes": frozenset((*stock_zh.SIMILES, "like", "as if", "as though")),
    "idioms": frozenset(
        word
        for word in stock_zh.ASIDES["idioms"].split()
        if len(word) == len("成语") * 2 and not word.isupper()
    ),
    "person": frozenset(listed("我 他 她 i me my he him his she her")),
    "sound": frozenset(
        listed(
            """钟声 沙沙 笑声 吱呀 风声 咔嚓 琴声 虫鸣 叮当 哗哗 脚步声 喧闹 人声 bell
            creak creaked murmur noise hear heard whisper howl howled thud rustled echo hum"""
        )
    ),
    "smell": frozenset(
        listed(
            """霉味 酒气 饭香 花香 血腥 药味 气味 焦味 鱼腥 墨香 闻到 嗅到 smell smelled smells
            scent reeks reeked whiff stench musty odour aroma perfume"""
        )
    ),
    "touch": frozenset(
        listed(
            """冰凉 粗糙 滚烫 潮湿 柔软 凉意 坚硬 发烫 刺痛 暖意 摸到 触到 icy damp touch touched
            rough stings stung smooth warm numb wet soft chill"""
        )
    ),
}
# Clauses that are cut or added whole take their other words with them.
_COMPANY = {
    kind: frozenset(f"{stock_zh.ASIDES.get(kind, '')} {stock_en.ASIDES.get(kind, '')}".split())
    for kind in stock_zh.ASIDES
}


def features_of(knob: str) -> tuple[str, ...]:
    """The features that express a knob; most bear its name."""
    return _EXPRESSED.get(knob, (knob,))


def expresses(feature: str, knob: str) -> bool:
    """Is a rule about this feature a rule about that knob?"""
    if knob.startswith("wish:"):
        return knob.removeprefix("wish:") in (feature, _WORDY.get(feature))
    if knob.startswith("word:"):
        return feature == PHRASE + knob.removeprefix("word:")
    if feature.startswith(PHRASE):
        word = feature.removeprefix(PHRASE).lower()
        if knob == "contractions":
            return "'" in word
        return word.rstrip("的地") in _INSTANCES.get(knob, ()) or word in _INSTANCES.get(knob, ())
    return feature in features_of(knob)


def knobs_for(feature: str, knobs: Iterable[str]) -> list[str]:
    """Which knobs an AI turns that is told of a rule about the feature."""
    return [each for each in knobs if expresses(feature, each)]


def moves_with(feature: str, knob: str) -> bool:
    """Is it a symptom: does it change by itself when the knob is turned?"""
    word = feature.removeprefix(PHRASE)
    return feature in _SYMPTOMS.get(knob, ()) or word in _COMPANY.get(knob, ())
