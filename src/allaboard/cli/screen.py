"""The table as a player at a terminal sees it: market, opponents, hand, tickets, choices, and the routes around a place."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from allaboard.cli.prompt import Choice
from allaboard.cli.styled_text import CardRow, TerminalTeller, card_chip, cards_text, route_cards
from allaboard.editions import Edition
from allaboard.observation import Observation
from allaboard.result import result_of
from allaboard.sentences import count_of

__all__ = ["choice_list", "help_table", "routes_near", "table_view"]

SHOWN_CLAIMS = 10
PROMPTS = {
    "choosing tickets": "Choose the tickets to keep",
    "turn": "Your turn",
    "second card": "Your turn: one more card",
    "offer": "Choose the tickets to keep",
}

HELP = {
    "deck": "draw a card blind",
    "blue": "take a face-up card; also “take blue”",
    "claim A-B": "claim a route; you are asked how to pay when there are several ways",
    "claim A-B with 2 red + 1 wild": "claim a route and pay so",
    "tickets": "draw tickets",
    "keep A-B, C-D": "keep these tickets of the offer",
    "all": "list every route that you can claim",
    "map": "write the board to a picture; “map FILE.png” names it",
    "map PLACE": "list the routes at a place",
    "log": "tell the whole game so far",
    "quit": "stop and save the game",
}


def help_table() -> Table:
    """What can be typed."""
    table = Table(
        box=None, pad_edge=False, title="Type the number of a choice, or say it in words:", title_justify="left", show_header=False
    )
    table.add_column(style="bold", no_wrap=True)
    table.add_column()
    for typed, meaning in HELP.items():
        table.add_row(typed, meaning)
    return table


def table_view(observation: Observation, teller: TerminalTeller, news: Sequence[Text]) -> Group:
    """Everything that a player wants to see before choosing."""
    view, edition = observation.view, observation.edition
    title = PROMPTS.get(view["phase"], view["phase"])
    if view["final_turns"] is not None:
        title += " (your last one)"
    parts: list[RenderableType] = [Rule(Text(f"{edition.title} · {title}", style="bold"), align="left", style="dim")]
    parts += [Padding(line, (0, 0, 0, 2)) for line in news]
    if news:
        parts.append(Text())
    if view["phase"] != "second card":
        parts += [_seats(observation, teller), Text()]
    parts.append(_own(observation))
    return Group(*parts)


def _seats(observation: Observation, teller: TerminalTeller) -> Table:
    """The public facts of every seat."""
    view, edition = observation.view, observation.edition
    shows_points = any(facts["points"] is not None for facts in view["seats"])
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("")
    for heading in (edition.piece_plural.capitalize(), "Cards", "Tickets", *(["Points"] if shows_points else [])):
        table.add_column(heading, justify="right", header_style="dim")
    for facts in view["seats"]:
        figures = [facts["pieces"], facts["cards"], facts["tickets"], *([facts["points"]] if shows_points else [])]
        table.add_row(teller.name(facts["seat"]), *map(str, figures))
    return table


def _own(observation: Observation) -> Table:
    """Market, hand and tickets, with labels."""
    view, edition = observation.view, observation.edition
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(style="dim", no_wrap=True)
    table.add_column()
    table.add_row("Decks", f"{view['deck']} cards, {view['ticket_deck']} tickets")
    table.add_row("Market", CardRow(edition, [card for card in view["market"] if card]))
    own = view["you"]
    assert own is not None
    assert observation.seat is not None
    table.add_row("Hand", CardRow(edition, own["hand"]) if own["hand"] else Text("no cards", style="dim"))
    sheet = result_of(observation.actions, observation.states).sheets[observation.seat]
    tickets = Text("\n").join(
        Text(f"{'✓' if ticket.complete else '·'} {ticket.ticket} ({abs(ticket.points)})", style="green" if ticket.complete else "default")
        for ticket in sheet.tickets
    )
    if sheet.tickets:
        table.add_row("Tickets", tickets)
    if observation.offer:
        points = {ticket.name: ticket.points for ticket in edition.tickets}
        table.add_row("Offer", Text("\n").join(Text(f"{name} ({points[name]})", style="bold") for name in observation.offer))
    return table


def choice_list(edition: Edition, choices: Sequence[Choice], *, every: bool = False) -> Table:
    """The numbered choices; of many routes only the longest, unless every one is asked for."""
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column(justify="right", style="bold", no_wrap=True)
    table.add_column()
    claims = sum(choice.route is not None for choice in choices)
    shown = len(choices) if every else len(choices) - max(0, claims - SHOWN_CLAIMS)
    for number, choice in enumerate(choices[:shown], start=1):
        table.add_row(str(number), _described(edition, choice))
    if shown < len(choices):
        table.add_row("…", Text(f"{count_of(len(choices) - shown, 'shorter route')} more: “all” lists them", style="dim"))
    return table


def _described(edition: Edition, choice: Choice) -> Text:
    words = Text(f"claim {choice.route}" if choice.route else choice.words)
    if choice.route is None:
        return _with_chip(edition, words)
    words.append(f"  +{edition.route_points[choice.spaces]}", style="dim")
    if len(choice.actions) > 1:
        return words.append(f", {len(choice.actions)} ways to pay", style="dim")
    return words.append(" with ", style="dim").append_text(cards_text(edition, choice.payment))


def _with_chip(edition: Edition, words: Text) -> Text:
    verb, _, card = words.plain.partition(" ")
    return Text("take ").append_text(card_chip(edition, card)).append(f" {card}") if verb == "take" else words


def routes_near(observation: Observation, place: str, names: Sequence[str]) -> Table:
    """The routes at a place: where they lead, what they cost, who has them, and why they cannot be claimed."""
    owners, refusals, edition = observation.view["routes"], observation.refusals(), observation.edition
    table = Table(box=None, pad_edge=False, title=f"Routes at {place}", title_justify="left", title_style="bold")
    for heading in ("To", "Spaces", "Colour", ""):
        table.add_column(heading, header_style="dim")
    for name, route in zip(observation.actions.route_names, edition.board.routes, strict=True):
        if place not in (route.a, route.b):
            continue
        if name in owners:
            status = Text(names[owners[name]], style="bold")
        else:
            status = Text(refusals[name]["reason"], style="dim") if name in refusals else Text("can be claimed", style="green")
        table.add_row(route.b if route.a == place else route.a, str(route.length), route_cards(edition, route), status)
    return table
