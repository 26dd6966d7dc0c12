"""Bots by name: ours, those that other packages announce by entry point, trained nets, and any class by its module.

`greedy` is a bot, `search:200ms` a bot with options, `my_bots.hasty:Hasty` a class anywhere on the path and `my_bots.hasty:Hasty:slow`
the same with options. What stands behind the colon is passed to the bot's factory as text: reading it is the bot's own business.
`runs/best.npz` is a net by its file, `best` the same once the file lies in the folder of nets.
"""

from __future__ import annotations

import ast
import inspect
import os
import re
from collections.abc import Callable
from difflib import get_close_matches
from functools import cache
from importlib.metadata import EntryPoint, entry_points, packages_distributions, version
from pathlib import Path
from typing import Final

from platformdirs import user_data_path

from allaboard.__about__ import __version__
from allaboard.bots.faults import CODE_FAILURES, error_summary
from allaboard.bots.protocol import Bot, BotError, BrokenBotError
from allaboard.record_schema import PlayerData

__all__ = ["GROUP", "bot_module", "bot_names", "bot_player", "bot_summary", "make_bot", "net_files"]

GROUP: Final = "allaboard.bots"

BUILT_IN: Final = {
    "random": "allaboard.bots.random:RandomBot",
    "greedy": "allaboard.bots.greedy:GreedyBot",
    "racer": "allaboard.bots.planner.bot:Racer",
    "collector": "allaboard.bots.planner.bot:Collector",
    "blocker": "allaboard.bots.planner.bot:Blocker",
    "planner": "allaboard.bots.planner.bot:Planner",
    "distilled": "allaboard.bots.distilled.bot:Distilled",
    "search": "allaboard.bots.search.bot:Search",
    "easy": "allaboard.bots.levels:Easy",
    "normal": "allaboard.bots.levels:Normal",
    "hard": "allaboard.bots.levels:Hard",
    "expert": "allaboard.bots.levels:Expert",
}

FROZEN: Final = {
    "planner@1": "allaboard.bots.planner.bot:FirstPlanner",
    "search@1": "allaboard.bots.search.bot:FirstSearch",
}
"""Champions of earlier versions, to measure against: known by name, but no choice for people."""

NET: Final = "allaboard.env.policy_bot:PolicyBot"
"""What plays a file of a net: it knows the environments, so it lives above the bots and is found by its address, like any other."""
NET_SUFFIXES: Final = (".npz", ".onnx")

Factory = Callable[..., Bot]


def bot_names() -> tuple[str, ...]:
    """The names that need no module: ours, weakest first, then the levels for people, then those of other packages."""
    return (*BUILT_IN, *(name for name in sorted(_announced()) if name not in BUILT_IN))


def net_files() -> dict[str, Path]:
    """The nets that go by name: the files in the folder that ALLABOARD_NETS names, or in `nets` of the user's data folder.

    They are no bots for every board, so `bot_names` leaves them out.
    """
    named = os.environ.get("ALLABOARD_NETS")
    folder = Path(named) if named else user_data_path("allaboard", appauthor=False) / "nets"
    files = sorted(folder.iterdir()) if folder.is_dir() else []
    fitting = [file for file in files if file.suffix in NET_SUFFIXES and re.fullmatch(r"[a-z0-9][a-z0-9_-]*", file.stem)]
    return {file.stem: file for file in fitting if file.stem not in bot_names()}


def bot_summary(name: str) -> str:
    """The first line of what a bot says about itself."""
    return (inspect.getdoc(_factory(name)[0]) or "").partition("\n")[0]


@cache
def bot_version(spec: str) -> str:
    """The version of a bot: the one that it declares, or that of the package that brings it; empty where there is none."""
    factory = _factory(spec.strip())[0]
    if (declared := getattr(factory, "version", None)) is not None:
        return str(declared)
    package = factory.__module__.partition(".")[0]
    if package == __name__.partition(".")[0]:
        return __version__
    return next((version(name) for name in packages_distributions().get(package, ())), "")


def bot_module(spec: str) -> str:
    """The module that a spec names: whoever makes the bot stands in it, whatever is made."""
    return _address(spec.strip())[0].partition(":")[0]


def bot_player(spec: str, name: str = "") -> PlayerData:
    """A bot as records name it: how it was called at the table, which one it is, and its version."""
    player: PlayerData = {"kind": "bot", "name": name or spec, "bot": spec}
    return {**player, "version": known} if (known := bot_version(spec)) else player


def make_bot(spec: str) -> Bot:
    """A new bot by its name, with options behind a colon where it takes any; a BotError says what is wrong and what is allowed.

    >>> make_bot("gready")
    Traceback (most recent call last):
    allaboard.bots.protocol.BotError: 'gready' is no bot (did you mean 'greedy'?); allowed: random, greedy, ...
    """
    factory, options = _factory(spec.strip())
    arguments = (options,) if options else ()
    try:
        inspect.signature(factory).bind(*arguments)
    except TypeError as error:
        wanted = f"takes no options, so not '{options}'" if options else f"cannot be made without options ({error})"
        raise BotError(f"the bot '{spec}' {wanted}") from error
    except ValueError:
        pass  # made in another language, it shows no signature: calling it will tell
    try:
        bot = factory(*arguments)
    except BotError:
        raise
    except ValueError as error:
        if options:
            raise BotError(f"the bot '{spec}' refuses its options: {error}") from error
        raise _unmade(spec, error) from error
    except CODE_FAILURES as error:
        raise _unmade(spec, error) from error
    if not isinstance(bot, Bot):
        raise BotError(f"'{spec}' is no bot: a bot has a method choose(observation), which {type(bot).__name__} lacks")
    return bot


def _unmade(spec: str, error: BaseException) -> BrokenBotError:
    return BrokenBotError(f"the bot '{spec}' failed while it was made: {error_summary(error)}")


def _factory(spec: str) -> tuple[Factory, str]:
    """What makes the bot, and the text of its options."""
    address, options = _address(spec)
    return _found(spec, address), options


def _address(spec: str) -> tuple[str, str]:
    """Where it stands, as module:Class, and the text of its options."""
    if spec.endswith(NET_SUFFIXES):
        return NET, spec
    name, _, rest = spec.partition(":")
    if (address := BUILT_IN.get(name) or FROZEN.get(name)) is not None:
        return address, rest
    if name in _announced():
        return _announced()[name].value, rest
    if (file := net_files().get(spec)) is not None:
        return NET, str(file)
    if name.endswith(".py"):
        raise _file_named(spec, Path(name))
    attribute, _, options = rest.partition(":")
    is_module = all(part.isidentifier() for part in name.split("."))
    if not (is_module and attribute) and (file := _module_file(name)):
        raise _file_named(spec, file)
    if is_module and attribute.isidentifier():
        return f"{name}:{attribute}", options
    raise _unknown(spec)


def _unknown(spec: str, module: str = "") -> BotError:
    """Return what is said of a bot that nobody knows; `module` is the one that it was looked for in."""
    known = (*bot_names(), *FROZEN, *net_files())
    close = get_close_matches(spec.partition(":")[0].casefold(), known, n=1)
    hint = f" (did you mean '{close[0]}'?)" if close else ""
    if module:
        return BotError(f"the bot '{spec}' cannot be loaded: there is no module '{module}' here{hint}")
    return BotError(f"'{spec}' is no bot{hint}; allowed: {', '.join(known)}, or module:Class, or a net's file")


def _module_file(name: str) -> Path | None:
    """Return the file of Python that a name without its suffix means, where there is one."""
    file = Path(f"{name}.py")
    try:
        return file if file.is_file() else None
    except OSError:  # such as a name that is too long for one
        return None


def _file_named(spec: str, file: Path) -> BotError:
    """Return what is said of a file in place of a class: by which names the bots in it go, and from where."""
    place, here = file.resolve(), Path.cwd()
    try:
        listing = ast.parse(place.read_text("utf-8"), str(place)).body
    except SyntaxError as error:
        return BotError(f"the bot '{spec}' cannot be loaded: {error_summary(error)}")
    except (OSError, ValueError):
        return BotError(f"'{spec}' is no bot, nor a file of Python that can be read; a bot of your own is named module:Class")
    classes = [node for node in listing if isinstance(node, ast.ClassDef)]
    choosing = [node for node in classes if "choose" in {part.name for part in node.body if isinstance(part, ast.FunctionDef)}]
    below = place.is_relative_to(here)
    module = ".".join(place.relative_to(here).with_suffix("").parts) if below else place.stem
    names = [f"'{module}:{node.name}'" for node in choosing or classes]
    wanted = " or ".join(names) if names else f"'{module}:Class', but there is no class in it"
    where = "" if below else f", in {place.parent}"
    return BotError(f"'{spec}' names the file {file.name}; a bot is named by its module and its class: {wanted}{where}")


def _found(spec: str, address: str) -> Factory:
    """The factory at `module:Class`."""
    module, _, attribute = address.partition(":")
    try:
        factory = EntryPoint(spec, address, GROUP).load()
    except ModuleNotFoundError as error:
        if error.name and f"{module}.".startswith(f"{error.name}."):
            raise _unknown(spec, error.name) from error
        raise BotError(f"the bot '{spec}' cannot be loaded: it needs the module '{error.name}', which is not installed") from error
    except CODE_FAILURES as error:  # importing somebody's module runs it
        if isinstance(error, AttributeError) and getattr(error.obj, "__name__", "") == module:
            raise BotError(f"the bot '{spec}' cannot be loaded: the module '{module}' has no '{attribute}'") from error
        raise BrokenBotError(f"the bot '{spec}' cannot be loaded: {error_summary(error)}") from error
    if not callable(factory):
        raise BotError(f"the bot '{spec}' cannot be loaded: '{attribute}' of the module '{module}' is neither a class nor a function")
    made: Factory = factory
    return made


@cache
def _announced() -> dict[str, EntryPoint]:
    """Bots of other packages, by entry point."""
    return {point.name: point for point in entry_points(group=GROUP)}
