"""The narrator: every event as one sentence, for commands, replays, pages, registers and logs."""
