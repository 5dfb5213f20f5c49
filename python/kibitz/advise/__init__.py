"""The kibitzer: what a play cost, where a deal turned, and whether the book is right."""
