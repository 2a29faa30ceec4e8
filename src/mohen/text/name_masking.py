"""Names that are not to be kept, hidden before something is (R119)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from mohen.core import settings
from mohen.text import redact

if TYPE_CHECKING:
    from mohen.parts import Parts


def hider(parts: Parts) -> Callable[[str], str]:
    """A text with each such name replaced by its mark."""
    names, bounds = settings.load(parts).redact_names, parts.policy.settings
    if not names:
        return lambda text: text
    key = settings.redaction_key(parts)
    return lambda text: redact.mask(text, names, key, bounds)
