"""The command line: one file per command.

The commands of a group are in a folder of its name (`verify`, `tournament`, `promotion`, `rng`). What no
command is named after is behind them: `common` has options, files and exit codes, `render` what is
printed, `practice` the table of `play`, and `server` the process of `serve`.
"""
