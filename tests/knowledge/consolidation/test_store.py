"""What passes from phase to phase: in order, whole, and only of its own agent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mohen.core.database import Database
from mohen.knowledge.consolidation.model import (
    Act,
    Amends,
    Fragment,
    Frame,
    Named,
    Near,
    OtherDay,
    Piece,
    Progress,
    Statement,
    Tag,
    Verdict,
)
from mohen.knowledge.consolidation.store import FragmentStore, Judged
from mohen.knowledge.model import BELIEF, Category, EntityType
from mohen.knowledge.transcripts.model import Role
from shows import shows


def fragment(line: int = 1, part: int = 0, **changes: Any) -> Fragment:
    plain: dict[str, Any] = {
        "session": "s",
        "line": line,
        "part": part,
        "role": Role.USER,
        "text": f"我第{line}次说第{part}句",
        "tag": Tag.STATEMENT,
        "at": line,
    }
    return Fragment(**{**plain, **changes})


def add(mind: Database, *fragments: Fragment, project: str = "agent") -> FragmentStore:
    table = FragmentStore(mind)
    mind.write(lambda tx: table.add(tx, project, fragments))
    return table


def judge(mind: Database, *judged: Judged) -> None:
    mind.write(lambda tx: FragmentStore(mind).judge(tx, judged))


def keep_all(mind: Database) -> None:
    pieces = FragmentStore(mind).unsifted("agent", after=0, limit=1_000)
    judge(mind, *((each.id, Verdict.KEPT, "", None) for each in pieces))


def state(mind: Database, *stated: tuple[Piece, Statement, float]) -> None:
    mind.write(lambda tx: FragmentStore(mind).add_statements(tx, "agent", stated))


def statement(content: str = "用户住在北京", **changes: Any) -> Statement:
    return Statement(**{"content": content, "category": Category.STATUS, **changes})


# -- fragments


def test_a_fragment_comes_back_as_it_went_in(mind: Database) -> None:
    said = fragment(7, 2, tag=Tag.COMMAND, quoted=True, frame=Frame.SUPPOSED, at=99)
    (found,) = add(mind, said).unsifted("agent", after=0, limit=10)
    assert found.fragment == said
    assert found.importance is None


def test_a_line_that_is_read_twice_is_there_once(mind: Database) -> None:
    add(mind, fragment(1, text="first"))
    table = add(mind, fragment(1, text="again"), fragment(2))
    texts = [each.fragment.text for each in table.unsifted("agent", after=0, limit=10)]
    assert texts == ["first", fragment(2).text]


def test_what_is_judged_is_not_judged_again(mind: Database) -> None:
    table = add(mind, fragment(1), fragment(2), fragment(3))
    one, two, three = table.unsifted("agent", after=0, limit=10)
    judge(mind, (one.id, Verdict.KEPT, "identity", 0.8), (two.id, Verdict.UNDECIDED, "?", None))
    assert table.unsifted("agent", after=0, limit=10) == [three]
    assert [each.id for each in table.undecided("agent", after=0, limit=10)] == [two.id]
    (kept,) = table.kept("agent", after=0, limit=10)
    assert (kept.id, kept.importance) == (one.id, 0.8)


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(sizes=st.lists(st.integers(1, 6), max_size=8), limit=st.integers(1, 7))
def test_a_page_never_cuts_a_message(mind: Database, sizes: list[int], limit: int) -> None:
    # Given messages of several fragments each
    mind.write(lambda tx: FragmentStore(mind).clear(tx, "agent"))
    said = [fragment(at + 1, part) for at, size in enumerate(sizes) for part in range(size)]
    table = add(mind, *said)
    keep_all(mind)
    # When they are read page by page
    pages: list[Sequence[Piece]] = []
    while page := table.kept("agent", after=pages[-1][-1].id if pages else 0, limit=limit):
        pages.append(page)
    # Then each is read once and in order, and no message is on two pages
    assert [each.fragment for page in pages for each in page] == said
    lines = [{each.fragment.line for each in page} for page in pages]
    assert sum(map(len, lines)) == len(sizes)


def test_agents_do_not_see_each_other(mind: Database) -> None:
    add(mind, fragment(1), project="a")
    table = add(mind, fragment(1), project="b")
    mind.write(lambda tx: table.clear(tx, "a"))
    assert table.unsifted("a", after=0, limit=10) == []
    assert len(table.unsifted("b", after=0, limit=10)) == 1


# -- statements


def test_a_statement_comes_back_as_it_went_in(mind: Database) -> None:
    said = Statement(
        content="Anna 可能住在 Berlin",
        category=Category.RELATION,
        type=BELIEF,
        act=Act.CORRECTS,
        subject="Anna",
        attribute="location",
        value="Berlin",
        entities=(Named("Anna", EntityType.PERSON), Named("Berlin", EntityType.LOCATION)),
        confidence=0.6,
        basis="她提到柏林",
        event_at=5,
        ended=True,
        other_day=OtherDay("12", Near.MONTH, hour="16:00"),
        amends=Amends.WHOSE,
    )
    table = add(mind, fragment(3, at=77))
    (piece,) = table.unsifted("agent", after=0, limit=1)
    state(mind, (piece, said, 0.7))
    (found,) = table.statements("agent", after=None, limit=10)
    assert found.statement == said
    assert (found.session, found.line, found.at, found.importance) == ("s", 3, 77, 0.7)


def test_a_statement_that_was_written_before_is_read(mind: Database) -> None:
    table = add(mind, fragment())
    (piece,) = table.unsifted("agent", after=0, limit=1)
    state(mind, (piece, statement("用户住在上海"), 0.7))
    before = """json_set(json_remove(body, '$.other_day', '$.amends'), '$.stamp', '-12')"""
    mind.write(lambda tx: tx.execute(f"UPDATE statements SET body = {before}"))
    (found,) = table.statements("agent", after=None, limit=10)
    assert found.statement == statement("用户住在上海")


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(times=st.lists(st.integers(0, 3), max_size=12), limit=st.integers(1, 5), data=st.data())
def test_statements_are_read_by_time_and_then_as_they_were_said(
    mind: Database, times: list[int], limit: int, data: st.DataObject
) -> None:
    """In whichever order they were found: what a model reads comes after what rules read."""
    mind.write(lambda tx: FragmentStore(mind).clear(tx, "agent"))
    table = add(mind, *(fragment(n + 1, at=at) for n, at in enumerate(times)))
    pieces = table.unsifted("agent", after=0, limit=100)
    for piece in data.draw(st.permutations(pieces)):
        state(mind, (piece, statement(str(piece.fragment.line)), 0.5))
    found, after = [], None
    while page := table.statements("agent", after=after, limit=limit):
        found += page
        after = page[-1].place
    said = [int(each.statement.content) for each in found]
    assert said == sorted(range(1, len(times) + 1), key=lambda line: (times[line - 1], line))


# -- both


@shows("C57")
def test_what_waits_is_counted_phase_by_phase(mind: Database) -> None:
    table = add(mind, *(fragment(line) for line in range(1, 7)))
    one, two, three, *_ = table.unsifted("agent", after=0, limit=10)
    judge(mind, (one.id, Verdict.KEPT, "", None), (two.id, Verdict.UNDECIDED, "", None))
    state(mind, (three, statement(), 0.5), (three, statement("…"), 0.5))
    left = table.backlog("agent")
    assert (left.fragments, left.kept, left.statements) == (4, 1, 2)


def test_a_line_that_is_gone_leaves_nothing_that_waits(mind: Database) -> None:
    table = add(mind, fragment(1), fragment(2), fragment(1, session="other"))
    pieces = table.unsifted("agent", after=0, limit=10)
    state(mind, *((each, statement(), 0.5) for each in pieces))
    mind.write(lambda tx: table.drop_source(tx, "agent", "s", 1))
    left = table.unsifted("agent", after=0, limit=10)
    assert [each.fragment.source for each in left] == ["s:2", "other:1"]
    mind.write(lambda tx: table.drop_source(tx, "agent", "s", None))
    stated = table.statements("agent", after=None, limit=10)
    assert [each.session for each in stated] == ["other"]


# -- progress


@shows("R202")
def test_where_an_agent_stands(mind: Database) -> None:
    table = FragmentStore(mind)
    assert table.progress("agent") == Progress()
    stands = Progress(5, 3, 4, {"cursor": {"键": [1, 2]}, "counts": {"messages": 7}}, 2)
    mind.write(lambda tx: table.put_progress(tx, "agent", stands))
    assert table.progress("agent") == stands
    assert table.progress("other") == Progress()
