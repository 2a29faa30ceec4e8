"""The words that Mohen keeps things under, as a reader says them: a kind, a verdict, a scene."""

from __future__ import annotations

from mohen.cli.i18n import Pair, say

_WORDS: dict[str, Pair] = {
    # kinds of memory
    "fact": ("fact", "事实"),
    "belief": ("belief", "推断"),
    "summary": ("summary", "摘要"),
    "note": ("note", "笔记"),
    "lesson": ("lesson", "经验"),
    # what it is about
    "identity": ("identity", "身份"),
    "health": ("health", "健康"),
    "safety": ("safety", "安全"),
    "preference": ("preference", "偏好"),
    "relation": ("relation", "关系"),
    "status": ("status", "状态"),
    "constraint": ("constraint", "约束"),
    "schedule": ("schedule", "日程"),
    "general": ("general", "一般"),
    "temporary": ("temporary", "临时"),
    # kinds of scene
    "action": ("action", "动作"),
    "dialogue": ("dialogue", "对白"),
    "description": ("description", "描写"),
    "psychology": ("psychology", "心理"),
    "narration": ("narration", "叙述"),
    "transition": ("transition", "过渡"),
    # skills that are built in
    "continue": ("continue", "续写"),
    "expand": ("expand", "扩写"),
    "condense": ("condense", "缩写"),
    "polish": ("polish", "润色"),
    "rewrite": ("rewrite", "改写"),
    "consistency-check": ("consistency check", "一致性检查"),
    # verdicts
    "DIRECT_ACCEPT": ("taken as it was", "直接采纳"),
    "LIGHT_EDIT": ("lightly edited", "轻微修改"),
    "NEUTRAL": ("edited", "修改后采纳"),
    "HEAVY_REWRITE": ("rewritten", "大幅改写"),
    "FULL_REJECT": ("rejected", "全部拒绝"),
    "UNDO_AFTER_ACCEPT": ("undone", "采纳后撤销"),
    "REPEATED_SCENE_SKILL": ("asked again", "再次要求"),
    "ABANDONED": ("left open", "没有下文"),
    "open": ("not answered yet", "尚未作答"),
    "abandoned": ("left open", "没有下文"),
    # who speaks
    "user": ("user", "用户"),
    "assistant": ("assistant", "助手"),
    "tool": ("tool", "工具"),
}


def in_words(word: str) -> str:
    """As the reader says it; a word of the reader's own as it is."""
    return say(*_WORDS.get(word, (word, word)))
