"""How the memory is: the status everybody may ask for, and the doctor who names the cure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, TypeVar

from mohen.core import health, home_clock, openai_servers, plugins, validation
from mohen.core.degradation import Alert, Check, Degradation, Finding, Reason
from mohen.core.home_clock import ClockState
from mohen.core.openai_servers import KeyMissing
from mohen.core.scope import Scope
from mohen.core.settings_model import Settings
from mohen.core.values import dataclass
from mohen.episodes.model import Counts, Coverage
from mohen.errors import EmbedderError, MohenError, SchemaTooNew, StoreCorrupt, StoreError
from mohen.models.model import ModelState, Result, Spending
from mohen.text import error_words
from mohen.upkeep.model import Storage, Timetable, Usage

if TYPE_CHECKING:
    from mohen.core.database import Database, Loss, Saved
    from mohen.core.health import Health, LostDatabases
    from mohen.core.home import Home
    from mohen.core.home_clock import ClockWatch
    from mohen.core.ports import Clock, EmbedderFor
    from mohen.core.server_keys import ServerKeys
    from mohen.core.settings import UserSettings
    from mohen.core.settings_model import ModelConfig
    from mohen.core.settings_store import SettingsStore
    from mohen.episodes.embed import EpisodeEmbedder
    from mohen.episodes.index import EpisodeIndex
    from mohen.episodes.store import EpisodeStore
    from mohen.models.model_budget import ModelBudget
    from mohen.models.ports import Local, ModelFor
    from mohen.models.store import ReceiptStore
    from mohen.policy import Policy
    from mohen.upkeep.reindex import Reindex
    from mohen.upkeep.store import ProjectTotals
    from mohen.upkeep.upkeep import Upkeep


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """How the memory is."""

    counts: Counts | None  # None: episodes.db cannot be read
    settings: Settings | None  # None: mind.db cannot be read
    embedder: tuple[str, int] | None  # name and dimensions; None: it does not work
    coverage: Coverage | None
    answering: str | None  # the embedder that answers until `embedder` has embedded everything
    model: ModelState | None  # None: none is configured, or mind.db cannot be read
    upkeep: Timetable | None  # None: mind.db cannot be read
    file_bytes: dict[str, int]
    storage: Storage
    clock: ClockState
    degradations: tuple[Degradation, ...]
    alerts: tuple[Alert, ...]


# -- Mending what the doctor found, without ever deleting what somebody might want back.


Mended = tuple[str, str]
"""What was done, in English and Chinese."""


class Doctor:
    """Names what is wrong, and mends it."""

    def __init__(
        self,
        *,
        clock: Clock,
        clock_watch: ClockWatch,
        embedder_for: EmbedderFor,
        episode_embedder: EpisodeEmbedder,
        episode_index: EpisodeIndex,
        episode_store: EpisodeStore,
        episodes_db: Database,
        health: Health,
        home: Home,
        local_server: Local,
        lost_databases: LostDatabases,
        mind_db: Database,
        model_budget: ModelBudget,
        model_for: ModelFor,
        policy: Policy,
        project_totals: ProjectTotals,
        receipt_store: ReceiptStore,
        reindex: Reindex,
        server_keys: ServerKeys,
        settings: UserSettings,
        settings_store: SettingsStore,
        talk_db: Database,
        upkeep: Upkeep,
    ) -> None:
        self._clock = clock
        self._clock_watch = clock_watch
        self._embedder_for = embedder_for
        self._episode_embedder = episode_embedder
        self._episode_index = episode_index
        self._episode_store = episode_store
        self._episodes_db = episodes_db
        self._health = health
        self._home = home
        self._local_server = local_server
        self._lost_databases = lost_databases
        self._mind_db = mind_db
        self._model_budget = model_budget
        self._model_for = model_for
        self._policy = policy
        self._project_totals = project_totals
        self._receipt_store = receipt_store
        self._reindex = reindex
        self._server_keys = server_keys
        self._settings = settings
        self._settings_store = settings_store
        self._talk_db = talk_db
        self._upkeep = upkeep

    def mend(self) -> list[Mended]:
        return [
            *self._go_on(),
            *self._close_to_others(),
            *self._save_rest(self._episodes_db),
            *self._save_rest(self._mind_db),
            *(each for database in self._heard() for each in self._save_rest(database)),
            *self._index(),
        ]

    def _heard(self) -> list[Database]:
        """The file of what was said, if anything was ever heard: looking makes none."""
        return [self._talk_db] if self._talk_db.is_there else []

    def _go_on(self) -> Iterator[Mended]:
        """First, so that what vanishes now is not taken for something the author knows of."""
        yield from self._lost_databases.acknowledge()

    def _close_to_others(self) -> Iterator[Mended]:
        for name, mode in self._home.make_private().items():
            yield f"{name}: permissions set to {mode:o}", f"{name}：权限改为 {mode:o}"

    def _save_rest(self, database: Database) -> Iterator[Mended]:
        """A damaged file is moved away; a fresh one is made at once, of what can be saved."""
        try:
            if database.check() == "ok" and not database.examine():
                return
        except StoreError as error:
            if error.reason != "corrupt":
                return
        yield from self._save(database)

    def _save(self, database: Database) -> Iterator[Mended]:
        name, now = database.name, self._clock.now()  # before: the home's time stands in a file
        aside, saved = database.save_rest(lambda: self._home.set_aside(name, now))
        if saved is None:
            yield (
                f"{name}: set aside as {aside}, a fresh one made; nothing could be saved",
                f"{name}：已移为 {aside}，并新建；没有可保住的内容",
            )
            return
        yield (
            f"{name}: {saved.rows} rows saved into a fresh file; the damaged one is set aside as "
            f"{aside}",
            f"{name}：{saved.rows} 条已保存到新文件；损坏的文件已移为 {aside}",
        )
        yield from _named(name, saved)

    def _index(self) -> Iterator[Mended]:
        try:
            model = self._episode_embedder.embedder()
        except EmbedderError:
            return  # the doctor says so; there is nothing here to make vectors with
        if self._reindex.in_order() and not self._reindex.coverage(model).foreign:
            return
        try:
            words, vectors = self._reindex.rebuild()
        except StoreCorrupt as error:
            # Not even the room that the old index took can be given back.
            for database in (self._episodes_db, self._mind_db):
                if database.name == error.details.get("file"):
                    yield from self._save(database)
            words, vectors = self._reindex.rebuild()
        yield (
            f"index rebuilt: {words} texts, {vectors} vectors",
            f"索引已重建：{words} 条文本，{vectors} 个向量",
        )

    # -- How much room a memory takes, and how much there is: of one project, or of all together.

    def weigh(self, project_id: str | None, counts: Counts | None) -> Storage:
        """`counts` of the same episodes, where they can be read."""
        policy, one = self._policy, project_id is not None
        held = self._held(project_id)
        cap, kept = policy.capacity, policy.upkeep

        def usage(used: int, cap: int | None, budget: int) -> Usage:
            return Usage(used, cap, budget) if one else Usage(used)

        episodes = digests = rules = knowledge = None
        if counts is not None:
            active = counts.active + counts.open
            episodes = usage(active, cap.active_per_project, kept.active_budget)
            digests = usage(counts.compressed, cap.compressed_per_project, kept.digest_budget)
        if held is not None:
            rules = usage(held[0], policy.rules.cap, policy.rules.budget)
            knowledge = usage(held[1], None, policy.knowledge.active_soft)
        return Storage(
            files=self._home.sizes(),
            episodes=episodes,
            digests=digests,
            rules=rules,
            knowledge=knowledge,
        )

    def _held(self, project_id: str | None) -> tuple[int, int] | None:
        """Rules and living knowledge; None where they cannot be read."""
        try:
            found = self._project_totals.by_project()
        except StoreError:
            return None
        mine = [each for key, each in found.items() if project_id is None or key == project_id]
        return sum(each["rules"] for each in mine), sum(each["knowledge"] for each in mine)

    def status(self, project_id: str | None = None) -> Status:
        validation.check_ids(self._policy.recording, projectId=project_id)
        scope = None if project_id is None else Scope(project_id)
        known = _try(lambda: self._settings.get())
        counts = _try(lambda: self._episode_store.counts(scope))
        unreadable = [
            *([health.EPISODES_UNREADABLE] if counts is None else []),
            *([health.MIND_UNREADABLE] if known is None else []),
        ]
        named = _try(lambda: self._embedder_name(known or Settings()))
        _try(lambda: self._model_budget.budgets_renewed())
        self._lost_databases.look()
        clock = self._clock_watch.state()
        return Status(
            counts=counts,
            settings=known,
            embedder=named,
            coverage=_try(lambda: self._episode_index.coverage(*named)) if named else None,
            answering=_try(lambda: self._answering(known)),
            model=_try(lambda: self._model_budget.state()),
            upkeep=_try(lambda: self._upkeep.timetable()),
            file_bytes={
                each.name: self._home.size(each.name)
                for each in (self._episodes_db, self._mind_db, *self._heard())
            },
            storage=self.weigh(project_id, counts),
            clock=clock,
            degradations=tuple(dict.fromkeys([*unreadable, *self._health.current()])),
            alerts=tuple(
                _try(lambda: self._settings_store.alerts(limit=self._policy.paging.alerts)) or ()
            ),
        )

    def _embedder_name(self, known: Settings) -> tuple[str, int]:
        model = self._embedder_for(known.embedder)
        return model.name, model.dims

    def _answering(self, known: Settings | None) -> str | None:
        if known is None or known.embedder_before is None:
            return None
        return self._embedder_for(known.embedder_before).name

    def examine(self) -> list[Check]:
        """Every check, and after them the alerts that none of them tells or has shown to be
        over."""
        self._lost_databases.look()
        checks = [
            *self._check_home(),
            self._check_clock(),
            *self._check_database(self._episodes_db),
            *self._check_database(self._mind_db),
            *(each for database in self._heard() for each in self._check_database(database)),
            *self._check_index(),
            *self._check_embedder(),
            *self._check_model(),
            *_check_plugins(),
        ]
        fine = [each.name for each in checks if each.finding is Finding.OK]
        well = [reason for name in fine for reason in _SHOWN_WELL.get(name, ())]
        self._health.all_well(well)
        self._lost_databases.notice()
        files = (self._episodes_db, self._mind_db, self._talk_db)
        losses = [self._lost_databases.of(each) for each in files]
        told = {each.code for each in losses if each is not None} | {Reason.CLOCK_JUMPED.code}
        for each in files:
            told |= {health.of_rows(each).code} if each.damage else set()
            told |= {Reason.WRITES_LOST.code} if each.lost_writes else set()
        return [*checks, *self._check_alerts(but={reason.code for reason in well} | told)]

    def _check_model(self) -> Iterator[Check]:
        """It is not asked anything, which would cost: its last receipt tells how it did."""
        try:
            self._model_budget.budgets_renewed()
            config = self._settings.get().model
            model, state, latest = (
                self._model_for(config),
                self._model_budget.state(),
                self._receipt_store.latest(),
            )
        except StoreError:
            return  # the file itself was found broken above
        except MohenError as error:
            yield Check("model", Finding.FAIL, _said(error), health.NO_MODEL)
            return
        if model is None or state is None:
            yield _NO_MODEL
            return
        if lacking := self._lacking(config):
            yield Check("model", Finding.WARN, lacking, health.NO_MODEL)
            return
        spent = "; ".join(_spent(each) for each in state.spending)
        failed = latest is not None and latest.result in (Result.FAILED, Result.NONSENSE)
        if failed and latest is not None and latest.model == model.name:
            yield Check(
                "model",
                Finding.WARN,
                (
                    f"{model.name}: its last call gave nothing ({latest.result}); {spent}",
                    f"{model.name}：最近一次调用没有结果（{latest.result}）；{spent}",
                ),
                health.NO_MODEL,
            )
            return
        yield Check("model", Finding.OK, (f"{model.name}; {spent}", f"{model.name}；{spent}"))

    def _lacking(self, config: ModelConfig) -> tuple[str, str] | None:
        """What the chosen model cannot do without, as far as it is known without asking it."""
        if config.kind == "local":
            why = self._local_server.missing(config.model or "")
            return None if why is None else _said(why)
        if config.kind != "openai":
            return None  # whoever brought the model knows what it needs
        keys = self._server_keys.get
        server = openai_servers.checked(
            "model", config.model, config.base_url, config.api_key_env, keys
        )
        try:
            server.key()
        except KeyMissing as missing:
            name = missing.variable
            return (
                f"{server.model}: the environment variable {name} is not set, and no key was given",
                f"{server.model}：环境变量 {name} 未设置，也没有给出密钥",
            )
        return None

    def _check_home(self) -> Iterator[Check]:
        if not self._home.is_there():
            yield Check(
                "home",
                Finding.FAIL,
                ("the folder is gone", "目录不存在"),
                (
                    "put it back from a backup, or open the memory again to begin anew",
                    "从备份恢复，或重新打开以新建",
                ),
            )
            return
        yield _check_modes(self._home.loose())
        free = self._home.free_bytes()
        enough = free >= self._policy.storage.free_bytes
        yield Check(
            "disk",
            Finding.OK if enough else Finding.WARN,
            (f"{free // 2**20} MiB free", f"剩余 {free // 2**20} MiB"),
            None if enough else ("make room on the disk", "请清理磁盘"),
        )

    def _check_clock(self) -> Check:
        state = self._clock_watch.state()
        if state.asked:
            asked = home_clock.jumped(state.ahead)
            return Check("clock", Finding.WARN, asked.message, asked.cure)
        return Check("clock", Finding.OK, home_clock.told(state))

    def _check_database(self, database: Database) -> Iterator[Check]:
        try:
            version, said = database.schema_version(), database.check()
            damage = database.examine() if said == "ok" else None
        except SchemaTooNew as error:
            yield Check(
                database.name,
                Finding.FAIL,
                (error.message, "此文件由更新版本的墨痕写成"),
                ("upgrade: pip install -U mohen", "升级：pip install -U mohen"),
            )
            return
        except StoreError as error:
            yield _broken(database.name, error.reason)
            return
        if said != "ok":
            yield _broken(database.name, "corrupt")
            return
        if damage:
            told = health.rows_damaged(database)
            names = ", ".join(_name(each) for each in damage.losses[:_NAMED_AT_ONCE])
            more = len(damage.losses) - _NAMED_AT_ONCE
            said = f"{names}, +{more}" if more > 0 else names
            message = f"{told.message[0]} ({said})", f"{told.message[1]}（{said}）"
            yield Check(database.name, Finding.FAIL, message, told.cure)
            return
        if (loss := self._lost_databases.of(database)) is not None:
            yield Check(database.name, Finding.FAIL, loss.message, loss.cure)
            return
        if (lost := database.lost_writes) is not None:
            loss = health.writes_lost(database.name, lost)
            yield Check(database.name, Finding.FAIL, loss.message, loss.cure)
            return
        yield Check(
            database.name,
            Finding.OK,
            (f"schema {version}, sound", f"结构版本 {version}，完好"),
        )

    def _check_index(self) -> Iterator[Check]:
        try:
            sound = self._reindex.in_order()
        except StoreError:
            return  # the file itself was found broken above
        yield Check(
            "full-text index",
            Finding.OK if sound else Finding.FAIL,
            ("sound", "完好") if sound else ("missing or damaged", "缺失或损坏"),
            None if sound else health.REBUILD,
        )

    def _check_embedder(self) -> Iterator[Check]:
        try:
            model = self._episode_embedder.embedder()
            self._episode_embedder.encode(model, ["墨痕 mohen"])
            cover = self._reindex.coverage(model)
        except EmbedderError as error:
            yield Check(
                "embedder",
                Finding.FAIL,
                _said(error),
                (
                    "mend what the message names, or `mohen config set embedder builtin`",
                    "按提示修复，或运行 `mohen config set embedder builtin`",
                ),
            )
            return
        except StoreError:
            return
        yield Check("embedder", Finding.OK, (model.name, model.name))
        yield _check_vectors(cover)

    def _check_alerts(self, *, but: set[str]) -> Iterator[Check]:
        alerts = _try(lambda: self._settings_store.alerts(limit=self._policy.paging.alerts)) or []
        for alert in alerts:
            if alert.ended_at is None and alert.code not in but:
                said = f"{alert.code} ({alert.subject})"
                cure = alert.detail.get(
                    "cure", {"en": "see `mohen status`", "zh": "见 `mohen status`"}
                )
                yield Check("alert", Finding.WARN, (said, said), (cure["en"], cure["zh"]))


def _check_plugins() -> Iterator[Check]:
    """Packages of others that extend this one, where there are any: a broken one is left out."""
    for each in plugins.all_of_them():
        said = f"{each.name} ({each.group})"
        if each.problem:
            yield Check(
                "plugin",
                Finding.WARN,
                (f"{said} could not be loaded: {each.problem}", f"{said} 无法加载：{each.problem}"),
                ("mend or uninstall its package", "修复或卸载对应的包"),
            )
        else:
            yield Check("plugin", Finding.OK, (said, said))


_NAMED_AT_ONCE = 20


def _name(loss: Loss) -> str:
    """What it is of, and of whom; never what it says."""
    of = "" if loss.project_id is None else f" ({loss.project_id})"
    return f"{loss.table} {loss.id or '?'}{of}"


def _named(file: str, saved: Saved) -> Iterator[Mended]:
    for each in saved.losses:
        if each.whole:
            yield f"{file}: lost: {_name(each)}", f"{file}：已丢失：{_name(each)}"
        else:
            yield f"{file}: letters lost in: {_name(each)}", f"{file}：有缺字：{_name(each)}"
    if saved.unnamed:
        yield (
            f"{file}: lost besides: {saved.unnamed} rows or stretches of rows without a name",
            f"{file}：另有 {saved.unnamed} 条（或段）无法辨认的记录丢失",
        )


T = TypeVar("T")


def _try(ask: Callable[[], T]) -> T | None:
    try:
        return ask()
    except MohenError:
        return None


# -- the doctor


# What is not broken when a check is ok.
_SHOWN_WELL = {
    "episodes.db": (Reason.EPISODES_UNREADABLE, Reason.EPISODES_DAMAGED),
    "mind.db": (Reason.MIND_UNREADABLE, Reason.MIND_DAMAGED),
    "talk.db": (Reason.TALK_DAMAGED,),
    "full-text index": (Reason.INDEX_UNAVAILABLE,),
    "embedder": (Reason.ENCODING_FAILED,),
    "vectors": (Reason.DIMENSION_CONFLICT, Reason.VEC_UNAVAILABLE),
    "model": (Reason.MODEL_UNAVAILABLE,),
    "clock": (Reason.CLOCK_JUMPED,),
}


_NO_MODEL = Check(
    "model",
    Finding.OK,
    (
        "no language model is configured: everything works by rules and statistics",
        "未配置语言模型：一切按规则与统计进行",
    ),
)


def _said(error: MohenError) -> tuple[str, str]:
    chinese = error_words.in_chinese(error.message) or error.message
    return f"{error.code}: {error.message}", f"{error.code}：{chinese}"


def _spent(each: Spending) -> str:
    return f"{each.purpose} {each.spent}" + ("" if each.budget is None else f"/{each.budget}")


def _check_modes(loose: Iterable[str]) -> Check:
    """The home and its files belong to their owner alone."""
    named = ", ".join(loose)
    if not named:
        return Check("permissions", Finding.OK, ("readable by you alone", "仅你本人可读"))
    return Check(
        "permissions",
        Finding.WARN,
        (f"others may read: {named}", f"他人可读：{named}"),
        (
            "run `mohen doctor --mend`, or chmod 700 the home and 600 its files",
            "运行 `mohen doctor --mend`，或将目录设为 700、文件设为 600",
        ),
    )


def _broken(name: str, reason: str) -> Check:
    cures = {
        "busy": (
            "another process holds it: wait, or end that process",
            "被其他进程占用：稍候，或结束该进程",
        ),
        "read-only": (
            "run `mohen doctor --mend`, or give yourself write permission",
            "运行 `mohen doctor --mend`，或赋予写权限",
        ),
        "full": ("make room on the disk", "请清理磁盘"),
        "sealed": (
            "bring the file of the author's key back into the folder of keys, or name that folder "
            "in MOHEN_AUTHOR_KEYS",
            "把作者密钥文件放回密钥文件夹，或用 MOHEN_AUTHOR_KEYS 指明该文件夹",
        ),
    }
    cure = cures.get(
        reason,
        (
            f"run `mohen doctor --mend`: it sets {name} aside (nothing is deleted) and saves what "
            "can be read into a fresh one; or restore a backup",
            f"运行 `mohen doctor --mend`：将 {name} 移到一旁（不删除任何内容），把可读内容保存到新"
            "文件；或恢复备份",
        ),
    )
    return Check(name, Finding.FAIL, (f"unusable ({reason})", f"不可用（{reason}）"), cure)


def _check_vectors(cover: Coverage) -> Check:
    counted = f"{cover.vectors}/{cover.episodes}"
    if cover.foreign:
        message = (
            f"{cover.foreign} vectors are not this embedder's ({counted} usable)",
            f"{cover.foreign} 个向量不属于当前嵌入器（可用 {counted}）",
        )
        return Check("vectors", Finding.FAIL, message, health.REBUILD)
    return Check(
        "vectors",
        Finding.OK,
        (f"{counted} texts embedded", f"已嵌入 {counted} 条"),
    )
