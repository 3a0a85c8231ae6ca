"""A failing shuffling device for `table.house`: commands with judge and doer, events with their step."""

from typing import Final

from houserules.table.malfunction import answering, reporting, sources
from houserules.table.malfunction import commands as c
from houserules.table.malfunction import events as e
from houserules.table.subject import Subject

MALFUNCTION: Final = Subject(
    commands={
        c.ReportMalfunction: (reporting.why_not_report, reporting.report),
        c.TakeWagersBack: (answering.why_not_answer, answering.answer),
        c.PlayOn: (answering.why_not_answer, answering.answer),
        c.EndReturnOffer: (answering.why_not_end, answering.end_offer),
        c.ReturnToDevice: (sources.why_not_return, sources.return_to_device),
    },
    steps={
        e.DeviceMalfunctioned: reporting.device_malfunctioned,
        e.CardsTransferred: sources.cards_moved,
        e.DamagedCardsReplaced: sources.cards_moved,
        e.DeviceEmptied: sources.device_emptied,
        e.ReturnOffered: answering.return_offered,
        e.ReturnAnswered: answering.return_answered,
        e.ReturnsDecided: answering.returns_decided,
    },
    deals_with={"device malfunction": (c.TakeWagersBack, c.PlayOn, c.EndReturnOffer)},
    open_in={"device malfunction": answering.open_answers},
)
