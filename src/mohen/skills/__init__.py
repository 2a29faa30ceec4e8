"""The built-in writing skills: one folder each, a SKILL.md in it."""
