"""The rules that ship with Mohen, and the groups that rules are shown in."""

from __future__ import annotations

from enum import StrEnum

from mohen.core.values import dataclass


class Category(StrEnum):
    """The panel's five groups (C73): 写作风格, 叙事偏好, 角色偏好, 节奏, 词汇."""

    STYLE = "style"
    STRUCTURE = "structure"
    CHARACTER = "character"
    PACING = "pacing"
    VOCABULARY = "vocabulary"


@dataclass(frozen=True, slots=True)
class BuiltInRule:
    """A rule that ships with Mohen, in Chinese and English."""

    id: str
    category: Category
    zh: str
    en: str


BUILT_IN = (
    BuiltInRule(
        "default:voice",
        Category.STYLE,
        "延续原文的语气、人称与时态，不另起风格",
        "Keep the voice, person and tense of the surrounding text",
    ),
    BuiltInRule(
        "default:plain",
        Category.VOCABULARY,
        "用词具体平实，避免陈词滥调与堆砌形容词",
        "Prefer concrete, plain words; avoid clichés and piled-up adjectives",
    ),
    BuiltInRule(
        "default:facts",
        Category.CHARACTER,
        "不改变已写明的人物、地点与情节事实",
        "Do not change facts already written about people, places and plot",
    ),
    BuiltInRule(
        "default:scope",
        Category.STRUCTURE,
        "只写所要求的部分，不总结，不解释",
        "Write only what was asked for; no summary, no explanation",
    ),
)
"""What is used when nothing has been learned or nothing can be read (R95, R98)."""
