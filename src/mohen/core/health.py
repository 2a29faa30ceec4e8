"""Everything that can be out of order while the rest goes on: what it costs, and its cure."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime

from mohen.core.database import Database, LostWrites
from mohen.core.degradation import Alert, Degradation, Reason
from mohen.core.logs import logger
from mohen.core.ports import Clock, Jobs, Notify
from mohen.core.settings_store import SettingsStore
from mohen.errors import EmbedderError, MohenError, StoreError

DOCTOR = ("run `mohen doctor`", "运行 `mohen doctor`")
NO_MODEL = (
    "mend what the message names, or do without: `mohen config set model none`",
    "按提示修复，或停用：`mohen config set model none`",
)
REBUILD = ("run `mohen rebuild-index`", "运行 `mohen rebuild-index`")

EPISODES_UNREADABLE = Degradation(
    Reason.EPISODES_UNREADABLE,
    (
        "past interactions cannot be read: none of them is recalled; your rules still hold",
        "无法读取过往交互：暂不参考过往经历，已学到的规则仍然有效",
    ),
    DOCTOR,
)
MIND_UNREADABLE = Degradation(
    Reason.MIND_UNREADABLE,
    (
        "settings and rules cannot be read: defaults are used, and nothing is recorded",
        "无法读取设置与规则：使用默认值，且不再记录",
    ),
    DOCTOR,
)
TALK_UNREADABLE = Degradation(
    Reason.TALK_UNREADABLE,
    (
        "what was said cannot be read: answers rest on what is known alone",
        "无法读取对话原文：仅依据已知的事实作答",
    ),
    DOCTOR,
)
_PUT_BACK = (
    "stop Mohen, put the file back from a copy and start it again; to go on with the new one, "
    "run `mohen doctor --mend`, which ends this notice",
    "停止墨痕，用备份放回该文件后重新启动；"
    "若要沿用新文件，运行 `mohen doctor --mend` 即可结束此提示",
)
EPISODES_LOST = Degradation(
    Reason.EPISODES_LOST,
    (
        "episodes.db vanished while Mohen was running: past interactions are gone, and an empty "
        "file was begun in its place",
        "episodes.db 在墨痕运行时消失：过往交互已不在，已另建一个空文件",
    ),
    _PUT_BACK,
)
TALK_LOST = Degradation(
    Reason.TALK_LOST,
    (
        "talk.db vanished while Mohen was running: what was said is gone word by word, what was "
        "learned from it is not, and an empty file was begun in its place",
        "talk.db 在墨痕运行时消失：对话原文已不在，由此学到的仍在，已另建一个空文件",
    ),
    _PUT_BACK,
)
MIND_LOST = Degradation(
    Reason.MIND_LOST,
    (
        "mind.db vanished while Mohen was running: rules and knowledge are gone, settings are "
        "back to their defaults, and an empty file was begun in its place",
        "mind.db 在墨痕运行时消失：规则与知识已不在，设置已恢复默认值，已另建一个空文件",
    ),
    _PUT_BACK,
)
_MEND = (
    "run `mohen doctor --mend`: it saves the rest and names what is lost (the damaged file is "
    "kept); or restore a backup",
    "运行 `mohen doctor --mend`：保住其余内容并列出损失（保留损坏的文件）；或恢复备份",
)


def of_rows(database: Database) -> Reason:
    kinds = {"episodes.db": Reason.EPISODES_DAMAGED, "talk.db": Reason.TALK_DAMAGED}
    return kinds.get(database.name, Reason.MIND_DAMAGED)


def rows_damaged(database: Database) -> Degradation:
    """Some rows of a file cannot be read, or not whole."""
    name, losses = database.name, database.damage.losses
    out = sum(each.whole for each in losses)
    return Degradation(
        of_rows(database),
        (
            f"{name} is damaged: {out} rows cannot be read and are left out, {len(losses) - out} "
            "have lost letters",
            f"{name} 已损坏：{out} 条无法读取而略去，{len(losses) - out} 条有缺字",
        ),
        _MEND,
    )


def writes_lost(name: str, lost: LostWrites) -> Degradation:
    since = datetime.fromtimestamp(lost.since / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
    return Degradation(
        Reason.WRITES_LOST,
        (
            f"{lost.count} writes that were acknowledged after {since} are not in {name}: its "
            f"log ({name}-wal) was deleted or cut, or an older file was put in its place",
            f"{name} 缺少 {since} 之后已确认的 {lost.count} 次写入：其日志（{name}-wal）被删除"
            "或截断，或换上了旧文件",
        ),
        (
            "put the log or a newer copy back and start again; to go on without, run "
            "`mohen doctor --mend`, which ends this notice",
            "放回日志或较新的副本后重新启动；若要就此继续，运行 `mohen doctor --mend` "
            "即可结束此提示",
        ),
    )


READ_ONLY = Degradation(
    Reason.READ_ONLY,
    (
        "the home cannot be written: what it holds is read, nothing is recorded or learned",
        "数据目录不可写：可以读取其中内容，但不会记录或学习",
    ),
    (
        "give yourself the right to write in the home's folder, or mount it writable",
        "授予对数据目录的写权限，或以可写方式挂载",
    ),
)
INDEX_BROKEN = Degradation(
    Reason.INDEX_UNAVAILABLE,
    (
        "the full-text index is missing or damaged: search goes on by meaning, scene and time",
        "全文索引缺失或损坏：检索仍按语义、场景与时间进行",
    ),
    REBUILD,
)
VECTORS_BROKEN = Degradation(
    Reason.VEC_UNAVAILABLE,
    (
        "the vectors cannot be read: search goes on by words and scene",
        "无法读取向量：检索仍按词语与场景进行",
    ),
    REBUILD,
)
VECTORS_FOREIGN = Degradation(
    Reason.DIMENSION_CONFLICT,
    (
        "some vectors were made by another embedder and cannot be compared",
        "部分向量由其他嵌入器生成，无法比较",
    ),
    REBUILD,
)

CLEANUP_FAILED = Degradation(
    Reason.CLEANUP_FAILED,
    (
        "the cleanup could not be done: nothing is lost, and it is tried again",
        "清理未能完成：没有丢失任何内容，稍后重试",
    ),
    (
        "end what holds the files, then run `mohen upkeep`; `mohen doctor` says more",
        "结束占用文件的进程后运行 `mohen upkeep`；`mohen doctor` 会给出详情",
    ),
)
WIPE_FAILED = Degradation(
    Reason.CLEANUP_FAILED,
    (
        "what was deleted is gone from every answer, but a file may still hold its bytes",
        "已删除的内容不再出现在任何结果中，但文件里可能仍有残留字节",
    ),
    (
        "end other programs that read the memory; it is tried again by itself",
        "结束其他正在读取记忆的程序；系统会自动重试",
    ),
)

KEPT_BY_SERVER = Degradation(
    Reason.KEPT_BY_SERVER,
    (
        "what was deleted is gone from every answer, but PostgreSQL keeps its bytes for a while: "
        "in its files until they are vacuumed, in log and backups until those are recycled",
        "已删除的内容不再出现在任何结果中，但 PostgreSQL 会暂时保留其字节："
        "数据文件在清理（VACUUM）之前、日志与备份在回收之前仍含有它",
    ),
    (
        "nothing is wrong; docs/team.md says for how long, and what shortens it",
        "这不是故障；docs/team.md 说明了保留多久以及如何缩短",
    ),
)

CONSOLIDATION_FAILED = Degradation(
    Reason.CONSOLIDATION_FAILED,
    (
        "conversations could not be consolidated several times in a row: nothing is lost, and it "
        "goes on where it stopped",
        "对话整合连续多次未能完成：没有丢失任何内容，下次从中断处继续",
    ),
    (
        "run `mohen doctor`, mend what it names, then `mohen consolidate`",
        "运行 `mohen doctor`，按提示修复后再运行 `mohen consolidate`",
    ),
)


def embedder_dead(error: EmbedderError) -> Degradation:
    return Degradation(
        Reason.ENCODING_FAILED,
        (
            f"the embedder does not work ({error.code}): search goes on by words and scene",
            f"嵌入器不可用（{error.code}）：检索仍按词语与场景进行",
        ),
        (
            "run `mohen doctor`; `mohen config set embedder builtin` always works",
            "运行 `mohen doctor`；`mohen config set embedder builtin` 总是可用",
        ),
    )


def model_silent(error: MohenError) -> Degradation:
    return Degradation(
        Reason.MODEL_UNAVAILABLE,
        (
            f"the language model gave nothing usable ({error.code}): rules and statistics go on",
            f"语言模型没有给出可用的回答（{error.code}）：规则与统计照常进行",
        ),
        (
            "run `mohen doctor`, or do without: `mohen config set model none`",
            "运行 `mohen doctor`，或停用：`mohen config set model none`",
        ),
    )


def budget_spent(setting: str) -> Degradation:
    return Degradation(
        Reason.BUDGET_SPENT,
        (
            "the language model's tokens for today are spent: rules and statistics go on",
            "语言模型今日的词元预算已用完：规则与统计照常进行",
        ),
        (
            f"wait for tomorrow (UTC), or raise it: `mohen config set {setting} <tokens>`",
            f"等到明天（UTC），或提高预算：`mohen config set {setting} <词元数>`",
        ),
    )


# -- What is broken now, and telling it once when it begins and once when it ends (C96).


log = logger(__name__)


class Health:
    def __init__(
        self,
        clock: Clock,
        jobs: Jobs,
        notify: Notify,
        ledger: SettingsStore,
        database: Database,
        process: str,
    ) -> None:
        self._clock = clock
        self._jobs = jobs
        self._notify = notify
        self._ledger = ledger
        self._database = database
        self._process = process
        self._lock = threading.Lock()
        self._now: dict[tuple[Reason, str], tuple[Degradation, int]] = {}
        self._inherited: set[tuple[str, str]] | None = None

    def current(self) -> list[Degradation]:
        with self._lock:
            return list(dict.fromkeys(degradation for degradation, _ in self._now.values()))

    def since(self, reason: Reason, subject: str) -> int | None:
        """When this process began to tell it; None when it does not."""
        _, began_at = self._now.get((reason, subject), (None, None))
        return began_at

    def settle(
        self, subject: str, found: Iterable[Degradation], *, among: Iterable[Reason]
    ) -> None:
        """Of the reasons `among` that were looked at, these were `found`: tell what changed."""
        broken = {each.reason: each for each in found}
        # A ledger that was just found unreadable is not asked again.
        before = set() if Reason.MIND_UNREADABLE in broken else self._open_before()
        if not (broken or before or self._now):
            return  # nothing is broken and nothing was, as nearly always
        for reason in among:
            if reason in broken:
                self._begin(broken[reason], subject)
            else:
                self._end(reason, subject, before)

    def all_well(self, reasons: Iterable[Reason]) -> None:
        """Somebody has looked thoroughly: none of these is broken, whoever said so and when."""
        with self._lock:
            self._inherited = None  # another process may have begun more meanwhile
            mine = list(self._now)
        theirs = self._open_before()
        for reason in reasons:
            subjects = {subject for each, subject in mine if each is reason}
            subjects |= {subject for code, subject in theirs if code == reason.code}
            for subject in subjects:
                self._end(reason, subject, theirs)

    def _open_before(self) -> set[tuple[str, str]]:
        """(code, subject) of alerts that an earlier process began and did not live to end."""
        with self._lock:
            if self._inherited is None:
                try:
                    self._inherited = self._ledger.open_alerts()
                except StoreError:
                    return set()  # asked again next time
            return self._inherited

    def _begin(self, degradation: Degradation, subject: str) -> None:
        key = (degradation.reason, subject)
        now = self._clock.now()
        with self._lock:
            if key in self._now:
                return
            self._now[key] = degradation, now
        alert = Alert(
            degradation.code,
            subject,
            {
                "reason": degradation.reason,
                "message": {"en": degradation.message[0], "zh": degradation.message[1]},
                "cure": {"en": degradation.cure[0], "zh": degradation.cure[1]},
            },
            now,
        )
        log.warning("degraded: %s (%s)", alert.code, subject)
        self._tell(alert)
        self._keep(replace(alert, detail={**alert.detail, "process": self._process}))

    def _end(self, reason: Reason, subject: str, before: set[tuple[str, str]]) -> None:
        name = (reason.code, subject)
        with self._lock:
            ended = self._now.pop((reason, subject), None)
            if ended is None and name not in before:
                return
            before.discard(name)
        now = self._clock.now()
        log.warning("recovered: %s (%s)", *name)
        alert = Alert(reason.code, subject, {"reason": reason}, now, now)
        self._tell(alert)
        self._keep(alert)

    def _tell(self, alert: Alert) -> None:
        self._notify(
            "memory:alert",
            {
                "code": alert.code,
                "subject": alert.subject,
                "state": "began" if alert.ended_at is None else "ended",
                "at": alert.began_at,
                **alert.detail,
            },
        )

    def _keep(self, alert: Alert) -> None:
        """In the ledger, from a job: a read that degrades must not wait for a write."""

        def write() -> None:
            try:
                if alert.ended_at is None:
                    self._database.write(lambda tx: self._ledger.begin_alert(tx, alert))
                else:
                    self._database.write(lambda tx: self._ledger.end_alert(tx, alert))
            except StoreError as error:
                log.warning("alert not kept: %s (%s)", alert.code, error.reason)

        self._jobs.submit("keep-alert", write, once=False)


# -- A database that vanished while it was in use: said until somebody has heard it (C96).


class LostDatabases:
    """Notices a database that vanished while it was open."""

    def __init__(
        self,
        *,
        episodes_db: Database,
        health: Health,
        is_gone: Callable[[str], bool],
        mind_db: Database,
        process: str,
        settings_store: SettingsStore,
        talk_db: Database,
    ) -> None:
        self._episodes_db = episodes_db
        self._health = health
        self._is_gone = is_gone
        self._mind_db = mind_db
        self._process = process
        self._settings_store = settings_store
        self._talk_db = talk_db

    def notice(self) -> None:
        """Tell what was lost since the last look, or is back. Touches no file while nothing is new:
        every answer passes here."""
        for database, loss in self._files():
            if database.renewed != self._is_told(database, loss.reason):
                found = [loss] if database.renewed else []
                self._health.settle(database.name, found, among=[loss.reason])
            if database.read_only != self._is_told(database, Reason.READ_ONLY):
                found = [READ_ONLY] if database.read_only else []
                self._health.settle(database.name, found, among=[Reason.READ_ONLY])
            if bool(database.damage) != self._is_told(database, of_rows(database)):
                found = [rows_damaged(database)] if database.damage else []
                self._health.settle(database.name, found, among=[of_rows(database)])
            if (lost := database.lost_writes) and not self._is_told(database, Reason.WRITES_LOST):
                found = [writes_lost(database.name, lost)]
                self._health.settle(database.name, found, among=[Reason.WRITES_LOST])

    def look(self) -> None:
        """`notice`, and hear what other processes of this home have to say of it."""
        self.notice()
        for database, loss in self._files():
            if database is self._talk_db and not database.is_there:
                continue  # nothing was heard yet, and looking makes no file
            with suppress(StoreError):
                database.look_for_lost_writes()
                if database.lost_writes is None:
                    self._health.settle(database.name, [], among=[Reason.WRITES_LOST])
            last = self._last(database, loss)
            since = self._health.since(loss.reason, database.name)
            if last is not None and self._is_over(last, since):
                self._end(database, loss)

    def of(self, database: Database) -> Degradation | None:
        """What is lost with this file."""
        return next(
            (loss for each, loss in self._files() if each is database and each.renewed), None
        )

    def acknowledge(self) -> Iterator[tuple[str, str]]:
        """The author goes on with the files as they are; answers what that means for each. A file
        of whose loss nobody was told yet is not acknowledged by anybody."""
        for database, loss in self._files():
            last = self._last(database, loss)
            is_open = last is not None and last.ended_at is None
            name = database.name
            if is_open or self._is_told(database, loss.reason):
                self._end(database, loss)
                yield f"{name}: going on with the new file", f"{name}：沿用新文件"
            with suppress(StoreError):
                database.look_for_lost_writes()
            if (lost := database.lost_writes) is not None:
                database.accept_lost_writes()
                self._health.settle(name, [], among=[Reason.WRITES_LOST])
                said = writes_lost(name, lost).message
                yield (
                    f"going on without what is lost: {said[0]}",
                    f"不再等待已丢失的内容：{said[1]}",
                )

    def _files(self) -> tuple[tuple[Database, Degradation], ...]:
        return (
            (self._episodes_db, EPISODES_LOST),
            (self._mind_db, MIND_LOST),
            (self._talk_db, TALK_LOST),
        )

    def _last(self, database: Database, loss: Degradation) -> Alert | None:
        with suppress(StoreError):
            return self._settings_store.last_alert(loss.code, database.name)
        return None

    def _is_told(self, database: Database, reason: Reason) -> bool:
        return self._health.since(reason, database.name) is not None

    def _is_over(self, last: Alert, since: int | None) -> bool:
        """Somebody has acknowledged in another process what we tell; or whoever told it is gone,
        and with it the knowledge of which file would be the right one."""
        if since is not None:
            return last.ended_at is not None and last.ended_at >= since
        teller = last.detail.get("process", self._process)
        return last.ended_at is None and (teller == self._process or self._is_gone(teller))

    def _end(self, database: Database, loss: Degradation) -> None:
        database.accept_renewed()
        self._health.all_well([loss.reason])
