"""Laws of background work: one at a time, in order, at once when asked, and never fatal."""

from __future__ import annotations

import logging
import sys
import threading
from collections.abc import Iterator

import pytest

from factories import eventually
from mohen.core import calls
from mohen.core.jobs import JobRunner

LATER = 3_600_000  # ms: never by itself within a test


@pytest.fixture
def jobs() -> Iterator[JobRunner]:
    runner = JobRunner()
    yield runner
    runner.close()


class Held:
    """A job that says when it runs and ends when it is let go."""

    def __init__(self) -> None:
        self.running = threading.Event()
        self.let_go = threading.Event()

    def __call__(self) -> None:
        self.running.set()
        self.let_go.wait()


def test_immediate_work_is_done_where_it_is_submitted():
    done: list[int] = []
    jobs = JobRunner(immediate=True)
    jobs.submit("here", lambda: done.append(threading.get_ident()), after_ms=LATER)
    assert done == [threading.get_ident()]
    jobs.drain()
    jobs.close()


def test_work_is_done_on_another_thread(jobs: JobRunner):
    done: list[int] = []
    jobs.submit("there", lambda: done.append(threading.get_ident()))
    jobs.drain()
    assert done
    assert done[0] != threading.get_ident()


def test_equal_delays_keep_the_order_of_submission(jobs: JobRunner):
    done: list[int] = []
    held = Held()
    jobs.submit("held", held)
    for n in range(20):
        jobs.submit(f"job {n}", lambda n=n: done.append(n))
    held.let_go.set()
    jobs.drain()
    assert done == list(range(20))


def test_what_is_due_earlier_goes_first(jobs: JobRunner):
    done: list[str] = []
    jobs.submit("late", lambda: done.append("late"), after_ms=LATER * 2)
    jobs.submit("early", lambda: done.append("early"), after_ms=LATER)
    jobs.drain()
    assert done == ["early", "late"]


def test_what_is_not_due_waits_and_a_drain_does_not(jobs: JobRunner):
    done: list[str] = []
    jobs.submit("later", lambda: done.append("later"), after_ms=LATER)
    now = Held()
    jobs.submit("now", now)
    now.running.wait()
    assert done == []
    now.let_go.set()
    jobs.drain()
    assert done == ["later"]


def test_what_is_not_to_be_hurried_is_left_by_a_drain(jobs: JobRunner):
    done: list[str] = []
    jobs.submit("later", lambda: done.append("later"), after_ms=LATER, hurried=False)
    jobs.submit("asked for", lambda: done.append("asked for"), after_ms=LATER)
    jobs.drain()
    assert done == ["asked for"]


def test_what_somebody_asks_for_now_is_hurried_though_it_was_not(jobs: JobRunner):
    done: list[str] = []
    jobs.submit("learn", lambda: done.append("learned"), after_ms=LATER, hurried=False)
    jobs.submit("learn", lambda: done.append("learned twice"), after_ms=LATER)
    jobs.drain()
    assert done == ["learned"]


def test_a_delay_holds_again_after_a_drain(jobs: JobRunner):
    done: list[str] = []
    jobs.submit("first", lambda: done.append("first"), after_ms=LATER)
    jobs.drain()
    jobs.submit("second", lambda: done.append("second"), after_ms=LATER)
    marker = threading.Event()
    jobs.submit("marker", marker.set)
    marker.wait()
    assert done == ["first"]


def test_a_waiting_job_stands_for_the_next_of_its_name(jobs: JobRunner):
    done: list[int] = []
    held = Held()
    jobs.submit("held", held)
    held.running.wait()
    for n in range(5):
        jobs.submit("embed", lambda n=n: done.append(n))
    held.let_go.set()
    jobs.drain()
    assert done == [0]


def test_a_running_job_does_not_stand_for_the_next_of_its_name(jobs: JobRunner):
    """What it began with may lack what the second was submitted for."""
    held, done = Held(), []
    jobs.submit("embed", held)
    held.running.wait()
    jobs.submit("embed", lambda: done.append("again"))
    held.let_go.set()
    jobs.drain()
    assert done == ["again"]


def test_not_once_means_every_time(jobs: JobRunner):
    done: list[int] = []
    held = Held()
    jobs.submit("held", held)
    for n in range(5):
        jobs.submit("mark", lambda n=n: done.append(n), once=False)
    held.let_go.set()
    jobs.drain()
    assert done == list(range(5))


def test_once_counts_waiting_twins_too(jobs: JobRunner):
    """Two of a name are waiting, one begins: the other still stands for a third."""
    first, done = Held(), []
    jobs.submit("twin", first, once=False)
    jobs.submit("twin", lambda: done.append("second"), once=False)
    first.running.wait()
    jobs.submit("twin", lambda: done.append("third"))
    first.let_go.set()
    jobs.drain()
    assert done == ["second"]


def test_at_most_one_job_runs_at_a_time(jobs: JobRunner):
    inside, most = 0, 0

    def work() -> None:
        nonlocal inside, most
        inside += 1
        most = max(most, inside)
        inside -= 1

    crowd = [
        threading.Thread(target=lambda n=n: jobs.submit(f"{n}", work, once=False))
        for n in range(16)
    ]
    for each in crowd:
        each.start()
    for each in crowd:
        each.join()
    jobs.drain()
    assert most == 1


def test_a_job_that_fails_harms_nobody_and_its_words_stay_out_of_the_log(
    jobs: JobRunner, caplog: pytest.LogCaptureFixture
):
    done: list[str] = []

    def fail() -> None:
        raise ValueError("她推开门，看见了雪")

    with caplog.at_level(logging.ERROR):
        jobs.submit("bad", fail)
        jobs.submit("good", lambda: done.append("good"))
        jobs.drain()
    assert done == ["good"]
    assert "bad: ValueError" in caplog.text
    assert "雪" not in caplog.text


def test_a_job_may_submit_another_and_a_drain_waits_for_both(jobs: JobRunner):
    done: list[str] = []
    jobs.submit("outer", lambda: jobs.submit("inner", lambda: done.append("inner")))
    jobs.drain()
    assert done == ["inner"]


def test_closing_finishes_what_runs_and_drops_what_waits():
    jobs, held, done = JobRunner(), Held(), []
    jobs.submit("held", held)
    held.running.wait()
    jobs.submit("waiting", lambda: done.append("waiting"))
    closer = threading.Thread(target=jobs.close)
    closer.start()
    eventually(lambda: not jobs._waiting)
    held.let_go.set()
    closer.join()
    assert done == []


def test_after_closing_nothing_begins_and_nothing_hangs():
    jobs, done = JobRunner(), []
    jobs.submit("first", lambda: None)
    jobs.close()
    jobs.submit("late", lambda: done.append("late"))
    jobs.drain()
    jobs.close()
    assert done == []


def test_a_runner_that_never_worked_closes():
    JobRunner().close()


def test_a_timer_goes_on_and_on(jobs: JobRunner):
    done = threading.Semaphore(0)
    jobs.every("tick", done.release, every_ms=0)
    for _ in range(5):
        assert done.acquire(timeout=60)


def test_nobody_waits_for_a_timer_nor_hurries_it(jobs: JobRunner):
    ticks: list[int] = []
    jobs.every("tick", lambda: ticks.append(1), every_ms=LATER)
    jobs.drain()
    assert ticks == [1]
    jobs.submit("asked for", lambda: None, after_ms=LATER)
    jobs.drain()
    assert ticks == [1]


def test_a_timer_survives_its_work(jobs: JobRunner):
    done = threading.Semaphore(0)

    def fail() -> None:
        done.release()
        raise ValueError

    jobs.every("tick", fail, every_ms=0)
    for _ in range(3):
        assert done.acquire(timeout=60)


def test_a_timer_makes_no_job_give_way():
    jobs = JobRunner(give_way_ms=LATER)
    jobs.every("tick", lambda: None, every_ms=LATER)
    jobs.drain()
    jobs.give_way()  # would wait an hour
    jobs.close()


def test_a_job_leaves_most_of_the_time_to_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    # Given a job that has worked a tenth of a second between two steps
    slept: list[float] = []
    worked = iter([1.0, 1.1, 1.2, 1.3])
    monkeypatch.setattr("mohen.core.jobs.time.sleep", slept.append)
    monkeypatch.setattr("mohen.core.jobs.time.thread_time", lambda: next(worked))
    jobs = JobRunner(give_way_ms=2, give_way_times=3)
    jobs.give_way()
    # When nobody is being answered, it goes on
    jobs.give_way()
    assert slept == []
    # And when somebody is, it stands aside for three times as long
    answered, asked = threading.Event(), threading.Event()

    def answer() -> None:
        with calls.running(calls.Call()):
            asked.set()
            answered.wait()

    other = threading.Thread(target=answer)
    other.start()
    asked.wait()
    jobs.give_way()
    answered.set()
    other.join()
    assert slept == [pytest.approx(0.3)]
    # But what is part of a call has somebody waiting for it, too
    with calls.running(calls.Call()):
        jobs.give_way()
    assert len(slept) == 1


def test_immediate_timers_run_once():
    ticks: list[int] = []
    JobRunner(immediate=True).every("tick", lambda: ticks.append(1), every_ms=0)
    assert ticks == [1]


# -- aside


def test_long_work_lets_others_run_oftener_and_leaves_python_as_it_was() -> None:
    jobs, usual = JobRunner(hand_on_us=300), sys.getswitchinterval()
    with jobs.aside():
        assert sys.getswitchinterval() == pytest.approx(0.0003)
        with JobRunner(hand_on_us=900).aside():  # another's longer turn does not win
            assert sys.getswitchinterval() == pytest.approx(0.0003)
        assert sys.getswitchinterval() == pytest.approx(0.0003)
    assert sys.getswitchinterval() == usual


# -- beside a call's own work


def test_work_beside_is_begun_before_it_is_wanted(jobs: JobRunner, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("mohen.core.jobs._OTHER_CORES", 1)
    begun = threading.Event()
    there = jobs.beside(lambda: (begun.set(), threading.get_ident()))
    assert begun.wait(LATER / 1000)
    assert there()[1] != threading.get_ident()


def test_work_beside_sees_the_call_it_is_part_of(jobs: JobRunner, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("mohen.core.jobs._OTHER_CORES", 1)
    call = calls.Call()
    with calls.running(call):
        seen = jobs.beside(calls.current)
    assert seen() is call


def test_what_no_hand_was_free_for_is_done_by_whoever_wants_it(
    jobs: JobRunner, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("mohen.core.jobs._OTHER_CORES", 1)
    held = Held()
    first = jobs.beside(held)
    assert held.running.wait(LATER / 1000)
    assert jobs.beside(threading.get_ident)() == threading.get_ident()
    held.let_go.set()
    first()


def test_an_error_beside_is_raised_where_the_result_is_wanted(
    jobs: JobRunner, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("mohen.core.jobs._OTHER_CORES", 1)
    begun = jobs.beside(lambda: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        begun()


@pytest.mark.parametrize("cores", [0, 1])
def test_without_another_core_or_at_once_it_is_done_here(
    cores: int, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("mohen.core.jobs._OTHER_CORES", cores)
    jobs = JobRunner(immediate=bool(cores))
    assert jobs.beside(threading.get_ident)() == threading.get_ident()
    jobs.close()


def test_the_lock_is_handed_on_as_before_once_work_beside_is_done(
    jobs: JobRunner, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("mohen.core.jobs._OTHER_CORES", 1)
    usual, held = sys.getswitchinterval(), Held()
    result = jobs.beside(held)
    assert sys.getswitchinterval() < usual
    held.let_go.set()
    result()
    eventually(lambda: sys.getswitchinterval() == usual)
