"""`docs/glossary.md`: the words of the house, each in the words of the code that it names."""

from __future__ import annotations

import inspect
import pkgutil
import re

from . import markdown

INTRO = (
    "One word for one thing. Every meaning is the first sentence of the docstring of what is named "
    "behind it, so whoever changes the thing changes this page. `tools/docs/glossary.py` holds the "
    "list of words."
)
# A word, the same in Chinese, and what it names below `mohen`.
WORDS: tuple[tuple[str, str, str], ...] = (
    ("Agent", "智能体", "knowledge.agents.model.Agent"),
    ("Alert", "警报", "core.degradation.Alert"),
    ("Assembly", "拼装", "prompts.model.Assembly"),
    ("Band", "活跃度", "episodes.model.Band"),
    ("Bookmark", "书签", "knowledge.transcripts.model.Bookmark"),
    ("Category", "类别", "knowledge.model.Category"),
    ("Channel", "通道", "server.channels.Channel"),
    ("Compaction", "压缩", "compaction.model"),
    ("Compliance", "遵从", "prompts.model.Compliance"),
    ("Conflict", "冲突", "rules.model.Conflict"),
    ("Contradiction", "矛盾", "story.model.Contradiction"),
    ("Consolidation", "整理", "knowledge.consolidation.consolidate"),
    ("Decay", "衰减", "episodes.decay"),
    ("Degradation", "降级", "core.degradation.Degradation"),
    ("Dispatcher", "分发器", "server.dispatch.Dispatcher"),
    ("Distillation", "蒸馏", "rules.learner"),
    ("Draft", "草稿", "episodes.model.Draft"),
    ("Embedder", "嵌入器", "core.ports.Embedder"),
    ("Document", "文档", "documents.model.Document"),
    ("Episode", "交互", "episodes.model.Episode"),
    ("Evidence", "证据", "episodes.style_evidence.Evidence"),
    ("Focus", "焦点", "session.model.Focus"),
    ("Fragment", "片段", "knowledge.consolidation.model.Fragment"),
    ("Hearing", "听取", "conversations.hear.Hearing"),
    ("Message", "消息", "conversations.model.Message"),
    ("Generation", "生成", "prompts.model.Generation"),
    ("Habit", "用词习惯", "rules.word_habits.Habit"),
    ("Home", "主目录", "core.home"),
    ("Home's time", "目录时间", "core.home_clock"),
    ("Injection", "注入", "knowledge.inject"),
    ("Item", "知识条目", "knowledge.model.Item"),
    ("Label", "标签", "rules.model.Reaction"),
    ("Layer", "层", "prompts.model.Layer"),
    ("Lease", "租约", "core.leases"),
    ("Manuscript", "书稿", "manuscript.model.Manuscript"),
    ("Memory", "记忆", "memory.Memory"),
    ("Model", "语言模型", "models.ports.LanguageModel"),
    ("Predicate", "度量", "rules.model.Predicate"),
    ("Profile", "实体档案", "knowledge.model.Profile"),
    ("Project", "项目", "manuscript.model.Project"),
    ("Receipt", "回执", "models.model.Receipt"),
    ("Reference", "引用", "prompts.model.Reference"),
    ("Review", "审查", "knowledge.review.model"),
    ("Rule", "规则", "rules.model.Rule"),
    ("Sample", "示例项目", "sample.model.Sample"),
    ("Scope", "范围", "core.scope.Scope"),
    ("Session", "会话", "session.model"),
    ("Settings", "设置", "core.settings_model"),
    ("Signal", "信号", "episodes.model.Signal"),
    ("Skill", "技能", "skills.model.Skill"),
    ("Snapshot", "快照", "knowledge.workspace.model.Kept"),
    ("Source", "来源", "knowledge.transcripts.model.Source"),
    ("Statement", "陈述", "knowledge.consolidation.model.Statement"),
    ("Story", "故事", "story.model"),
    ("Strength", "强度", "episodes.model.Strength"),
    ("Taste", "口味", "rules.taste.Taste"),
    ("Room", "房间", "server.rooms.Room"),
    ("Token of a team", "团队令牌", "team.model.Token"),
    ("Tally", "正反计数", "rules.model.Tally"),
    ("Tombstone", "墓碑", "core.erasure.Tombstone"),
    ("Transcript", "对话记录", "knowledge.transcripts.model.Transcript"),
    ("Utterance", "话语", "knowledge.transcripts.model.Utterance"),
    ("Workspace", "工作区", "knowledge.ports.Workspace"),
    ("Write lane", "写入通道", "core.sqlite.write_lane"),
    ("Writer", "写手", "models.ports.Writer"),
)


def page() -> str:
    rows = sorted(WORDS, key=lambda row: row[0].lower())
    return markdown.page("Glossary", INTRO, "\n".join(f"- {entry(*row)}" for row in rows))


def entry(word: str, chinese: str, name: str) -> str:
    return f"**{word}** {chinese} — {meaning(name)} (`mohen.{name}`)"


def meaning(name: str) -> str:
    """The first sentence of what is written at it."""
    about = inspect.getdoc(pkgutil.resolve_name(f"mohen.{name}"))
    if not about or about.startswith(f"{name.rpartition('.')[2]}("):  # as a dataclass invents it
        raise ValueError(f"mohen.{name} stands in the glossary and has no docstring")
    first = " ".join(about.split("\n\n")[0].split())
    return re.split(r"(?<=[.。])\s", first, maxsplit=1)[0]
