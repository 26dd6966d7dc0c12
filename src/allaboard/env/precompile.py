"""The environments' compiled code: made once, by stepping a game of each kind, so that no training waits for the compiler.

Nothing of it needs an extra: who installs one later finds its code ready. The bots that single environments ask come by the bots' own part.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from allaboard.editions import edition_ids, get_edition
from allaboard.env.action_encoding import Choices
from allaboard.env.batch_bot import BatchBot
from allaboard.env.episode import Episode
from allaboard.env.features import Features
from allaboard.env.policy_files import PolicyInfo, save_policy
from allaboard.env.sampling import MaskedSampler
from allaboard.env.vector import VectorGames
from allaboard.env.vector_seat import VectorSeat

__all__ = ["compile_environments"]


def compile_environments() -> None:
    """Step a batch, alone and with opponents, and a single game, by choices and by actions, and look at them."""
    smallest = get_edition(edition_ids()[0])
    games = VectorGames(smallest, smallest.min_players, games=1, seed=0)
    games.step(games.masks.argmax(axis=1))
    games.step(BatchBot("greedy", games)(), exact=True)
    sampler = MaskedSampler()
    sampler(games.masks)
    sampler(games.masks, np.zeros(games.masks.shape, np.float32))
    for rows in (1, 2):  # a row alone lies in memory otherwise than several do
        Features(smallest, smallest.min_players, "survey")(games.observations.repeat(rows, axis=0))
    episode = Episode(smallest, smallest.min_players)
    episode.begin(0)
    _, mask = episode.encode(episode.seat)
    episode.step(int(mask.argmax()))
    observation = episode.observe(episode.seat)
    choices = Choices(episode.actions, "compact")
    choices.action_id(choices.legal(observation)[0], observation)
    with TemporaryDirectory() as folder:
        blank = Path(folder) / "blank.npz"
        made_for = PolicyInfo.of(smallest, smallest.min_players, "compact", "plain")
        shown, answered = made_for.sizes(smallest)
        save_policy(blank, made_for, [(np.zeros((answered, shown)), np.zeros(answered))])
        tables = VectorSeat(games, str(blank))
        tables.begin()
        tables.step(games.masks.argmax(axis=1))
        tables.begin_ended()
