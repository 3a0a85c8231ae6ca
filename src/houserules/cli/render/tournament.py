"""Simulated tournaments on the screen: styles, length, stages and boxes."""

from rich.console import Console
from rich.table import Table
from rich.text import Text

from houserules.cli.render.console import printable
from houserules.table.records.report import Output


def show_simulation(screen: Console, output: Output) -> None:
    """Print what `houserules tournament simulate` found."""
    title = f"{printable(output['name'])} ({output['rulebook']}): {output['entries']} entries"
    screen.print(Text(title, style="bold"))
    screen.print(f"{output['tournaments']:,} tournaments, seed {output['seed']}")
    for table in (
        _styles(output["styles"]),
        _length(output["length"]),
        _stages(output["stages"]),
        *map(_boxes, output["stages"]),
    ):
        screen.print()
        screen.print(table)
    screen.print()
    screen.print(_verdict(output))


def _table(title: str, first: str, *columns: str) -> Table:
    table = Table(first, title=title, title_justify="left", box=None, pad_edge=False)
    for column in columns:
        table.add_column(column, justify="right")
    return table


def _styles(rows: list[Output]) -> Table:
    table = _table(
        "Styles of play, per player",
        "Style",
        *("Players", "Wins the tournament", "Even share", "Reaches the final", "Wins a prize"),
    )
    for row in rows:
        table.add_row(
            row["style"],
            str(row["players"]),
            f"{_percent(row['win_rate'])} ± {_percent(row['standard_error'])} %",
            f"{_percent(row['even_share'])} %",
            f"{_percent(row['final_rate'])} %",
            f"{_percent(row['prize_rate'])} %",
        )
    return table


def _length(length: Output) -> Table:
    table = _table("Length", "", "Mean", "Shortest", "5 %", "Median", "95 %", "Longest")
    keys = ("mean", "least", "percentile_5", "percentile_50", "percentile_95", "most")
    table.add_row("Rounds", *[f"{length['rounds'][key]:.1f}" for key in keys])
    table.add_row("Time", *[_time(length["minutes"][key]) for key in keys])
    return table


def _stages(stages: list[Output]) -> Table:
    table = _table("Sessions", "Stage", "Sessions", "Mean rounds", "Concluded early", "Play-offs")
    for stage in stages:
        table.add_row(
            printable(stage["name"]),
            f"{stage['sessions']:,}",
            f"{stage['mean_rounds']:.1f}",
            f"{_percent(stage['concluded_early'])} %",
            f"{_percent(stage['play_offs'])} %",
        )
    return table


def _boxes(stage: Output) -> Table:
    goes_on = "Wins a prize" if stage["kind"] == "final" else "Advances"
    table = _table(
        f"Boxes in {printable(stage['name'])}",
        "Box",
        *("Seated", "Wins the table", "Even", "z", goes_on, "Even", "z"),
    )
    for row in stage["boxes"]:
        cells = [
            cell
            for what in ("won", "advanced")
            for cell in (
                f"{_percent(row[what]['rate'])} %",
                f"{_percent(row[what]['even_rate'])} %",
                f"{row[what]['z']:+.1f}",
            )
        ]
        table.add_row(str(row["box"]), f"{row['seated']:,}", *cells)
    won, advanced = stage["fairness"]["won"], stage["fairness"]["advanced"]
    table.add_row("χ²", "", f"{won['chi_square']:.1f}", "", _p_value(won), *_last(advanced))
    return table


def _last(advanced: Output) -> tuple[str, str, str]:
    return f"{advanced['chi_square']:.1f}", "", _p_value(advanced)


def _p_value(test: Output) -> str:
    return f"p {test['p_value']:.2f}" if test["p_value"] >= 0.005 else "p < 0.01"


def _verdict(output: Output) -> str:
    """Say whether the boxes differ; if so, which one differs most from an even share."""
    if output["fair"]:
        return "No box is better than another beyond chance."
    cells = [
        (abs(row[what]["z"]), stage["name"], row["box"], what, row[what])
        for stage in output["stages"]
        for row in stage["boxes"]
        for what in ("won", "advanced")
    ]
    _, name, box, what, cell = max(cells, key=lambda each: each[0])
    difference = cell["rate"] - cell["even_rate"]
    words = "wins the table" if what == "won" else "advances"
    return (
        f"The boxes differ. Most of all, box {box} in {printable(name)} {words} "
        f"{_percent(abs(difference))} points {'more' if difference > 0 else 'less'} often than an "
        "even share."
    )


def _percent(share: float) -> str:
    return f"{100 * share:.2f}"


def _time(minutes: float) -> str:
    hours, rest = divmod(round(minutes), 60)
    return f"{hours} h {rest:02} min"
