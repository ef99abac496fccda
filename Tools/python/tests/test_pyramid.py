"""Regions of pyramids: exact pixels, levels, edges, threads, processes, faults."""

from __future__ import annotations

import io
import multiprocessing
import os
import pickle
import threading
from pathlib import Path

import numpy as np
import pytest
from conftest import HEIGHT, WIDTH, pattern
from numpy.typing import NDArray
from PIL import Image

import tilekit


def rgba(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return opaque pixels."""
    return np.dstack([pixels, np.full(pixels.shape[:2], 255, dtype=np.uint8)])


def test_the_whole_image_is_that_of_pillow(pyramid: Path, image: Path) -> None:
    with tilekit.open(pyramid) as opened:
        region = opened.read_region((0, 0), 0, opened.dimensions)
    assert region.dtype == np.uint8
    assert np.array_equal(region, np.asarray(Image.open(image).convert("RGBA")))


@pytest.mark.parametrize(
    ("x", "y", "width", "height"),
    [(0, 0, 1, 1), (255, 255, 2, 2), (250, 100, 20, 300), (699, 449, 1, 1), (256, 256, 256, 194), (13, 200, 600, 3)])
def test_regions_are_exact(pyramid: Path, pixels: NDArray[np.uint8], x: int, y: int, width: int, height: int) -> None:
    with tilekit.open(pyramid) as opened:
        region = opened.read_region((x, y), 0, (width, height))
    assert np.array_equal(region, rgba(pixels[y:y + height, x:x + width]))


def test_pixels_beyond_the_image_are_transparent(pyramid: Path, pixels: NDArray[np.uint8]) -> None:
    with tilekit.open(pyramid) as opened:
        region = opened.read_region((-10, -20), 0, (WIDTH + 30, HEIGHT + 40))
        nothing = opened.read_region((5000, 5000), 0, (4, 4))
    assert np.array_equal(region[20:20 + HEIGHT, 10:10 + WIDTH], rgba(pixels))
    region[20:20 + HEIGHT, 10:10 + WIDTH] = 0
    assert not region.any()
    assert not nothing.any()


def test_levels_are_counted_from_full_size(pyramid: Path) -> None:
    with tilekit.open(pyramid) as opened:
        assert opened.level_count == 11
        assert opened.dimensions == (WIDTH, HEIGHT)
        assert opened.level_dimensions[:3] == ((700, 450), (350, 225), (175, 113))
        assert opened.level_downsamples[:4] == (1, 2, 4, 8)
        assert opened.level_tiles[:2] == ((3, 2), (2, 1))
        factors = (0.5, 1, 1.9, 2, 5, 1e9)
        assert [opened.get_best_level_for_downsample(factor) for factor in factors] == [0, 0, 0, 1, 2, 10]
        assert (opened.kind, opened.format) == ("Deep Zoom", "png")
        assert isinstance(dict(opened.properties), dict)


def test_a_smaller_level_is_that_of_its_tiles(pyramid: Path) -> None:
    expected = np.asarray(Image.open(pyramid.parent / "pyramid_files/8/0_0.png").convert("RGBA"))
    with tilekit.open(pyramid) as opened:
        assert np.array_equal(opened.read_region((0, 0), 2, opened.level_dimensions[2]), expected)
        # Positions are those of full size.
        part = opened.read_region((80, 43), 2, (30, 20))
    assert np.array_equal(part, expected[10:30, 20:50])


def test_tiles_are_without_overlap(pyramid: Path, pixels: NDArray[np.uint8]) -> None:
    with tilekit.open(pyramid) as opened:
        assert np.array_equal(opened.get_tile(0, (1, 0)), rgba(pixels[0:256, 256:512]))
        assert np.array_equal(opened.get_tile(0, (2, 1)), rgba(pixels[256:, 512:]))
        with pytest.raises(ValueError, match="3 × 2 tiles"):
            opened.get_tile(0, (3, 0))


@pytest.mark.parametrize("name", ["a.szi", "a.pmtiles", "a.mbtiles", "a.tif"])
def test_other_containers_have_the_same_pixels(
        image: Path, pixels: NDArray[np.uint8], tmp_path: Path, name: str) -> None:
    tilekit.cut(image, tmp_path / name, format="png")
    with tilekit.open(tmp_path / name) as opened:
        region = opened.read_region((200, 200), 0, (300, 250))
        assert np.array_equal(region, rgba(pixels[200:450, 200:500]))
        assert np.array_equal(opened.get_tile(0, (2, 1)), rgba(pixels[256:, 512:]))


def test_jpeg_tiles_are_decoded_as_by_pillow(image: Path, tmp_path: Path) -> None:
    tilekit.cut(image, tmp_path / "a.dzi", format="jpg", options=["--chroma", "444"])
    expected = np.asarray(Image.open(tmp_path / "a_files/10/1_0.jpg").convert("RGBA")).astype(int)
    with tilekit.open(tmp_path / "a.dzi") as opened:
        difference = np.abs(opened.get_tile(0, (1, 0)).astype(int) - expected)
    assert difference.max() <= 1


def test_alpha_is_straight(tmp_path: Path) -> None:
    pixels = np.dstack([pattern(64, 40), np.tile(np.arange(64, dtype=np.uint8) * 4, (40, 1))])
    Image.fromarray(pixels).save(tmp_path / "a.png")
    tilekit.cut(tmp_path / "a.png", format="png")
    with tilekit.open(tmp_path / "a.dzi") as opened:
        region = opened.read_region((0, 0), 0, (64, 40))
    assert np.array_equal(region[..., 3], pixels[..., 3])
    assert np.array_equal(region[:, 1:], pixels[:, 1:])


def test_a_thumbnail_fits_and_has_the_means(tmp_path: Path) -> None:
    Image.new("RGB", (1000, 400), (10, 200, 30)).save(tmp_path / "a.png")
    tilekit.cut(tmp_path / "a.png", format="png")
    with tilekit.open(tmp_path / "a.dzi") as opened:
        thumbnail = opened.get_thumbnail((120, 120))
        assert thumbnail.shape == (48, 120, 4)
        assert (thumbnail == (10, 200, 30, 255)).all()
        assert opened.get_thumbnail((4000, 4000)).shape == (400, 1000, 4)
        assert opened.get_thumbnail((1, 1)).shape == (1, 1, 4)


def test_arrays_outlive_the_pyramid_and_can_be_changed(pyramid: Path, pixels: NDArray[np.uint8]) -> None:
    opened = tilekit.open(pyramid)
    first = opened.read_region((0, 0), 0, (50, 50))
    second = opened.read_region((0, 0), 0, (50, 50))
    opened.close()
    first[:] = 0
    assert np.array_equal(second, rgba(pixels[:50, :50]))
    assert first.flags.writeable and not first.flags.owndata
    opened.close()
    with pytest.raises(ValueError, match="closed"):
        opened.read_region((0, 0), 0, (1, 1))


def test_threads_share_a_pyramid(pyramid: Path, pixels: NDArray[np.uint8]) -> None:
    faults: list[int] = []
    with tilekit.open(pyramid) as opened:
        def read(number: int) -> None:
            for step in range(20):
                x, y = number * 31 + step, number * 17 + step
                region = opened.read_region((x, y), 0, (200, 100))
                if not np.array_equal(region, rgba(pixels[y:y + 100, x:x + 200])):
                    faults.append(number)

        threads = [threading.Thread(target=read, args=(number,)) for number in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert faults == []


def test_a_forked_process_has_its_own_connection(pyramid: Path, pixels: NDArray[np.uint8]) -> None:
    context = multiprocessing.get_context("fork")
    with tilekit.open(pyramid) as opened:
        queue = context.Queue()
        process = context.Process(target=lambda: queue.put(opened.read_region((300, 0), 0, (9, 9)).tobytes()))
        process.start()
        theirs = queue.get(timeout=60)
        process.join()
        ours = opened.read_region((300, 0), 0, (9, 9))
    assert theirs == ours.tobytes() == rgba(pixels[:9, 300:309]).tobytes()


def test_a_pyramid_can_be_pickled(pyramid: Path) -> None:
    with tilekit.open(pyramid) as opened, pickle.loads(pickle.dumps(opened)) as copy:
        assert np.array_equal(copy.get_tile(3, (0, 0)), opened.get_tile(3, (0, 0)))


def test_faults_are_exceptions(pyramid: Path, image: Path, tmp_path: Path) -> None:
    with pytest.raises(tilekit.InputNotFoundError):
        tilekit.open(tmp_path / "missing.dzi")
    with pytest.raises(tilekit.DamagedInputError, match="Cut it first"):
        tilekit.open(image)
    with tilekit.open(pyramid) as opened:
        for level in (-1, 11):
            with pytest.raises(ValueError, match="levels from 0 to 10"):
                opened.read_region((0, 0), level, (1, 1))
        with pytest.raises(ValueError, match="at least one pixel"):
            opened.read_region((0, 0), 0, (0, 1))


def test_a_damaged_tile_is_named_and_the_others_are_read(pyramid: Path, pixels: NDArray[np.uint8]) -> None:
    tile = pyramid.parent / "pyramid_files/10/1_0.png"
    tile.write_bytes(tile.read_bytes()[:200])
    with tilekit.open(pyramid) as opened:
        with pytest.raises(tilekit.DamagedInputError, match="1"):
            opened.read_region((0, 0), 0, opened.dimensions)
        assert np.array_equal(opened.get_tile(0, (0, 0)), rgba(pixels[:256, :256]))


def test_a_program_that_is_killed_is_an_exception_and_started_again(pyramid: Path) -> None:
    with tilekit.open(pyramid) as opened:
        opened._connection.process.kill()
        opened._connection.process.wait()
        with pytest.raises(tilekit.InternalError, match="ended unexpectedly"):
            opened.get_tile(0, (0, 0))
        assert opened.get_tile(0, (0, 0)).shape == (256, 256, 4)


@pytest.mark.parametrize(("x", "width"), [(2**41, 1), (-2**70, 1), (0, 1 << 31)])
def test_a_refused_request_is_an_exception_and_the_next_one_is_read(
        pyramid: Path, pixels: NDArray[np.uint8], x: int, width: int) -> None:
    with tilekit.open(pyramid) as opened:
        for _ in range(2):
            with pytest.raises(tilekit.UsageError, match="not valid"):
                opened.read_region((x, 0), 0, (width, 1))
            assert np.array_equal(opened.read_region((300, 40), 0, (9, 5)), rgba(pixels[40:45, 300:309]))


def test_the_program_refuses_memory_that_may_shrink(pyramid: Path) -> None:
    with tilekit.open(pyramid) as opened:
        memory = os.memfd_create("test")
        os.ftruncate(memory, 4)
        with pytest.raises(tilekit.UsageError, match="may shrink"):
            opened._connection.request({"level": 10, "x": 0, "y": 0, "width": 1, "height": 1}, memory)
        os.close(memory)
        assert opened.get_tile(0, (0, 0)).shape == (256, 256, 4)


def test_without_numpy_only_pixels_are_missing(pyramid: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "numpy", None)
    assert tilekit.info(pyramid).width == WIDTH
    with tilekit.open(pyramid) as opened, pytest.raises(ImportError):
        opened.read_region((0, 0), 0, (1, 1))


def test_pillow_takes_the_arrays(pyramid: Path) -> None:
    with tilekit.open(pyramid) as opened:
        picture = Image.fromarray(opened.get_thumbnail((100, 100)))
    file = io.BytesIO()
    picture.save(file, "PNG")
    assert picture.size == (100, 64)
