"""What each command does once it is known what was asked; loaded only when the command runs."""
