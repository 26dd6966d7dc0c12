"""The report on an edition: games are played and looked at, figures taken, findings put into words, and all of it written as one page."""

from __future__ import annotations

from allaboard.arena.report.figures import Figures, take_figures
from allaboard.arena.report.findings import Finding, findings_of
from allaboard.arena.report.games import GameFacts, play_games
from allaboard.arena.report.page import report_page

__all__ = ["Figures", "Finding", "GameFacts", "findings_of", "play_games", "report_page", "take_figures"]
