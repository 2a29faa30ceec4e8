"""What the offline writer can say about consistency: what is noted, and that it does not judge."""

from __future__ import annotations

from mohen.logic.offline.request import Request

_WORDS = {
    "zh": (
        "离线写手不会判断前后是否一致，只能把记下的与这段文字有关的内容列在这里：",
        "离线写手不会判断前后是否一致；也没有找到与这段文字有关的记录。",
    ),
    "en": (
        "The offline writer cannot judge consistency. What is noted about this passage:",
        "The offline writer cannot judge consistency, and nothing is noted about this passage.",
    ),
}


def noted(request: Request, language: str) -> str:
    """The lines of what is known that name somebody of the selection."""
    text = request.selection or request.before
    found, nothing = _WORDS[language]
    people = [each for each in request.people if each in text]
    lines = [each for each in request.known if any(name in each for name in people)]
    if not lines:
        return nothing
    return "\n".join([found, *(f"- {each.lstrip('- ')}" for each in dict.fromkeys(lines))])
