"""Tokens of a team: made and shown once, looked up by their digest, revoked.

A token is 256 bits of chance. What is kept is its SHA-256: who reads the store gets in nowhere.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import TYPE_CHECKING, Final, get_args

from mohen.core.logs import logger
from mohen.core.policy import DAY_MS
from mohen.errors import Conflict, InvalidArgument, NotFound, StoreError
from mohen.server.scopes import Scope
from mohen.team.authors import author_name
from mohen.team.model import Token

if TYPE_CHECKING:
    from mohen.core.database import Database, Tx
    from mohen.core.ports import Clock, Ids
    from mohen.team.policy import Team
    from mohen.team.store import TeamStore

log = logger(__name__)

SIGN: Final = "mohen_"  # so that whoever finds one lying about knows what it is
_BYTES = 32
_NOTE_CHARS = 100
_NO_DIGEST = "0" * 64


def digest_of(secret: bytes) -> str:
    return hashlib.sha256(secret).hexdigest()


class Tokens:
    def __init__(
        self, *, clock: Clock, database: Database, ids: Ids, policy: Team, store: TeamStore
    ) -> None:
        self._clock = clock
        self._database = database
        self._ids = ids
        self._policy = policy
        self._store = store

    def make(
        self, author: str, *, scope: Scope = "write", days: int | None = None, note: str = ""
    ) -> tuple[Token, str]:
        """A new one, and its secret, which is never told again."""
        name, lasts, most = author_name(author), days, self._policy.token_days_max
        if scope not in get_args(Scope):
            raise InvalidArgument("scope must be one of read, write, admin", field="scope")
        lasts = self._policy.token_days if lasts is None else lasts
        if not 1 <= lasts <= most:
            raise InvalidArgument(f"days must lie between 1 and {most}", field="days")
        secret = SIGN + secrets.token_urlsafe(_BYTES)
        now = self._clock.now()
        made = Token(
            self._ids.new("tk"), name, scope, note[:_NOTE_CHARS], now, now + lasts * DAY_MS
        )

        def put(tx: Tx) -> None:
            found = self._store.author(name, tx)
            if found is None or found.removed is not None:
                raise NotFound("there is no such author: `mohen team add` makes one", field="name")
            if found.tokens >= self._policy.tokens:
                raise Conflict(
                    f"an author has {self._policy.tokens} tokens at most: revoke one first",
                    field="name",
                )
            self._store.put_token(tx, made, digest_of(secret.encode()))

        self._database.write(put)
        return made, secret

    def find(self, secret: bytes) -> Token | None:
        """The token of that secret, if it lets anybody in now. The store is asked for a digest, of
        which no part says anything of the secret, and it is compared in constant time."""
        digest = digest_of(secret)
        kept, token = self._store.by_digest(digest) or (_NO_DIGEST, None)
        same = hmac.compare_digest(kept, digest)
        if not same or token is None or not self.holds(token):
            return None
        self._note(token)
        return token

    def holds(self, token: Token) -> bool:
        return self._clock.now() < token.expires

    def of(self, author: str) -> list[Token]:
        return self._store.tokens(author_name(author))

    def revoke(self, id: str) -> Token:
        """Out at once, with the browsers that were let in for it."""
        gone = self._database.write(lambda tx: self._store.drop_token(tx, id)).value
        if gone is None:
            raise NotFound(
                "there is no such token: `mohen team list --tokens` names them", field="id"
            )
        return gone

    def _note(self, token: Token) -> None:
        """Now and then: a time to the minute is enough, and nobody is shut out for it."""
        now = self._clock.now()
        if token.used is not None and 0 <= now - token.used < self._policy.noted_ms:
            return
        try:
            self._store.note_used(token.id, now)
        except StoreError as error:
            log.warning("token not noted as used: %s", error.reason)
