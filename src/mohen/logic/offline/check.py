"""What the offline writer can say about consistency: what is noted, and that it does not judge."""

from __future__ import annotations

from mohen.logic.offline import cast
from mohen.logic.offline.request import Request

_WORDS = {
    "zh": (
        "离线写手不会判断前后是否一致，只能列出与这段文字里的人物有关的记录：",
        "离线写手不会判断前后是否一致，也没有找到与这段文字里的人物有关的记录。",
    ),
    "en": (
        "The offline writer cannot judge consistency. What is noted about the people here:",
        "The offline writer cannot judge consistency, and nothing is noted about the people here.",
    ),
}


def noted(request: Request, language: str) -> str:
    """The lines of what is known that name somebody of the passage."""
    found, nothing = _WORDS[language]
    people = cast.names_in(request.selection or request.before, request.people, language == "zh")
    lines = [each for each in request.known if any(name in each for name in people)]
    if not lines:
        return nothing
    return "\n".join([found, *(f"- {each.lstrip('- ')}" for each in dict.fromkeys(lines))])
