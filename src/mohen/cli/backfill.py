"""Many recordings from one file: a bad line is named by its number and spares the rest."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, BinaryIO

from mohen.cli import exits, output
from mohen.cli.record import show_recorded
from mohen.cli.session import Session, chosen, opened
from mohen.cli.words import say
from mohen.errors import InvalidArgument

if TYPE_CHECKING:
    from mohen.server.dispatch import Envelope

CHANNEL = "memory:episode:record"


@dataclass
class _Tally:
    ids: list[str] = field(default_factory=list)
    failures: list[dict[str, Any]] = field(default_factory=list)
    untried: int = 0

    def take(self, line: int, envelope: Envelope) -> None:
        if envelope["ok"]:
            self.ids.append(envelope["data"]["episodeId"])
        else:
            self.failures.append({"line": line, **envelope["error"]})

    @property
    def hopeless(self) -> bool:
        """The last failure was not the line's own: the next line would only meet it again."""
        return bool(self.failures) and exits.of(self.failures[-1]) is not exits.USAGE


def backfill(source: BinaryIO) -> int:
    with opened() as session:
        raw = source.read()
        whole = _parsed(raw)
        if isinstance(whole, dict):
            envelope = session.ask(CHANNEL, _in_project(whole))
            return output.finish(envelope, show_recorded, as_json=chosen().json)
        return _finish(session, _record_lines(session, raw))


def _record_lines(session: Session, raw: bytes) -> _Tally:
    tally = _Tally()
    lines = [(number, line) for number, line in enumerate(raw.split(b"\n"), 1) if line.strip()]
    with output.progress(say("recording", "记录中")) as tell:
        for done, (number, line) in enumerate(lines, 1):
            tally.take(number, _record_line(session, line))
            tell(say("recording", "记录中"), done, len(lines))
            if tally.hopeless:
                tally.untried = len(lines) - done
                break
    return tally


def _record_line(session: Session, line: bytes) -> Envelope:
    payload = _parsed(line)
    if isinstance(payload, InvalidArgument):
        return session.refuse(payload)
    return session.ask(CHANNEL, _in_project(payload))


def _parsed(raw: bytes) -> Any:
    """The value, or the error that says why there is none."""
    from mohen.server import wire

    try:
        return wire.loads(raw)
    except InvalidArgument as error:
        return error


def _in_project(payload: Any) -> Any:
    """A payload that names no project belongs to the command's; the channel judges the rest."""
    if isinstance(payload, dict):
        return {"projectId": chosen().project_id, **payload}
    return payload


# -- what came of it


def _finish(session: Session, tally: _Tally) -> int:
    envelope = _envelope(session, tally)
    if envelope["ok"] or chosen().json:
        return output.finish(envelope, _show_counts, as_json=chosen().json)
    _report(tally)
    return exits.of(envelope["error"]).exit


def _envelope(session: Session, tally: _Tally) -> Envelope:
    """One for the whole file; where lines failed, it has the code of the first of them, or of
    the one that stopped everything."""
    told = {
        "recorded": len(tally.ids),
        "failed": len(tally.failures),
        "untried": tally.untried,
        "episodeIds": tally.ids,
    }
    if not tally.failures:
        return {"ok": True, "data": told, "meta": session.meta()}
    cause = tally.failures[-1 if tally.hopeless else 0]
    error = {
        "code": cause["code"],
        "message": f"{len(tally.failures)} of the lines were not recorded",
        "retryable": cause["retryable"],
        "details": {**cause.get("details", {}), **told, "lines": tally.failures},
    }
    return {"ok": False, "error": error, "meta": session.meta()}


def _report(tally: _Tally) -> None:
    _show_counts({"recorded": len(tally.ids)})
    for each in tally.failures:
        line = say(f"line {each['line']}", f"第 {each['line']} 行")
        output.note(f"✗ {line}: {each['message']} [{each['code']}]", style="red")
    if tally.untried:
        output.note(
            say(
                f"Stopped there: {tally.untried} lines were not tried. `mohen doctor` may help.",
                f"到此停止：另有 {tally.untried} 行未尝试。可运行 `mohen doctor`。",
            )
        )


def _show_counts(data: dict[str, Any]) -> None:
    count = data["recorded"]
    output.show(say(f"✓ {count} recorded", f"✓ 已记录 {count} 条"))
