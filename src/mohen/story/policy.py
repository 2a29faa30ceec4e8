"""Settings of the story graph: how far it reaches, and when two places contradict each other."""

from __future__ import annotations

from mohen.core.policy import number
from mohen.core.values import dataclass


@dataclass(frozen=True, slots=True)
class Story:
    """Entities, relations and states of a project (background 1.8)."""

    excerpt_chars: int = number(120, spec="house", unit="code points of an excerpt")
    name_chars_min: int = number(2, spec="background 1.5", unit="code points of a name")
    name_chars_max: int = number(64, spec="house", unit="code points of a name")
    value_chars_max: int = number(400, spec="house", unit="code points of a value")
    reason_chars_max: int = number(400, spec="house", unit="code points of a reason")
    aliases_max: int = number(20, spec="house", unit="aliases of an entity")
    attributes_max: int = number(200, spec="background 1.8", unit="attributes of an entity")
    entities_max: int = number(50_000, spec="background 1.8", unit="entities of a project")
    relations_max: int = number(200_000, spec="background 1.8", unit="relations of a project")
    chapter_max: int = number(100_000, spec="house", unit="the highest number of a chapter")
    depth_max: int = number(3, spec="background 1.8", unit="steps around an entity")
    path_depth: int = number(4, spec="house", unit="steps of a path unless asked otherwise")
    path_depth_max: int = number(8, spec="house", unit="steps of a path")
    expanded_max: int = number(10_000, spec="background 1.8", unit="entities expanded in a query")
    refresh_after_ms: int = number(2_000, spec="house", unit="ms of quiet before files are read")
    refresh_at_most_ms: int = number(30_000, spec="house", unit="ms that quiet is waited for")

    # files of writers' tools
    import_bytes: int = number(67_108_864, spec="house", unit="bytes of a file, unpacked")
    import_files: int = number(10_000, spec="house", unit="files of an archive or a folder")
    import_things: int = number(10_000, spec="house", unit="things that one file tells of")
    picture_bytes: int = number(16_777_216, spec="house", unit="bytes of a card's picture")

    # reading names
    given_name_chars: int = number(2, spec="house", unit="Han characters of a given name")
    short_name_chars: int = number(3, spec="house", unit="letters of a lone first name")
    speaks_at_least: int = number(3, spec="house", unit="speeches of somebody without a card")
    roster_max: int = number(5_000, spec="house", unit="names looked for in a chapter")

    # reading prose
    same_fact: float = number(0.6, spec="house", unit="share of character pairs of one fact")
    telling_share: float = number(0.7, spec="house", unit="of a secret's words that give it away")

    # judging
    parent_years: int = number(12, spec="house", unit="years between a parent and a child")
    birthday_years: int = number(1, spec="house", unit="years an age may differ by a birthday")
    vague_days: int = number(2, spec="house", unit="days that `some days later` are at least")
    date_reach_days: int = number(60, spec="house", unit="days within which weekdays are compared")

    # asking a model
    ask_tokens: int = number(1_000, spec="house", unit="tokens of a question")
    answer_tokens: int = number(400, spec="house", unit="tokens of an answer")
    answer_facts: int = number(20, spec="house", unit="facts of an answer that are read")
    quote_chars: int = number(4, spec="house", unit="code points of a quotation at least")
