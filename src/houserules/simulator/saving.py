"""Results as plain data and back, exactly: for files that a simulation is resumed from."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from houserules.simulator.results import Cell, Result, SideWager

Data = dict[str, Any]


def to_data(result: Result) -> Data:
    """Give a result as what JSON can hold; fractions are written as strings."""
    return {
        "rulebook": result.rulebook,
        "seed": result.seed,
        "rounds": result.rounds,
        "wagers": list(result.wagers),
        "unit": str(result.unit),
        "total": result.total,
        "squares": result.squares,
        "results": dict(result.results),
        "distribution": {str(net): times for net, times in result.distribution.items()},
        "outside": result.outside,
        "insurance": None if result.insurance is None else _side(result.insurance),
        "side_wagers": {name: _side(side) for name, side in result.side_wagers.items()},
        "by": result.by,
        "cells": None
        if result.cells is None
        else {name: _cell(cell) for name, cell in result.cells.items()},
    }


def from_data(data: Mapping[str, Any]) -> Result:
    """Read what `to_data` gave."""
    cells, insurance = data["cells"], data["insurance"]
    return Result(
        rulebook=data["rulebook"],
        seed=data["seed"],
        rounds=data["rounds"],
        wagers=tuple(data["wagers"]),
        unit=Fraction(data["unit"]),
        total=data["total"],
        squares=data["squares"],
        results=data["results"],
        distribution={int(net): times for net, times in data["distribution"].items()},
        outside=data["outside"],
        insurance=None if insurance is None else _read_side(insurance),
        side_wagers={name: _read_side(side) for name, side in data["side_wagers"].items()},
        by=data["by"],
        cells=None if cells is None else {name: _read_cell(cell) for name, cell in cells.items()},
    )


def _side(side: SideWager) -> Data:
    return {
        "wagered": str(side.wagered),
        "ends": dict(side.ends),
        "won": str(side.won),
        "squares": str(side.squares),
    }


def _read_side(data: Mapping[str, Any]) -> SideWager:
    wagered, won, squares = (Fraction(data[name]) for name in ("wagered", "won", "squares"))
    return SideWager(wagered, data["ends"], won, squares)


def _cell(cell: Cell) -> Data:
    return {
        "rounds": cell.rounds,
        "won": str(cell.won),
        "wagered": str(cell.wagered),
        "squares": str(cell.squares),
        "results": dict(cell.results),
        "watched": cell.watched,
    }


def _read_cell(data: Mapping[str, Any]) -> Cell:
    won, wagered, squares = (Fraction(data[name]) for name in ("won", "wagered", "squares"))
    return Cell(data["rounds"], won, wagered, squares, data["results"], watched=data["watched"])
