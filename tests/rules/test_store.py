"""Rules as rows: everything comes back, whatever happens in between."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from databases import database
from mohen.core.database import Database
from mohen.core.scope import Scope
from mohen.errors import StoreCorrupt
from mohen.rules.model import (
    Conflict,
    LearningEvent,
    Link,
    Op,
    Origin,
    Part,
    Predicate,
    Range,
    Rule,
    Tally,
    Wording,
)
from mohen.rules.store import RuleStore
from mohen.text.default_rules import Category
from rulebooks import rule
from shows import shows

T = TypeVar("T")

MOMENTS = st.integers(0, 2**53)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=40)
WEIGHTS = st.floats(0, 1e6)
PREDICATES = st.builds(
    Predicate,
    feature=TEXTS,
    op=st.sampled_from(Op),
    value=st.floats(0.01, 0.99),
    unit=TEXTS,
    scene_type=st.none() | TEXTS,
    skill_used=st.none() | TEXTS,
    part=st.none() | st.sampled_from(Part),
)
RULES = st.builds(
    Rule,
    id=st.uuids().map(str),
    text=TEXTS,
    text_zh=st.none() | TEXTS,
    text_en=st.none() | TEXTS,
    category=st.sampled_from(Category),
    project_id=st.none() | TEXTS,
    origin=st.sampled_from(Origin),
    confidence=st.floats(0, 1),
    predicate=st.none() | PREDICATES,
    user_confirmed=st.booleans(),
    user_modified=st.booleans(),
    tally=st.builds(
        Tally,
        supporting=st.just(0),
        contradicting=st.just(0),
        weight_for=WEIGHTS,
        weight_against=WEIGHTS,
        gone_supporting=st.integers(0, 2**40),
        gone_contradicting=st.integers(0, 2**40),
    ),
    history=st.lists(st.builds(Wording, TEXTS, MOMENTS, TEXTS), max_size=4).map(tuple),
    drifted_at=st.none() | MOMENTS,
    evidence_at=MOMENTS,
    created_at=MOMENTS,
    updated_at=MOMENTS,
    version=st.integers(1, 2**40),
    in_conflict=st.just(False),
    overridden_by=st.none(),
)


class Shelf:
    """Rules on a real file that can be closed and opened again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.open()

    def open(self) -> None:
        self.database: Database = database(self.folder, "mind")
        self.rules = RuleStore(self.database)

    def reopen(self) -> None:
        self.database.close()
        self.open()

    def write(self, work: Callable[[Any], T]) -> T:
        return self.database.write(work).value

    def put(self, *rules: Rule) -> None:
        for each in rules:
            self.write(lambda tx, each=each: self.rules.insert(tx, each))  # type: ignore[misc]

    def link(self, rule_id: str, *links: Link, forget: tuple[str, ...] = ()) -> None:
        self.write(lambda tx: self.rules.put_links(tx, rule_id, links, forget=forget))

    def get(self, id: str) -> Rule:
        found = self.rules.get(None, id)
        assert found is not None
        return found


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Shelf]:
    made = Shelf(tmp_path)
    yield made
    made.database.close()


@pytest.fixture(scope="module")
def busy_shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shelf]:
    made = Shelf(tmp_path_factory.mktemp("rules"))
    yield made
    made.database.close()


@shows("B1", "R36", "R37", "C20", "C21")
@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(first=RULES, second=RULES)
def test_everything_of_a_rule_comes_back(busy_shelf: Shelf, first: Rule, second: Rule) -> None:
    changed = replace(second, id=first.id)

    def write(tx: Any) -> None:
        busy_shelf.rules.delete(tx, [first.id])
        busy_shelf.rules.insert(tx, first)
        assert busy_shelf.rules.get(tx, first.id) == first
        assert busy_shelf.rules.replace(tx, changed)

    busy_shelf.write(write)
    assert busy_shelf.get(first.id) == changed


@shows("C107")
@pytest.mark.parametrize(
    ("op", "value", "kept", "said"),
    [
        (Op.LESS, 0.0, 0.05, "No dialogue"),
        (Op.MORE, 1.0, 0.95, "More dialogue (over 95% of the text)"),
    ],
)
def test_a_number_that_no_text_can_fulfil_is_read_as_the_nearest_that_one_can(
    shelf: Shelf, op: Op, value: float, kept: float, said: str
) -> None:
    impossible = Predicate("dialogue_share", op, value, "share")
    known = Range(0.0, 0.1, 12, "words", wide=True)
    shelf.put(
        rule(
            "rule_a",
            origin=Origin.DISTILLED,
            predicate=impossible,
            own=known,
            text="?",
            text_zh="？",
            text_en="?",
        )
    )
    read = shelf.get("rule_a")
    assert (read.predicate, read.own) == (replace(impossible, value=kept), known)
    assert (read.text, read.text_en) == (said, said)


@shows("B1")
def test_a_restart_loses_nothing(shelf: Shelf) -> None:
    kept = rule(
        category=Category.CHARACTER,
        user_confirmed=True,
        user_modified=True,
        history=(Wording("旧话", 5, "user"),),
    )
    shelf.put(kept)
    shelf.link(kept.id, Link("ep_1", True, 1.0), Link("ep_2", False, 1.0))
    shelf.reopen()
    assert shelf.get(kept.id) == replace(kept, tally=Tally(1, 1))
    assert len(shelf.rules.links(kept.id)) == 2


def test_a_rule_that_is_gone_is_not_replaced(shelf: Shelf) -> None:
    assert not shelf.write(lambda tx: shelf.rules.replace(tx, rule()))
    assert shelf.rules.everywhere() == []


@shows("R87")
def test_scopes_are_kept_apart(shelf: Shelf) -> None:
    shelf.put(rule("a"), rule("b", project_id="other"), rule("c", project_id=None))
    assert [each.id for each in shelf.rules.of(Scope("novel"))] == ["a"]
    assert [each.id for each in shelf.rules.of(Scope())] == ["c"]
    assert [each.id for each in shelf.rules.seen_from("novel")] == ["a", "c"]
    assert [each.id for each in shelf.rules.everywhere()] == ["a", "b", "c"]
    assert shelf.write(lambda tx: shelf.rules.count(tx, Scope())) == 1


def test_rules_on_what_several_projects_have_a_rule_on(shelf: Shelf) -> None:
    other = Predicate("exclamation", Op.LESS, 0.1, "per 100 code points")
    shelf.put(
        rule("a"),
        rule("b", project_id="other"),
        rule("c", project_id=None),
        rule("d", predicate=other),
        rule("e", predicate=other),
        rule("f", predicate=None, project_id="other"),
    )
    assert [each.id for each in shelf.rules.shared(2)] == ["a", "b", "c"]
    assert [each.id for each in shelf.rules.shared(1)] == ["a", "b", "c", "d", "e"]
    assert shelf.rules.shared(3) == []


# -- links


def test_links_are_counted_when_a_rule_is_read(shelf: Shelf) -> None:
    shelf.put(rule("a"), rule("b"))
    shelf.link("a", Link("ep_1", True, 1.0), Link("ep_2", False, 0.5), Link("ep_3", True, 1.0))
    assert (shelf.get("a").tally.supporting, shelf.get("a").tally.contradicting) == (2, 1)
    assert shelf.get("b").tally == Tally()
    # An episode speaks once: what it says now replaces what it said
    shelf.link("a", Link("ep_1", False, 0.25), forget=("ep_3", "ep_unknown"))
    assert shelf.rules.links("a") == [Link("ep_2", False, 0.5), Link("ep_1", False, 0.25)]


def test_links_of_a_rule_that_is_gone_are_passed_over(shelf: Shelf) -> None:
    shelf.link("nobody", Link("ep_1", True, 1.0))
    assert shelf.rules.links("nobody") == []


def test_the_newest_links_of_many_rules_in_one_look(shelf: Shelf) -> None:
    shelf.put(rule("a"), rule("b"))
    shelf.link("a", *(Link(f"ep_{n}", n != 2, 1.0) for n in range(1, 6)))
    found = shelf.rules.newest_links(["a", "b"], 3)
    assert found == {"a": (("ep_5", "ep_4", "ep_3"), ("ep_2",)), "b": ((), ())}


@shows("C3")
def test_what_policy_deletes_is_counted_on(shelf: Shelf) -> None:
    # Given a rule with three episodes for it and one against
    shelf.put(rule("a", tally=Tally(weight_for=3.0, weight_against=1.0)), rule("b"))
    shelf.link("a", *(Link(f"ep_{n}", True, 1.0) for n in range(3)), Link("ep_9", False, 1.0))
    # When policy deletes two of them
    gone = shelf.write(lambda tx: shelf.rules.retire_links(tx, ["ep_0", "ep_9", "ep_none"]))
    # Then the rule still knows of them, and is as sure as before
    assert gone == 2
    assert shelf.get("a").tally == Tally(2, 0, 3.0, 1.0, 1, 1)
    assert shelf.get("b").tally == Tally()


def test_what_the_user_forgets_never_spoke(shelf: Shelf) -> None:
    shelf.put(rule("a", tally=Tally(weight_for=2.5, weight_against=1.0)), rule("b"))
    shelf.link("a", Link("ep_1", True, 1.5), Link("ep_2", True, 1.0), Link("ep_3", False, 1.0))
    shelf.link("b", Link("ep_1", True, 0.5))  # its row never took the weight in
    assert shelf.write(lambda tx: shelf.rules.drop_links(tx, ["ep_1", "ep_3"])) == 3
    assert shelf.get("a").tally == Tally(1, 0, 1.0, 0.0)
    assert shelf.get("b").tally == Tally()


def test_deleting_a_rule_takes_its_links_along(shelf: Shelf) -> None:
    shelf.put(rule("a"), rule("b"))
    shelf.link("a", Link("ep_1", True, 1.0))
    assert shelf.write(lambda tx: shelf.rules.delete(tx, ["a", "nobody"])) == 1
    assert shelf.rules.get(None, "a") is None
    shelf.put(rule("a"))
    assert shelf.rules.links("a") == []


# -- history, vetoes, conflicts


def test_events_come_newest_first_by_scope_and_rule(shelf: Shelf) -> None:
    def happened(kind: str, rule_id: str, project_id: str | None) -> LearningEvent:
        return LearningEvent(
            at=5, kind=kind, rule_id=rule_id, project_id=project_id, before=0.1, after=0.2,
            supporting=3, contradicting=1, run_id="run_1",
        )  # fmt: skip

    events = [
        happened("created", "a", "novel"),
        happened("created", "b", "other"),
        happened("promoted", "a", None),
    ]
    for each in events:
        shelf.write(lambda tx, each=each: shelf.rules.add_event(tx, each))  # type: ignore[misc]

    def kinds(scope: Scope | None, **asked: Any) -> list[tuple[str, str]]:
        found = shelf.rules.events(scope, **{"limit": 9, **asked})
        return [(each.kind, each.rule_id) for each in found]

    assert kinds(None) == [("promoted", "a"), ("created", "b"), ("created", "a")]
    assert kinds(Scope("novel")) == [("promoted", "a"), ("created", "a")]
    assert kinds(Scope()) == [("promoted", "a")]
    assert kinds(None, rule_id="b") == [("created", "b")]
    assert kinds(None, limit=1) == [("promoted", "a")]
    newest = shelf.rules.events(None, limit=1)[0]
    assert newest == replace(events[2], id=newest.id)
    assert kinds(None, before_id=newest.id) == [("created", "b"), ("created", "a")]


@shows("C64")
def test_a_veto_holds_in_its_project_and_a_global_one_everywhere(shelf: Shelf) -> None:
    shelf.write(lambda tx: shelf.rules.veto(tx, "novel", ["h1"], "rule_a", 1))
    shelf.write(lambda tx: shelf.rules.veto(tx, None, ["h2"], "rule_b", 1))
    asked = ["h1", "h2", "h3"]
    assert shelf.rules.vetoed("novel", asked) == {"h1", "h2"}
    assert shelf.rules.vetoed("other", asked) == {"h2"}
    assert shelf.rules.vetoed(None, asked) == {"h2"}
    assert shelf.write(lambda tx: shelf.rules.unveto(tx, "novel", asked)) == 1
    assert shelf.rules.vetoed("novel", asked) == {"h2"}


def test_two_rules_are_in_conflict_once_at_a_time(shelf: Shelf) -> None:
    shelf.put(rule("a"), rule("b"), rule("c"))

    def conflict(id: str) -> Conflict:
        return Conflict(
            id=id, project_id="novel", rule_ids=("a", "b"), reason="CONTRADICTION", created_at=7
        )

    assert shelf.write(lambda tx: shelf.rules.open_conflict(tx, conflict("k1")))
    assert not shelf.write(lambda tx: shelf.rules.open_conflict(tx, conflict("k2")))
    assert [shelf.get(id).in_conflict for id in "abc"] == [True, True, False]
    assert shelf.rules.conflicts(Scope("novel"), pending_only=True) == [conflict("k1")]
    assert shelf.rules.conflicts(Scope("other")) == shelf.rules.conflicts(Scope()) == []
    shelf.write(lambda tx: shelf.rules.resolve_conflict(tx, "k1", "a", 9))
    decided = replace(conflict("k1"), pending=False, resolved_at=9, chosen="a")
    assert shelf.rules.conflict(None, "k1") == decided
    assert not shelf.get("a").in_conflict
    assert shelf.rules.conflicts(None, pending_only=True) == []
    assert shelf.rules.conflicts(None) == [decided]


def test_a_conflict_that_waits_goes_with_one_of_its_sides(shelf: Shelf) -> None:
    for id, sides in {"k1": ("a", "b"), "k2": ("b", "c"), "k3": ("c", "d")}.items():
        conflict = Conflict(id=id, project_id=None, rule_ids=sides, reason="x", created_at=1)
        shelf.write(lambda tx, it=conflict: shelf.rules.open_conflict(tx, it))  # type: ignore[misc]
    shelf.write(lambda tx: shelf.rules.resolve_conflict(tx, "k2", "b", 2))
    assert shelf.write(lambda tx: shelf.rules.drop_conflicts(tx, "b")) == 1
    assert {each.id for each in shelf.rules.conflicts(None)} == {"k2", "k3"}


@pytest.mark.parametrize(
    "damage",
    ["category = 'mood'", "predicate = '{'", "predicate = '[1]'", "history = '[[1]]'"],
)
def test_a_row_that_no_hand_of_ours_wrote_is_called_corrupt(shelf: Shelf, damage: str) -> None:
    shelf.put(rule("a", text="秘密"))
    shelf.write(lambda tx: tx.execute(f"UPDATE rules SET {damage}"))
    with pytest.raises(StoreCorrupt) as caught:
        shelf.rules.get(None, "a")
    assert "秘密" not in str(caught.value)


def test_reading_many_rules_takes_as_many_looks_as_reading_one(shelf: Shelf) -> None:
    shelf.put(*(rule(f"r{n:03}") for n in range(50)))

    def looks(work: Callable[[], object]) -> int:
        counted = 0

        def trace(_cursor: object, _sql: str, _bindings: object) -> bool:
            nonlocal counted
            counted += 1
            return True

        with shelf.database.read() as reader:
            reader.exec_trace = trace
        work()
        with shelf.database.read() as reader:
            reader.exec_trace = None
        return counted

    assert looks(shelf.rules.everywhere) == 1
    assert looks(lambda: shelf.rules.newest_links([f"r{n:03}" for n in range(50)], 9)) == 1
