"""What must not be remembered is gone: from answers, from rows, from every byte (C74, C93)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any

import pytest

from inside import inside
from rulebooks import unmeasured
from shows import shows
from worlds import World

ENGLISH = "The heron Zyqxvarn crossed the frozen weir at dusk"
CHINESE = "青鸾渡过了雪山，一去不回"
WORDS = ("zyqxvarn", "Zyqxvarn", "frozen", "weir", "青鸾", "雪山", "一去不回")


def secret(world: World, text: str, **changes: Any) -> str:
    """An episode that says a text wherever an episode can."""
    recorded = world.record(
        inputContext=f"{text}。",
        candidates=[f"{text}？", "别的。"],
        selectedIndex=0,
        finalText=f"{text}！",
        explicit=f"太像 {text}",
        **changes,
    )
    return str(recorded["episodeId"])


def holds(world: World, text: str) -> bool:
    return text.encode() in world.bytes_everywhere()


def note(world: World, content: str, project: str | None = "novel") -> str:
    scope = {"scope": "global"} if project is None else {"scope": "project", "projectId": project}
    return str(world.ok("memory:create", type="note", content=content, **scope)["id"])


def by_words(world: World, text: str, **asked: Any) -> dict[str, Any]:
    """Both steps."""
    token = world.fails("memory:forget", queryText=text, **asked)["details"]["confirmToken"]
    return world.ok("memory:forget", queryText=text, confirmToken=token, **asked)


def counts(receipt: dict[str, Any], *kinds: str) -> dict[str, int]:
    return {kind: receipt[kind] for kind in kinds}


# -- one episode


@shows("C74")
@pytest.mark.parametrize("text", [ENGLISH, CHINESE])
def test_a_forgotten_episode_leaves_no_byte(world: World, text: str) -> None:
    # Given an episode among others, embedded and findable
    others = [world.record()["episodeId"] for _ in range(3)]
    id = secret(world, text)
    assert id in world.ids_of(world.query(queryText=text))
    # When it is forgotten
    receipt = world.ok("memory:forget", projectId="novel", episodeId=id)
    # Then the receipt counts every kind
    assert receipt["wiped"]
    assert counts(receipt, "episodes", "texts", "digests", "evidence", "vectors", "terms") == {
        "episodes": 1, "texts": 1, "digests": 0, "evidence": 1, "vectors": 1, "terms": 1,
    }  # fmt: skip
    # And no file holds the text, nor a single word of it
    for said in (text, *(word for word in WORDS if word.lower() in text.lower())):
        assert not holds(world, said), said
    # And nobody finds it, while the others are as they were
    assert id not in world.ids_of(world.query(queryText=text))
    assert world.fails("memory:episode:get", projectId="novel", episodeId=id)["code"] == "NOT_FOUND"
    listed = world.ok("memory:episode:list", projectId="novel")["items"]
    assert sorted(each["id"] for each in listed) == others


@shows("C74")
def test_a_forgotten_digest_leaves_no_byte_either(world: World) -> None:
    id = secret(world, CHINESE, timestamp=world.clock.now() - 40 * 86_400_000)
    world.ok("memory:cleanup:run")
    assert holds(world, CHINESE)  # the comment outlives the text
    receipt = world.ok("memory:forget", projectId="novel", episodeId=id)
    assert counts(receipt, "episodes", "texts", "digests", "evidence") == {
        "episodes": 1, "texts": 0, "digests": 1, "evidence": 1,
    }  # fmt: skip
    assert not holds(world, CHINESE)


@shows("C93")
def test_what_stays_is_a_tombstone_without_text(world: World) -> None:
    id = secret(world, ENGLISH)
    recorded_at = world.clock.now()
    world.clock.advance(hours=1)
    world.ok("memory:forget", projectId="novel", episodeId=id, operator="li")
    tomb = inside(world.memory).audit_store.buried(id)
    assert tomb is not None
    assert (tomb.kind, tomb.project_id) == ("episode", "novel")
    assert (tomb.created_at, tomb.deleted_at) == (recorded_at, world.clock.now())
    # And nobody without the home's key can tell from its hash what it was
    for said in (ENGLISH, f"{ENGLISH}。", f"{ENGLISH}。\0{ENGLISH}！\0"):
        assert tomb.hash != hashlib.sha256(said.encode()).hexdigest()


@shows("C74", "C93")
def test_rules_lose_what_it_said_for_them(world: World) -> None:
    gone, kept = secret(world, ENGLISH), world.record()["episodeId"]
    unmeasured(world, "rule_x", by=[gone, kept])
    assert world.ok("memory:forget", projectId="novel", episodeId=gone)["links"] == 1
    links = inside(world.memory).rule_store.links("rule_x")
    assert [each.episode_id for each in links] == [kept]


@shows("C75")
def test_a_dry_run_says_the_same_and_changes_nothing(world: World) -> None:
    id = secret(world, ENGLISH)
    unmeasured(world, "rule_x", by=[id])
    before = world.episode(id)
    foreseen = world.ok("memory:forget", projectId="novel", episodeId=id, dryRun=True)
    assert (foreseen["dryRun"], foreseen["wiped"]) == (True, False)
    assert world.episode(id) == before
    shown = [{"id": id, "type": "episode", "content": "", "why": "named"}]
    done = world.ok("memory:forget", projectId="novel", episodeId=id)
    done.pop("rests", None)
    assert {**done, "dryRun": True, "wiped": False, "items": shown} == foreseen


def test_forgetting_twice_is_fine(world: World) -> None:
    id = secret(world, ENGLISH)
    world.ok("memory:forget", projectId="novel", episodeId=id)
    again = world.ok("memory:forget", projectId="novel", episodeId=id)
    assert (again["episodes"], again["wiped"]) == (0, True)
    assert world.fails("memory:forget", projectId="novel", episodeId="ep_no")["code"] == "NOT_FOUND"


@shows("C92", "R119")
def test_another_projects_things_are_not_forgotten_nor_shown(world: World) -> None:
    id = secret(world, ENGLISH)
    unmeasured(world, "rule_x", text=ENGLISH)
    item = note(world, ENGLISH)
    for target in ({"episodeId": id}, {"ruleId": "rule_x"}, {"knowledgeId": item}):
        error = world.fails("memory:forget", projectId="other", **target)
        assert error["code"] == "MEMORY_SCOPE_DENIED"
        assert "Zyqxvarn" not in str(error)
    assert by_words(world, "Zyqxvarn", projectId="other")["episodes"] == 0
    assert world.episode(id)["trigger"]["inputContext"] == f"{ENGLISH}。"
    # And what is gone is still another project's
    world.ok("memory:forget", projectId="novel", episodeId=id)
    error = world.fails("memory:forget", projectId="other", episodeId=id)
    assert error["code"] == "MEMORY_SCOPE_DENIED"


# -- rules and knowledge


@shows("C74", "C64")
@pytest.mark.parametrize("text", [ENGLISH, CHINESE])
def test_a_forgotten_rule_is_gone_and_not_learned_again(world: World, text: str) -> None:
    unmeasured(world, "rule_x", by=[world.record()["episodeId"]], text=text)
    receipt = world.ok("memory:forget", projectId="novel", ruleId="rule_x")
    assert counts(receipt, "rules", "links") == {"rules": 1, "links": 1}
    assert receipt["vetoes"] >= 1
    assert receipt["wiped"]
    assert not holds(world, text)
    assert inside(world.memory).rule_store.get(None, "rule_x") is None


@shows("C74", "C64")
@pytest.mark.parametrize("text", [ENGLISH, CHINESE])
def test_forgotten_knowledge_is_gone(world: World, text: str) -> None:
    id = note(world, text)
    receipt = world.ok("memory:forget", projectId="novel", knowledgeId=id)
    assert (receipt["knowledge"], receipt["wiped"]) == (1, True)
    assert not holds(world, text)
    assert world.ok("memory:forget", projectId="novel", knowledgeId=id)["knowledge"] == 0


# -- by words


@shows("C74", "C75")
def test_by_words_everything_in_the_scope_that_says_them_goes(world: World) -> None:
    # Given the words in an episode, a digest, a comment, a rule, its history, a note and a label
    old = world.clock.now() - 40 * 86_400_000
    digest = secret(world, CHINESE, timestamp=old)
    world.ok("memory:cleanup:run")
    said = secret(world, CHINESE)
    commented = world.record(explicit="又是青鸾渡过了雪山")["episodeId"]
    unmeasured(world, "rule_x", by=[said], text="少写青鸾渡过了雪山")
    unmeasured(world, "rule_y", by=[said], text="多写对白")
    item = note(world, "她梦见青鸾渡过了雪山")
    world.ok(
        "memory:preferences:ingest",
        projectId="novel",
        skillId="continue",
        action="accept",
        evidenceRef="青鸾渡过了雪山式的句子",
    )
    other = secret(world, CHINESE, projectId="other")
    plain = world.record()["episodeId"]
    # When they are to be forgotten, the user is asked first, with the numbers
    asked = world.fails("memory:forget", projectId="novel", queryText="青鸾渡过了雪山")
    assert asked["code"] == "MEMORY_CLEAR_CONFIRM_REQUIRED"
    would = asked["details"]["would"]
    assert world.episode(said)
    # Then, with the token, all of it goes
    receipt = world.ok(
        "memory:forget",
        projectId="novel",
        queryText="青鸾渡过了雪山",
        confirmToken=asked["details"]["confirmToken"],
    )
    expected = {
        "episodes": 3, "texts": 2, "digests": 1, "rules": 1, "links": 2, "knowledge": 1,
        "feedback": 1,
    }  # fmt: skip
    assert counts(receipt, *expected) == expected
    assert {kind: would.get(kind, 0) for kind in expected} == expected
    left = {each["id"] for each in world.ok("memory:episode:list", projectId="novel")["items"]}
    assert left == {plain}
    assert not left & {digest, said, commented}
    assert item not in str(world.ok("memory:list", projectId="novel"))
    # And what another project says is its own; without it no byte is left
    assert world.episode(other, "other")
    world.ok("memory:forget", projectId="other", episodeId=other)
    assert not holds(world, "青鸾渡过了雪山")


@shows("C74")
@pytest.mark.parametrize("asked", ["zyqxvarn", "ZYQXVARN", "ｚｙｑｘＶＡＲＮ", "frozen weir"])
def test_width_and_case_do_not_hide_a_word(world: World, asked: str) -> None:
    secret(world, ENGLISH)
    assert by_words(world, asked, projectId="novel")["episodes"] == 1
    assert not holds(world, "Zyqxvarn")


@shows("C74")
@pytest.mark.parametrize("asked", ['said "go home"', 'home".\nThen', "back\\slash", "第九章"])
def test_no_escape_hides_a_word_and_what_nobody_chose_is_searched_too(
    world: World, asked: str
) -> None:
    said = 'He said "go home".\nThen a back\\slash.'
    world.record(candidates=[said, "别的。"], selectedIndex=1, chapterId="第九章 雪")
    assert by_words(world, asked, projectId="novel")["episodes"] == 1
    assert not holds(world, "go home")


@shows("C74")
@pytest.mark.parametrize("asked", ["[", "chosen", "zh", "0", "sl"])
def test_nothing_goes_for_words_that_only_our_own_rows_say(world: World, asked: str) -> None:
    world.record(finalText="剑落。血溅了。")
    would = world.ok("memory:forget", projectId="novel", queryText=asked, dryRun=True)
    assert would["episodes"] == 0


@shows("C74", "C96")
def test_a_forget_that_goes_well_raises_no_alarm(world: World) -> None:
    world.record(inputContext=ENGLISH)
    note(world, ENGLISH)
    world.ok(
        "memory:semantic:add", rule=f"Write like: {ENGLISH}", scope="project", projectId="novel"
    )
    world.pushes.clear()
    receipt = by_words(world, ENGLISH, projectId="novel")
    assert counts(receipt, "episodes", "rules", "knowledge") == {
        "episodes": 1, "rules": 1, "knowledge": 1,
    }  # fmt: skip
    assert [name for name, _ in world.pushes if name == "memory:alert"] == []


def test_without_a_project_only_what_is_global_goes(world: World) -> None:
    mine = note(world, ENGLISH)
    note(world, ENGLISH, project=None)
    secret(world, ENGLISH)
    receipt = by_words(world, "Zyqxvarn")
    assert counts(receipt, "episodes", "knowledge") == {"episodes": 0, "knowledge": 1}
    listed = world.ok("memory:list", projectId="novel")
    assert mine in str(listed)


@shows("C75")
def test_a_token_is_good_for_its_own_words_only(world: World) -> None:
    secret(world, ENGLISH)
    token = world.fails("memory:forget", projectId="novel", queryText="heron")["details"][
        "confirmToken"
    ]
    for asked in (
        {"projectId": "novel", "queryText": "frozen"},
        {"projectId": "other", "queryText": "heron"},
        {"queryText": "heron"},
    ):
        error = world.fails("memory:forget", confirmToken=token, **asked)
        assert error["code"] == "MEMORY_CLEAR_CONFIRM_REQUIRED"
    assert world.ok("memory:status")["episodes"]["active"] == 1


@pytest.mark.parametrize(
    "target",
    [
        {},
        {"episodeId": "a", "ruleId": "b"},
        {"queryText": ""},
        {"queryText": " \n"},
        {"episodeId": " "},
        {"queryText": "x" * 10_001},
    ],
)
def test_what_to_forget_must_be_said(world: World, target: dict[str, str]) -> None:
    error = world.fails("memory:forget", projectId="novel", **target)
    assert error["code"] == "INVALID_ARGUMENT"


# -- afterwards


@shows("C99", "R119")
def test_the_audit_says_who_and_how_many_and_no_text(world: World) -> None:
    id = secret(world, ENGLISH)
    world.ok("memory:forget", projectId="novel", episodeId=id, operator="li")
    by_words(world, "青鸾", projectId="novel")
    acts = world.ok("memory:audit:list")["items"]
    assert [(each["act"], each["operator"], each.get("subject")) for each in acts] == [
        ("forget", "user", None),
        ("forget", "li", id),
    ]
    assert acts[1]["counts"]["episodes"] == 1
    assert "青鸾" not in str(acts)


@shows("C99")
def test_the_audit_comes_in_pages(world: World) -> None:
    ids = [secret(world, f"{ENGLISH}{n}") for n in range(5)]
    for id in ids:
        world.ok("memory:forget", projectId="novel", episodeId=id)
    seen: list[str] = []
    page = world.ok("memory:audit:list", limit=2)
    while True:
        seen += [each["subject"] for each in page["items"]]
        if "nextCursor" not in page["page"]:
            break
        page = world.ok("memory:audit:list", limit=2, cursor=page["page"]["nextCursor"])
    assert seen == ids[::-1]
    for cursor in ("x", "-1", "٣", "9" * 40):
        assert world.fails("memory:audit:list", cursor=cursor)["code"] == "INVALID_ARGUMENT"


@pytest.fixture
def reader(world: World) -> Iterator[Any]:
    """Another program in the middle of reading the file of episodes."""
    import apsw

    connection = apsw.Connection(str(world.home / "episodes.db"))
    yield connection
    connection.close()


@shows("C74", "C96", "R110")
@pytest.mark.files("SQLite's log; who reads on PostgreSQL is in tests/postgres/test_sealing.py")
def test_while_somebody_reads_it_is_not_claimed_to_be_wiped(world: World, reader: Any) -> None:
    # Given a reader that keeps the log from being cut
    id = secret(world, ENGLISH)
    reader.execute("BEGIN; SELECT count(*) FROM episodes").fetchall()
    # When something is forgotten, it is gone from answers, and the receipt says how it is
    receipt = world.ok("memory:forget", projectId="novel", episodeId=id)
    assert (receipt["episodes"], receipt["wiped"]) == (1, False)
    assert holds(world, "Zyqxvarn")
    alerts = world.ok("memory:status")["alerts"]
    assert [(each["code"], each["subject"], each["state"]) for each in alerts] == [
        ("MEMORY_CLEANUP_FAILED", "wipe", "began")
    ]
    assert ("memory:alert", "began") in [(push, data["state"]) for push, data in world.pushes]
    # And a later deletion in the other file does not make it forgotten
    assert world.ok("memory:delete", id=note(world, "别的"), projectId="novel")["wiped"]
    assert [each["state"] for each in world.ok("memory:status")["alerts"]] == ["began"]
    # When the reader is done and the memory is opened again, the wipe that is owed is paid
    reader.execute("COMMIT")
    world.reopen()
    assert not holds(world, "Zyqxvarn")
    assert [each["state"] for each in world.ok("memory:status")["alerts"]] == ["ended"]
    assert world.ok("memory:status")["memoryDegraded"] is False


@shows("C74")
def test_a_damaged_file_that_was_set_aside_may_still_hold_it(world: World) -> None:
    aside = world.home / "episodes.db.damaged-1"
    aside.write_bytes(ENGLISH.encode())
    id = secret(world, ENGLISH)
    receipt = world.ok("memory:forget", projectId="novel", episodeId=id)
    assert (receipt["leftFiles"], receipt["wiped"]) == (1, False)
    aside.unlink()
    assert not holds(world, "Zyqxvarn")
