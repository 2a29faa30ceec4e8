"""Finds what was said: by its words with those around it, by meaning, by who said it, and when."""

from __future__ import annotations

from contextlib import suppress
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
    from collections.abc import Callable, Collection, Mapping, Sequence
    from datetime import date

    from mohen.conversations.index import TalkIndex
    from mohen.conversations.model import Message
    from mohen.conversations.store import TalkStore
    from mohen.core.degradation import Degradation
    from mohen.core.health import Health
    from mohen.core.ports import Clock, Embedder, EmbedderFor, Jobs
    from mohen.core.settings import UserSettings
    from mohen.core.settings_model import Settings
    from mohen.episodes.embed import EpisodeEmbedder
    from mohen.policy import Policy
    from mohen.retrieval.model import Hit, Meaning, Question
    from mohen.retrieval.model import Reason as Why
    from mohen.retrieval.policy import Finding
    from mohen.retrieval.postings import Corpus
    from mohen.retrieval.ranking import Mask
    from mohen.text.redact import NameHiding

_SUBJECT = "talk search"
_MEANING = (Reason.ENCODING_FAILED, Reason.VEC_UNAVAILABLE, Reason.DIMENSION_CONFLICT)
_ROLES = frozenset(Role)


class TalkSearch:
    """Searches conversations. Nothing that was said drops out by fading."""

    def __init__(
        self,
        *,
        clock: Clock,
        embedder_for: EmbedderFor,
        episode_embedder: EpisodeEmbedder,
        health: Health,
        jobs: Jobs,
        name_hiding: NameHiding,
        policy: Policy,
        settings: UserSettings,
        talk_index: TalkIndex,
        talk_store: TalkStore,
    ) -> None:
        self._clock = clock
        self._embedder_for = embedder_for
        self._episode_embedder = episode_embedder
        self._health = health
        self._jobs = jobs
        self._name_hiding = name_hiding
        self._policy = policy
        self._settings = settings
        self._talk_index = talk_index
        self._talk_store = talk_store
        # Of the last look: the project and how far it went, messages, and how many hold each word.
        self._counts: tuple[object, int, Mapping[str, int]] = (None, 0, {})

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
        surely: bool = False,
        asks: bool = True,
    ) -> list[Quote]:
        """The best first, each with the message before and after it. Without a query: what the
        options let through, the newest first. `as_of`: as if it were asked then. `surely`: nothing
        where none of it is surely about the query, which is a message that `asks` for something or
        only tells."""
        self._check(project_id, query, session, speaker, since, until, as_of)
        if as_of is not None:
            until = as_of if until is None else min(until, as_of)
        bounds = self._policy.conversations
        most = validation.size(limit, default=bounds.found, most=bounds.found_max)
        if not self._talk_store.is_there:
            return []
        rules = self._settings.get()
        query = self._masked(rules, query)
        written = () if speaker is None else self._name_hiding.written(speaker)
        wanted = Wanted(session=session, speaker=speaker, written=written, since=since, until=until)
        if query is None or not query.strip():
            pks = self._talk_store.chosen(project_id, wanted, limit=most)
            return self._quoted(pks)
        now = self._clock.now() if as_of is None else as_of
        with processors.one():
            corpus = self._corpus(project_id)
            if corpus is None:
                asked, hits = self._in_one_look(project_id, query, wanted, most, now)
                self._read_in(project_id)
            else:
                asked, hits = self._ranked(project_id, query, wanted, most, now, corpus, rules)
            finding = self._policy.finding
            if surely and not any(is_sure(each.reason, finding, asks=asks) for each in hits):
                return []
            quotes = self._found(asked, hits, asks=asks)
            return diversity.newest_first(quotes, lambda quote: quote.told, finding)

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
        query = self._masked(self._settings.get(), query) or ""
        asked = question.read(query, policy=self._policy.recall)
        words, corpus = list(certainty.words(asked)), self._corpus(project_id)
        if corpus is None:
            size, spread = self._counted(project_id, words)
        else:
            size = corpus.size
            spread = dict(zip(words, corpus.holding(words).spread, strict=True))
        if size < self._policy.finding.telling_from:
            return []
        return certainty.shares(asked, size, spread, self._policy.finding)

    def _counted(self, project_id: str, words: Sequence[str]) -> tuple[int, Mapping[str, int]]:
        """How many messages there are, and how many hold each word. Who has just looked through
        them for these words knows it."""
        there = project_id, self._talk_store.reached(project_id)
        of, size, spread = self._counts
        if of != there or not spread.keys() >= set(words):
            said = self._talk_store.terms(project_id)
            return len(said), one_look.spread(words, said)
        return size, spread

    def _masked(self, rules: Settings, told: str | None) -> str | None:
        """With marks for the names that are not kept, as what was said has them."""
        names = rules.redact_names
        if not told or not names:
            return told
        return redact.mask(told, names, self._settings.redaction_key(), self._policy.settings)

    def _asked(
        self,
        project_id: str,
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

        asked = question.placed(read(query), day_of)
        if not asked.of_last_time or asked.spans:
            return asked
        apart = self._policy.finding.apart_ms
        last = self._talk_store.last_time(project_id, now, apart_ms=apart)
        if last is None:
            return asked
        return question.of_day(asked, Local(last, system.offset(last)).day)

    def _corpus(self, project_id: str) -> Corpus | None:
        """None where the index does not answer. Nobody waits until a long memory is read: that is
        done in the background, and until then its terms are looked through as for who asks once."""
        return self._talk_index.at_once(project_id) if self._episode_embedder.at_hand else None

    def _read_in(self, project_id: str) -> None:
        """Words and vectors into memory, once whoever asked has an answer. Vectors first: words
        are what the next one waits for."""

        def read() -> None:
            with self._jobs.aside():
                with suppress(EmbedderError, StoreError):  # who searches says so
                    model = self._embedder_for(self._settings.get().answering)
                    self._talk_index.read_vectors(project_id, model.name, model.dims)
                if not self._jobs.is_ending():  # nobody who closes waits for both
                    self._talk_index.corpus(project_id)

        if self._episode_embedder.at_hand:
            self._jobs.submit("index talk", read, hurried=False)

    def _in_one_look(
        self, project_id: str, query: str, wanted: Wanted, most: int, now: int
    ) -> tuple[Question, list[Hit]]:
        """By words alone, for who asks once and ends (C103)."""
        store, there = self._talk_store, self._talk_store.reached(project_id)
        names, said = store.speakers(project_id), store.terms(project_id)
        among = frozenset(store.chosen(project_id, wanted)) if wanted != ANYTHING else None

        def rank(asked: Question, limit: int) -> list[Hit]:
            looked = one_look.Looked(asked, said, self._policy.finding)
            self._counts = (project_id, there), looked.size, looked.spread
            return one_look.rank(looked, store.some, limit=limit, among=among)

        asked = self._asked(project_id, query, names, now, rank)
        return asked, rank(asked, most)

    def _ranked(
        self,
        project_id: str,
        query: str,
        wanted: Wanted,
        most: int,
        now: int,
        corpus: Corpus,
        rules: Settings,
    ) -> tuple[Question, list[Hit]]:
        from mohen.retrieval import ranking

        finding = self._policy.finding
        among = None if wanted == ANYTHING else self._passing(project_id, corpus, wanted)

        def rank(asked: Question, limit: int, meaning: Meaning | None = None) -> list[Hit]:
            return ranking.rank(asked, corpus, meaning, limit=limit, policy=finding, among=among)

        names = set(corpus.speakers) - _ROLES
        asked = self._asked(project_id, query, names, now, rank)
        meant = question.meant(query, asked.named)
        return asked, rank(asked, most, self._meaning(project_id, meant, corpus, among, rules))

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
        self, project_id: str, query: str, corpus: Corpus, mask: Mask | None, rules: Settings
    ) -> Meaning | None:
        """None where there is none to go by: that is told, and words alone answer."""
        broken: list[Degradation] = []
        found = None
        try:
            model = self._embedder_for(rules.answering)
            found = self._measured(project_id, query, corpus, mask, model)
            if found is None:
                broken.append(health.VECTORS_FOREIGN)
        except EmbedderError as error:
            broken.append(health.embedder_dead(error))
        except StoreError:
            broken.append(health.VECTORS_BROKEN)
        self._health.settle(_SUBJECT, broken, among=_MEANING)
        return found

    def _measured(
        self, project_id: str, query: str, corpus: Corpus, mask: Mask | None, model: Embedder
    ) -> Meaning | None:
        """How near the question is to what was said; of what passes the filters, the nearest."""
        import numpy as np

        from mohen.core.vectors import largest
        from mohen.retrieval.model import Meaning

        bounds = self._policy.finding
        depth = bounds.candidates
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
            near = np.nan_to_num(measured.of(passing), nan=-1.0)
            nearest = passing[largest(near, depth)]
        deviations = None
        if model.trust > bounds.weak_trust and len(query) <= bounds.asked_chars:
            deviations = self._episode_embedder.line_noise(model, query).deviations
        return Meaning(nearest, measured.of, mean, spread, model.trust, deviations)

    # -- as it is told

    def _found(self, asked: Question, hits: Sequence[Hit], *, asks: bool) -> list[Quote]:
        there, bounds = self._talk_store.quoted([each.id for each in hits]), self._policy.finding
        found = [
            Quote(
                message=message,
                score=each.score,
                because=tuple(map(str, each.reason.stages)),
                sure=is_sure(each.reason, bounds, asks=asks),
                before=before,
                after=after,
                told=None if asked.of_then else as_told(asked, message, each, bounds),
            )
            for each in hits
            if each.id in there and not is_lent(each.reason)
            for message, before, after in (there[each.id],)
        ]
        # What was said at another time is no part of what was said at this one.
        then = [each for each in found if each.sure] if asked.of_time else found
        return then or found

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


def is_sure(reason: Why, bounds: Finding, *, asks: bool = True) -> bool:
    """Whether enough of the question is met: by words, or by words and likeness together, where
    that tells something. People seldom ask in the words in which something was said, and what has
    some of those words by chance is not alike. A message that asks for nothing is not answered: it
    takes more to stand beside it."""
    words, unlike, alike = (
        (bounds.sure_words, bounds.sure_unlike, bounds.sure_alike)
        if asks
        else (bounds.told_words, bounds.told_unlike, bounds.told_alike)
    )
    if reason.alike is None:
        return reason.met >= words
    if reason.met >= unlike:
        return True
    return reason.met / bounds.sure_beside + max(reason.alike, 0) / alike >= 1


def is_lent(reason: Why) -> bool:
    """Whether a line owes its place to the rest of its conversation: it holds no word of the
    question, stands beside none, was not said when it asks for, and means something else."""
    own = reason.words or reason.met or reason.time
    return not own and reason.meaning <= reason.context


def as_told(asked: Question, message: Message, hit: Hit, bounds: Finding) -> Told:
    """As it is compared with others. What an assistant says of the user is what the user said. Who
    asks how things are now takes whatever was said later for news. What holds too little of the
    question to take another's place need not be read again."""
    answers = message.role is Role.ASSISTANT
    stated = frozenset[str](), False
    if not answers and diversity.can_replace(hit.holds, bounds):
        stated = question.states(message.text, hit.holds)
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
