"""Who may do what: one key a power, the least office that has it, and the clause that gives it.

A key begins with `may_`; the command that uses the power names its key (`StaffCommand.power`).
`nobody`: this document gives nobody the power. `any staff`: whoever works at the table.
"""

from dataclasses import dataclass
from typing import Literal

from houserules.rulebook.values import Value

Office = Literal[
    "player",
    "dealer",
    "any staff",
    "Gaming Supervisor",
    "game or casino supervisor",
    "casino supervisor",
    "Assistant Gaming Manager",
    "Gaming Manager",
    "inspector",
    "nobody",
]


@dataclass(frozen=True, slots=True)
class Powers:
    """The offices, and what each of them may order at a table."""

    gaming_supervisor_is_casino_supervisor: Value[bool]
    may_deal: Value[Office]
    may_give_notice: Value[Office]
    may_exchange_vouchers: Value[Office]
    may_approve_face_down: Value[Office]
    may_choose_facing: Value[Office]
    may_invalidate_game: Value[Office]
    may_close_table: Value[Office]
    may_decide_dispute: Value[Office]
    may_review_dispute: Value[Office]
    may_conclude_dispute: Value[Office]
    may_approve_late_payment: Value[Office]
    may_report_payment: Value[Office]
    may_correct_payment: Value[Office]
    may_report_malfunction: Value[Office]
    may_open_table: Value[Office]
    may_check_cards: Value[Office]
    may_approve_riffle: Value[Office]
    may_replace_cards: Value[Office]
    may_order_shuffle: Value[Office]
    may_shuffle_after_vacancy: Value[Office]
    may_report_exposed_card: Value[Office]
    may_shuffle: Value[Office]
    may_cut: Value[Office]
    may_place_cutting_card: Value[Office]
    may_burn: Value[Office]
    may_report_dropped_cards: Value[Office]
    may_verify_cards: Value[Office]
    may_report_not_cut: Value[Office]
    may_report_not_burned: Value[Office]
    may_report_not_shuffled: Value[Office]
    may_report_no_cutting_card: Value[Office]
    may_report_discards_left: Value[Office]
    may_report_burned_card: Value[Office]
    may_report_damaged_card: Value[Office]
    may_change_limits: Value[Office]
    may_allow_more: Value[Office]
    may_limit_bettors: Value[Office]
    may_limit_players: Value[Office]
    may_limit_boxes: Value[Office]
    may_report_patronage: Value[Office]
    may_reserve_boxes: Value[Office]
    may_restrict_for_shoe: Value[Office]
    may_restrict_for_further_shoes: Value[Office]
    may_limit_to_one_box: Value[Office]
    may_limit_side_wagers: Value[Office]
    may_find_wager_invalid: Value[Office]
    may_refuse_wager: Value[Office]
    may_act_on_devices: Value[Office]
    may_require_to_vacate: Value[Office]
    may_report_irregularity: Value[Office]
    may_have_faced_cards_checked: Value[Office]
    may_confirm_reconstruction: Value[Office]
    may_void_misdeal: Value[Office]
    may_report_wrong_cards: Value[Office]
    may_verify_decks: Value[Office]
