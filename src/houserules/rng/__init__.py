"""Statistics over shuffles, compared with exact figures; exports for test laboratories."""
