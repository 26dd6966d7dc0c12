"""A game in the terminal: one player against bots. What it looks like is the screen's, what can be typed the choices'."""

from __future__ import annotations

import io
import secrets
import shlex
import sys
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from allaboard.actions import Action
from allaboard.bots import Bot
from allaboard.bots.registry import bot_player
from allaboard.cli.bots import check_bots, complete_bot
from allaboard.cli.console import (
    EditionArgument,
    Failure,
    check_folder,
    checked_players,
    checked_seat,
    console,
    edition_option,
    find_edition,
)
from allaboard.cli.draw import draw_game
from allaboard.cli.precompile import need_rules
from allaboard.cli.prompt import Choice, choices_of, read_choice
from allaboard.cli.records import moment_of, read_record, replayed
from allaboard.cli.scores import score_sheets
from allaboard.cli.screen import choice_list, help_table, routes_near, table_view
from allaboard.cli.styled_text import TerminalTeller
from allaboard.drawing import ArtError, save
from allaboard.editions import Edition
from allaboard.game import Game
from allaboard.notation import NotationError, parse_location
from allaboard.position import PositionError
from allaboard.record_schema import LONGEST_NAME, PlayerData
from allaboard.runner import BotFault, GameSpec, play_action, seat_bots
from allaboard.sentences import YOU
from allaboard.validation import quoted, seed_bytes

__all__ = ["play"]


def play(
    name: EditionArgument = "new-york",
    players: Annotated[int | None, typer.Option("--players", "-p", help="How many seats, yours included.")] = None,
    bot: Annotated[
        list[str] | None,
        typer.Option("--bot", "-b", metavar="BOT", help="An opponent; again for another.", autocompletion=complete_bot),
    ] = None,
    seed: Annotated[int | None, typer.Option(min=0, max=(1 << 64) - 1, help="Same seed, same deal; random unless named.")] = None,
    record: Annotated[Path | None, typer.Option("--save", metavar="FILE", help="Save the game here when it ends or you quit.")] = None,
    origin: Annotated[
        str | None, typer.Option("--from", metavar="RECORD@N", help="Play on from a saved game, after its first N actions.")
    ] = None,
    seat: Annotated[
        int | None, typer.Option(min=1, metavar="S", help="Your seat, counted from 1; with --from, the one to act unless named.")
    ] = None,
    anew: Annotated[
        bool, typer.Option("--anew", help="With --from: deal anew what your seat could not know then, as it could have believed.")
    ] = False,
    called: Annotated[str, typer.Option("--name", metavar="NAME", help="What you are called in the saved game.")] = "Player",
) -> None:
    """Play against bots, here in the terminal. Type ? in the game for help."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    check_folder(record)
    _check_name(called)
    chosen = secrets.randbits(64) if seed is None else seed
    opponents = bot or ["greedy"]
    if origin is not None:
        box = find_edition(name) if name.endswith(".toml") else None
        _play_on(origin, box, seat, anew, opponents, chosen, record, called)
        return
    if anew:
        raise typer.BadParameter("only a game that was played can be dealt anew: name it by --from", param_hint="--anew")
    edition = find_edition(name)
    count = checked_players(edition, max(edition.min_players, len(opponents) + 1) if players is None else players)
    opponents = check_bots(opponents, "--bot", edition=edition, players=count, seed=chosen)
    if len(opponents) > count - 1:
        raise typer.BadParameter(f"{len(opponents)} bots are too many for {count} players, you included", param_hint="--bot")
    own = checked_seat(seat, count) or 0
    need_rules()
    _begin(Game(edition, count, chosen), opponents, own, chosen, record, called)


def _check_name(name: str) -> None:
    """Refuse what no record can call a player."""
    if not name.strip() or not name.isprintable() or len(name) > LONGEST_NAME:
        allowed = f"one that can be printed, of at most {LONGEST_NAME} letters"
        raise typer.BadParameter(f"{quoted(name)} is no name; allowed: {allowed}", param_hint="--name")


def _play_on(
    origin: str, box: Edition | None, seat: int | None, anew: bool, opponents: list[str], seed: int, file: Path | None, called: str
) -> None:
    """Play on from a moment of a saved game, which stays as it is; `box` is the edition of one on a board of somebody's own."""
    saved, moment = moment_of(origin, "--from")
    game = replayed(read_record(saved, edition=box), moment, "--from")
    opponents = check_bots(opponents, "--bot", edition=game.edition, players=game.players, seed=seed)
    if game.over:
        raise typer.BadParameter(f"the game is over after {moment} actions: name an earlier moment", param_hint="--from")
    named = checked_seat(seat, game.players)
    own = game.acting[0] if named is None else named
    if anew:
        from allaboard.review.branches import deal_anew

        try:
            game = deal_anew(game, own, seed_bytes(seed))
        except PositionError as error:
            raise Failure(f"the cards cannot be dealt anew after {moment} actions: {error}") from error
    _begin(game, opponents, own, seed, file, called)


def _begin(game: Game, opponents: list[str], own: int, seed: int, file: Path | None, called: str) -> None:
    """Seat the bots around the player and play."""
    specs = [opponents[seat % len(opponents)] for seat in range(game.players - 1)]
    names = _distinct(specs)
    players = [bot_player(spec, name) for spec, name in zip(specs, names, strict=True)]
    players.insert(own, {"kind": "person", "name": called})
    seated = [*specs[:own], "random", *specs[own:]]  # a bot that is never asked has the seat of the player
    try:
        bots = seat_bots(game.edition, seated, seed_bytes(seed))
    except BotFault as fault:
        raise Failure(str(fault.in_game(GameSpec(game.edition, tuple(seated), seed, 0, 0)))) from fault
    try:
        TerminalGame(game, bots, [*names[:own], YOU, *names[own:]], file, seat=own, players=players).run()
    except BotFault as fault:
        fault.game = f"{game.edition.id} with {', '.join([*specs[:own], 'you', *specs[own:]])}, seed {seed}"
        rivals = [word for spec in specs for word in ("--bot", spec)]
        fault.repeat += f" {shlex.join([*rivals, '--seed', str(seed)])}"
        raise Failure(str(fault)) from fault


def _distinct(names: list[str]) -> list[str]:
    """Names with numbers where one occurs twice."""
    return [f"{name} {names[: index + 1].count(name)}" if names.count(name) > 1 else name for index, name in enumerate(names)]


class Quit(Exception):  # noqa: N818 - a wish, not a fault
    """The player wants to stop."""


class TerminalGame:
    """A game, who plays it, and how much of it the player has been told."""

    def __init__(
        self,
        game: Game,
        bots: list[Bot],
        names: list[str],
        file: Path | None,
        screen: Console | None = None,
        *,
        seat: int,
        players: Sequence[PlayerData],
    ) -> None:
        """The player has `seat`, the bots have the others; `players` is how a saved game names them."""
        self.game = game
        self.seat = seat
        self.bots = bots
        self.names, self.players = names, players
        self.file = file
        self.screen = screen or console()
        self.teller = TerminalTeller(game.edition, names, self.seat)
        self.told = len(game.events) if game.log else 0

    def run(self) -> None:
        """Play to the end, or until the player quits."""
        try:
            while not self.game.over:
                self._turn()
        except (Quit, EOFError, KeyboardInterrupt):
            self._save_unfinished()
            return
        except BotFault as fault:
            saved = self._save_unfinished()
            board = edition_option(self.game.edition)[1:]
            moment = ["--from", f"{saved}@{len(self.game.log)}", "--seat", str(self.seat + 1)]
            fault.repeat = shlex.join(["allaboard", "play", *board, *moment])
            self.screen.print(f"To play on, against others by --bot: {fault.repeat}", soft_wrap=True)
            raise
        self.screen.print()
        for line in self._news():
            self.screen.print(line)
        self.screen.print()
        self.screen.print(score_sheets(self.game, self.names))
        if self.file is not None:
            self._save(self.file)

    def _turn(self) -> None:
        acting = self.game.acting
        if self.seat in acting:
            self.screen.print()
            self.screen.print(table_view(self.game.observe(self.seat), self.teller, self._news()))
            self.screen.print()
            self.game.play(self._asked(), self.seat)
        else:
            play_action(self.game, self.bots[acting[0]], acting[0], len(self.game.log), self.players[acting[0]].get("bot", ""))

    def _news(self) -> list[Text]:
        """What happened since the player was last told; the market is shown apart."""
        events, self.told = self.game.events[self.told :], len(self.game.events)
        return [self.teller.tell(event) for event in events if event.kind != "laid"]

    def _asked(self) -> Action:
        """The action that the player chooses, however many tries it takes."""
        choices = choices_of(self.game.observe(self.seat))
        self.screen.print(choice_list(self.game.edition, choices))
        while True:
            line = self._read("> ")
            if not line or self._served(line, choices):
                continue
            try:
                choice = read_choice(self.game.edition, line, choices)
            except NotationError as error:
                self._say(str(error))
                continue
            if (action := self._paid(choice)) is not None:
                return action

    def _paid(self, choice: Choice) -> Action | None:
        """The action of a choice; where there are several ways to pay, the player is asked, and may think again."""
        if len(choice.actions) == 1:
            return choice.actions[0]
        ways = choice.payments()
        self.screen.print(choice_list(self.game.edition, ways, every=True))
        while True:
            line = self._read("pay how? (Enter: something else) > ")
            if not line:
                return None
            try:
                return read_choice(self.game.edition, line, ways).actions[0]
            except NotationError as error:
                self._say(str(error))

    def _read(self, prompt: str) -> str:
        return "".join(sign for sign in self.screen.input(prompt, markup=False) if sign.isprintable()).strip()

    def _say(self, words: str) -> None:
        self.screen.print(Text(words, style="yellow"))

    def _served(self, line: str, choices: list[Choice]) -> bool:
        """Whether the line was a wish that takes no turn, which is then granted."""
        verb, _, rest = line.partition(" ")
        match verb.casefold():
            case "?" | "help":
                self.screen.print(help_table())
            case "quit" | "exit" | "q":
                raise Quit
            case "all":
                self.screen.print(choice_list(self.game.edition, choices, every=True))
            case "log":
                for event in self.game.events:
                    self.screen.print(Text(f"{event.n:>4}  ", style="dim").append_text(self.teller.tell(event)))
            case "map":
                self._map(rest.strip())
            case _:
                return False
        return True

    def _map(self, wish: str) -> None:
        if not wish or Path(wish).suffix.lower() in (".svg", ".png"):
            self._draw(Path(wish or f"{self.game.edition.id}.svg"))
            return
        try:
            self.screen.print(routes_near(self.game.observe(self.seat), parse_location(self.game.edition, wish), self.names))
        except NotationError as error:
            self._say(str(error))

    def _draw(self, file: Path) -> None:
        try:
            save(draw_game(self.game.edition, self.game), file)
        except (ArtError, OSError, ValueError) as error:
            self._say(f"The board cannot be drawn: {error}")
        else:
            self.screen.print(f"Drawn: {file}", soft_wrap=True)

    def _save_unfinished(self) -> Path:
        """Save a game that ended early, and return where: asked for or not, nobody wants to lose it."""
        self.screen.print()
        file = self.file or Path(f"{self.game.edition.id}-{datetime.now():%Y%m%d-%H%M%S}.json")
        self._save(file)
        return file

    def _save(self, file: Path) -> None:
        try:
            self.game.record(self.players).save(file)
        except OSError as error:
            raise Failure(f"the game cannot be saved: {file}: {error.strerror or error}") from error
        command = shlex.join(["allaboard", "replay", str(file), *edition_option(self.game.edition)])
        self.screen.print(f"Saved: {file} ({command})", soft_wrap=True)
