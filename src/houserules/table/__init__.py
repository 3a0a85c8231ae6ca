"""One table as a pure state machine.

`carry_out(rules, table, command)` gives the events and the table after them, or a Refusal;
`why_not` is the one judge behind it, and `legal` lists what it lets through.

    chips        racks, and what a wager takes from them
    wagering     initial wagers and their limits
    side_wagers  Perfect Pairs and Suits You
    controlling  who decides for a box; the cut to its maximum
    dealing      no more bets, the initial deal, where the next card goes
    offers       insurance and surrender
    playing      whose turn it is, hit, stand, absent players
    doubling     double, the other bettors' answers, forfeit
    splitting    split, the other bettors' answers
    dealer       the dealer's further cards and when they stop
    interim      settlement while the round runs
    final        settlement against the dealer's finished hand
"""
