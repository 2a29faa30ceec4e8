"""Names that are not to be kept, hidden before something is (R119)."""

from __future__ import annotations

from collections.abc import Callable

from mohen.flows import settings
from mohen.flows.parts import Parts
from mohen.logic import redact


def hider(parts: Parts) -> Callable[[str], str]:
    """A text with each such name replaced by its mark."""
    names, bounds = settings.load(parts).redact_names, parts.policy.settings
    if not names:
        return lambda text: text
    key = settings.redaction_key(parts)
    return lambda text: redact.mask(text, names, key, bounds)
