"""One round: wagers, deal, offers, play, the dealer, settlement."""
