"""The referee: pure functions over immutable state."""
