"""Mohen 墨痕: the memory of an AI that writes with you.

>>> from mohen import Draft, Question, open_memory
>>> with open_memory("my-home") as memory:
...     memory.episodes.record(Draft(project_id="novel", skill_used="continue", ...))
...     memory.episodes.query(Question(project_id="novel", query_text="the fight"))
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

__all__ = [
    "Action",
    "Answer",
    "Draft",
    "Episode",
    "Filter",
    "Memory",
    "MohenError",
    "Policy",
    "Question",
    "Request",
    "Response",
    "Settings",
    "Signal",
    "Span",
    "open_memory",
]

if TYPE_CHECKING:
    from mohen.errors import MohenError
    from mohen.memory import Memory, open_memory
    from mohen.model.context import Request, Span
    from mohen.model.episode import Draft, Episode, Filter, Signal
    from mohen.model.feedback import Action
    from mohen.model.recall import Answer, Question
    from mohen.model.run_result import Response
    from mohen.model.settings import Settings
    from mohen.policy import Policy

# Loaded at first use, so that `import mohen` costs a command line next to nothing.
_HOMES = {
    "Action": "mohen.model.feedback",
    "Answer": "mohen.model.recall",
    "Draft": "mohen.model.episode",
    "Episode": "mohen.model.episode",
    "Filter": "mohen.model.episode",
    "Memory": "mohen.memory",
    "MohenError": "mohen.errors",
    "Policy": "mohen.policy",
    "Question": "mohen.model.recall",
    "Request": "mohen.model.context",
    "Response": "mohen.model.run_result",
    "Settings": "mohen.model.settings",
    "Signal": "mohen.model.episode",
    "Span": "mohen.model.context",
    "open_memory": "mohen.memory",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'mohen' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)
