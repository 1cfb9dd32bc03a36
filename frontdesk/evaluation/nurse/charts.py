"""Figures with their intervals as pictures (SVG)."""

import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import leather

from frontdesk.evaluation.nurse.intervals import Figure

WIDTH, ROW, AROUND = 760, 24, 84  # pixels
COLOUR, GREY, REFERENCE = "#0B5563", "#5b6670", "#9a3412"
FONT = "system-ui, sans-serif"
THEME = {
    "background_color": "#ffffff",
    "tick_color": "#e6e9ec",
    "zero_color": "#c4cad0",
    "label_color": "#2b343c",
    "margin": 0.035,
    "tick_font_size": 15,
    "tick_font_char_width": 8,
}


class Line(NamedTuple):
    """One line of a chart."""

    name: str
    figure: Figure


class Exact(leather.Linear):  # type: ignore[misc]
    """Without room for rounder ends."""

    def project(self, value: Any, range_min: Any, range_max: Any) -> float:
        low, high = float(self._data_min), float(self._data_max)
        return float(range_min) + (float(range_max) - float(range_min)) * (float(value) - low) / (high - low)


class Intervals(leather.Dots):  # type: ignore[misc]
    """A dot at each value with its interval through it, and a dashed line at what is wanted."""

    def __init__(self, figures: Sequence[Figure], wanted: float | None) -> None:
        super().__init__(fill_color=COLOUR, radius=6)
        self._figures = figures
        self._wanted = wanted

    def to_svg(self, width: Any, height: Any, x_scale: Any, y_scale: Any, series: Any, palette: Any) -> Any:
        group = ElementTree.Element("g")
        if self._wanted is not None:
            x = x_scale.project(self._wanted, 0, width)
            line = _line((x, 0), (x, height), REFERENCE, 2)
            line.set("stroke-dasharray", "6 4")
            group.append(line)
        for place, figure in enumerate(reversed(self._figures)):
            y = y_scale.project(place, height, 0)
            ends = (x_scale.project(end, 0, width) for end in (figure.low, figure.high))
            low, high = ends
            group.append(_line((low, y), (high, y), COLOUR, 3))
        group.append(super().to_svg(width, height, x_scale, y_scale, series, palette))
        return group


def _line(start: tuple[float, float], end: tuple[float, float], colour: str, width: int) -> ElementTree.Element:
    names = dict(zip(("x1", "y1", "x2", "y2"), map(str, (*start, *end)), strict=True))
    line = ElementTree.Element("line", names, stroke=colour)
    line.set("stroke-width", str(width))
    return line


def intervals(lines: Sequence[Line], *, highest: float = 1.0, wanted: float | None = None) -> str:
    """A line each, the first on top; shares where `highest` is 1. Empty where nothing has a figure."""
    lines = [one for one in lines if one.figure.value is not None]
    if not lines:
        return ""
    _set_theme()
    chart = leather.Chart()
    values = [(one.figure.value, place) for place, one in enumerate(reversed(lines))]
    chart.add_series(leather.Series(values), Intervals([one.figure for one in lines], wanted))
    chart.set_x_scale(Exact(0, highest))
    chart.set_y_scale(Exact(-0.5, len(lines) - 0.5))
    steps = [highest * part / 5 for part in range(6)]
    chart.set_x_axis(leather.Axis(ticks=steps, tick_formatter=_percent if highest == 1.0 else _plain))
    chart.set_y_axis(leather.Axis(ticks=list(range(len(lines))), tick_formatter=_names(lines)))
    height = ROW * len(lines) + AROUND
    return str(_scaled(chart.to_svg(width=WIDTH, height=height), height))


def _names(lines: Sequence[Line]) -> Callable[[Any, int, int], str]:
    names = [f"{one.name} ({one.figure.n})" for one in reversed(lines)]
    return lambda value, place, count: names[place]


def _percent(value: Any, place: int, count: int) -> str:
    return f"{100 * float(value):.0f} %"


def _plain(value: Any, place: int, count: int) -> str:
    return f"{float(value):g}"


def _set_theme() -> None:
    for name, value in THEME.items():
        setattr(leather.theme, name, value)
    leather.theme.tick_font_family = FONT


def _scaled(svg: str, height: int) -> str:
    """As wide as its place on the page."""
    inner = svg[svg.index("<svg") :]
    head = f'<svg width="{WIDTH}" height="{height}" '
    return inner.replace(head, f'<svg viewBox="0 0 {WIDTH} {height}" role="img" ', 1)
