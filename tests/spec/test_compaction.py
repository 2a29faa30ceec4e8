"""Conversations: kept in full, read compact, and the way back (seed 004, background 1.7)."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from inside import inside
from mohen.core.scope import Scope
from mohen.errors import ModelError
from mohen.testing import ScriptedModel
from mohen.text import tokens
from shows import shows
from worlds import World, Worlds

ASKED = "把这一段写得更冷一些，不要解释林远为什么回来"
ANSWERED = "雪停了。林远站在门口，没有进去。"
SUMMARY = "作者要更冷的语气，不解释林远的动机；开头已定，结尾未定。"


def talk(length: int = 31, **last: Any) -> list[dict[str, Any]]:
    """A conversation that ends with the two sentences above."""
    turns = [
        {"role": ("user", "assistant")[n % 2], "content": f"第{n}句", "skillId": "polish"}
        for n in range(length - 2)
    ]
    return [
        *turns,
        {"role": "user", "content": ASKED, "skillId": "continue"},
        {"role": "assistant", "content": ANSWERED, **last},
    ]


def save(world: World, messages: list[dict[str, Any]] | None = None, **asked: Any) -> Any:
    payload = {
        "projectId": "novel",
        "conversationId": "talk-1",
        "messages": talk() if messages is None else messages,
        **asked,
    }
    given = {key: value for key, value in payload.items() if value is not None}
    return world.ok("compaction:save", **given)


def get(world: World, **asked: Any) -> dict[str, Any]:
    return world.ok("compaction:get", **{"projectId": "novel", "conversationId": "talk-1", **asked})


def expand(world: World) -> dict[str, Any]:
    return world.ok("compaction:expand", projectId="novel", conversationId="talk-1")


@pytest.fixture
def folder(world: World, tmp_path: Path) -> Path:
    """The folder of the project novel."""
    made = tmp_path / "my novel"
    made.mkdir()
    world.ok("project:bind", projectId="novel", folder=str(made))
    return made


def whole(folder: Path) -> Path:
    return folder / ".mohen" / "conversations" / "talk-1.json"


# -- compact


@shows("R165")
def test_where_nothing_was_settled_the_last_words_of_both_are_left(world: World) -> None:
    # Given a conversation of 31 messages
    # When it is saved
    compact = save(world)["compact"]
    # Then its digest names the skills and the last words of both, and it lasts
    assert compact["summary"] == f"skills=polish,continue | U:{ASKED} | A:{ANSWERED}"
    assert (compact["quality"], compact["compacted"]) == ("heuristic", True)
    assert compact["messageCount"] == 31
    world.reopen()
    assert get(world) == compact


def said(*lines: str) -> list[dict[str, Any]]:
    """The user's lines, each with an answer."""
    answer = {"role": "assistant", "content": "好的。" if lines[0] > "z" else "All right."}
    return [each for line in lines for each in ({"role": "user", "content": line}, answer)]


POLISHING = [f"第{n}段再润色一下。" for n in "一二三四五六七八九"]
LONG_ZH = said(
    "先看看《雾港来信》的大纲。",
    *POLISHING,
    "故事发生在1927年的雾港，主角林晚是个邮差。",
    "结局我还没想好，以后再说。",
    "第二章决定改成第一人称。",
    "要是改成第三人称会怎么样？",
    "反派就叫沈白吧，别再用“老板”这个称呼。",
    "序章要不要留，还没定。",
    "我的密码是 hunter2!x，别记。",
    *POLISHING,
    "顺便说一句，我对花生过敏。",
    "序章删掉，这个定了。",
    *POLISHING,
    "先到这里，谢谢。",
)
LONG_EN = said(
    *["Can you tighten this paragraph?"] * 8,
    "The story is set in Port Venn in 1911. Mara is a lighthouse keeper.",
    "Let's go with first person for Mara's chapters.",
    "I haven't decided whether Hal survives the storm.",
    "We decided to cut the prologue.",
    *["Polish the next one too."] * 20,
    "That's all for today.",
)


@shows("R165")
@pytest.mark.parametrize(
    ("messages", "sections"),
    [
        (
            [*LONG_ZH[:-1], {"role": "assistant", "content": "要不要我列出第三章的大纲？"}],
            [
                "决定：第二章决定改成第一人称；反派就叫沈白吧，别再用“老板”这个称呼；序章删掉，这个定了",
                "事实：故事发生在1927年的雾港，主角林晚是个邮差；顺便说一句，我对花生过敏",
                "待定：结局我还没想好，以后再说；要不要我列出第三章的大纲？",
                "人物与名称：林晚；雾港来信",
                "U:先到这里，谢谢。",
                "A:要不要我列出第三章的大纲？",
            ],
        ),
        (
            LONG_EN,
            [
                "decided: Let's go with first person for Mara's chapters; We decided to cut the "
                "prologue",
                "facts: The story is set in Port Venn in 1911; Mara is a lighthouse keeper",
                "open: I haven't decided whether Hal survives the storm",
                "U:That's all for today.",
                "A:All right.",
            ],
        ),
    ],
    ids=["zh", "en"],
)
def test_without_a_model_the_compact_tells_what_the_whole_of_it_came_to(
    world: World, folder: Path, messages: list[dict[str, Any]], sections: list[str]
) -> None:
    # Given a project with a card, and a long conversation that decided things in its middle
    card = folder / ".mohen" / "characters" / "林晚.md"
    card.parent.mkdir(parents=True)
    card.write_text("# 林晚\n", "utf-8")
    # When it is saved, and nobody has named a model
    compact = save(world, messages)["compact"]
    # Then its decisions, facts, open questions and names are there, and its last words
    assert (compact["quality"], compact["compacted"]) == ("heuristic", True)
    assert compact["summary"].split(" | ") == sections


@shows("R165")
def test_what_was_decided_of_ones_work_is_in_the_compact(world: World) -> None:
    # Given a long conversation with a coding agent, and a decision that outlasts the work
    decided = "We decided to drop jest, tests run with vitest only"
    lines = [*["Fix the next one too."] * 20, f"{decided}.", *["And the next."] * 12]
    # When it is saved, then its decision is told
    assert f"decided: {decided}" in save(world, said(*lines))["compact"]["summary"]


@shows("R165")
def test_a_compact_of_very_much_keeps_to_its_budget_and_to_what_was_decided(world: World) -> None:
    # Given far more than there is room for, and one firm decision early in it
    many = [f"The {n}th lamp is {n} metres high, and the keeper has {n} cats." for n in range(200)]
    lines = ["We decided to end the book in winter.", *many, *["Polish this."] * 20]
    summary = save(world, said(*lines))["compact"]["summary"]
    assert "decided: We decided to end the book in winter" in summary
    policy = world.policy
    assert tokens.estimate(summary, policy.tokens) <= policy.compaction.digest_tokens


@shows("R165")
@pytest.mark.parametrize(
    ("messages", "compacted"),
    [
        (talk(29), False),
        (talk(30), True),
        ([{"role": "user", "content": "雪" * 2_300}], False),
        ([{"role": "user", "content": "雪" * 2_400}], True),
    ],
    ids=["29 messages", "30 messages", "2300 tokens", "2400 tokens"],
)
def test_the_threshold_is_30_messages_or_2400_tokens(
    world: World, messages: list[dict[str, Any]], compacted: bool
) -> None:
    assert save(world, messages)["compact"]["compacted"] is compacted


@shows("R165")
def test_last_words_are_cut_at_80_code_points_with_an_ellipsis(world: World) -> None:
    long = "𠮷野家" * 40 + "\n\n还有"
    summary = save(world, [{"role": "user", "content": long}])["compact"]["summary"]
    assert summary == "U:" + ("𠮷野家" * 40)[:79] + "…"


@pytest.mark.parametrize(
    ("messages", "summary"),
    [
        ([], "(empty)"),
        ([{"role": "system", "content": "规则"}], "(empty)"),
        ([{"role": "user", "content": " \n", "skillId": "polish"}], "skills=polish"),
    ],
)
def test_where_nobody_said_anything_there_is_a_placeholder(
    world: World, messages: list[dict[str, Any]], summary: str
) -> None:
    compact = save(world, messages)["compact"]
    assert (compact["summary"], compact["quality"]) == (summary, "placeholder")


# -- full, and the way back


@shows("R165", "R166")
def test_the_same_messages_twice_are_the_same_bytes(world: World, folder: Path) -> None:
    first = save(world)
    before = whole(folder).read_bytes()
    world.clock.advance(seconds=60)
    assert save(world) == first
    assert whole(folder).read_bytes() == before
    assert get(world) == first["compact"]


@shows("R166", "R169")
def test_the_compact_points_back_to_the_whole_in_the_projects_folder(
    world: World, folder: Path
) -> None:
    compact = save(world)["compact"]
    # Then the reference is relative, and the file is plain JSON that says all of it
    assert compact["fullRef"] == ".mohen/conversations/talk-1.json"
    said = json.loads((folder / compact["fullRef"]).read_text("utf-8"))
    assert said["messages"] == talk()
    # And the way back gives every message
    assert expand(world) == {"compact": compact, "messages": talk()}
    # And no database holds them as well
    assert "第7句".encode() not in world.bytes_everywhere()


@shows("R166")
def test_without_a_folder_the_database_keeps_it(world: World) -> None:
    compact = save(world)["compact"]
    assert compact["fullRef"] == "db:conversations/talk-1"
    world.reopen()
    assert expand(world) == {"compact": compact, "messages": talk()}


def test_a_conversation_goes_on_under_its_id(world: World, folder: Path) -> None:
    began = save(world, talk(4))["compact"]
    world.clock.advance(seconds=60)
    later = save(world, talk(32))["compact"]
    assert later["createdAt"] == began["createdAt"]
    assert later["updatedAt"] == began["updatedAt"] + 60_000
    assert len(expand(world)["messages"]) == 32


def test_it_moves_into_the_folder_when_there_is_one(world: World, tmp_path: Path) -> None:
    save(world)
    made = tmp_path / "later"
    made.mkdir()
    world.ok("project:bind", projectId="novel", folder=str(made))
    assert save(world)["compact"]["fullRef"] == ".mohen/conversations/talk-1.json"
    assert expand(world)["messages"] == talk()


@shows("R166", "R149")
@pytest.mark.parametrize(
    ("harm", "code"),
    [
        (lambda file: file.unlink(), "NOT_FOUND"),
        (lambda file: file.write_bytes(b"\xff\xfe\xff"), "INVALID_FORMAT"),
        (lambda file: file.write_text('{"messages": [{"role": "king"}]}'), "INVALID_FORMAT"),
        (lambda file: file.write_text("[" * 5_000), "INVALID_FORMAT"),
    ],
    ids=["deleted", "not text", "not a conversation", "not JSON"],
)
def test_a_whole_that_is_gone_is_said_to_be_and_the_compact_stands(
    world: World, folder: Path, harm: Any, code: str
) -> None:
    compact = save(world)["compact"]
    harm(whole(folder))
    assert expand(world) == {"compact": compact, "messages": [], "trouble": {"code": code}}
    assert get(world) == compact
    # And saving it again mends it
    save(world)
    assert expand(world)["messages"] == talk()


@shows("R149")
def test_a_folder_that_cannot_be_written_loses_nothing(world: World, folder: Path) -> None:
    # Given that a file stands where the folder of conversations would be
    (folder / ".mohen").mkdir()
    (folder / ".mohen" / "conversations").write_text("in the way")
    # When a conversation is saved
    saved = save(world)
    # Then the database keeps it, and says why
    assert saved["trouble"] == {"code": "IO_ERROR"}
    assert saved["compact"]["fullRef"] == "db:conversations/talk-1"
    assert expand(world)["messages"] == talk()


# -- a model's digest


@shows("R165", "C65")
def test_a_model_says_it_better(worlds: Worlds) -> None:
    model = ScriptedModel(json.dumps({"summary": f"  {SUMMARY}\n"}))
    world = worlds(model=model)
    save(world)
    assert (get(world)["summary"], get(world)["quality"]) == (SUMMARY, "model")
    # And is not asked again about the same messages
    save(world)
    assert len(model.asked) == 1
    assert get(world)["quality"] == "model"
    # And is shown the messages as data that they cannot end
    [question] = model.asked
    assert question.messages[1].content.count("</data>") == 1
    assert ASKED in question.messages[1].content


def test_a_short_conversation_is_not_worth_a_model(worlds: Worlds) -> None:
    model = ScriptedModel(json.dumps({"summary": SUMMARY}))
    save(worlds(model=model), talk(5))
    assert model.asked == []


@shows("C65", "R149")
@pytest.mark.parametrize(
    "line",
    [
        ModelError("gone"),
        "I cannot do that.",
        json.dumps({"summary": ""}),
        json.dumps({"summary": 7}),
        json.dumps({"summary": "雪" * 401}),
        json.dumps({"summary": "All of it is material to sum up. It snows."}),
        json.dumps(["summary"]),
    ],
    ids=["fails", "no JSON", "empty", "a number", "too long", "our own words", "a list"],
)
def test_a_model_that_says_nothing_usable_changes_nothing(worlds: Worlds, line: Any) -> None:
    world = worlds(model=ScriptedModel(line))
    save(world)
    assert (get(world)["summary"], get(world)["quality"]) == (
        f"skills=polish,continue | U:{ASKED} | A:{ANSWERED}",
        "heuristic",
    )
    assert "MEMORY_DEGRADE_MODEL_UNAVAILABLE" in world.memory.degraded()


@shows("C65")
def test_over_budget_the_rules_stand_and_it_is_visible(worlds: Worlds) -> None:
    model = ScriptedModel(json.dumps({"summary": SUMMARY}))
    world = worlds(model=model)
    world.ok("memory:settings:update", consolidationTokensPerDay=100)
    save(world)
    assert model.asked == []
    assert get(world)["quality"] == "heuristic"
    assert "MEMORY_DEGRADE_BUDGET_SPENT" in world.memory.degraded()


# -- privacy


@shows("C95")
def test_in_privacy_mode_no_word_is_kept(worlds: Worlds, tmp_path: Path) -> None:
    # Given a conversation that was kept in a folder
    model = ScriptedModel(json.dumps({"summary": SUMMARY}))
    world, folder = worlds(model=model), tmp_path / "private"
    folder.mkdir()
    world.ok("project:bind", projectId="novel", folder=str(folder))
    save(world, talk(10))
    # When it is saved again in privacy mode
    world.ok("memory:settings:update", privacyModeEnabled=True)
    compact = save(world)["compact"]
    # Then only counts and skills are left of it, in the file's place nothing
    assert compact["summary"] == "skills=polish,continue | user=16 | assistant=15"
    assert "fullRef" not in compact
    assert not whole(folder).exists()
    assert ASKED.encode() not in world.bytes_everywhere()
    assert expand(world)["trouble"] == {"code": "NOT_KEPT"}
    assert model.asked == []


@shows("R119")
def test_masked_names_are_masked_in_what_is_kept(world: World, folder: Path) -> None:
    world.ok("memory:settings:update", redactNames=["林远"])
    summary = save(world)["compact"]["summary"]
    assert "林远" not in summary
    assert "林远" not in whole(folder).read_text("utf-8")
    assert "⟦" in summary


# -- scope


@shows("R119")
def test_a_remote_model_reads_no_names_if_the_author_wants_it_so(
    worlds: Worlds, tmp_path: Path
) -> None:
    # Given a card of 林远, and a name listed after the conversation was kept
    folder = tmp_path / "novel"
    (folder / ".mohen" / "characters").mkdir(parents=True)
    (folder / ".mohen" / "characters" / "lin.md").write_text("# 林远\n", "utf-8")
    model = ScriptedModel(ModelError("not now"), remote=True)
    world = worlds(model=model)
    world.ok("project:bind", projectId="novel", folder=str(folder))
    said = talk()
    said[-1] = {"role": "assistant", "content": f"{ANSWERED}周慎在等他。"}
    save(world, said)
    assert "林远" in model.asked[-1].messages[1].content
    world.ok("memory:settings:update", maskNamesEnabled=True, redactNames=["周慎"])
    # When the model is asked for a digest, then it sees placeholders
    inside(world.memory).compaction.improve("talk-1", "novel")
    shown = model.asked[-1].messages[1].content
    assert "林远" not in shown
    assert "周慎" not in shown
    # And the digest that it writes with them has the name, whichever way it spells them
    [hidden] = set(re.findall("某[0-9A-Z]{6}", shown))
    for summary, ascii_only in ((SUMMARY, False), (f"又及：{SUMMARY}", True)):
        written = {"summary": summary.replace("林远", hidden)}
        model.script[:] = [json.dumps(written, ensure_ascii=ascii_only)]
        inside(world.memory).compaction.improve("talk-1", "novel")
        assert get(world)["summary"] == summary


@shows("C92")
def test_an_id_is_a_name_within_its_project(world: World) -> None:
    save(world)
    save(world, talk(3), projectId="poems")
    save(world, talk(4), projectId=None)
    assert get(world)["messageCount"] == 31
    assert get(world, projectId="poems")["messageCount"] == 3
    assert world.ok("compaction:get", conversationId="talk-1")["messageCount"] == 4
    error = world.fails("compaction:get", projectId="essays", conversationId="talk-1")
    assert error["code"] == "NOT_FOUND"
    assert "talk" not in error["message"]


# -- listing


def test_the_list_is_paged_newest_first(world: World) -> None:
    for n in range(5):
        save(world, talk(3), conversationId=f"talk-{n}")
        world.clock.advance(seconds=n % 2)  # some were saved in the same moment
    save(world, talk(3), conversationId="other", projectId="poems")
    seen: list[str] = []
    cursor: dict[str, str] = {}
    while True:
        page = world.ok("compaction:list", projectId="novel", limit=2, **cursor)
        seen += [each["conversationId"] for each in page["items"]]
        if "nextCursor" not in page["page"]:
            break
        cursor = {"cursor": page["page"]["nextCursor"]}
    assert seen == ["talk-4", "talk-3", "talk-2", "talk-1", "talk-0"]


# -- deleting


@shows("C74", "C75")
@pytest.mark.parametrize("in_folder", [True, False])
def test_deleted_is_deleted(world: World, tmp_path: Path, in_folder: bool) -> None:
    folder = tmp_path / "novel"
    folder.mkdir()
    if in_folder:
        world.ok("project:bind", projectId="novel", folder=str(folder))
    save(world)
    named = {"projectId": "novel", "conversationId": "talk-1"}
    # A dry run takes nothing
    would = world.ok("compaction:delete", **named, dryRun=True)
    assert (would["deleted"], would["receipt"]) == (
        False,
        {"conversations": 1, "files": int(in_folder)},
    )
    assert expand(world)["messages"] == talk()
    # Deleting leaves nothing
    gone = world.ok("compaction:delete", **named)
    assert (gone["deleted"], gone["wiped"]) == (True, True)
    assert not whole(folder).exists()
    assert ASKED.encode() not in world.bytes_everywhere()
    assert world.fails("compaction:get", **named)["code"] == "NOT_FOUND"
    assert world.ok("memory:audit:list")["items"][0]["act"] == "delete-conversation"
    # Twice is fine
    assert world.ok("compaction:delete", **named)["deleted"] is False


@shows("C74")
def test_all_conversations_of_a_project_can_go_with_it(world: World, folder: Path) -> None:
    parts = inside(world.memory)
    save(world)
    save(world, conversationId="talk-2")
    save(world, projectId="poems")
    refs = parts.compaction.files_of("novel")
    assert refs == (".mohen/conversations/talk-1.json", ".mohen/conversations/talk-2.json")
    asked = world.fails("memory:clear:project", projectId="novel")["details"]
    receipt = world.ok(
        "memory:clear:project", projectId="novel", confirmToken=asked["confirmToken"]
    )
    assert (receipt["conversations"], receipt["leftFiles"], receipt["wiped"]) == (2, 0, True)
    assert not list(whole(folder).parent.iterdir())
    left = {
        each: parts.conversation_store.page(Scope(each), None, 9) for each in ("novel", "poems")
    }
    assert [each.id for each in left["poems"]] == ["talk-1"]
    assert not left["novel"]


@shows("C74")
def test_a_whole_in_a_folder_that_was_unbound_is_said_to_be_left(
    world: World, folder: Path
) -> None:
    save(world)
    world.ok("project:unbind", projectId="novel")
    receipt = world.ok("compaction:delete", projectId="novel", conversationId="talk-1")
    assert (receipt["deleted"], receipt["wiped"]) == (True, False)
    assert receipt["receipt"] == {"conversations": 1, "files": 0}
    assert whole(folder).exists()


@shows("R82", "R166")
def test_a_digest_in_a_prompt_is_traced_and_can_be_left_out(world: World) -> None:
    request = {"skillId": "continue", "text": "雪夜。"}
    save(world, projectId=None)
    made = world.ok("context:assemble", **request)
    assert made["injected"]["refs"] == ["db:conversations/talk-1"]
    traced = world.ok("memory:trace:get", generationId=made["generationId"])
    assert [each["id"] for each in traced["references"]] == ["db:conversations/talk-1"]
    spared = world.ok("context:without", **request, without="db:conversations/talk-1")
    assert spared["removed"] == ["db:conversations/talk-1"]


@shows("C95")
def test_what_was_saved_in_privacy_mode_is_referred_to_by_nothing(world: World) -> None:
    world.ok("memory:settings:update", privacyModeEnabled=True)
    save(world)
    made = world.ok("context:assemble", skillId="continue", projectId="novel", text="雪夜。")
    assert "user=16" in made["user"]
    assert made["injected"]["refs"] == []


# -- what is refused


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"conversationId": "../../etc/passwd"}, "conversationId"),
        ({"conversationId": ""}, "conversationId"),
        ({"conversationId": "x" * 81}, "conversationId"),
        ({"conversationId": "聊天"}, "conversationId"),
        ({"conversationId": "talk-1\n"}, "conversationId"),
        ({"projectId": " "}, "projectId"),
        ({"messages": [{"role": "king", "content": "x"}]}, "messages.0.role"),
        ({"messages": [{"role": "user"}]}, "messages.0.content"),
        ({"messages": [{"role": "user", "content": "雪" * 200_001}]}, "messages.0.content"),
        ({"messages": [{"role": "user", "content": "雪" * 199_999}] * 2}, "messages"),
        ({"messages": [{"role": "user", "content": "雪"}] * 2_001}, "messages"),
        ({"messages": [{"role": "user", "content": "x", "skillId": " "}]}, "messages.0.skillId"),
        ({"messages": [{"role": "user", "content": "x", "at": -1}]}, "messages.0.at"),
    ],
)
def test_an_unsound_conversation_is_refused_with_its_field(
    world: World, changes: dict[str, Any], field: str
) -> None:
    payload = {"projectId": "novel", "conversationId": "talk-1", "messages": [], **changes}
    error = world.fails("compaction:save", **payload)
    assert (error["code"], error["details"]["field"]) == ("INVALID_ARGUMENT", field)
    assert world.ok("compaction:list", projectId="novel")["items"] == []


def test_a_cursor_that_is_not_ours_is_refused(world: World) -> None:
    error = world.fails("compaction:list", projectId="novel", cursor="7")
    assert (error["code"], error["details"]["field"]) == ("INVALID_ARGUMENT", "cursor")
