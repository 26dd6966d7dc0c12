"""What an environment can be asked for, by name: the keywords of the functions in `allaboard.env`, for type checkers and editors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from allaboard.env.action_encoding import ActionEncoding
from allaboard.env.episode import IllegalChoice
from allaboard.env.rendering import RenderMode
from allaboard.env.rewards import RewardKind

__all__ = ["EnvOptions", "GameOptions", "ParallelOptions", "Parameters", "SeatOptions", "VectorEnvOptions"]


class TableOptions(TypedDict, total=False):
    """What all of Gymnasium's and PettingZoo's environments take."""

    start: int | None
    actions: ActionEncoding
    reward: RewardKind
    render_mode: RenderMode | None


class SeatOptions(TableOptions, total=False):
    """Options of `pettingzoo.Seats`."""

    max_cycles: int | None


class ParallelOptions(SeatOptions, total=False):
    """Options of `pettingzoo.ParallelSeats`."""

    illegal: IllegalChoice


class EnvOptions(TableOptions, total=False):
    """Options of `gymnasium.AllAboardEnv`."""

    opponents: str | Sequence[str]
    seat: int
    illegal: IllegalChoice


class VectorEnvOptions(TypedDict, total=False):
    """Options of `gymnasium_vector.AllAboardVectorEnv`."""

    opponents: str | Sequence[str]
    seat: int
    start: int | None
    actions: ActionEncoding
    reward: RewardKind
    threads: int | None
    copy: bool


class GameOptions(TypedDict, total=False):
    """Options of `openspiel.AllAboardGame`."""

    actions: ActionEncoding
    reward: RewardKind
    seed: int
    deals: int


class Parameters(GameOptions, total=False):
    """All that OpenSpiel keeps of a game, by name."""

    edition: str
    players: int
