"""How a skill is run: how long a writer is waited for, and how long its run is remembered."""

from __future__ import annotations

from mohen.core.policy import number
from mohen.core.values import dataclass


@dataclass(frozen=True, slots=True)
class Runs:
    connect_ms: int = number(10_000, spec="house", unit="ms until a model server takes the call")
    silence_ms: int = number(120_000, spec="house", unit="ms without a word before it is given up")
    at_once: int = number(4, spec="house", unit="candidates a model server is asked for at once")
    variety: float = number(1.0, spec="house", unit="temperature of a further candidate")
    retry_after_ms: int = number(1_000, spec="house", unit="ms")
    input_chars: int = number(2_000, spec="house", unit="code points of what a skill saw, kept")
    remembered: int = number(64, spec="house", unit="latest runs whose text is held in memory")
    remembered_ms: int = number(3_600_000, spec="background 1.4", unit="ms it is held")


# -- How large the files of skills may be.


@dataclass(frozen=True, slots=True)
class SkillFiles:
    """The bounds of a SKILL.md beside those of `Skills`."""

    name_chars: int = number(64, spec="Agent Skills", unit="characters of a skill's name")
    title_chars: int = number(80, spec="house", unit="code points")
    version_chars: int = number(32, spec="house", unit="code points")
    frontmatter_chars: int = number(16_384, spec="house", unit="code points of frontmatter")
    frontmatter_depth: int = number(8, spec="house", unit="levels of nesting in frontmatter")
    frontmatter_values: int = number(500, spec="house", unit="values in frontmatter")
    integer_digits: int = number(18, spec="house", unit="digits of a number in frontmatter")
