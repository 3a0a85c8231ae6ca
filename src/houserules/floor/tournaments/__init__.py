"""Tournaments on the floor: their streams, their money, and the tables that their sessions are played at."""
