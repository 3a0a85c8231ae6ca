"""`houserules tournament`: one file per command."""
