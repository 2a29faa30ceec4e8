"""The write lane: one commit for many, nobody harmed by a neighbour, nothing done behind a back."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import apsw
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from factories import eventually
from mohen.core import calls
from mohen.core.calls import Call
from mohen.core.sqlite import write_lane
from mohen.core.sqlite.errors import TRANSIENT, translate
from mohen.core.sqlite.write_lane import Lane
from mohen.errors import Canceled, InvalidArgument, StoreBusy, StoreClosed, StoreError, Timeout
from shows import shows


@dataclass
class Bench:
    """A lane on a real file, and what can be seen of it from outside."""

    path: Path
    pauses: list[int] = field(default_factory=list)
    on_pause: Callable[[], None] = lambda: None
    rollbacks: int = 0
    commits: int = 0
    quiet: tuple[Callable[[apsw.Connection], object], int] = (lambda _tx: None, 0)
    batch_max: int = 128

    def __post_init__(self) -> None:
        connection = apsw.Connection(str(self.path))
        connection.execute(
            "PRAGMA journal_mode=WAL; CREATE TABLE IF NOT EXISTS t (x UNIQUE)"
        ).fetchall()
        connection.set_commit_hook(self._committed)
        self.lane = Lane(
            connection,
            name="t.db",
            translate=lambda error, retries: translate(error, "t.db", retries),
            transient=TRANSIENT,
            retries=3,
            backoff_ms=25,
            batch_max=self.batch_max,
            pause=self._pause,
            rolled_back=self._rolled_back,
            quiet=self.quiet,
            count=lambda _: 0,
            committed=lambda _: None,
        )
        self.pool = ThreadPoolExecutor(32)

    def _committed(self) -> bool:
        self.commits += 1
        return False

    def _pause(self, ms: int) -> None:
        self.pauses.append(ms)
        self.on_pause()

    def _rolled_back(self) -> None:
        self.rollbacks += 1

    def put(self, x: object) -> Any:
        return self.lane.submit(lambda tx: tx.execute("INSERT INTO t VALUES (?)", (x,)) and x)

    def behind(self, work: Callable[[], Any]) -> Future[Any]:
        """Have `work` submit something, and return when it is waiting in the lane."""
        waiting = len(self.lane._queue)
        future = self.pool.submit(work)
        eventually(lambda: len(self.lane._queue) > waiting or future.done())
        return future

    @contextmanager
    def held(self) -> Iterator[None]:
        """While inside, the lane is busy with a piece of work and everything else waits."""
        begun, go = threading.Event(), threading.Event()

        def hold(_tx: apsw.Connection) -> None:
            begun.set()
            go.wait()

        holder = self.pool.submit(self.lane.submit, hold)
        begun.wait()
        try:
            yield
        finally:
            go.set()
            holder.result()

    def rows(self) -> list[Any]:
        outside = apsw.Connection(str(self.path))
        try:
            return [row[0] for row in outside.execute("SELECT x FROM t ORDER BY rowid")]
        finally:
            outside.close()

    def close(self) -> None:
        self.lane.close()
        self.pool.shutdown()


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    made = Bench(tmp_path / "t.db")
    yield made
    made.close()


def test_an_answered_write_can_be_seen_from_outside(bench: Bench):
    written = bench.put(1)
    assert (written.value, written.retries) == (1, 0)
    assert bench.rows() == [1]


def test_everything_that_waits_shares_one_commit(bench: Bench):
    with bench.held():
        waiting = [bench.behind(lambda n=n: bench.put(n)) for n in range(20)]
        before = bench.commits
    assert [each.result().value for each in waiting] == list(range(20))
    assert bench.commits - before == 2  # the holder's and one for all the others


def test_a_commit_holds_no_more_than_it_may(tmp_path: Path):
    bench = Bench(tmp_path / "t.db", batch_max=3)
    with bench.held():
        waiting = [bench.behind(lambda n=n: bench.put(n)) for n in range(7)]
        before = bench.commits
    for each in waiting:
        each.result()
    assert bench.commits - before == 1 + 3
    bench.close()


def test_who_finds_the_lane_empty_waits_for_no_other_thread(bench: Bench):
    assert bench.lane.submit(lambda _tx: threading.get_ident()).value == threading.get_ident()


def test_who_is_interrupted_has_written_nothing_and_is_in_nobodys_way(bench: Bench):
    def interrupted(tx: apsw.Connection) -> None:
        tx.execute("INSERT INTO t VALUES ('half')")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        bench.lane.submit(interrupted)
    bench.lane._connection.execute("BEGIN; INSERT INTO t VALUES ('half')")  # while rolling back
    bench.put("after")
    assert bench.rows() == ["after"]


@shows("C89")
def test_writes_keep_the_order_of_their_calls(bench: Bench):
    with bench.held():
        waiting = [bench.behind(lambda n=n: bench.put(n)) for n in range(30)]
    for each in waiting:
        each.result()
    assert bench.rows() == list(range(30))


@pytest.mark.parametrize(
    ("fail", "raised"),
    [
        (lambda _tx: 1 / 0, ZeroDivisionError),
        (lambda tx: tx.execute("INSERT INTO t VALUES (1)"), StoreError),  # taken: constraint
        (lambda tx: tx.execute("SELECT * FROM nowhere"), StoreError),
    ],
    ids=["bug", "constraint", "no such table"],
)
def test_a_piece_that_fails_is_undone_alone(
    bench: Bench, fail: Callable[[apsw.Connection], Any], raised: type[Exception]
):
    def half(tx: apsw.Connection) -> None:
        tx.execute("INSERT INTO t VALUES ('half')")
        fail(tx)

    with bench.held():
        first = bench.behind(lambda: bench.put(1))
        bad = bench.behind(lambda: bench.lane.submit(half))
        last = bench.behind(lambda: bench.put(2))
    assert first.result().value == 1
    assert last.result().value == 2
    with pytest.raises(raised):
        bad.result()
    assert bench.rows() == [1, 2]
    assert bench.rollbacks >= 1  # whoever remembers counts was told


@given(pieces=st.lists(st.sampled_from(["good", "bug", "taken"]), max_size=12))
@settings(max_examples=25, deadline=None)
def test_any_mixture_leaves_exactly_the_good_ones_in_order(
    tmp_path_factory: pytest.TempPathFactory, pieces: list[str]
):
    bench = Bench(tmp_path_factory.mktemp("lane") / "t.db")
    bench.put("taken")

    def submit(n: int, kind: str) -> Any:
        def run(tx: apsw.Connection) -> None:
            tx.execute("INSERT INTO t VALUES (?)", (n,))
            if kind == "bug":
                raise InvalidArgument("bad")
            if kind == "taken":
                tx.execute("INSERT INTO t VALUES ('taken')")

        return bench.lane.submit(run)

    with bench.held():
        waiting = [
            bench.behind(lambda n=n, kind=kind: submit(n, kind)) for n, kind in enumerate(pieces)
        ]
    raised = [type(each.exception()) for each in waiting]
    bench.close()
    answers = {"good": type(None), "bug": InvalidArgument, "taken": StoreError}
    assert raised == [answers[kind] for kind in pieces]
    assert bench.rows() == ["taken", *(n for n, kind in enumerate(pieces) if kind == "good")]


@shows("C89")
def test_a_busy_file_is_tried_again_with_the_whole_group_in_order(bench: Bench):
    other = apsw.Connection(str(bench.path))
    other.execute("BEGIN IMMEDIATE")
    paused, queued = threading.Event(), threading.Event()

    def on_pause() -> None:
        paused.set()
        queued.wait()  # the first goes on alone to its end; the others are one group behind it
        if len(bench.pauses) == 5:
            other.execute("ROLLBACK")

    bench.on_pause = on_pause
    alone = bench.pool.submit(bench.put, "alone")
    paused.wait()
    group = [bench.behind(lambda n=n: bench.put(n)) for n in range(5)]
    queued.set()
    assert isinstance(alone.exception(), StoreBusy)
    assert [(each.result().value, each.result().retries) for each in group] == [
        (n, 2) for n in range(5)
    ]
    assert bench.pauses == [25, 50, 100, 25, 50]
    assert bench.rows() == list(range(5))
    other.close()


def test_a_clock_that_fails_leaves_nobody_waiting(bench: Bench):
    other = apsw.Connection(str(bench.path))
    other.execute("BEGIN IMMEDIATE")

    def fail() -> None:
        raise RuntimeError("no time")

    bench.on_pause = fail
    with pytest.raises(RuntimeError):
        bench.put("never")
    other.close()
    bench.put("later")
    assert bench.rows() == ["later"]


@shows("C36", "C89", "B15")
def test_a_file_that_stays_busy_fails_after_three_retries_and_nothing_is_queued(bench: Bench):
    other = apsw.Connection(str(bench.path))
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreBusy) as caught:
        bench.put("never")
    assert caught.value.details["retryCount"] == 3
    assert bench.pauses == [25, 50, 100]
    other.execute("ROLLBACK")
    other.close()
    bench.put("later")
    assert bench.rows() == ["later"]


def test_what_cannot_pass_is_not_tried_again(bench: Bench):
    with pytest.raises(StoreError):
        bench.lane.submit(lambda tx: tx.execute("SELECT * FROM nowhere"))
    assert bench.pauses == []


def test_closing_does_what_waits_and_refuses_what_comes_later(bench: Bench):
    with bench.held():
        waiting = [bench.behind(lambda n=n: bench.put(n)) for n in range(5)]
        closing = bench.pool.submit(bench.lane.close)
        eventually(lambda: bench.lane._closed)
        with pytest.raises(StoreClosed):
            bench.put("late")
    closing.result()
    assert [each.result().value for each in waiting] == list(range(5))
    assert bench.rows() == list(range(5))


# -- no ghost execution


def in_call(call: Call, work: Callable[[], Any]) -> Any:
    with calls.running(call):
        return work()


@shows("R164")
def test_work_whose_time_runs_out_while_it_waits_is_never_done(bench: Bench):
    with bench.held():
        late = bench.behind(lambda: in_call(Call(timeout_ms=20), lambda: bench.put("ghost")))
        with pytest.raises(Timeout):
            late.result()
    bench.put("after")
    assert bench.rows() == ["after"]


@shows("R164")
def test_work_cancelled_while_it_waits_is_never_done(bench: Bench):
    call = Call(timeout_ms=60_000)
    with bench.held():
        waiting = bench.behind(lambda: in_call(call, lambda: bench.put("ghost")))
        call.cancel()
        with pytest.raises(Canceled):
            waiting.result()
    bench.put("after")
    assert bench.rows() == ["after"]


def test_a_withdrawn_piece_does_not_harm_its_group(bench: Bench):
    call = Call()
    with bench.held():
        first = bench.behind(lambda: bench.put(1))
        gone = bench.behind(lambda: in_call(call, lambda: bench.put("ghost")))
        last = bench.behind(lambda: bench.put(2))
        call.cancel()
    assert isinstance(gone.exception(), Canceled)
    assert (first.result().value, last.result().value) == (1, 2)
    assert bench.rows() == [1, 2]


@pytest.mark.parametrize("end", [Call.cancel, Call.expire])
def test_work_that_has_begun_is_finished_and_answered(bench: Bench, end: Callable[[Call], bool]):
    call, begun, go = Call(timeout_ms=60_000), threading.Event(), threading.Event()

    def slow(tx: apsw.Connection) -> str:
        begun.set()
        go.wait()
        tx.execute("INSERT INTO t VALUES ('begun')")
        return "done"

    answer = bench.pool.submit(in_call, call, lambda: bench.lane.submit(slow))
    begun.wait()
    assert not end(call)
    assert not answer.done()
    go.set()
    assert answer.result().value == "done"
    assert bench.rows() == ["begun"]


def test_a_call_ends_or_begins_and_the_answer_says_which(bench: Bench):
    """Cancelling at any moment: an answer means written, a cancellation means never."""
    answered = []
    for n in range(200):
        call = Call()
        waiting = bench.pool.submit(in_call, call, lambda n=n: bench.put(n))
        call.cancel()
        if waiting.exception() is None:
            answered.append(n)
        else:
            assert isinstance(waiting.exception(), Canceled)
    bench.put("end")
    assert bench.rows() == [*answered, "end"]


# -- housekeeping


def test_housekeeping_is_done_when_the_lane_rests(tmp_path: Path):
    kept = threading.Semaphore(0)
    bench = Bench(tmp_path / "t.db", quiet=(lambda _tx: kept.release(), 3))
    for n in range(2):
        bench.put(n)
    assert not kept.acquire(blocking=False)
    bench.put(2)
    kept.acquire()  # without any further write
    bench.close()


def test_writes_of_a_burst_stay_with_their_caller_though_housekeeping_is_due(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(write_lane, "_QUIET_S", 3_600)  # no moment of it is quiet
    kept = threading.Event()
    bench = Bench(tmp_path / "t.db", quiet=(lambda _tx: kept.set(), 2))
    by = {bench.lane.submit(lambda _tx: threading.get_ident()).value for _ in range(15)}
    assert by == {threading.get_ident()}
    assert not kept.is_set()
    bench.put("last")  # it can be put off no more
    kept.wait()
    bench.close()


def test_housekeeping_that_fails_is_nobody_elses_trouble(tmp_path: Path):
    tried = threading.Semaphore(0)

    def fail(tx: apsw.Connection) -> None:
        tx.execute("INSERT INTO t VALUES ('housekeeping')")
        tried.release()
        tx.execute("SELECT * FROM nowhere")

    bench = Bench(tmp_path / "t.db", quiet=(fail, 1))
    for n in range(3):
        bench.put(n)
        tried.acquire()
    bench.put("end")
    bench.close()
    assert bench.rows() == [0, 1, 2, "end"]


def test_housekeeping_comes_to_its_right_under_an_endless_stream(tmp_path: Path):
    done = threading.Event()
    bench = Bench(tmp_path / "t.db", quiet=(lambda _tx: done.set(), 2), batch_max=1)
    with bench.held():
        waiting = [bench.behind(lambda n=n: bench.put(n)) for n in range(30)]
        last = bench.behind(lambda: bench.lane.submit(lambda _tx: done.is_set()))
    for each in waiting:
        each.result()
    assert last.result().value  # before the stream had ended
    bench.close()
