"""Choices: both encodings mean exactly the actions they say, and their masks are the engine's legal actions."""

from __future__ import annotations

import pytest

import allaboard
from allaboard import ClaimRoute, KeepTickets, Position
from allaboard.engine.jit import INTERPRETED
from allaboard.engine.records import KEEP_TICKETS
from allaboard.env import Choices
from allaboard.env.episode import Episode
from env_play import SOME_TABLES, TABLES, moments

EVERY = 40 if INTERPRETED else 5


def canonical(action: allaboard.Action, legal: tuple[allaboard.Action, ...]) -> bool:
    """Whether compact choices have this action: the fewest wilds for its route and colour, tickets given back as drawn."""
    match action:
        case ClaimRoute(route, colour, _, wilds) if colour is not None:
            same = [other for other in legal if isinstance(other, ClaimRoute) and (other.route, other.colour) == (route, colour)]
            return wilds == min(other.wilds for other in same)
        case KeepTickets(keep, _):
            return action == next(other for other in legal if isinstance(other, KeepTickets) and other.keep == keep)
    return True


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_exact_choices_are_the_legal_actions(edition: str, players: int) -> None:
    episode = Episode(edition, players)
    for _ in moments(episode, players, EVERY):
        for seat in range(players):
            observation = episode.observe(seat)
            assert episode.choices.legal(observation) == list(observation.legal_ids)
            assert [choice for choice, legal in enumerate(episode.encode(seat)[1]) if legal] == list(observation.legal_ids)


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_compact_choices_are_the_canonical_ones_of_the_legal_actions(edition: str, players: int) -> None:
    """Every payment with the fewest wilds, every set of tickets; nothing illegal, nothing twice."""
    episode = Episode(edition, players, actions="compact")
    for _ in moments(episode, players, EVERY):
        if episode.over:
            break
        observation = episode.observe(episode.seat)
        legal = episode.choices.legal(observation)
        meant = [episode.choices.action(choice, observation) for choice in legal]
        assert len(set(meant)) == len(meant)
        assert set(meant) == {action for action in observation.legal_actions if canonical(action, observation.legal_actions)}
        assert [episode.choices.choice(action, observation) for action in meant] == legal


@pytest.mark.parametrize("encoding", ["exact", "compact"])
@pytest.mark.parametrize(("edition", "players"), SOME_TABLES)
def test_descriptions_differ(edition: str, players: int, encoding: allaboard.env.ActionEncoding) -> None:
    """Words for every choice; those for keeping tickets differ among offers of one size."""
    choices = Choices(Episode(edition, players).actions, encoding)
    without_keeps = [choices.describe(choice) for choice, kind in enumerate(choices.kinds) if kind != KEEP_TICKETS]
    assert len(set(without_keeps)) == len(without_keeps)


def test_a_compact_claim_pays_colour_first_and_wilds_last() -> None:
    game = Position("usa", players=2).hand(0, purple=3, wild=3).game()
    choices, observation = Choices(game.actions, "compact"), game.observe(0)
    claims = {
        choices.describe(choice): choices.action(choice, observation)
        for choice in choices.legal(observation)
        if choices.describe(choice).startswith("claim Denver–Omaha")
    }
    assert claims == {"claim Denver–Omaha with purple": ClaimRoute("Denver–Omaha", "purple", 3, 1)}


def test_another_payment_has_no_compact_choice() -> None:
    game = Position("usa", players=2).hand(0, purple=4, wild=3).game()
    choices, observation = Choices(game.actions, "compact"), game.observe(0)
    assert choices.choice(ClaimRoute("Denver–Omaha", "purple", 4, 0), observation) is not None
    assert choices.choice(ClaimRoute("Denver–Omaha", "purple", 2, 2), observation) is None


def test_a_choice_that_stands_for_nothing_says_so() -> None:
    game = Position("usa", players=2).hand(0, purple=4).game()
    choices, observation = Choices(game.actions, "compact"), game.observe(0)
    blue = next(choice for choice in range(choices.size) if choices.describe(choice).endswith("with blue"))
    with pytest.raises(ValueError, match=r"with blue.* stands for no action in this position"):
        choices.action(blue, observation)


def test_an_unknown_encoding_is_refused() -> None:
    with pytest.raises(ValueError, match="'small' is no encoding of actions; allowed: exact, compact"):
        Choices(Episode("london").actions, "small")  # type: ignore[arg-type]
