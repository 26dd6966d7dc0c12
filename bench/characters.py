"""How the characters play: tickets, routes, tempo and endings of each against the planner, with two players; the figures of docs/bots.md.

    python bench/characters.py                         every edition, 200 blocks each
    python bench/characters.py usa --blocks 50 --bots racer,easy,normal

A row is what one bot did in its games against the planner, a block being one deal in both seatings. The planner's own row comes first.
How often they win is in docs/matches.md.
"""

from __future__ import annotations

import argparse
from collections import Counter

import numpy as np

from allaboard.actions import Action
from allaboard.arena.match import Match
from allaboard.editions import Edition, edition_ids, get_edition
from allaboard.engine.scoring import COMPLETED
from allaboard.observation import claimed_routes
from allaboard.runner import Outcome, play_game
from allaboard.runner.play import Playout

COLUMNS = ("tickets", "made", "routes", "spaces a route", "first claim", "between a rival's", "ends it", "pieces left", "turns")


class Watched(Playout):
    """A game that notes of one seat when it claims, how near to rivals, and whether it is the one who ends the game."""

    def watch(self, seat: int) -> Watched:
        """Note what this seat does."""
        self.seat, self.noted = seat, Counter[str]()
        return self

    def play(self, action: Action | int, seat: int) -> None:
        """Carry out an action, and look at what it changed."""
        before, ending = set(claimed_routes(self.state, seat)), self.state.final_turns >= 0
        super().play(action, seat)
        if seat != self.seat:
            return
        self.noted["ended"] += not ending and self.state.final_turns >= 0
        for route in set(claimed_routes(self.state, seat)) - before:
            if not before:
                self.noted["first"] = int(self.state.turns) // self.players + 1
            places = self.places(1 - seat)
            self.noted["between"] += set(self.ends(route)) <= places

    def ends(self, route: int) -> list[int]:
        """The two locations of a route."""
        return list(map(int, self.actions.boards[0].ends[route]))

    def places(self, seat: int) -> set[int]:
        """The locations that a seat's routes touch."""
        return {place for route in claimed_routes(self.state, seat) for place in self.ends(route)}


def figures(edition: Edition, bot: str, blocks: int, seed: int) -> list[float]:
    """What a bot did in its games against the planner, on average."""
    meeting, rows, routes, spaces, between = Match(edition, (bot, "planner"), seed), [], 0, 0, 0
    for block in range(blocks):
        for seat in range(2):
            planned = meeting.game(block, rotation=seat)
            game = Watched(edition, 2, planned.deal_seed).watch(seat)
            play_game(game, planned.seat_bots(), planned.bots)
            lengths = [int(game.actions.boards[0].length[route]) for route in claimed_routes(game.state, seat)]
            routes, spaces, between = routes + len(lengths), spaces + sum(lengths), between + game.noted["between"]
            state, made = game.state, Outcome.of(game).sheets[seat, COMPLETED]
            row = (state.ticket_count[seat], made, len(lengths), game.noted["first"], game.noted["ended"], state.pieces[seat], state.turns)
            rows.append(row)
    tickets, made, claims, first, ended, left, turns = np.mean(np.array(rows, np.float64), axis=0).tolist()
    return [tickets, made, claims, spaces / routes, first, 100 * between / routes, 100 * ended, left, turns]


def main() -> None:
    """Read the arguments, play, print rows of a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("editions", nargs="*", default=[], help="all of them unless named")
    parser.add_argument("--bots", default="racer,collector,blocker")
    parser.add_argument("--blocks", type=int, default=200)
    parser.add_argument("--seed", type=int, default=65_001)
    asked = parser.parse_args()
    print("| edition | bot |", " | ".join(COLUMNS), "|")
    print("| --- | --- |", " ---: |" * len(COLUMNS), sep="")
    for edition in map(get_edition, asked.editions or edition_ids()):
        for bot in ("planner", *asked.bots.split(",")):
            tickets, made, routes, length, first, between, ended, left, turns = figures(edition, bot, asked.blocks, asked.seed)
            cells = (
                f"{tickets:.2f}",
                f"{made:.2f}",
                f"{routes:.1f}",
                f"{length:.2f}",
                f"{first:.1f}",
                f"{between:.0f} %",
                f"{ended:.0f} %",
            )
            print(f"| {edition.id} | `{bot}` |", " | ".join((*cells, f"{left:.1f}", f"{turns:.0f}")), "|", flush=True)


if __name__ == "__main__":
    main()
