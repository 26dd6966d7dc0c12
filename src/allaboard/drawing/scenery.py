"""The map under the routes: outlines, pictures, words on land and water, and the decks of bridges, layer by layer.

The art says which layers there are and in which order; routes, locations and the frame are painted by other modules.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from allaboard.drawing.art import Art, Inscription, Layer, Pictures, Shape
from allaboard.drawing.geometry import Geometry, PlacedRoute
from allaboard.drawing.shapes import Point
from allaboard.drawing.svg import escaped, number, place, rectangle, text
from allaboard.drawing.tokens import Theme, tokens

__all__ = ["scenery", "scenery_definitions"]


def scenery_definitions(art: Art, prefix: str) -> str:
    """The outlines that several layers share, and those that clip others; ids start with `prefix`."""
    x, y, width, height = art.view
    parts = [f'<clipPath id="{prefix}-view">{rectangle(width, height, x=x, y=y)}</clipPath>']
    clips = {layer.clip for layer in art.layers if isinstance(layer, Shape) and layer.clip}
    for name, outline in art.shapes.items():
        parts.append(f'<path id="{prefix}-{name}" d="{outline}"/>')
        if name in clips:
            parts.append(f'<clipPath id="{prefix}-in-{name}"><use href="#{prefix}-{name}" clip-rule="evenodd"/></clipPath>')
    return "".join(parts)


def scenery(plan: Geometry, theme: Theme, prefix: str) -> str:
    """The whole map in the colours of the theme."""
    x, y, width, height = plan.view
    parts = [f'<g clip-path="url(#{prefix}-view)">', rectangle(width, height, x=x, y=y, more=f'fill="{theme.ink(plan.art.ground)}"')]
    for clip, layers in groupby(plan.art.layers, key=_clip):
        painted = "".join(_paint(layer, plan, theme, prefix) for layer in layers)
        parts.append(f'<g clip-path="url(#{prefix}-in-{clip})">{painted}</g>' if clip else painted)
    return "".join((*parts, "</g>"))


def _clip(layer: Layer) -> str | None:
    return layer.clip if isinstance(layer, Shape) else None


def _paint(layer: Layer, plan: Geometry, theme: Theme, prefix: str) -> str:
    if isinstance(layer, Shape):
        return _shape(layer, theme, prefix)
    if isinstance(layer, Pictures):
        return "".join(f"<g {place(x, y, scale=f'scale({scale:g})')}>{_picture(name, theme)}</g>" for name, x, y, scale in layer.pictures)
    if isinstance(layer, Inscription):
        return _inscription(layer, prefix)
    return "".join(_decks(plan, theme))


def _shape(layer: Shape, theme: Theme, prefix: str) -> str:
    opacity = theme.strength(layer.opacity)
    attributes = [f'fill="{theme.ink(layer.fill)}" fill-rule="evenodd"' if layer.fill else 'fill="none"']
    if layer.fill and opacity != 1:
        attributes.append(f'fill-opacity="{opacity:g}"')
    if layer.stroke:
        attributes.append(f'stroke="{theme.ink(layer.stroke)}" stroke-width="{layer.width:g}" stroke-linejoin="round"')
        if layer.cap != "butt":
            attributes.append(f'stroke-linecap="{layer.cap}"')
        if layer.dash:
            attributes.append(f'stroke-dasharray="{layer.dash}"')
        if opacity != 1:
            attributes.append(f'stroke-opacity="{opacity:g}"')
    if layer.fine:
        attributes.append('class="fine"')
    return f'<use href="#{prefix}-{layer.shape}" {" ".join(attributes)}/>'


def _picture(name: str, theme: Theme) -> str:
    return tokens().pictures[name].format_map(theme.inks)


def _inscription(words: Inscription, prefix: str) -> str:
    style = f"{words.style}-name"
    if words.along:
        path = (
            f'<textPath href="#{prefix}-{words.along}" startOffset="{words.start:g}%" text-anchor="middle">{escaped(words.text)}</textPath>'
        )
        return f'<text class="{style}" font-size="{number(words.size)}" dy="{number(words.size / 3)}">{path}</text>'
    x, y = words.at
    return text(words.text, x, y, words.size, style, more=f'transform="rotate({words.turn:g} {x:g} {y:g})"')


def _decks(plan: Geometry, theme: Theme) -> Iterator[str]:
    """A deck under each stretch of a route that crosses water, with pylons on the long ones."""
    unit = plan.sizes.unit
    for index, route in enumerate(plan.routes):
        # The halves of a double share one deck.
        if route.twin is not None and route.twin < index:
            continue
        half = plan.sizes.height / 2 + (plan.sizes.row_offset if route.twin is not None else 0.0) + 3.5 * unit
        for start, end in route.bridges:
            deck = _strip(route, start, end, half)
            yield f'<path d="{deck}" fill="{theme.ink("shade")}" opacity=".18" {place(1.5 * unit, 3 * unit)}/>'
            yield f'<path d="{deck}" fill="{theme.ink("bridge")}" stroke="{theme.ink("bridge2")}" stroke-width="{number(0.7 * unit)}"/>'
            if end - start > 42 * unit:
                yield from _pylons(route, start, end, half, unit, theme)


def _strip(route: PlacedRoute, start: float, end: float, half: float) -> str:
    steps = [start + (end - start) * step / 12 for step in range(13)]
    outline: list[Point] = [route.curve.at(step, half) for step in steps] + [route.curve.at(step, -half) for step in reversed(steps)]
    return "M" + "L".join(f"{number(point.x)} {number(point.y)}" for point in outline) + "Z"


def _pylons(route: PlacedRoute, start: float, end: float, half: float, unit: float, theme: Theme) -> Iterator[str]:
    side = 5.2 * unit
    paint = f'fill="{theme.ink("mustard")}" stroke="{theme.ink("ink")}" stroke-width="{number(0.7 * unit)}"'
    for share in (0.27, 0.73):
        distance = start + (end - start) * share
        for aside in (half, -half):
            point = route.curve.at(distance, aside)
            yield rectangle(side, side, more=f"{paint} {place(point.x, point.y, route.curve.heading(distance))}")
