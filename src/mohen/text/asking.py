"""Whether a message asks for anything, or only tells."""

from __future__ import annotations

import re

from mohen.text.lazy_pattern import LazyPattern
from mohen.text.normalize import simplified


def asks_for_anything(text: str) -> bool:
    """Whether anybody is asked: who tells what happened yesterday asks for nothing of it. English
    words that make no sentence are looked for."""
    return _ASKS.search(simplified(text)) is not None or (
        text.isascii() and not _SENTENCE.search(text)
    )


_SENTENCE = LazyPattern(
    r"[.!~]\s*$|\b(?:i|we|you|u|he|she|it|they|that|this|there)(?:['’]?(?:m|ve|ll|d|s|re))?\s+\w",
    re.IGNORECASE,
)
_ASKS = LazyPattern(
    r"[?？]|什么|啥|哪|谁|吗|怎么|咋|为何|几(?!乎)|多[少久大高长远重]|来着|记得|是不是|有没有?|([一-鿿])不\1"
    r"|没(?:有|过)?(?:[吧呢啊哦]|\s*$)|没[到来去给说提过做交买]过?|还是[^，。！]{1,12}$|话我知|乜|点解|边[个度日]"
    r"|[发列给讲](?:一下|给?我)|告诉我|你不是说"
    r"|\b(?:wh(?:at|ich|o|ose|ere|en|y)(?:['’]?[sd])?|wat|how|remind|remember|list|gimme|please|pls"
    r"|did (?:i|we|you|u|he|she|they))\b"
    r"|(?:^|[.!,;]\s|\b(?:and|so|but|ok|hey|hi) )"
    r"(?:do|does|have|has|had|was|were|is|are|am|can|could|would|should|will)"
    r" (?:i|we|you|u|he|she|it|they|my|the|your|our|there)\b",
    re.IGNORECASE,
)
