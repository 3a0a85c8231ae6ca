"""Promotional tokens: exchanged for vouchers, wagered like chips, kept apart from them."""
