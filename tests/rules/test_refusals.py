"""Every refusal the engine knows: provoked once, it names its rule and leaves the game as it was."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

import pytest

from allaboard import Action, Game, IllegalAction, KeepTickets, Position
from allaboard.editions import get_edition as find_edition
from allaboard.engine import legal
from allaboard.engine.entry import step
from allaboard.engine.journal import no_journal
from builders import ROW, begun, islands, number_of, pack, plain, snapshot, tickets
from games import states_of

Case = Callable[[], tuple[Game, Action | str | int, int]]


def over() -> Game:
    game = plain("usa").final_turns(1).game(seed=1)
    game.play("draw deck")
    game.play("draw deck")
    return game


def chosen() -> Game:
    game = Game("usa", 2, seed=1)
    game.play(game.legal_actions(0)[0], 0)
    return game


def short_deal() -> Game:
    """North America with a deal of three, in which the players' order in play has ids that the set-up must refuse."""
    return Game(replace(find_edition("usa"), setup_offer=3, setup_keep=1), 2, seed=1)


def keep_one_of_four() -> tuple[Game, Action | str | int, int]:
    game = Game("usa", 2, seed=1)
    first, *others = game.view(0)["you"]["offer"]
    return game, KeepTickets((first,), tuple(others)), 0


def turned_round() -> tuple[Game, Action | str | int, int]:
    game = short_deal()
    first, second, third = game.view(0)["you"]["offer"]
    return game, KeepTickets((first,), (third, second)), 0


def keep_of(game: Game, size: int) -> int:
    """The id of a choice from an offer of this size."""
    return int(game.actions.boards[0].keep_id[game.actions.boards[0].keeps_of[size]])


CASES: Final[dict[int, Case]] = {
    legal.NO_SUCH_ACTION: lambda: (begun("usa"), 1_000_000, 0),
    legal.GAME_OVER: lambda: (over(), "draw deck", 0),
    legal.NOT_YOUR_TURN: lambda: (begun("usa"), "draw deck", 1),
    legal.TICKETS_FIRST: lambda: (Game("usa", 2, seed=1), "draw deck", 0),
    legal.ALREADY_CHOSEN: lambda: (game := chosen(), keep_of(game, 4), 0),
    legal.SECOND_CARD_DUE: lambda: (plain("usa").hand(0, red=1).turn(0, second_card=True).game(seed=1), "draw tickets", 0),
    legal.OFFER_OPEN: lambda: (plain("usa").offer(*tickets("usa", 0, 1)).game(seed=1), "draw deck", 0),
    legal.NO_OFFER: lambda: (game := begun("usa"), keep_of(game, 1), 0),
    legal.DECK_EMPTY: lambda: (plain("usa").hand(1, **pack("usa", without=ROW)).game(seed=1), "draw deck", 0),
    legal.NOT_IN_MARKET: lambda: (plain("usa").game(seed=1), "take white", 0),
    legal.WILD_SECOND: lambda: (
        Position("usa").hand(0, red=1).market("wild", *ROW[1:]).turn(0, second_card=True).game(seed=1),
        "take wild",
        0,
    ),
    legal.ROUTE_TAKEN: lambda: (
        plain("usa").hand(0, purple=4).claimed(1, "Denver–Omaha").game(seed=1),
        "claim Denver–Omaha with 4 purple",
        0,
    ),
    legal.TWIN_OWN: lambda: (
        plain("usa", 4).hand(0, orange=4).claimed(0, "Denver–Kansas City/black").game(seed=1),
        "claim Denver–Kansas City/orange with 4 orange",
        0,
    ),
    legal.TWIN_CLOSED: lambda: (
        plain("usa", 3).hand(0, orange=4).claimed(1, "Denver–Kansas City/black").game(seed=1),
        "claim Denver–Kansas City/orange with 4 orange",
        0,
    ),
    legal.TOO_FEW_PIECES: lambda: (plain("usa").hand(0, purple=4).pieces(0, 3).game(seed=1), "claim Denver–Omaha with 4 purple", 0),
    legal.TOO_FEW_CARDS: lambda: (plain("usa").hand(0, purple=3).game(seed=1), "claim Denver–Omaha with 4 purple", 0),
    legal.TOO_FEW_WILDS: lambda: (
        Position(islands()).hand(0, red=3, wild=1).game(seed=1),
        "claim Skerry–Holm with 1 red + 2 wild",
        0,
    ),
    legal.NO_TICKETS: lambda: (plain("usa").ticket_deck().game(seed=1), "draw tickets", 0),
    legal.KEEP_MORE: keep_one_of_four,
    legal.NOT_THE_OFFER: lambda: (game := plain("usa").offer(*tickets("usa", 0, 1)).game(seed=1), keep_of(game, 3), 0),
    legal.ORDER_NOT_CHOSEN: turned_round,
}

# what has no id is refused before the engine is asked, and names its rule as well
UNLISTED: Final[dict[str, tuple[Case, str]]] = {
    "no words of the game": (lambda: (begun("usa"), "pass", 0), "R-TURN-1"),
    "too few cards named": (lambda: (begun("usa"), "claim Denver–Omaha with 3 purple", 0), "R-CLAIM-1"),
    "the wrong colour named": (lambda: (begun("usa"), "claim Denver–Omaha with 4 red", 0), "R-CLAIM-1"),
    "two colours named": (lambda: (begun("usa"), "claim Denver–Omaha with 2 red + 2 blue", 0), "R-CLAIM-1"),
    "too few wilds named for a ferry": (
        lambda: (Position(islands()).hand(0, red=3, wild=2).game(seed=1), "claim Skerry–Holm with 2 red + 1 wild", 0),
        "R-CLAIM-10",
    ),
    "too few cards named for a ferry": (
        lambda: (Position(islands()).hand(0, red=3, wild=2).game(seed=1), "claim Skerry–Holm with 1 red + 1 wild", 0),
        "R-CLAIM-1",
    ),
    "nothing named to keep": (lambda: (begun("usa"), "keep ; return Denver–El Paso", 0), "R-TICKET-1"),
    "tickets without an offer": (lambda: (begun("usa"), "keep Denver–El Paso", 0), "R-TICKET-4"),
    "other tickets than offered": (
        lambda: (plain("usa").offer(*tickets("usa", 1, 2)).game(seed=1), "keep Denver–El Paso", 0),
        "R-TICKET-4",
    ),
    "nothing kept": (
        lambda: (plain("usa").offer("Denver–El Paso").game(seed=1), KeepTickets((), ("Denver–El Paso",)), 0),
        "R-TICKET-1",
    ),
    "an order that is not the player's": (
        lambda: (
            plain("usa-anniversary").offer(*(names := tickets("usa", 0, 1, 2))).game(seed=1),
            KeepTickets((names[0],), (names[2], names[1])),
            0,
        ),
        "R-TICKET-3",
    ),
}


def refused(case: Case) -> IllegalAction:
    """Try the action of a case; whatever it says, the game must be as it was, and the action must not be listed."""
    game, action, seat = case()
    before = snapshot(game)
    with pytest.raises(IllegalAction) as refusal:
        game.play(action, seat)
    assert snapshot(game) == before
    assert action not in game.legal_actions(seat)
    return refusal.value


@pytest.mark.parametrize("code", legal.REFUSALS)
def test_refusals(code: int) -> None:
    """R-TURN-1: an action that is not on the list is refused by the rule against it, and nothing changes."""
    rule, reason = legal.REFUSALS[code]
    refusal = refused(CASES[code])
    assert refusal.rule == rule
    assert reason in str(refusal)
    assert str(refusal).endswith(f"({rule})")


@pytest.mark.parametrize("code", legal.REFUSALS)
def test_refusal_codes(code: int) -> None:
    """R-TURN-1: the engine itself, not only its Python face, gives each reason."""
    game, action, seat = CASES[code]()
    assert step(game.actions.boards, states_of(game), seat, number_of(game, action, seat), no_journal()) == code


@pytest.mark.parametrize("name", UNLISTED)
def test_unlisted_actions(name: str) -> None:
    """R-TURN-1: what is no action at all is refused by name of a rule, too."""
    case, rule = UNLISTED[name]
    assert refused(case).rule == rule
