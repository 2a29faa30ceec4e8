"""Phase 1: what was said since we last listened becomes fragments (R193, C58).

A bookmark moves in the transaction that writes what was read up to it (B17). What we said
ourselves is taken out first (C64), and names that the user wants masked are masked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from mohen.core import settings
from mohen.core.database import Tx
from mohen.errors import IoFailed, NotFound
from mohen.knowledge import retract, self_output
from mohen.knowledge.consolidation.model import Change, Fragment, Tag
from mohen.knowledge.consolidation.run import Run
from mohen.knowledge.transcripts.model import Bookmark, Reading, Role, Source, Transcript, Utterance
from mohen.knowledge.understanding import fragments
from mohen.knowledge.understanding.borrowed_text import Play, play
from mohen.text import redact, secrets

Clean = Callable[[str], str]

_NS_PER_MS = 1_000_000


def collect(run: Run) -> list[Change]:
    """Sources, sessions and lines in their order; one that cannot be read is passed over.
    Answers what is withdrawn because its lines are gone."""
    clean, withdrawn = _cleaner(run), list[Change]()
    bookmarks = run.parts.agents.bookmarks(run.project_id)
    for source in run.agent.sources:
        try:
            for transcript in run.parts.transcripts.sessions(source):
                before = bookmarks.get(transcript.key)
                if before is None or before.changed_at != transcript.changed_at:
                    withdrawn += _session(run, source, transcript, before, clean)
        except IoFailed:
            run.leave_out(source.kind)
    return withdrawn


def _session(
    run: Run, source: Source, transcript: Transcript, bookmark: Bookmark | None, clean: Clean
) -> list[Change]:
    withdrawn, (heard_at, told) = list[Change](), _stopped_at(run, transcript)
    playing = Play(bookmark.played, bookmark.heard_at) if bookmark else Play()
    while True:
        try:
            reading = run.parts.transcripts.read(source, transcript.key, bookmark, most=run.batch)
        except (IoFailed, NotFound):
            run.leave_out(f"{source.kind}:{transcript.key}")
            return withdrawn
        timed = _timed(run, reading.utterances, heard_at)
        heard_at = timed[-1][1] if timed else heard_at
        if reading.rewritten or playing.since in reading.abandoned:
            playing = Play()
        found, told, playing = _fragments(run, timed, clean, told, playing)
        cursor = {"key": transcript.key, "at": heard_at, "told": told}
        withdrawn += _write(run, transcript, reading, found, cursor, playing)
        if reading.done or reading.bookmark == bookmark:
            return withdrawn
        bookmark = reading.bookmark


def _write(
    run: Run,
    transcript: Transcript,
    reading: Reading,
    found: list[Fragment],
    cursor: Mapping[str, Any],
    playing: Play,
) -> list[Change]:
    """One batch. Only of a session that was read to its end we know that nothing is new."""
    seen = transcript.changed_at if reading.done else 0
    reached = replace(
        reading.bookmark, changed_at=seen, played=playing.since, heard_at=playing.heard_at
    )

    def write(tx: Tx) -> list[Change]:
        gone = _take_back(run, tx, transcript.session, reading)
        run.parts.fragments.add(tx, run.project_id, found)
        run.parts.agents.put_bookmark(tx, run.project_id, transcript.key, reached)
        return gone

    return run.write(
        write,
        cursor=cursor,
        messages=len(reading.utterances),
        fragments=len(found),
        broken=len(reading.broken),
    )


def _take_back(run: Run, tx: Tx, session: str, reading: Reading) -> list[Change]:
    """Lines that are others now, or stand on a branch that was left."""
    lines: Iterable[int | None] = (None,) if reading.rewritten else reading.abandoned
    gone = [(session, line) for line in lines]
    for each, line in gone:
        run.parts.fragments.drop_source(tx, run.project_id, each, line)
    return retract.retract(run.parts, tx, run.project_id, gone) if gone else []


# -- what is read


def _stopped_at(run: Run, transcript: Transcript) -> tuple[int, int]:
    """Where a message carries no time: as in its session before, else as its file says. And the
    line in which the user last said something, where reading was interrupted behind it."""
    if run.cursor.get("key") == transcript.key:
        return int(run.cursor["at"]), int(run.cursor["told"])
    return transcript.changed_at // _NS_PER_MS, 0


def _timed(run: Run, utterances: Iterable[Utterance], last: int) -> list[tuple[Utterance, int]]:
    """What a wrong clock dates to years to come would never be superseded: it is no time."""
    latest = run.parts.clock.now() + run.parts.policy.consolidation.clock_ahead_ms
    timed = []
    for each in utterances:
        last = last if each.at is None or each.at > latest else each.at
        timed.append((each, last))
    return timed


def _fragments(
    run: Run, timed: Iterable[tuple[Utterance, int]], clean: Clean, told: int, playing: Play
) -> tuple[list[Fragment], int, Play]:
    """What an assistant says is never a memory of the user's. `told`: the line in which the user
    last said more than hello, for what takes it back. What is played lasts over messages."""
    policy, found = run.parts.policy.screening, list[Fragment]()
    for each, at in timed:
        if each.role is not Role.USER:
            continue
        said = replace(each, text=clean(each.text))
        thoughts = fragments.split(said, at=at, policy=policy, previous=told)
        thoughts, playing = play(thoughts, playing, line=each.line, at=at, policy=policy)
        found += thoughts
        if any(thought.tag is not Tag.CHAT for thought in thoughts):
            told = each.line
    return found, told, playing


def _cleaner(run: Run) -> Clean:
    """What of a message may be kept at all."""
    parts, known = run.parts, self_output.known(run.parts, run.project_id)
    names, bounds = settings.load(parts).redact_names, parts.policy.settings
    key = settings.redaction_key(parts)

    def clean(text: str) -> str:
        heard = self_output.without(parts, _whole(text), known)
        return redact.mask(secrets.without(heard), names, key, bounds)

    return clean


def _whole(text: str) -> str:
    """Without halves of characters, which no file can carry."""
    return text.encode("utf-8", "ignore").decode()
