"""Inference: what a seat can know of the cards that it does not see."""
