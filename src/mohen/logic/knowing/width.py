"""How long a text is to the eye: a Chinese character says as much as two letters (C45)."""

from __future__ import annotations

from mohen.policy import Screening

# By how many bytes a Chinese character is longer than a letter: counting bytes is quick.
_MORE = len("中".encode()) - len(b"a")


def width(text: str, policy: Screening) -> int:
    if text.isascii():
        return len(text)
    more = len(text.encode("utf-8", "surrogatepass")) - len(text)
    return len(text) + (policy.wide - 1) * (more // _MORE)
