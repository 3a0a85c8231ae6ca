"""A shuffling device that fails in a round: who gets wagers back, and how the round goes on."""
