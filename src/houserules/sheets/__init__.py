"""Figures and conditions on paper: PAR sheets, strategy charts, simulations, tournament conditions.

Matplotlib and Typst are asked for when something is drawn, not before.
"""
