"""Beyond this machine there is TLS, or a refusal."""

from __future__ import annotations

import ssl
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest

from mohen.client import Client
from mohen.errors import InvalidArgument
from mohen.server.app import LOOPBACK, Address
from mohen.team.outside import Outside
from team.served import Team


@pytest.mark.parametrize(
    ("outside", "field"),
    [
        (Outside("0.0.0.0"), "host"),
        (Outside("192.168.1.5", ("mohen.example",)), "host"),
        (Outside("0.0.0.0", tls_cert="c", tls_key="k"), "host-name"),
        (Outside("127.0.0.1", behind_proxy=True), "host-name"),
        (Outside("127.0.0.1", tls_cert="c"), "tls-cert"),
        (Outside("127.0.0.1", ("a",), "c", "k", behind_proxy=True), "behind-proxy"),
    ],
)
def test_what_others_could_read_on_its_way_is_refused(outside: Outside, field: str) -> None:
    with pytest.raises(InvalidArgument) as refused:
        outside.address()
    assert refused.value.details == {"field": field}


@pytest.mark.parametrize(
    ("outside", "names", "secure"),
    [
        (Outside("127.0.0.1"), LOOPBACK, False),
        (Outside("::1"), LOOPBACK, False),
        (Outside("10.0.0.5", (), "c", "k"), LOOPBACK | {"10.0.0.5"}, True),
        (Outside("0.0.0.0", ("Mohen.example",), "c", "k"), LOOPBACK | {"mohen.example"}, True),
        (Outside("0.0.0.0", ("a.b",), behind_proxy=True), LOOPBACK | {"a.b"}, True),
    ],
)
def test_the_names_that_were_given_hold(
    outside: Outside, names: frozenset[str], secure: bool
) -> None:
    address = outside.address()
    assert (address.names, address.secure) == (names, secure)


def test_a_certificate_that_is_none_is_named_without_its_path(tmp_path: Path) -> None:
    for name in ("none", "text"):
        (tmp_path / "text").write_text("no certificate")
        file = str(tmp_path / name)
        with pytest.raises(InvalidArgument) as refused:
            Outside("127.0.0.1", (), file, file).tls()
        assert str(tmp_path) not in refused.value.message


def certificate(folder: Path) -> dict[str, str]:
    """Made here and signed by itself, for localhost."""
    x509 = pytest.importorskip("cryptography.x509")
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .sign(key, hashes.SHA256())
    )
    plain = serialization.NoEncryption()
    pem, raw = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
    (folder / "cert.pem").write_bytes(made.public_bytes(pem))
    (folder / "key.pem").write_bytes(key.private_bytes(pem, raw, plain))
    return {"cert": str(folder / "cert.pem"), "key": str(folder / "key.pem")}


def test_over_tls_calls_pushes_and_browsers_go_as_ever(
    open_team: Callable[..., Team], tmp_path: Path
) -> None:
    files = certificate(tmp_path)
    outside = Outside("127.0.0.1", ("localhost",), files["cert"], files["key"])
    team = open_team(address=outside.address(), tls=outside.tls())
    token = team.token("ann")
    port = team.running.address[1]
    origin = f"https://localhost:{port}"
    trusted: Any = ssl.create_default_context(cafile=files["cert"])
    with httpx.Client(base_url=origin, verify=trusted, timeout=60) as client:
        bearing = {"Authorization": f"Bearer {token}"}
        note = {"type": "note", "scope": "global", "content": "雨声"}
        assert client.post("/ipc/memory:create", json=note, headers=bearing).status_code == 200
        with client.stream("GET", "/events", headers=bearing) as stream:
            assert next(stream.iter_lines()) == ": listening"
        said = client.post("/session", json={"token": token}, headers={"Origin": origin})
        assert said.headers["set-cookie"].endswith("; Secure")
        plain = {"Origin": origin.replace("https", "http")}
        assert client.post("/session", json={"token": token}, headers=plain).status_code == 403
        assert client.get("/health").text == "ok"
    # Mohen's own client asks there as it does at home
    with Client(origin, token=token, transport=httpx.HTTPTransport(verify=trusted)) as own:
        items = own.call("memory:list", {"scope": "global"}).data["items"]
        assert [each["content"] for each in items] == ["雨声"]
    # And in plain words nobody is answered
    with pytest.raises(httpx.HTTPError):
        httpx.get(f"http://localhost:{port}/health")


def test_a_page_of_this_server_is_told_by_its_whole_origin() -> None:
    plain, tls = Address(), Address(LOOPBACK | {"a.b"}, secure=True)
    assert plain.is_own("http://127.0.0.1:7717", "127.0.0.1:7717")
    assert not plain.is_own("https://127.0.0.1:7717", "127.0.0.1:7717")
    assert tls.is_own("https://a.b", "a.b")
    assert not tls.is_own("http://a.b", "a.b")
    assert not tls.is_own("https://a.b.evil", "a.b")
    proxied = Address(LOOPBACK | {"a.b"}, secure=True, proxied=True)
    assert proxied.is_own("http://localhost:7717", "localhost:7717")
    assert proxied.is_own("https://localhost", "localhost")
    assert not proxied.is_own("http://a.b", "a.b")
    for host in ("a.b", "A.B:443", "[::1]:7717"):
        assert tls.is_name(host)
    for host in ("", "a.b.evil", "[", "evil@a.b.c"):
        assert not tls.is_name(host)
