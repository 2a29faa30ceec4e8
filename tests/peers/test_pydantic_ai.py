"""Pydantic AI's own agent, with Mohen as one of its capabilities."""

from __future__ import annotations

import pytest

from .environments import environment, our_own

pytestmark = pytest.mark.peers


def test_its_agent_remembers() -> None:
    our_own(environment("pydantic-ai", "pydantic-ai-slim==2.66.0"), "test_pydantic_ai.py")
