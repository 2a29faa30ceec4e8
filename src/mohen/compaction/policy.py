"""When a conversation is compacted, what is kept of it, and how our own voice is known again."""

from __future__ import annotations

from mohen.core.policy import number
from mohen.core.values import dataclass


@dataclass(frozen=True, slots=True)
class Compaction:
    """Full → Compact (R165, background 1.7)."""

    messages: int = number(30, spec="background 1.7", unit="messages that make it worth it")
    tokens: int = number(2_400, spec="background 1.7", unit="tokens that make it worth it")
    excerpt_chars: int = number(80, spec="background 1.7", unit="code points of each last word")
    digest_tokens: int = number(250, spec="house", unit="tokens of a digest by rules")
    decisions: int = number(8, spec="house", unit="decisions in a digest")
    facts: int = number(8, spec="house", unit="facts in a digest")
    open: int = number(4, spec="house", unit="open questions in a digest")
    names: int = number(8, spec="house", unit="names in a digest")
    item_chars: int = number(90, spec="house", unit="code points of each of these")
    item_chars_min: int = number(4, spec="house", unit="code points that say something")
    skills: int = number(8, spec="house", unit="skills named in a digest")
    skill_chars: int = number(40, spec="house", unit="code points of each of them")
    id_chars: int = number(80, spec="house", unit="characters of a conversation's id")
    messages_max: int = number(2_000, spec="house", unit="messages of a conversation")
    content_chars_max: int = number(200_000, spec="house", unit="code points of a message")
    bytes_max: int = number(1_000_000, spec="house", unit="bytes of a conversation in full")

    # A model's digest
    summary_chars: int = number(400, spec="house", unit="code points of a model's digest")
    summary_chars_min: int = number(8, spec="house", unit="code points that say something")
    prompt_tokens: int = number(900, spec="C65", unit="tokens of the question: half a day's")
    answer_tokens: int = number(250, spec="house", unit="tokens of the answer")
    shown_chars: int = number(300, spec="house", unit="code points of each message shown")
