"""Two steps before something is destroyed (C75): first what would go, then a token, then the act.

The token is not kept anywhere: the home's secret vouches for it, and only for this act on this
scope, for exactly what was said to go, until its time is up. So it is good once: after the act
there is nothing left that it was for.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from mohen.core.keyed_hash import sealed
from mohen.errors import ClearConfirmRequired

if TYPE_CHECKING:
    from mohen.core.ports import Clock
    from mohen.core.settings import UserSettings
    from mohen.policy import Policy

_DIGITS = 15  # of a moment in milliseconds
_DERIVED = ("evidence", "vectors", "terms")
"""Made of the rest in the background: who was told of the episodes was told of these."""


class Confirmations:
    """Asks twice before something is destroyed."""

    def __init__(
        self,
        *,
        clock: Clock,
        policy: Policy,
        settings: UserSettings,
    ) -> None:
        self._clock = clock
        self._policy = policy
        self._settings = settings

    def require(
        self,
        *,
        act: str,
        scope: str,
        token: str | None,
        would: Mapping[str, int],
        named: Callable[[], Mapping[str, Any]] = dict,
    ) -> None:
        """Pass with a good token; else say what would go, `named` where that is known, and how to
        go on, and nothing happens."""
        key, now = self._settings.redaction_key(), self._clock.now()
        told = {kind: number for kind, number in would.items() if kind not in _DERIVED}
        about = (act, scope, json.dumps(told, sort_keys=True))
        if token is not None and _good(token, key, about, now):
            return
        expires = now + self._policy.upkeep.token_ms
        why = (
            ""
            if token is None
            else "the token is of another act, or expired, or more would go now; "
        )
        raise ClearConfirmRequired(
            f"nothing was deleted: {why}ask the user, then call again with details.confirmToken",
            confirmToken=_token(key, about, expires),
            expiresAt=expires,
            would=dict(would),
            **named(),
        )


def _good(token: str, key: bytes, about: Sequence[str], now: int) -> bool:
    expires = token.partition(".")[0]
    if not (expires.isascii() and expires.isdecimal() and len(expires) <= _DIGITS):
        return False
    if int(expires) <= now:
        return False
    return hmac.compare_digest(token.encode(), _token(key, about, int(expires)).encode())


def _token(key: bytes, about: Sequence[str], expires: int) -> str:
    return f"{expires}.{sealed(key, 'confirm', *about, str(expires))}"
