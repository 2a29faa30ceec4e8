"""Reading and changing what the user may set."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, fields, replace
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from mohen.core import openai_servers
from mohen.core.database import Rows
from mohen.core.degradation import Reason
from mohen.core.logs import logger
from mohen.core.settings_model import MODEL_HUB, EmbedderConfig, ModelConfig, Settings
from mohen.errors import InvalidArgument, StoreCorrupt

if TYPE_CHECKING:
    from mohen.core.database import Database, Tx
    from mohen.core.health import Health
    from mohen.core.ports import Clock, CounterFor, EmbedderFor
    from mohen.core.settings_store import SettingsStore
    from mohen.policy import Policy


# -- A value that is made anew only when what it is made of has changed.


T = TypeVar("T")


class Memo(Generic[T]):
    """The last one. Whoever asks says what it is to be made of; two who ask at once may both
    make it, and make the same."""

    def __init__(self) -> None:
        self._last: tuple[object, T] | None = None

    def get(self, of: object, make: Callable[[], T]) -> T:
        last = self._last
        if last is None or last[0] != of:
            last = self._last = of, make()
        return last[1]


log = logger(__name__)

_KEY = "redaction_key"  # the home's secret, kept beside the settings but never shown
_MODEL = ("model", "distillation_tokens_per_day", "consolidation_tokens_per_day")
_OF_LEARNING = {"preference_learning_threshold", "preference_learning_enabled"}
LANGUAGES = ("zh", "en")
TOKENIZERS = ("estimate", "o200k_base")
_BEFORE, _ADOPTED = "embedder_before", "embedder_adopted"  # kept beside the settings, never set
_NAMES = tuple(field.name for field in fields(Settings) if field.name != _BEFORE)


class Wipe(Protocol):
    """Takes deleted text from the files of the home."""

    def owe(self, tx: Tx) -> None: ...
    def wipe(self, *, episodes: bool, mind: bool) -> bool: ...


class UserSettings:
    """Reads and changes what the user may set."""

    def __init__(
        self,
        *,
        clock: Clock,
        counter_for: CounterFor,
        embedder_changed: Callable[[], object],
        embedder_for: EmbedderFor,
        embedder_installed: Callable[[], EmbedderConfig],
        health: Health,
        mind_db: Database,
        model_for: Callable[[ModelConfig], object],
        policy: Policy,
        secure_wipe: Wipe,
        settings_store: SettingsStore,
        thresholds_moved: Callable[[], object],
        understood: Memo[Settings],
    ) -> None:
        self._clock = clock
        self._counter_for = counter_for
        self._embedder_changed = embedder_changed
        self._embedder_for = embedder_for
        self._embedder_installed = embedder_installed
        self._health = health
        self._mind_db = mind_db
        self._model_for = model_for
        self._policy = policy
        self._secure_wipe = secure_wipe
        self._settings_store = settings_store
        self._thresholds_moved = thresholds_moved
        self._understood = understood
        self._key = 0, b""  # of which file

    def get(self) -> Settings:
        """The settings in force. A stored value that makes no sense is the default, and logged.
        They are read each time, for any process may have changed them, and understood once."""
        stored = self._settings_store.settings()
        return self._understood.get(stored, lambda: self._read(stored))

    def _read(self, stored: Mapping[str, str]) -> Settings:
        settings = _understood(stored, self._policy)
        if "embedder" not in stored and _ADOPTED in stored:
            # Whoever moved the home to a machine without it goes on with ours.
            settings = replace(settings, embedder=self._embedder_installed())
        before = _before(stored)
        return (
            settings if before == settings.embedder else replace(settings, embedder_before=before)
        )

    def adopt_embedder(self) -> None:
        """Where nobody chose one, the best that is installed: the old one answers until everything
        is embedded anew."""
        stored, best = self._settings_store.settings(), self._embedder_installed()
        known = self._read(stored)
        if "embedder" in stored or known.embedder == best:
            return
        self._put({_ADOPTED: best, _BEFORE: known.answering})
        log.info("embedder: %s is installed and will be used", best.kind)
        self._embedder_changed()

    def embedded_anew(self, embedder: EmbedderConfig) -> None:
        """Everything has a vector of this embedder: from now on it answers, if it is still the one
        that was chosen."""

        known = self.get()
        if known.embedder_before is not None and known.embedder == embedder:
            self._mind_db.write(lambda tx: self._settings_store.drop_setting(tx, _BEFORE))

    def _put(self, values: Mapping[str, Any], *, unsaid: bool = False) -> None:
        """`unsaid`: they held something that must be gone."""
        now = self._clock.now()
        changed = {
            key: json.dumps(_plain(value), ensure_ascii=False) for key, value in values.items()
        }

        def write(tx: Tx) -> None:
            self._settings_store.put_settings(tx, changed, now=now)
            if unsaid:
                self._secure_wipe.owe(tx)

        self._mind_db.write(write)
        if unsaid:
            self._secure_wipe.wipe(episodes=False, mind=True)

    def update(self, **patch: Any) -> Settings:
        """Change the named settings; answers with all of them (R129)."""
        if not patch:
            raise InvalidArgument("the patch is empty: name at least one setting", field="patch")
        settings = before = self.get()
        for key, value in patch.items():
            settings = _with(settings, key, value, self._policy)
        if "embedder" in patch:
            self._embedder_for(
                settings.embedder
            )  # refuses what cannot work, and says what is missing
        if "model" in patch:
            self._model_for(settings.model)
        if "tokenizer" in patch:
            self._counter_for(settings.tokenizer)
        changed = {key: getattr(settings, key) for key in patch}
        moved = settings.embedder != before.embedder
        if moved:
            changed[_BEFORE] = before.answering
        unsaid = set(before.redact_names) - set(settings.redact_names)
        self._put(changed, unsaid=bool(unsaid))
        log.info("settings changed: %s", ", ".join(sorted(patch)))
        if any(key in patch for key in _MODEL):
            # What was said of the old model and the old budgets is void; the next call tells anew.
            self._health.all_well([Reason.MODEL_UNAVAILABLE, Reason.BUDGET_SPENT])
        if _OF_LEARNING & patch.keys():
            self._thresholds_moved()  # a lower one may be reached already (B16)
        if moved:
            self._embedder_changed()
        return settings

    def redaction_key(self) -> bytes:
        """The home's own secret, made when it is first needed. It is the same as long as the file
        is."""
        self._mind_db.open()
        file = self._mind_db.opened
        of, known = self._key
        return known if of == file else self._read_key(file)

    def _read_key(self, file: int) -> bytes:
        stored = self._settings_store.settings().get(_KEY)
        if stored is None:
            fresh, now = secrets.token_hex(), self._clock.now()
            stored = self._mind_db.write(
                lambda tx: self._settings_store.add_setting(tx, _KEY, fresh, now=now)
            ).value
        self._key = file, stored.encode()
        return self._key[1]


def _understood(stored: Mapping[str, str], policy: Policy) -> Settings:
    settings = _defaults(policy)
    for key, raw in stored.items():
        if key not in _NAMES:
            continue
        try:
            settings = _with(settings, key, json.loads(raw), policy)
        except (InvalidArgument, ValueError):
            if key in _KEEP_PRIVATE:  # its default would keep what it forbids
                raise StoreCorrupt(
                    "a setting of mind.db cannot be read; run `mohen doctor --mend`", file="mind.db"
                ) from None
            log.warning("setting %s is unreadable: its default is used", key)
    return settings


_KEEP_PRIVATE = ("privacy_mode_enabled", "redact_names", "mask_names_enabled")


def _told(row: Sequence[str]) -> object:
    key, value = row
    return json.loads(value) if key in (*_NAMES, _BEFORE) else value


ROWS = (Rows("settings", "SELECT key, key, value FROM settings", _told),)


def _before(stored: Mapping[str, str]) -> EmbedderConfig | None:
    try:
        return _embedder(json.loads(stored[_BEFORE])) if _BEFORE in stored else None
    except (InvalidArgument, ValueError):
        return None


def wire_name(key: str) -> str:
    """Errors name a setting as the wire does, at whichever door it came in."""
    first, *rest = key.split("_")
    return first + "".join(word.title() for word in rest)


def _defaults(policy: Policy) -> Settings:
    return Settings(
        preference_learning_threshold=policy.settings.learning_threshold,
        keep_conversations=policy.conversations.keep_days,
        distillation_tokens_per_day=policy.models.distillation_tokens,
        consolidation_tokens_per_day=policy.models.consolidation_tokens,
    )


def _plain(value: Any) -> Any:
    return asdict(value) if isinstance(value, EmbedderConfig | ModelConfig) else value


def _with(settings: Settings, key: str, value: Any, policy: Policy) -> Settings:
    """`settings` with one of them changed, or `InvalidArgument` naming it."""
    if key not in _NAMES:
        raise InvalidArgument(f"there is no setting {key}", field=key)
    if key == "redact_names":
        value = _names(value, policy)
    elif key == "embedder":
        value = _embedder(value)
    elif key == "model":
        value = _model(value, policy)
    elif key in _MODEL:
        _check_budget(key, value, policy)
    elif key == "preference_learning_threshold":
        _check_threshold(value, policy)
    elif key == "keep_conversations":
        _check_days(value, policy)
    elif key == "prompt_language":
        _check_one_of(key, value, LANGUAGES)
    elif key == "tokenizer":
        _check_one_of(key, value, TOKENIZERS)
    elif key == "model_hub":
        value = _hub(value)
    elif not isinstance(value, bool):
        name = wire_name(key)
        raise InvalidArgument(f"{name} must be true or false", field=name)
    return replace(settings, **{key: value})


def _check_threshold(value: Any, policy: Policy) -> None:
    most = policy.settings.learning_threshold_max
    if type(value) is not int or not 1 <= value <= most:
        raise InvalidArgument(
            f"preferenceLearningThreshold must be a whole number from 1 to {most}",
            field="preferenceLearningThreshold",
        )


def _check_days(value: Any, policy: Policy) -> None:
    most = policy.conversations.keep_days_max
    if type(value) is not int or not 0 <= value <= most:
        raise InvalidArgument(
            f"keepConversations must be a whole number of days from 0 (off) to {most}",
            field="keepConversations",
        )


def _check_one_of(key: str, value: Any, choices: tuple[str, ...]) -> None:
    if value not in choices:
        name = wire_name(key)
        raise InvalidArgument(f"{name} must be one of {', '.join(choices)}", field=name)


def _check_budget(key: str, value: Any, policy: Policy) -> None:
    name, most = wire_name(key), policy.models.tokens_per_day_max
    if type(value) is not int or not 0 <= value <= most:
        raise InvalidArgument(
            f"{name} must be a whole number from 0 (off) to {most}",
            field=name,
        )


def _names(value: Any, policy: Policy) -> tuple[str, ...]:
    bounds = policy.settings
    sound = (
        isinstance(value, list | tuple)
        and len(value) <= bounds.redact_names_max
        and all(
            isinstance(name, str) and 0 < len(name.strip()) <= bounds.redact_name_chars
            for name in value
        )
    )
    if not sound:
        raise InvalidArgument(
            f"redactNames must be a list of at most {bounds.redact_names_max} names of 1 to "
            f"{bounds.redact_name_chars} characters",
            field="redactNames",
        )
    return tuple(dict.fromkeys(name.strip() for name in value))


def _hub(value: Any) -> str:
    """Where models are fetched; the usual one where nothing is said."""
    if not isinstance(value, str):
        raise InvalidArgument("modelHub must be an address", field="modelHub")
    return openai_servers.address("modelHub", value.strip() or MODEL_HUB).rstrip("/")


def _embedder(value: Any) -> EmbedderConfig:
    if isinstance(value, EmbedderConfig):
        return value
    try:
        return EmbedderConfig(**value)
    except TypeError:
        raise InvalidArgument(
            "embedder must name its kind and, where it needs them, model, baseUrl, apiKeyEnv "
            "and dims",
            field="embedder",
        ) from None


def _model(value: Any, policy: Policy) -> ModelConfig:
    try:
        config = value if isinstance(value, ModelConfig) else ModelConfig(**value)
    except TypeError:
        raise InvalidArgument(
            "model must name its kind and, where it needs them, model, baseUrl, apiKeyEnv and "
            "window",
            field="model",
        ) from None
    least, most = policy.context.window_min, policy.context.window_max
    window = config.window
    if window is not None and (type(window) is not int or not least <= window <= most):
        raise InvalidArgument(
            f"model.window must be a whole number of tokens from {least} to {most}",
            field="model.window",
        )
    return config
