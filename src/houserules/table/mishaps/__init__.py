"""Irregularities of the deal: reported by staff, carried through as the rules say."""
