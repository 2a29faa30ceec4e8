"""A whole scope goes when the user says so twice (seed 000, H; R88, R117, C40, C93)."""

from __future__ import annotations

from typing import Any

import pytest

from inside import inside
from mohen.rules.model import Conflict, LearningEvent
from on_postgres import WIPES
from rulebooks import unmeasured
from shows import shows
from worlds import World

ENGLISH = "The heron Zyqxvarn crossed the frozen weir at dusk"
CHINESE = "青鸾渡过了雪山，一去不回"
WORDS = ("Zyqxvarn", "zyqxvarn", "weir", "青鸾", "雪山", "一去不回")
DAY = 86_400_000


def furnish(world: World, project: str) -> list[str]:
    """Something of every kind in a project; answers its episodes."""
    said = {
        "inputContext": f"{ENGLISH}。{CHINESE}",
        "finalText": f"{CHINESE}！{ENGLISH}",
        "explicit": f"{CHINESE} {ENGLISH}",
        "projectId": project,
    }
    old = world.record(**said, timestamp=world.clock.now() - 40 * DAY)["episodeId"]
    world.ok("memory:cleanup:run")
    ids = [old, *(world.record(**said)["episodeId"] for _ in range(2))]
    for n in (1, 2):
        unmeasured(world, f"{project}_{n}", project_id=project, by=ids, text=f"{CHINESE}{n}")
    parts, now = inside(world.memory), world.clock.now()

    def write(tx: Any) -> None:
        for n in (1, 2):
            parts.rule_store.add_event(
                tx,
                LearningEvent(at=now, kind="created", rule_id=f"{project}_{n}", project_id=project),
            )
        conflict = Conflict(
            id=f"c_{project}",
            project_id=project,
            rule_ids=(f"{project}_1", f"{project}_2"),
            reason="opposite",
            created_at=now,
        )
        parts.rule_store.open_conflict(tx, conflict)
        parts.rule_store.veto(tx, project, ["h1", "h2"], "rule_gone", now)

    parts.mind_db.write(write)
    world.ok("memory:create", type="note", scope="project", projectId=project, content=ENGLISH)
    world.ok(
        "memory:preferences:ingest",
        projectId=project,
        skillId="continue",
        action="accept",
        evidenceRef="青鸾渡过了雪山式的句子",
    )
    world.ok("memory:learning:pause", projectId=project)
    return ids


FURNISHED = {
    "episodes": 3, "texts": 2, "digests": 1, "evidence": 3, "vectors": 2, "terms": 2,
    "rules": 2, "links": 6, "knowledge": 1, "feedback": 1, "events": 2, "conflicts": 1,
    "vetoes": 2,
}  # fmt: skip


def both_steps(world: World, channel: str, **asked: Any) -> dict[str, Any]:
    token = world.fails(channel, **asked)["details"]["confirmToken"]
    return world.ok(channel, confirmToken=token, **asked)


def holds(world: World, text: str) -> bool:
    return text.encode() in world.bytes_everywhere()


def rows(world: World, file: str) -> dict[str, int]:
    """How many rows each table of a file has, those of the full-text index apart."""
    parts = inside(world.memory)
    database = parts.episodes_db if file == "episodes.db" else parts.mind_db
    with database.read() as reader:
        tables = database.tables(reader)
        return {name: reader.execute(f"SELECT count(*) FROM {name}").get for name in tables}


# -- the question before


@shows("R117", "C40", "R116")
@pytest.mark.parametrize(
    ("channel", "asked"),
    [("memory:clear:project", {"projectId": "novel"}), ("memory:clear:all", {})],
)
def test_without_a_confirmation_nothing_is_deleted(
    world: World, channel: str, asked: dict[str, str]
) -> None:
    furnish(world, "novel")
    before = rows(world, "episodes.db"), rows(world, "mind.db")
    error = world.fails(channel, **asked)
    assert error["code"] == "MEMORY_CLEAR_CONFIRM_REQUIRED"
    details = error["details"]
    assert details["expiresAt"] == world.clock.now() + world.policy.upkeep.token_ms
    assert {kind: details["would"][kind] for kind in FURNISHED} == FURNISHED
    after = rows(world, "episodes.db"), rows(world, "mind.db")
    assert {**after[1], "settings": 0} == {**before[1], "settings": 0}  # the home's secret, if new
    assert after[0] == before[0]


@shows("R117", "C75")
def test_a_token_is_for_one_act_on_one_scope_and_a_little_while(world: World) -> None:
    furnish(world, "novel")
    world.record(projectId="other")
    token = world.fails("memory:clear:project", projectId="novel")["details"]["confirmToken"]
    expires, _, mac = token.partition(".")
    wrong = [
        ("memory:clear:all", {"confirmToken": token}),
        ("memory:clear:project", {"projectId": "other", "confirmToken": token}),
        ("memory:clear:project", {"projectId": "novel", "confirmToken": "yes"}),
        ("memory:clear:project", {"projectId": "novel", "confirmToken": ""}),
        (
            "memory:clear:project",
            {"projectId": "novel", "confirmToken": f"{int(expires) + 1}.{mac}"},
        ),
        ("memory:clear:project", {"projectId": "novel", "confirmToken": f"{expires}.{mac[::-1]}"}),
        ("memory:clear:project", {"projectId": "novel", "confirmToken": f"²{token}"}),
    ]
    for channel, asked in wrong:
        error = world.fails(channel, **asked)
        assert error["code"] == "MEMORY_CLEAR_CONFIRM_REQUIRED"
        assert error["details"]["confirmToken"] != asked["confirmToken"]
    # And when its time is up it is good for nothing
    world.clock.advance(seconds=world.policy.upkeep.token_ms / 1000)
    error = world.fails("memory:clear:project", projectId="novel", confirmToken=token)
    assert error["code"] == "MEMORY_CLEAR_CONFIRM_REQUIRED"
    assert world.ok("memory:status")["episodes"]["projects"] == {"novel": 3, "other": 1}
    # But a fresh one is
    assert both_steps(world, "memory:clear:project", projectId="novel")["episodes"] == 3


# -- one project

KEPT = (
    "audit",
    "settings",
    "stamps",
    "embedders",
    # of the whole home, and without a word of anybody's: how many writes there were, how far ids
    # were counted, that something changed, whose vectors are in memory and who made them
    "commits",
    "knowledge_numbers",
    "knowledge_revision",
    "knowledge_scopes",
    "knowledge_embedders",
)


@shows("R88", "R92", "C74")
def test_a_project_is_cleared_to_the_last_byte(world: World) -> None:
    furnish(world, "novel")
    receipt = both_steps(world, "memory:clear:project", projectId="novel")
    assert {kind: receipt[kind] for kind in FURNISHED} == FURNISHED
    assert receipt["wiped"] is WIPES
    for word in (ENGLISH, CHINESE, *WORDS):
        assert not holds(world, word), word
    left = {**rows(world, "episodes.db"), **rows(world, "mind.db")}
    for table in (*KEPT, *(t for t in left if "search" in t)):
        left.pop(table, None)
    told = left.pop("alerts", 0)  # that a server keeps the bytes for a while
    assert told == (not WIPES)
    assert set(left.values()) == {0}, left


@shows("R88", "R92", "B10")
def test_global_rules_and_other_projects_are_untouched(world: World) -> None:
    ids = furnish(world, "novel")
    furnish(world, "other")
    unmeasured(world, "promoted", project_id=None, by=ids, text="第一人称")
    parts = inside(world.memory)
    world.ok("memory:create", type="note", scope="global", content="a global note")
    before = (
        [world.episode(each["id"], "other") for each in
         world.ok("memory:episode:list", projectId="other")["items"]],
        world.ok("memory:learning:history", projectId="other")["items"],
        parts.project_totals.weigh("other"),
    )  # fmt: skip
    both_steps(world, "memory:clear:project", projectId="novel")
    after = (
        [world.episode(each["id"], "other") for each in
         world.ok("memory:episode:list", projectId="other")["items"]],
        world.ok("memory:learning:history", projectId="other")["items"],
        parts.project_totals.weigh("other"),
    )  # fmt: skip
    assert after == before
    assert "a global note" in str(world.ok("memory:list"))
    # And a rule that outlives its project keeps the count of what spoke for it (C3)
    promoted = parts.rule_store.get(None, "promoted")
    assert promoted is not None
    assert (promoted.text, promoted.confidence) == ("第一人称", 0.5)
    assert promoted.tally.gone_supporting == 3
    assert parts.rule_store.links("promoted") == []


@shows("C93")
def test_a_cleared_project_learns_anew(world: World) -> None:
    furnish(world, "novel")
    parts = inside(world.memory)
    assert parts.rule_store.vetoed("novel", ["h1"]) == {"h1"}
    both_steps(world, "memory:clear:project", projectId="novel")
    assert parts.rule_store.vetoed("novel", ["h1"]) == set()
    assert world.ok("memory:learning:resume", projectId="novel")["paused"] is False
    new = world.record()["episodeId"]
    assert new in world.ids_of(world.query(queryText="拔剑"))


def test_a_cleared_project_is_not_paused(world: World) -> None:
    furnish(world, "novel")
    both_steps(world, "memory:clear:project", projectId="novel")
    assert b"learning_paused" not in world.bytes_everywhere()


def test_clearing_a_project_that_is_not_there_takes_nothing(world: World) -> None:
    furnish(world, "novel")
    receipt = both_steps(world, "memory:clear:project", projectId="ghost")
    assert sum(receipt[kind] for kind in FURNISHED) == 0
    assert world.ok("memory:status")["episodes"]["projects"] == {"novel": 3}


# -- everything


@shows("R88", "R117", "C74")
def test_a_full_clear_restores_the_state_of_a_new_user(world: World, tmp_path: Any) -> None:
    # Given a memory that has been used, with other settings and a damaged file set aside
    furnish(world, "novel")
    furnish(world, "other")
    world.ok("memory:settings:update", preferenceLearningThreshold=9, redactNames=["雪山"])
    (world.home / "episodes.db.damaged-7").write_bytes(CHINESE.encode())
    # When all of it is cleared
    receipt = both_steps(world, "memory:clear:all")
    twice = {kind: 2 * count for kind, count in FURNISHED.items()}
    assert {kind: receipt[kind] for kind in FURNISHED} == twice
    assert (receipt["files"], receipt["leftFiles"], receipt["wiped"]) == (1, 0, WIPES)
    # Then no byte is left
    for word in (ENGLISH, CHINESE, *WORDS):
        assert not holds(world, word), word
    # And everything is as a new user finds it
    fresh = World(tmp_path / "fresh", clock=world.clock)
    world.reopen()
    for file in ("episodes.db", "mind.db"):
        left, new = rows(world, file), rows(fresh, file)
        for table in (*(t for t in left if t.startswith("search")), "audit"):
            left.pop(table, None)
            new.pop(table, None)
        if file == "mind.db":
            assert left.pop("alerts") - new.pop("alerts") == (not WIPES)
        assert left == new
    assert world.ok("memory:settings:get") == fresh.ok("memory:settings:get")
    fresh.close()
    # And it works
    new = world.record()["episodeId"]
    assert world.ids_of(world.query(queryText="拔剑")) == [new]
    assert inside(world.memory).episode_index.words_in_order()


@shows("R119", "C99")
def test_a_full_clear_logs_who_and_when(world: World, caplog: pytest.LogCaptureFixture) -> None:
    furnish(world, "novel")
    world.clock.advance(hours=1)
    both_steps(world, "memory:clear:all", operator="li")
    act = world.ok("memory:audit:list")["items"][0]
    assert (act["act"], act["operator"], act["at"]) == ("clear:all", "li", world.clock.now())
    assert act["counts"]["episodes"] == 3
    assert "'li'" in caplog.text


def test_what_was_cleared_is_out_of_memory_too(world: World) -> None:
    furnish(world, "novel")
    assert world.query(queryText=CHINESE)["items"]
    both_steps(world, "memory:clear:all")
    assert world.query(queryText=CHINESE)["items"] == []
    counts = world.ok("memory:status")["episodes"]
    assert (counts["active"], counts["projects"]) == (0, {})


# -- death in between


class Died(BaseException):
    pass


def dies(*_args: Any, **_kw: Any) -> Any:
    raise Died


@shows("R88", "C74")
@pytest.mark.parametrize("step", ["delete", "drop_project"])
def test_after_a_death_in_between_clearing_again_finishes(
    world: World, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    # Given a clear that dies after mind.db
    furnish(world, "novel")
    token = world.fails("memory:clear:project", projectId="novel")["details"]["confirmToken"]
    parts = inside(world.memory)
    with monkeypatch.context() as patched:
        patched.setattr(type(parts.retention_store), step, dies)
        with pytest.raises(Died):
            parts.clear.clear_project("novel", token=token)
    # Then no rule stands whose author believes its episodes gone
    assert parts.project_totals.weigh("novel")["rules"] == 0
    # And the next start wipes what had gone by then
    world.reopen()
    if step == "drop_project":
        assert not holds(world, "Zyqxvarn")
    # And clearing again finishes
    assert both_steps(world, "memory:clear:project", projectId="novel")["wiped"] is WIPES
    for word in (ENGLISH, CHINESE, *WORDS):
        assert not holds(world, word), word
