"""Reading conversations that may be gigabytes long."""

from __future__ import annotations

from dataclasses import dataclass

from mohen.policy.number import number


@dataclass(frozen=True, slots=True)
class Transcripts:
    """Reading conversations that may be gigabytes long."""

    line_bytes: int = number(16_777_216, spec="house", unit="bytes of a line that is still read")
    conversation_bytes: int = number(
        134_217_728, spec="house", unit="bytes of one conversation in an export"
    )
    batch_chars: int = number(
        4_194_304, spec="house", unit="characters after which a reading ends early"
    )
    turn_chars: int = number(65_536, spec="house", unit="characters of one message of plain text")
    mark_bytes: int = number(4_096, spec="house", unit="bytes at either end that a mark stands for")
    depth: int = number(8, spec="house", unit="folders below a source that are looked through")
    message_bytes: int = number(
        4_096, spec="house", unit="bytes that a message and its answer take, where not counted"
    )
    counted_bytes: int = number(
        262_144, spec="house", unit="unread bytes of a session that are counted exactly"
    )
    probed: int = number(5, spec="house", unit="newest sessions whose workspace is looked at")
