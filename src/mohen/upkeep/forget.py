"""Something must not be remembered (C74): one episode, rule or piece of knowledge, or everything
that says certain words.

mind.db first, episodes.db after it: whoever dies in between leaves an episode that speaks for
nothing, and forgetting it again finishes the work.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict
from functools import partial
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from mohen.core import validation
from mohen.core.erasure import OPERATOR, Going, Receipt, Target, Why
from mohen.core.logs import logger
from mohen.core.scope import Scope, refuse_strangers
from mohen.core.values import dataclass
from mohen.errors import InvalidArgument, NotFound
from mohen.knowledge.model import Item, place
from mohen.rules import curation
from mohen.text import normalize, secrets

if TYPE_CHECKING:
    from mohen.compaction.compaction import Compaction
    from mohen.conversations.erase import TalkEraser
    from mohen.conversations.store import TalkStore
    from mohen.core.audit_store import AuditStore
    from mohen.core.confirmation_token import Confirmations
    from mohen.core.database import Database, Tx
    from mohen.core.home import Home
    from mohen.core.ports import Clock
    from mohen.core.secure_wipe import SecureWipe
    from mohen.documents.model import Document
    from mohen.documents.store import DocumentStore
    from mohen.episodes.model import Episode
    from mohen.episodes.retention_store import RetentionStore
    from mohen.episodes.store import EpisodeStore
    from mohen.knowledge.consolidation.store import FragmentStore
    from mohen.knowledge.remove import KnowledgeRemover
    from mohen.knowledge.retract import Retractor
    from mohen.knowledge.store import KnowledgeStore
    from mohen.knowledge.workspace.refresh_files import FileRefresher
    from mohen.policy import Policy
    from mohen.rules.edit import RuleEditor
    from mohen.rules.model import Deleted, Rule
    from mohen.rules.store import RuleStore
    from mohen.session.session import Sessions
    from mohen.skills.running import Running
    from mohen.story.formats.store import OriginalStore
    from mohen.story.store import StoryStore
    from mohen.text.redact import NameHiding
    from mohen.upkeep.clear import Clear
    from mohen.upkeep.store import ProjectTotals


class Forget:
    """Forgets one thing, or everything that says certain words."""

    def __init__(
        self,
        *,
        audit_store: AuditStore,
        clear: Clear,
        clock: Clock,
        compaction: Compaction,
        confirmations: Confirmations,
        document_store: DocumentStore,
        episode_store: EpisodeStore,
        episodes_db: Database,
        file_refresher: FileRefresher,
        fragment_store: FragmentStore,
        home: Home,
        knowledge_remover: KnowledgeRemover,
        knowledge_store: KnowledgeStore,
        mind_db: Database,
        name_hiding: NameHiding,
        original_store: OriginalStore,
        policy: Policy,
        project_totals: ProjectTotals,
        retention_store: RetentionStore,
        retractor: Retractor,
        rule_editor: RuleEditor,
        rule_store: RuleStore,
        running: Running,
        secure_wipe: SecureWipe,
        sessions: Sessions,
        story_store: StoryStore,
        talk_eraser: TalkEraser,
        talk_store: TalkStore,
    ) -> None:
        self._audit_store = audit_store
        self._clear = clear
        self._clock = clock
        self._compaction = compaction
        self._confirmations = confirmations
        self._document_store = document_store
        self._episode_store = episode_store
        self._episodes_db = episodes_db
        self._file_refresher = file_refresher
        self._fragment_store = fragment_store
        self._home = home
        self._knowledge_remover = knowledge_remover
        self._knowledge_store = knowledge_store
        self._mind_db = mind_db
        self._name_hiding = name_hiding
        self._original_store = original_store
        self._policy = policy
        self._project_totals = project_totals
        self._retention_store = retention_store
        self._retractor = retractor
        self._rule_editor = rule_editor
        self._rule_store = rule_store
        self._running = running
        self._secure_wipe = secure_wipe
        self._sessions = sessions
        self._story_store = story_store
        self._talk_eraser = talk_eraser
        self._talk_store = talk_store

    # -- what a deletion would take, by name: its owner sees it before it goes

    def foretell(
        self,
        project_id: str | None,
        *,
        seqs: Sequence[int],
        rules: Sequence[str],
        knowledge: Sequence[Item],
        alone: bool,
    ) -> tuple[tuple[Going, ...], int]:
        """The first of them, and how many more there are. Of an episode the id: it may be a
        chapter."""
        told = self._knowledge_remover.going(knowledge, alone=alone)
        episodes = self._retention_store.names(seqs)
        most = self._policy.upkeep.foretold
        words = partial(self._words_of, project_id)
        shown = chain(
            (
                Going(each, "rule", words(self._rule_store.get(None, each)), Why.NAMED)
                for each in rules
            ),
            (Going(each.id, each.type, words(each), why) for each, why in told),
            (Going(each, "episode", "", Why.NAMED) for each in episodes),
        )
        count = len(rules) + len(told) + len(episodes)
        return tuple(islice(shown, most)), max(0, count - most)

    def _words_of(self, project_id: str | None, going: Item | Rule | None) -> str:
        """How it begins, if it is theirs who ask: who names no project reads nobody's (C92)."""
        if going is None or going.project_id not in (None, project_id):
            return ""
        text = going.content if isinstance(going, Item) else going.text
        said, most = " ".join(secrets.masked(text).text.split()), self._policy.upkeep.foretold_chars
        return said if len(said) <= most else f"{said[:most]}…"

    def forget(
        self,
        project_id: str | None,
        target: Target,
        *,
        dry_run: bool = False,
        token: str | None = None,
        operator: str | None = None,
    ) -> Receipt:
        """By id at once, by words only with a token: words may hit more than the user thinks
        (C75)."""
        self._check(project_id, target, operator)
        doomed = self._find(project_id, target)
        would = self._weigh(project_id, doomed)
        if dry_run:
            items, more = self._foretold(project_id, doomed)
            left = len(self._home.aside())
            return Receipt(counts=would, dry_run=True, left_files=left, items=items, more=more)
        if target.query_text is not None or _in_general(target):
            scope = f"{project_id or ''}\0{target.query_text or _in_general(target)}"
            named = partial(self._named, project_id, doomed)
            self._confirmations.require(
                act=_ACT, scope=scope, token=token, would=would, named=named
            )
        subject = target.episode_id or target.rule_id or target.knowledge_id or target.source
        with self._clear.undisturbed(project_id):
            if target.query_text is not None:
                doomed = self._find(project_id, target)  # something may have been learned since
                said = partial(normalize.mentions, wanted=normalize.folded(target.query_text))
                self._sessions.forget(project_id, said)
                self._running.drop(project_id)
            lost = self._forget(project_id, doomed, subject, operator or OPERATOR)
        log.info("forgotten: %s", {kind: count for kind, count in lost.items() if count})
        left = self._file_refresher.retell(project_id)
        return self._clear.receipt(lost, left, words=not doomed.is_episodes_alone)

    def _check(self, project_id: str | None, target: Target, operator: str | None) -> None:
        named = (
            target.episode_id,
            target.rule_id,
            target.knowledge_id,
            target.query_text,
            target.source,
            _in_general(target) or None,
        )
        if sum(each is not None for each in named) != 1:
            raise InvalidArgument(
                "name exactly one of episodeId, ruleId, knowledgeId, queryText, source and speaker "
                "(or since and until)",
                field="episodeId",
            )
        validation.check_ids(
            self._policy.recording,
            projectId=project_id,
            episodeId=target.episode_id,
            ruleId=target.rule_id,
            knowledgeId=target.knowledge_id,
            source=target.source,
            speaker=target.speaker,
            operator=operator,
        )
        validation.check_moments(self._policy.recording, since=target.since, until=target.until)
        words = target.query_text
        if words is not None and not normalize.folded(words):
            raise InvalidArgument("queryText must say something", field="queryText")
        if words is not None and len(words) > self._policy.recall.query_chars:
            raise InvalidArgument(
                f"queryText is longer than {self._policy.recall.query_chars} characters",
                field="queryText",
            )

    # -- what goes

    def _find(self, project_id: str | None, target: Target) -> _Doomed:
        if target.episode_id is not None:
            return self._episode(project_id, target.episode_id)
        if target.rule_id is not None:
            return self._rule(project_id, target.rule_id)
        if target.knowledge_id is not None:
            return self._item(project_id, target.knowledge_id)
        if target.source is not None:
            return self._said_there(project_id, target.source)
        if _in_general(target):
            return self._told_by(project_id, target)
        return self._saying(project_id, normalize.folded(target.query_text or ""))

    def _episode(self, project_id: str | None, id: str) -> _Doomed:
        """Forgetting twice is fine: the second time there is nothing left to take."""
        for episode in self._episode_store.get(id=id):
            refuse_strangers(episode.project_id, project_id)
            number = self._retention_store.number(episode.project_id)
            return _Doomed(project=number, seqs=[episode.seq, *self._repeating(number, id)])
        return self._gone_already(project_id, id, field="episodeId")

    def _repeating(self, project: int | None, id: str) -> list[int]:
        return [] if project is None else self._retention_store.repeating(project, id)

    def _rule(self, project_id: str | None, id: str) -> _Doomed:
        rule = self._rule_store.get(None, id)
        if rule is None:
            return self._gone_already(project_id, id, field="ruleId")
        refuse_strangers(rule.project_id, project_id)
        return _Doomed(rules=[id])

    def _item(self, project_id: str | None, id: str) -> _Doomed:
        item = self._knowledge_store.get(id)
        if item is None:
            return self._gone_already(project_id, id, field="knowledgeId")
        refuse_strangers(item.project_id, project_id)
        return _Doomed(knowledge=[item])

    def _said_there(self, project_id: str | None, source: str) -> _Doomed:
        """What is known from there alone; what was said elsewhere too only loses a source."""
        session, line = place(source)
        with self._mind_db.read() as reader:
            found = self._knowledge_store.of_source(reader, project_id, session, line or None)
        alone = [
            each
            for each in found
            if all(_is_there(place(other), session, line) for other in each.sources)
        ]
        spots = [(session, each) for each in self._standing(project_id, session, line)]
        return _Doomed(
            knowledge=alone, unsaid=[(session, line or None)], messages=spots, alone=True
        )

    def _told_by(self, project_id: str | None, target: Target) -> _Doomed:
        """What somebody said, or what was said in a span, and what is known from it alone."""
        if project_id is None or not self._talk_store.is_there:
            return _Doomed()
        written = () if target.speaker is None else self._name_hiding.written(target.speaker)
        spots = self._talk_store.told_by(
            project_id, written=written, since=target.since, until=target.until
        )
        return _Doomed(
            knowledge=self._resting_on(project_id, spots),
            unsaid=spots,
            messages=spots,
            alone=True,
        )

    def _resting_on(self, project_id: str | None, spots: Sequence[tuple[str, int]]) -> list[Item]:
        """What is known from these places and no other."""
        places, found = set(spots), dict[str, Item]()
        with self._mind_db.read() as reader:
            for session in dict.fromkeys(session for session, _ in spots):
                for each in self._knowledge_store.of_source(reader, project_id, session, None):
                    if places.issuperset(map(place, each.sources)):
                        found[each.id] = each
        return list(found.values())

    def _standing(self, project_id: str | None, session: str, line: int) -> list[int]:
        if project_id is None or not self._talk_store.is_there:
            return []
        return self._talk_store.standing(project_id, session, line)

    def _messages_saying(self, project_id: str | None, wanted: str) -> list[tuple[str, int]]:
        found, after = list[tuple[str, int]](), 0
        if project_id is None or not self._talk_store.is_there:
            return found
        size = self._policy.storage.rebuild_batch
        while batch := self._talk_store.since(project_id, after, size):
            found += [
                (each.session, each.place)
                for each in batch
                if normalize.mentions(f"{each.speaker}\n{each.text}", wanted)
            ]
            after = batch[-1].pk
        return found

    def _gone_already(self, project_id: str | None, id: str, *, field: str) -> _Doomed:
        tomb = self._audit_store.buried(id)
        if tomb is None:
            raise NotFound("there is no such item", field=field)
        refuse_strangers(tomb.project_id, project_id)
        return _Doomed()

    def _saying(self, project_id: str | None, wanted: str) -> _Doomed:
        """Everything of the scope in which these words stand, letter by letter."""
        project = None if project_id is None else self._retention_store.number(project_id)
        messages = self._messages_saying(project_id, wanted)
        named = {
            item.id: item
            for item in self._items(project_id)
            if normalize.mentions(_told(item), wanted)
        }
        resting = self._resting_on(project_id, messages)
        files, parts = self._original_store.bodies(project_id or "")
        waiting = [
            (session, line)
            for session, line, text in self._project_totals.heard(project_id or "")
            if normalize.mentions(text, wanted)
        ]
        return _Doomed(
            project=project,
            messages=messages,
            seqs=[] if project is None else self._episodes_saying(project, wanted),
            rules=[
                rule.id
                for rule in self._rule_store.of(Scope(project_id))
                if normalize.mentions(_words(rule), wanted)
            ],
            knowledge=list({**named, **{each.id: each for each in resting}}.values()),
            unsaid=list(dict.fromkeys([*messages, *waiting])),
            feedback=[
                id
                for id, label in self._project_totals.labels(project_id)
                if normalize.mentions(label, wanted)
            ],
            conversations=[
                id
                for id, text in self._compaction.spoken(project_id)
                if normalize.mentions(text, wanted)
            ],
            story=[
                row
                for row, body in self._story_store.bodies(Scope(project_id))
                if normalize.mentions(body, wanted)
            ],
            originals=[row for row, body in files if normalize.mentions(body, wanted)],
            parts=[row for row, body in parts if normalize.mentions(body, wanted)],
            documents=self._documents_saying(project_id, wanted),
        )

    def _items(self, project_id: str | None) -> Iterator[Item]:
        """All that is or was known, whatever became of it."""
        after, step = "", self._policy.knowledge.batch
        while found := self._knowledge_store.page(Scope(project_id), after=after, limit=step):
            yield from found
            after = found[-1].id

    def _episodes_saying(self, project: int, wanted: str) -> list[int]:
        seqs, after = [], 0
        while batch := self._retention_store.said(
            project, after=after, limit=self._policy.storage.rebuild_batch
        ):
            seqs += [seq for seq, text in batch if normalize.mentions(text, wanted)]
            after = batch[-1][0]
        return seqs

    def _documents_saying(self, project_id: str | None, wanted: str) -> list[int]:
        """By their words, and by the words of where they stand."""
        found, after = list[int](), 0
        size = self._policy.storage.rebuild_batch
        while batch := self._document_store.page(project_id or "", after, size):
            found += [pk for pk, each in batch if normalize.mentions(_said(each), wanted)]
            after = batch[-1][0]
        return found

    def _weigh(self, project_id: str | None, doomed: _Doomed) -> Counter[str]:
        would = self._retention_store.weigh_up(doomed.seqs)
        for id in doomed.rules:
            would += _counted(self._rule_editor.delete(id, project_id=project_id, dry_run=True))
        would += _renamed(self._knowledge_remover.weigh(doomed.knowledge, alone=doomed.alone))
        ids = self._retention_store.names(doomed.seqs)
        would["links"] += self._project_totals.links_of(ids, but_not=doomed.rules)
        # A label that says the same as a rule is found by its words too: it goes once.
        would["feedback"] = max(would["feedback"], len(doomed.feedback))
        said = self._knowledge_remover.messages(doomed.knowledge, alone=doomed.alone)
        would["messages"] = len({*doomed.messages, *said})
        would["conversations"], would["story"] = len(doomed.conversations), len(doomed.story)
        would["documents"] = len(doomed.documents)
        return would

    def _foretold(self, project_id: str | None, doomed: _Doomed) -> tuple[tuple[Going, ...], int]:
        return self.foretell(
            project_id,
            seqs=doomed.seqs,
            rules=doomed.rules,
            knowledge=doomed.knowledge,
            alone=doomed.alone,
        )

    def _named(self, project_id: str | None, doomed: _Doomed) -> Mapping[str, Any]:
        """As a refusal says it."""
        items, more = self._foretold(project_id, doomed)
        return {"items": [asdict(each) for each in items], "more": more}

    # -- its going

    def _forget(
        self,
        project_id: str | None,
        doomed: _Doomed,
        subject: str | None,
        operator: str,
    ) -> Counter[str]:
        lost = self._forget_in_mind(project_id, doomed, subject, operator)
        for id in doomed.rules:
            with suppress(NotFound):  # the author was faster
                lost += _counted(
                    self._rule_editor.delete(id, project_id=project_id, operator=operator)
                )
        lost += _renamed(
            self._knowledge_remover.many(doomed.knowledge, operator, alone=doomed.alone)
        )
        lost["messages"] += self._talk_eraser.pay()
        for id in doomed.conversations:
            with suppress(NotFound):
                lost += self._compaction.delete(id, project_id, operator=operator)[1].counts
        if doomed.project is not None and doomed.seqs:
            # Their links went with the rest in mind.db: none is left that a rule could keep.
            lost += self._clear.delete_episodes(doomed.project, list(doomed.seqs), linked=False)
        return lost

    def _forget_in_mind(
        self, project_id: str | None, doomed: _Doomed, subject: str | None, operator: str
    ) -> Counter[str]:
        """Episodes speak for nothing any more and leave a mark without text (C93)."""
        with self._episodes_db.read() as reader:
            going = self._episode_store.of_seqs(reader, doomed.seqs)
        hashes = {each.id: self._secure_wipe.keyed_hash(*_text(each)) for each in going}
        now = self._clock.now()

        def write(tx: Tx) -> Counter[str]:
            self._secure_wipe.owe(tx, episodes=True)
            links = self._rule_store.drop_links(tx, hashes)
            for each in going:
                self._audit_store.bury(
                    tx,
                    id=each.id,
                    kind="episode",
                    project_id=each.project_id,
                    hash=hashes[each.id],
                    created_at=each.recorded_at,
                    deleted_at=now,
                )
            self._project_totals.drop_feedback(tx, doomed.feedback)
            story = (
                self._story_store.forget(tx, Scope(project_id), doomed.story) if doomed.story else 0
            )
            self._original_store.forget(tx, doomed.originals, doomed.parts)
            documents = self._document_store.drop(tx, doomed.documents) if doomed.documents else 0
            if doomed.messages:
                self._talk_eraser.owe(
                    tx, [(project_id or "", session, place) for session, place in doomed.messages]
                )
            for source in doomed.unsaid:
                self._fragment_store.drop_source(tx, project_id or "", *source)
            self._retractor.retract(
                tx, project_id, doomed.unsaid
            )  # what it had replaced holds again
            counts = {"episodes": len(going), "links": links, "feedback": len(doomed.feedback)}
            self._audit_store.add(
                tx,
                at=now,
                operator=operator,
                act=_ACT,
                project_id=project_id,
                subject=subject,
                counts=counts,
            )
            return Counter(
                links=links, feedback=len(doomed.feedback), story=story, documents=documents
            )

        return self._mind_db.write(write).value


log = logger(__name__)

_ACT = "forget"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Doomed:
    """What goes, in one scope."""

    project: int | None = None
    seqs: Sequence[int] = ()
    rules: Sequence[str] = ()
    knowledge: Sequence[Item] = ()
    unsaid: Sequence[tuple[str, int | None]] = ()  # lines of conversations, or whole ones
    messages: Sequence[tuple[str, int]] = ()  # session and place
    alone: bool = False  # what knowledge that goes took the place of stays
    feedback: Sequence[str] = ()
    conversations: Sequence[str] = ()
    story: Sequence[int] = ()
    originals: Sequence[int] = ()  # files of writers' tools
    parts: Sequence[int] = ()  # of such files
    documents: Sequence[int] = ()

    @property
    def is_episodes_alone(self) -> bool:
        """Then no word of knowledge goes."""
        rest = self.rules, self.knowledge, self.unsaid, self.feedback, self.conversations
        return not any((*rest, self.story, self.originals, self.parts))


def _in_general(target: Target) -> str:
    """Whose messages, or of when; empty where one thing is named by something else."""
    named = (target.speaker, target.since, target.until)
    return "" if named == (None, None, None) else "\0".join(map(str, named))


def _is_there(said: tuple[str, int], session: str, line: int) -> bool:
    return said[0] == session and line in (0, said[1])


def _said(document: Document) -> str:
    """Every word of a document and of its place."""
    return "\n".join((*document.namespace, document.key, *_strings(document.value)))


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from _strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _strings(inner)
    elif value is not None:
        yield str(value)


def _told(item: Item) -> str:
    """Every word an item says, and by which it is known."""
    return "\n".join(
        (item.content, item.basis, item.subject, item.attribute, item.value, *item.entities)
    )


def _words(rule: Rule) -> str:
    """Every word a rule says or ever said; a phrase it measures is a word too."""
    measured = rule.predicate.feature if rule.predicate else ""
    return "\n".join((*curation.texts_of(rule), measured))


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
