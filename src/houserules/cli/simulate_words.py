"""What a simulation is dealt from and by whom it is played, in words and for a program."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from houserules.cli.simulate_count import CountPlan, drift
from houserules.cli.simulate_plan import Plan
from houserules.core.money import dollars
from houserules.simulator import Device, Equipment, Fresh, Shoe


def equipment_data(equipment: Equipment) -> dict[str, str]:
    """Name the equipment for a program; a penetration is an exact fraction."""
    match equipment:
        case Shoe(penetration):
            return {"kind": "shoe", "penetration": str(penetration)}
        case Device():
            return {"kind": "device"}
        case Fresh():
            return {"kind": "fresh"}


def equipment_words(plan: Plan) -> str:
    """Say what the rounds are dealt from."""
    game = plan.first.game
    deck = 52 if game.tens_in_deck else 48
    cards = f"{game.decks} x {deck} = {game.decks * deck} cards"
    match plan.equipment:
        case Shoe():
            before = plan.equipment.cards_before_cut(game.decks * deck)
            return f"card shoe of {cards}, shuffled after the round in which card {before} is dealt"
        case Device():
            back = "the discards go back after the next initial deal"
            return f"shuffling device with {cards}; {back}"
        case Fresh():
            return f"a full shoe of {cards}, shuffled before every round"


def notes(plan: Plan) -> Iterator[str]:
    """Say what is not as printed, or not as one might think."""
    most = plan.rules.cut.cutting_card_from_back
    if isinstance(plan.equipment, Shoe):
        behind = 1 - Fraction(plan.equipment.penetration)
        if behind > Fraction(most.value.pays, most.value.on):
            place = f"at most {most.value.pays}/{most.value.on} of the stack from its back"
            yield f"Not as printed: {most.clause} has the cutting card {place}"
    boxes = plan.rules.equipment.boxes
    there = max((boxes.value, *boxes.alternatives))
    if len(plan.questions) > there:
        yield f"Not as printed: {boxes.clause} has {there} boxes at most"
    if plan.count is not None:
        off = drift(plan.count.system, tens=plan.first.game.tens_in_deck)
        if off:
            yield f"This count is not balanced: a whole deck comes to {off:+d}"


def count_words(count: CountPlan) -> str:
    """Say how the bettor on the first box counts and wagers; the others are not in the figures."""
    plays = ", plays and insures by the count" if count.deviates else ""
    alone = "on box 1, whose money alone is in the figures"
    return f"{ramp_words(count)}{plays}; {alone}; tags {count.system}"


def ramp_words(count: CountPlan) -> str:
    """Say what is wagered from which count on."""
    steps = [f"{units} from {start:+d}" for start, units in count.ramp.items()]
    return f"{count.system.name}, wagers {', '.join(steps)}"


def wagers_words(plan: Plan) -> str:
    """Say what is laid."""
    laid = each_once([f"${dollars(each)}" for each in plan.wagers])
    also = [f"with {plan.side.name} of ${dollars(plan.side.amount)}"] if plan.side else []
    also += ["insured whenever that is offered"] if plan.insures else []
    also += ["paid in chips, rounded up"] if plan.in_chips else []
    return ", ".join([laid, *also])


def each_once(texts: Sequence[str]) -> str:
    """Give one text for all boxes, or each with its box."""
    if len(set(texts)) == 1:
        return texts[0] + (" on every box" if len(texts) > 1 else "")
    return ", ".join(f"box {box}: {text}" for box, text in enumerate(texts, start=1))
