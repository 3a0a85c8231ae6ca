"""One table as a pure state machine.

`carry_out(rules, table, command)` gives the events and the table after them, or a Refusal;
`why_not` is the one judge behind it, and `legal` lists what it lets through.

    wagering   initial and side wagers, limits, the controlling player
    dealing    no more bets, the initial deal, where the next card goes
    offers     insurance and surrender
    playing    whose turn it is, hit, stand, absent players
    doubling   double, the other bettors' answers, forfeit
    splitting  split, the other bettors' answers
    dealer     the dealer's further cards and when they stop
    interim    settlement while the round runs
    final      settlement against the dealer's finished hand
"""
