"""What staff order and report: notices, disputes, wrong payments, closing, invalidated games."""
