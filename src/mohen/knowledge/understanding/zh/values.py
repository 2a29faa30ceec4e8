"""Values in Chinese sayings: what may be one, and lists of them."""

from __future__ import annotations

import re

from mohen.knowledge.policy import Extraction
from mohen.knowledge.understanding.claims import tidy

_VAGUE = re.compile(
    r"^(?:你|您|这|那|它|他|她|哪|什么|啥|怎|谁|某|上面|下面|刚才|之前|以上|如下|了$|过$"
    r"|着|的$|是$|个$|一下)|(?:这样|那样|那种|这种|那个|这个|什么|这里|那里|它)$"
    r"|这[么种个些]|那[么种些]"
)
_AND = re.compile(r"、|和|跟|与|以及|还有|及|/|&")
_NOT_AND = re.compile(
    r"和平|和谐|和服|共和|温和|柔和|和风|和田|和牛|跟踪|跟风|高跟|参与|与其|普及|埃及"
    r"|及格|互联|饱和|中和|和弦|和声"
)
_MEASURE = re.compile(
    r"^(?:(?:一|两|几)?[个只条位名款部本种件辆台套份杯](?!人|性)|一些|所有|任何|各种"
    r"|各类)的?"
)


def plain(text: str, policy: Extraction) -> str:
    """A value, or nothing where it points at something instead of naming it."""
    value = tidy(text)
    if not value or len(value) > policy.value_most or _VAGUE.search(value):
        return ""
    return value


def several(text: str, policy: Extraction) -> list[str]:
    """咖啡、茶和爵士乐: each of them; a value that is no list is a list of one."""
    whole = plain(text, policy)
    if not whole:
        return []
    parts = [whole] if _NOT_AND.search(whole) or "的时候" in whole else _AND.split(whole)
    found = [value for each in parts if (value := plain(_MEASURE.sub("", each), policy))]
    if any(len(each) > len(whole) or not each for each in found) or len(found) != len(parts):
        return [whole]
    return found[: policy.list_most]
