"""The sign: limits, who they bind, restrictions and reservations."""
