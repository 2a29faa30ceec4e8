"""The home's own time: what it has seen pass, whatever the machine's clock says.

A clock that jumps (a dead battery, a wrong year typed) must not let anything fade, be compressed
or deleted. So everything in the house asks the home's clock: it follows the machine's while that
goes as clocks go, stands still over a jump and goes on from there, until a person has said whether
the time passed or the clock was wrong.

- A step of a few days is time that passed: nobody was there to see it.
- A longer one is believed too, but for some days nothing is destroyed on its word (it is `held`):
  if the clock comes back, or a person says that it was wrong, it is as if it had not been.
- A very long one, or one backwards, is a question; until it is answered the home's time is
  `ahead` milliseconds behind the machine's. If the clock comes back, nothing has happened.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Annotated, Any, Protocol

from mohen.core.degradation import Degradation, Reason
from mohen.core.logs import logger
from mohen.core.policy import DAY_MS, HOUR_MS, Milliseconds
from mohen.core.values import dataclass
from mohen.errors import Conflict, StoreError

if TYPE_CHECKING:
    from mohen.core.database import Database, Tx
    from mohen.core.health import Health
    from mohen.core.ports import Clock
    from mohen.core.settings_store import SettingsStore

log = logger(__name__)

_KEY = "clock"  # kept beside the settings, never set by a user
_SUBJECT = "clock"


@dataclass(frozen=True, slots=True, kw_only=True)
class Trust:
    """How far a clock is believed when it moves between two looks at it."""

    back_ms: int
    believed_ms: int
    asked_ms: int
    hold_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Owed:
    """Dates that have to be moved: those after one moment (and not after another), by so much, to
    no earlier than a third."""

    after: int
    until: int | None = None
    by: int
    floor: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """What the home knows of time."""

    wall: int  # what the machine's clock said at the last look
    ahead: int = 0  # how far it is ahead of the home's time; below zero: behind
    since: int = 0  # the home's time when that began
    answered: bool = False  # a person said that the clock is wrong
    held: int = 0  # a step that is believed, on whose word nothing is destroyed yet
    held_since: int = 0  # the home's time before it
    hold_left: int = 0  # so much time has to be seen until it counts like any other
    owed: Owed | None = None

    @property
    def home(self) -> int:
        return self.wall - self.ahead

    @property
    def is_asked(self) -> bool:
        return bool(self.ahead) and not self.answered


# -- what a look at the clock means


def step(seen: Seen, wall: int, trust: Trust) -> Seen:
    """What is known after another look."""
    moved = wall - seen.wall
    if not moved:
        return seen
    after = replace(seen, wall=wall)
    # A clock that is behind may be on its way back.
    most = trust.back_ms if seen.ahead < 0 else trust.believed_ms
    if not -trust.back_ms <= moved <= most:
        return _jumped(seen, after, moved, trust)
    if seen.held:
        after = replace(after, hold_left=seen.hold_left - max(0, moved))
        if after.hold_left <= 0:
            after = replace(after, held=0, held_since=0, hold_left=0)
    return after


def _jumped(before: Seen, after: Seen, moved: int, trust: Trust) -> Seen:
    """Whole days are not believed, so that the hour of the day stays that of the machine."""
    ahead = before.ahead + moved // DAY_MS * DAY_MS
    if _is_near(ahead, trust):  # it came back
        back = replace(after, ahead=0, since=0, answered=False)
        return replace(back, owed=_dated_ahead(back.home, before.ahead, before.since))
    if before.held and _is_near(ahead + before.held, trust):
        return _taken_back(replace(after, ahead=0, since=0, answered=False))
    since = before.since if before.ahead else before.home
    if 0 < ahead <= trust.asked_ms:
        return _held(replace(after, ahead=0, since=0, answered=False), ahead, since, trust)
    return replace(after, ahead=ahead, since=since, answered=False)


def _is_near(ahead: int, trust: Trust) -> bool:
    return -trust.back_ms <= ahead <= trust.believed_ms


def _held(after: Seen, ahead: int, since: int, trust: Trust) -> Seen:
    first = after.held_since if after.held else since
    return replace(after, held=after.held + ahead, held_since=first, hold_left=trust.hold_ms)


def _taken_back(after: Seen) -> Seen:
    """The held step never was: what is dated after the right time was dated by it."""
    owed = _dated_ahead(after.home, after.held, after.held_since)
    return replace(after, held=0, held_since=0, hold_left=0, owed=owed)


def _dated_ahead(now: int, ahead: int, since: int) -> Owed | None:
    """What bears a date to come was dated by a clock that was ahead. What is dated within a day is
    left: a lease ends by itself."""
    return Owed(after=now + DAY_MS, by=-ahead, floor=since) if ahead > 0 else None


# -- what a person's word means


def time_passed(seen: Seen, trust: Trust) -> Seen:
    """The clock is right: what was dated since it jumped is dated anew."""
    right = replace(seen, ahead=0, since=0, answered=False)
    if seen.ahead < 0:  # the time before was wrong, and is dated back
        left = max(0, seen.held + seen.ahead)
        return replace(right, held=left, owed=_dated_ahead(right.home, -seen.ahead, 0))
    owed = Owed(after=seen.since - 1, until=seen.home, by=seen.ahead)
    return replace(_held(right, seen.ahead, seen.since, trust), owed=owed)


def clock_wrong(seen: Seen) -> Seen:
    """The home keeps its own time until the clock is back; a step that is held is taken back."""
    if seen.ahead:
        owed = _dated_ahead(seen.home, seen.ahead, seen.since)
        return replace(seen, answered=True, owed=owed)
    wrong = replace(seen, ahead=seen.held, since=seen.held_since, answered=True)
    return _taken_back(wrong)


# -- the clock of the house


class HomeClock:
    """The clock everything in the house asks. Writes nothing: it is asked inside transactions."""

    def __init__(self, machine: Clock, trust: Trust) -> None:
        self.trust = trust
        self.remembered: Callable[[], Seen | None] = lambda: None
        self.settled = View(self, lambda seen: seen.home - seen.held)
        self.latest = View(
            self, lambda seen: max(seen.home, seen.wall) if seen.is_asked else seen.home
        )
        self.machine = machine
        self._lock = threading.Lock()
        self._seen: Seen | None = None

    def now(self) -> int:
        return self.look().home

    def pause(self, ms: int) -> None:
        self.machine.pause(ms)

    def look(self) -> Seen:
        """What is known by now."""
        wall = self.machine.now()
        if self._seen is None:
            try:
                begun = self.remembered()
            except StoreError:
                return Seen(wall=wall)  # asked again next time
            with self._lock:
                self._seen = self._seen or begun or Seen(wall=wall)
        with self._lock:
            self._seen = step(self._seen, wall, self.trust)
            return self._seen

    def reckoning(self) -> Callable[[int], int]:
        """Takes a date that somebody else took from a machine's clock that is wrong into the home's
        time. One that is ahead may be right until somebody says that it is not. For all dates that
        are told at once: each look at the clock costs."""
        seen = self.look()
        if seen.ahead >= 0 and not seen.answered:
            return as_told
        first, last = seen.since + seen.ahead - DAY_MS, seen.wall + DAY_MS
        return lambda moment: moment - seen.ahead if first <= moment <= last else moment

    def take(self, seen: Seen) -> None:
        """From now on this is known: another process has seen more, or a person has spoken."""
        with self._lock:
            self._seen = seen


def as_told(moment: int) -> int:
    return moment


class View:
    """Another time that follows from what is known. `settled`: by which things are destroyed,
    without the step that is held. `latest`: what others may truly have dated something; while
    nobody has said that the clock is wrong, it may be right."""

    def __init__(self, clock: HomeClock, of: Callable[[Seen], int]) -> None:
        self._clock = clock
        self._of = of

    def now(self) -> int:
        return self._of(self._clock.look())

    def pause(self, ms: int) -> None:
        self._clock.pause(ms)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockState:
    """How the machine's clock stands to the time that the home has seen."""

    now: Annotated[Milliseconds, "the home's time"]
    machine: Annotated[Milliseconds, "what the machine's clock says"]
    ahead: Annotated[int, "ms that it is ahead of the home's time; below zero: behind"]
    asked: Annotated[bool, "whether somebody has to say if that time passed"]
    held: Annotated[int, "ms of a step that is believed; nothing is destroyed on its word yet"]
    hold_left: Annotated[int, "ms to be seen until it counts, and can be taken back no more"]


class KnowsLast(Protocol):
    def last_recorded(self) -> int | None:
        """When the latest episode was written down."""
        ...


class ClockWatch:
    """Keeps what the home has seen of time, asks when the clock jumped, and takes the answer."""

    def __init__(
        self,
        *,
        clock: HomeClock,
        episode_store: KnowsLast,
        episodes_db: Database,
        health: Health,
        mind_db: Database,
        settings_store: SettingsStore,
        talk_db: Database,
    ) -> None:
        self._clock = clock
        self._episode_store = episode_store
        self._episodes_db = episodes_db
        self._health = health
        self._mind_db = mind_db
        self._settings_store = settings_store
        self._talk_db = talk_db
        self._read: str | None = None  # as it was last read or written
        self._kept_at = 0  # by the machine's clock

    def remembered(self) -> Seen | None:
        """As it was kept. A home from before it was kept was last seen when something was last
        done in it."""
        self._read = self._settings_store.settings().get(_KEY)
        if self._read is not None:
            return _understood(self._read)
        done = [self._settings_store.last_stamp(), self._episode_store.last_recorded()]
        last = max((each for each in done if each is not None), default=None)
        return None if last is None else Seen(wall=last)

    def notice(self) -> None:
        """Tell and keep what is new. Touches no file while nothing is: every answer passes here."""
        seen = self._clock.look()
        lately = abs(seen.wall - self._kept_at) < HOUR_MS
        if not lately or seen.owed is not None or seen.is_asked != self._is_told():
            self.keep()

    def keep(self) -> None:
        """Write down what was seen, move the dates that are owed, and tell or end the alarm.
        A home that cannot be written keeps it in mind."""
        try:
            self._catch_up()
            seen = self._clock.look()
            while _is_news(self._read, seen) and not self._write(seen):
                self._catch_up()
                seen = self._clock.look()
        except StoreError as error:
            log.warning("clock not kept: %s", error.reason)
        seen = self._clock.look()
        self._kept_at = seen.wall
        found = [jumped(seen.ahead)] if seen.is_asked else []
        self._health.settle(_SUBJECT, found, among=[Reason.CLOCK_JUMPED])

    def state(self) -> ClockState:
        self.notice()
        seen = self._clock.look()
        return ClockState(
            now=seen.home,
            machine=seen.wall,
            ahead=seen.ahead,
            asked=seen.is_asked,
            held=seen.held,
            hold_left=seen.hold_left,
        )

    def answer(self, *, passed: bool) -> ClockState:
        """A person says whether the time passed, or the clock is wrong."""
        while True:
            self._catch_up()
            seen = self._clock.look()
            if not seen.ahead and (passed or not seen.held):
                raise Conflict("the clock has not jumped: there is nothing to answer")
            if self._write(time_passed(seen, self._clock.trust) if passed else clock_wrong(seen)):
                break
        log.warning("clock: a person said that it is %s", "right" if passed else "wrong")
        self.keep()
        return self.state()

    def _is_told(self) -> bool:
        return self._health.since(Reason.CLOCK_JUMPED, _SUBJECT) is not None

    def _catch_up(self) -> None:
        """Another process may have seen more, or heard a person's word."""
        stored = self._settings_store.settings().get(_KEY)
        known = None if stored is None or stored == self._read else _understood(stored)
        self._read = stored
        if known is not None:
            self._clock.take(known)

    def _write(self, seen: Seen) -> bool:
        """Whether it was written: not if another process was quicker. The dates of the other files
        are moved first; done twice that is done once, should this be interrupted."""
        owed, kept = seen.owed, replace(seen, owed=None)
        said = json.dumps(asdict(kept))
        if owed is not None:
            self._episodes_db.write(lambda tx: redate(self._episodes_db, tx, owed))
            self._redate_talk(owed)

        def write(tx: Tx) -> bool:
            if self._settings_store.setting(tx, _KEY) != self._read:
                return False
            if owed is not None:
                redate(self._mind_db, tx, owed)
            self._settings_store.put_settings(tx, {_KEY: said}, now=kept.home)
            return True

        if not self._mind_db.write(write).value:
            return False
        self._read = said
        self._clock.take(kept)
        return True

    def _redate_talk(self, owed: Owed) -> None:
        """What was said is expendable: a file of it that cannot be read keeps nobody's time."""
        if self._talk_db.is_there:
            try:
                self._talk_db.write(lambda tx: redate(self._talk_db, tx, owed))
            except StoreError as error:
                if error.retryable:
                    raise
                log.warning("what was said is not dated anew: %s", error.reason)


def _is_news(stored: str | None, seen: Seen) -> bool:
    """Whether more is known than that some minutes have passed."""
    known = None if stored is None else _understood(stored)
    if known is None or abs(seen.wall - known.wall) >= HOUR_MS:
        return True
    return replace(known, wall=seen.wall, hold_left=seen.hold_left) != seen


def _understood(stored: str) -> Seen | None:
    try:
        told: dict[str, Any] = json.loads(stored)
        return Seen(**{**told, "owed": None})
    except (TypeError, ValueError):
        log.warning("what was seen of time is unreadable: it begins anew")
        return None


def _days(ms: int) -> int:
    return abs(ms) // DAY_MS


def told(state: ClockState) -> tuple[str, str]:
    """How the clock stands where nobody is asked."""
    if state.ahead:
        days, word = _days(state.ahead), ("ahead", "快") if state.ahead > 0 else ("behind", "慢")
        return (
            f"{days} days {word[0]}, known to be wrong: the home goes by its own time",
            f"{word[1]} {days} 天，已知有误：目录按自身的时间继续",
        )
    if state.held:
        days, left = _days(state.held), -(-state.hold_left // DAY_MS)
        return (
            f"{days} days passed in one step; nothing is destroyed on its word for {left} more "
            "days, in which `mohen clock wrong` takes it back",
            f"一步走过 {days} 天；{left} 天内不会因此销毁任何内容，"
            "其间可用 `mohen clock wrong` 撤回",
        )
    return "as the home has seen it", "与目录经历的时间一致"


def jumped(ahead: int) -> Degradation:
    days = _days(ahead)
    if ahead > 0:
        message = (
            f"the clock is {days} days ahead of what this home has seen: nothing fades or is "
            "deleted for it, and new records bear the home's time. Did that time pass?",
            f"时钟比这个记忆目录经历的时间快 {days} 天：不会因此淡忘或删除任何内容，"
            "新记录按目录自身的时间标注。这段时间真的过去了吗？",
        )
    else:
        message = (
            f"the clock is {days} days behind what this home has seen: the home goes by its own "
            "time. Is the clock right?",
            f"时钟比这个记忆目录经历的时间慢 {days} 天：目录按自身的时间继续。时钟是对的吗？",
        )
    return Degradation(
        Reason.CLOCK_JUMPED,
        message,
        (
            "set the clock, which ends this notice, or answer: `mohen clock right` or "
            "`mohen clock wrong`",
            "校正时钟即可结束此提示，或作答：`mohen clock right`（时钟正确）"
            "或 `mohen clock wrong`（时钟有误）",
        ),
    )


# -- moving the dates of what was recorded by a clock that turned out to be wrong


_NAMED = frozenset({"at", "timestamp", "until", "last_run", "last_success"})
_OTHERS = frozenset({("knowledge", "event_at"), ("bookmarks", "changed_at")})
"""Every column that says when something was done is named so (`at`, `…_at`, `last_…`); what is said
of other times (an event of the story, a file's own date) keeps them."""


def redate(database: Database, tx: Tx, owed: Owed) -> None:
    """Move the dates of every table. What was moved lies outside the bounds: doing it twice is
    doing it once."""
    last = "" if owed.until is None else " AND {0} <= ?4"
    given = (owed.after, owed.by, owed.floor, *(() if owed.until is None else (owed.until,)))
    for table, column in _dates(database.tables(tx)):
        tx.execute(
            f"UPDATE {table} SET {column} ="
            f" CASE WHEN {column} + ?2 > ?3 THEN {column} + ?2 ELSE ?3 END"
            f" WHERE {column} > ?1{last.format(column)}",
            given,
        )


def _dates(tables: Mapping[str, Sequence[str]]) -> list[tuple[str, str]]:
    dates = [
        (table, column)
        for table, columns in tables.items()
        for column in columns
        if column in _NAMED or column.endswith("_at")
    ]
    return [each for each in dates if each not in _OTHERS]
