"""Random players in OpenSpiel: `pip install "allaboard[openspiel]"`, then `python examples/random_openspiel.py`."""

from __future__ import annotations

from random import Random

from allaboard.env import openspiel_game


def main() -> None:
    state, random = openspiel_game("new-york", players=2, seed=1).new_initial_state(), Random(1)
    while not state.is_terminal():
        if state.is_chance_node():
            deals, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(deals, chances)[0])
        else:
            state.apply_action(random.choice(state.legal_actions()))
    print(state)
    print(f"returns {state.returns()}")


if __name__ == "__main__":
    main()
