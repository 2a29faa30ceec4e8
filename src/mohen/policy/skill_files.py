"""How large the files of skills may be."""

from __future__ import annotations

from dataclasses import dataclass

from mohen.policy.number import number


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
