"""A whole promotion in a journal, with an event of every kind: from the draft to the last prize."""

import json

from floor.test_floor import MANAGER as OPERATOR
from floor.test_floor import Clockwork, guest, with_floor
from floor.test_promotions import DAY, drafted, give, play, state_of, table
from houserules.floor.app import Floor
from houserules.floor.people.signed_in import Caller
from houserules.floor.startup import first_start
from houserules.journal.protocol import Journal
from promotion.office import prize

CLAIMANT, ADDRESS = "Ann Archer", "1 Pitt Street, Sydney"


def write_promotion(journal: Journal) -> None:
    """Run the promotion `spring` under the rules of 2024, until everything that is owed is done."""

    async def test(floor: Floor, now: Clockwork) -> None:
        await first_start(floor)  # whose owner has not signed in yet
        await run_promotion(floor, now, *[await guest(floor) for _ in range(3)])

    with_floor(test, journal)


async def run_promotion(
    floor: Floor, now: Clockwork, first: Caller, second: Caller, claimant: Caller
) -> None:
    """Run a promotion with an event of every kind.

    The first player earns two entries, the second gets two; the first prize is drawn for both in turn. The
    claimant's only entry is declared void.
    """

    async def by_manager(name: str, **data: object) -> None:
        await give(floor, OPERATOR, name, **data)

    await table(floor, rulebook="nsw-pontoon-2024")
    goods = prize("goods", "500", cash_alternative="400", stated_in_terms=True)
    prizes = (goods, prize("casino-dollars", "300"))
    book = "nsw-pontoon-2024"
    starts = await drafted(floor, now, *prizes, criteria={"hand": "any"}, book=book)
    await by_manager("send-terms", how="by email")
    await by_manager("publish-terms", where="at the cage")
    await by_manager("add-marketing", title="Poster", reference="Terms at the cage")
    await by_manager("nominate-scrutineer", scrutineer="Iris")
    now.at = starts * 1000
    await floor.promotion_house.look()
    await play(floor, now, first, 2)
    await floor.settle()
    for player, entries in ((second, 2), (claimant, 1)):
        added = {"player": player.handle, "entries": entries, "reason": "By the terms."}
        await by_manager("add-entries", **added)
    await by_manager("void-entry", entry=5, reason="Entered twice.")
    await _amend(floor)
    now.at = (starts + DAY) * 1000
    await floor.promotion_house.look()
    await by_manager("doubt-integrity", says="A box of entries was left open.")
    await by_manager("tell-inspector", how="by telephone")
    await by_manager("postpone-promotion", reason="Entries are counted again.")
    await by_manager("resume-promotion", validated="Both counts agree.")
    await _award(floor, claimant)
    await by_manager("finish-promotion")
    assert state_of(floor).phase == "finished"


async def _amend(floor: Floor) -> None:
    terms = json.loads(state_of(floor).document)
    terms["prizes"].append(prize(value="60"))
    await give(floor, OPERATOR, "record-approval", document=terms, reference="L&G 17")
    await give(floor, OPERATOR, "amend-terms")
    await give(floor, OPERATOR, "send-terms", how="by email")


async def _award(floor: Floor, claimant: Caller) -> None:
    """Draw the three prizes, refuse a claim, decide a dispute, and award each prize."""
    await _refuse_a_claim(floor, claimant)
    for number in range(3):
        await give(floor, OPERATOR, "give-draw-entropy", prize=number, value=f"{number} 14 15")
        await give(floor, OPERATOR, "draw-prize", prize=number)
        await give(floor, OPERATOR, "tell-winner", prize=number, way="telephone", note="")
    await give(floor, OPERATOR, "pass-over-winner", prize=0, reason="Nobody answered.")
    await give(floor, OPERATOR, "draw-prize", prize=0)
    await give(floor, OPERATOR, "tell-winner", prize=0, way="email", note="Read at once.")
    await give(floor, OPERATOR, "approve-conversion", prize=0, amount=400_00, reference="L&G 18")
    cheque = {"cash": 0, "cheque": 400_00, "transfer": 0, "chosen": True, "reference": "R-1"}
    await give(floor, OPERATOR, "pay-promotion-prize", prize=0, **cheque)
    for number in (1, 2):
        await give(floor, OPERATOR, "hand-over-prize", prize=number, reference="R-2")


async def _refuse_a_claim(floor: Floor, player: Caller) -> None:
    claim = {"prize": 0, "name": CLAIMANT, "address": ADDRESS}
    await give(floor, player, "claim-prize", **claim)
    await give(floor, OPERATOR, "refuse-claim", claim=1, reason="There was no draw yet.")
    await give(floor, OPERATOR, "tell-refusal", claim=1, how="by letter")
    await give(floor, player, "raise-promotion-dispute", about="My entry")
    decision = {"dispute": 1, "says": "It was entered twice.", "complaint_right_told": True}
    await give(floor, OPERATOR, "decide-promotion-dispute", **decision)
