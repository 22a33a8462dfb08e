"""A forecast from the sample site's records, against what the site's own model says of the new size."""

import re

import pytest

import getpage
import sample_site
from tools.demo.clock import INTERVAL, SECONDS_PER_DAY
from tools.demo.db2.estate import DBP1
from tools.demo.db2.model import run

MORE = 400_000


@pytest.fixture(scope="module")
def forecast():
    return getpage.forecast(sample_site.store(), changes=[f"db2.DBP1.BP2=+{MORE}"])


def reads_left():
    """Reads a second of BP2 with more buffers, by the model that the records were made from."""
    spec = next(pool for pool in DBP1.pools if pool.name == "BP2")
    share = spec.miss(spec.buffers + MORE) / spec.miss(spec.buffers)
    done = [run(DBP1, end) for end in range(2 * INTERVAL, SECONDS_PER_DAY + 1, INTERVAL)]
    return share * sum(item.pools["BP2"].reads for item in done) / (len(done) * INTERVAL)


def test_reads_of_the_new_size_are_those_of_the_sites_own_model(forecast):
    after = forecast.figure("SYSA.DBP1.BP2", "reads").after
    assert after.value == pytest.approx(reads_left(), rel=0.02)


def test_processors_and_busy_are_those_of_smf_70(forecast):
    assert [word for word in forecast.assumptions if re.match(r"SYSA: 6 processors, .* busy", word)]
    assert forecast.figure("SYSA", "CPU busy").before.value < 100
