"""A thousand random games at once, with no extra installed: `python examples/random_vector.py`."""

from __future__ import annotations

import numpy as np

from allaboard.env import VectorGames


def main() -> None:
    games = VectorGames("usa", players=2, games=1000, seed=1, actions="compact")
    random, ended, scores = np.random.default_rng(1), 0, np.zeros(2)
    while ended < 1000:
        legal = games.masks.cumsum(axis=1, dtype=np.int32)
        wanted = (random.random(games.games) * legal[:, -1]).astype(np.int64)
        games.step((legal > wanted[:, None]).argmax(axis=1))
        ended += int(games.dones.sum())
        scores += games.scores[games.dones].sum(axis=0)
    print(f"{ended} games, mean scores {(scores / ended).round(1).tolist()}")


if __name__ == "__main__":
    main()
