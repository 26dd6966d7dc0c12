"""Drawings of boards: SVG that needs nothing else, PNG, and the figures from which a page draws the same.

`geometry` says where everything stands, `draw_board` paints it. Whose routes are whose is the caller's to say.
"""

from __future__ import annotations

from allaboard.drawing.art import ArtError
from allaboard.drawing.board import draw_background, draw_board
from allaboard.drawing.geometry import Geometry, geometry
from allaboard.drawing.raster import rasterise, save
from allaboard.drawing.tokens import ThemeName

__all__ = ["ArtError", "Geometry", "ThemeName", "draw_background", "draw_board", "geometry", "rasterise", "save"]
