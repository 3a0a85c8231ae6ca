"""Requests, plans, runs and reports behind `odds`, `strategy`, `coach` and `simulate`."""
