"""A SKILL.md understood: its fields checked one by one, its body the instruction (R150, R152)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, NamedTuple, NoReturn

from mohen.core.values import dataclass
from mohen.errors import InvalidArgument
from mohen.policy import Policy
from mohen.prompts import context_rules
from mohen.prompts.model import ContextRules, Skill, Source, Target
from mohen.prompts.policy import Context, Skills
from mohen.skills.policy import SkillFiles
from mohen.text.lazy_pattern import LazyPattern

if TYPE_CHECKING:
    from yaml.events import Event, ScalarEvent


# -- The head of a Markdown file: YAML between two lines of `---`, and the body below.


HEAD = "frontmatter"
BODY = "body"

_FENCE = "---"
_NULLS = {"", "~", "null", "Null", "NULL"}
_TRUES = {"true", "yes", "on"}
_FALSES = {"false", "no", "off"}
_INTEGER = LazyPattern(r"[-+]?[0-9]+")
_PLAIN_KEY = LazyPattern(r"[A-Za-z][A-Za-z0-9_-]*")
# Half characters, and controls that no editor shows; tab and newline are text.
_UNSEEN = LazyPattern(r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff\ufffe\uffff]")


@dataclass(frozen=True, slots=True)
class Parted:
    """A file in its two parts. `head` holds plain values: dict, list, str, int, bool, None."""

    head: dict[str, object]
    body: str


def part(text: str, policy: SkillFiles) -> Parted:
    """Both parts; raises `InvalidArgument` for anything that is not such a file."""
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    if lines[0].rstrip() != _FENCE:
        _refuse_head(HEAD, "the file must begin with a line of ---, then YAML, then --- again")
    closing = next((n for n, line in enumerate(lines) if n and line.rstrip() == _FENCE), None)
    if closing is None:
        _refuse_head(HEAD, "a second line of --- must end the frontmatter")
    head, body = "\n".join(lines[1:closing]), "\n".join(lines[closing + 1 :]).strip()
    if len(head) > policy.frontmatter_chars:
        _refuse_head(HEAD, f"must not be longer than {policy.frontmatter_chars} characters")
    for field, half in ((HEAD, head), (BODY, body)):
        if _UNSEEN.search(half):
            _refuse_head(field, "holds control characters, or half a character")
    return Parted(_mapping(head, policy), body)


def key_shown(key: object, policy: SkillFiles) -> str:
    """A key as a refusal may name it: one that is no plain name may be anything."""
    plain = isinstance(key, str) and _PLAIN_KEY.fullmatch(key) and len(key) <= policy.name_chars
    return f"{key}" if plain else "?"


def _mapping(head: str, policy: SkillFiles) -> dict[str, object]:
    import yaml

    try:
        value = _Reader(yaml.parse(head, Loader=yaml.SafeLoader), policy).document()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        _refuse_head(HEAD, "is not YAML", None if mark is None else _in_file(mark.line))
    except (yaml.YAMLError, ValueError, OverflowError):
        # The library lets `"\UFFFFFFFF"` and a version of five thousand digits through as these.
        _refuse_head(HEAD, "is not YAML")
    if not isinstance(value, dict):
        _refuse_head(HEAD, "must be lines of `key: value`")
    return value


class _Reader:
    """Values out of YAML's events: nothing is built that was not counted first."""

    def __init__(self, events: Iterator[Event], policy: SkillFiles) -> None:
        self._events = events
        self._policy = policy
        self._values = 0

    def document(self) -> object:
        """The only document; None where there is none."""
        from yaml.events import DocumentEndEvent, StreamEndEvent

        next(self._events)  # the stream begins
        if isinstance(next(self._events), StreamEndEvent):
            return None
        value = self._value(next(self._events), 0)
        while not isinstance(event := next(self._events), StreamEndEvent):
            if not isinstance(event, DocumentEndEvent):
                _refuse_head(HEAD, "must be one document", _line(event))
        return value

    def _value(self, event: Event, depth: int) -> object:
        from yaml.events import AliasEvent, MappingStartEvent, ScalarEvent

        self._values += 1
        if self._values > self._policy.frontmatter_values:
            _refuse_head(HEAD, f"must not hold more than {self._policy.frontmatter_values} values")
        if depth > self._policy.frontmatter_depth:
            _refuse_head(HEAD, f"must not be nested deeper than {self._policy.frontmatter_depth}")
        if isinstance(event, AliasEvent) or getattr(event, "anchor", None) is not None:
            _refuse_head(HEAD, "must not use anchors (&) or aliases (*)", _line(event))
        if getattr(event, "tag", None) is not None:
            _refuse_head(HEAD, "must not use tags (!)", _line(event))
        if isinstance(event, ScalarEvent):
            return self._scalar(event)
        if isinstance(event, MappingStartEvent):
            return self._pairs(depth)
        return [self._value(each, depth + 1) for each in self._until_closed()]

    def _pairs(self, depth: int) -> dict[str, object]:
        found: dict[str, object] = {}
        for event in self._until_closed():
            key = self._value(event, depth + 1)
            if not isinstance(key, str):
                _refuse_head(HEAD, "a key must be text", _line(event))
            if key in found:
                _refuse_head(key_shown(key, self._policy), "is said twice", _line(event))
            found[key] = self._value(next(self._events), depth + 1)
        return found

    def _until_closed(self) -> Iterator[Event]:
        from yaml.events import CollectionEndEvent

        while not isinstance(event := next(self._events), CollectionEndEvent):
            yield event

    def _scalar(self, event: ScalarEvent) -> object:
        text = str(event.value)
        if _UNSEEN.search(text):  # written as an escape
            _refuse_head(HEAD, "holds control characters, or half a character", _line(event))
        quoted = not event.implicit[0]
        if quoted:
            return text
        if text in _NULLS:
            return None
        folded = text.lower()
        if folded in _TRUES or folded in _FALSES:
            return folded in _TRUES
        if _INTEGER.fullmatch(text) and len(text) <= self._policy.integer_digits:
            return int(text)
        return text


def _line(event: Event) -> int | None:
    mark = event.start_mark
    return None if mark is None else _in_file(mark.line)


def _in_file(line: int) -> int:
    """One more for the fence above, one more because people count from one."""
    return line + 2


def _refuse_head(field: str, problem: str, line: int | None = None) -> NoReturn:
    if line is None:
        raise InvalidArgument(f"{field}: {problem}", field=field)
    raise InvalidArgument(f"{field}: {problem} (line {line})", field=field, line=line)


# Not what Windows keeps for its devices: a name is a folder's.
NAME = LazyPattern(r"(?!(?:con|prn|aux|nul|com[0-9]|lpt[0-9])$)[a-z0-9][a-z0-9-]*")

FIELDS = (
    "name",
    "description",
    "description_zh",
    "title",
    "title_zh",
    context_rules.BLOCK,
    context_rules.ALIAS,
    "target",
    "candidates",
    "max_tokens",
    "version",
    "metadata",
)
"""What Mohen reads, `metadata` only to see that it is a mapping."""

PASSED_OVER = ("license", "allowed-tools", "compatibility")
"""Fields of Agent Skills that say nothing to us."""

_TEMPLATE = """\
---
name: "{name}"
title: "{title}"
title_zh: "{title}"
description: What it does, and when to use it. 它做什么，何时使用。
target: selection
context_rules:
  surrounding: 500
  user_preferences: true
  style_guide: true
  characters: false
  outline: false
  recent_summary: 3
  knowledge_graph: false
---

在这里写要做什么：先说目标，再说必须保留什么、不许做什么。用原文的语言，只输出正文。
Say here what is to be done: the aim, then what must be kept and what must not happen. Use the
manuscript's language. Output the text only.
"""

_DEFAULTS = {each.name: each.default for each in fields(Skill)}


class Bounds(NamedTuple):
    """The numbers that a file is held to."""

    files: SkillFiles
    skills: Skills
    context: Context

    @classmethod
    def of(cls, policy: Policy) -> Bounds:
        return cls(policy.skill_files, policy.skills, policy.context)


def parse(
    text: str,
    bounds: Bounds,
    *,
    folder: str | None = None,
    source: Source = Source.PROJECT,
    ref: str | None = None,
) -> Skill:
    """The skill in a file, which must be named as its folder.

    Raises `InvalidArgument` that names the field and says nothing of what the file says.
    """
    parted = part(text, bounds.files)
    head = _Head(parted.head, bounds)
    head.check_known()
    name = head.name(folder)
    title = head.text("title", bounds.files.title_chars) or _titled(name)
    described = bounds.skills.description_chars
    description = head.text("description", described)
    if description is None:
        _refuse("description", "is missing: say in a sentence what the skill does, and when")
    return Skill(
        id=name,
        description=description,
        description_zh=head.text("description_zh", described) or "",
        body=_body(parted.body, bounds.skills),
        source=source,
        title=(title, head.text("title_zh", bounds.files.title_chars) or title),
        context_rules=head.asked(),
        target=head.target(),
        candidates=head.count("candidates", bounds.skills.candidates_max),
        max_tokens=head.count("max_tokens", bounds.skills.max_tokens_max),
        version=head.version(),
        ref=ref,
    )


def template(name: str) -> str:
    """A skill to begin from; it is sound as it stands."""
    return _TEMPLATE.format(name=name, title=_titled(name))


def check_name(name: object, policy: SkillFiles, *, field: str) -> str:
    """A name that can be a folder on every system."""
    most = policy.name_chars
    if not isinstance(name, str) or len(name) > most or not NAME.fullmatch(name):
        _refuse(
            field,
            f"must be 1 to {most} characters of a–z, 0–9 and -, not begin with -, and be none of "
            "the names that Windows keeps (con, nul …)",
        )
    return name


class _Head:
    """The frontmatter, asked field by field."""

    def __init__(self, fields: Mapping[str, object], bounds: Bounds) -> None:
        self._fields = fields
        self._bounds = bounds

    def check_known(self) -> None:
        for key in self._fields:
            if key not in (*FIELDS, *PASSED_OVER):
                shown = key_shown(key, self._bounds.files)
                _refuse(
                    shown,
                    f"is unknown: the frontmatter may hold {', '.join((*FIELDS, *PASSED_OVER))};"
                    " your own go under metadata",
                )
        if not isinstance(self._fields.get("metadata", {}), Mapping):
            _refuse("metadata", "must be a mapping")

    def name(self, folder: str | None) -> str:
        if "name" not in self._fields:
            _refuse("name", "is missing: it must be the name of the skill's folder")
        name = check_name(self._fields["name"], self._bounds.files, field="name")
        if folder is not None and name != folder:
            _refuse("name", "must be the name of the skill's folder")
        return name

    def text(self, key: str, most: int) -> str | None:
        if key not in self._fields:
            return None
        value = self._fields[key]
        if not isinstance(value, str):
            _refuse(key, "must be text: put it in quotes")
        trimmed = " ".join(value.split())
        if not trimmed or len(trimmed) > most:
            _refuse(key, f"must be 1 to {most} characters")
        return trimmed

    def count(self, key: str, most: int) -> int:
        value = self._fields.get(key, _DEFAULTS[key])
        if type(value) is not int or not 1 <= value <= most:
            _refuse(key, f"must be a whole number from 1 to {most}")
        return value

    def version(self) -> str:
        value = self._fields.get("version", _DEFAULTS["version"])
        most = self._bounds.files.version_chars
        text = str(value) if type(value) in (int, str) else ""
        if not text.strip() or len(text) > most:
            _refuse("version", f"must be a number, or text of 1 to {most} characters")
        return text.strip()

    def target(self) -> Target:
        value = self._fields.get("target", _DEFAULTS["target"])
        if not isinstance(value, str) or value not in tuple(Target):
            _refuse("target", f"must be {' or '.join(Target)}")
        return Target(value)

    def asked(self) -> ContextRules:
        block, alias = context_rules.BLOCK, context_rules.ALIAS
        if block in self._fields and alias in self._fields:
            _refuse(alias, f"is another name of {block}: keep one of the two")
        if alias in self._fields:
            return context_rules.parse_requirements(self._fields[alias], self._bounds.context)
        return context_rules.parse(self._fields.get(block, {}), self._bounds.context)


def _titled(name: str) -> str:
    return name.replace("-", " ").strip().capitalize()


def _body(body: str, policy: Skills) -> str:
    if not body:
        _refuse("body", "is empty: write below the frontmatter what is to be done")
    if len(body) > policy.body_chars:
        _refuse("body", f"must not be longer than {policy.body_chars} characters")
    return body


def _refuse(field: str, problem: str) -> NoReturn:
    raise InvalidArgument(f"{field} {problem}", field=field)
