"""Getting a small model, and what there is of them on this machine. Nothing is fetched unasked.

Where Ollama runs it gets the model and keeps it; else one file comes from a model hub into the
home, and Mohen serves it itself.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from mohen.core import extras
from mohen.core.logs import logger
from mohen.core.settings_model import ModelConfig
from mohen.core.values import dataclass
from mohen.errors import (
    AtWork,
    Canceled,
    Conflict,
    InvalidArgument,
    IoFailed,
    MohenError,
    NotFound,
    StoreError,
)
from mohen.models import catalogue, local_server, ollama
from mohen.models.catalogue import Weights
from mohen.models.hub import Hub, HubFile, Stop
from mohen.models.local_files import KeptModel
from mohen.models.ollama import Ollama
from mohen.text import error_words

if TYPE_CHECKING:
    from mohen.core.home import Home
    from mohen.core.leases import Exclusive
    from mohen.core.ports import Clock, Notify
    from mohen.core.settings import UserSettings
    from mohen.models.local_files import ModelFolder
    from mohen.models.local_server import Child, LocalServer
    from mohen.policy import Policy

log = logger(__name__)

PUSH: Final = "model:local:progress"
HUB, OLLAMA = "hub", "ollama"
_LEASE: Final = "model get"
_BUSY: Final = "a model is being fetched already: wait for its end, or cancel it"
_PERCENT: Final = 100


@dataclass(frozen=True, slots=True)
class LocalModel:
    """A model that is here, is coming, or could be had."""

    name: str
    state: str  # here, begun or absent
    size: int | None
    have: int = 0  # bytes of one that was begun
    licence: str | None = None
    source: str | None = None
    about: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """What would be fetched, said before it is."""

    name: str
    via: str  # HUB or OLLAMA
    size: int | None
    exact: bool  # whether the one who has it said the size; else it is about so much
    licence: str | None
    source: str
    have: int  # bytes that are here already
    free: int  # bytes that the disk has
    is_here: bool
    file: HubFile | None = None


@dataclass(frozen=True, slots=True)
class Getting:
    """A model on its way, or how that ended."""

    name: str
    via: str
    state: str = "coming"  # or done, failed, canceled
    done: int = 0
    total: int | None = None
    error: MohenError | None = None


@dataclass(frozen=True, slots=True)
class Overview:
    models: Sequence[LocalModel]
    getting: Getting | None
    serving: local_server.Serving | None
    hub: str
    installed: bool  # what serves them
    command: str  # that installs it here


Heard = Callable[[int, int | None], None]
"""Bytes that came, and of how many."""


class LocalModels:
    """Lists, gets and removes models of this machine."""

    def __init__(
        self,
        *,
        clock: Clock,
        exclusive: Exclusive,
        home: Home,
        local_server: LocalServer,
        model_folder: ModelFolder,
        notify: Notify,
        policy: Policy,
        settings: UserSettings,
    ) -> None:
        self._clock = clock
        self._exclusive = exclusive
        self._home = home
        self._local_server = local_server
        self._model_folder = model_folder
        self._notify = notify
        self._policy = policy
        self._settings = settings
        self._lock = threading.Lock()
        self._getting: Getting | None = None
        self._stop: Stop | None = None
        self._thread: threading.Thread | None = None
        self._keep: Callable[[], None] = lambda: None

    # -- what there is

    def overview(self) -> Overview:
        """Asks nobody."""
        return Overview(
            models=list(self._models()),
            getting=self._getting,
            serving=self._local_server.serving(),
            hub=self._settings.get().model_hub,
            installed=extras.is_installed(local_server.EXTRA),
            command=extras.command_here(local_server.EXTRA),
        )

    def _models(self) -> Iterator[LocalModel]:
        kept = {each.name: each for each in self._model_folder.all()}
        known = {each.name: each for each in catalogue.CATALOGUE}
        for name, each in kept.items():
            about = known[name].about if name in known else None
            yield LocalModel(name, "here", each.size, 0, each.licence, each.source, about)
        for name, weights in known.items():
            if name not in kept:
                have = self._model_folder.partial(name)
                state = "begun" if have else "absent"
                yield LocalModel(
                    name, state, weights.about_bytes, have, weights.licence, None, weights.about
                )

    def look(
        self, name: str | None = None, *, via: str | None = None, hub: str | None = None
    ) -> Found:
        """What `get` would fetch: from where, how much, under which licence."""
        return self._found(name, via, hub, Stop())

    def _found(self, name: str | None, via: str | None, hub: str | None, stop: Stop) -> Found:
        if via not in (None, HUB, OLLAMA):
            raise InvalidArgument(f"via must be {HUB} or {OLLAMA}", field="via")
        weights = catalogue.find(name)
        there = None
        if via != HUB and hub is None:
            there = Ollama(self._policy.models, stop).has()
        if via == OLLAMA and there is None:
            raise Conflict("Ollama does not run on this machine: start it, or use the hub")
        if there is not None:
            return self._at_ollama(name, weights, there)
        if weights is None:
            names = ", ".join(each.name for each in catalogue.CATALOGUE)
            raise NotFound(
                f"no such model is known: name one of {names}, or a file of the hub as "
                "OWNER/REPOSITORY/FILE.gguf",
                field="name",
            )
        return self._at_hub(weights, hub or self._settings.get().model_hub, stop)

    def _at_ollama(self, name: str | None, weights: Weights | None, there: list[str]) -> Found:
        called = (weights.ollama if weights else None) or name or ""
        return Found(
            name=called,
            via=OLLAMA,
            size=weights.about_bytes if weights else None,
            exact=False,
            licence=weights.licence if weights else None,
            source=f"https://ollama.com/library/{called.partition(':')[0]}",
            have=0,
            free=self._home.free_bytes(),
            is_here=called in there or f"{called}:latest" in there,
        )

    def _at_hub(self, weights: Weights, base: str, stop: Stop) -> Found:
        hub = Hub(base, self._policy.models, self._clock.pause, stop)
        here = next((e for e in self._model_folder.all() if e.name == weights.name), None)
        if here is not None:
            return Found(
                weights.name, HUB, here.size, True, here.licence or weights.licence,
                here.source or hub.page(weights.repo), here.size, self._home.free_bytes(), True,
            )  # fmt: skip
        file = hub.look(weights.repo, weights.file)
        return Found(
            name=weights.name,
            via=HUB,
            size=file.size,
            exact=True,
            licence=weights.licence or hub.licence(weights.repo),
            source=hub.page(weights.repo),
            have=self._model_folder.partial(weights.name),
            free=self._home.free_bytes(),
            is_here=False,
            file=file,
        )

    def config(self, found: Found) -> ModelConfig:
        """What has it write, once it is here."""
        if found.via == OLLAMA:
            return ModelConfig("openai", found.name, ollama.base_url())
        return ModelConfig("local", found.name)

    def child(self, name: str, *, port: int) -> tuple[Child, str]:
        """One that serves it to others, for as long as the caller likes, and where."""
        child = self._local_server.start(name, self._policy.models.local_window, port=port)
        try:
            return child, child.url(self._policy.models.start_ms / 1000)
        except BaseException:
            child.end()
            raise

    # -- getting one

    def get(
        self,
        name: str | None = None,
        *,
        via: str | None = None,
        hub: str | None = None,
        heard: Heard = lambda _done, _total: None,
    ) -> Found:
        """Fetch it, and return when it is here. Ends early when `cancel` is called."""
        with self._at_it() as stop:
            found = self._found(name, via, hub, stop)
            self._tell(Getting(found.name, found.via, total=found.size))
            try:
                self._fetch(found, hub, stop, heard)
            except MohenError as error:
                state = "canceled" if isinstance(error, Canceled) else "failed"
                now = self._getting or Getting(found.name, found.via)
                self._tell(replace(now, state=state, error=error))
                raise
            self._tell(Getting(found.name, found.via, "done", found.size or 0, found.size))
            return found

    def start(
        self, name: str | None = None, *, via: str | None = None, hub: str | None = None
    ) -> Getting:
        """The same in the background: it goes on when whoever asked is gone, and is pushed."""
        with self._lock:
            if self._thread is not None and self._thread.is_alive():
                raise AtWork(_BUSY)
            self._getting = Getting(name or catalogue.CATALOGUE[0].name, via or HUB)

            def work() -> None:
                try:
                    self.get(name, via=via, hub=hub)
                except MohenError as error:
                    log.warning("model not fetched: %s", error.code)
                    now = self._getting
                    if now is not None and now.state == "coming":  # before it was found
                        self._tell(replace(now, state="failed", error=error))

            self._thread = threading.Thread(target=work, name="mohen-get", daemon=True)
            self._thread.start()
            return self._getting

    def cancel(self) -> bool:
        """Stop what this process fetches; what came is kept. Whether there was anything."""
        stop = self._stop
        if stop is None:
            return False
        stop()
        return True

    def remove(self, name: str) -> bool:
        """Delete the file of a model, and what was begun of it."""
        with self._exclusive.alone(_LEASE, _BUSY):
            self._local_server.stop(name)
            if not self._model_folder.remove(name):
                raise NotFound("no such model is on this machine", field="name")
            return True

    def warm(self) -> None:
        """Load the local model in the background, if it is the chosen one and there."""
        try:
            model = self._settings.get().model
        except StoreError:
            return  # what cannot be read is told to whoever asks
        if model.kind != "local" or self._local_server.missing(model.model or ""):
            return
        window = model.window or self._policy.models.local_window

        def work() -> None:
            try:
                self._local_server.reach(model.model or "", window)
            except MohenError as error:
                log.warning("the local model was not loaded: %s", error.code)

        threading.Thread(target=work, name="mohen-warm", daemon=True).start()

    def close(self) -> None:
        """End what this process fetches; what came is kept."""
        self.cancel()
        if self._thread is not None:
            self._thread.join()

    @contextmanager
    def _at_it(self) -> Iterator[Stop]:
        stop = Stop()
        with self._exclusive.alone(_LEASE, _BUSY) as hold:
            self._keep = hold.keep
            self._stop = stop
            try:
                yield stop
            finally:
                self._stop = None

    def _fetch(self, found: Found, hub: str | None, stop: Stop, heard: Heard) -> None:
        if found.is_here:
            return

        def told(done: int, total: int | None) -> None:
            heard(done, total)
            now = self._getting
            if now is None or _percent(done, total) != _percent(now.done, now.total):
                self._tell(Getting(found.name, found.via, "coming", done, total))
                self._keep()

        if found.via == OLLAMA:
            Ollama(self._policy.models, stop).pull(found.name, told)
            return
        assert found.file is not None
        file = found.file
        part = self._model_folder.part(found.name, file.sha256)
        self._check_room(file.size - self._model_folder.partial(found.name))
        base = hub or self._settings.get().model_hub
        line = Hub(base, self._policy.models, self._clock.pause, stop)
        line.fetch(file, part, lambda have: told(have, file.size))
        kept = KeptModel(found.name, file.size, found.licence, found.source, file.sha256)
        self._model_folder.keep(kept, part)
        log.info("a model was fetched")

    def _check_room(self, wanted: int) -> None:
        free = self._home.free_bytes()
        if wanted + self._policy.storage.free_bytes > free:
            raise IoFailed(
                f"there is not enough room on the disk: {_gb(wanted)} GB are to come, "
                f"{_gb(free)} GB are free",
                reason="full",
            )

    def _tell(self, now: Getting) -> None:
        self._getting = now
        said: dict[str, object] = {
            "name": now.name, "via": now.via, "state": now.state, "done": now.done,
        }  # fmt: skip
        if now.total is not None:
            said["total"] = now.total
        if now.error is not None:
            en, zh = in_both(now.error)
            reason = now.error.details.get("reason")
            said["error"] = {
                "code": now.error.code,
                "message": {"en": en, "zh": zh},
                "retryable": now.error.retryable,
                **({} if reason is None else {"reason": reason}),
            }
        self._notify(PUSH, said)


def in_both(error: MohenError) -> tuple[str, str]:
    """What it says in English and Chinese."""
    return error.message, error_words.in_chinese(error.message) or error.message


def _percent(done: int, total: int | None) -> int:
    return done * _PERCENT // total if total else done >> 24


def _gb(count: int) -> str:
    return f"{count / 1e9:.1f}"
