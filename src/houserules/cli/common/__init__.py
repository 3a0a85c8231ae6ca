"""What several commands share: options, files, journals and exit codes. No command is here."""
