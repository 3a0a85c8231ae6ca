"""One table as a pure state machine.

`carry_out(rules, table, command)` returns the events and the table after them, or a Refusal;
`why_not` is the one judge behind it, and `legal` lists what it allows.

    round           one round: wagers, deal, offers, play, double, split, dealer, settlement
    cards           from the opening of the table to the reshuffle
    people          who is at the table, Player Cards, exclusion
    sign            limits and their changes, restrictions, reserved boxes
    staff           notices, disputes, wrong payments, closing, invalidated games
    irregularities  of the deal and the shuffling device, and the catalogue of all of them
    tokens          promotional tokens beside the chips
    face_down       first cards dealt face down
    records         rounds written down

    registry        all subjects around the round in one list
    powers          who may give which command
    views           what each role may see
"""
