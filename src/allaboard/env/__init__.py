"""Reinforcement-learning environments: PettingZoo, Gymnasium, OpenSpiel and batches in compiled code.

All of them play the engine's games from what a seat may know. What an extra brings is only imported when it is asked for; where
it is missing, the error says what to install. Importing this package makes the ids known to Gymnasium, if that is installed.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Unpack

from allaboard.editions import Edition
from allaboard.env.action_encoding import ActionEncoding, Choices
from allaboard.env.batch_bot import BatchBot
from allaboard.env.features import FeatureKind, Features
from allaboard.env.league import League, Member
from allaboard.env.observation_layout import Layout, Slice
from allaboard.env.options import EnvOptions, GameOptions, ParallelOptions, SeatOptions, VectorEnvOptions
from allaboard.env.policy_bot import PolicyBot
from allaboard.env.policy_files import PolicyInfo, load_policy, save_policy
from allaboard.env.rewards import RewardKind
from allaboard.env.sampling import MaskedSampler
from allaboard.env.tensors import BoardTensors, board_tensors, encode
from allaboard.env.vector import VectorGames
from allaboard.env.versions import ENV_VERSION
from allaboard.runner import game_seed

if TYPE_CHECKING:
    from allaboard.env.gymnasium import AllAboardEnv
    from allaboard.env.openspiel import AllAboardGame
    from allaboard.env.pettingzoo import ParallelSeats, Seats
    from allaboard.env.stable_baselines import AllAboardVecEnv

__all__ = [
    "ENV_VERSION",
    "ActionEncoding",
    "BatchBot",
    "BoardTensors",
    "Choices",
    "FeatureKind",
    "Features",
    "Layout",
    "League",
    "MaskedSampler",
    "Member",
    "PolicyBot",
    "PolicyInfo",
    "RewardKind",
    "Slice",
    "VectorGames",
    "aec",
    "board_tensors",
    "encode",
    "game_seed",
    "gym",
    "load_policy",
    "openspiel_game",
    "parallel",
    "save_policy",
    "sb3",
]


def aec(edition: Edition | str, players: int = 2, **options: Unpack[SeatOptions]) -> Seats:
    """PettingZoo's AEC environment of an edition; options are those of `allaboard.env.pettingzoo.Seats`."""
    require("pettingzoo", "rl")
    from allaboard.env.pettingzoo import Seats

    return Seats(edition, players, **options)


def parallel(edition: Edition | str, players: int = 2, **options: Unpack[ParallelOptions]) -> ParallelSeats:
    """PettingZoo's parallel environment of an edition; options are those of `allaboard.env.pettingzoo.ParallelSeats`."""
    require("pettingzoo", "rl")
    from allaboard.env.pettingzoo import ParallelSeats

    return ParallelSeats(edition, players, **options)


def gym(edition: Edition | str, players: int = 2, **options: Unpack[EnvOptions]) -> AllAboardEnv:
    """Gymnasium's environment of an edition; options are those of `allaboard.env.gymnasium.AllAboardEnv`."""
    require("gymnasium", "rl")
    from allaboard.env.gymnasium import AllAboardEnv

    return AllAboardEnv(edition, players, **options)


def sb3(edition: Edition | str, players: int = 2, num_envs: int = 256, **options: Unpack[VectorEnvOptions]) -> AllAboardVecEnv:
    """Stable-Baselines3's vector environment of an edition; options are those of `allaboard.env.gymnasium_vector.AllAboardVectorEnv`."""
    require("stable_baselines3", "sb3")
    from allaboard.env.stable_baselines import AllAboardVecEnv

    return AllAboardVecEnv(num_envs, edition=edition, players=players, **options)


def openspiel_game(edition: str = "new-york", players: int = 2, **options: Unpack[GameOptions]) -> AllAboardGame:
    """OpenSpiel's game of an edition; options are its parameters: encoding, reward, seed and number of deals."""
    require("pyspiel", "openspiel")
    from allaboard.env.openspiel import AllAboardGame

    return AllAboardGame({"edition": edition, "players": players, **options})


def require(module: str, extra: str) -> None:
    """Refuse with the name of the extra that is missing."""
    if find_spec(module) is None:
        raise ImportError(f'this environment needs {module}, which is not installed: pip install "allaboard[{extra}]"')


if find_spec("gymnasium") is not None:
    from allaboard.env.gymnasium import register_envs

    register_envs()
