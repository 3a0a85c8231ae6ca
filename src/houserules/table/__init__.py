"""One table as a pure state machine.

`carry_out(rules, table, command)` gives the events and the table after them, or a Refusal;
`why_not` is the one judge behind it, and `legal` lists what it lets through.

    chips        racks, and what a wager takes from them
    wagering     initial wagers and their limits
    side_wagers  Perfect Pairs and Suits You
    controlling  who decides for a box; the cut to its maximum
    dealing      no more bets, the initial deal, where the next card goes
    offers       insurance and surrender
    turns        which hand is in play, and who decides for it
    playing      hit, stand, what a card brings, absent players
    doubling     double, the other bettors' answers, forfeit
    splitting    split, the other bettors' answers
    dealer       the dealer's further cards and when they stop
    interim      settlement while the round runs
    bonuses      the Super Bonus, and what it brings the others
    final        settlement against the dealer's finished hand
    voiding      wagers that end without a result

What is around the round has a package for each subject, and `house` has them all:

    cards        from the opening of the table to the reshuffle
    people       who is at the table, Player Cards, exclusion
    sign         limits and their changes, restrictions, reserved boxes
    tokens       promotional tokens beside the chips
    facing       first cards dealt face down
    mishaps      irregularities of the deal, and the catalogue of all of them
    malfunction  the shuffling device fails
    office       notices, disputes, wrong payments, closing, invalidating
    powers       who may give which command
    views        what each role may see
    records      rounds written down
"""
