"""Irregularities of the deal and of the shuffling device, and the catalogue of all of them."""
