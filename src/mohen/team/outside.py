"""How a team's server is reached: by which names it may be called, and TLS or a refusal."""

from __future__ import annotations

import ssl
from typing import Any, Final

from mohen.core.values import dataclass
from mohen.errors import InvalidArgument
from mohen.server.app import LOOPBACK, Address

_EVERYWHERE: Final = frozenset({"0.0.0.0", "::", ""})


@dataclass(frozen=True, slots=True)
class Outside:
    """How a team's server is reached, as it was said."""

    host: str
    names: tuple[str, ...] = ()
    tls_cert: str | None = None
    tls_key: str | None = None
    behind_proxy: bool = False

    def address(self) -> Address:
        """By which names it may be called; `InvalidArgument` where words could be read on their
        way, or nobody has said what it is called."""
        if (self.tls_cert is None) != (self.tls_key is None):
            raise InvalidArgument("--tls-cert and --tls-key belong together", field="tls-cert")
        tls = self.tls_cert is not None
        if tls and self.behind_proxy:
            raise InvalidArgument(
                "TLS is done here or by a proxy, not by both: --tls-cert or --behind-proxy",
                field="behind-proxy",
            )
        if self.host not in LOOPBACK and not (tls or self.behind_proxy):
            raise InvalidArgument(
                "beyond this machine a team is served over TLS alone: give --tls-cert and "
                "--tls-key, or --behind-proxy where a proxy before it does TLS",
                field="host",
            )
        if not self.names and (self.behind_proxy or self.host in _EVERYWHERE):
            raise InvalidArgument(
                "say with --host-name by which names the server is called", field="host-name"
            )
        own = frozenset() if self.host in _EVERYWHERE else frozenset({self.host})
        names = LOOPBACK | own | {each.lower() for each in self.names}
        return Address(names, secure=tls or self.behind_proxy, proxied=self.behind_proxy)

    def tls(self) -> dict[str, Any]:
        """For uvicorn; tried here, where it can be said what is wrong with it."""
        if self.tls_cert is None or self.tls_key is None:
            return {}
        try:
            ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(
                self.tls_cert, self.tls_key
            )
        except OSError as error:  # of the files, or of what is in them
            raise InvalidArgument(
                f"the certificate or its key cannot be used ({type(error).__name__})",
                field="tls-cert",
            ) from None
        return {"ssl_certfile": self.tls_cert, "ssl_keyfile": self.tls_key}
