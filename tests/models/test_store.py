"""Receipts of model calls: kept, settled, added up."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mohen.core.database import Database, Tx
from mohen.models.model import Purpose, Receipt, Result
from mohen.models.store import ReceiptStore
from shows import shows

ASKED = Receipt(
    at=100, purpose=Purpose.DISTILLATION, model="m", tokens_in=40, tokens_out=10, run_id="run_1"
)


@pytest.fixture
def receipts(mind: Database) -> ReceiptStore:
    return ReceiptStore(mind)


def kept(mind: Database, receipts: ReceiptStore, receipt: Receipt) -> Receipt:
    return replace(receipt, id=mind.write(lambda tx: receipts.add(tx, receipt)).value)


@shows("C65")
def test_a_receipt_is_kept_as_it_is_and_the_newest_comes_first(
    mind: Database, receipts: ReceiptStore
) -> None:
    assert (receipts.latest(), receipts.last_failure()) == (None, None)
    first = kept(mind, receipts, ASKED)
    second = kept(mind, receipts, replace(ASKED, at=99, run_id=None))
    assert receipts.list(limit=9) == [second, first]
    assert receipts.list(limit=1) == [second]
    assert receipts.latest() == second


@shows("C65")
def test_what_a_call_cost_takes_the_place_of_what_it_might(
    mind: Database, receipts: ReceiptStore
) -> None:
    asked, other = kept(mind, receipts, ASKED), kept(mind, receipts, ASKED)
    mind.write(lambda tx: receipts.settle(tx, asked.id, Result.OK, 30, 2))
    settled = replace(asked, result=Result.OK, tokens_in=30, tokens_out=2)
    assert receipts.list(limit=9) == [other, settled]


@shows("C65")
def test_tokens_add_up_by_purpose_from_a_moment_on(mind: Database, receipts: ReceiptStore) -> None:
    for at, purpose in ((99, "distillation"), (100, "distillation"), (150, "consolidation")):
        kept(mind, receipts, replace(ASKED, at=at, purpose=Purpose(purpose)))
    assert receipts.spent(Purpose.DISTILLATION, 100) == 50
    assert receipts.spent(Purpose.DISTILLATION, 99) == 100
    assert receipts.spent(Purpose.CONSOLIDATION, 151) == 0

    def within(tx: Tx) -> int:
        receipts.add(tx, ASKED)
        return receipts.spent(Purpose.DISTILLATION, 100, tx)

    assert mind.write(within).value == 100  # a transaction sees what it wrote


@pytest.mark.parametrize("result", [Result.FAILED, Result.NONSENSE])
def test_the_last_failure_is_found_behind_what_went_well(
    mind: Database, receipts: ReceiptStore, result: Result
) -> None:
    failed = kept(mind, receipts, replace(ASKED, result=result))
    kept(mind, receipts, replace(ASKED, result=Result.OK))
    kept(mind, receipts, ASKED)
    assert receipts.last_failure() == failed
