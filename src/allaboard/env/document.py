"""docs/observations.md, written from the layouts and the encodings themselves by `python -m allaboard.env.document`."""

from __future__ import annotations

from allaboard.actions import action_space
from allaboard.editions import Edition, edition_ids, get_edition
from allaboard.env.action_encoding import Choices
from allaboard.env.observation_layout import Layout
from allaboard.env.versions import ENV_VERSION

__all__ = ["document"]

OPENING = """# Observations and choices

Written by `python -m allaboard.env.document`; a test compares it with the code. Version {version} of the environments.

An observation is a row of bytes: counts and flags as they are on the table. Divide by `Layout.high` to bring it to the range from 0
to 1, and use `Layout.split` to have its slices by name:

```python
from allaboard.env import Layout, VectorGames

games = VectorGames("new-york", players=2, games=4, seed=1)
hands = games.layout.split(games.observations)["hand"]  # shape (4, 7)
```

There is one layout for each edition and number of players. A layout for several editions would be padding for the most part, and the
same number would still stand for another place, so nothing learned would carry over. Seats are relative everywhere: the observer is
number 0, then clockwise. Cards are in the order of the edition with the wild first, routes and tickets in the order of its files.

An observation says what the redacted state of the seat says, and never depends on what the seat cannot know (R-SECRET-1 to
R-SECRET-3). Tests hold both to it in every edition with every number of players: all that is hidden is dealt out again, and observations
and masks stay the same; batches, which skip the copy that a redaction takes, write the same bytes as single games, which do not.

## Slices

| slice | shape | range | meaning |
| --- | --- | --- | --- |
{slices}

## Sizes

| edition | players | cards | routes | tickets | offer | observation | choices, exact | choices, compact |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
{sizes}

The starts of the slices for a number of players are `Layout(edition, players)[name].start`; for two players:

| slice | {editions} |
| --- | {rules} |
{starts}

## Choices

A choice is a number; the mask has 1 for those that are legal now. There are two encodings, and `Choices` maps both to actions and back.

**exact** has a choice for every action of the edition, and the numbers are the engine's own ids:

{exact}

**compact** has one choice for a route and the card to pay with: as many cards of that colour as the hand has, wilds for the rest. The
choice `wild` pays with wilds alone. At least one card of the colour must be there, so no two legal choices mean the same action.
Tickets that are not kept go back in the order drawn.

{compact}
"""


def document() -> str:
    """The page."""
    boxes = [get_edition(name) for name in edition_ids()]
    layouts = [Layout(box, 2) for box in boxes]
    starts = [
        f"| `{parts[0].name}` | {' | '.join(_span(part.start, part.stop) for part in parts)} |"
        for parts in zip(*(layout.slices for layout in layouts), strict=True)
    ]
    return OPENING.format(
        version=ENV_VERSION,
        slices="\n".join(_slices(layouts)),
        sizes="\n".join(_sizes(box, players) for box in boxes for players in range(box.min_players, box.max_players + 1)),
        editions=" | ".join(box.id for box in boxes),
        rules=" | ".join("---" for _ in boxes),
        starts="\n".join(starts),
        exact=_choices(boxes, "exact"),
        compact=_choices(boxes, "compact"),
    )


def _span(first: int, stop: int) -> str:
    return str(first) if stop == first + 1 else f"{first}–{stop - 1}"


def _slices(layouts: list[Layout]) -> list[str]:
    rows = []
    for parts in zip(*(layout.slices for layout in layouts), strict=True):
        shape = " × ".join(f"{axis}s" if axis != "phase" else "4" for axis in parts[0].axes) or "1"
        highs = sorted({part.high for part in parts})
        high = "players" if parts[0].name == "final_turns" else str(highs[0]) if len(highs) == 1 else f"{highs[0]}–{highs[-1]} by edition"
        rows.append(f"| `{parts[0].name}` | {shape} | 0 to {high} | {parts[0].meaning} |")
    return rows


def _sizes(box: Edition, players: int) -> str:
    layout, actions = Layout(box, players), action_space(box)
    counts = (len(box.card_names), len(box.board.routes), len(box.tickets), layout["offer"].shape[0])
    cells = (box.id, players, *counts, layout.size, Choices(actions, "exact").size, Choices(actions, "compact").size)
    return f"| {' | '.join(str(cell) for cell in cells)} |"


def _choices(boxes: list[Edition], encoding: str) -> str:
    rows = [f"| choice | {' | '.join(box.id for box in boxes)} |", f"| --- | {' | '.join('---' for _ in boxes)} |"]
    spans: list[list[str]] = [[], [], [], [], []]
    for box in boxes:
        kinds = Choices(action_space(box), "exact" if encoding == "exact" else "compact").kinds
        for kind, span in enumerate(spans):
            span.append(_span(kinds.index(kind), kinds.index(kind) + kinds.count(kind)))
    claims = "claim, by route, colour and wilds spent, all wilds last" if encoding == "exact" else "claim, by route and card, `wild` last"
    keeps = (
        "keep, by size of the offer, set kept and order returned"
        if encoding == "exact"
        else "keep; less the number of drawing tickets, it has a bit for each position kept"
    )
    names = ("draw from the deck", "take a face-up card, by card", claims, "draw tickets", keeps)
    return "\n".join([*rows, *(f"| {name} | {' | '.join(span)} |" for name, span in zip(names, spans, strict=True))])


if __name__ == "__main__":
    print(document(), end="")
