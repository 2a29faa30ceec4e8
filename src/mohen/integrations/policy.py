"""Bounds of the doors of other people's making."""

from __future__ import annotations

from mohen.core.policy import number
from mohen.core.values import dataclass


@dataclass(frozen=True, slots=True)
class Proxy:
    """The proxy that remembers, between a front-end and its model."""

    port: int = number(7718, spec="house", unit="TCP port")
    body_bytes: int = number(67_108_864, spec="security", unit="bytes a request that is read")
    answer_bytes: int = number(16_777_216, spec="security", unit="bytes of an answer that is heard")
    memory_ms: int = number(1_000, spec="decisions: proxy", unit="ms a call waits for the memory")
    connect_ms: int = number(10_000, spec="house", unit="ms to reach the upstream")
    silence_ms: int = number(600_000, spec="house", unit="ms an upstream may say nothing")
    asked_chars: int = number(8_000, spec="house", unit="code points of a message, from its end")
    tool_chars: int = number(4_000, spec="house", unit="code points heard of what a tool said")
    kept: int = number(1_024, spec="decisions: proxy", unit="turns whose memories stay the same")
    kept_ms: int = number(3_600_000, spec="decisions: proxy", unit="ms they stay the same at most")
    idle_ms: int = number(
        300_000, spec="decisions: proxy", unit="ms without a request, and a model's cache is cold"
    )
