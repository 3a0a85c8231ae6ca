"""Figures on paper: PAR sheets, strategy charts and bar charts of rule effects.

Matplotlib and Typst are asked for when something is drawn, not before.
"""

from houserules.sheets.bars import draw_effects
from houserules.sheets.chart_drawing import draw_chart
from houserules.sheets.par import write_par
from houserules.sheets.saving import DRAWINGS, SheetError, check_path

__all__ = ["DRAWINGS", "SheetError", "check_path", "draw_chart", "draw_effects", "write_par"]
