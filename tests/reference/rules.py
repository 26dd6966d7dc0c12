"""The rules of play in the order of RULES.md, over a `Table`. Scores are for `scoring`; what chance gives comes from outside.

`set_up`, `legal_actions` and `apply` are the whole of it. A corner of the rules that is easily missed is counted in `Table.met`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations, permutations
from typing import Any, Final

from allaboard.editions import Edition
from allaboard.editions.edition import Route
from reference.table import CHOOSING, OFFER, OVER, SECOND_CARD, TURN, WILD, Chance, Impossible, Seat, Table

MARKET: Final = 5
WILDS_THAT_CLEAR: Final = 3

Actions = dict[str, tuple[Any, ...]]
"""Text of an action → what it says: a verb, and what it is about."""


# Set-up


def set_up(edition: Edition, players: int, start: int, deal: Iterable[str], met: Counter[str] | None = None) -> Table:
    """Deal a game: hands, market and tickets come from `deal`, in this order, hands and tickets seat by seat."""
    cards = Counter({WILD: edition.wild_cards, **{colour.name: colour.cards for colour in edition.colours}})
    seats = [Seat(number, edition.pieces) for number in range(players)]  # R-SETUP-1
    tickets = Counter(ticket.name for ticket in edition.tickets)
    table, chance = Table(edition, seats, start, cards, tickets, met=Counter() if met is None else met), Chance(deal)
    for seat in seats:  # R-SETUP-2
        seat.hand.update(draw_card(table, chance) for _ in range(edition.starting_hand))
    lay_market(table, chance)  # R-SETUP-3
    for seat in seats:  # R-SETUP-4
        seat.offer = [chance.draw(table.tickets) for _ in range(edition.setup_offer)]
    chance.finish()
    return table


def choose(table: Table, seat: Seat, text: str, kept: tuple[str, ...], given_back: tuple[str, ...], chance: Chance) -> None:
    """R-SETUP-4: nobody's choice has any effect before all have chosen."""
    seat.choice, seat.kept, seat.given_back = text, kept, given_back
    if table.acting:
        return
    for player in table.seats:
        player.tickets += player.kept
        player.offer, player.choice = [], None
    returned = [ticket for player in clockwise(table) for ticket in player.given_back]
    match table.edition.setup_return:
        case "bottom":
            table.under_deck += returned
        case "shuffled":
            bag = Counter(returned)
            table.under_deck += [chance.draw(bag) for _ in returned]
    table.note(f"tickets of the set-up given back: {table.edition.setup_return}", returned)
    table.turn = table.start  # R-SETUP-5
    begin_turn(table)


def clockwise(table: Table) -> list[Seat]:
    """The starting seat, then the others clockwise."""
    return table.seats[table.start :] + table.seats[: table.start]


# The turn


def legal_actions(table: Table, number: int) -> Actions:
    """Everything that a seat may do now."""
    seat, edition = table.seats[number], table.edition
    if number not in table.acting:
        return {}
    match table.phase:
        case "choosing tickets":
            return keeps(seat.offer, edition.setup_keep, order_chosen=False)  # R-SETUP-4: each player's as dealt
        case "second card":
            return draws(table, second=True)
        case "offer":
            return keeps(seat.offer, edition.keep, order_chosen=edition.return_order == "chosen")
    return turn_actions(table, seat)


def turn_actions(table: Table, seat: Seat) -> Actions:
    """R-TURN-1: draw cards, claim a route, draw tickets."""
    return {**draws(table, second=False), **claims(table, seat), **ticket_draws(table)}


def apply(table: Table, number: int, text: str, outcome: Iterable[str]) -> None:
    """Carry out a legal action with what chance gave."""
    action = legal_actions(table, number).get(text)
    if action is None:
        raise Impossible(f"seat {number} may not “{text}” now")
    seat, chance = table.seats[number], Chance(outcome)
    table.told = []
    stayed = table.market.count(WILD) >= WILDS_THAT_CLEAR
    match action:
        case ("draw deck",):
            draw_blind(table, seat, chance)
        case ("take", card):
            take_card(table, seat, card, chance)
        case ("claim", route, payment):
            claim_route(table, seat, route, payment, chance)
        case ("draw tickets",):
            draw_tickets(table, seat, chance)
        case ("keep", kept, given_back) if table.phase == CHOOSING:
            choose(table, seat, text, kept, given_back, chance)
        case ("keep", kept, given_back):
            keep_tickets(table, seat, kept, given_back)
    chance.finish()
    table.note(f"a row that stayed is cleared after all: {action[0]}", stayed and ("cleared", None) in table.told)


def end_turn(table: Table) -> None:
    """Pass the turn on."""
    count_turn(table)
    begin_turn(table)


def count_turn(table: Table) -> None:
    """R-END-1: who is low on pieces as a turn ends gives everybody one more, and is the last to have it. Skipped turns count."""
    low = table.seats[table.turn].pieces <= table.edition.final_round_at
    table.turns += 1
    if table.final_turns is not None:
        table.final_turns -= 1
        table.note("somebody claims in the final round and is low as well", low and table.told and table.told[0][0] == "claimed")
    elif low:
        table.final_turns = final_round_turns(table)
        table.told.append(("final round", table.turn))
    table.turn = (table.turn + 1) % len(table.seats)  # R-TURN-1
    if table.final_turns == 0:
        table.phase = OVER
        table.note("the final round ends")


def final_round_turns(table: Table) -> int:
    """R-END-1: one for everybody, for who began it as well."""
    return len(table.seats)


def begin_turn(table: Table) -> None:
    """R-TURN-2: who can do nothing is skipped; when all are skipped in a row the game ends."""
    for _ in table.seats:
        if table.phase == OVER:
            return
        seat = table.seats[table.turn]
        actions = turn_actions(table, seat)
        if actions:
            table.phase = TURN
            table.note("no card can be drawn", not draws(table, second=False))
            table.note("no ticket can be drawn", not ticket_draws(table))
            table.note("one single action is possible", len(actions) == 1)
            return
        table.note("skipped" if table.final_turns is None else "skipped in the final round")
        table.told.append(("skipped", table.turn))
        count_turn(table)
    if table.phase != OVER:
        table.note("nobody can act")
        table.phase = OVER


# Drawing cards


def draws(table: Table, second: bool) -> Actions:
    """R-DRAW-1, R-DRAW-3: blind or face up, but never a face-up wild as the second card."""
    blind: Actions = {"draw deck": ("draw deck",)} if table.deck.total() else {}
    return {**blind, **{f"take {card}": ("take", card) for card in table.market if takeable(card, second)}}


def takeable(card: str, second: bool) -> bool:
    return not (second and card == WILD)


def draw_blind(table: Table, seat: Seat, chance: Chance) -> None:
    """R-DRAW-4: a blind card is one card, wild or not."""
    card = draw_card(table, chance)
    seat.hand[card] += 1
    table.note("a wild comes blind as the first card", card == WILD and table.phase == TURN)
    lay_market(table, chance)
    go_on_drawing(table)


def take_card(table: Table, seat: Seat, card: str, chance: Chance) -> None:
    """R-DRAW-2: a card taken from the market is replaced at once."""
    table.note("a wild is taken while there is nothing but wilds face up", set(table.market) == {WILD} and not table.deck.total())
    table.market.remove(card)
    seat.hand[card] += 1
    lay_market(table, chance)
    if whole_turn(table, card):
        end_turn(table)
    else:
        go_on_drawing(table)


def whole_turn(table: Table, card: str) -> bool:
    """R-DRAW-3: a wild taken face up is the whole turn."""
    return card == WILD


def go_on_drawing(table: Table) -> None:
    """R-DRAW-6: with nothing left to draw the turn ends with one card."""
    if table.phase == SECOND_CARD:
        end_turn(table)
    elif draws(table, second=True):
        table.phase = SECOND_CARD
    else:
        table.note("nothing is left for the second card, but wilds" if table.market else "nothing is left for the second card")
        end_turn(table)


# Market and deck


def draw_card(table: Table, chance: Chance) -> str:
    """Draw from the deck; R-DECK-1: with its last card the discard pile becomes the deck."""
    card = chance.draw(table.deck)
    renew_deck(table)
    return card


def renew_deck(table: Table) -> None:
    """R-DECK-1: the deck is empty only while the discard pile is, too."""
    if not table.deck.total() and table.discard.total():
        table.deck, table.discard = table.discard, Counter()
        table.told.append(("reshuffled", None))
        table.note("the discard pile becomes the deck")


def lay_market(table: Table, chance: Chance) -> None:
    """R-MARKET-1, R-MARKET-2: fill the row while there are cards; clear it of wilds as long as that can help."""
    cleared = 0
    while True:
        left = len(table.market)
        while len(table.market) < MARKET and table.deck.total():
            table.market.append(draw_card(table, chance))
        table.note("the row has gaps", len(table.market) < MARKET)
        table.note("several gaps are filled at once", 0 < left < len(table.market) - 1)
        if table.market.count(WILD) < WILDS_THAT_CLEAR or row_stays(table):
            break
        table.discard.update(table.market)
        table.market.clear()
        renew_deck(table)
        table.told.append(("cleared", None))
        cleared += 1
    table.note("the row is cleared at set-up" if table.phase == CHOOSING else "the row is cleared", cleared)
    table.note("the row is cleared again and again", cleared > 1)


def row_stays(table: Table) -> bool:
    """R-MARKET-2, rulings: nothing could ever make the row clean."""
    coloured = sum(count for card, count in (table.deck + table.discard + Counter(table.market)).items() if card != WILD)
    if coloured < MARKET - WILDS_THAT_CLEAR + 1:
        table.note("the row stays: too few cards that are not wild")
        return True
    if table.deck.total() == MARKET and not table.discard.total() and table.deck[WILD] >= WILDS_THAT_CLEAR:
        table.note("the row stays: it would only change places with the deck")
        return True
    return False


# Claiming a route


def claims(table: Table, seat: Seat) -> Actions:
    """R-CLAIM-3: every route that is open to the seat, with every payment that the hand allows."""
    found: Actions = {}
    for number, route in enumerate(table.edition.board.routes):
        if not open_to(table, seat, number):
            continue
        for payment in payments(table.edition, seat.hand, route.length, route.colour):
            if not crosses(route, payment):
                table.note("a ferry is out of reach for want of wilds")
                continue
            paid = " + ".join(f"{count} {card}" for card, count in payment.items())
            found[f"claim {table.edition.board.route_name(number)} with {paid}"] = ("claim", number, payment)
    return found


def open_to(table: Table, seat: Seat, number: int) -> bool:
    """R-CLAIM-4 to R-CLAIM-7: unclaimed, pieces for all spaces, not beside an own route, nor closed with few players."""
    route = table.edition.board.routes[number]
    if number in table.owners:
        return False
    if route.length > seat.pieces:  # R-CLAIM-5
        table.note("a route is too long for the pieces left")
        return False
    if route.twin in table.owners:
        if table.owners[route.twin] == seat.number:  # R-CLAIM-6
            table.note("a route lies beside an own one")
            return False
        if len(table.seats) <= table.edition.twin_closed_up_to:  # R-CLAIM-7
            table.note("a twin is closed to others")
            return False
    return True


def payments(edition: Edition, hand: Counter[str], length: int, colour: str | None) -> list[dict[str, int]]:
    """R-CLAIM-1, R-CLAIM-2: cards of the route's colour, or of any one on a grey route, and wilds in place of some or all."""
    colours = [colour] if colour is not None else [each.name for each in edition.colours]
    found = [
        {paid: length - wilds, **({WILD: wilds} if wilds else {})}
        for paid in colours
        for wilds in range(length)
        if hand[paid] >= length - wilds and hand[WILD] >= wilds
    ]
    if hand[WILD] >= length:
        found.append({WILD: length})
    return found


def crosses(route: Route, payment: dict[str, int]) -> bool:
    """R-CLAIM-10: there is a wild for each ferry space."""
    return payment.get(WILD, 0) >= route.ferries


def claim_route(table: Table, seat: Seat, number: int, payment: dict[str, int], chance: Chance) -> None:
    """Pay, place the pieces, score."""
    route = table.edition.board.routes[number]
    table.told.append(("claimed", seat.number))
    seat.hand.subtract(payment)
    table.discard.update(payment)  # R-CLAIM-8
    seat.pieces -= route.length
    table.owners[number] = seat.number
    seat.points += table.edition.route_points[route.length]  # R-CLAIM-9
    table.note("both routes of a double route are claimed", route.twin in table.owners)
    table.note("a ferry is claimed with wilds to spare" if payment.get(WILD, 0) > route.ferries else "a ferry is claimed", route.ferries)
    renew_deck(table)  # R-DECK-1: what is paid when nothing else is left is the deck
    lay_market(table, chance)  # R-MARKET-1: gaps are filled as soon as there are cards again
    end_turn(table)


# Drawing tickets


def ticket_draws(table: Table) -> Actions:
    """R-TICKET-5: not with an empty ticket deck."""
    return {"draw tickets": ("draw tickets",)} if table.tickets.total() or table.under_deck else {}


def draw_tickets(table: Table, seat: Seat, chance: Chance) -> None:
    """R-TICKET-1, R-TICKET-2: as many as the edition says, or what is left; those given back come last, in their order."""
    from_top = 0
    while len(seat.offer) < table.edition.offer and ticket_draws(table):
        if table.tickets.total():
            seat.offer.append(chance.draw(table.tickets))
            from_top += 1
        else:
            seat.offer.append(chance.draw(Counter([table.under_deck.pop(0)])))
    table.note("fewer tickets are left than are drawn", len(seat.offer) < table.edition.offer)
    table.note("a single ticket is left and drawn", len(seat.offer) == 1 < table.edition.offer)
    table.note("fewer tickets are left than must be kept", len(seat.offer) < table.edition.keep)
    table.note(
        "a ticket given back is drawn again" if from_top == 0 else "tickets are drawn and drawn again in one offer",
        from_top < len(seat.offer),
    )
    table.phase = OFFER


def keeps(offer: list[str], at_least: int, order_chosen: bool) -> Actions:
    """R-TICKET-1, R-TICKET-3: every choice of at least so many, or of all there are; the others in each order, or as drawn."""
    found: Actions = {}
    for count in range(min(at_least, len(offer)), len(offer) + 1):
        for kept in combinations(offer, count):
            others = [ticket for ticket in offer if ticket not in kept]
            for given_back in permutations(others) if order_chosen else [tuple(others)]:
                returned = f"; return {', '.join(given_back)}" if given_back else ""
                found[f"keep {', '.join(kept)}{returned}"] = ("keep", kept, given_back)
    return found


def keep_tickets(table: Table, seat: Seat, kept: tuple[str, ...], given_back: tuple[str, ...]) -> None:
    """R-TICKET-3: what is not kept goes under the deck."""
    table.note(
        "tickets are given back in another order than drawn", list(given_back) != [ticket for ticket in seat.offer if ticket in given_back]
    )
    seat.tickets += kept
    table.under_deck += given_back
    seat.offer = []
    end_turn(table)
