"""Solved games as data frames, where Polars is installed (the extra `frames`)."""

from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    import polars

    from houserules.odds.solved_game import SolvedGame

Table = Literal["by_hand", "by_upcard", "results", "distribution", "strategy"]
NEEDS: Final = "data frames need Polars: pip install 'houserules[frames]'"


def frame_of(solved: "SolvedGame", table: Table) -> "polars.DataFrame":
    """Return one of the tables of a solved game as a data frame."""
    try:
        import polars  # noqa: PLC0415
    except ImportError:
        raise ImportError(NEEDS) from None
    if table == "by_hand":
        return polars.DataFrame([each._asdict() for each in solved.by_hand])
    if table == "by_upcard":
        rows = [{"upcard": name} | each._asdict() for name, each in solved.by_upcard.items()]
        return polars.DataFrame(rows)
    if table == "strategy":
        from houserules.odds.strategy import strategy_rows  # noqa: PLC0415

        return polars.json_normalize(strategy_rows(solved)["hands"], infer_schema_length=None)
    column = "result" if table == "distribution" else "kind"
    chances = solved.distribution if table == "distribution" else solved.results
    return polars.DataFrame({column: list(chances), "probability": list(chances.values())})
