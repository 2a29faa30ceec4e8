"""However often a conversation is gone back in and whenever it is read, what was given and not
taken back is what stands on the way to its last entry."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mohen.knowledge.transcripts.model import SourceKind
from transcripts import OpenClawFile, Reader

# Say something after an earlier entry (0: the last), break a line, or read a few messages.
STEP = st.one_of(
    st.tuples(st.just("say"), st.integers(0, 6)),
    st.tuples(st.just("break"), st.just(0)),
    st.tuples(st.just("read"), st.integers(1, 4)),
    st.tuples(st.just("forget"), st.just(0)),
)


@given(st.lists(STEP, max_size=30))
def test_what_is_known_is_what_was_not_left_behind(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[str, int]]
) -> None:
    talk = OpenClawFile(tmp_path_factory.mktemp("x") / "s.jsonl")
    reader = Reader(SourceKind.OPENCLAW, talk.path)
    parents: dict[str, str | None] = {}
    known: dict[int, str] = {}
    after = None

    def read(most: int) -> bool:
        nonlocal after
        reading = reader.once(after, most=most)
        if reading.rewritten:
            known.clear()
        for line in reading.abandoned:
            known.pop(line, None)
        for each in reading.utterances:
            assert each.line not in known
            known[each.line] = each.text
        after = reading.bookmark
        return reading.done

    for what, number in steps:
        if what == "say":
            above = list(parents)[-number] if 0 < number <= len(parents) else talk.last
            id = talk.say(f"message {len(parents)}", parent=above)
            parents[id] = above
        elif what == "break":
            talk.raw("{broken\n")
        elif what == "read":
            read(number)
        else:
            reader = Reader(SourceKind.OPENCLAW, talk.path)  # another process
    while not read(2):
        pass
    way, place = [], talk.last
    texts = {id: f"message {number}" for number, id in enumerate(parents)}
    while place is not None:
        way.append(texts[place])
        place = parents[place]
    assert [text for _, text in sorted(known.items())] == way[::-1]


def test_a_session_of_entries_without_ids_is_a_line(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    line = '{"type":"message","message":{"role":"user","content":"message %d"}}\n'
    path.write_text("".join(line % number for number in range(3)))
    said = [each.text for each in Reader(SourceKind.OPENCLAW, path).whole()]
    assert said == ["message 0", "message 1", "message 2"]
