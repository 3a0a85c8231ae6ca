"""Who may give which command: the rulebook's powers and the caller's role."""

from typing import Final

from houserules.core.people import Person, Role
from houserules.core.refusal import Clause, Refusal
from houserules.rulebook.options import clause_of
from houserules.rulebook.schema import Rulebook
from houserules.rulebook.schema_house import Office
from houserules.rulebook.values import NotOffered, Value
from houserules.table import commands
from houserules.table.commands import PlayerCommand, StaffCommand

_STAFF: Final[tuple[Role, ...]] = (
    "dealer",
    "Gaming Supervisor",
    "casino supervisor",
    "Assistant Gaming Manager",
    "Gaming Manager",
)
_HOLDERS: Final[dict[Office, tuple[Role, ...]]] = {
    "player": ("player",),
    "dealer": ("dealer",),
    "any staff": _STAFF,
    "Gaming Supervisor": ("Gaming Supervisor",),
    "game or casino supervisor": _STAFF[1:],
    "casino supervisor": _STAFF[2:],
    "Assistant Gaming Manager": _STAFF[3:],
    "Gaming Manager": _STAFF[4:],
    "Tournament Manager": ("Tournament Manager",),
    "Tournament or Gaming Manager": ("Tournament Manager", "Gaming Manager"),
    "inspector": ("inspector",),
    "nobody": (),
}
DEALERS: Final = (commands.CloseBets, commands.DealCard, commands.CloseOffers, commands.ClearTable)
"""Commands of the round that are the dealer's."""

_RIGHTS: Final[dict[type, str]] = {
    commands.BringChips: "wagers_in_chips",
    commands.TakeChips: "wagers_in_chips",
    commands.PlaceWager: "wagers_before_first_card",
    commands.WithdrawWager: "wagers_before_first_card",
    commands.PlaceSideWager: "wagers_before_first_card",
    commands.WithdrawSideWager: "wagers_before_first_card",
    commands.Insure: "insurance_against",
    commands.Surrender: "surrender_against",
    commands.Double: "double_most",
    commands.Split: "split_equal_values",
    commands.Designate: "others_not_splitting",
    commands.Forfeit: "forfeit_closes",
    commands.ComeBack: "absent_when",
}
"""The keys that give a player the commands of the round, beside `PlayerCommand.right`."""


def power_of(rules: Rulebook, command: commands.Command | type) -> Value[Office] | None:
    """Return the power that a command takes; None: it is a player's own."""
    kind = command if isinstance(command, type) else type(command)
    if issubclass(kind, StaffCommand):
        power: Value[Office] = getattr(rules.powers, kind.power)
        return power
    if issubclass(kind, commands.ReportAbsent):
        return rules.powers.may_report_absent
    return rules.powers.may_deal if issubclass(kind, DEALERS) else None


def right_to(rules: Rulebook, kind: type) -> Clause:
    """Return the clause by which a command is a player's own."""
    key = kind.right if issubclass(kind, PlayerCommand) else _RIGHTS.get(kind, PlayerCommand.right)
    return clause_of(rules, key)


def holders(rules: Rulebook, office: Office) -> tuple[Role, ...]:
    """Return the roles that hold a power of this rank (S24 2.1:casino-supervisor; NZ 7.1(e))."""
    if office == "casino supervisor" and rules.powers.gaming_supervisor_is_casino_supervisor.value:
        return ("Gaming Supervisor", *_HOLDERS[office])
    return _HOLDERS[office]


def why_not_by(rules: Rulebook, command: commands.Command, person: Person) -> Refusal | None:
    """Refuse a command that the person's role does not allow, and say whose it is."""
    power = power_of(rules, command)
    if power is None:
        return _why_not_player(rules, command, person)
    if person.role in holders(rules, power.value):
        return None
    if roles := holders(rules, power.value):
        only = f"Only {with_article(*roles)} may do this, not {with_article(person.role)}."
        return Refusal("role.may-not", power.clause, only)
    if isinstance(rules.tournament, NotOffered) and _is_of_tournament(command):
        return no_tournaments(rules.tournament.clause)
    return Refusal("role.may-not", power.clause, "These rules give nobody the power to do this.")


def no_tournaments(clause: Clause) -> Refusal:
    """Refuse what belongs to a tournament where the rulebook has none."""
    return Refusal("tournament.none", clause, "These rules have no tournaments.")


def _is_of_tournament(command: commands.Command) -> bool:
    return isinstance(command, StaffCommand) and command.power in (
        "may_manage_tournament",
        "may_count_chips",
        "may_call_time",
        "may_examine_forms",
    )


def _why_not_player(rules: Rulebook, command: commands.Command, person: Person) -> Refusal | None:
    if person.role == "player" and getattr(command, "player", person.name) == person.name:
        return None
    return Refusal(
        "role.not-yours",
        right_to(rules, type(command)),
        f"Only {getattr(command, 'player', 'the player')} decides this.",
    )


def with_article(*roles: str) -> str:
    """Write "a dealer", "an inspector", "a dealer, Gaming Supervisor or Gaming Manager"."""
    first, *others = roles
    text = f"an {first}" if first[0] in "AEIOUi" else f"a {first}"
    return f"{', '.join([text, *others[:-1]])} or {others[-1]}" if others else text
