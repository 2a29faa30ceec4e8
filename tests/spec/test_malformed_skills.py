"""The file of a skill is written by hand: whatever is wrong with it is named by its field, stops
nothing else, and is forgotten as soon as it is mended."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from mohen.testing import ScriptedWriter
from shows import shows
from worlds import World

SECRET = "墨痕深处的秘密"
SOUND = """\
---
name: tighten
description: Say the same with fewer words.
context_rules:
  surrounding: 500
---
删去多余的字。
"""
REF = ".mohen/skills/tighten/SKILL.md"


def head(*lines: str, name: str = "name: tighten", description: str = "description: d") -> str:
    return "\n".join(["---", name, description, *lines, "---", "删去多余的字。", ""])


def rules(*lines: str, block: str = "context_rules") -> str:
    return head(f"{block}:", *(f"  {line}" for line in lines))


RULES = "context_rules"
ALIAS = "context-requirements"

BROKEN: dict[str, tuple[str | bytes, str]] = {
    # not such a file at all
    "empty": ("", "frontmatter"),
    "blank": (" \n\n", "frontmatter"),
    "prose": (f"{SECRET}\n", "frontmatter"),
    "no second fence": ("---\nname: tighten\n", "frontmatter"),
    "no first fence": ("name: tighten\n---\nbody\n", "frontmatter"),
    "a fence of four": ("----\nname: tighten\n----\nbody\n", "frontmatter"),
    "a line before the fence": (f"\n{SOUND}", "frontmatter"),
    "old Mac lines": (SOUND.replace("\n", "\r").replace("---\r", "-- -\r"), "frontmatter"),
    "binary": (bytes(range(256)), "file"),
    "zeroes": (b"\0" * 4_096, "file"),
    "UTF-16": (SOUND.encode("utf-16"), "file"),
    "GB 18030": (SOUND.encode("gb18030"), "file"),
    "cut in a character": (SOUND.encode()[:-3], "file"),
    "five megabytes": (SOUND.encode() + b"x" * 5_000_000, "file"),
    "a zero inside": (SOUND.replace("fewer", "few\0er"), "file"),
    "a bell in the body": (SOUND + "\a", "body"),
    "an escape in the head": (head("title: \x1b[31m"), "frontmatter"),
    # not YAML, or more of it than a person writes
    "a bracket left open": (head(f"title: [{SECRET}"), "frontmatter"),
    "a quote left open": (head(f'title: "{SECRET}'), "frontmatter"),
    "a tab for a blank": (head("context_rules:", "\tsurrounding: 1"), "frontmatter"),
    "a colon too many": (head(f"title: {SECRET}: {SECRET}"), "frontmatter"),
    "uneven indentation": (head("metadata:", "  a: true", " b: true"), "frontmatter"),
    "a list": ("---\n- name\n---\nbody\n", "frontmatter"),
    "one word": (f"---\n{SECRET}\n---\nbody\n", "frontmatter"),
    "nothing between": ("---\n---\nbody\n", "frontmatter"),
    "an anchor": (head("title: &a b"), "frontmatter"),
    "an alias": (head("title: *a"), "frontmatter"),
    "a merge": (head("metadata: &m {a: b}", "<<: *m"), "frontmatter"),
    "a tag": (head("title: !!python/object:os.system b"), "frontmatter"),
    "two documents": (head("...", "--- {name: other}"), "frontmatter"),
    "an unknown escape": (head('title: "\\q"'), "frontmatter"),
    "half a character": (head('title: "\\ud800"'), "frontmatter"),
    "a code point that is none": (head('title: "\\UFFFFFFFF"'), "frontmatter"),
    "a key that is a list": (head("? [a]", ": b"), "frontmatter"),
    "a key that is a number": (head("1: b"), "frontmatter"),
    "nested without end": (head("metadata: " + "[" * 50 + "]" * 50), "frontmatter"),
    "thousands of values": (head(f"metadata: [{','.join('a' * 2_000)}]"), "frontmatter"),
    "a very long head": (head(f"metadata: {{a: {'x' * 20_000}}}"), "frontmatter"),
    "the name twice": (head("name: tighten"), "name"),
    "rules twice": (head("context_rules: {}", "context_rules: {}"), RULES),
    "a rule twice": (rules("outline: true", "outline: true"), "outline"),
    # fields
    "no name": (head(name="title: t"), "name"),
    "the name of another": (head(name="name: loosen"), "name"),
    "a name in capitals": (head(name="name: Tighten"), "name"),
    "a name that climbs": (head(name="name: ../tighten"), "name"),
    "a name that is a number": (head(name="name: 7"), "name"),
    "a name that is nothing": (head(name="name:"), "name"),
    "a name that is a list": (head(name="name: [tighten]"), "name"),
    "a name of Windows": (head(name="name: nul"), "name"),
    "no description": (head(description="title: t"), "description"),
    "a blank description": (head(description="description: ' '"), "description"),
    "a description that is a number": (head(description="description: 7"), "description"),
    "a long description": (head(description=f"description: {'长' * 2_000}"), "description"),
    "a title that is a list": (head(f"title: [{SECRET}]"), "title"),
    "a long title": (head(f"title: {'长' * 200}"), "title"),
    "a blank title_zh": (head("title_zh: ''"), "title_zh"),
    "a target nobody knows": (head(f"target: {SECRET}"), "target"),
    "a target that is true": (head("target: true"), "target"),
    "no candidates": (head("candidates: 0"), "candidates"),
    "too many candidates": (head("candidates: 99"), "candidates"),
    "candidates in words": (head("candidates: three"), "candidates"),
    "half a candidate": (head("candidates: 1.5"), "candidates"),
    "candidates that are true": (head("candidates: true"), "candidates"),
    "no tokens": (head("max_tokens: 0"), "max_tokens"),
    "tokens beyond count": (head(f"max_tokens: {'9' * 5_000}"), "max_tokens"),
    "a version that is a list": (head("version: [1]"), "version"),
    "a long version": (head(f"version: {'1' * 100}"), "version"),
    "metadata that is a word": (head(f"metadata: {SECRET}"), "metadata"),
    "a field nobody knows": (head(f"temperature: {SECRET}"), "temperature"),
    "a field in capitals": (head("Title: t"), "Title"),
    "a field that is no name": (head(f"{SECRET}: t"), "?"),
    "no body": (head().replace("删去多余的字。", ""), "body"),
    "a blank body": (head().replace("删去多余的字。", " \n\t\n"), "body"),
    "a very long body": (SOUND + "长" * 40_000, "body"),
    # what of the context it asks for
    "rules that are a word": (head(f"context_rules: {SECRET}"), RULES),
    "rules that are a list": (head("context_rules: [outline]"), RULES),
    "rules that are nothing": (head("context_rules:"), RULES),
    "a rule nobody knows": (rules(f"world: {SECRET}"), f"{RULES}.world"),
    "a rule with a dash": (rules("style-guide: true"), f"{RULES}.style-guide"),
    "a rule that is no name": (rules(f"{SECRET}: true"), f"{RULES}.?"),
    "less than nothing around": (rules("surrounding: -1"), f"{RULES}.surrounding"),
    "more around than allowed": (rules("surrounding: 5001"), f"{RULES}.surrounding"),
    "half a letter around": (rules("surrounding: 0.5"), f"{RULES}.surrounding"),
    "true around": (rules("surrounding: true"), f"{RULES}.surrounding"),
    "words around": (rules(f"surrounding: {SECRET}"), f"{RULES}.surrounding"),
    "nothing around": (rules("surrounding:"), f"{RULES}.surrounding"),
    "summaries below none": (rules("recent_summary: -1"), f"{RULES}.recent_summary"),
    "too many summaries": (rules("recent_summary: 1000"), f"{RULES}.recent_summary"),
    **{
        f"{key} that is a number": (rules(f"{key}: 1"), f"{RULES}.{key}")
        for key in ("user_preferences", "style_guide", "characters", "outline", "knowledge_graph")
    },
    **{
        f"{key} in quotes": (rules(f"{key}: 'true'"), f"{RULES}.{key}")
        for key in ("user_preferences", "style_guide", "characters", "outline", "knowledge_graph")
    },
    "both blocks": (head("context_rules: {}", "context-requirements: {}"), ALIAS),
    "an alias that is a word": (head(f"context-requirements: {SECRET}"), ALIAS),
    "an alias that counts": (head("context-requirements: [surrounding]"), f"{ALIAS}.surrounding"),
    "an alias nobody knows": (head("context-requirements: [world]"), f"{ALIAS}.world"),
    "an alias said twice": (
        rules("style-guide: true", "style_guide: true", block=ALIAS), f"{ALIAS}.style_guide"
    ),
    "settings that are a number": (
        rules("project-settings: 1", block=ALIAS), f"{ALIAS}.project_settings"
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with a sound skill beside the one that is broken."""
    folder = Path(tmp_path_factory.mktemp("skills")) / "novel"
    beside = folder / ".mohen/skills/loosen/SKILL.md"
    beside.parent.mkdir(parents=True)
    beside.write_text(SOUND.replace("tighten", "loosen"), "utf-8")
    (folder / REF).parent.mkdir()
    return folder


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory, folder: Path) -> Iterator[World]:
    made = World(Path(tmp_path_factory.mktemp("world")) / "home", writer=ScriptedWriter("剑落。"))
    made.ok("project:bind", projectId="novel", folder=str(folder))
    yield made
    made.close()


@shows("R150", "R152", "R154")
@pytest.mark.parametrize("name", BROKEN)
def test_a_malformed_file_is_named_and_stops_no_other_and_heals(
    world: World, folder: Path, name: str
) -> None:
    # Given a skill whose file is malformed
    content, field = BROKEN[name]
    (folder / REF).write_bytes(content if isinstance(content, bytes) else content.encode())
    asked = {"projectId": "novel", "skillId": "tighten"}
    # When it is run, asked for, or a prompt is made of it
    for channel, more in (
        ("ai:skill:run", {"text": "雪夜。", "candidates": 1}),
        ("ai:skill:get", {}),
        ("context:assemble", {"text": "雪夜。"}),
    ):
        error = world.fails(channel, **asked, **more)
        # Then it is refused by its field, without a word of what it says
        assert (error["code"], error["details"]["field"]) == ("INVALID_ARGUMENT", field)
        assert SECRET not in str(error)
    # And the list names the file and the field, and shows all others
    items = {each["id"]: each for each in world.ok("ai:skill:list", projectId="novel")["items"]}
    broken = items.pop("tighten")
    assert (broken["status"], broken["ref"]) == ("invalid", REF)
    assert (broken["error"]["code"], broken["error"]["field"]) == ("INVALID_ARGUMENT", field)
    assert SECRET not in str(broken)
    assert {each["status"] for each in items.values()} == {"ok"}
    assert "loosen" in items
    # And others run as before
    assert world.ok("ai:skill:run", **{**asked, "skillId": "loosen"}, text="雪夜。")["candidates"]
    # And once it is mended, it runs at the next call
    (folder / REF).write_text(SOUND, "utf-8")
    assert world.ok("ai:skill:run", **asked, text="雪夜。")["candidates"]


@pytest.mark.parametrize(
    "written",
    [
        SOUND.replace("\n", "\r\n"),
        SOUND.replace("\n", "\r"),
        "\ufeff" + SOUND,
        SOUND.replace("---\n", "--- \n"),
        SOUND + "\n---\n下面不是头。",
        head("license: MIT", "allowed-tools: Read", "metadata: {author: me}", "version: 1.10"),
        head("context-requirements: [style-guide, project-settings]"),
        head("context-requirements: {surrounding: 5000}"),
        rules("surrounding: 0", "recent_summary: 0", "user_preferences: no"),
    ],
)
def test_what_looks_odd_and_is_sound(world: World, folder: Path, written: str) -> None:
    (folder / REF).write_bytes(written.encode())
    asked = {"projectId": "novel", "skillId": "tighten", "text": "雪夜。"}
    assert world.ok("ai:skill:run", **asked)["candidates"]
