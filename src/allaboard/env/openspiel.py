"""OpenSpiel: the game as `python_allaboard`, a Python game with chance, information states and observations.

Chance is sampled once: a chance node at the root picks the deal, which is the number of a game of the seed, and all cards and tickets
follow from it. Nobody observes it, so for the players it is the same as a draw at a time, and histories alone restore every state.
Each of our editions is registered under a name of its own too, `python_allaboard_new_york` and the like.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Final, NamedTuple

import numpy as np
import pyspiel

from allaboard.editions import Edition, edition_ids
from allaboard.editions import get_edition as find_edition
from allaboard.editions.bounds import MARKET_SIZE, MAX_PLAYERS
from allaboard.engine import records
from allaboard.env.episode import Episode
from allaboard.env.observation_layout import Layout
from allaboard.env.options import Parameters
from allaboard.env.sampling import new_stream
from allaboard.notation import text
from allaboard.observation import Observation

__all__ = ["GAME_TYPE", "OBSERVERS", "AllAboardGame", "AllAboardState", "game_name", "longest_game"]

DEFAULTS: Parameters = {"edition": "new-york", "players": 2, "actions": "exact", "reward": "win", "seed": 0, "deals": 10_000}

NAME: Final = "python_allaboard"

OBSERVERS: Final = {
    "observation": pyspiel.IIGObservationType(perfect_recall=False),
    "information_state": pyspiel.IIGObservationType(perfect_recall=True),
    "public": pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE),
    "public_history": pyspiel.IIGObservationType(perfect_recall=True, private_info=pyspiel.PrivateInfoType.NONE),
    "private": pyspiel.IIGObservationType(public_info=False, perfect_recall=False, private_info=pyspiel.PrivateInfoType.SINGLE_PLAYER),
}
"""What an observer can be asked for by name."""

PRIVATE: Final = ("unseen", "hand", "tickets", "complete", "offer", "returned")
"""Slices that only the player in the chair can tell; of the rest a spectator sees less of `known`: players count cards with their own."""


def game_name(edition: str) -> str:
    """The name by which OpenSpiel knows the game of one edition."""
    return f"{NAME}_{edition.replace('-', '_')}"


def game_type(edition: str | None = None) -> pyspiel.GameType:
    """What OpenSpiel is told of the game: of all editions by a parameter, or of one."""
    box = None if edition is None else find_edition(edition)
    return pyspiel.GameType(
        short_name=NAME if box is None else game_name(box.id),
        long_name="All Aboard" if box is None else f"All Aboard, {box.title}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=MAX_PLAYERS if box is None else box.max_players,
        min_num_players=2 if box is None else box.min_players,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification={name: value for name, value in DEFAULTS.items() if box is None or name != "edition"},
    )


GAME_TYPE = game_type()

DECK, TAKE, CLAIM, DRAW, KEEP = range(1, 6)
"""What a decision was, in the history of an information state."""


def longest_game(edition: Edition, players: int) -> int:
    """More decisions than any game can have: every card drawn is in a hand or was paid, every piece placed once, every ticket kept once."""
    return edition.card_total + 2 * players * edition.pieces + 2 * len(edition.tickets) + players


def most_points(edition: Edition, players: int) -> float:
    """More points than a seat can be ahead or behind by."""
    tickets = sum(ticket.points for ticket in edition.tickets)
    places = edition.longest_path_points + edition.attraction_points * len(edition.board.locations)
    return float(edition.most_route_points + 2 * tickets + places + sum(district.points for district in edition.board.districts))


class Decision(NamedTuple):
    """One decision and what came of it, the whole truth: who may know which part is the observer's to say."""

    seat: int
    kind: int
    number: int
    kept: int
    drawn: int
    offer: tuple[int, ...]
    market: tuple[int, ...]
    words: str

    def known_to(self, player: int) -> Decision:
        """The decision without what a player was not shown (R-SECRET-2)."""
        if self.seat == player:
            return self
        if self.kind == KEEP:
            return self._replace(number=0, offer=(), words=f"keep {self.kept} of {len(self.offer)} tickets")
        return self._replace(drawn=0)

    def __deepcopy__(self, memo: dict[int, object]) -> Decision:
        """Nothing in it ever changes, and OpenSpiel copies states for every playout."""
        return self


class AllAboardGame(pyspiel.Game):
    """A box on the shelf: an edition, a number of players, a seed and its deals."""

    def __init__(self, params: Parameters | None = None, edition: str | None = None) -> None:
        """Take a box by its parameter `edition`, or, with `edition` given here, the game that is registered for that one."""
        chosen = DEFAULTS.copy()
        if params:
            chosen.update(params)
        if chosen["reward"] not in ("win", "score"):
            raise ValueError(f"the reward of a game is '{chosen['reward']}'; allowed: win, score")
        box = find_edition(edition or chosen["edition"])
        if edition is not None:
            del chosen["edition"]
        self.template = Episode(box, chosen["players"], actions=chosen["actions"], reward=chosen["reward"])
        self.seed, self.deals = chosen["seed"], chosen["deals"]
        most = 1.0 if chosen["reward"] == "win" else most_points(box, chosen["players"])
        info = pyspiel.GameInfo(
            num_distinct_actions=self.template.choices.size,
            max_chance_outcomes=self.deals,
            num_players=chosen["players"],
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0,
            max_game_length=longest_game(box, chosen["players"]),
        )
        super().__init__(GAME_TYPE if edition is None else game_type(edition), info, chosen)

    def new_initial_state(self) -> AllAboardState:
        """Before the deal."""
        return AllAboardState(self)

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | dict[str, object] | None = None, params: dict[str, object] | None = None
    ) -> Observer:
        """Something that looks at states for a player: by its type, or by the parameter `name`, one of OBSERVERS."""
        if isinstance(iig_obs_type, dict):  # OpenSpiel leaves the type out where none was given
            iig_obs_type, params = None, iig_obs_type
        wanted = dict(params or {})
        name = wanted.pop("name", "observation")
        if wanted or name not in OBSERVERS:
            raise ValueError(f"an observer cannot be made by {params}; allowed: name, one of {', '.join(OBSERVERS)}")
        if iig_obs_type is not None and params and "name" in params:
            raise ValueError("an observer is asked for by its type or by its name, not by both")
        return Observer(self, iig_obs_type or OBSERVERS[str(name)])


@cache
def _deals(count: int) -> list[tuple[int, float]]:
    return [(deal, 1 / count) for deal in range(count)]


class AllAboardState(pyspiel.State):
    """A moment of a game."""

    def __init__(self, game: AllAboardGame) -> None:
        super().__init__(game)
        self.episode = game.template.copy()
        self.dealt = False
        self.decisions: tuple[Decision, ...] = ()
        self._seed, self._deals = game.seed, game.deals

    def current_player(self) -> int:
        """The seat to move, chance before the deal, or the mark of the end."""
        if not self.dealt:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.episode.over else self.episode.seat

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The deals, all equally likely."""
        return _deals(self._deals)

    def _legal_actions(self, player: int) -> list[int]:
        if not self.dealt or self.episode.over or player != self.episode.seat:
            return []
        return [int(choice) for choice in np.flatnonzero(self.episode.encode(player)[1])]

    def _apply_action(self, action: int) -> None:
        if not self.dealt:
            self.episode.begin(self._seed, action)
            self.dealt = True
            return
        episode, seat = self.episode, self.episode.seat
        before = episode.observe(seat)
        number = episode.choices.action_id(action, before)
        episode.step(action)
        assert number is not None, "a legal choice stands for an action"
        self.decisions += (_decision(before, number, episode.observe(seat)),)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> AllAboardState:
        """A state that the player cannot tell from this one, all that is hidden from them dealt anew: what IS-MCTS asks for.

        Nothing of the real world is left in it: it has no history of OpenSpiel's, and others remember only what the player saw of them.
        """
        twin: AllAboardState = self.get_game().new_initial_state()
        if self.dealt:
            twin.episode = self.episode.resampled(player, new_stream(int(sampler() * 2**53)))
            twin.dealt = True
            twin.decisions = tuple(decision.known_to(player) for decision in self.decisions)
        return twin

    def _action_to_string(self, player: int, action: int) -> str:
        return f"deal {action}" if player == pyspiel.PlayerId.CHANCE else self.episode.choices.describe(action)

    def is_terminal(self) -> bool:
        """Whether the game has ended."""
        return self.dealt and self.episode.over

    def returns(self) -> list[float]:
        """Every seat's reward of the whole game: nothing before its end."""
        return [float(reward) if self.is_terminal() else 0.0 for reward in self.episode.rewards]

    def __str__(self) -> str:
        """What was decided so far."""
        return "\n".join(f"seat {decision.seat}: {decision.words}" for decision in self.decisions) if self.dealt else "before the deal"


def _decision(before: Observation, number: int, after: Observation) -> Decision:
    """What a seat decided, from its own observations before and after."""
    actions, seat = before.actions, before.seat
    assert seat is not None
    gained = after.state.hands[seat] - before.state.hands[seat]
    kind, kept, drawn = CLAIM, 0, 0
    offer: tuple[int, ...] = ()
    match actions.kinds[number]:
        case records.DRAW_DECK:
            kind, drawn = DECK, int(np.argmax(gained)) + 1
        case records.TAKE_CARD:
            kind = TAKE
        case records.DRAW_TICKETS:
            kind = DRAW
        case records.KEEP_TICKETS:
            kind, kept = KEEP, len(actions.kept_positions(number)[0])
            offer = tuple(actions.ticket_index[name] + 1 for name in before.offer)
    market = tuple(int(card) + 1 for card in after.state.market)
    return Decision(seat, kind, number, kept, drawn, offer, market, text(actions.action(number, before.offer)))


class Observer:
    """Looks at a state for a player; the tensor's parts are the slices of the layout, scaled to 1, and with perfect recall the history.

    Slices that the type leaves out are zero. What is public is seen from seat 0 by everybody.
    """

    def __init__(self, game: AllAboardGame, iig_obs_type: pyspiel.IIGObservationType) -> None:
        self.layout: Layout = game.template.layout
        self.recall = bool(iig_obs_type.perfect_recall)
        self.private = iig_obs_type.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.public = bool(iig_obs_type.public_info)
        self.offer = self.layout["offer"].shape[0]
        rows = game.max_game_length() if self.recall else 0
        self.tensor = np.zeros(self.layout.size + rows * (5 + self.offer + MARKET_SIZE), np.float32)
        self.dict = {part.name: self.tensor[part.start : part.stop].reshape(part.shape) for part in self.layout.slices}
        if self.recall:
            self.dict["history"] = self.tensor[self.layout.size :].reshape(rows, -1)

    def set_from(self, state: AllAboardState, player: int) -> None:
        """Fill the tensor with what a player may know."""
        self.tensor.fill(0)
        if not state.dealt:
            return
        self.tensor[: self.layout.size] = state.episode.encode(player if self.private else None)[0] / self.layout.high
        for part in self.layout.slices:
            if not (self.private if part.name in PRIVATE else self.public):
                self.dict[part.name].fill(0)
        if self.recall and self.public:
            for row, decision in enumerate(state.decisions):
                told = self._told(decision, player if self.private else -1, state.episode.players)
                self.dict["history"][row, : len(told)] = told

    def string_from(self, state: AllAboardState, player: int) -> str:
        """What a player may know, as text."""
        if not state.dealt:
            return "before the deal"
        seen: dict[str, object] = {}
        if self.public:
            seen["table"] = state.episode.observe(player if self.private else None).view
        elif self.private:
            seen["table"] = state.episode.observe(player).view["you"]
        if self.recall and self.public:
            observer = player if self.private else -1
            seen["history"] = [self._told(decision, observer, state.episode.players) for decision in state.decisions]
        return json.dumps(seen)

    def _told(self, decision: Decision, player: int, players: int) -> list[int]:
        """A decision as a player knows it: seat (from the player on, from 1), kind, what, tickets kept, card drawn, offer, market."""
        own = decision.seat == player
        hidden = decision.kind == KEEP and not own
        offer = decision.offer if own else ()
        seat = (decision.seat - player) % players if player >= 0 else decision.seat
        drawn = decision.drawn if own else 0
        known = (seat + 1, decision.kind, 0 if hidden else decision.number, decision.kept, drawn)
        return [*known, *offer, *[0] * (self.offer - len(offer)), *decision.market]


def game_of(edition: str) -> type[AllAboardGame]:
    """The game of one edition. OpenSpiel lets go of it after Python has ended, which of all callables only classes survive."""

    class EditionGame(AllAboardGame):
        def __init__(self, params: Parameters | None = None) -> None:
            super().__init__(params, edition)

    return EditionGame


pyspiel.register_game(GAME_TYPE, AllAboardGame)
for _name in edition_ids():
    pyspiel.register_game(game_type(_name), game_of(_name))
