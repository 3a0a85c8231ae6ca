"""What the commands print for a person: tables, pages, the felt, progress."""
