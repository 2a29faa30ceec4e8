"""The types and categories of knowledge: words that a command needs without the rest."""

from __future__ import annotations

from enum import StrEnum

FACT, BELIEF, SUMMARY, NOTE = "fact", "belief", "summary", "note"
"""The types that are known; the type of an item is an open word (C44)."""

LESSON = "lesson"
"""What was learned in the work: a decision, a convention, a mistake. A host or a person says so;
nothing that is heard becomes one by itself."""

INITIALS = {FACT: "f", BELIEF: "b", SUMMARY: "s", NOTE: "n", LESSON: "l"}
"""What the ids of the known types begin with; they are numbered by day (C53)."""


class Category(StrEnum):
    """What kind of thing is said; how much it matters of itself follows from it (R187)."""

    IDENTITY = "identity"
    HEALTH = "health"
    SAFETY = "safety"
    PREFERENCE = "preference"
    RELATION = "relation"
    STATUS = "status"  # a change of it, or how things stand: job, home, study
    CONSTRAINT = "constraint"  # how the agent is to behave, what it must not tell
    SCHEDULE = "schedule"  # something on a day that is not today
    GENERAL = "general"
    TEMPORARY = "temporary"
