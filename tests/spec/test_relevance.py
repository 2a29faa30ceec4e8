"""What is returned has to do with what was asked (C103): fewer than three is an answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from mohen import embedders
from mohen.core.settings_model import EmbedderConfig
from mohen.policy import Policy
from mohen.testing import FailingEmbedder, HeldEmbedder
from shows import shows
from worlds import World

CHINESE = (
    "老人坐在门槛上，慢慢讲起他年轻时的故事。",
    "雨下了一整夜，屋檐下的水缸满了。",
    "她把信折好，放进抽屉最里层。",
    "集市上人来人往，卖糖的吆喝声不断。",
    "教室里静得只剩下粉笔的声音。",
    "山路弯弯曲曲，雾气一直没有散。",
    "他端起酒杯，一句话也没有说。",
    "月亮升起来，照着空无一人的码头。",
)
ENGLISH = (
    "The old man sat on the step and told them a story of his youth.",
    "It rained all night, and the barrel under the eaves ran over.",
    "She folded the letter and laid it at the back of the drawer.",
    "The market was crowded, and the sweet-seller shouted himself hoarse.",
    "Only the chalk could be heard in the classroom.",
    "The path wound upward, and the fog would not lift.",
    "He raised his glass and said nothing at all.",
    "The moon came up over the empty pier.",
)
FIGHTS = (
    ("搏斗", "两人在屋顶上搏斗，瓦片一块块落下去。", CHINESE),
    ("a duel", "They fought their duel on the roof, and tiles went down one by one.", ENGLISH),
)


def narrate(world: World, texts: tuple[str, ...], scene: str = "narration") -> list[str]:
    return [world.record(inputContext=each, sceneType=scene)["episodeId"] for each in texts]


@shows("R34", "C103")
@pytest.mark.parametrize(("asked", "fight", "others"), FIGHTS)
def test_what_has_nothing_to_do_with_the_question_is_not_returned(
    world: World, asked: str, fight: str, others: tuple[str, ...]
) -> None:
    # Given eight narrations, none of them a fight
    narrate(world, others)
    # When a fight is asked for, then nothing is the answer, and nothing is out of order
    answer = world.query(queryText=asked)
    assert answer["items"] == []
    assert answer["memoryDegraded"] is False
    # And where there is one, it is the whole answer
    (found,) = narrate(world, (fight,))
    answer = world.query(queryText=asked)
    assert world.ids_of(answer) == [found]
    assert answer["decidedBy"] in ("words", "both")


def test_a_score_does_not_depend_on_what_else_was_found(world: World) -> None:
    # Given an episode that answers a question
    (found,) = narrate(world, ("渡口上的灯一盏盏灭了。",))
    narrate(world, CHINESE)
    (before,) = world.query(queryText="渡口")["items"]
    # When another arrives that answers it better
    narrate(world, ("渡口，渡口，还是渡口。",))
    after = {each["episodeId"]: each["score"] for each in world.query(queryText="渡口")["items"]}
    # Then it is worth what it was worth
    assert abs(after[found] - before["score"]) < 0.05


@shows("R34")
def test_the_same_scene_is_relevance_of_its_own(world: World) -> None:
    # Given scenes of two kinds that have nothing to do with the question
    talks = narrate(world, CHINESE[:4], "dialogue")
    narrate(world, CHINESE[4:], "description")
    # When a scene is named, then what has it is returned, and says so; the others are not
    answer = world.query(queryText="量子物理", sceneType="dialogue")
    assert set(world.ids_of(answer)) == set(talks)
    assert answer["decidedBy"] == "scene"
    assert all(each["score"] <= 0.3 for each in answer["items"])


@shows("R94", "C103")
def test_without_meaning_and_words_time_and_scene_decide(tmp_path: Path) -> None:
    # Given a memory whose embedder dies
    model = FailingEmbedder(embedders.make(EmbedderConfig(kind="builtin"), Policy()))
    world = World(tmp_path / "home", embedder=model)
    told = narrate(world, CHINESE[:4])
    model.broken = True
    # When no word of the question is known either, then the newest are returned
    answer = world.query(queryText="quantum physics")
    assert sorted(world.ids_of(answer)) == sorted(told)
    assert (answer["mode"], answer["decidedBy"]) == ("deterministic", "scene")
    assert answer["memoryDegraded"] is True
    world.close()


def test_no_prompt_is_given_what_is_below_the_floor(world: World) -> None:
    # Given past narrations of other kinds of scene
    narrate(world, CHINESE, "description")
    asked = {
        "skillId": "continue",
        "projectId": "novel",
        "text": "他拔出刀，朝那人扑了过去。",
        "sceneType": "action",
    }
    # When the prompt of a fight is made, then none of them stands in it
    made = world.ok("context:assemble", **asked)
    assert made["injected"]["episodes"] == []
    assert CHINESE[0] not in made["user"]
    # And the inspector shows the same
    world.ok("memory:settings:update", contextInspectionEnabled=True)
    seen = world.ok("context:inspect", **asked)
    assert seen["injected"]["episodes"] == []


def test_where_everything_answers_everything_may_be_returned(world: World) -> None:
    # Given a store in which every episode tells of the same thing
    for day in range(20):
        world.record(inputContext=f"第{day}天，雨一直下。")
    # When that is asked for, then it is no noise because there is so much of it
    assert len(world.query(queryText="雨一直下")["items"]) == 5


# -- another embedder


class Renamed(HeldEmbedder):
    """The built-in one under another name, which waits until it is let go."""

    @property
    def name(self) -> str:
        return "another"


@pytest.fixture
def another(monkeypatch: pytest.MonkeyPatch) -> Iterator[Renamed]:
    """What the settings call `use`."""
    made = Renamed(embedders.make(EmbedderConfig(kind="builtin"), Policy()))
    makers = {**embedders._MAKERS, "use": lambda *_: made}
    monkeypatch.setattr(embedders, "_MAKERS", makers)
    yield made
    made.let_go()


def is_answered(world: World, fight: str) -> bool:
    answer = world.query(queryText="搏斗")
    assert (answer["mode"], answer["memoryDegraded"]) == ("semantic", False)
    return world.ids_of(answer) == [fight]


def test_the_old_embedder_answers_until_everything_is_embedded_anew(
    tmp_path: Path, another: Renamed
) -> None:
    # Given a memory with vectors of the built-in embedder
    world = World(tmp_path / "home", immediate=False)
    _, fight, _ = narrate(world, (CHINESE[0], FIGHTS[0][1], CHINESE[1]))
    world.ok("knowledge:capture", content="我住在杭州", projectId="novel")
    world.memory.drain()
    # When another is chosen, and embeds
    world.ok("memory:settings:update", embedder={"kind": "use"})
    another.wait_until_held()
    # Then the old one answers, and the status tells how far it is
    status = world.ok("memory:status")
    assert status["embedder"]["name"] == "another"
    assert status["answering"] == "builtin-v1"
    assert status["index"]["embedded"] == 0
    assert is_answered(world, fight)
    # And when it is done the new one does
    another.let_go()
    world.memory.drain()
    status = world.ok("memory:status")
    assert "answering" not in status
    assert status["index"] == {"embeddable": 3, "embedded": 3, "foreign": 0}
    assert is_answered(world, fight)
    world.close()


def test_embedding_anew_goes_on_after_a_kill(tmp_path: Path, another: Renamed) -> None:
    # Given a memory in which another embedder was chosen, and nobody was there to embed
    world = World(tmp_path / "home")
    _, fight = narrate(world, CHINESE[:1] + FIGHTS[0][1:2])
    another.broken = True
    another.let_go()
    world.ok("memory:settings:update", embedder={"kind": "use"})
    assert world.ok("memory:status")["answering"] == "builtin-v1"
    assert is_answered(world, fight)
    # When it is opened again
    another.broken = False
    world.reopen()
    # Then it has gone on by itself
    assert "answering" not in world.ok("memory:status")
    assert is_answered(world, fight)
    world.close()


Adopts = Callable[[World], str]


@pytest.fixture
def adopts(monkeypatch: pytest.MonkeyPatch, another: Renamed) -> Adopts:
    """What a server does when it starts where the extra is installed; answers what is in use."""
    monkeypatch.setattr(embedders, "installed", lambda: EmbedderConfig(kind="use"))
    another.let_go()

    def start(world: World) -> str:
        world.memory.settings.adopt_embedder()
        found: str = world.ok("memory:status")["embedder"]["name"]
        return found

    return start


def test_a_server_uses_the_installed_embedder_unless_another_was_chosen(
    world: World, adopts: Adopts
) -> None:
    # Given a home that nobody chose an embedder for
    _, fight = narrate(world, CHINESE[:1] + FIGHTS[0][1:2])
    # When a server starts, then it uses the one that is installed, with everything embedded anew
    assert adopts(world) == "another"
    assert world.ok("memory:settings:get")["embedder"]["kind"] == "use"
    assert is_answered(world, fight)
    # And when its owner refuses, then no server chooses again
    world.ok("memory:settings:update", embedder={"kind": "builtin"})
    assert adopts(world) == "builtin-v1"
    assert is_answered(world, fight)


def test_without_the_package_the_builtin_embedder_goes_on(
    world: World, adopts: Adopts, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Given a home whose server used what was installed
    _, fight = narrate(world, CHINESE[:1] + FIGHTS[0][1:2])
    adopts(world)
    # When it is moved to a machine without it, and served there
    monkeypatch.setattr(embedders, "installed", lambda: EmbedderConfig(kind="builtin"))
    world.reopen()
    world.memory.settings.adopt_embedder()
    world.memory.index.follow_up()
    # Then everything is found as before
    assert world.ok("memory:status")["embedder"]["name"] == "builtin-v1"
    assert is_answered(world, fight)
