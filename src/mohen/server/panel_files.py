"""What a browser is given: the built panel and its files, or a plain page where it is not built."""

from __future__ import annotations

import asyncio
import gzip
import re
import secrets
from collections.abc import Callable, Mapping
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import PurePosixPath

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from mohen.core.values import dataclass
from mohen.errors import NotFound

STATIC = resources.files("mohen.server") / "static"
BUILT = STATIC / "panel"
"""Where `npm --prefix panel run build` puts it."""

# Our own table: what the machine holds to be the type of .js is not always one a browser runs.
TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".map": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}
PACKED = frozenset({".css", ".html", ".js", ".json", ".map", ".svg"})
"""The others are compressed already."""
PACKING = 6  # a higher level takes longer and saves next to nothing

_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._-]{0,199}")
_HASHED = re.compile(r"-[A-Za-z0-9_-]{8}\.\w+$")
FOREVER = "public, max-age=31536000, immutable"

# Scripts and styles only from here. The editor puts its own style elements into the page, hence
# the nonce; nothing else may.
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-{nonce}'; "
    "img-src 'self' data:; font-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_POWERS = (
    *("accelerometer", "camera", "display-capture", "geolocation", "gyroscope"),
    *("magnetometer", "microphone", "midi", "payment", "usb"),
)
PAGE_HEADERS = {
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": ", ".join(f"{power}=()" for power in _POWERS),
    "Cache-Control": "no-store",
}


@dataclass(frozen=True, slots=True)
class File:
    """A file as it is sent."""

    body: bytes
    packed: bytes | None
    kind: str
    caching: str


class Pages:
    """The addresses a browser asks without a token: they hold nothing of the memory."""

    OPEN = frozenset({"/", "/closed", "/page.js", "/page.css"})
    ASSETS = "/assets/"

    def __init__(
        self, panel: Traversable = BUILT, home: Callable[[], str] = str, *, team: bool = False
    ) -> None:
        """`home`: what tells this home apart from others that are served at the same place;
        `team`: it is a team's, which is entered with a token alone."""
        self._panel = panel
        self._home = home
        self._team = team
        self._files: dict[str, File] = {}

    def routes(self) -> list[Route]:
        return [
            Route("/", self.page, methods=["GET"]),
            Route("/closed", self.closed, methods=["GET"]),
            Route("/page.js", self.plain_file, methods=["GET"]),
            Route("/page.css", self.plain_file, methods=["GET"]),
            Route(self.ASSETS + "{name}", self.asset, methods=["GET"]),
        ]

    @classmethod
    def serve(cls, path: str) -> bool:
        return path in cls.OPEN or path.startswith(cls.ASSETS)

    async def page(self, _request: Request) -> Response:
        nonce = secrets.token_urlsafe(16)
        policy = {"Content-Security-Policy": _POLICY.format(nonce=nonce)}
        text = await asyncio.to_thread(self._text)
        page = marked(text, nonce, self._home(), team=self._team)
        return HTMLResponse(page, headers={**PAGE_HEADERS, **policy})

    async def closed(self, request: Request) -> Response:
        """Where a link leads that lets nobody in any more."""
        return closed(200, dict(request.scope["headers"]))

    async def plain_file(self, request: Request) -> Response:
        name = request.url.path.removeprefix("/")
        return sent(await asyncio.to_thread(_read, STATIC / name), request)

    async def asset(self, request: Request) -> Response:
        name: str = request.path_params["name"]
        found = self._files.get(name)
        if found is None:
            found = await asyncio.to_thread(self._asset, name)
        return sent(found, request)

    def _text(self) -> str:
        """Read anew each time: who builds the panel again reloads the page and has it."""
        index = self._panel / "index.html"
        page = index if index.is_file() else STATIC / "page.html"
        return page.read_text("utf-8")

    def _asset(self, name: str) -> File:
        place = self._panel / "assets" / name
        if not _NAME.fullmatch(name) or not place.is_file():
            raise NotFound("the panel has no such file; it may have been built anew: reload")
        found = _read(place)
        if found.caching == FOREVER:  # another content would have another name
            self._files[name] = found
        return found


def marked(page: str, nonce: str, home: str, *, team: bool = False) -> str:
    """The page with the nonce where its scripts find it, and where other pages cannot read it; and
    with the name under which it finds its key."""
    told = f'<meta property="csp-nonce" nonce="{nonce}"><meta name="mohen-home" content="{home}">'
    told += '<meta name="mohen-team">' if team else ""
    return page.replace("<head>", f"<head>{told}", 1)


def is_visit(headers: Mapping[bytes, bytes]) -> bool:
    """Whether a person looks at it: what a browser asks for by itself takes anything."""
    mode = headers.get(b"sec-fetch-mode", b"navigate")
    return mode == b"navigate" and b"text/html" in headers.get(b"accept", b"")


def closed(status: int, headers: Mapping[bytes, bytes]) -> Response:
    """What to do to come in, in both languages, the reader's own first."""
    is_english = not headers.get(b"accept-language", b"zh").lower().startswith(b"zh")
    policy = {"Content-Security-Policy": _POLICY.format(nonce=secrets.token_urlsafe(16))}
    return HTMLResponse(_closed(is_english), status, headers={**PAGE_HEADERS, **policy})


@cache
def _closed(is_english: bool) -> str:
    page = (STATIC / "closed.html").read_text("utf-8")
    if not is_english:
        return page
    head, _, rest = page.partition("<!-- zh -->")
    chinese, _, rest = rest.partition("<!-- en -->")
    english, _, foot = rest.partition("<!-- end -->")
    return head.replace('lang="zh"', 'lang="en"', 1) + english + chinese + foot


def _read(place: Traversable) -> File:
    return file(place.name, place.read_bytes())


def file(name: str, body: bytes) -> File:
    """As it is sent, by how its name ends."""
    ending = PurePosixPath(name).suffix
    return File(
        body=body,
        packed=gzip.compress(body, PACKING, mtime=0) if ending in PACKED else None,
        kind=TYPES.get(ending, "application/octet-stream"),
        caching=FOREVER if _HASHED.search(name) else "no-cache",
    )


def sent(file: File, request: Request) -> Response:
    headers = {"Cache-Control": file.caching, "Vary": "Accept-Encoding"}
    body = file.body
    if file.packed is not None and _takes_gzip(request):
        body, headers["Content-Encoding"] = file.packed, "gzip"
    return Response(body, media_type=file.kind, headers=headers)


def _takes_gzip(request: Request) -> bool:
    """`gzip;q=0` is a refusal, and so is silence."""
    for each in request.headers.get("accept-encoding", "").lower().split(","):
        coding, _, weight = each.partition(";")
        if coding.strip() == "gzip":
            return not re.fullmatch(r"\s*q\s*=\s*0(\.0*)?\s*", weight)
    return False
