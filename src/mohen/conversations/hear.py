"""Hearing: what is said is kept word by word, each message once, whoever tells it (C102).

A live host and the reader of its transcripts come to the same log. What is acknowledged is on
disk; learning from it happens afterwards, in the background.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from mohen.conversations import same_message
from mohen.conversations.model import Heard, Kept, Page, Said, Talk
from mohen.conversations.same_message import Whose
from mohen.conversations.store import words
from mohen.core import validation
from mohen.core.keyed_hash import sealed
from mohen.errors import InvalidArgument
from mohen.retrieval import question
from mohen.text import redact

if TYPE_CHECKING:
    from mohen.conversations.embed import TalkEmbedder
    from mohen.conversations.ports import Learning, OwnWords
    from mohen.conversations.store import TalkStore
    from mohen.core.database import Database, Tx
    from mohen.core.ports import Clock
    from mohen.core.settings import UserSettings
    from mohen.core.settings_model import Settings
    from mohen.policy import Policy

_MARK = 32  # hex digits: no two messages of a home have the same by chance
_PRIVATE = Heard(private=True)
_LAST_PLACE = 2**62
_NONE: frozenset[str] = frozenset()


class Hearing:
    """Takes down what is said."""

    def __init__(
        self,
        *,
        clock: Clock,
        latest: Clock,
        learning_from_talk: Learning,
        policy: Policy,
        reckoning: Callable[[], Callable[[int], int]],
        said_to_agents: OwnWords,
        settings: UserSettings,
        talk_db: Database,
        talk_embedder: TalkEmbedder,
        talk_store: TalkStore,
    ) -> None:
        self._clock = clock
        self._latest = latest
        self._learning_from_talk = learning_from_talk
        self._policy = policy
        self._reckoning = reckoning
        self._said_to_agents = said_to_agents
        self._settings = settings
        self._talk_db = talk_db
        self._talk_embedder = talk_embedder
        self._talk_store = talk_store

    def hear(self, project_id: str, session: str, messages: Sequence[Said]) -> Heard:
        """Messages of one session, in their order. What was heard before, by the host's id, or by
        words and time, is not heard again; without either, what repeats the last messages is not.
        Other words under the same id are an edit."""
        self.check(project_id, session, messages)
        heard = self.take_in(project_id, session, messages)
        if heard.heard or heard.edited:
            self._learning_from_talk.follow(project_id)
        return heard

    def take_in(self, project_id: str, session: str, messages: Sequence[Said]) -> Heard:
        """As `hear`, but nobody learns from it yet. A message that another memory exported stands
        in the place that it had there, or behind the last where that is taken; where it is known,
        what stands here stays as it is."""
        rules = self._settings.get()
        if rules.privacy_mode_enabled:
            return _PRIVATE
        return self.take_down(project_id, session, self._timed(messages), rules=rules)

    def take_down(
        self,
        project_id: str,
        session: str,
        messages: Sequence[Said],
        *,
        left: Sequence[int] = (),
        anew: bool = False,
        rules: Settings | None = None,
    ) -> Heard:
        """In one transaction. `left`: lines of the transcript that do not count any more. `anew`:
        it was written again from its beginning. `rules`: the settings, for who knows them."""
        key = self._settings.redaction_key()
        clean = self._cleaner(project_id, (rules or self._settings.get()).redact_names, key)
        speakers = {each.speaker for each in messages}
        named = {each: each and clean(one_line(each)) for each in speakers}
        marked = [(each, sealed(key, each.role, _whole(each.text))[:_MARK]) for each in messages]
        told = same_message.folded(marked)
        # One thing is done to all before the next: to do all to each takes longer.
        texts = [clean(_whole(each.text)) for each, _ in told]
        terms = [
            words(question.said(text, named[each.speaker]))
            for (each, _), text in zip(told, texts, strict=True)
        ]
        kept = [
            (_kept(each, text, named[each.speaker], found), mark)
            for (each, mark), text, found in zip(told, texts, terms, strict=True)
            if text.strip()
        ]

        def whose(speaker: str) -> str:
            return redact.mark_of(speaker, key, self._policy.settings)

        def write(tx: Tx) -> Heard:
            self._leave(tx, project_id, session, left, anew=anew)
            return self._take(tx, project_id, session, kept, whose)

        heard = self._talk_db.write(write).value
        if heard.heard or heard.edited:
            self._talk_embedder.follow_up()
        left_out = len(told) - len(kept)
        return replace(heard, left_out=left_out) if left_out else heard

    def _take(
        self, tx: Tx, project_id: str, session: str, said: Sequence[tuple[Said, str]], whose: Whose
    ) -> Heard:
        store, now = self._talk_store, self._clock.now()
        at = (tx, project_id, session)
        apart = all(same_message.is_told_apart(each) for each, _ in said)
        tail = store.tail(*at, 1 if apart else len(said))
        known = store.alike(*at, said) if tail and said else []
        window = self._policy.conversations.same_ms
        before: Sequence[Kept | None] = [None] * len(said)
        if known or not apart:
            before = same_message.known_again(
                said, known, tail, now=now, window_ms=window, whose=whose
            )
        # A session that was forked begins with what was said before, copied by its host.
        copied = _NONE if tail else store.copied(*at, said)
        last, counts = tail[-1].place if tail else 0, [0, 0, 0]
        filled = {one.place for one in known}
        moved: dict[int, int] = {}
        new: list[int] = []
        waiting: list[tuple[Said, str, int]] = []

        def add() -> None:
            if waiting:
                number = store.add(*at, waiting, now=now)
                new.extend((number - len(waiting) + 1, number))
                waiting.clear()

        for (each, mark), one in zip(said, before, strict=True):
            if one is None and each.id in copied:
                counts[1] += 1
                continue
            if one is None:
                place = each.place or 0
                if not place or place in filled:
                    place = max(last + 1, each.line or 0)
                waiting.append((each, mark, place))
                filled.add(place)
                last = max(last, place)
                counts[0] += 1
            elif one.mark == mark or each.place is not None:
                place = one.place
                self._know_as(tx, one, each)
                counts[1] += 1
            else:
                place = one.place
                add()  # they are numbered in the order of hearing
                self._edit(*at, one, each, mark)
                counts[2] += 1
            if each.place is not None and each.place != place:
                moved[each.place] = place
        add()
        numbers = (new[0], new[-1]) if new else (0, 0)
        return Heard(
            heard=counts[0], same=counts[1], edited=counts[2], moved=moved, numbers=numbers
        )

    def _know_as(self, tx: Tx, one: Kept, each: Said) -> None:
        line = each.line if one.line is None else None
        id = each.id if one.id is None else None
        if line is not None or id is not None:
            self._talk_store.know_as(tx, one.pk, line=line, id=id)

    def _edit(
        self, tx: Tx, project_id: str, session: str, one: Kept, each: Said, mark: str
    ) -> None:
        """The old words go, and what is known from them is taken back; the new ones are heard
        anew, in the same place."""
        store, now = self._talk_store, self._clock.now()
        store.drop(tx, [one.pk])
        store.unsay(tx, project_id, session, [one.place])
        told = replace(
            each,
            at=each.at or one.at or one.heard_at,
            id=each.id or one.id,
            line=each.line or one.line,
        )
        store.add(tx, project_id, session, [(told, mark, one.place)], now=now)

    def _leave(
        self, tx: Tx, project_id: str, session: str, left: Sequence[int], *, anew: bool
    ) -> None:
        """Lines that are others now, or stand on a branch that was left. What was forgotten stays
        so, wherever it stands."""
        if not left and not anew:
            return
        store, at = self._talk_store, (tx, project_id, session)
        gone = store.read_from_transcript(*at) if anew else store.with_lines(*at, left)
        store.drop(tx, [each.pk for each in gone if not each.gone])
        store.forget_lines(tx, [each.pk for each in gone if each.gone])
        if anew and not store.tail(*at, 1):
            store.unsay(*at, [0])  # what an earlier version read of it, too
            return
        places = {each.place for each in gone}
        store.unsay(*at, places | (set(left) - {each.line for each in gone}))

    def _cleaner(self, project_id: str, names: Sequence[str], key: bytes) -> Callable[[str], str]:
        """What of a message may be kept at all."""
        known, bounds = self._said_to_agents.known(project_id), self._policy.settings
        without = self._said_to_agents.without
        return lambda text: redact.kept(without(text, known), names, key, bounds)

    def _timed(self, messages: Sequence[Said]) -> list[Said]:
        """What a wrong clock dates to years to come is no time."""
        latest = self._latest.now() + self._policy.consolidation.clock_ahead_ms
        reckon, timed = self._reckoning(), []
        for each in messages:
            at = None if each.at is None else reckon(each.at)
            at = None if at is None or at > latest else at
            timed.append(each if at == each.at else replace(each, at=at))
        return timed

    def check(self, project_id: str, session: str, messages: Sequence[Said]) -> None:
        """Raises `InvalidArgument`."""
        bounds, ids = self._policy.conversations, self._policy.recording
        validation.check_ids(ids, projectId=project_id, session=session)
        if not 1 <= len(messages) <= bounds.messages_max:
            raise InvalidArgument(
                f"messages must be 1 to {bounds.messages_max} messages", field="messages"
            )
        for each in messages:
            if each.id is not None:
                validation.check_id("id", each.id, ids)
            if each.at is not None:
                validation.check_moments(ids, at=each.at)
            if len(each.text) > bounds.text_chars_max:
                raise InvalidArgument(
                    f"text is longer than {bounds.text_chars_max} characters", field="text"
                )
            if len(each.speaker) > bounds.speaker_chars_max:
                raise InvalidArgument(
                    f"speaker is longer than {bounds.speaker_chars_max} characters",
                    field="speaker",
                )

    # -- reading what was heard

    def sessions(
        self, project_id: str, *, after: str | None = None, limit: int | None = None
    ) -> list[Talk]:
        """Those in which something was said last come first; those behind a session."""
        validation.check_ids(self._policy.recording, projectId=project_id, after=after)
        paging, bounds = self._policy.paging, self._policy.conversations
        most = validation.size(limit, default=paging.list_default, most=paging.list_max)
        if not self._talk_store.is_there:
            return []
        return self._talk_store.sessions(
            project_id, chars=bounds.opening_chars, limit=most, after=after
        )

    def read(
        self,
        project_id: str,
        session: str,
        *,
        after: int | None = None,
        before: int | None = None,
        limit: int | None = None,
    ) -> Page:
        """Messages of a session in their order, behind a place, or just before one."""
        validation.check_ids(self._policy.recording, projectId=project_id, session=session)
        paging = self._policy.paging
        most = validation.size(limit, default=paging.list_default, most=paging.list_max)
        if not self._talk_store.is_there:
            return Page(())
        if before is not None:
            found = self._talk_store.page_before(
                project_id, session, before=_place(before), limit=most + 1
            )
            shown = tuple(found[-most:])
            return Page(shown, before=shown[0].place if len(found) > most else None)
        found = self._talk_store.page(project_id, session, after=_place(after or 0), limit=most + 1)
        items = tuple(found[:most])
        return Page(items, items[-1].place if len(found) > most else None)


def _place(given: int) -> int:
    """One that a file can hold; beyond it nothing was said."""
    return min(max(given, 0), _LAST_PLACE)


def _kept(each: Said, text: str, speaker: str, terms: str) -> Said:
    """As it may be kept, and what it is found by."""
    return Said(
        role=each.role,
        text=text,
        speaker=speaker,
        at=each.at,
        id=each.id,
        line=each.line,
        place=each.place,
        terms=terms,
    )


def one_line(name: str) -> str:
    """A name as it is kept: it comes to stand in the middle of sentences."""
    return " ".join(_whole(name).split())


def _whole(text: str) -> str:
    """Without halves of characters, which no file can carry."""
    return text if text.isascii() else text.encode("utf-8", "ignore").decode()
