"""What kind of scene a passage is: the names that are known, and a guess where none is given.

The set is open (C69): a name that is not known is kept as it is. The guess weighs cues of each
kind against their usual rate and falls back to narration, the kind that has no cue of its own.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import chain

from mohen.text import redact, sentences, style_words
from mohen.text.language import has_han_measured
from mohen.text.lazy_pattern import LazyPattern
from mohen.text.policy import Scenes
from mohen.text.word_lists import topics

DIALOGUE = "dialogue"
ACTION = "action"
DESCRIPTION = "description"
PSYCHOLOGY = "psychology"
NARRATION = "narration"
TRANSITION = "transition"
KNOWN = (DIALOGUE, ACTION, DESCRIPTION, PSYCHOLOGY, NARRATION, TRANSITION)

_ALIASES = {
    **{name: name for name in KNOWN},
    **dict.fromkeys(("对白", "对话", "對白", "對話", "conversation"), DIALOGUE),
    **dict.fromkeys(("动作", "打斗", "動作", "打鬥", "fight"), ACTION),
    **dict.fromkeys(("描写", "描寫", "环境", "環境"), DESCRIPTION),
    **dict.fromkeys(("心理", "内心", "內心", "introspection"), PSYCHOLOGY),
    **dict.fromkeys(("叙述", "叙事", "敘述", "敘事", "narrative"), NARRATION),
    **dict.fromkeys(("过渡", "转场", "過渡", "轉場"), TRANSITION),
}
_SUFFIX = LazyPattern(r"(?:场景|場景|描写|描寫|(?<!\s)\s*scene)$", re.IGNORECASE)


def canonical(name: str) -> str:
    """The English name of a known kind, by any alias; another name only trimmed.

    `心理描写` and `action scene` are the kinds they begin with.
    """
    trimmed = name.strip()
    folded = trimmed.lower()
    return (
        _ALIASES.get(folded)
        or _ALIASES.get(_SUFFIX.sub("", folded))
        or redact.without_secrets(trimmed)
    )


def before(context: str, candidates: Sequence[str], policy: Scenes) -> str:
    """The kind of scene that was there before anybody chose: by the text at hand, else by all
    that was offered alike. The text that was taken must not say where it was taken, or each
    choice would explain itself (C114)."""
    return infer(context.rstrip()[-policy.before :] or "\n".join(candidates), policy)


def infer(text: str, policy: Scenes) -> str:
    """The kind of scene by rule; `narration` where nothing speaks for another."""
    outside, inside = sentences.split_speech(text)
    words = sentences.words(outside)
    told = sentences.count_units(outside)
    spoken = sentences.count_units(inside) if inside else 0
    if spoken and spoken >= policy.dialogue_share * (told + spoken):
        return DIALOGUE
    # As if it were Chinese: an English word says as much as one and a half characters.
    size = told + spoken + len(words) * (policy.characters_a_word - 1)
    cues = _cues(outside, words, policy)
    needs = {
        ACTION: policy.action,
        DESCRIPTION: policy.description,
        PSYCHOLOGY: policy.psychology,
    }
    kind = max(needs, key=lambda each: cues[each] / needs[each])
    if cues[kind] < policy.cues_to_stay and _is_transition(text, size, policy):
        return TRANSITION
    enough = max(policy.cues_at_least, needs[kind] * size / policy.per)
    return kind if cues[kind] >= enough else NARRATION


def _is_transition(text: str, size: float, policy: Scenes) -> bool:
    """Short, and every other sentence or more moves the time or the place."""
    if size > policy.transition_size:
        return False
    count = sum(map(bool, sentences.cut(text).split("\n")))
    return 0 < policy.transition_shifts * count <= len(_SHIFT.findall(text))


def _cues(text: str, words: list[str], policy: Scenes) -> Counter[str]:
    """What speaks for each kind, in the text outside dialogue."""
    cues = Counter(filter(None, map(_english().get, words)))
    # A question outside dialogue is one that somebody asks himself.
    cues[PSYCHOLOGY] += text.count("？") + text.count("?")
    if has_han_measured(text):
        cues.update(_pairs().tally(text))
        for kind, characters in _SINGLES.items():
            cues[kind] += len(characters.findall(text)) - cues["-" + kind]
        cues[DESCRIPTION] += int(text.count("的") * policy.attribute)
    return cues


def _forms(verbs: str) -> str:
    """Each verb with its regular endings; a form that no one writes does no harm."""
    endings = ("", "s", "es", "ed", "ing")
    stems = ((verb, verb + verb[-1], verb.removesuffix("e")) for verb in verbs.split())
    forms = (stem + end for stem in chain.from_iterable(stems) for end in endings)
    return "".join(f"{form} " for form in forms)


# --- cues -------------------------------------------------------------------------------

_COUNT = "[一二两三四五六七八九十百千几半数多]"
_SHIFT_ZH = (
    rf"(?:{_COUNT}|\d){{1,12}}(?:多|来)?个?"
    "(?:分钟|小时|时辰|钟头|天|日|夜|周|星期|礼拜|月|年|春秋|载)(?:之?后|以后|过去|转眼)",
    rf"[第翌次]{_COUNT}?[天日年晨]",
    rf"天{_COUNT}夜",
    rf"又[是过]了?{_COUNT}",
    "与此同时|同一时间|同一时刻|此刻|此时|转眼|一晃|眨眼间|不知不觉|话分两头|却说|且说|不日|不久",
    "[从自][那此]以?后|此后|后来|过了|等到|终于|周末|星期[一二三四五六日天]",
    "当[天晚夜日]|那[天晚夜]|[早晚]上|[春夏秋冬][天季]",
    "(?:天[黑亮]|黄昏|傍晚|黎明|入夜|午夜|清晨|深夜)(?:之前|以后|之后|时分)?",
    "[回来赶抵][到达回]了?|抵达|启程|动身|出发|离开|离了|降落|另一[头边番处]|千里之外",
)
_DAY = "day|morning|evening|night|week|weekend|month|year|spring|summer|autumn|fall|winter"
_WEEKDAY = "monday|tuesday|wednesday|thursday|friday|saturday|sunday"
_MONTH = (
    "january|february|march|april|may|june|july|august|september|october|november|december"
    "|spring|summer|autumn|winter"
)
_HOUR = "dawn|dusk|noon|midnight|nightfall|dark|sunset|sunrise|evening|morning|christmas|the time"
_SHIFT_EN = (
    r"\w+ (?:minute|hour|day|night|week|month|year|decade)s? "
    "(?:later|after|passed|went by|had passed|on|before)",
    rf"(?:next|following|same|that|on) (?:{_DAY}|{_WEEKDAY})|weekend passed",
    rf"(?:by|at|towards?|until|before|after) (?:{_HOUR})",
    rf"(?:by|in|was|until) (?:{_MONTH})",
    "meanwhile|elsewhere|at the same time|(?:after|since) (?:that|then)|soon after|before long",
    "in the end|at last|(?:back|returned|arrived) (?:at|in|on|to)",
    "reached|set out|set off|landed|came in sight|miles away|on the other side",
)
_SHIFT = LazyPattern("|".join((*_SHIFT_ZH, rf"\b(?:{'|'.join(_SHIFT_EN)})\b")), re.IGNORECASE)

_SINGLES = {
    ACTION: LazyPattern(
        "[劈砍刺踢踹扑冲跃砸撞拽攥掷甩摔拔躲逃抓揪扯拖爬跳咬吼斩挡撕掐勒踩蹬窜抡抛滚扎追"
        "挥震削轰击抠拍飞闪退蹿抬拧夺踏跨翻挪推伸]"
    ),
    PSYCHOLOGY: LazyPattern("[恨怕想心]"),
    DESCRIPTION: LazyPattern(lambda: f"[{style_words.sight_zh()}着]"),
}

_SENSES = ("sight", "sound", "smell", "taste", "touch")


def _senses(tags: dict[str, str]) -> str:
    """Words of the senses describe."""
    return "".join(f"{word} " for word, tag in tags.items() if tag in _SENSES)


@cache
def _pairs() -> style_words.Tags:
    listed = topics(__file__, "zh/scene_words.txt")
    described = _senses(style_words.tags_zh().of) + listed[DESCRIPTION]
    return style_words.Tags({**listed, DESCRIPTION: described})


@cache
def _english() -> dict[str, str]:
    listed = topics(__file__, "en/scene_words.txt")
    return style_words.tagged(
        {
            ACTION: _forms(listed["action verbs"]) + listed[ACTION],
            PSYCHOLOGY: _forms(listed["psychology verbs"]) + listed[PSYCHOLOGY],
            DESCRIPTION: _senses(style_words.tags_en()) + listed[DESCRIPTION],
        }
    )
