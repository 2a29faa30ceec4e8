"""Finds what was said: by its words with those around it, by meaning, by who said it, and when."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from mohen.conversations import one_look
from mohen.conversations.model import ANYTHING, Quote, Role, Wanted
from mohen.core import health, processors, system, validation
from mohen.core.degradation import Reason
from mohen.errors import EmbedderError, InvalidArgument, StoreError
from mohen.retrieval import certainty, diversity, question
from mohen.retrieval.diversity import Told
from mohen.text import redact
from mohen.text.dates import Local

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence
    from datetime import date

    from mohen.conversations.index import TalkIndex
    from mohen.conversations.model import Message
    from mohen.conversations.store import TalkStore
    from mohen.core.degradation import Degradation
    from mohen.core.health import Health
    from mohen.core.ports import Clock, Jobs
    from mohen.core.settings import UserSettings
    from mohen.episodes.embed import EpisodeEmbedder
    from mohen.policy import Policy
    from mohen.retrieval.model import Hit, Meaning, Question
    from mohen.retrieval.model import Reason as Why
    from mohen.retrieval.policy import Finding
    from mohen.retrieval.postings import Corpus
    from mohen.retrieval.ranking import Mask

_SUBJECT = "talk search"
_MEANING = (Reason.ENCODING_FAILED, Reason.VEC_UNAVAILABLE, Reason.DIMENSION_CONFLICT)
_ROLES = frozenset(Role)


class TalkSearch:
    """Searches conversations. Nothing that was said drops out by fading."""

    def __init__(
        self,
        *,
        clock: Clock,
        episode_embedder: EpisodeEmbedder,
        health: Health,
        jobs: Jobs,
        policy: Policy,
        settings: UserSettings,
        talk_index: TalkIndex,
        talk_store: TalkStore,
    ) -> None:
        self._clock = clock
        self._episode_embedder = episode_embedder
        self._health = health
        self._jobs = jobs
        self._policy = policy
        self._settings = settings
        self._talk_index = talk_index
        self._talk_store = talk_store

    def search(
        self,
        project_id: str,
        query: str | None = None,
        *,
        session: str | None = None,
        speaker: str | None = None,
        since: int | None = None,
        until: int | None = None,
        as_of: int | None = None,
        limit: int | None = None,
    ) -> list[Quote]:
        """The best first, each with the message before and after it. Without a query: what the
        options let through, the newest first. `as_of`: as if it were asked then."""
        self._check(project_id, query, session, speaker, since, until, as_of)
        if as_of is not None:
            until = as_of if until is None else min(until, as_of)
        bounds = self._policy.conversations
        most = validation.size(limit, default=bounds.found, most=bounds.found_max)
        if not self._talk_store.is_there:
            return []
        query, speaker = self._masked(query), self._masked(speaker)
        wanted = Wanted(session=session, speaker=speaker, since=since, until=until)
        if query is None or not query.strip():
            pks = self._talk_store.chosen(project_id, wanted, limit=most)
            return self._quoted(pks)
        now = self._clock.now() if as_of is None else as_of
        with processors.one():
            ranked = self._ranked if self._is_indexed(project_id) else self._in_one_look
            asked, hits = ranked(project_id, query, wanted, most, now)
            quotes = self._found(asked, hits)
            return diversity.newest_first(quotes, lambda quote: quote.told, self._policy.finding)

    def at(self, project_id: str, places: Sequence[tuple[str, int]]) -> list[Quote]:
        """What was said in these places, as far as it is kept."""
        if not places or not self._talk_store.is_there:
            return []
        pks = self._talk_store.in_places(project_id, places)
        return self._quoted(pks)

    def shares(self, project_id: str, query: str) -> certainty.Shares:
        """What each word of a question tells among all that was said; none where too little was
        said to know."""
        if not self._talk_store.is_there:
            return []
        asked = question.read(self._masked(query) or "", policy=self._policy.recall)
        words = certainty.words(asked)
        if self._is_indexed(project_id):
            corpus = self._talk_index.corpus(project_id)
            size, spread = corpus.size, {each: len(corpus.holding(each)[0]) for each in words}
        else:
            said = [held for _, _, held in self._talk_store.terms(project_id)]
            size = len(said)
            spread = {each: sum(f" {each} " in one for one in said) for each in words}
        if size < self._policy.finding.telling_from:
            return []
        return certainty.shares(asked, size, spread, self._policy.finding)

    def _masked(self, told: str | None) -> str | None:
        """With marks for the names that are not kept, as what was said has them."""
        names = self._settings.get().redact_names
        if not told or not names:
            return told
        return redact.mask(told, names, self._settings.redaction_key(), self._policy.settings)

    def _asked(
        self,
        query: str,
        speakers: Collection[str],
        now: int,
        rank: Callable[[Question, int], list[Hit]],
    ) -> Question:
        """`rank`: the best by words, for an event that is asked around."""

        def read(text: str) -> Question:
            here = Local(now, system.offset(now))
            return question.read(text, speakers=speakers, now=here, policy=self._policy.recall)

        def day_of(event: str) -> date | None:
            hits = rank(replace(read(event), event=None), 1)
            if not hits or not is_sure(hits[0].reason, self._policy.finding):
                return None
            at = self._talk_store.some([hits[0].id])[hits[0].id].at
            return Local(at, system.offset(at)).day

        return question.placed(read(query), day_of)

    def _is_indexed(self, project_id: str) -> bool:
        """Whether the index answers. Nobody waits until a long memory is read: that is done in the
        background, and until then its terms are looked through as for who asks once."""
        if not self._episode_embedder.at_hand:
            return False
        if self._talk_index.is_near(project_id):
            return True
        self._jobs.submit("index talk", lambda: self._talk_index.corpus(project_id), hurried=False)
        return False

    def _in_one_look(
        self, project_id: str, query: str, wanted: Wanted, most: int, now: int
    ) -> tuple[Question, list[Hit]]:
        """By words alone, for who asks once and ends (C103)."""
        store = self._talk_store
        names, said = store.speakers(project_id), store.terms(project_id)
        among = frozenset(store.chosen(project_id, wanted)) if wanted != ANYTHING else None

        def rank(asked: Question, limit: int) -> list[Hit]:
            return one_look.rank(
                asked, said, store.some, limit=limit, policy=self._policy.finding, among=among
            )

        asked = self._asked(query, names, now, rank)
        return asked, rank(asked, most)

    def _ranked(
        self, project_id: str, query: str, wanted: Wanted, most: int, now: int
    ) -> tuple[Question, list[Hit]]:
        from mohen.retrieval import ranking

        corpus, finding = self._talk_index.corpus(project_id), self._policy.finding
        among = None if wanted == ANYTHING else self._passing(project_id, corpus, wanted)

        def rank(asked: Question, limit: int, meaning: Meaning | None = None) -> list[Hit]:
            return ranking.rank(asked, corpus, meaning, limit=limit, policy=finding, among=among)

        asked = self._asked(query, set(corpus.speakers) - _ROLES, now, rank)
        return asked, rank(asked, most, self._meaning(project_id, query, corpus, among))

    def _passing(self, project_id: str, corpus: Corpus, wanted: Wanted) -> Mask:
        """The places that options let through: of time the index knows itself."""
        import numpy as np

        ats = corpus.columns.ats[: corpus.length]
        passing = np.ones(corpus.length, np.bool_)
        if wanted.since is not None:
            passing &= ats >= wanted.since
        if wanted.until is not None:
            passing &= ats < wanted.until
        if wanted.session is not None or wanted.speaker is not None:
            pks = np.array(self._talk_store.chosen(project_id, wanted), np.int64)
            places, named = corpus.at(pks), np.zeros(corpus.length, np.bool_)
            named[places[places >= 0]] = True
            passing &= named
        return passing

    # -- meaning

    def _meaning(
        self, project_id: str, query: str, corpus: Corpus, mask: Mask | None
    ) -> Meaning | None:
        """None where there is none to go by: that is told, and words alone answer."""
        broken: list[Degradation] = []
        found = None
        try:
            found = self._measured(project_id, query, corpus, mask)
            if found is None:
                broken.append(health.VECTORS_FOREIGN)
        except EmbedderError as error:
            broken.append(health.embedder_dead(error))
        except StoreError:
            broken.append(health.VECTORS_BROKEN)
        self._health.settle(_SUBJECT, broken, among=_MEANING)
        return found

    def _measured(
        self, project_id: str, query: str, corpus: Corpus, mask: Mask | None
    ) -> Meaning | None:
        """How near the question is to what was said; of what passes the filters, the nearest."""
        import numpy as np

        from mohen.core.vectors import smallest
        from mohen.retrieval.model import Meaning

        model, depth = self._episode_embedder.embedder(), self._policy.finding.candidates
        vector = self._episode_embedder.question(model, query)
        if vector is None:
            return None
        scan = self._talk_index.scan(project_id, model.name, vector)
        if scan.foreign:
            return None
        measured = scan.measured(depth)
        _, mean, spread = measured.spread()
        if mask is None:
            nearest = measured.best(depth)
        else:
            passing = corpus.columns.ids[: corpus.length][mask]
            far = -np.nan_to_num(measured.of(passing), nan=-1.0)
            nearest = passing[smallest(far, depth)]
        return Meaning(nearest, measured.of, mean, spread, model.trust)

    # -- as it is told

    def _found(self, asked: Question, hits: Sequence[Hit]) -> list[Quote]:
        there, bounds = self._talk_store.quoted([each.id for each in hits]), self._policy.finding
        return [
            Quote(
                message=message,
                score=each.score,
                because=tuple(map(str, each.reason.stages)),
                sure=is_sure(each.reason, bounds),
                before=before,
                after=after,
                told=None if asked.of_then else as_told(asked, message, each),
            )
            for each in hits
            if each.id in there
            for message, before, after in (there[each.id],)
        ]

    def _quoted(self, pks: Sequence[int]) -> list[Quote]:
        there = self._talk_store.quoted(pks)
        return [
            Quote(message=message, score=0.0, before=before, after=after)
            for pk in pks
            if pk in there
            for message, before, after in (there[pk],)
        ]

    def _check(
        self,
        project_id: str,
        query: str | None,
        session: str | None,
        speaker: str | None,
        since: int | None,
        until: int | None,
        as_of: int | None,
    ) -> None:
        ids = self._policy.recording
        validation.check_ids(ids, projectId=project_id, session=session, speaker=speaker)
        validation.check_moments(ids, since=since, until=until, asOf=as_of)
        most = self._policy.recall.query_chars
        if query is not None and len(query) > most:
            raise InvalidArgument(f"query is longer than {most} characters", field="query")


def is_sure(reason: Why, bounds: Finding) -> bool:
    """Whether enough of the question is met, by words or by meaning."""
    return reason.met >= bounds.sure_words or reason.meaning >= bounds.sure_meaning


def as_told(asked: Question, message: Message, hit: Hit) -> Told:
    """As it is compared with others. What an assistant says of the user is what the user said. Who
    asks how things are now takes whatever was said later for news."""
    answers = message.role is Role.ASSISTANT
    stated = (frozenset[str](), False) if answers else question.states(message.text, hit.holds)
    return Told(
        who=message.speaker or message.role,
        where=message.session,
        at=message.at,
        score=hit.score,
        holds=hit.holds,
        states=stated[0],
        is_news=stated[1] or asked.of_now,
        only_answers=answers,
    )
