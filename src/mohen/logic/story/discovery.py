"""People who have no card: whoever speaks often enough is somebody.

A surname and one or two characters before a verb of speech, or a capitalised word beside `said`,
several times in the book. Anything less certain stays unknown.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from mohen.logic.folding import fold
from mohen.policy import Story

# Common surnames that are rarely another word's first character.
_SURNAMES = (
    "王李张刘陈杨赵吴周徐孙朱胡郭何林罗郑梁谢宋唐许韩冯邓曹彭曾萧蔡潘袁董余苏叶吕魏蒋沈姚卢姜崔钟谭陆汪范廖"
    "贾夏韦傅邹孟熊秦邱侯薛阎雷郝龚邵钱汤尹黎欧阳"
)
_NOT_A_NAME = set("声才忙刻时是的了着过说道问笑又也都就还便只却不没着地得")
_SPOKE = (
    r"(?:低声|冷冷|轻声|沉声|笑着|淡淡)?(?:说道|问道|笑道|答道|喊道|怒道|叹道|说[：:，]"
    r"|道[：:]|问[：:])"
)
_HAN = re.compile(rf"(?<![\u3400-\u9fff])([{_SURNAMES}][\u4e00-\u9fff]{{1,2}}?)(?={_SPOKE})")
_SAID = "said|asked|replied|answered|whispered|shouted|muttered"
_LATIN = re.compile(rf"\b(?:{_SAID}) ([A-Z][a-z]{{2,}})\b|\b([A-Z][a-z]{{2,}}) (?:{_SAID})\b")
_NOBODY = {
    *("he", "she", "it", "they", "you", "someone", "somebody", "nobody", "everyone", "the", "one"),
    *("mother", "father", "another", "who", "this", "that", "then", "and", "but", "nothing"),
}


def people(texts: Iterable[str], policy: Story) -> list[str]:
    """Names of those who speak at least so often, in their own order."""
    found: Counter[str] = Counter()
    for text in texts:
        found.update(name for name in _HAN.findall(text) if not set(name) & _NOT_A_NAME)
        found.update(
            name for pair in _LATIN.findall(text) if fold(name := pair[0] or pair[1]) not in _NOBODY
        )
    return sorted(name for name, times in found.items() if times >= policy.speaks_at_least)
