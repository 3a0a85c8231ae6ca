"""Tables over WebSockets: a snapshot, then numbered updates; commands and their answers."""
