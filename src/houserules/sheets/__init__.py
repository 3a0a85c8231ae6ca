"""Figures on paper: PAR sheets, strategy charts, bar charts of rule effects, simulations.

Matplotlib and Typst are asked for when something is drawn, not before.
"""

from houserules.sheets.drawings import draw_chart, draw_effects
from houserules.sheets.files import DRAWINGS, SheetError, check_path
from houserules.sheets.par import write_par
from houserules.sheets.simulation_plots import Convergence, CountPoint, Sessions, draw_simulation

__all__ = [
    "DRAWINGS",
    "Convergence",
    "CountPoint",
    "Sessions",
    "SheetError",
    "check_path",
    "draw_chart",
    "draw_effects",
    "draw_simulation",
    "write_par",
]
