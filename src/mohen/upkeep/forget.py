"""Something must not be remembered (C74): one episode, rule or piece of knowledge, or everything
that says certain words.

mind.db first, episodes.db after it: whoever dies in between leaves an episode that speaks for
nothing, and forgetting it again finishes the work.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import partial
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from mohen.compaction import compaction
from mohen.core import confirmation_token, secure_wipe
from mohen.core.database import Tx
from mohen.core.erasure import OPERATOR, Going, Receipt, Target, Why
from mohen.core.leases import Hold
from mohen.core.scope import Scope
from mohen.episodes import validate
from mohen.episodes.model import Episode
from mohen.errors import InvalidArgument, NotFound
from mohen.knowledge import remove, retract
from mohen.knowledge.model import Item, place
from mohen.knowledge.workspace import refresh_files
from mohen.rules import curation, edit
from mohen.rules.model import Deleted, Rule
from mohen.session import session
from mohen.text import normalize, secrets
from mohen.upkeep import clear

if TYPE_CHECKING:
    from mohen.parts import Parts


# -- What a deletion would take, by name: its owner sees it before it goes, and only then. A receipt


def foretell(
    parts: Parts,
    project_id: str | None,
    *,
    seqs: Sequence[int],
    rules: Sequence[str],
    knowledge: Sequence[Item],
    alone: bool,
) -> tuple[tuple[Going, ...], int]:
    """The first of them, and how many more there are. Of an episode the id: it may be a chapter."""
    told = remove.going(parts, knowledge, alone=alone)
    episodes = parts.retention.names(seqs)
    most = parts.policy.upkeep.foretold
    words = partial(_words_of, parts, project_id)
    shown = chain(
        (Going(each, "rule", words(parts.rules.get(None, each)), Why.NAMED) for each in rules),
        (Going(each.id, each.type, words(each), why) for each, why in told),
        (Going(each, "episode", "", Why.NAMED) for each in episodes),
    )
    count = len(rules) + len(told) + len(episodes)
    return tuple(islice(shown, most)), max(0, count - most)


def _words_of(parts: Parts, project_id: str | None, going: Item | Rule | None) -> str:
    """How it begins, if it is theirs who ask: who names no project reads nobody's (C92)."""
    if going is None or going.project_id not in (None, project_id):
        return ""
    text = going.content if isinstance(going, Item) else going.text
    said, most = " ".join(secrets.masked(text).text.split()), parts.policy.upkeep.foretold_chars
    return said if len(said) <= most else f"{said[:most]}…"


log = logging.getLogger(__name__)

_ACT = "forget"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Doomed:
    """What goes, in one scope."""

    project: int | None = None
    seqs: Sequence[int] = ()
    rules: Sequence[str] = ()
    knowledge: Sequence[Item] = ()
    unsaid: Sequence[tuple[str, int | None]] = ()  # lines of conversations, or whole ones
    feedback: Sequence[str] = ()
    conversations: Sequence[str] = ()
    story: Sequence[int] = ()


def forget(
    parts: Parts,
    project_id: str | None,
    target: Target,
    *,
    dry_run: bool = False,
    token: str | None = None,
    operator: str | None = None,
) -> Receipt:
    """By id at once, by words only with a token: words may hit more than the user thinks (C75)."""
    _check(parts, project_id, target, operator)
    doomed = _find(parts, project_id, target)
    would = _weigh(parts, project_id, doomed)
    if dry_run:
        items, more = _foretold(parts, project_id, doomed)
        left = len(parts.home.aside())
        return Receipt(counts=would, dry_run=True, left_files=left, items=items, more=more)
    if target.query_text is not None:
        scope = f"{project_id or ''}\0{target.query_text}"
        named = partial(_named, parts, project_id, doomed)
        confirmation_token.require(
            parts, act=_ACT, scope=scope, token=token, would=would, named=named
        )
    subject = target.episode_id or target.rule_id or target.knowledge_id or target.source
    with clear.undisturbed(parts, project_id) as hold:
        if target.query_text is not None:
            said = partial(normalize.mentions, wanted=normalize.folded(target.query_text))
            session.forget(parts, project_id, said)
            parts.running.drop(project_id)
        lost = _forget(parts, hold, project_id, doomed, subject, operator or OPERATOR)
    log.info("forgotten: %s", {kind: count for kind, count in lost.items() if count})
    return clear.receipt(parts, lost, refresh_files.retell(parts, project_id))


def _check(parts: Parts, project_id: str | None, target: Target, operator: str | None) -> None:
    named = (
        target.episode_id,
        target.rule_id,
        target.knowledge_id,
        target.query_text,
        target.source,
    )
    if sum(each is not None for each in named) != 1:
        raise InvalidArgument(
            "name exactly one of episodeId, ruleId, knowledgeId, queryText and source",
            field="episodeId",
        )
    validate.check_ids(
        parts.policy.recording,
        projectId=project_id,
        episodeId=target.episode_id,
        ruleId=target.rule_id,
        knowledgeId=target.knowledge_id,
        source=target.source,
        operator=operator,
    )
    words = target.query_text
    if words is not None and not normalize.folded(words):
        raise InvalidArgument("queryText must say something", field="queryText")
    if words is not None and len(words) > parts.policy.recall.query_chars:
        raise InvalidArgument(
            f"queryText is longer than {parts.policy.recall.query_chars} characters",
            field="queryText",
        )


# -- what goes


def _find(parts: Parts, project_id: str | None, target: Target) -> _Doomed:
    if target.episode_id is not None:
        return _episode(parts, project_id, target.episode_id)
    if target.rule_id is not None:
        return _rule(parts, project_id, target.rule_id)
    if target.knowledge_id is not None:
        return _item(parts, project_id, target.knowledge_id)
    if target.source is not None:
        return _said_there(parts, project_id, target.source)
    return _saying(parts, project_id, normalize.folded(target.query_text or ""))


def _episode(parts: Parts, project_id: str | None, id: str) -> _Doomed:
    """Forgetting twice is fine: the second time there is nothing left to take."""
    for episode in parts.episodes.get(id=id):
        edit.refuse_strangers(episode.project_id, project_id)
        number = parts.retention.number(episode.project_id)
        return _Doomed(project=number, seqs=[episode.seq])
    return _gone_already(parts, project_id, id, field="episodeId")


def _rule(parts: Parts, project_id: str | None, id: str) -> _Doomed:
    rule = parts.rules.get(None, id)
    if rule is None:
        return _gone_already(parts, project_id, id, field="ruleId")
    edit.refuse_strangers(rule.project_id, project_id)
    return _Doomed(rules=[id])


def _item(parts: Parts, project_id: str | None, id: str) -> _Doomed:
    item = parts.knowledge.get(id)
    if item is None:
        return _gone_already(parts, project_id, id, field="knowledgeId")
    edit.refuse_strangers(item.project_id, project_id)
    return _Doomed(knowledge=[item])


def _said_there(parts: Parts, project_id: str | None, source: str) -> _Doomed:
    """What is known from there alone; what was said elsewhere too only loses a source."""
    session, line = place(source)
    with parts.mind_db.read() as reader:
        found = parts.knowledge.of_source(reader, project_id, session, line or None)
    alone = [
        each
        for each in found
        if all(_is_there(place(other), session, line) for other in each.sources)
    ]
    return _Doomed(
        knowledge=alone,
        unsaid=[(session, line or None)],
    )


def _is_there(said: tuple[str, int], session: str, line: int) -> bool:
    return said[0] == session and line in (0, said[1])


def _gone_already(parts: Parts, project_id: str | None, id: str, *, field: str) -> _Doomed:
    tomb = parts.audit.buried(id)
    if tomb is None:
        raise NotFound("there is no such item", field=field)
    edit.refuse_strangers(tomb.project_id, project_id)
    return _Doomed()


def _saying(parts: Parts, project_id: str | None, wanted: str) -> _Doomed:
    """Everything of the scope in which these words stand, letter by letter."""
    project = None if project_id is None else parts.retention.number(project_id)
    return _Doomed(
        project=project,
        seqs=[] if project is None else _episodes_saying(parts, project, wanted),
        rules=[
            rule.id
            for rule in parts.rules.of(Scope(project_id))
            if normalize.mentions(_words(rule), wanted)
        ],
        knowledge=[
            item for item in _items(parts, project_id) if normalize.mentions(_told(item), wanted)
        ],
        unsaid=list(
            dict.fromkeys(
                (session, line)
                for session, line, text in parts.holdings.heard(project_id or "")
                if normalize.mentions(text, wanted)
            )
        ),
        feedback=[
            id
            for id, label in parts.holdings.labels(project_id)
            if normalize.mentions(label, wanted)
        ],
        conversations=[
            id
            for id, text in compaction.spoken(parts, project_id)
            if normalize.mentions(text, wanted)
        ],
        story=[
            row
            for row, body in parts.graph.bodies(Scope(project_id))
            if normalize.mentions(body, wanted)
        ],
    )


def _items(parts: Parts, project_id: str | None) -> Iterator[Item]:
    """All that is or was known, whatever became of it."""
    after, step = "", parts.policy.knowledge.batch
    while found := parts.knowledge.page(Scope(project_id), after=after, limit=step):
        yield from found
        after = found[-1].id


def _told(item: Item) -> str:
    """Every word an item says, and by which it is known."""
    return "\n".join(
        (item.content, item.basis, item.subject, item.attribute, item.value, *item.entities)
    )


def _episodes_saying(parts: Parts, project: int, wanted: str) -> list[int]:
    seqs, after = [], 0
    while batch := parts.retention.said(
        project, after=after, limit=parts.policy.storage.rebuild_batch
    ):
        seqs += [seq for seq, text in batch if normalize.mentions(text, wanted)]
        after = batch[-1][0]
    return seqs


def _words(rule: Rule) -> str:
    """Every word a rule says or ever said; a phrase it measures is a word too."""
    measured = rule.predicate.feature if rule.predicate else ""
    return "\n".join((*curation.texts_of(rule), measured))


def _weigh(parts: Parts, project_id: str | None, doomed: _Doomed) -> Counter[str]:
    would = parts.retention.weigh_up(doomed.seqs)
    for id in doomed.rules:
        would += _counted(edit.delete(parts, id, project_id, dry_run=True))
    would += _renamed(remove.weigh(parts, doomed.knowledge, alone=bool(doomed.unsaid)))
    ids = parts.retention.names(doomed.seqs)
    would["links"] += parts.holdings.links_of(ids, but_not=doomed.rules)
    # A label that says the same as a rule is found by its words too: it goes once.
    would["feedback"] = max(would["feedback"], len(doomed.feedback))
    would["conversations"], would["story"] = len(doomed.conversations), len(doomed.story)
    return would


def _foretold(
    parts: Parts, project_id: str | None, doomed: _Doomed
) -> tuple[tuple[Going, ...], int]:
    return foretell(
        parts,
        project_id,
        seqs=doomed.seqs,
        rules=doomed.rules,
        knowledge=doomed.knowledge,
        alone=bool(doomed.unsaid),
    )


def _named(parts: Parts, project_id: str | None, doomed: _Doomed) -> Mapping[str, Any]:
    """As a refusal says it."""
    items, more = _foretold(parts, project_id, doomed)
    return {"items": [asdict(each) for each in items], "more": more}


# -- its going


def _forget(
    parts: Parts,
    hold: Hold,
    project_id: str | None,
    doomed: _Doomed,
    subject: str | None,
    operator: str,
) -> Counter[str]:
    lost = _forget_in_mind(parts, project_id, doomed, subject, operator)
    for id in doomed.rules:
        with suppress(NotFound):  # the author was faster
            lost += _counted(edit.delete(parts, id, project_id, operator=operator))
    lost += _renamed(remove.many(parts, doomed.knowledge, operator, alone=bool(doomed.unsaid)))
    for id in doomed.conversations:
        with suppress(NotFound):
            lost += compaction.delete(parts, id, project_id, operator=operator)[1].counts
    if doomed.project is not None and doomed.seqs:
        lost += clear.delete_episodes(parts, hold, doomed.project, list(doomed.seqs))
    return lost


def _forget_in_mind(
    parts: Parts, project_id: str | None, doomed: _Doomed, subject: str | None, operator: str
) -> Counter[str]:
    """Episodes speak for nothing any more and leave a mark without text (C93)."""
    with parts.episodes_db.read() as reader:
        going = parts.episodes.of_seqs(reader, doomed.seqs)
    hashes = {each.id: secure_wipe.keyed_hash(parts, *_text(each)) for each in going}
    now = parts.clock.now()

    def write(tx: Tx) -> Counter[str]:
        secure_wipe.owe(parts, tx, episodes=True)
        links = parts.rules.drop_links(tx, hashes)
        for each in going:
            parts.audit.bury(
                tx,
                id=each.id,
                kind="episode",
                project_id=each.project_id,
                hash=hashes[each.id],
                created_at=each.recorded_at,
                deleted_at=now,
            )
        parts.holdings.drop_feedback(tx, doomed.feedback)
        story = parts.graph.forget(tx, Scope(project_id), doomed.story) if doomed.story else 0
        for source in doomed.unsaid:
            parts.fragments.drop_source(tx, project_id or "", *source)
        retract.retract(parts, tx, project_id, doomed.unsaid)  # what it had replaced holds again
        counts = {"episodes": len(going), "links": links, "feedback": len(doomed.feedback)}
        parts.audit.add(
            tx,
            at=now,
            operator=operator,
            act=_ACT,
            project_id=project_id,
            subject=subject,
            counts=counts,
        )
        return Counter(links=links, feedback=len(doomed.feedback), story=story)

    return parts.mind_db.write(write).value


def _text(episode: Episode) -> tuple[str, ...]:
    """What a tombstone's hash is made of: the words, or where none were kept, the id."""
    texts = episode.texts
    said = (texts.input_context, texts.final_text or "", episode.digest or "")
    return said if any(said) else (episode.id,)


def _renamed(counts: Counter[str]) -> Counter[str]:
    names = {"labels": "feedback"}
    return Counter({names.get(kind, kind): count for kind, count in counts.items()})


def _counted(gone: Deleted) -> Counter[str]:
    return Counter(
        rules=gone.rules,
        links=gone.links,
        conflicts=gone.conflicts,
        feedback=gone.labels,
        vetoes=gone.vetoes,
    )
