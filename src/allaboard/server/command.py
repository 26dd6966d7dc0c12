"""`allaboard serve`: check the settings, the database and the port, say clearly what is wrong, then run the server processes.

`allaboard prune` shares the checks, and removes or tells what is older than the settings keep.
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
import threading
import time
import webbrowser
from contextlib import ExitStack, closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO, Final, NoReturn

import typer

if TYPE_CHECKING:
    import uvicorn

    from allaboard.server.retention import Pruned
    from allaboard.server.settings import Settings

__all__ = ["lock_database", "prune", "serve"]

FACTORY = "allaboard.server.app:from_environment"
HEALTHCHECK: Final = 60
"""Seconds after which a worker that does not answer is replaced."""
SHORTEST_PAUSE: Final = 1.0
"""Seconds between two tries to start a worker that cannot start; each pause is twice as long as the one before, up to the longest."""
LONGEST_PAUSE: Final = 8.0


def serve(
    host: Annotated[str | None, typer.Option(help="The address to listen on.", show_default="127.0.0.1")] = None,
    port: Annotated[int | None, typer.Option(help="The port to listen on; 0 takes a free one.", show_default="8000")] = None,
    database_url: Annotated[str | None, typer.Option(help="SQLite or PostgreSQL.", show_default="a file in your data folder")] = None,
    workers: Annotated[int | None, typer.Option(help="Server processes; more than one needs PostgreSQL.", show_default="1")] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Do not open the browser.")] = False,
) -> None:
    """Serve tables for friends and bots, with the page for the browser."""
    from allaboard.server.settings import SettingsError, read_settings

    asked = {"host": host, "port": port, "database_url": database_url, "workers": workers}
    given = {name: value for name, value in asked.items() if value is not None}
    try:
        settings = read_settings(**given)
    except SettingsError as error:
        _fail(str(error), 2)
    # Worker processes read the settings by themselves, so what the command line says must reach them.
    os.environ.update({f"ALLABOARD_{name.upper()}": str(value) for name, value in given.items()})
    if "DATABASE_URL" in os.environ and settings.database_url:
        os.environ["ALLABOARD_DATABASE_URL"] = settings.database_url
    with ExitStack() as stack:
        try:
            settings.data_dir.mkdir(parents=True, exist_ok=True)
            if (file := _database_file(settings.database)) is not None:
                stack.enter_context(lock_database(file))
                _check_file(file)
        except OSError as error:
            _fail(f"the data folder {settings.data_dir} cannot be used: {error.strerror or error}")
        _prepare(settings)
        listening = stack.enter_context(_listen(settings.host, settings.port))
        address = f"http://{_shown(settings.host)}:{listening.getsockname()[1]}"
        typer.echo(f"All Aboard at {address} (stop with Ctrl+C)", err=True)
        _run(settings, listening, None if no_browser else address)


def prune(
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only tell what would go.")] = False,
    database_url: Annotated[str | None, typer.Option(help="SQLite or PostgreSQL.", show_default="a file in your data folder")] = None,
) -> None:
    """Remove tables, guests and boards that are older than the settings keep them; a running server does so by itself."""
    from allaboard.server.settings import SettingsError, read_settings

    try:
        settings = read_settings(**({} if database_url is None else {"database_url": database_url}))
    except SettingsError as error:
        _fail(str(error), 2)
    with ExitStack() as stack:
        if (file := _database_file(settings.database)) is not None:
            if not file.exists():
                _fail(f"there is no database at {file}")
            if not dry_run:
                stack.enter_context(lock_database(file))
            _check_file(file)
        pruned = asyncio.run(_prune(settings, dry_run=dry_run))
    for one in pruned:
        kept = f"older than {one.days} days" if one.days else "kept for ever"
        oldest = f", the oldest of {datetime.fromtimestamp(one.oldest / 1000, UTC):%Y-%m-%d}" if one.oldest is not None else ""
        typer.echo(f"{one.count:>8}  {one.what} ({one.setting}: {kept}{oldest})")
    total = sum(one.count for one in pruned)
    typer.echo(f"{total:>8}  {'would go' if dry_run else 'gone'}")


async def _prune(settings: Settings, *, dry_run: bool) -> list[Pruned]:
    from allaboard.server.migrations import migrate
    from allaboard.server.retention import prune as prune_store
    from allaboard.server.store import Store, StoreDown

    store = Store(settings.database)
    try:
        if not dry_run:
            await migrate(store)
        return await prune_store(store, settings, dry_run=dry_run)
    except StoreDown as error:
        older = "; is it of an older version? Start the server once" if dry_run else ""
        _fail(f"the database cannot be used: {error}{older}")
    finally:
        await store.close()


def _prepare(settings: Settings) -> None:
    """Bring the database into form, and see that it can be written to."""
    from sqlalchemy import text

    from allaboard.server.migrations import migrate
    from allaboard.server.store import Store, StoreDown

    async def prepare() -> None:
        store = Store(settings.database)
        try:
            await migrate(store)
            if not store.shared:
                await store.execute(text("UPDATE guests SET name = name WHERE id = ''"))
        finally:
            await store.close()

    try:
        asyncio.run(prepare())
    except StoreDown as error:
        _fail(f"the database cannot be used: {error}")
    except ModuleNotFoundError as error:
        _fail(f"PostgreSQL needs the module '{error.name}': pip install \"allaboard[postgres]\"")


def _listen(host: str, port: int) -> socket.socket:
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family, backlog=2048, reuse_port=False)
    except OSError as error:
        _fail(f"cannot listen on {host}:{port}: {error.strerror or error}; choose another with --host and --port (0: any free port)")


def _run(settings: Settings, listening: socket.socket, browse: str | None) -> None:
    import uvicorn
    from uvicorn.config import STARTUP_FAILURE
    from uvicorn.supervisors import Multiprocess
    from uvicorn.supervisors.multiprocess import Process

    from allaboard.server.connections import open_files, uvicorn_options

    class Supervisor(Multiprocess):
        """Misses a worker as soon as it dies, also while it starts; once the server has been up, one that cannot start is tried again."""

        up, tried, pause = False, 0.0, SHORTEST_PAUSE

        def keep_subprocess_alive(self) -> None:
            # With a copy of the worker's end of their pipe uvicorn would not notice, and wait for an answer for as long as starting may
            # take; meanwhile it looks after no other worker, and hears no signal.
            for process in self.processes:
                process.child_conn.close()
            if self.up:
                self.replace_dead()
            else:
                super().keep_subprocess_alive()  # a worker that cannot start ends the server, which never could
                self.up = any(process.is_ready(HEALTHCHECK) for process in self.processes)

        def replace_dead(self) -> None:
            dead = [index for index, process in enumerate(self.processes) if not process.is_alive(HEALTHCHECK)]
            if not dead:
                return
            if any(self.processes[index].exitcode == STARTUP_FAILURE for index in dead):  # the database may be restarting
                if time.monotonic() < self.tried + self.pause:
                    return
                if self.pause == SHORTEST_PAUSE:
                    typer.echo("a worker cannot start; it is tried again until it can", err=True)
                self.pause = min(2 * self.pause, LONGEST_PAUSE)
            else:
                self.pause = SHORTEST_PAUSE
            for index in dead:
                self.processes[index].kill()  # it may hang
                self.processes[index].join()
                self.processes[index] = Process(self.config, self.sockets)
                self.processes[index].start()
            self.tried = time.monotonic()

    open_files(raise_limit=True)  # every connection is one
    config = uvicorn.Config(
        FACTORY, factory=True, timeout_graceful_shutdown=10, timeout_worker_healthcheck=HEALTHCHECK, **uvicorn_options(settings)
    )
    server = uvicorn.Server(config)
    if browse is not None:
        threading.Thread(target=_open_browser, args=(browse, server, settings.workers > 1), daemon=True).start()
    if settings.workers > 1:
        from allaboard.server.metrics import FOLDER, shared_figures

        with ExitStack() as stack:
            try:
                os.environ.setdefault(FOLDER, str(stack.enter_context(shared_figures(settings.data_dir))))
            except OSError as error:
                typer.echo(f"/metrics tells the figures of one worker at a time: {error}", err=True)
            Supervisor(config, sockets=[listening]).run()
        return
    # uvicorn raises the signal again when all is closed; by then the work is done, and the exit is a good one
    signal.signal(signal.SIGTERM, lambda *_: None)
    with suppress(KeyboardInterrupt):
        server.run(sockets=[listening])
    if not server.started:
        sys.exit(1)


def _open_browser(address: str, server: uvicorn.Server, at_once: bool) -> None:
    for _ in range(600):
        if at_once or server.started:
            webbrowser.open(address)
            return
        time.sleep(0.1)


def _database_file(url: str) -> Path | None:
    """Return the one file behind an address, whatever links lead to it."""
    prefix = "sqlite+aiosqlite:///"
    name = url.removeprefix(prefix).partition("?")[0]
    return Path(name).resolve() if url.startswith(prefix) and name not in ("", ":memory:") else None


def _check_file(file: Path) -> None:
    """Refuse a file that cannot be the database that was there before; a new one is made only where there is none."""
    if not file.exists():
        return
    if file.stat().st_nlink > 1:
        _fail(f"{file} has other names too (hard links): a server under each of them would ruin it; leave it one name")
    if file.stat().st_size == 0:
        _fail(f"{file} is empty: if games were kept in it, put a backup in its place; to begin anew, remove it")
    if (found := _tables_in(file)) and "alembic_version" not in found:
        _fail(f"{file} is the database of another program, with the tables {', '.join(sorted(found)[:5])}; name another file")


def _tables_in(file: Path) -> set[str]:
    import sqlite3

    try:
        with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)) as connection:
            return {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    except sqlite3.Error:
        return set()  # what is wrong with it is told when it is opened


def lock_database(file: Path) -> BinaryIO:
    """Hold a lock beside a SQLite file as long as the process lives: two servers on one file would not hear of each other's moves."""
    from allaboard.precompile import try_lock

    file = file.resolve()
    handle = file.with_name(f"{file.name}.lock").open("a+b")
    if not try_lock(handle):
        handle.close()
        _fail(f"another server is using {file}; stop it, or name another database with --database-url")
    return handle


def _shown(host: str) -> str:
    """Return the address as a browser takes it."""
    return {"0.0.0.0": "localhost", "::": "localhost", "127.0.0.1": "localhost"}.get(host, f"[{host}]" if ":" in host else host)


def _fail(message: str, code: int = 1) -> NoReturn:
    typer.echo(message, err=True)
    raise typer.Exit(code)
