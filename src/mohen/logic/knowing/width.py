"""How long a text is to the eye: a Chinese character says as much as two letters (C45)."""

from __future__ import annotations

import re

from mohen.policy import Screening

_WIDE = re.compile("[\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60\U00020000-\U0003ffff]+")


def width(text: str, policy: Screening) -> int:
    if text.isascii():
        return len(text)
    return len(text) + (policy.wide - 1) * sum(map(len, _WIDE.findall(text)))
