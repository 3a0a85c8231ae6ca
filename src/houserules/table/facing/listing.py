"""Cards dealt face down for `table.house`: commands with judge and doer, events with their step."""

from typing import Final

from houserules.table.facing import commands as c
from houserules.table.facing import events as e
from houserules.table.facing import evolving, exposing
from houserules.table.subject import Subject

FACING: Final = Subject(
    commands={
        c.ApproveFaceDown: (exposing.why_not_approve, exposing.approve),
        c.TakeBackApproval: (exposing.why_not_take_back, exposing.take_back),
        c.ChooseFacing: (exposing.why_not_choose, exposing.choose_facing),
        c.ExposeCards: (exposing.why_not_expose, exposing.expose_cards),
    },
    steps={
        e.FaceDownApproved: evolving.face_down_approved,
        e.ApprovalTakenBack: evolving.approval_taken_back,
        e.FacingChosen: evolving.facing_chosen,
        e.CardsExposed: evolving.cards_exposed,
    },
)
