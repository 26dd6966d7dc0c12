"""Files of nets: how a trained policy is written down, so that it can play wherever a bot can.

A NumPy file (.npz) holds the layers of a net as arrays and needs nothing else to be played; an ONNX file (.onnx) holds any net and needs
the extra `onnx`. Both say in JSON what the net was made for. No file can run code of its own: there are no pickles in them.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, Protocol, TypeAlias, get_args

import numpy as np
import numpy.typing as npt

from allaboard.actions import action_space
from allaboard.bots import BotError
from allaboard.editions import Edition
from allaboard.env.action_encoding import ActionEncoding, Choices
from allaboard.env.features import FeatureKind, Features

__all__ = ["LARGEST", "Policy", "PolicyInfo", "load_policy", "save_policy"]

Float32s: TypeAlias = npt.NDArray[np.float32]

FORMAT: Final = 1
LARGEST: Final = 64 * 2**20
"""Bytes that a file may have, and four times as many unpacked."""


@dataclass(frozen=True, slots=True)
class PolicyInfo:
    """What a net was made for: nets know one board, one number of players, one encoding of choices."""

    edition: str
    edition_hash: str
    players: int
    actions: ActionEncoding
    features: FeatureKind
    note: str = ""
    """Who made it, and how: a line for people."""

    @classmethod
    def of(cls, edition: Edition, players: int, actions: ActionEncoding, features: FeatureKind, note: str = "") -> PolicyInfo:
        """What a net for a table of an edition is to say of itself."""
        return cls(edition.id, edition.hash, players, actions, features, note)

    @property
    def table(self) -> str:
        """The table that the net knows, in words."""
        return f"{self.edition} with {self.players} players"

    def misfit(self, edition: Edition, players: int) -> str | None:
        """Why the net cannot play at a table, None where it can."""
        if (edition.id, players) != (self.edition, self.players):
            return f"it was made for {self.table}, not for {edition.id} with {players}"
        return f"it was made for another form of {self.edition}" if edition.hash != self.edition_hash else None

    def sizes(self, edition: Edition) -> tuple[int, int]:
        """How many values the net is shown, and how many choices it has."""
        return Features(edition, self.players, self.features).size, Choices(action_space(edition), self.actions).size

    def to_json(self) -> str:
        """Return what stands in a file."""
        return json.dumps({"format": FORMAT, **asdict(self)}, ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> PolicyInfo:
        """Read what stands in a file; a ValueError says what is wrong with it."""
        stored = json.loads(text)
        if not isinstance(stored, dict) or stored.pop("format", None) != FORMAT:
            raise ValueError(f"its description is not of format {FORMAT}")
        wanted = {"edition": str, "edition_hash": str, "players": int, "actions": str, "features": str, "note": str}
        if set(stored) != set(wanted) or any(type(stored[name]) is not kind for name, kind in wanted.items()):
            raise ValueError(f"its description has {', '.join(sorted(stored))}; needed: {', '.join(wanted)}")
        if stored["actions"] not in get_args(ActionEncoding) or stored["features"] not in get_args(FeatureKind):
            raise ValueError(f"it knows neither the choices '{stored['actions']}' nor the features '{stored['features']}'")
        return cls(**stored)


class Policy(Protocol):
    """A net that can be asked."""

    @property
    def info(self) -> PolicyInfo:
        """What it was made for."""
        ...

    def logits(self, shown: Float32s) -> Float32s:
        """How good each choice is, a row for each row of features; larger is better."""
        ...

    def __hash__(self) -> int:
        """Nets are told apart by being another one, not by their numbers."""
        ...


@dataclass(frozen=True, eq=False)
class LayeredPolicy:
    """Linear layers with what is negative cut off in between, beside them a single one (`reflex`), on inputs counted from the usual.

    Nothing reaches the net that is further than `limit` from the usual.
    """

    info: PolicyInfo
    layers: tuple[tuple[Float32s, Float32s], ...]
    usual: Float32s
    scale: Float32s
    limit: float
    reflex: Float32s | None

    def logits(self, shown: Float32s) -> Float32s:
        """How good each choice is."""
        seen = np.clip((shown - self.usual) * self.scale, -self.limit, self.limit)
        value = seen
        for number, (weight, bias) in enumerate(self.layers):
            value = (np.maximum(value, 0) if number else value) @ weight.T + bias
        return value if self.reflex is None else value + seen @ self.reflex.T


@dataclass(frozen=True, eq=False)
class OnnxPolicy:
    """A net of any kind: features in by its first input, logits out by its first output."""

    info: PolicyInfo
    session: Any  # onnxruntime states no types

    def logits(self, shown: Float32s) -> Float32s:
        """How good each choice is."""
        return np.asarray(self.session.run(None, {self.session.get_inputs()[0].name: shown})[0], np.float32)


def save_policy(
    path: Path,
    info: PolicyInfo,
    layers: Sequence[tuple[npt.ArrayLike, npt.ArrayLike]],
    *,
    usual: npt.ArrayLike = 0.0,
    scale: npt.ArrayLike = 1.0,
    limit: float | None = None,
    reflex: npt.ArrayLike | None = None,
) -> None:
    """Write a NumPy file, in half precision: linear layers as (weight, bias), a weight with a row for each output, as PyTorch has them.

    The inputs are (features - usual) * scale, cut off at -limit and limit. `reflex` is a weight from the inputs straight to the choices.
    """
    arrays: dict[str, npt.ArrayLike] = {"usual": usual, "scale": scale}
    arrays |= {name: array for name, array in (("limit", limit), ("reflex", reflex)) if array is not None}
    for number, (weight, bias) in enumerate(layers):
        arrays |= {f"weight_{number}": weight, f"bias_{number}": bias}
    half = {name: np.asarray(array, np.float16) for name, array in arrays.items()}
    np.savez_compressed(path, allow_pickle=False, info=np.array(info.to_json()), **half)


def load_policy(path: Path) -> Policy:
    """Read a net, once as long as its file stays the same; a BotError says what is wrong with it."""
    try:
        stat = path.stat()
    except OSError as error:
        raise BotError(f"there is no net {path}") from error
    if stat.st_size > LARGEST:
        raise BotError(f"the net {path} has {stat.st_size // 2**20} MB; allowed: {LARGEST // 2**20}")
    return _load(path.resolve(), stat.st_mtime_ns, stat.st_size)


@lru_cache(maxsize=16)
def _load(path: Path, changed: int, size: int) -> Policy:
    try:
        return _load_onnx(path) if path.suffix == ".onnx" else _load_numpy(path)
    except BotError:
        raise
    except Exception as error:  # whatever stands in somebody's file
        raise BotError(f"{path} is no net that can be played: {error}") from error


def _load_numpy(path: Path) -> LayeredPolicy:
    with zipfile.ZipFile(path) as packed:
        if sum(part.file_size for part in packed.infolist()) > 4 * LARGEST:
            raise ValueError(f"unpacked it has more than {4 * LARGEST // 2**20} MB")
    with np.load(path, allow_pickle=False) as stored:
        if "info" not in stored:
            raise ValueError("it does not say what it was made for")
        info = PolicyInfo.from_json(str(stored["info"]))
        arrays = {name: np.asarray(stored[name], np.float32) for name in stored.files if name != "info"}
    if broken := [name for name, array in arrays.items() if not np.isfinite(array).all()]:
        raise ValueError(f"not all of its numbers are finite, in {', '.join(broken)}")
    layers: list[tuple[Float32s, Float32s]] = []
    while f"weight_{len(layers)}" in arrays:
        layers.append((arrays.pop(f"weight_{len(layers)}"), arrays.pop(f"bias_{len(layers)}")))
    usual, scale, reflex = arrays.pop("usual"), arrays.pop("scale"), arrays.pop("reflex", None)
    limit = float(arrays.pop("limit", np.float32(np.inf)))
    if arrays or not layers:
        wanted = "weight_0, bias_0 and so on, usual, scale, and perhaps limit and reflex"
        raise ValueError(f"it has {', '.join(arrays) or 'no layers'}; a net has {wanted}")
    return LayeredPolicy(info, tuple(layers), usual, scale, limit, reflex)


def _load_onnx(path: Path) -> OnnxPolicy:
    if find_spec("onnxruntime") is None:
        raise BotError(f'the net {path} needs onnxruntime, which is not installed: pip install "allaboard[onnx]"')
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1  # a table's bots share the processor with others
    session = onnxruntime.InferenceSession(path.read_bytes(), options, providers=["CPUExecutionProvider"])
    described = session.get_modelmeta().custom_metadata_map
    if "allaboard" not in described:
        raise ValueError("it does not say what it was made for: its metadata have no entry 'allaboard'")
    return OnnxPolicy(PolicyInfo.from_json(described["allaboard"]), session)
