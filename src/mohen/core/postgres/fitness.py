"""Whether a PostgreSQL is fit to keep memories, point by point, and what to do where it is not.

Nobody's rows are read. An address is told without user and password.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict

from mohen.core.degradation import Check, Finding
from mohen.core.postgres.server import COMMON, OLDEST, ROLE, STORES, migrations, schema_of

_PATIENCE_S = 10
_CLOCK_MS = 1_000

OK, WARN, FAIL = Finding.OK, Finding.WARN, Finding.FAIL


def shown(address: str) -> str:
    """Where it is, without who comes and how they prove it."""
    try:
        known = conninfo_to_dict(address)
    except psycopg.Error:
        return "postgresql://…"
    hosts = str(known.get("host") or known.get("hostaddr") or "").split(",")
    ports = str(known.get("port") or "").split(",")
    ports = ports * len(hosts) if len(ports) == 1 else ports
    each = zip(hosts, ports, strict=False)
    return f"{','.join(_host(*one) for one in each)}/{known.get('dbname') or ''}"


def _host(host: str, port: str) -> str:
    name = host if host and not host.startswith("/") else "local socket"
    return f"{name}:{port}" if port else name


def examine(address: str) -> list[Check]:
    """Every check, as far as it can be reached."""
    where = shown(address)
    try:
        with psycopg.connect(
            address, autocommit=True, connect_timeout=_PATIENCE_S, prepare_threshold=None
        ) as connection:
            return [
                Check("reachable", OK, (where, where)),
                *_checks(connection),
            ]
    except psycopg.Error as error:
        said = type(error).__name__
        return [
            Check(
                "reachable",
                FAIL,
                (f"{where} does not answer ({said})", f"{where} 没有应答（{said}）"),
                (
                    "start PostgreSQL, or mend address, user, password or TLS in --store",
                    "启动 PostgreSQL，或更正 --store 中的地址、用户、密码或 TLS",
                ),
            )
        ]


def _checks(connection: psycopg.Connection[Any]) -> Iterator[Check]:
    yield _version(connection)
    yield _encoding(connection)
    yield from _standing(connection)
    yield _kept(connection)
    yield _migrations(connection)
    yield from _role(connection)
    yield _policies(connection)
    yield _clock(connection)


def _one(connection: psycopg.Connection[Any], sql: str, values: Any = None) -> Any:
    row = connection.execute(sql, values).fetchone()
    return None if row is None else row[0]


def _version(connection: psycopg.Connection[Any]) -> Check:
    version = connection.info.server_version
    said = f"PostgreSQL {version // 10_000}.{version % 10_000}"
    if version < OLDEST * 10_000:
        cure = f"upgrade it to {OLDEST} or newer", f"升级到 {OLDEST} 或更新版本"
        return Check("version", FAIL, (said, said), cure)
    return Check("version", OK, (said, said))


def _encoding(connection: psycopg.Connection[Any]) -> Check:
    said = str(_one(connection, "SHOW server_encoding"))
    if said != "UTF8":
        make = "`CREATE DATABASE … ENCODING 'UTF8'`"
        return Check("encoding", FAIL, (said, said), (f"make one with {make}", f"另建：{make}"))
    return Check("encoding", OK, ("UTF-8", "UTF-8"))


def _standing(connection: psycopg.Connection[Any]) -> Iterator[Check]:
    """Primary or standby, and who follows."""
    if _one(connection, "SELECT pg_is_in_recovery()"):
        yield Check(
            "replication",
            FAIL,
            ("this is a standby: it can only be read", "这是备机，只能读取"),
            (
                "name all hosts, and `target_session_attrs=read-write`, in the address",
                "在地址中列出所有主机，并加上 `target_session_attrs=read-write`",
            ),
        )
        return
    found = connection.execute(
        "SELECT count(*), count(*) FILTER (WHERE sync_state IN ('sync', 'quorum'))"
        " FROM pg_stat_replication WHERE state = 'streaming'"
    ).fetchone()
    following, synchronous = found or (0, 0)
    wanted = str(_one(connection, "SHOW synchronous_standby_names") or "")
    if wanted and not synchronous:
        yield Check(
            "replication",
            FAIL,
            (
                "a synchronous standby is asked for and none follows: writes wait",
                "要求同步备机，但没有备机跟随：写入会一直等待",
            ),
            (
                "start the standby, or empty synchronous_standby_names until it is back",
                "启动备机；或在其恢复前清空 synchronous_standby_names",
            ),
        )
    elif following:
        yield Check(
            "replication",
            OK,
            (
                f"{following} standby follow, {synchronous} of them synchronously",
                f"{following} 个备机跟随，其中 {synchronous} 个同步",
            ),
        )
    else:
        yield Check(
            "replication",
            WARN,
            ("no standby follows", "没有备机跟随"),
            ("see docs/team.md: a standby, or backups at least", "见 docs/team.md：至少要有备份"),
        )


def _kept(connection: psycopg.Connection[Any]) -> Check:
    """Whether what is acknowledged outlives a power cut."""
    names = ("fsync", "synchronous_commit", "full_page_writes")
    off = [each for each in names if _one(connection, f"SHOW {each}") == "off"]
    if off:
        said = ", ".join(f"{each} = off" for each in off)
        cure = ("switch it on in postgresql.conf", "在 postgresql.conf 中打开")
        message = (f"what was acknowledged can be lost: {said}", f"已应答的内容可能丢失：{said}")
        return Check("durability", WARN, message, cure)
    return Check("durability", OK, ("acknowledged means on disk", "应答即已落盘"))


def _migrations(connection: psycopg.Connection[Any]) -> Check:
    there = _one(connection, "SELECT to_regclass('mohen.versions') IS NOT NULL")
    found = (
        dict(connection.execute("SELECT store, version FROM mohen.versions").fetchall())
        if there
        else {}
    )
    ours = {each: len(migrations(each)) for each in (COMMON, *STORES)}
    said = ", ".join(f"{name} {found.get(name, 0)}/{newest}" for name, newest in ours.items())
    if any(found.get(name, 0) > newest for name, newest in ours.items()):
        cure = "upgrade: pip install -U mohen", "升级：pip install -U mohen"
        return Check("schemas", FAIL, (said, said), cure)
    if found != ours:
        cure = (
            "the first memory that is opened brings them to this version",
            "打开任意一份记忆时会自动升级",
        )
        return Check("schemas", WARN, (said, said), cure)
    return Check("schemas", OK, (said, said))


def _role(connection: psycopg.Connection[Any]) -> Iterator[Check]:
    """Who works with rows owns nothing and passes by no policy."""
    found = connection.execute(
        "SELECT rolsuper OR rolbypassrls, rolcanlogin,"
        " (SELECT count(*) FROM pg_class WHERE relowner = r.oid)"
        " FROM pg_roles r WHERE rolname = %s",
        (ROLE,),
    ).fetchone()
    if found is None:
        cure = "the first memory that is opened makes it", "打开任意一份记忆时会建立"
        yield Check("role", WARN, (f"{ROLE} is not there yet", f"{ROLE} 尚未建立"), cure)
        return
    passes, logs_in, owns = found
    if passes or owns or logs_in:
        yield Check(
            "role",
            FAIL,
            (
                f"{ROLE} owns {owns} tables, or may log in or pass by row-level security",
                f"{ROLE} 拥有 {owns} 张表，或可登录、绕过行级安全",
            ),
            (
                f"`ALTER ROLE {ROLE} NOLOGIN NOSUPERUSER NOBYPASSRLS`, and give its tables to "
                "the role that connects",
                f"`ALTER ROLE {ROLE} NOLOGIN NOSUPERUSER NOBYPASSRLS`，并把表交给连接用的角色",
            ),
        )
        return
    yield Check("role", OK, (f"{ROLE} owns nothing", f"{ROLE} 不拥有任何表"))


def _policies(connection: psycopg.Connection[Any]) -> Check:
    schemas = [schema_of(each) for each in STORES]
    bare = connection.execute(
        "SELECT n.nspname || '.' || c.relname FROM pg_class c"
        " JOIN pg_namespace n ON n.oid = c.relnamespace"
        " WHERE n.nspname = ANY(%s) AND c.relkind IN ('r', 'p') AND NOT (c.relrowsecurity"
        " AND c.relforcerowsecurity AND EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid))"
        " ORDER BY 1",
        (schemas,),
    ).fetchall()
    if bare:
        named = ", ".join(each for (each,) in bare)
        return Check(
            "policies",
            FAIL,
            (f"without a forced policy: {named}", f"缺少强制策略：{named}"),
            (
                "stop serving; restore the schema from a backup, or report it",
                "停止服务；从备份恢复结构，或报告此问题",
            ),
        )
    return Check(
        "policies", OK, ("every table shows an author their own", "每张表只显示作者本人的行")
    )


def _clock(connection: psycopg.Connection[Any]) -> Check:
    before = time.time()
    there = float(_one(connection, "SELECT extract(epoch FROM clock_timestamp())::float8"))
    after = time.time()
    apart = round(max(0.0, before - there, there - after) * 1000)
    said = f"{apart} ms apart", f"相差 {apart} 毫秒"
    if apart > _CLOCK_MS:
        cure = "set both clocks by NTP", "用 NTP 校准两边的时钟"
        return Check("clock", WARN, said, cure)
    return Check("clock", OK, said)
