"""The story graph as values: entities, relations, states, marks of time, contradictions.

Everything is a fact with its evidence: an entity that is named, a relation between two, a state
of one, a mark of the story's time. Facts are small and many; a `Book` of logic makes sense of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum
from typing import Annotated

from mohen.core.values import dataclass


class EntityType(StrEnum):
    CHARACTER = "character"
    LOCATION = "location"
    EVENT = "event"
    ITEM = "item"
    FACTION = "faction"
    TIMEPOINT = "timepoint"
    SECRET = "secret"  # something that may be known, and to whom


class ContextLevel(StrEnum):
    """When an entity may go into a prompt."""

    ALWAYS = "always"
    WHEN_DETECTED = "when_detected"
    NEVER = "never"


class Origin(StrEnum):
    FILE = "file"
    USER = "user"
    MODEL = "model"


@dataclass(frozen=True, slots=True, order=True)
class Moment:
    """A point of the story: by chapter, then by line. Chapter 0 is the setting, which holds
    before the first page. `label` is the time in the story's own words, kept as text."""

    chapter: int = 0
    line: int = 0
    column: int = 0
    label: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Evidence:
    """Where it says so. `mark` tells one excerpt from another where the excerpt is not kept."""

    ref: str = ""
    first: int = 0
    last: int = 0
    excerpt: str = ""
    mark: str = ""


NOWHERE = Evidence()


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """From when to when something holds in the user's words, and where it says so."""

    since: str | None = None
    until: str | None = None
    evidence: Evidence = NOWHERE


@dataclass(frozen=True, slots=True, kw_only=True)
class Entity:
    id: str
    name: str
    type: EntityType
    aliases: tuple[str, ...] = ()
    level: ContextLevel = ContextLevel.WHEN_DETECTED
    attributes: Mapping[str, str] = field(default_factory=dict)  # as written, never judged
    origin: Origin = Origin.FILE
    evidence: Evidence = NOWHERE


@dataclass(frozen=True, slots=True, kw_only=True)
class Relation:
    """`source` is the `kind` of `target`: parent, sibling, ally, located_at, before …"""

    id: str
    source: str
    kind: str
    target: str
    since: Moment = Moment()
    until: Moment | None = None
    origin: Origin = Origin.FILE
    evidence: Evidence = NOWHERE


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """What holds of an entity: `life` is `dead` since chapter 3. `scene` counts the scenes of
    all chapters: within one, no time passes unsaid."""

    id: str
    entity: str
    attribute: str
    value: str
    since: Moment = Moment()
    until: Moment | None = None
    scene: int = 0
    origin: Origin = Origin.FILE
    evidence: Evidence = NOWHERE


class MarkKind(StrEnum):
    DATE = "date"  # 2024-03-05, or --03-05 where no year is said
    WEEKDAY = "weekday"  # beside a date: 2024-03-05 1
    DAYS = "days"  # so many days pass; empty: nobody knows how many
    YEARS = "years"


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """What the text says of its own time. `exact`: said together with the date it leads to."""

    id: str
    kind: MarkKind
    value: str
    since: Moment = Moment()
    exact: bool = False
    evidence: Evidence = NOWHERE


Fact = Entity | Relation | State | Mark


@dataclass(frozen=True, slots=True)
class Chapter:
    """`aside`: told out of order (a flashback, an extra): nothing is concluded from its place."""

    number: int
    title: str
    ref: str
    first: int = 1
    aside: bool = False


@dataclass(frozen=True, eq=False)
class Facts:
    """All that is known of one project's story. Two are equal only if they are the same one, so
    that what was made of it can be remembered by it."""

    project_id: str
    entities: tuple[Entity, ...] = ()
    relations: tuple[Relation, ...] = ()
    states: tuple[State, ...] = ()
    marks: tuple[Mark, ...] = ()
    chapters: tuple[Chapter, ...] = ()


@dataclass(frozen=True, slots=True)
class Source:
    """A file whose facts are kept: as which version it was read, and its chapters."""

    ref: str
    digest: str
    facts: int = 0
    chapters: tuple[Chapter, ...] = ()


class Kind(StrEnum):
    """The kinds of contradictions."""

    STATE = "state"
    TIME = "time"
    PLACE = "place"
    KNOWLEDGE = "knowledge"
    RELATION = "relation"


class Severity(StrEnum):
    HIGH = "high"  # cannot both be true
    MEDIUM = "medium"  # cannot both be true unless something was left unsaid
    LOW = "low"


@dataclass(frozen=True, slots=True, kw_only=True)
class Contradiction:
    """Two places that cannot both be true. `id` changes when what they say changes."""

    id: str
    kind: Kind
    severity: Severity
    message: tuple[str, str]  # English, Chinese
    entities: tuple[str, ...]  # names
    evidence: tuple[Evidence, ...]
    chapter: int = 0  # of the later one
    intentional: bool = False
    reason: str = ""  # why it is meant, in the author's words


@dataclass(frozen=True, slots=True)
class Exemption:
    finding: str
    reason: str = ""
    at: int = 0


@dataclass(frozen=True, slots=True)
class Draft:
    """A text as it is on somebody's desk, and the chapter it is of, if that is known."""

    text: str
    chapter: str | None = None


@dataclass(frozen=True, slots=True)
class Unread:
    """A file that could not be used, by the code of why."""

    ref: Annotated[str, "the file; empty: all of them"]
    code: str


@dataclass(frozen=True, slots=True)
class Refreshed:
    """What came of looking at the files again."""

    files: int = 0
    read: Annotated[int, "of them, because they had changed"] = 0
    gone: int = 0
    warnings: tuple[Unread, ...] = ()
    degraded: Annotated[str | None, "why the model gave nothing"] = None


@dataclass(frozen=True, slots=True)
class Checked:
    findings: tuple[Contradiction, ...]
    files: int
    chapters: int
    states: int
    warnings: tuple[Unread, ...] = ()


@dataclass(frozen=True, slots=True)
class Subgraph:
    """What stands around an entity, or everything, as of a point of the story. `names` are of
    all ids that relations and states speak of."""

    entities: tuple[Entity, ...]
    relations: tuple[Relation, ...] = ()
    states: tuple[State, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)
    cyclic: bool = False  # some way leads back to where it began
    truncated: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """One line about the story for a prompt; `strength` (0–1) is how near it is to the text."""

    id: str
    text: str
    ref: str
    strength: float
