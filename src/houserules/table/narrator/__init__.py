"""The narrator: every event and refusal as one sentence, for commands, replays, pages, registers and logs."""
