"""Wrong payments and a failing device, as the catalogue of irregularities lists them."""

from typing import Final

from houserules.table.malfunction import commands as malfunction
from houserules.table.mishaps.catalogue_rows import Row
from houserules.table.office import commands as office

OFFICE_ROWS: Final = (
    Row(
        "wrong-payment",
        "A wager was paid too much or too little.",
        (
            "wrong_payment_found",
            "wrong_payment_unintended",
            "wrong_payment_put_right",
            "suspected_payment",
            "suspected_payment_put_right",
            "suspected_patron_identified",
            "attempt_is_enough",
            "underpaid_is_reimbursed",
            "overpaid_is_asked_back",
            "wrong_payment_reported_over",
        ),
        (
            office.ReportWrongPayment,
            office.RecordEnquiries,
            office.IdentifyPatron,
            office.RecordAttempt,
            office.RectifyPayment,
        ),
        (
            ("The payment is entered in the register, with enquiries and attempts.", None),
            ("Those above the amount of the clause go into the month's report.", None),
        ),
    ),
    Row(
        "device-malfunction",
        "The shuffling device does not work as it should, in the middle of a round.",
        (
            "malfunction_of_device",
            "malfunction_in_round",
            "malfunction_harms_nobody",
            "other_device_is_ready",
            "transfer_is_practicable",
            "cards_are_transferred",
            "damaged_cards_are_removed",
            "undamaged_cards_are_transferred",
            "damaged_cards_are_replaced",
            "game_goes_on_from_device",
            "malfunction_ends_round",
            "wagers_may_be_taken_back",
            "device_is_emptied",
            "cards_for_shoe_are_replaced",
            "cards_for_shoe_are_shuffled",
            "round_is_completed_from_shoe",
            "shoe_stays_in_use",
        ),
        (
            malfunction.ReportMalfunction,
            malfunction.TakeWagersBack,
            malfunction.PlayOn,
            malfunction.EndReturnOffer,
            malfunction.ReturnToDevice,
        ),
        (
            ("Nobody is harmed and another device is at hand: the cards go there.", None),
            ("Damaged cards are replaced from a new deck, wherever the cards go.", None),
            ("Somebody is harmed: the round ends and the wagers go back.", None),
            ("No other device: each player takes the wagers back or plays on from a shoe.", None),
        ),
    ),
)
