"""Small shoes on which the slow twin is quick and every rule of money has its turn.

A few ranks, many tens: whoever draws on is soon over, so no shoe runs out, and what is drawn can
be counted in a second or two. Together they meet, for each rulebook, what is named beside them.
"""

SHOES: dict[str, str] = {
    # 7-7-7 by suit, against a seven too; sevens split, again where that is allowed
    "sevens": "7h 7h 7h 7h 7s 7s 7s 3s 3s 3s Kd Kd Kd Kd Kd Kd",
    # 6-7-8 in spades, in one other suit and mixed
    "six-seven-eight": "6s 6s 6h 7s 7h 8s 8s 8h Kd Kd Kd Kd Kd Kd",
    # eights split to three hands, against aces and ten-value cards too; surrender, forfeits
    "eights": "8s 8s 8s 8s 8s 3h 3h 3h Kd Kd Kd Kd Kd Kd Kd Ah Ah",
    # aces split, again where that is allowed; naturals of one suit and of two
    "aces": "As As As As 9h 9h 9h Kd Ks Ks Ks Ks 5c 5c 5c 5c",
    # tens split to three hands, against aces and ten-value cards too
    "tens": "Jd Kd Ks Ks Ks Ks Ks Ad As 5c 5c 5c 6h 6h",
    # 21 with five, six and seven cards, five card tricks, doubles on many cards
    "small": "As As As 2h 2h 2h 3c 3c 3c 4d Kd Kd Kd Kd Kd Kd Kd Kd",
    # pinkjacks paid, held and ultimate; the dealer's pinkjack
    "pinkjacks": "Ad Ad Jd Jd Jd Ks Kd 7h 7h 6s 6s 9c",
    # tens split, and split again, only with a jack of diamonds; one is enough against a nine
    "a-pink-jack": "Jd Jd Ks Ks Ks Ks Ad 8c 8c 8c 8c 9c 9c 9c 9c",
    # the same, two jacks of diamonds being needed against a five and a king
    "two-pink-jacks": "Jd Jd Kd Ks Ks Ad 7c 7c 7c 7c 5c 5c 5c 5c",
    # many jacks of diamonds: whether tens are split again depends on the upcard and their number
    "pink-jacks": "Jd Jd Jd Kd Ks Ks Ad 9c 9c 9c 8c 8c 8c",
    # aces of diamonds and others: where a blackjack pays little, only a Pinkjack is worth a split
    "pink-aces": "Ad Ad As As Jd Jd Ks Ks 9c 9c 9c 8c 8c 8c",
    # soft hands: aces of the first two cards and later ones, stood, hit and doubled
    "soft": "As As As 6h 6h 6h 2c 2c 2c Kd Kd Kd Kd Kd Kd Kd",
    # threes and eights: doubles of two and more cards that win, lose and are forfeited
    "threes": "3s 3s 3s 3s 3s 8h 8h 8h Ad Ad Kd Kd Kd Kd Kd Kd Kd",
    # fours split to three hands and drawn to 21 of five cards
    "fours": "4d 4d 4d 4d 4d 4d 5c 5c 5c 9s 9s 9s Ks Ks Ks Ks",
    # many values, a card of each; three ten-value ranks
    "wide": "As 2h 4d 5s 6h 8d 9s Kh Kh Qh Jd Jd Jd",
}
