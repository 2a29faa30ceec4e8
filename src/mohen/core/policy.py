"""How files, vectors and doors are driven."""

from __future__ import annotations

from dataclasses import field
from typing import Annotated, TypeVar

from mohen.core.values import dataclass

# -- A number and where it comes from.


T = TypeVar("T")

DAY_MS = 86_400_000
Milliseconds = Annotated[int, "milliseconds since the epoch, UTC"]


def number(value: T, *, spec: str, unit: str = "", owner: str = "engineering") -> T:
    """A field with its citation; typed as its value so that policies read like plain data."""
    return field(default=value, metadata={"spec": spec, "unit": unit, "owner": owner})


@dataclass(frozen=True, slots=True)
class Paging:
    """How much a list answers at once."""

    list_default: int = number(50, spec="house", unit="items")
    list_max: int = number(200, spec="house", unit="items")
    alerts: int = number(20, spec="C96", unit="alerts shown")


@dataclass(frozen=True, slots=True)
class Storage:
    """How SQLite is driven, and PostgreSQL."""

    busy_timeout_ms: int = number(2_000, spec="decisions: write lane", unit="ms a try")
    batch_max: int = number(128, spec="decisions: write lane", unit="writes in one commit")
    checkpoint_pages: int = number(2_000, spec="decisions: write lane", unit="WAL pages")
    merge_every: int = number(
        12, spec="decisions: write lane", unit="commits between full-text merges"
    )
    merge_pages: int = number(128, spec="decisions: write lane", unit="pages a merge step")
    squeeze_pages: int = number(
        256, spec="C74", unit="full-text pages a step of a wipe, while writes wait"
    )
    clean_pages: int = number(4_096, spec="C74", unit="pages a step of a wipe, while writes wait")
    reader_cache_kib: int = number(2_048, spec="house", unit="KiB a reader")
    pages_bytes: int = number(
        16_777_216,
        spec="decisions: write lane",
        unit="bytes of pages of all connections",
    )
    hand_on_us: int = number(
        100, spec="decisions: learning", unit="µs after which long work lets others run Python"
    )
    free_bytes: int = number(104_857_600, spec="house", unit="bytes free before the doctor warns")
    reserve_bytes: int = number(
        2_097_152, spec="C74", unit="bytes kept back, so that forgetting works on a full disk"
    )
    rebuild_batch: int = number(256, spec="house", unit="episodes a step of a rebuild")
    connections: int = number(16, spec="C100", unit="connections of a process to PostgreSQL")
    crew: int = number(4, spec="C100", unit="background jobs at once of all authors on PostgreSQL")
    words_bytes: int = number(
        268_435_456, spec="C100", unit="bytes of words in memory, of all authors on PostgreSQL"
    )
    vector_cache_bytes: int = number(268_435_456, spec="decisions: vectors", unit="bytes")


@dataclass(frozen=True, slots=True)
class Vectors:
    """Exact search; sign bits only as a first pass over many rows."""

    packed_from: int = number(8_192, spec="decisions: vectors", unit="rows")
    packed_density: float = number(
        0.9, spec="decisions: vectors", unit="non-zero components, or sign bits say too little"
    )
    packed_share: float = number(
        0.1, spec="decisions: vectors", unit="of the rows rescored exactly, at least"
    )
    packed_oversample: int = number(
        16, spec="decisions: vectors", unit="x wanted, rescored exactly, at least"
    )
    columns_below: float = number(
        0.5, spec="decisions: vectors", unit="non-zero components, or rows lie by column"
    )
    stale_share: float = number(0.05, spec="house", unit="removed rows tolerated in the matrix")
    embed_batch: int = number(32, spec="house", unit="texts")
    embed_chars: int = number(2_000, spec="house", unit="code points a text")
    embed_delay_ms: int = number(
        200, spec="decisions: embedding", unit="ms of quiet before embedding"
    )
    embed_at_most_ms: int = number(
        10_000, spec="decisions: embedding", unit="ms put off while records keep coming"
    )
    embed_step: int = number(
        8, spec="decisions: embedding", unit="texts between two chances for others to go first"
    )
    give_way_ms: int = number(
        2, spec="decisions: embedding", unit="ms a job stands aside while records come"
    )
    give_way_times: int = number(
        3, spec="decisions: embedding", unit="x what it worked, that it does while calls run"
    )
    embed_timeout_ms: int = number(10_000, spec="house", unit="ms for a remote embedder")
    embed_retries: int = number(1, spec="house", unit="at once, after a lost connection only")
    onnx_tokens_max: int = number(512, spec="house", unit="tokens a text")
    trust_builtin: float = number(0.25, spec="house", unit="0-1, against shared words")
    trust_use: float = number(0.5, spec="house", unit="0-1, against shared words")
    trust_onnx: float = number(0.6, spec="house", unit="0-1, against shared words")
    trust_plugin: float = number(0.5, spec="house", unit="0-1, against shared words")
    trust_openai: float = number(0.6, spec="house", unit="0-1, against shared words")


@dataclass(frozen=True, slots=True)
class Doors:
    """The wire."""

    timeout_ms: int = number(30_000, spec="house", unit="ms a call")
    timeout_max_ms: int = number(600_000, spec="house", unit="ms a call")
    body_bytes: int = number(8_388_608, spec="house", unit="bytes a request")
    workers: int = number(128, spec="R122", unit="threads that answer calls")
    in_flight: int = number(512, spec="house", unit="requests of one child process at once")
    port: int = number(7717, spec="house", unit="TCP port on loopback")
    keepalive_ms: int = number(15_000, spec="house", unit="ms between comments on /events")
    push_queue: int = number(256, spec="house", unit="pushes kept for a slow listener")
    head_ms: int = number(10_000, spec="security", unit="ms for the head of a request")
    body_ms: int = number(30_000, spec="security", unit="ms for the body of a request")
    idle_ms: int = number(5_000, spec="security", unit="ms between two requests of a connection")
    unread_ms: int = number(30_000, spec="security", unit="ms an answer may lie unread")
    strangers: int = number(64, spec="security", unit="connections that have shown no token")
    backlog: int = number(128, spec="security", unit="connections taken at once")
    entry_bytes: int = number(4_096, spec="security", unit="bytes a request without a token")
    wrong_tokens: int = number(10, spec="security", unit="wrong tokens before they are slowed")
    wrong_tokens_ms: int = number(60_000, spec="security", unit="ms over which they are counted")
    wrong_token_pause_ms: int = number(1_000, spec="security", unit="ms a further one waits")
    ticket_ms: int = number(3_600_000, spec="security", unit="ms a link to the panel is good")
    browsers: int = number(32, spec="security", unit="browsers that are let in at once")
    browser_ms: int = number(
        400 * DAY_MS, spec="security", unit="ms a browser that is never seen stays in"
    )


@dataclass(frozen=True, slots=True)
class Settings:
    """Bounds of what the user may set."""

    learning_threshold: int = number(3, spec="R128", unit="equal signals")
    learning_threshold_max: int = number(100, spec="house", unit="equal signals")
    redact_names_max: int = number(500, spec="house", unit="names")
    redact_name_chars: int = number(60, spec="house", unit="code points a name")
    redact_mark_chars: int = number(6, spec="R119", unit="hex digits in a mark")


HOUR_MS = DAY_MS // 24
