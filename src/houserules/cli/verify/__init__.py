"""`houserules verify`: one file per thing that can be verified."""
