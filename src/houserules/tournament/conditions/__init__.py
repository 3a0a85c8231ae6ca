"""The conditions of a tournament: the document, its checks, the plan it makes (S65 20.4, S24 21.4)."""
