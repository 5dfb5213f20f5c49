"""Best-play hints: for the seat that is to decide, what each action is worth, and why."""
