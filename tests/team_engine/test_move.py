"""A memory moves to PostgreSQL and back: to the byte, and wherever it was stopped."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cli.running import environment
from factories import draft
from facts import know
from inside import inside
from mohen import memory as memories
from mohen.conversations.model import Role, Said
from mohen.core.erasure import Target
from mohen.core.move import export
from mohen.episodes.model import Question
from mohen.errors import AtWork, Conflict, InvalidArgument, NotFound
from mohen.knowledge.model import Query
from mohen.memory import Memory, move_memory, open_memory
from mohen.policy import Policy
from mohen.prompts.model import Request
from mohen.testing import ScriptedWriter

STORES = ("episodes_db", "mind_db", "talk_db")
FILLED = {
    *("episodes", "texts", "vectors", "evidence", "rules", "rule_episodes", "knowledge"),
    *("knowledge_sources", "messages", "documents", "generations", "settings", "tombstones"),
}


def live(memory: Memory) -> None:
    """Something of everything, and a last episode that is gone again."""
    memory.sample.load("zh")
    memory.rules.add("对白要短", scope="project", project_id="novel")
    know(memory, "林远住在青州。")
    said = [Said(role=Role.USER, text=text, id=text) for text in ("我在学法语", "❄")]
    memory.conversations.hear("novel", "s", said)
    memory.documents.put("novel", ("a", "b"), "k", {"z": 1.0, "雪": [None, -0.0, "❄\u0000"]})
    memory.skills.run(Request(skill_id="continue", project_id="novel", text="他拔剑。"), run_id="r")
    memory.episodes.record(draft(input_context="雨下了一夜。"))
    gone = memory.episodes.record(draft(input_context="她忘了这一句。")).episode.id
    memory.upkeep.forget("novel", Target(episode_id=gone))


@pytest.fixture(scope="module")
def once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("lived")
    with open_memory(home, writer=ScriptedWriter("剑落。"), immediate=True) as memory:
        live(memory)
    return home


@pytest.fixture
def lived(once: Path, home: Path) -> Path:
    return Path(shutil.copytree(once, home))


def held(place: str | Path, author: str | None = None) -> dict[str, Any]:
    """What its tables hold, read by nobody who would change anything."""
    house = memories._still(*memories._whereabouts(place, None, author), Policy())
    try:
        return {each: export(getattr(house, each)) for each in STORES}
    finally:
        for each in STORES:
            getattr(house, each).close()


def test_there_and_back_again_is_the_same_to_the_byte(
    lived: Path, address: str, author: str, tmp_path: Path
) -> None:
    # Given a home in which something of everything is kept
    before = held(lived)
    assert {
        table for each in before.values() for table, kept in each.items() if kept.rows
    } >= FILLED
    # When it moves there, both hold the same
    moved = move_memory(lived, address, to_author=author)
    assert held(address, author) == before == held(lived)
    assert moved.rows == sum(kept.rows for each in before.values() for kept in each.values())
    # And back again
    move_memory(address, tmp_path / "back", author=author)
    assert held(tmp_path / "back") == before


def test_what_was_moved_is_found_and_numbers_go_on(
    lived: Path, address: str, author: str, tmp_path: Path
) -> None:
    def found(memory: Memory) -> list[str]:
        answer = memory.episodes.query(Question(project_id="novel", query_text="雨下了一夜"))
        return [each.episode.id for each in answer.items]

    def last(memory: Memory) -> int:
        return memory.episodes.record(draft()).episode.seq

    move_memory(lived, address, to_author=author)
    with open_memory(lived, immediate=True) as old:
        expected, number = found(old), last(old)
    assert expected
    with open_memory(address, author=author, home=tmp_path / "files", immediate=True) as there:
        assert found(there) == expected
        assert there.knowledge.search(Query(text="青州", project_id="agent")).items
        assert last(there) == number  # though the one before it is gone
        assert [each for each in there.doctor() if each.finding != "ok"] == []


def test_a_move_that_was_killed_goes_on(lived: Path, address: str, author: str) -> None:
    # Given a move that was killed in the middle
    before = held(lived)
    child = subprocess.Popen(
        [sys.executable, "-c", _SLOWLY, str(lived), address, author], stdout=subprocess.PIPE
    )
    assert child.stdout is not None
    while b"episodes.db: texts" not in child.stdout.readline():
        assert child.poll() is None
    child.kill()
    child.wait()
    child.stdout.close()
    begun = held(address, author)
    assert begun != before
    # When it is asked for again, it goes on with what is there
    moved = move_memory(lived, address, to_author=author)
    assert moved.resumed
    assert held(address, author) == before


_SLOWLY = """
import sys
from mohen.memory import move_memory
def tell(what, done, of):
    print(what, done, flush=True)
    if what == "episodes.db: texts":
        sys.stdin.read()
place, address, author = sys.argv[1:]
move_memory(place, address, to_author=author, tell=tell)
"""


def test_a_source_that_was_changed_meanwhile_is_noticed(
    lived: Path, address: str, author: str
) -> None:
    class Stopped(Exception):
        pass

    def stop(what: str, _done: int, _of: int | None) -> None:
        if what == "episodes.db: texts":
            raise Stopped

    with pytest.raises(Stopped):
        move_memory(lived, address, to_author=author, tell=stop)
    with open_memory(lived, immediate=True) as memory:
        inside(memory).episodes_db.write(
            lambda tx: tx.execute("UPDATE texts SET final_text = NULL WHERE seq = 1")
        )
    with pytest.raises(InvalidArgument, match="the source was changed") as refused:
        move_memory(lived, address, to_author=author)
    assert refused.value.details["field"] == "to"


def test_a_target_that_holds_something_else_is_refused(
    lived: Path, address: str, author: str, tmp_path: Path
) -> None:
    with open_memory(address, author=author, home=tmp_path / "files", immediate=True) as theirs:
        theirs.episodes.record(draft())
    before = held(address, author)
    with pytest.raises(InvalidArgument, match="holds something else"):
        move_memory(lived, address, to_author=author)
    assert held(address, author) == before


def test_nobody_moves_what_another_has_open(lived: Path, address: str, author: str) -> None:
    child = subprocess.Popen(
        [sys.executable, "-c", _HOLDING, str(lived)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert child.stdout is not None
    child.stdout.readline()
    with pytest.raises(AtWork, match="the source is in use"):
        move_memory(lived, address, to_author=author)
    child.communicate()
    move_memory(lived, address, to_author=author)


_HOLDING = """
import sys
from mohen.memory import open_memory
with open_memory(sys.argv[1]) as memory:
    memory.settings.get()
    print("open", flush=True)
    sys.stdin.read()
"""


def test_nobody_writes_on_postgres_while_it_is_moved_away(
    lived: Path, address: str, author: str, tmp_path: Path
) -> None:
    move_memory(lived, address, to_author=author)
    with open_memory(address, author=author, home=tmp_path / "files", immediate=True) as memory:
        mind_db = inside(memory).mind_db

        def writing(_tx: object) -> None:
            with pytest.raises(AtWork, match="the source is in use"):
                move_memory(address, tmp_path / "back", author=author)

        mind_db.write(writing)


def test_nothing_is_not_moved(home: Path, address: str, author: str) -> None:
    with pytest.raises(NotFound):
        move_memory(home, address, to_author=author)
    assert not home.exists()
    with pytest.raises(InvalidArgument, match="the same"):
        move_memory(home, home)


def test_the_command_moves_and_says_what_stays(
    lived: Path, address: str, author: str, tmp_path: Path
) -> None:
    def run(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "mohen", "move", *words]
        return subprocess.run(command, env=environment(lived), capture_output=True, text=True)

    (lived / "keys.json").touch()
    told = run("--to", address, "--author", author)
    assert told.returncode == 0, told.stderr
    assert "the same to the byte" in told.stdout
    assert "keys.json" in told.stdout
    assert run("--to", address).returncode == 2  # whose?
    back = tmp_path / "back"
    said = run("--from", address, "--author", author, "--to", str(back), "--json")
    data = json.loads(said.stdout)["data"]
    assert held(back) == held(lived)
    assert data["tables"]["mind"]["rules"]["sha256"] == held(lived)["mind_db"]["rules"].sha256


def test_a_letter_that_postgres_has_no_room_for_is_told_by_its_table(
    home: Path, address: str, author: str
) -> None:
    # Given the letter in a text, which is sealed, and then in an id, which is not
    with open_memory(home, immediate=True) as memory:
        memory.episodes.record(draft())
        inside(memory).episodes_db.write(
            lambda tx: tx.execute("UPDATE texts SET input_context = ? WHERE seq = 1", ("a\0b",))
        )
    move_memory(home, address, to_author=f"{author}-sealed")
    with open_memory(home, immediate=True) as memory:
        inside(memory).episodes_db.write(
            lambda tx: tx.execute("UPDATE episodes SET chapter_id = ? WHERE seq = 1", ("a\0b",))
        )
    # Then the text arrives as it was, and the id is told of
    with pytest.raises(Conflict) as told:
        move_memory(home, address, to_author=author)
    assert told.value.details["tables"] == ["episodes.episodes"]
