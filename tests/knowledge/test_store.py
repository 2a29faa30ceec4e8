"""Facts, notes and acts in mind.db."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from databases import stranger
from mohen.core.database import Database
from mohen.core.scope import Scope
from mohen.errors import StoreError
from mohen.knowledge.model import Item
from mohen.knowledge.store import KnowledgeStore
from mohen.rules.label_store import LabelStore
from mohen.rules.model import Action, Count, Reaction
from shows import shows

NOTE = Item(
    id="kn_1",
    type="note",
    project_id="novel",
    content="雪从不化",
    origin="manual",
    created_at=5,
    updated_at=7,
)
NOVEL, POEMS, GLOBAL = Scope("novel"), Scope("poems"), Scope()


@pytest.fixture
def knowledge(mind: Database) -> KnowledgeStore:
    return KnowledgeStore(mind)


@pytest.fixture
def feedback(mind: Database) -> LabelStore:
    return LabelStore(mind)


# -- knowledge


def add(mind: Database, knowledge: KnowledgeStore, *items: Item) -> None:
    def write(tx) -> None:
        for each in items:
            knowledge.add(tx, each)

    mind.write(write)


@shows("R123")
def test_an_item_comes_back_as_it_was_put_whatever_its_type(
    mind: Database, knowledge: KnowledgeStore
) -> None:
    unheard_of = replace(NOTE, id="kn_2", type="dream.motif", project_id=None)
    add(mind, knowledge, NOTE, unheard_of)
    assert knowledge.get("kn_1") == NOTE
    assert knowledge.get("kn_2") == unheard_of
    assert knowledge.get("kn_3") is None


@shows("R124")
def test_a_project_sees_its_own_and_what_is_global(
    mind: Database, knowledge: KnowledgeStore
) -> None:
    everybodys = replace(NOTE, id="kn_2", project_id=None)
    others = replace(NOTE, id="kn_3", project_id="poems")
    add(mind, knowledge, NOTE, everybodys, others)
    assert knowledge.most_known(NOVEL, 99) == [NOTE, everybodys]
    assert knowledge.most_known(GLOBAL, 99) == [everybodys]


def test_an_item_is_rewritten_and_removed(mind: Database, knowledge: KnowledgeStore) -> None:
    add(mind, knowledge, NOTE)
    newer = replace(NOTE, content="雪化了", updated_at=9, version=2)
    mind.write(lambda tx: knowledge.rewrite(tx, newer))
    assert knowledge.get("kn_1") == newer
    mind.write(lambda tx: knowledge.remove(tx, "kn_1"))
    assert knowledge.get("kn_1") is None


def test_a_row_that_makes_no_sense_is_said_to_be_corrupt(
    tmp_path: Path, mind: Database, knowledge: KnowledgeStore
) -> None:
    add(mind, knowledge, NOTE)
    other = stranger(tmp_path / "mind.db")
    other.execute("UPDATE knowledge SET content = ''")
    other.close()
    with pytest.raises(StoreError) as refused:
        knowledge.most_known(NOVEL, 99)
    assert refused.value.reason == "corrupt"


# -- feedback

ACT = Reaction(
    id="fb_1",
    at=5,
    project_id="novel",
    run_id="run_1",
    skill_id="continue",
    action=Action.ACCEPT,
    label="多用短句",
)


def keep(mind: Database, feedback: LabelStore, *acts: Reaction) -> list[str]:
    return mind.write(lambda tx: [feedback.add(tx, each) for each in acts]).value


def counts(mind: Database, feedback: LabelStore, scope: Scope) -> list[Count]:
    with mind.read() as reader:
        return feedback.counts(reader, scope)


@shows("B16")
def test_counts_are_what_the_acts_add_up_to_in_one_scope(
    mind: Database, feedback: LabelStore
) -> None:
    keep(
        mind,
        feedback,
        ACT,
        replace(ACT, id="fb_2", run_id="run_2", at=3),
        replace(ACT, id="fb_3", run_id=None, action=Action.REJECT),
        replace(ACT, id="fb_4", run_id=None, project_id=None),
        replace(ACT, id="fb_5", run_id=None, label=None, ignored="empty"),
        replace(ACT, id="fb_6", run_id=None, label="#1f", ignored="privacy_mode_reject"),
    )
    assert counts(mind, feedback, NOVEL) == [
        Count("多用短句", Action.ACCEPT, 2, 3),
        Count("多用短句", Action.REJECT, 1, 5),
    ]
    assert counts(mind, feedback, GLOBAL) == [Count("多用短句", Action.ACCEPT, 1, 5)]
    assert counts(mind, feedback, POEMS) == []
    assert feedback.scopes() == [GLOBAL, NOVEL]


def test_the_same_act_of_a_run_is_kept_once(mind: Database, feedback: LabelStore) -> None:
    again = replace(ACT, id="fb_2", at=9)
    other = replace(ACT, id="fb_3", action=Action.PARTIAL)
    unnamed = replace(ACT, id="fb_4", run_id=None)
    unnamed_again = replace(ACT, id="fb_5", run_id=None)
    elsewhere = replace(ACT, id="fb_6", project_id="poems")
    kept = keep(mind, feedback, ACT, again, other, unnamed, unnamed_again, elsewhere)
    assert kept == ["fb_1", "fb_1", "fb_3", "fb_4", "fb_5", "fb_6"]


def test_labels_are_dropped_from_one_project_or_from_everywhere(
    mind: Database, feedback: LabelStore
) -> None:
    keep(
        mind,
        feedback,
        ACT,
        replace(ACT, id="fb_2", project_id="poems"),
        replace(ACT, id="fb_3", project_id=None),
        replace(ACT, id="fb_4", label="少用比喻"),
    )
    with mind.read() as reader:
        assert sorted(feedback.labels(reader, NOVEL)) == ["多用短句", "少用比喻"]
        assert feedback.labels(reader, POEMS) == ["多用短句"]
        assert feedback.with_labels(reader, NOVEL, ["多用短句", "没有"]) == 1
        assert feedback.with_labels(reader, GLOBAL, ["多用短句"]) == 3

    def drop(scope: Scope) -> int:
        return mind.write(lambda tx: feedback.drop_labels(tx, scope, ["多用短句"])).value

    assert (drop(NOVEL), drop(GLOBAL), drop(GLOBAL)) == (1, 2, 0)
    assert counts(mind, feedback, NOVEL) == [Count("少用比喻", Action.ACCEPT, 1, 5)]


def test_a_scope_is_cleared_alone(mind: Database, feedback: LabelStore) -> None:
    keep(mind, feedback, ACT, replace(ACT, id="fb_2", project_id=None, label=None))
    with mind.read() as reader:
        assert (feedback.number(reader, NOVEL), feedback.number(reader, GLOBAL)) == (1, 1)
    assert mind.write(lambda tx: feedback.clear(tx, NOVEL)).value == 1
    with mind.read() as reader:
        assert (feedback.number(reader, NOVEL), feedback.number(reader, GLOBAL)) == (0, 1)
