"""Figures on paper: PAR sheets, strategy charts, bar charts of rule effects, simulations.

Matplotlib and Typst are asked for when something is drawn, not before.
"""

from houserules.sheets.bars import draw_effects
from houserules.sheets.chart_drawing import draw_chart
from houserules.sheets.convergence import Convergence
from houserules.sheets.par import write_par
from houserules.sheets.saving import DRAWINGS, SheetError, check_path
from houserules.sheets.sessions import Sessions
from houserules.sheets.simulation import draw_simulation
from houserules.sheets.true_counts import AtCount

__all__ = [
    "DRAWINGS",
    "AtCount",
    "Convergence",
    "Sessions",
    "SheetError",
    "check_path",
    "draw_chart",
    "draw_effects",
    "draw_simulation",
    "write_par",
]
