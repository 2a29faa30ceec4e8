"""What the tests with real clients share."""

from __future__ import annotations

from .clients import bench, host_claude_code, host_codex, host_gemini, host_hermes, host_openclaw

__all__ = ["bench", "host_claude_code", "host_codex", "host_gemini", "host_hermes", "host_openclaw"]
