"""What a seat can count and guess while it plays: cards unseen, what rivals may hold, tickets that their lines suggest, turns left.

All of it comes from the seat's observation. Guesses are the beliefs that the search deals its worlds from; who asks, and when, is for
the caller to say.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from typing_extensions import TypedDict

from allaboard.bots.route_graph import route_graph_of
from allaboard.bots.search.beliefs import PARTICLES, ticket_odds
from allaboard.bots.search.worlds import DEALING, NOTHING
from allaboard.editions.bounds import MAX_PLAYERS, MAX_TICKETS
from allaboard.engine.bits import route_set
from allaboard.engine.chance import seed_stream
from allaboard.engine.claiming import free_for
from allaboard.engine.entry import new_states, resampled
from allaboard.engine.records import CHOOSING, States
from allaboard.engine.typed_records import Flags, Floats
from allaboard.observation import Observation, acting_seats, observe
from allaboard.review.futures import Futures, list_actions

__all__ = ["Rival", "SuggestedTicket", "Training", "TurnsLeft", "UnseenCards", "UnseenHand", "train"]

DRAWS: Final = 40
"""Worlds that are drawn as the search draws them, each from so many particles; each is played to its end."""
SEED: Final = 0
"""Worlds are numbered: who knows the same is told the same."""
LEAST: Final = 0.15
"""A guess below this chance is none."""
SUGGESTED: Final = 1.5
"""A ticket is suggested by lines that make its odds so many times what they were without them: dear tickets are often kept anyway."""
MOST_TICKETS: Final = 4
MOST_CARDS: Final = 3
LIKELY: Final = (0.1, 0.9)
"""Between these shares of the games lies what is called likely."""


class UnseenCards(TypedDict):
    """How many cards of a kind the seat has not seen, of how many there are; `in_deck`: how many of them lie in the deck on average."""

    card: str
    unseen: int
    of: int
    in_deck: float


class UnseenHand(TypedDict):
    """A kind of card that may be among those of a hand that nobody saw: how many on average, and the chance of at least one."""

    card: str
    expected: float
    chance: float


class SuggestedTicket(TypedDict):
    """A ticket that a rival's lines suggest, and the fewest pieces that it would still take the rival; None where no way is left.

    A rival without lines suggests none.
    """

    ticket: str
    chance: float
    pieces: int | None


class Rival(TypedDict):
    """What a rival may hold: how many cards were never seen, what is likely among them, and tickets, the likeliest first."""

    seat: int
    unseen: int
    perhaps: list[UnseenHand]
    tickets: list[SuggestedTicket]


class TurnsLeft(TypedDict):
    """The seat's turns until the end, this one included, in games played on: likely from `low` to `high`, with the middle.

    `games` says how many of them had so many turns, from `fewest` on; `ender` is the seat that most often sets off the final round, None
    where none does.
    """

    low: int
    middle: int
    high: int
    fewest: int
    games: list[int]
    ender: int | None


class Training(TypedDict):
    """What a seat can count and guess."""

    cards: list[UnseenCards]
    rivals: list[Rival]
    turns: TurnsLeft


@dataclass(frozen=True, slots=True)
class Worlds:
    """Worlds that the seat cannot rule out, and how likely each is among its draw: a row a draw, a column a particle.

    Cards say nothing about tickets: for them every particle counts alike. `unmoved`: how likely they would be if a rival had no lines.
    """

    states: States
    weights: Floats
    unmoved: dict[int, Floats]  # by the rival's seat
    held: Flags  # by draw, particle, seat and ticket; tickets on offer are held by nobody


def train(observation: Observation, n: int) -> Training:
    """What the seat of an observation can count and guess before action `n`, while the game goes on."""
    worlds = draw_worlds(observation, n)
    rivals = [seat for seat in range(int(observation.state.players)) if seat != observation.seat]
    return {
        "cards": _unseen_cards(observation, worlds),
        "rivals": [_rival(observation, worlds, seat) for seat in rivals],
        "turns": _turns_left(observation, worlds, n),
    }


def draw_worlds(observation: Observation, n: int) -> Worlds:
    """Draw worlds as the search does: several at random, weighed by how well their tickets explain what the rivals built."""
    boards, seat = observation.actions.boards, observation.seat
    assert seat is not None
    players, tickets = int(observation.state.players), len(observation.actions.ticket_names)
    odds, stream = _odds(observation, seat, observation.states), np.empty(4, np.uint64)
    seed_stream(stream, np.array([SEED, n, 0, 0], dtype=np.uint64), DEALING)
    states = new_states(DRAWS * PARTICLES)
    for world in range(len(states)):
        resampled(boards, observation.states, seat, stream, states[world : world + 1])
    place = states["place"][:, :tickets]
    held = np.stack([place == holder for holder in range(players)], axis=1)
    for holder in range(players):
        for position in range(int(observation.state.offer_size[holder])):
            held[np.arange(len(states)), holder, states["offer"][:, holder, position]] = False
    unmoved = {}
    for rival in (rival for rival in range(players) if rival != seat):
        bare = odds.copy()
        bare[rival] = _odds(observation, seat, _without_lines(observation, rival))[rival]
        unmoved[rival] = _likelihoods(held, bare)
    return Worlds(states, _likelihoods(held, odds), unmoved, held.reshape(DRAWS, PARTICLES, players, tickets))


def _odds(observation: Observation, seat: int, states: States) -> Floats:
    """The log-odds of every ticket for every rival, as the search has them; none for the seat itself."""
    odds = np.zeros((MAX_PLAYERS, MAX_TICKETS))
    ticket_odds(observation.actions.boards, states, seat, odds)
    odds[seat] = 0.0
    return odds[: int(observation.state.players), : len(observation.actions.ticket_names)]


def _without_lines(observation: Observation, rival: int) -> States:
    """The board as it would be if a rival had claimed nothing."""
    states = observation.states.copy()
    states["free"][0] |= states["claimed"][0, rival]
    states["claimed"][0, rival] = 0
    states["pieces"][0, rival] = observation.actions.boards[0].pieces
    return states


def _likelihoods(held: Flags, odds: Floats) -> Floats:
    """How likely each particle is among its draw, by who holds which tickets in it."""
    logs = (held * odds).sum(axis=(1, 2)).reshape(DRAWS, PARTICLES)
    weights: Floats = np.exp(logs - logs.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    return weights


def _unseen_cards(observation: Observation, worlds: Worlds) -> list[UnseenCards]:
    in_deck = worlds.states["deck"].mean(axis=0)
    state, board = observation.state, observation.actions.boards[0]
    return [
        {"card": card, "unseen": int(state.deck[kind]), "of": int(board.cards[kind]), "in_deck": round(float(in_deck[kind]), 1)}
        for kind, card in enumerate(observation.edition.card_names)
    ]


def _rival(observation: Observation, worlds: Worlds, seat: int) -> Rival:
    state, actions = observation.state, observation.actions
    names, graph = observation.edition.card_names, route_graph_of(actions)
    hidden = worlds.states["hands"][:, seat, : len(names)] - state.hands[seat, : len(names)]
    expected, chances = hidden.mean(axis=0), (hidden > 0).mean(axis=0)
    likely = sorted(range(len(names)), key=lambda kind: -expected[kind])[:MOST_CARDS]
    own, free = route_set(state.claimed[seat]), free_for(state, seat)
    shares, unmoved = (
        (weights[:, :, None] * worlds.held[:, :, seat]).sum(axis=1).mean(axis=0) for weights in (worlds.weights, worlds.unmoved[seat])
    )
    # odds as products: a share may be 1
    suggested = (shares >= LEAST) & (shares * (1.0 - unmoved) >= SUGGESTED * unmoved * (1.0 - shares)) & bool(own)
    tickets: list[SuggestedTicket] = []
    for ticket in sorted(np.flatnonzero(suggested).tolist(), key=lambda ticket: -shares[ticket])[:MOST_TICKETS]:
        way = graph.shortest(*graph.tickets[ticket][:2], own, free)
        pieces = None if way is None else graph.pieces(way)
        tickets.append({"ticket": actions.ticket_names[ticket], "chance": round(float(shares[ticket]), 2), "pieces": pieces})
    return {
        "seat": seat,
        "unseen": int(state.hand_size[seat]) - int(state.hands[seat].sum()),
        "perhaps": [
            {"card": names[kind], "expected": round(float(expected[kind]), 2), "chance": round(float(chances[kind]), 2)}
            for kind in likely
            if chances[kind] >= LEAST
        ],
        "tickets": tickets,
    }


def _turns_left(observation: Observation, worlds: Worlds, n: int) -> TurnsLeft:
    state, seat = observation.state, observation.seat
    assert seat is not None
    players, now = int(state.players), int(state.turns)
    first = int(state.start) if state.phase == CHOOSING else int(state.acting)
    chance = np.random.default_rng((SEED, n))
    own: list[int] = []
    enders: list[int] = []
    for draw in range(DRAWS):
        world = draw * PARTICLES + int(chance.choice(PARTICLES, p=worlds.weights[draw]))
        end = _played_on(observation, worlds.states[world : world + 1], n, draw)
        turns = int(end[0].turns) - now
        own.append(max(0, -(-(turns - (seat - first) % players) // players)))
        if end[0].final_turns == 0:
            # R-END-1: who sets off the final round has its last turn
            enders.append((first + turns - 1) % players)
    low, middle, high = np.quantile(own, (LIKELY[0], 0.5, LIKELY[1]), method="nearest").astype(int).tolist()
    return {
        "low": low,
        "middle": middle,
        "high": high,
        "fewest": min(own),
        "games": [own.count(turns) for turns in range(min(own), max(own) + 1)],
        "ender": max(sorted(set(enders)), key=enders.count, default=None),
    }


def _played_on(observation: Observation, world: States, n: int, draw: int) -> States:
    """The end of a world that planners play on from here, each by what it can see."""
    seen = observe(observation.actions, world, acting_seats(world[0])[0])
    return Futures(seen, n, draw, world).play_ends([(list_actions(seen, 1)[0], NOTHING)], 1)
