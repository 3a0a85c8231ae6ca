"""Who is at the table: seats, arrivals, Player Cards, who may wager at all."""
