"""Two steps before something is destroyed (C75): first what would go, then a token, then the act.

The token is not kept anywhere: the home's secret vouches for it, and only for this act on this
scope until its time is up.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping

from mohen.errors import ClearConfirmRequired
from mohen.flows import settings
from mohen.flows.parts import Parts
from mohen.logic.seal import sealed


def require(
    parts: Parts, *, act: str, scope: str, token: str | None, would: Mapping[str, int]
) -> None:
    """Pass with a good token; else say what would go and how to go on, and nothing happens."""
    key, now = settings.redaction_key(parts), parts.clock.now()
    if token is not None and _good(token, key, act, scope, now):
        return
    expires = now + parts.policy.upkeep.token_ms
    raise ClearConfirmRequired(
        "nothing was deleted: ask the user, then call again with details.confirmToken",
        confirmToken=_token(key, act, scope, expires),
        expiresAt=expires,
        would=dict(would),
    )


def _good(token: str, key: bytes, act: str, scope: str, now: int) -> bool:
    expires = token.partition(".")[0]
    if not (expires.isascii() and expires.isdecimal()) or int(expires) <= now:
        return False
    return hmac.compare_digest(token.encode(), _token(key, act, scope, int(expires)).encode())


def _token(key: bytes, act: str, scope: str, expires: int) -> str:
    return f"{expires}.{sealed(key, 'confirm', act, scope, str(expires))}"
