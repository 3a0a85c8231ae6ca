"""Tournament play (S65 section 20, S24 section 21): sessions at one table, pure like `table`."""
