"""LlamaIndex's own chat and memory, with Mohen as one of its blocks."""

from __future__ import annotations

import pytest

from .environments import environment, our_own

pytestmark = pytest.mark.peers


def test_its_chats_remember() -> None:
    our_own(environment("llama-index", "llama-index-core==0.14.25"), "test_llama_index.py")
