"""What an episode can be found by."""

from __future__ import annotations

from mohen.model.episode import Texts


def searchable(texts: Texts) -> str:
    """Where it stood, what came of it, and what was said of it."""
    parts = (texts.input_context, texts.final_text or "", texts.explicit or "")
    return "\n".join(part for part in parts if part)
