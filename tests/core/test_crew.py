"""A few threads do the background work of many memories."""

from __future__ import annotations

import threading

from factories import eventually
from mohen.core.jobs import Crew, JobRunner


def crewed() -> list[str]:
    return [each.name for each in threading.enumerate() if each.name == "mohen-crew"]


def test_many_runners_share_few_threads_and_everything_is_done() -> None:
    crew, before = Crew(3), len(crewed())
    runners = [JobRunner(crew=crew) for _ in range(40)]
    done: list[int] = []
    for number, runner in enumerate(runners):
        runner.submit("work", lambda number=number: done.append(number))
    for runner in runners:
        runner.drain()
    assert sorted(done) == list(range(40))
    assert len(crewed()) - before <= 3
    for runner in runners:
        runner.close()


def test_of_each_runner_one_job_at_a_time_in_order() -> None:
    runner, together, seen = JobRunner(crew=Crew(4)), threading.Semaphore(1), list[int]()

    def work(number: int) -> None:
        assert together.acquire(blocking=False)
        seen.append(number)
        together.release()

    for number in range(30):
        runner.submit("work", lambda number=number: work(number), once=False)
    runner.drain()
    assert seen == list(range(30))
    runner.close()


def test_a_slow_one_keeps_nobody_elses_waiting() -> None:
    crew, go, done = Crew(2), threading.Event(), threading.Event()
    slow, quick = JobRunner(crew=crew), JobRunner(crew=crew)
    slow.submit("slow", go.wait)
    quick.submit("quick", done.set)
    eventually(done.is_set)
    go.set()
    slow.close()
    quick.close()


def test_closing_waits_for_what_runs_and_forgets_what_waits() -> None:
    runner, began, go, done = JobRunner(crew=Crew(1)), *(threading.Event() for _ in range(3))

    def work() -> None:
        began.set()
        go.wait()
        done.set()

    runner.submit("work", work)
    runner.submit("later", lambda: done.clear(), after_ms=60_000)
    eventually(began.is_set)
    threading.Timer(0.05, go.set).start()
    runner.close()
    assert done.is_set()
    runner.submit("never", done.clear)
    assert done.is_set()


def test_what_is_done_every_so_often_is_done_again() -> None:
    runner, times = JobRunner(crew=Crew(1)), list[int]()
    runner.every("tick", lambda: times.append(1), every_ms=1)
    eventually(lambda: len(times) >= 3)
    runner.close()
