"""The random sequence: the published generator, lanes that share nothing, draws without a bias."""

import pickle
from collections.abc import Callable
from copy import copy
from itertools import pairwise
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest

from houserules.odds.solver import action_values
from houserules.odds.solver import compiled as odds_compiled
from houserules.simulator import compiled as simulator_compiled
from houserules.simulator import layout
from houserules.simulator.compiled import DISABLED, sources, u64
from houserules.simulator.kernels.draw import fill, redraw, scramble, seldom_below, start_of_lane
from houserules.simulator.kernels.one_box import play_lanes
from simulator.lane_twin import GOLDEN, Draws

WORD = 1 << 64


def test_it_is_splitmix64() -> None:
    published = [6457827717110365317, 3203168211198807973, 9817491932198370423]
    states = [(1234567 + GOLDEN * step) % WORD for step in (1, 2, 3)]
    assert [int(scramble(u64(state))) for state in states] == published


@pytest.mark.parametrize(("seed", "lane"), [(1, 0), (1, 7), (2**64 - 1, 12345), (0, 2**31)])
def test_a_lane_draws_what_its_twin_draws(seed: int, lane: int) -> None:
    main, seldom = start_of_lane(u64(seed), u64(lane))
    words = np.zeros(64, dtype=np.uint32)
    fill(words, 0, 64, u64(main))
    twin = Draws(seed, lane, seldom=False)
    assert [int(word) for word in words] == [twin.next() for _ in range(64)]
    work = np.zeros(layout.TABLE_WORK, dtype=np.uint64)
    work[layout.SELDOM] = seldom
    twin = Draws(seed, lane, seldom=True)
    drawn = [int(seldom_below(work, u64(0), u64(2**31))) for _ in range(20)]
    assert drawn == [twin.next() >> 1 for _ in range(20)]


def test_lanes_lie_apart() -> None:
    starts = [int(start_of_lane(u64(5), u64(lane))[0]) for lane in range(4)]
    steps = [(later - earlier) % WORD for earlier, later in pairwise(starts)]
    assert set(steps) == {GOLDEN * 2**32 % WORD}


def test_a_draw_that_would_favour_some_cards_is_made_again() -> None:
    bound = 384
    least = 2**32 % bound  # so many of the 2^32 words would be too many
    work = np.zeros(layout.TABLE_WORK, dtype=np.uint64)
    kept, refused = u64((7 << 32) + least), u64((7 << 32) + least - 1)
    assert int(redraw(work, u64(0), kept, u64(bound))) == int(kept)
    assert int(redraw(work, u64(0), refused, u64(bound))) != int(refused)


def test_every_number_below_a_bound_comes_as_often() -> None:
    work = np.zeros(layout.TABLE_WORK, dtype=np.uint64)
    work[layout.SELDOM] = start_of_lane(u64(3), u64(0))[1]
    drawn = [int(seldom_below(work, u64(0), u64(48))) for _ in range(48_000)]
    counts = np.bincount(drawn, minlength=48)
    chi_square = float(((counts - 1000) ** 2 / 1000).sum())
    assert 20 < chi_square < 85  # 47 degrees of freedom: one seed in ten thousand lies outside


@pytest.mark.parametrize("digest_of", [simulator_compiled.digest_of, odds_compiled.digest_of])
def test_a_stamp_changes_with_a_source_in_a_subfolder(
    tmp_path: Path, digest_of: Callable[[Path], str]
) -> None:
    (tmp_path / "kernels").mkdir()
    (tmp_path / "one.py").write_text("A = 1\n")
    (tmp_path / "kernels" / "two.py").write_text("B = 2\n")
    before = digest_of(tmp_path)
    (tmp_path / "kernels" / "two.py").write_text("B = 3\n")
    assert digest_of(tmp_path) != before


@pytest.mark.skipif(DISABLED, reason="nothing is compiled")
def test_kept_machine_code_is_stamped_with_every_source() -> None:
    assert play_lanes._cache._cache_file._source_stamp == sources()


@pytest.mark.skipif(DISABLED, reason="nothing is compiled")
@pytest.mark.parametrize("kernel", [play_lanes, action_values._choose])
def test_a_cache_of_older_sources_is_ignored_before_its_classes_are_looked_for(
    tmp_path: Path, kernel: Any
) -> None:
    index = copy(kernel._cache._cache_file)
    index._index_path = str(tmp_path / "kernel.nbi")
    renamed = b"chouserules.simulator.layout\nNoSuchClass\n."  # unpickled, it is an AttributeError
    with pytest.raises(AttributeError):
        pickle.loads(renamed)
    (tmp_path / "kernel.nbi").write_bytes(pickle.dumps(numba.__version__) + renamed)
    assert index._load_index() == {}
