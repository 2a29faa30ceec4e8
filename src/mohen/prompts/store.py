"""The generations' rows: what each prompt was made of, and what came of it.

Decides nothing. One row is asked for by id, and one that makes no sense raises `TraceMismatch`;
where many are asked for, such a row is passed over, since the others are sound.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from mohen.core.database import Rows
from mohen.errors import TraceMismatch
from mohen.prompts.model import Compliance, Generation, Kind, Piece, Reference, Verdict

if TYPE_CHECKING:
    from mohen.core.database import Database, Tx

_COLUMNS = (
    "id, run_id, project_id, skill_id, model, tokenizer, session_id, episode_id, scene_type, at,"
    " prefix_hash, prompt_hash, tokens, refs, compliance, pieces, echoes, verdicts"
)
_MARKS = ",".join("?" for _ in _COLUMNS.split(","))
_NEWEST = "ORDER BY at DESC, id DESC"
_OLD = (
    "SELECT id FROM (SELECT id, at, row_number() OVER (PARTITION BY project_id"
    f" {_NEWEST}) AS place FROM generations) placed WHERE at < ? OR place > ?"
)


class TraceStore:
    def __init__(self, database: Database) -> None:
        self._database = database

    # -- writing, inside the lane

    def add(self, tx: Tx, made: Generation) -> None:
        tx.execute(
            f"INSERT INTO generations ({_COLUMNS}) VALUES ({_MARKS})",
            (
                made.id, made.run_id, made.project_id, made.skill_id, made.model,
                made.tokenizer, made.session_id, made.episode_id, made.scene_type, made.at,
                made.stable_prefix_hash, made.prompt_hash, made.tokens,
                _references_json(made.references), _compliance_json(made.compliance),
                _pieces_json(made.pieces), " ".join(made.echoes), _dump(dict(made.verdicts)),
            ),
        )  # fmt: skip

    def put_outcome(
        self,
        tx: Tx,
        id: str,
        references: Sequence[Reference],
        compliance: Sequence[Compliance],
        episode_id: str | None = None,
    ) -> bool:
        """What the output shows; False when the trace is gone."""
        tx.execute(
            "UPDATE generations SET refs = ?, compliance = ?,"
            " episode_id = coalesce(episode_id, ?) WHERE id = ?",
            (_references_json(references), _compliance_json(compliance), episode_id, id),
        )
        return bool(tx.changes())

    def put_verdict(self, tx: Tx, id: str, memory_id: str, verdict: Verdict) -> None:
        """Of one memory, or of the whole (`trace.WHOLE`)."""
        given = tx.execute("SELECT verdicts FROM generations WHERE id = ?", (id,)).get
        if given is not None:
            now = _dump({**json.loads(given), memory_id: verdict})
            tx.execute("UPDATE generations SET verdicts = ? WHERE id = ?", (now, id))

    def prune(self, tx: Tx, before: int, keep: int) -> int:
        """Those made before a moment, and those beyond the newest so many of a project."""
        tx.execute(f"DELETE FROM generations WHERE id IN ({_OLD})", (before, keep))
        return tx.changes()

    def prunable(self, before: int, keep: int) -> int:
        with self._database.read() as reader:
            return int(reader.execute(f"SELECT count(*) FROM ({_OLD}) old", (before, keep)).get)

    # -- reading

    def get(self, reader: Tx | None, id: str) -> Generation | None:
        return self._one("id = ?", id, reader)

    def by_run(self, run_id: str) -> Generation | None:
        return self._one("run_id = ?", run_id, None)

    def by_episode(self, episode_id: str) -> Generation | None:
        """The newest that the episode is of."""
        return self._one("episode_id = ?", episode_id, None)

    def _one(self, where: str, value: str, reader: Tx | None) -> Generation | None:
        with self._database.view(reader) as view:
            row = view.execute(
                f"SELECT {_COLUMNS} FROM generations WHERE {where} {_NEWEST} LIMIT 1", (value,)
            ).get
        return None if row is None else _generation(row)

    def episodes_of(self, session_id: str, project_id: str) -> list[str]:
        """Ids of the episodes that the runs of a session opened in a project."""
        with self._database.read() as reader:
            found = reader.execute(
                "SELECT episode_id FROM generations"
                " WHERE session_id = ? AND project_id = ? AND episode_id IS NOT NULL",
                (session_id, project_id),
            )
            return [str(id) for (id,) in found]

    def page(
        self, project_id: str | None, *, skill_id: str | None = None, limit: int
    ) -> list[Generation]:
        """The newest of exactly that project, newest first."""
        if skill_id is None:
            return self._many("project_id IS ?", (project_id,), limit)
        return self._many("project_id IS ? AND skill_id = ?", (project_id, skill_id), limit)

    def _many(self, where: str, values: tuple[Any, ...], limit: int) -> list[Generation]:
        with self._database.read() as reader:
            rows = reader.execute(
                f"SELECT {_COLUMNS} FROM generations WHERE {where} {_NEWEST} LIMIT ?",
                (*values, limit),
            ).fetchall()
        return list(_sound(rows))

    def last_prefix(
        self, project_id: str | None, skill_id: str, model: str, tokenizer: str
    ) -> str | None:
        """The stable prefix's hash of the newest of these (C87), if it was counted alike."""
        with self._database.read() as reader:
            found = reader.execute(
                "SELECT prefix_hash, tokenizer FROM generations"
                f" WHERE project_id IS ? AND skill_id = ? AND model = ? {_NEWEST} LIMIT 1",
                (project_id, skill_id, model),
            ).get
        return str(found[0]) if found is not None and found[1] == tokenizer else None


def _sound(rows: Sequence[Sequence[Any]]) -> Iterator[Generation]:
    for row in rows:
        try:
            yield _generation(row)
        except TraceMismatch:
            continue


# -- how a generation lies in its row


def _dump(body: Any) -> str:
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"))


def _references_json(references: Sequence[Reference]) -> str:
    return _dump(
        [
            [each.id, each.kind, each.strength, each.tokens, each.effect, each.weight]
            for each in references
        ]
    )


def _compliance_json(compliance: Sequence[Compliance] | None) -> str | None:
    if compliance is None:
        return None
    return _dump([[each.rule_id, each.measured, each.obeyed, each.asked] for each in compliance])


def _pieces_json(pieces: Sequence[Piece]) -> str:
    return _dump(
        [
            [int(each.layer), each.name, each.tokens, each.recalled, " ".join(each.blocks)]
            for each in pieces
        ]
    )


def _generation(row: Sequence[Any]) -> Generation:
    try:
        return _read(row)
    except (ValueError, TypeError, AttributeError):
        raise TraceMismatch("the trace of this generation makes no sense") from None


def _read(row: Sequence[Any]) -> Generation:
    (
        id, run, project, skill, model, tokenizer, session, episode, scene, at, prefix, prompt,
        tokens, refs, compliance, pieces, echoes, verdicts,
    ) = row  # fmt: skip
    return Generation(
        id=id,
        run_id=run,
        project_id=project,
        skill_id=skill,
        model=model,
        tokenizer=tokenizer,
        session_id=session,
        episode_id=episode,
        scene_type=scene,
        at=at,
        stable_prefix_hash=prefix,
        prompt_hash=prompt,
        tokens=tokens,
        references=tuple(_reference(*each) for each in json.loads(refs)),
        compliance=None if compliance is None else tuple(_complied(json.loads(compliance))),
        pieces=tuple(_piece(*each) for each in json.loads(pieces)),
        echoes=tuple(echoes.split()),
        verdicts=tuple((memory, Verdict(said)) for memory, said in json.loads(verdicts).items()),
    )


def _reference(
    id: str, kind: str, strength: Any, tokens: Any, effect: Any, weight: Any
) -> Reference:
    return Reference(
        str(id), Kind(kind), float(strength), int(tokens), _number(effect), float(weight)
    )


def _complied(body: Sequence[Sequence[Any]]) -> Iterator[Compliance]:
    for rule_id, measured, obeyed, asked in body:
        yield Compliance(
            str(rule_id), _number(measured), None if obeyed is None else bool(obeyed), str(asked)
        )


def _piece(layer: Any, name: str, tokens: Any, recalled: Any, blocks: str) -> Piece:
    return Piece(int(layer), str(name), int(tokens), bool(recalled), tuple(blocks.split()))


def _number(value: Any) -> float | None:
    return None if value is None else float(value)


ROWS = (Rows("generations", f"SELECT id, {_COLUMNS} FROM generations", _generation),)
