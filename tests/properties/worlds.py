"""Other worlds: a state in which only what an observer cannot know is different, made by hand, without the engine's own resampling."""

from __future__ import annotations

import random
from typing import Any

from allaboard import Game
from allaboard.engine.card_log import AT_MOST, PAID, RESHUFFLED, is_bound
from allaboard.engine.records import CHOOSING, NOT_CHOSEN
from allaboard.engine.ticket_log import HEAD, entry_size
from games import states_of


def another_world(game: Game, observer: int | None, chance: random.Random) -> Game:
    """A game that an observer (None: a spectator) cannot tell from this one, as a game of its own."""
    states = states_of(game)
    state = states[0]
    for stream in (state.card_stream, state.ticket_stream):
        for word in range(4):
            stream[word] = chance.getrandbits(64)
    if state.card_log_size == 0:
        _deal_hidden_cards(state, observer, chance)
    else:
        _deal_deck_by_deck(state, observer, chance)
    _rename_unseen_tickets(game, state, observer, chance)
    if state.phase == CHOOSING:
        _choose_differently(game, state, observer, chance)
    return Game.from_states(game.edition, states)


def _deal_hidden_cards(state: Any, observer: int | None, chance: random.Random) -> None:
    """Collect the deck and what of other hands was never shown, shuffle, and deal as many to everybody again."""
    told = state.shown if observer is None else state.known
    others = [seat for seat in range(state.players) if seat != observer]
    pool = [kind for kind in range(len(state.deck)) for _ in range(state.deck[kind])]
    for seat in others:
        for kind in range(len(state.deck)):
            pool += [kind] * int(state.hands[seat, kind] - told[seat, kind])
            state.hands[seat, kind] = told[seat, kind]
    chance.shuffle(pool)
    for seat in others:
        while state.hands[seat].sum() < state.hand_size[seat]:
            state.hands[seat, pool.pop()] += 1
    for kind in range(len(state.deck)):
        state.deck[kind] = pool.count(kind)


def _deal_deck_by_deck(state: Any, observer: int | None, chance: random.Random) -> None:
    """Once a deck has run out, cards change places only with others of their deck; not where somebody paid or a row of wilds stayed."""
    log = state.card_log
    events = range(state.card_log_size)
    if any(is_bound(int(log[n])) or (log[n] >= PAID and log[n] >> 4 & 7 != observer) for n in events):
        return
    ends = [n for n in events if log[n] == RESHUFFLED] + [len(events)]
    for begin, end in zip([0, *(end + 1 for end in ends)], ends, strict=False):
        places = [n for n in range(begin, end) if log[n] < AT_MOST and log[n] >> 4 != observer]
        pool = [int(log[n]) & 15 for n in places]
        if end == len(events):
            pool += [kind for kind in range(len(state.deck)) for _ in range(state.deck[kind])]
        chance.shuffle(pool)
        for n in places:
            seat, kind = int(log[n]) >> 4, pool.pop()
            state.hands[seat, int(log[n]) & 15] -= 1
            state.hands[seat, kind] += 1
            log[n] = seat << 4 | kind
        if end == len(events):
            for kind in range(len(state.deck)):
                state.deck[kind] = pool.count(kind)


def _rename_unseen_tickets(game: Game, state: Any, observer: int | None, chance: random.Random) -> None:
    """Tickets that the observer never saw change their names among each other, wherever they are."""
    tickets = range(len(game.actions.ticket_names))
    unseen = [ticket for ticket in tickets if observer is None or not int(state.seen[ticket]) >> observer & 1]
    renamed = dict(zip(unseen, chance.sample(unseen, len(unseen)), strict=True))
    before = states_of(game)[0]
    for ticket, name in renamed.items():
        state.place[name] = before.place[ticket]
        state.seen[name] = before.seen[ticket]
    at = 0
    while at < state.ticket_log_size:
        for byte in range(at + HEAD, at + entry_size(state, at)):
            state.ticket_log[byte] = renamed.get(int(state.ticket_log[byte]), state.ticket_log[byte])
        at += entry_size(state, at)
    for row in (*state.offer, state.queue):
        for position, ticket in enumerate(row):
            row[position] = renamed.get(int(ticket), ticket)


def _choose_differently(game: Game, state: Any, observer: int | None, chance: random.Random) -> None:
    """Seats that chose at set-up chose something else, and it need not be as many."""
    for seat in range(state.players):
        if seat != observer and state.chosen[seat] != NOT_CHOSEN:
            undecided = states_of(game)
            undecided[0].chosen[seat] = NOT_CHOSEN
            number = chance.choice(Game.from_states(game.edition, undecided).observe(seat).legal_ids)
            state.chosen[seat] = game.actions.boards[0].action_pattern[number]


def differs(one: Game, other: Game) -> bool:
    """Whether there is any difference at all between what two games hold secret."""
    hidden = ("hands", "deck", "place", "offer", "queue", "chosen")
    return any(one.state[field].tobytes() != other.state[field].tobytes() for field in hidden)
