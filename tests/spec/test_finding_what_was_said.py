"""What was said is found by meaning too; its vectors follow by themselves, and go with it."""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from inside import inside
from mohen import embedders
from mohen.conversations.search import is_sure
from mohen.conversations.store import TalkStore
from mohen.core.policy import DAY_MS
from mohen.core.settings_store import SettingsStore
from mohen.knowledge.model import Wish
from mohen.memory import Memory, open_memory
from mohen.policy import Policy
from mohen.retrieval.model import Reason
from mohen.testing import FailingEmbedder, FrozenClock
from mohen.text.language import has_han
from shows import shows
from worlds import World

if TYPE_CHECKING:
    from mohen.core.ports import Matrix

NOON = 1_772_424_000_000
TOPICS = (("kitten", "猫", "pet"), ("train", "火车", "journey"))
TALK = (
    ("monday", "user", "Anna", "The kitten slept on my keyboard all morning."),
    ("monday", "assistant", "", "Put a warm box next to it."),
    ("monday", "user", "Anna", "那列火车晚点了三个小时，你说气不气人？"),
    ("monday", "assistant", "", "可以申请退票。"),
    ("friday", "user", "Ben", "My flat needs new windows before winter."),
    ("friday", "user", "Anna", "Which windows did you look at, Ben?"),
    ("friday", "user", "Ben", "The ones with three panes; 窗户要三层玻璃的。"),
)


class ByTopic:
    """What speaks of the same is alike, whatever its words; all else is of its own kind."""

    dims, trust = 64, 0.6

    def __init__(self, name: str = "by topic") -> None:
        self.name = name

    def embed(self, texts: Sequence[str]) -> Matrix:
        return np.stack([self.vector(text) for text in texts])

    def vector(self, text: str) -> Matrix:
        about = [at for at, words in enumerate(TOPICS) if any(word in text for word in words)]
        row = np.random.default_rng(zlib.crc32(text.encode())).normal(0, 0.05, self.dims)
        row[about] += 1
        return (row / np.linalg.norm(row)).astype(np.float32)


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    made = World(tmp_path / "home", clock=FrozenClock(NOON), embedder=FailingEmbedder(ByTopic()))
    for at, (session, role, speaker, text) in enumerate(TALK):
        moment = NOON - (4 if session == "monday" else 1) * DAY_MS + at * 1_000
        message = {"role": role, "text": text, "speaker": speaker, "at": moment, "id": str(at)}
        made.ok("talk:hear", projectId="mo", session=session, messages=[message])
    yield made
    made.close()


def found(world: World, query: str, **asked: Any) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = world.ok("talk:search", projectId="mo", query=query, **asked)[
        "items"
    ]
    return items


def test_what_shares_no_word_with_the_question_is_found_by_its_meaning(world: World) -> None:
    (best, *_) = found(world, "How is your pet?")
    assert best["message"]["text"] == TALK[0][3]
    assert best["because"] == ["meaning"]
    assert found(world, "一次journey")[0]["message"]["text"] == TALK[2][3]
    # And among what passes the filters, however much else is nearer
    (only,) = found(world, "How is your pet?", session="monday", speaker="assistant", limit=1)
    assert only["message"]["role"] == "assistant"


@pytest.mark.parametrize("meaning", [True, False])
def test_a_line_is_no_answer_because_its_conversation_has_one(world: World, meaning: bool) -> None:
    # Given a conversation in which one line answers, a long time after the others
    for at, text in enumerate(("I moved to Porto.", "My knee hurts.", "Carla has a dashboard.")):
        said = {"role": "user", "text": text, "at": NOON - (30 - at) * DAY_MS, "id": f"new {at}"}
        world.ok("talk:hear", projectId="mo", session="long", messages=[said])
    # When it is asked for, by who stays and by who asks once
    if meaning:
        hits = found(world, "dashboard", session="long")
        answers = [each["message"]["text"] for each in hits]
    else:
        with open_memory(world.home, clock=world.clock, meaning=False) as memory:
            quotes = memory.conversations.search("mo", "dashboard", session="long")
            answers = [each.message.text for each in quotes]
    # Then what only stands in the same conversation is not given as well
    assert answers == ["Carla has a dashboard."]


@pytest.mark.parametrize(
    ("met", "alike", "question", "message"),
    [
        (0.35, None, True, False),  # words alone
        (0.45, None, True, True),
        (0.25, None, False, False),
        (0.35, 0.5, False, False),  # of those words, but not alike
        (0.35, 4.0, True, False),
        (0.0, 4.0, False, False),
        (0.0, 5.0, True, False),  # alike, in other words
        (0.0, 7.5, True, True),
        (0.55, 0.0, True, False),  # so many words that it need not be alike
        (0.65, 0.0, True, True),
    ],
)
def test_words_and_likeness_tell_together_what_is_met_and_more_beside_what_asks_for_nothing(
    met: float, alike: float | None, question: bool, message: bool
) -> None:
    reason, bounds = Reason(met=met, alike=alike), Policy().finding
    assert is_sure(reason, bounds) is question
    assert is_sure(reason, bounds, asks=False) is message


def test_a_name_is_no_meaning(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who said it is known without vectors, and who is greeted by name says nothing of them."""
    asked: list[str] = []
    embed = ByTopic.embed

    def noted(self: ByTopic, texts: Sequence[str]) -> Matrix:
        asked.extend(texts)
        return embed(self, texts)

    monkeypatch.setattr(ByTopic, "embed", noted)
    (best, *_) = found(world, "What did Anna say of her pet?")
    assert best["message"]["text"] == TALK[0][3]
    found(world, "What did Zoe say of her pet?")
    # Beside probes of what is noise to it, in the language of the question
    assert not any(map(has_han, asked))
    of_pets = [each for each in asked if "pet" in each]
    assert of_pets == ["What did  say of her pet?", "What did Zoe say of her pet?"]


def test_without_an_embedder_words_answer_and_it_is_told(world: World) -> None:
    embedder: Any = world.embedder
    embedder.broken = True
    assert found(world, "three panes")[0]["message"]["text"] == TALK[6][3]
    assert world.memory.degraded() == ["MEMORY_DEGRADE_ENCODING_FAILED"]
    embedder.broken = False
    assert found(world, "new windows")[0]["message"]["text"] == TALK[4][3]
    assert world.memory.degraded() == []


def test_a_name_that_is_masked_is_asked_for_by_itself(world: World) -> None:
    world.ok("memory:settings:update", redactNames=["林晚"])
    said = {"role": "user", "text": "林晚带了一盆兰花来。", "speaker": "林晚"}
    world.ok("talk:hear", projectId="mo", session="s", messages=[said])
    (best, *_) = found(world, "林晚", speaker="林晚")
    assert best["message"]["session"] == "s"
    assert "words" in best["because"]


@shows("C103")
@pytest.mark.parametrize(
    ("query", "asked"),
    [
        ("windows", {}),
        ("Which windows did Ben look at last Sunday?", {}),
        ("火车晚点", {}),
        ("what did Anna say about the warm box", {"speaker": "assistant"}),
        ("windows kitten", {"since": NOON - 2 * DAY_MS}),
        ("windows kitten", {"session": "monday"}),
        ("zeppelin", {}),
    ],
)
def test_who_asks_once_gets_the_same_order(world: World, query: str, asked: dict[str, Any]) -> None:
    # Given an index in memory that goes by words alone
    embedder: Any = world.embedder
    embedder.broken = True
    before = world.memory.conversations.search("mo", query, **asked)
    # When a command opens the home for a moment
    with open_memory(world.home, clock=world.clock, meaning=False) as memory:
        again = memory.conversations.search("mo", query, **asked)
    # Then it answers the same, by the same reasons
    assert again == before


@pytest.mark.parametrize(
    ("meaning", "ask", "read"),
    [
        (True, "said", {"settings": 1, "quoted": 1, "terms": 0}),
        (False, "said", {"settings": 1, "quoted": 1, "terms": 1}),
        (False, "facts and said", {"terms": 1}),
    ],
)
def test_a_question_reads_everything_once(
    world: World, monkeypatch: pytest.MonkeyPatch, meaning: bool, ask: str, read: dict[str, int]
) -> None:
    # Given a process that was asked before
    counts: Counter[str] = Counter()
    for store, name in ((SettingsStore, "settings"), (TalkStore, "quoted"), (TalkStore, "terms")):
        monkeypatch.setattr(store, name, _counted(name, getattr(store, name), counts))
    world.close()
    with open_memory(
        world.home, clock=world.clock, embedder=world.embedder, immediate=True, meaning=meaning
    ) as memory:
        asked = "Which windows did Ben look at?"
        memory.conversations.search("mo", asked)
        # When it is asked again
        counts.clear()
        if ask == "said":
            assert memory.conversations.search("mo", asked)
        else:
            assert memory.knowledge.recollect(Wish(project_id="mo", text=asked)).items
        # Then nothing is read twice for one answer
        assert {name: counts[name] for name in read} == read


def _counted(name: str, read: Callable[..., Any], counts: Counter[str]) -> Callable[..., Any]:
    def counted(*told: Any, **how: Any) -> Any:
        counts[name] += 1
        return read(*told, **how)

    return counted


def test_nobody_waits_until_a_long_memory_is_read(world: World) -> None:
    # Given more messages than whoever searches waits for, and a process that has read none
    bounds = replace(world.policy.conversations, indexed_at_once=2)
    world.close()
    world.policy = replace(world.policy, conversations=bounds)
    world.reopen()
    # When something is asked, then the terms on disk answer, and it is read in the background
    first = found(world, "new windows")
    assert first[0]["message"]["text"] == TALK[4][3]
    assert "meaning" not in str([each["because"] for each in first])
    # And from then on meaning answers too, and what comes later is read on
    assert found(world, "How is your pet?")[0]["because"] == ["meaning"]
    world.ok("talk:hear", projectId="mo", session="s", messages=[{"role": "user", "text": "喵喵"}])
    assert found(world, "喵喵")[0]["message"]["text"] == "喵喵"


# -- vectors follow


def vectors(memory: Memory) -> int:
    with inside(memory).talk_db.read() as reader:
        return int(reader.execute("SELECT count(*) FROM vectors").get)


def test_what_a_passing_process_heard_is_embedded_by_the_next_that_stays(world: World) -> None:
    # Given a message that was heard by who goes by words alone, or whose embedder was dead
    embedder: Any = world.embedder
    embedder.broken = True
    world.ok(
        "talk:hear", projectId="mo", session="s", messages=[{"role": "user", "text": "一只猫"}]
    )
    assert vectors(world.memory) == len(TALK)
    # When the home is opened by one that has an embedder
    embedder.broken = False
    world.reopen()
    world.memory.index.follow_up()
    # Then nothing is missing
    assert vectors(world.memory) == len(TALK) + 1
    assert found(world, "pet")[0]["because"] == ["meaning"]


def test_another_embedder_answers_when_all_is_embedded_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    makers = {**embedders._MAKERS, "use": lambda *_: ByTopic("another")}
    monkeypatch.setattr(embedders, "_MAKERS", makers)
    world = World(tmp_path / "home", clock=FrozenClock(NOON))
    said = [{"role": "user", "text": text} for _, _, _, text in TALK]
    world.ok("talk:hear", projectId="mo", session="s", messages=said)
    # When another is chosen
    world.ok("memory:settings:update", embedder={"kind": "use"})
    # Then it answers, of the old one nothing is left, and nothing is degraded
    assert found(world, "How is your pet?")[0]["message"]["text"] == TALK[0][3]
    assert vectors(world.memory) == len(TALK)
    assert world.memory.degraded() == []
    # And a rebuild makes them once more
    world.ok("memory:index:rebuild")
    assert vectors(world.memory) == len(TALK)
    assert found(world, "How is your pet?")[0]["message"]["text"] == TALK[0][3]
    world.close()


# -- and go


def forget(world: World) -> None:
    world.ok("memory:forget", projectId="mo", source="monday:1")


def clear(world: World) -> None:
    answer = world.door.call("memory:clear:project", {"projectId": "mo"})
    token = answer["error"]["details"]["confirmToken"]
    world.ok("memory:clear:project", projectId="mo", confirmToken=token)


@shows("C74")
@pytest.mark.parametrize("go", [forget, clear])
@pytest.mark.files("the bytes of files; the server's are in tests/postgres/test_sealing.py")
def test_a_vector_goes_with_its_message_to_the_byte(
    world: World, go: Callable[[World], None]
) -> None:
    # Given vectors that are on disk and in memory
    canary = ByTopic().vector(f"Anna: {TALK[0][3]}").astype(np.float16).tobytes()
    found(world, "pet")
    assert canary in world.bytes_everywhere()
    # When the message is taken away, then nothing is left of either
    go(world)
    assert canary not in world.bytes_everywhere()
    assert all(each["message"]["text"] != TALK[0][3] for each in found(world, "pet"))


def test_what_is_edited_or_too_old_has_no_vector_left(world: World) -> None:
    edited = {"role": "user", "text": "I have no animal at all.", "id": "0"}
    world.ok("talk:hear", projectId="mo", session="monday", messages=[edited])
    assert vectors(world.memory) == len(TALK)
    assert found(world, "How is your pet?")[0]["message"]["text"] != TALK[0][3]
    world.ok("memory:settings:update", keepConversations=30)
    world.live(days=31)
    inside(world.memory).talk_eraser.expire()
    assert vectors(world.memory) == 0
    assert found(world, "pet") == []
