"""A secret that comes in with a text is masked before the text is kept, whichever door it took."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import secret_cases
from mohen.testing import ScriptedWriter
from mohen.text.secrets import masked
from mohen.text.word_lists import words
from shows import shows
from worlds import SCHEMA, World, Worlds, interaction

KEY = f"sk-{'proj'}-{'aB3dE5fG7h' * 4}"  # what the model says; each text has one of its own
PLACES = words(
    "Id Ids cursor version confirmToken folder path workspace ref expectedVersion at since until"
)
"""Fields that name something: what is not there is not kept."""


def test_secrets_are_found_and_what_looks_like_one_is_left_alone() -> None:
    # Given a labelled set
    every, plain = list(secret_cases.secrets()), list(secret_cases.harmless())
    assert len(every) >= 150
    assert len(plain) >= 150
    # When each is masked
    missed = [each for each in every if each.value in masked(each.text).text]
    wrong = [each for each in plain if masked(each).kinds]
    # Then nearly all secrets are gone and nearly nothing else
    found = len(every) - len(missed)
    assert found >= 0.95 * len(every), missed
    assert found >= 0.95 * (found + len(wrong)), wrong


TOLD = {
    "her tablet wants 402817, so here goes": "402817",
    "the archive won't open without quillfeather22": "quillfeather22",
    "I always log on as pharos and type Lantern%Quay8 after that": "Lantern%Quay8",
    "Tell the sitter: hall panel, 5093, then the green button": "5093",
    "Which key did we use for the guest net? saltbox-Plover-3": "saltbox-Plover-3",
    "our bank texted again. 663902, hurry before it runs out": "663902",
    "阿姨到了让她在门边的小键盘敲 7719": "7719",
    "家里那台平板要输 402817 才进得去": "402817",
    "资料包是加密的，quillfeather22 就能解开": "quillfeather22",
    "银行又发短信来了，663902，快填": "663902",
    "书房保险柜还是老数字 550913": "550913",
}
"""Told in words that no list and no text of `tools/secrets` has."""
STAYS = (
    "The boathouse was sold in 1919 and pulled down",
    "the parcel 8841-22 waits in the hall",
    "她说出暗号，老人点了点头。",
    "The watchword was Heron, and the sentry let them pass.",
    "“口令！”“长江。”雪地里有人应道。",
)


@shows("R119")
def test_a_secret_told_in_other_words_is_not_kept(world: World) -> None:
    # Given messages that tell a password or a code as people do, and such as only look like it
    # When each is put into the memory
    for text in (*TOLD, *STAYS):
        world.ok("memory:create", type="note", scope="global", content=text)
    # Then no value is kept, and the others stay as they are
    kept = {each["content"] for each in world.ok("memory:list", scope="global")["items"]}
    assert not [value for value in TOLD.values() if any(value in each for each in kept)]
    assert not {*STAYS} - kept


MASKED = {
    "memory:create content",
    "memory:update patch.content",
    "memory:episode:record inputContext",
    "memory:episode:record candidates.0",
    "memory:episode:record finalText",
    "memory:episode:record explicit",
    "memory:semantic:add rule",
    "memory:semantic:update patch.rule",
    "ai:skill:run text",
    "ai:skill:feedback finalText",
    "memory:trace:feedback reason",
    "compaction:save messages.0.content",
    "graph:upsert entity.attributes.note",
    "graph:upsert state.value",
    "graph:upsert evidence.excerpt",
    "knowledge:capture content",
    "knowledge:capture basis",
    "knowledge:update patch.content",
}
"""Where the answer must say that something was masked."""


def leaves(schema: dict[str, Any], whole: dict[str, Any], at: tuple[Any, ...]) -> Iterator[Any]:
    """The paths of the free texts of a payload."""
    if "$ref" in schema:
        schema = whole["$defs"][schema["$ref"].rsplit("/", 1)[1]]
    for each in schema.get("anyOf", ()):
        yield from leaves(each, whole, at)
    if schema.get("type") == "string" and "enum" not in schema and "const" not in schema:
        yield at
    for name, each in schema.get("properties", {}).items():
        if not any(name.endswith(place) for place in PLACES):
            yield from leaves(each, whole, (*at, name))
    if isinstance(schema.get("items"), dict):
        yield from leaves(schema["items"], whole, (*at, 0))
    if isinstance(schema.get("additionalProperties"), dict):
        yield from leaves(schema["additionalProperties"], whole, (*at, "note"))


def holding(payload: dict[str, Any], at: tuple[Any, ...], text: str) -> dict[str, Any]:
    """The payload with a text at a place, and what leads there."""
    made = copy.deepcopy(payload)
    here: Any = made
    for step, following in zip(at, (*at[1:], None), strict=True):
        value: Any = text if following is None else [] if following == 0 else {}
        if isinstance(here, list):
            if following is None or not here:
                here[:] = [value, *here[1:]]
            here = here[0]
        else:
            if following is None or not here.get(step):
                here[step] = value
            here = here[step]
    return made


def payloads(world: World) -> dict[str, dict[str, Any]]:
    """Of each channel that keeps words, a payload that is taken."""
    novel = {"projectId": "novel"}
    rule = world.ok("memory:semantic:add", rule="多用短句", scope="global")
    item = world.ok("knowledge:capture", content="林晚怕水", **novel)["item"]
    world.ok("session:begin", sessionId="s1", **novel)
    world.ok("graph:upsert", entity={"name": "林晚", "type": "character"}, **novel)
    ran = world.ok("ai:skill:run", skillId="continue", text="雪停了。", **novel)
    return {
        "memory:create": {"type": "note", "scope": "global", "content": "x"},
        "memory:update": {"id": item["id"], **novel, "patch": {"content": "x"}},
        "memory:preferences:ingest": {"skillId": "continue", "action": "accept", **novel},
        "memory:episode:record": interaction(),
        "memory:semantic:add": {"rule": "x", "scope": "global"},
        "memory:semantic:update": {"id": rule["id"], "version": rule["version"], "patch": {}},
        "session:focus": {"sessionId": "s1", **novel},
        "session:note": {"sessionId": "s1", "kind": "signal", "weight": 1.0, **novel},
        "ai:skill:run": {"skillId": "continue", "text": "雪停了。", **novel},
        "context:assemble": {"skillId": "continue", "text": "雪停了。", **novel},
        "ai:skill:feedback": {
            "runId": ran["runId"], "action": "partial", "finalText": "x", **novel
        },
        "memory:trace:feedback": {
            "generationId": ran["generationId"], "verdict": "incorrect", **novel
        },
        "compaction:save": {
            "conversationId": "c1", **novel, "messages": [{"role": "user", "content": "x"}]
        },
        "graph:upsert": novel,
        "knowledge:capture": {"content": "林晚有一只猫", **novel},
        "knowledge:update": {"id": item["id"], **novel, "patch": {}},
        "knowledge:inject": {"message": "x", **novel},
        "knowledge:search": {"query": "x", **novel},
        "memory:episode:query": novel,
        "memory:forget": {"queryText": "nothing says this", **novel},
    }  # fmt: skip


def complete(channel: str, payload: dict[str, Any]) -> dict[str, Any]:
    """Where the place of the text wants company."""
    if channel == "graph:upsert":
        if "entity" in payload:
            return {**payload, "entity": {"name": "林远", "type": "character", **payload["entity"]}}
        if "state" in payload:
            filled = {"entity": "林晚", "attribute": "mood", "value": "calm", **payload["state"]}
            return {**payload, "state": filled}
        if "evidence" in payload:
            named = {"name": "林远", "type": "character"}
            shown = {"ref": "", "firstLine": 0, "lastLine": 0, **payload["evidence"]}
            return {**payload, "entity": named, "evidence": shown}
    return payload


@shows("R119")
def test_no_channel_keeps_a_secret_in_any_of_its_texts(worlds: Worlds) -> None:
    # Given every channel that takes words to keep, and a model that repeats what it reads
    world = worlds(writer=ScriptedWriter(*[f"雪停了。{KEY}"] * 400))
    put: dict[str, str] = {KEY: "what a model wrote"}
    told = set()
    # When each of their texts in turn holds a key, and the sessions settle
    for channel, payload in payloads(world).items():
        shape = SCHEMA["channels"][channel]["payload"]
        for at in leaves(shape, shape, ()):
            key = f"{KEY}{len(put):04}"
            put[key] = f"{channel} {'.'.join(map(str, at))}"
            asked = complete(channel, holding(payload, at, f"他说：{key} 是新的。"))
            envelope = world.door.call(channel, asked)
            if envelope["meta"].get("masked"):
                told.add(put[key])
    world.ok("session:end", sessionId="s1", projectId="novel")
    # Then it is in no file, and the answers say that something was masked
    everywhere = world.bytes_everywhere()
    left = [where for key, where in put.items() if f"{key} ".encode() in everywhere]
    assert not left, "\n".join(left)
    assert KEY.encode() not in everywhere
    assert told >= MASKED, MASKED - told


def test_an_export_of_ours_brings_no_secret_in(worlds: Worlds, tmp_path: Path) -> None:
    # Given an export with a rule and an entry, into which somebody wrote a key
    there = worlds()
    there.ok("memory:semantic:add", rule="对白用短句", scope="project", projectId="novel")
    there.ok("knowledge:capture", content="林晚怕水", basis="她说的", projectId="novel")
    told, more = "", {"projectId": "novel", "format": "jsonl"}
    while more.get("cursor", "first"):
        piece = there.ok("memory:export", **more)
        told += "".join(each["text"] for each in piece["files"])
        more["cursor"] = piece.get("nextCursor") or ""
    path = tmp_path / "export.jsonl"
    path.write_text(told.replace("对白用短句", f"短句 {KEY}").replace("她说的", KEY), "utf-8")
    # When it is imported elsewhere
    here = worlds()
    done = here.ok("memory:import", projectId="novel", path=str(path))
    # Then both are there, without it
    assert (done["added"], done["rules"]) == (1, 1)
    assert "短句 ⟨api key⟩" in [
        each["rule"] for each in here.ok("memory:semantic:list", projectId="novel")["items"]
    ]
    assert KEY.encode() not in here.bytes_everywhere()


@shows("R11")
def test_the_prompt_holds_the_chapter_as_it_is(world: World) -> None:
    # Given a chapter in which a password is said
    said = f"他把纸条翻过来，上面写着：{KEY}"
    # When a prompt is made of it
    made = world.ok("context:assemble", skillId="continue", projectId="novel", text=said)
    # Then the writer reads what the author wrote
    assert said in made["user"]


def test_a_suggestion_that_was_taken_is_masked_wherever_it_stands(world: World) -> None:
    # Given a suggestion with a key in it
    said = f"剑落。{KEY} 是新的。"
    # When the author takes it as it is
    taken = interaction(candidates=["他退了一步。", said], selectedIndex=1)
    envelope = world.door.call("memory:episode:record", taken)
    # Then it is masked as a suggestion and as the text, and both are told
    assert envelope["meta"]["masked"] == 2
    assert KEY.encode() not in world.bytes_everywhere()
