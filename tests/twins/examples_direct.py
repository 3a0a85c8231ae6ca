"""Self-checks of the twin, worked out by hand: PYTHONPATH=tests python -m twins.examples_direct."""

from __future__ import annotations

import json
from typing import Any

from twins.direct import settle

S24, S65 = "nsw-pontoon-2024", "nsw-pontoon-6to5-2017"
NZ, PJ = "nz-pontoon", "nsw-pinkjack-2016"

CONTRACT_OUTPUT = """
{
  "rulebook": "nsw-pontoon-2024",
  "dealer": {"cards": "7h Kc", "total": 17, "natural": false},
  "hands": [
    {"box": 1, "hand": 1, "cards": "7s 7s 7s", "total": 21, "doubled": false, "split": false, "surrendered": false},
    {"box": 2, "hand": 1, "cards": "9c 5c 4d", "total": 18, "doubled": true, "split": false, "surrendered": false}
  ],
  "settlements": [
    {"box": 1, "hand": null, "player": "ann", "wager": "perfect-pairs", "stake": "5.00", "result": "win",
     "odds": "25 to 1", "returned": "130.00", "net": "125.00", "stage": "interim", "clause": "16.8.3"},
    {"box": 1, "hand": 1, "player": "ann", "wager": "original", "stake": "25.00", "result": "win",
     "odds": "3 to 1", "returned": "100.00", "net": "75.00", "stage": "interim", "clause": "11.5"},
    {"box": 1, "hand": 1, "player": "ann", "wager": "super-bonus", "stake": "0.00", "result": "bonus",
     "odds": null, "returned": "5000.00", "net": "5000.00", "stage": "interim", "clause": "11.5"},
    {"box": null, "hand": null, "player": "bob", "wager": "bonus", "stake": "0.00", "result": "bonus",
     "odds": null, "returned": "50.00", "net": "50.00", "stage": "interim", "clause": "11.5"},
    {"box": 2, "hand": 1, "player": "bob", "wager": "original", "stake": "20.00", "result": "win",
     "odds": "1 to 1", "returned": "40.00", "net": "20.00", "stage": "final", "clause": "17.1.5"},
    {"box": 2, "hand": 1, "player": "bob", "wager": "double", "stake": "10.00", "result": "win",
     "odds": "1 to 1", "returned": "20.00", "net": "10.00", "stage": "final", "clause": "17.1.5"}
  ],
  "net": {"ann": "5200.00", "bob": "80.00"},
  "unused": ""
}
"""


def record(
    rulebook: str, cards: str, decisions: list[str], *wagers: str, **table: Any
) -> dict[str, Any]:
    """A record; a wager is written "BOX PLAYER AMOUNT", seated with a "*" at the end."""
    placed = []
    for text in wagers:
        box, player, amount = text.rstrip("*").split()
        placed.append(
            {"box": int(box), "player": player, "amount": amount, "seated": text.endswith("*")}
        )
    return {
        "format": "houserules/round-1",
        "rulebook": rulebook,
        "cards": cards,
        "decisions": decisions,
        "table": table,
        "wagers": placed,
    }


def check(made: dict[str, Any], dealer: str, *rows: str) -> dict[str, Any]:
    """Settle, and compare the dealer's cards and the rows in short form."""
    got = settle(made)
    assert got["dealer"]["cards"] == dealer, got["dealer"]
    short = [
        f"{r['box']}.{r['hand']} {r['player']} {r['wager']} {r['stake']} {r['result']} "
        f"{r['odds']} {r['returned']} {r['stage']} {r['clause']}".replace(" None ", " ")
        for r in got["settlements"]
    ]
    assert sorted(short) == sorted(rows), "\n".join(short)
    return got


def contract_example() -> None:
    """The contract's own example, exactly."""
    made = record(
        S24,
        "7s 9c 7h 7s 5c 7s 4d Kc",
        ["1 hit", "2 double 10"],
        "1 ann 25*",
        "2 bob 20*",
        perfect_pairs="5",
    )
    made["side_wagers"] = [{"kind": "perfect-pairs", "box": 1, "player": "ann", "amount": "5"}]
    got, expected = settle(made), json.loads(CONTRACT_OUTPUT)
    got["settlements"].sort(key=str)
    expected["settlements"].sort(key=str)
    assert got == expected, got


def pontoons() -> None:
    """A natural is paid at once, the dealer takes no second card; 6 to 5 rounds up to the chip."""
    check(
        record(S24, "As Kd Kc 5c", [], "1 ann 25"),
        "Kd",
        "1.1 ann original 25.00 win 3 to 2 62.50 interim 11.1",
    )
    check(
        record(S65, "As Kd Kc", [], "1 ann 21"),
        "Kd",
        "1.1 ann original 21.00 win 6 to 5 46.50 interim 10.1",
    )
    check(
        record(PJ, "Ad Td Jd", [], "1 ann 10"),
        "Td",
        "1.1 ann original 10.00 win 5 to 1 60.00 interim 8.1.1",
    )


def surrender() -> None:
    """NSW: each bettor alone; NZ: all bound; a lone surrender stops the dealer at two cards."""
    check(
        record(S24, "9s Kd 7c 5c 3d 9d", ["1 surrender"], "1 ann 25*", "1 bob 10"),
        "Kd 5c 3d",
        "1.1 ann original 25.00 surrendered 12.50 final 17.1.11",
        "1.1 bob original 10.00 lose 0.00 final 17.1.9",
    )
    check(
        record(NZ, "9s Ad 7c 5c 3d", ["1 surrender", "1 insure 5 by bob"], "1 ann 25*", "1 bob 10"),
        "Ad 5c",
        "1.1 ann original 25.00 surrendered 12.50 final 9.5",
        "1.1 bob original 10.00 surrendered 5.00 final 9.5",
        "1.None bob insurance 5.00 lose 0.00 interim 10.6",
    )
    check(
        record(S65, "9s Ad 7c Kc", ["1 insure 10", "1 surrender"], "1 ann 20"),
        "Ad Kc",
        "1.1 ann original 20.00 lose 0.00 final 9.6",
        "1.None ann insurance 10.00 win 2 to 1 30.00 final 16.1.6",
    )


def doubled_aces() -> None:
    """Readings 10 and 11: an ace drawn as third card counts 1 in NSW and as usual in NZ."""
    cards, play = "2s 6d 6c Ah Ks 9c 2h", ["1 hit", "1 double"]
    nsw = settle(record(S24, cards, play, "1 ann 10"))
    nz = settle(record(NZ, cards, play, "1 ann 10"))
    assert nsw["hands"][0]["total"] == 19, nsw  # 2 + 6 + 1 + 10
    assert nz["hands"][0]["total"] == 19, nz  # the ace cannot be 11 with a king
    nz = settle(record(NZ, "2s 6d 6c Ah 2d 9c 2h", play, "1 ann 10"))
    nsw = settle(record(S24, "2s 6d 6c Ah 2d 9c 2h", play, "1 ann 10"))
    assert (nsw["hands"][0]["total"], nz["hands"][0]["total"]) == (11, 21)


def forfeits() -> None:
    """One bettor forfeits, the controlling player plays on, a third did not double."""
    check(
        record(
            S24,
            "5s 9d 6c 2h Kc",
            ["1 double", "1 double 4 by bob", "1 forfeit by bob"],
            "1 ann 10*",
            "1 bob 8",
            "1 cy 6",
        ),
        "9d Kc",
        "1.1 ann original 10.00 lose 0.00 final 17.1.9",
        "1.1 ann double 10.00 lose 0.00 final 17.1.9",
        "1.1 bob original 8.00 forfeited 0.00 interim 13.7",
        "1.1 bob double 4.00 stand-off 4.00 interim 13.7",
        "1.1 cy original 6.00 lose 0.00 final 17.1.9",
    )


def natural_after_split() -> None:
    """Readings 6, 7 and 36: the first hand is bust, the second open, the dealer has a pontoon."""
    cards = "8s Kd 8c 7h Ks 9h Ad"
    play = ["1 split", "1 hit", "1 stand"]
    bust = "1.1 ann original 10.00 lose 0.00 interim"
    check(
        record(S24, cards, play, "1 ann 10"),
        "Kd Ad",
        f"{bust} 12.5",
        "1.2 ann split 10.00 lose 0.00 final 17.1.7",
    )
    check(
        record(S24, cards, play, "1 ann 10", natural_collects="original-hand"),
        "Kd Ad",
        f"{bust} 12.5",
        "1.2 ann split 10.00 stand-off 10.00 final 17.1.8",
    )
    check(
        record(NZ, cards, play, "1 ann 10"),
        "Kd Ad",
        f"{bust} 14.2",
        "1.2 ann split 10.00 stand-off 10.00 final 13.7",
    )
    check(  # NZ 13.8: the original is paid for 6-7-8, the amount comes from the other hand
        record(NZ, "8s Kd 8c 7h 6s 9h Ad", play, "1 ann 10"),
        "Kd Ad",
        "1.1 ann original 10.00 win 3 to 2 25.00 interim 11.1",
        "1.2 ann split 10.00 lose 0.00 final 13.8",
    )
    check(  # a double on a split hand stands off
        record(PJ, "8s Kd 8c 3h 9s 9h As", ["1 split", "1 double", "1 stand"], "1 ann 10"),
        "Kd As",
        "1.1 ann original 10.00 lose 0.00 final 11.6",
        "1.1 ann double 10.00 stand-off 10.00 final 10.4",
        "1.2 ann split 10.00 stand-off 10.00 final 11.6",
    )


def splits_again() -> None:
    """NZ: hands are renumbered, a designated wager stays with its hand; NSW aces, reading 39."""
    got = check(
        record(
            NZ,
            "8s 6d 8c 8h 9s Qs Js Ks 9c 4d",
            ["1 split", "1 designate 2 by bob", "1.1 split", "1.1 stand", "1.2 stand", "1.3 stand"],
            "1 ann 10*",
            "1 bob 5",
        ),
        "6d Ks 9c",
        "1.1 ann original 10.00 win 1 to 1 20.00 final 5.1(a)",
        "1.2 ann split 10.00 win 1 to 1 20.00 final 5.1(a)",
        "1.3 ann split 10.00 win 1 to 1 20.00 final 5.1(a)",
        "1.3 bob original 5.00 win 1 to 1 10.00 final 5.1(a)",
    )
    assert [hand["cards"] for hand in got["hands"]] == ["8s 9s", "8h Qs", "8c Js"], got
    got = settle(
        record(S24, "As 9d Ac Ah 9s Ks Qs 8d", ["1 split", "1.1 split"], "1 ann 10", resplit=True)
    )
    assert [hand["cards"] for hand in got["hands"]] == ["As 9s", "Ah Ks", "Ac Qs"], got
    assert got["net"] == {"ann": "30.00"}, got  # 20 beats 17; twice 21, 1 to 1
    got = settle(
        record(S24, "As 9d Ac Ah Ad 9s Ks 8d", ["1 split", "1.2 split"], "1 ann 10", resplit=True)
    )
    assert [hand["cards"] for hand in got["hands"]] == ["As Ah", "Ac 9s", "Ad Ks"], got


def super_bonuses() -> None:
    """NZ: who did not follow a double has the Super Bonus; every other initial wager has $50."""
    check(
        record(
            NZ,
            "7h 9c 7s 7h 9d 7h Kc",
            ["1 double", "2 hit"],
            "1 ann 10*",
            "1 bob 2",
            "1 cy 1",
            "2 bob 30",
        ),
        "7s",
        "1.1 ann original 10.00 win 1 to 1 20.00 interim 12.5",
        "1.1 ann double 10.00 win 1 to 1 20.00 interim 12.5",
        "1.1 bob original 2.00 win 2 to 1 6.00 interim 12.6",
        "1.1 bob super-bonus 0.00 bonus 1000.00 interim 11.2",
        "1.1 cy original 1.00 win 2 to 1 3.00 interim 12.6",
        "2.1 bob original 30.00 lose 0.00 interim 14.2",
        "1.None ann bonus 0.00 bonus 50.00 interim 11.3",
        "1.None cy bonus 0.00 bonus 50.00 interim 11.3",
        "2.None bob bonus 0.00 bonus 50.00 interim 11.3",
    )
    check(  # reading 40: below $5 there is no winner and no $50
        record(S24, "7h 9c 7s 7h 9d 7h Kc", ["1 hit", "2 stand"], "1 ann 4", "2 bob 10"),
        "7s Kc",
        "1.1 ann original 4.00 win 2 to 1 12.00 interim 11.5",
        "2.1 bob original 10.00 win 1 to 1 20.00 final 17.1.5",
    )


def pinkjacks() -> None:
    """Held, ultimate, five card trick, Suits You, ties, doubles against a dealer pinkjack."""
    check(
        record(PJ, "Ad 9s Jd Jd 8c Ad", ["2 stand"], "1 ann 10", "2 bob 10"),
        "Jd Ad",
        "1.1 ann original 10.00 win 5 to 1 60.00 final 14.1.1",
        "1.1 ann ultimate-pinkjack 0.00 bonus 1000.00 final 14.1.1",
        "2.1 bob original 10.00 lose 0.00 final 14.1.4",
    )
    check(
        record(PJ, "Ad Jd Jd 5s", [], "1 ann 10"),
        "Jd 5s",
        "1.1 ann original 10.00 win 5 to 1 60.00 final 14.1.1.1",
    )
    made = record(PJ, "2h 9s 2c 3d 3s 4s", ["1 hit", "1 hit", "1 hit"], "1 ann 10")
    made["side_wagers"] = [
        {"kind": "suits-you", "box": 1, "player": "cy", "amount": "5", "suit": "h"}
    ]
    got = check(
        made,
        "9s",
        "1.None cy suits-you 5.00 win 2 to 1 15.00 interim 13.7.1",
        "1.1 ann original 10.00 win 1 to 1 20.00 interim 9.7",
    )
    assert got["net"] == {"ann": "10.00", "cy": "10.00"}, got
    lost = [
        "1.1 ann original 10.00 lose 0.00 final 14.1.4",
        "1.1 ann double 10.00 lose 0.00 final 14.1.4",
    ]
    check(record(PJ, "5h Ad 5c 7d Jd", ["1 double"], "1 ann 10"), "Ad Jd", *lost)
    check(record(PJ, "5h Td 5c 7d 7s", ["1 double"], "1 ann 10"), "Td 7s", *lost)
    check(
        record(
            PJ,
            "5h Ad 5c 7d Jd",
            ["1 double"],
            "1 ann 10",
            dealer_pinkjack_counts_as_blackjack=True,
        ),
        "Ad Jd",
        "1.1 ann original 10.00 lose 0.00 final 10.4",
        "1.1 ann double 10.00 stand-off 10.00 final 10.4",
    )


def absence_and_maximum() -> None:
    """Absent: stand or draw to 12. Over the maximum: the controller first, then the nearest."""
    check(
        record(S65, "5h 9d 3c Ks", ["1 absent"], "1 ann 10"),
        "9d Ks",
        "1.1 ann original 10.00 lose 0.00 final 16.1.9",
    )
    check(
        record(S65, "5h 9d 3c Ks 8s", ["1 absent"], "1 ann 10", absent_player="draw-to-12"),
        "9d 8s",
        "1.1 ann original 10.00 win 1 to 1 20.00 final 16.1.5",
    )
    got = check(
        record(
            NZ,
            "8h 9d 8c 3s Kd 4s 8d",
            ["1 split", "1 absent", "1.2 absent"],
            "1 ann 50",
            "1 bob 60*",
            "1 cy 10",
            maximum="100",
        ),
        "9d 8d",
        "1.1 ann original 40.00 win 1 to 1 80.00 interim 11.1",
        "1.1 bob original 60.00 win 1 to 1 120.00 interim 11.1",
        "1.2 bob split 60.00 lose 0.00 final 5.1(g)",
    )
    assert got["net"] == {"ann": "40.00", "bob": "0.00", "cy": "0.00"}, got


if __name__ == "__main__":
    contract_example()
    pontoons()
    surrender()
    doubled_aces()
    forfeits()
    natural_after_split()
    splits_again()
    super_bonuses()
    pinkjacks()
    absence_and_maximum()
