"""The words of the snapshot, in Chinese as the seed has them and in English."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    language: str
    title: str
    header: str
    headings: Mapping[str, str]
    index: str
    counts: str
    hint: str
    fact: str
    believed: str
    basis: str
    nothing: str
    anybody: tuple[str, ...]  # names of who has none


WORDS: Mapping[str, Words] = {
    "zh": Words(
        language="zh",
        title="# 工作记忆快照",
        header="> 生成时间: {at} | 记忆数: {total} | 活跃: {active} | 归档: {archived}",
        headings={
            "identity": "身份",
            "user": "用户",
            "constraints": "约束",
            "core": "核心记忆 (Top {top})",
            "recent": "近期要点 ({days}天内)",
        },
        index="索引",
        counts="[完整记忆库: {total} 条 | 实体: {entities} 个 | 主题: {themes} 类]",
        hint="使用 memory_search 检索详细信息",
        fact="- {label}: {value}",
        believed="{content}（推断，置信度 {confidence}）",
        basis="依据: {basis}",
        nothing="- （暂无）",
        anybody=("用户", "user"),
    ),
    "en": Words(
        language="en",
        title="# Working memory snapshot",
        header="> Made: {at} | Memories: {total} | Active: {active} | Archived: {archived}",
        headings={
            "identity": "Identity",
            "user": "User",
            "constraints": "Constraints",
            "core": "Core memories (top {top})",
            "recent": "Lately ({days} days)",
        },
        index="Index",
        counts="[Whole memory: {total} items | Entities: {entities} | Themes: {themes}]",
        hint="Use memory_search for the details",
        fact="- {label}: {value}",
        believed="{content} (inferred, confidence {confidence})",
        basis="Because: {basis}",
        nothing="- (nothing yet)",
        anybody=("用户", "user"),
    ),
}

# In the order a stranger would ask.
LABELS: Mapping[str, Mapping[str, str]] = {
    "zh": {
        "name": "名字",
        "nickname": "昵称",
        "role": "定位",
        "gender": "性别",
        "age": "年龄",
        "birthday": "生日",
        "nationality": "国籍",
        "hometown": "家乡",
        "location": "所在地",
        "job": "职业",
        "employer": "单位",
        "school": "学校",
        "major": "专业",
        "grade": "年级",
        "language": "语言",
        "timezone": "时区",
        "status": "状态",
    },
    "en": {
        "name": "Name",
        "nickname": "Called",
        "role": "Role",
        "gender": "Gender",
        "age": "Age",
        "birthday": "Birthday",
        "nationality": "Nationality",
        "hometown": "From",
        "location": "Lives in",
        "job": "Work",
        "employer": "Employer",
        "school": "School",
        "major": "Studies",
        "grade": "Year",
        "language": "Language",
        "timezone": "Time zone",
        "status": "Status",
    },
}
