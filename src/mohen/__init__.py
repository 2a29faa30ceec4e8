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
    from mohen.core.settings_model import Settings
    from mohen.episodes.model import Answer, Draft, Episode, Filter, Question, Signal
    from mohen.errors import MohenError
    from mohen.memory import Memory, open_memory
    from mohen.policy import Policy
    from mohen.prompts.model import Request, Span
    from mohen.rules.model import Action
    from mohen.skills.model import Response

# Loaded at first use, so that `import mohen` costs a command line next to nothing.
_HOMES = {
    "Action": "mohen.rules.model",
    "Answer": "mohen.episodes.model",
    "Draft": "mohen.episodes.model",
    "Episode": "mohen.episodes.model",
    "Filter": "mohen.episodes.model",
    "Memory": "mohen.memory",
    "MohenError": "mohen.errors",
    "Policy": "mohen.policy",
    "Question": "mohen.episodes.model",
    "Request": "mohen.prompts.model",
    "Response": "mohen.skills.model",
    "Settings": "mohen.core.settings_model",
    "Signal": "mohen.episodes.model",
    "Span": "mohen.prompts.model",
    "open_memory": "mohen.memory",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'mohen' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)
