"""The distilled bot's decision: the planner's candidates in numbers, rated by the net, in one compiled call.

It reads a redacted state and nothing else, remembers nothing and throws no dice: the same observation gives the same action.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from allaboard.bots.distilled.net import OPTION_SIZE, SITUATION_SIZE, Layers, rate
from allaboard.bots.distilled.options import OPTION, Candidate, Option, describe_option
from allaboard.bots.distilled.rivals import RIVALS, Rivals, guess_rivals
from allaboard.bots.distilled.situation import SITUATION, Situation, describe_situation
from allaboard.bots.planner.constants import Constants
from allaboard.bots.planner.decide import weigh_cards
from allaboard.bots.planner.plan import measure_losses
from allaboard.bots.planner.scratch import Scratches, new_scratch
from allaboard.bots.planner.ticket_choice import keep_worth
from allaboard.bots.search.beliefs import measure_ways
from allaboard.bots.search.candidates import list_candidates
from allaboard.bots.search.evaluation import CANDIDATES
from allaboard.editions.bounds import MAX_LOCATIONS
from allaboard.engine.bits import wide
from allaboard.engine.jit import compiled
from allaboard.engine.records import CHOOSING, OFFER, Boards, States
from allaboard.engine.typed_records import Floats, Int64s, Records, blank_records

__all__ = ["Memory", "decide_by_net", "describe", "new_memory"]


class Memory(NamedTuple):
    """What a decision is worked out in; `situation` and `options` are the numbers of the records, in the same memory."""

    scratches: Scratches
    rivals: Records[Rivals]
    situations: Records[Situation]
    described: Records[Option]
    situation: Floats
    options: Floats
    actions: Int64s
    worths: Floats
    before: Int64s  # spaces between any two locations of the empty board


def new_memory(boards: Boards, states: States) -> Memory:
    """Memory for decisions on a board; of the states only their kind matters."""
    situations, described = blank_records(1, SITUATION), blank_records(CANDIDATES, OPTION)
    before = np.zeros((MAX_LOCATIONS, MAX_LOCATIONS), np.int64)
    measure_ways(boards[0], states[0], -1, before)
    numbers = situations.view(np.float64).reshape(SITUATION_SIZE), described.view(np.float64).reshape(CANDIDATES, OPTION_SIZE)
    actions, worths = np.zeros(CANDIDATES, np.int64), np.zeros(CANDIDATES)
    return Memory(new_scratch(), blank_records(1, RIVALS), situations, described, *numbers, actions, worths, before)


@compiled
def describe(boards: Boards, states: States, seat: int, constants: Records[Constants], memory: Memory) -> int:
    """List the candidates of the first state and describe it and them; returns how many there are. One alone is not described."""
    scratches, rivals, situations, described, _, options, actions, worths, before = memory
    board, state, scratch = boards[0], states[0], scratches[0]
    count = list_candidates(boards, states, seat, constants, scratches, actions, worths)
    if count == 1:
        return count
    if state.phase == CHOOSING or state.phase == OFFER:  # the plan is the one for the tickets that the planner would keep
        keep_worth(board, state, seat, constants[0], scratch, wide(board.action_pattern[actions[0]]))
        measure_losses(board, state, scratch)
        weigh_cards(board, state, seat, constants[0], scratch)
    parents = np.empty(MAX_LOCATIONS, np.int64)
    guess_rivals(board, state, seat, before, rivals[0])
    describe_situation(board, state, seat, constants[0], scratch, rivals[0], situations[0], parents)
    options[:count] = 0.0
    for place in range(count):
        candidate = Candidate(actions[place], place, worths[place], worths[0] - worths[place])
        describe_option(board, state, seat, constants[0], scratch, rivals[0], parents, candidate, described[place])
    return count


@compiled
def decide_by_net(
    boards: Boards, states: States, seat: int, constants: Records[Constants], memory: Memory, layers: Layers, threshold: float
) -> int:
    """The candidate that promises most, if that is more than the planner's choice by a threshold."""
    count = describe(boards, states, seat, constants, memory)
    if count == 1:
        return wide(memory.actions[0])
    ratings = np.empty(count)
    rate(layers, memory.situation, memory.options, ratings)
    best, most = 0, ratings[0] + threshold
    for place in range(1, count):
        if ratings[place] > most:
            best, most = place, ratings[place]
    return wide(memory.actions[best])
