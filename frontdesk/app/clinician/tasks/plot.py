"""Series of values as pictures."""

from collections.abc import Iterator, Sequence
from typing import Any

import leather

from frontdesk.app.clinician.task import Chart, Inputs, Outcome, Task, Unavailable
from frontdesk.app.clinician.tasks.values import Measured
from frontdesk.app.clinician.trace import Picture
from frontdesk.models.facts import Language

SIZE = (640, 320)  # pixels
MOST = 4  # pictures of one plot
FONT = "sans-serif"
SECOND = {Language.EN: ("systolic", "diastolic"), Language.ZH: ("收缩压", "舒张压")}
HEAD = f'<svg width="{SIZE[0]}" height="{SIZE[1]}" '

for _words in ("title", "legend", "label", "tick"):
    setattr(leather.theme, f"{_words}_font_family", FONT)


class PlotInputs(Inputs):
    """`series`: key of a result of `values`."""

    series: Any


class Marked(leather.Line):  # type: ignore[misc]
    """A line with a dot at each value, and one entry in the legend for both."""

    def to_svg(self, width: Any, height: Any, x_scale: Any, y_scale: Any, series: Any, palette: Any) -> Any:
        group = super().to_svg(width, height, x_scale, y_scale, series, palette)
        dots = leather.Dots(fill_color=self._stroke_color)
        group.append(dots.to_svg(width, height, x_scale, y_scale, series, palette))
        return group


def _run(inputs: PlotInputs, chart: Chart) -> Outcome:
    drawn = [values for values in inputs.series.values() if len(values) > 1][:MOST]
    if not drawn:
        raise Unavailable("there are fewer than two values to draw", "数值不足两次，画不出图")
    return Outcome(data=tuple(Picture(name=_name(values), svg=_svg(values, chart)) for values in drawn))


def _name(values: Sequence[Measured]) -> str:
    return f"{values[-1].called} ({values[-1].unit})" if values[-1].unit else values[-1].called


def _svg(values: Sequence[Measured], chart: Chart) -> str:
    same = [one for one in values if one.unit == values[-1].unit]
    plot = leather.Chart(_name(same))
    lines = [[(one.date, one.value) for one in same]]
    seconds = [(one.date, one.second) for one in same if one.second is not None]
    lines += [seconds] if seconds else []
    colours = ("#1f5fa8", "#b3541e")
    names = SECOND[chart.language] if len(lines) > 1 else (same[-1].called,)
    for line, name, colour in zip(lines, names, colours, strict=False):
        plot.add_series(leather.Series(line, name=name), Marked(stroke_color=colour))
    heights = [height for line in lines for _, height in line]
    room = (max(heights) - min(heights)) * 0.1 or max(heights) * 0.05 or 1.0
    plot.set_y_scale(leather.Linear(min(heights) - room, max(heights) + room))
    svg: str = plot.to_svg(width=SIZE[0], height=SIZE[1])
    return svg[svg.index("<svg") :].replace(HEAD, f'<svg viewBox="0 0 {SIZE[0]} {SIZE[1]}" ', 1)


def _told(pictures: tuple[Picture, ...], chart: Chart) -> Iterator[str]:
    yield from (one.name for one in pictures)


TASK = Task(
    name="plot",
    description="A picture of each series of values over time.",
    inputs=PlotInputs,
    outputs="list of {name, svg}",
    piped=True,
    run=_run,
    told=_told,
)
