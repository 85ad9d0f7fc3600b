"""Charts as HTML and inline SVG: geometry only, from numbers that are given.

Widths are shares of the room that there is and heights are pixels, so that a chart
fits a phone and a wide screen alike and its words stay as large as the others. Colours
are CSS classes. The words or numbers beside a chart say all that it shows.
"""

from cfsql.show.figures.bars import Bar, bars, meter
from cfsql.show.figures.columns import Column, histogram
from cfsql.show.figures.matrix import N_SHADES, Cell, heat_matrix
from cfsql.show.figures.ranges import Line, Point, Range, points, ranges
from cfsql.show.figures.stack import Part, stack
from cfsql.show.figures.tables import captioned

__all__ = [
    "N_SHADES",
    "Bar",
    "Cell",
    "Column",
    "Line",
    "Part",
    "Point",
    "Range",
    "bars",
    "captioned",
    "heat_matrix",
    "histogram",
    "meter",
    "points",
    "ranges",
    "stack",
]
