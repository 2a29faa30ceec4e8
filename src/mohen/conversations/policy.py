"""Settings of conversations: how much of what was said is kept, and how it is heard."""

from __future__ import annotations

from mohen.core.policy import number
from mohen.core.values import dataclass


@dataclass(frozen=True, slots=True)
class Conversations:
    """What was said, word by word."""

    keep_days: int = number(365, spec="C102", unit="days a message is kept")
    keep_days_max: int = number(36_500, spec="house", unit="days a message may be kept")
    keep_bytes: int = number(2**30, spec="C102", unit="bytes of talk.db")
    messages_max: int = number(1_000, spec="house", unit="messages a call")
    text_chars_max: int = number(1_000_000, spec="house", unit="code points a message")
    speaker_chars_max: int = number(100, spec="house", unit="code points a speaker's name")
    same_ms: int = number(
        120_000, spec="house", unit="ms between a message and the same in a transcript"
    )
    quiet_ms: int = number(1_000, spec="C65", unit="ms of quiet before it is learned from")
    at_most_ms: int = number(5_000, spec="C65", unit="ms put off while messages keep coming")
    batch: int = number(500, spec="house", unit="messages that go in one write")
    indexed: int = number(1_000, spec="house", unit="messages read into the index at once")
    indexed_at_once: int = number(
        2_000, spec="house", unit="messages whoever searches waits for; of more the terms are read"
    )
    found: int = number(10, spec="house", unit="messages a search answers with")
    found_max: int = number(50, spec="house", unit="messages a search may answer with")
    opening_chars: int = number(80, spec="house", unit="code points of a session's first words")
