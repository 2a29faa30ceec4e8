"""Agents that share the home: workspaces, conversations, whom they may listen to."""

from __future__ import annotations

from mohen.flows.parts import Parts


class AgentsDoor:
    """Agents that share the home: workspaces, conversations, whom they may listen to."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
