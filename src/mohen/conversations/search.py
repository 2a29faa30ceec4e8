"""Finds what was said: by its words with those around it, by who said it, and when."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mohen.conversations.model import Quote
from mohen.core import system, validation
from mohen.errors import InvalidArgument
from mohen.retrieval import question
from mohen.text.dates import Local

if TYPE_CHECKING:
    from mohen.conversations.index import TalkIndex
    from mohen.conversations.store import TalkStore
    from mohen.core.ports import Clock
    from mohen.policy import Policy
    from mohen.retrieval.model import Hit, Reason
    from mohen.retrieval.policy import Finding


class TalkSearch:
    """Searches conversations. Nothing that was said drops out by fading."""

    def __init__(
        self, *, clock: Clock, policy: Policy, talk_index: TalkIndex, talk_store: TalkStore
    ) -> None:
        self._clock = clock
        self._policy = policy
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
        limit: int | None = None,
    ) -> list[Quote]:
        """The best first, each with the message before and after it. Without a query: what the
        options let through, the newest first."""
        self._check(project_id, query, session, speaker, since, until)
        bounds = self._policy.conversations
        most = validation.size(limit, default=bounds.found, most=bounds.found_max)
        if not self._talk_store.is_there:
            return []
        chosen = {"session": session, "speaker": speaker, "since": since, "until": until}
        if query is None or not query.strip():
            pks = self._talk_store.chosen(project_id, **chosen, limit=most)  # type: ignore[arg-type]
            return self._quoted(project_id, dict.fromkeys(pks, (0.0, (), True)))
        among = None
        if any(each is not None for each in chosen.values()):
            among = self._talk_store.chosen(project_id, **chosen)  # type: ignore[arg-type]
        hits = self._ranked(project_id, query, among, most)
        bounds = self._policy.finding
        return self._quoted(
            project_id,
            {
                each.id: (
                    each.score,
                    tuple(map(str, each.reason.stages)),
                    is_sure(each.reason, bounds),
                )
                for each in hits
            },
        )

    def at(
        self, project_id: str, places: Sequence[tuple[str, int]]
    ) -> dict[tuple[str, int], Quote]:
        """What was said in these places, as far as it is kept."""
        if not places or not self._talk_store.is_there:
            return {}
        pks = self._talk_store.in_places(project_id, places)
        quotes = self._quoted(project_id, dict.fromkeys(pks, (0.0, (), True)))
        return {(each.message.session, each.message.place): each for each in quotes}

    def _ranked(self, project_id: str, query: str, among: list[int] | None, most: int) -> list[Hit]:
        import numpy as np

        from mohen.retrieval import ranking

        now = self._clock.now()
        asked = question.read(
            query,
            speakers=self._talk_store.speakers(project_id),
            now=Local(now, system.offset(now)),
            policy=self._policy.recall,
        )
        corpus = self._talk_index.corpus(project_id)
        mask = None
        if among is not None:
            mask = np.isin(corpus.columns.ids[: corpus.length], np.array(among, np.int64))
        return ranking.rank(asked, corpus, limit=most, policy=self._policy.finding, among=mask)

    def _quoted(
        self, project_id: str, found: dict[int, tuple[float, tuple[str, ...], bool]]
    ) -> list[Quote]:
        messages, quotes = self._talk_store.some(found), list[Quote]()
        for pk, (score, because, sure) in found.items():
            if (message := messages.get(pk)) is not None:
                before, after = self._talk_store.beside(project_id, message)
                quotes.append(
                    Quote(
                        message=message,
                        score=score,
                        because=because,
                        sure=sure,
                        before=before,
                        after=after,
                    )
                )
        return quotes

    def _check(
        self,
        project_id: str,
        query: str | None,
        session: str | None,
        speaker: str | None,
        since: int | None,
        until: int | None,
    ) -> None:
        ids = self._policy.recording
        validation.check_ids(ids, projectId=project_id, session=session, speaker=speaker)
        validation.check_moments(ids, since=since, until=until)
        most = self._policy.recall.query_chars
        if query is not None and len(query) > most:
            raise InvalidArgument(f"query is longer than {most} characters", field="query")


def is_sure(reason: Reason, bounds: Finding) -> bool:
    """Whether enough of the question is met: by words with those around them, by meaning, or by
    the time alone that it names."""
    worded = reason.words + reason.context
    return worded >= bounds.sure_words or reason.meaning >= bounds.sure_meaning or reason.time == 1
