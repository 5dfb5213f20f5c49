"""What all tests share: Hypothesis profiles, fixed seeds, and no log line that nobody asked for."""

import logging
import os
import random
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

# Examples are the same in every run, unless a longer hunt is asked for: HYPOTHESIS_PROFILE=hunt
settings.register_profile(
    "fixed",
    derandomize=True,
    deadline=None,
    max_examples=50,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "hunt", settings.get_profile("fixed"), derandomize=False, max_examples=2000, print_blob=True
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fixed"))


@pytest.fixture
def rng(request: pytest.FixtureRequest) -> random.Random:
    """A generator seeded by the test's own name."""
    return random.Random(request.node.nodeid)


@pytest.fixture(autouse=True)
def _no_unexpected_log(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    yield
    records = caplog.get_records("call")
    assert not [r.getMessage() for r in records if r.levelno >= logging.WARNING]
