"""Words to a machine that listens in: such a text is neither shown to a model nor believed when a
model repeats it."""

from __future__ import annotations

import re
import unicodedata

from mohen.text.normalize import fold

_ORDERS = re.compile(
    r"\b(?:ignore|disregard|forget|override)\b.{0,40}\b(?:instruction|prompt|rule|above|previous)"
    r"|\b(?:system|developer) (?:prompt|message)\b|\byou are now\b|\bas an ai\b|\bjailbreak"
    r"|\b(?:system|assistant|developer)\s*:|\b(?:add|insert|write|save|store)\b.{0,30}"
    r"\b(?:to|into|in) (?:your |the |long-term )*memor(?:y|ies)\b|</?data\b"
    r"|\b(?:output|answer|respond|reply)\b.{0,20}\bjson\b|\"(?:selected|facts|beliefs|verdict)"
    r"|(?:忽略|无视|忘记|忘掉|覆盖).{0,20}(?:指令|指示|提示|规则|以上|之前的要求)|系统提示|提示词"
    r"|你现在是一|(?:写入|存入|加入|添加到).{0,10}记忆|(?:输出|返回).{0,10}json",
    re.IGNORECASE,
)
_MARKUP = re.compile(r"://|www\.|<\s*[/!?A-Za-z]|\]\s*\(|[`{}|\\]|\*\*|^\s*[#>]")
_UNPRINTABLE = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))


def gives(text: str) -> bool:
    return bool(_ORDERS.search(fold(text)))


def plain(text: str, most: int) -> str:
    """The text in one line, or nothing where a memory cannot look like that."""
    line = " ".join(text.split())
    sound = (
        0 < len(line) <= most
        and not _MARKUP.search(line)
        and not gives(line)
        and not any(unicodedata.category(char) in _UNPRINTABLE for char in line)
    )
    return line if sound else ""
