"""What can be set about the server: by environment (`ALLABOARD_PACE=0`), by a TOML file, by the command line. No secrets live here.

The file is `server.toml` in the user's configuration folder, or the one that ALLABOARD_SETTINGS names; the environment goes before it.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from platformdirs import user_config_path, user_data_path
from pydantic import Field, ValidationError, field_validator
from pydantic_core import ErrorDetails
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict, TomlConfigSettingsSource

from allaboard.editions.faults import nearest
from allaboard.validation import brief, numbers_in_words

__all__ = ["Settings", "SettingsError", "read_settings", "settings_file"]


class SettingsError(Exception):
    """Settings that cannot be used; it names the setting and what is allowed."""


class Settings(BaseSettings):
    """The settings, each with its default; docs/server.md lists them in words."""

    model_config = SettingsConfigDict(env_prefix="ALLABOARD_", extra="forbid", frozen=True)

    data_dir: Path = Field(
        default_factory=lambda: user_data_path("allaboard", appauthor=False), description="where the database file lives"
    )
    database_url: str = Field("", description="SQLite or PostgreSQL; empty: a SQLite file in the data folder")
    host: str = Field("127.0.0.1", description="the address to listen on")
    port: int = Field(8000, ge=0, le=65535, description="the port to listen on")
    workers: int = Field(1, ge=1, le=64, description="server processes; more than one needs PostgreSQL")
    public_url: str = Field("", description="the address people see behind a reverse proxy; its scheme decides whether cookies are Secure")
    trust_proxy: bool = Field(False, description="believe the X-Forwarded-For of a reverse proxy")
    allowed_hosts: tuple[str, ...] = Field(
        (), description="other names and addresses by which people reach the server, besides the machine's own; *: any"
    )
    allowed_origins: tuple[str, ...] = Field((), description="other origins whose pages may post, besides the server's own")

    pace: float = Field(0.6, ge=0, le=10, description="seconds between two visible actions of bots")
    bot_threads: int = Field(2, ge=1, le=256, description="threads on which bots think")
    bot_wait: float = Field(
        2.0, gt=0, le=60, description="seconds within which every bot should have its turn; they think less where many wait"
    )
    bot_limit: float = Field(20.0, gt=0, le=600, description="seconds after which a bot that does not come back is given up")
    table_cpu: float = Field(1.0, gt=0, le=64, description="processors that the bots of one table may keep busy; 1 and more: no rest")
    stand_in: str = Field("normal", description="the bot that fills empty seats and plays for those who left")
    levels: tuple[str, ...] = Field(
        ("easy", "normal", "hard", "expert"), description="bots that are offered first, as levels, weakest first"
    )
    hint_patience: float = Field(
        8.0, gt=0, le=60, description="seconds that a hint may think, at most, until it is told with what it knows"
    )
    analysis_patience: float = Field(30.0, gt=0, le=300, description="seconds that a position may be analysed, at most, for one question")
    review_games: int = Field(0, ge=0, le=100_000, description="games a decision in a review, on average; 0: as many as the board allows")
    poll: float = Field(1.0, gt=0, le=60, description="seconds between two looks for bots' work and clocks that ran out")
    lease: float = Field(10.0, gt=0, le=600, description="seconds after which a worker may take over another's bot work")

    cached_tables: int = Field(2000, ge=1, description="tables kept in memory")
    max_body: int = Field(2_000_000, ge=1000, description="largest request body in bytes")
    max_streams: int = Field(10_000, ge=1, description="open event streams of one process")
    streams_per_guest: int = Field(32, ge=1, description="open event streams of one person")
    streams_per_address: int = Field(320, ge=1, description="open event streams of one address")
    max_connections: int = Field(20_000, ge=16, description="open connections of one process; never more than the system has files for")
    connections_per_address: int = Field(512, ge=1, description="open connections of one address, where no proxy is in front")
    header_timeout: float = Field(10.0, gt=0, le=300, description="seconds in which the headers of a request must be there")
    body_timeout: float = Field(60.0, gt=0, le=3600, description="seconds in which the body of a request must be there")
    max_own_editions: int = Field(2000, ge=0, description="uploaded boards the server keeps")
    editions_per_guest: int = Field(100, ge=0, description="uploaded boards that one person may have")
    uploads: bool = Field(True, description="take boards and records that people upload")
    upload_seconds: float = Field(
        20.0, gt=0, le=600, description="seconds after which the check of an upload, or a drawing of it, is ended"
    )
    upload_processes: int = Field(1, ge=1, le=16, description="processes in which uploads are checked and uploaded boards drawn")
    max_open_tables: int = Field(200, ge=1, description="unfinished tables that one person may have opened")
    max_records: int = Field(500, ge=1, description="records that one person may have uploaded")
    rate_limits: bool = Field(True, description="limit how fast one person or one address may ask")
    heartbeat: float = Field(15.0, gt=0, le=300, description="seconds between two signs of life on an event stream")

    keep_unbegun: int = Field(30, ge=0, description="days after which a table goes at which no game began; 0, here and below: never")
    keep_abandoned: int = Field(180, ge=0, description="days after which a game goes that waits for somebody without a clock")
    keep_bot_games: int = Field(30, ge=0, description="days after which a game goes in which no person plays, finished or at a standstill")
    keep_finished: int = Field(0, ge=0, description="days after which a finished game of people goes")
    keep_records: int = Field(365, ge=0, description="days after which an uploaded record goes")
    keep_reviews: int = Field(365, ge=0, description="days after which the review of a game goes; it can be asked for again")
    keep_guests: int = Field(180, ge=0, description="days after which the name of a guest goes who has no table")
    keep_boards: int = Field(180, ge=0, description="days after which an uploaded board goes that no table uses")
    keep_puzzles: int = Field(730, ge=0, description="days after which the puzzles of somebody go who tried none since")
    prune_every: float = Field(1.0, gt=0, le=168, description="hours between two looks for what goes")

    metrics: bool = Field(True, description="serve /metrics")
    log_format: str = Field("console", pattern="^(console|json)$", description="console or json")
    log_level: str = Field("info", pattern="^(debug|info|warning|error)$", description="debug, info, warning or error")

    @field_validator("database_url")
    @classmethod
    def _known_database(cls, url: str) -> str:
        if url and not re.match(r"(sqlite|postgres(ql)?)(\+\w+)?://", url):
            # the address may hold a password, so it is not repeated
            raise ValueError("is no database address; allowed: sqlite:///FILE, postgresql://USER:PASSWORD@HOST/NAME, or nothing")
        return url

    @property
    def database(self) -> str:
        """The database address with the driver that the server uses."""
        if not self.database_url:
            return f"sqlite+aiosqlite:///{self.data_dir / 'allaboard.db'}"
        scheme, rest = self.database_url.split("://", 1)
        return f"{'sqlite+aiosqlite' if scheme.startswith('sqlite') else 'postgresql+asyncpg'}://{rest}"

    @property
    def shared(self) -> bool:
        """Whether other processes may write to the same database."""
        return self.database.startswith("postgresql")

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Return the sources in their order: the command line, then the environment, then the file."""
        return init_settings, env_settings, TomlConfigSettingsSource(settings_cls, settings_file())


def settings_file() -> Path:
    """Return the file that is read if it exists."""
    named = os.environ.get("ALLABOARD_SETTINGS")
    return Path(named) if named else user_config_path("allaboard", appauthor=False) / "server.toml"


def read_settings(**given: object) -> Settings:
    """Return the settings in force; `given` goes before environment and file. A SettingsError names every one that cannot be."""
    if "database_url" not in given and (url := os.environ.get("DATABASE_URL")) and "ALLABOARD_DATABASE_URL" not in os.environ:
        given["database_url"] = url
    if (named := os.environ.get("ALLABOARD_SETTINGS")) and not Path(named).is_file():
        raise SettingsError(f"ALLABOARD_SETTINGS names {named}, which is no file")
    try:
        settings = Settings(**given)  # type: ignore[arg-type]
    except ValidationError as error:
        raise SettingsError("the settings cannot be used:\n  " + "\n  ".join(map(_told, error.errors()))) from error
    except (OSError, ValueError) as error:  # a TOML file that is none
        raise SettingsError(f"{settings_file()} cannot be read: {error}") from error
    if settings.workers > 1 and not settings.shared:
        raise SettingsError(f"workers: {settings.workers} processes need PostgreSQL; a SQLite file serves one")
    return settings


def _told(fault: ErrorDetails) -> str:
    """Return which setting is wrong and what is allowed there."""
    name, *within = map(str, fault["loc"])
    where, told = ".".join((name, *within)), fault["msg"].removeprefix("Value error, ")
    if (field := Settings.model_fields.get(name)) is None:
        return f"{where}: there is no such setting{nearest(name, list(Settings.model_fields))}; allowed: those of docs/server.md"
    limits = {key: getattr(part, key) for part in field.metadata for key in ("ge", "gt", "le", "pattern") if hasattr(part, key)}
    if field.annotation is bool:
        allowed = "true or false"
    elif field.annotation in (int, float):
        kind = int if field.annotation is int else float
        allowed = numbers_in_words(kind, limits.get("ge"), limits.get("le"), limits.get("gt"))
    elif "pattern" in limits:
        allowed = str(field.description)  # which lists them
    else:
        return f"{where}: {told}"
    return f"{where}: {brief(fault['input'])} is not allowed; allowed: {allowed}"
