"""The functions that run tilecut: results, progress, exceptions, cancelled runs, names."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import numpy as np
import pytest
from conftest import HEIGHT, WIDTH, pattern
from PIL import Image

import tilekit


def test_cut_returns_what_was_written(image: Path, tmp_path: Path) -> None:
    result = tilekit.cut(image, tmp_path / "a.dzi", format="png", tile_size=128)
    assert (result.width, result.height, result.format) == (WIDTH, HEIGHT, "png")
    assert Path(result.output) == tmp_path / "a.dzi"
    assert result.levels[-1] == tilekit.Level(10, WIDTH, HEIGHT, 6, 4)
    assert result.tiles == sum(level.columns * level.rows for level in result.levels)
    assert result.json["tileSize"] == 128
    assert len(list((tmp_path / "a_files").rglob("*.png"))) == result.tiles


@pytest.mark.parametrize(
    ("name", "kind"), [("a.pmtiles", "PMTiles"), ("a.mbtiles", "MBTiles"), ("a.szi", "SZI"), ("a.tif", "TIFF")])
def test_the_extension_names_the_container(image: Path, tmp_path: Path, name: str, kind: str) -> None:
    tilekit.cut(image, tmp_path / name)
    info = tilekit.info(tmp_path / name)
    assert kind.lower() in info.kind.lower()
    assert tilekit.verify(tmp_path / name)


def test_options_of_the_command_line_are_passed_on(image: Path, tmp_path: Path) -> None:
    result = tilekit.cut(image, tmp_path / "a.dzi", quality=50, options=["--chroma", "444", "--levels", "2"])
    assert len(result.levels) == 2


@pytest.mark.parametrize("name", ["Über été.png", "山 水.png", "-dash.png", "info", "a'b\"c.png", "%41#?.png"])
def test_any_name_works(tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Image.fromarray(pattern(90, 60)).save(tmp_path / "made.png")
    os.rename("made.png", name)
    output = f"{name} out.dzi"
    result = tilekit.cut(name, output)
    assert Path(result.output).resolve() == tmp_path / output
    assert tilekit.info(output).width == 90
    assert tilekit.info(name).kind == "image"


def test_names_that_are_not_utf8_work(tmp_path: Path) -> None:
    name = os.fsencode(tmp_path) + b"/a\xff.png"
    Image.fromarray(pattern(90, 60)).save(tmp_path / "made.png")
    os.rename(tmp_path / "made.png", name)
    result = tilekit.cut(name)
    assert os.fsencode(result.output) == os.fsencode(tmp_path) + b"/a\xff.dzi"
    assert os.path.exists(result.output)


def test_progress_ends_with_all_tiles(image: Path, tmp_path: Path) -> None:
    seen: list[tilekit.Progress] = []
    result = tilekit.cut(image, tmp_path / "a.dzi", tile_size=32, progress=seen.append)
    assert seen[-1] == tilekit.Progress(result.tiles, result.tiles)
    assert seen[-1].fraction == 1
    finished = [event.finished_tiles for event in seen]
    assert finished == sorted(finished)
    assert all(event.fraction < 1 for event in seen[:-1])


def test_an_exception_of_the_callback_ends_the_run(tmp_path: Path) -> None:
    Image.fromarray(pattern(3000, 3000)).save(tmp_path / "big.png")

    class Enough(Exception):
        pass

    def stop(_: tilekit.Progress) -> None:
        raise Enough

    with pytest.raises(Enough):
        tilekit.cut(tmp_path / "big.png", tmp_path / "a.dzi", tile_size=16, progress=stop)
    assert not (tmp_path / "a.dzi").exists()
    result = tilekit.cut(tmp_path / "big.png", tmp_path / "a.dzi", tile_size=16, resume=True)
    assert tilekit.verify(result.output)


def test_an_event_cancels_the_run(image: Path, tmp_path: Path) -> None:
    Image.fromarray(pattern(3000, 3000)).save(tmp_path / "big.png")
    cancel = threading.Event()

    def stop(_: tilekit.Progress) -> None:
        cancel.set()

    with pytest.raises(tilekit.Cancelled):
        tilekit.cut(tmp_path / "big.png", tmp_path / "a.pmtiles", tile_size=16, progress=stop, cancel=cancel)
    with pytest.raises(tilekit.Cancelled):
        tilekit.cut(image, tmp_path / "b.pmtiles", cancel=cancel)
    assert list(tmp_path.glob("*.pmtiles*")) == []


def test_each_status_is_an_exception(image: Path, tmp_path: Path) -> None:
    with pytest.raises(tilekit.InputNotFoundError, match="no such file") as missing:
        tilekit.cut(tmp_path / "missing.jpg")
    assert missing.value.status == 66
    assert isinstance(missing.value, FileNotFoundError)
    with pytest.raises(tilekit.UsageError) as usage:
        tilekit.cut(image, quality=1000)
    assert usage.value.status == 64
    assert "quality" in str(usage.value)
    damaged = tmp_path / "damaged.jpg"
    damaged.write_bytes(b"\xff\xd8\xff\xe0" + bytes(50))
    with pytest.raises(tilekit.DamagedInputError, match="damaged.jpg"):
        tilekit.cut(damaged)
    tilekit.cut(image, tmp_path / "a.pmtiles")
    with pytest.raises(tilekit.OutputError):
        tilekit.cut(image, tmp_path / "a.pmtiles")
    assert tilekit.cut(image, tmp_path / "a.pmtiles", force=True).tiles > 0
    assert issubclass(tilekit.OutputError, tilekit.TileKitError)


def test_convert_copies_tiles(pyramid: Path, tmp_path: Path) -> None:
    seen: list[tilekit.Progress] = []
    result = tilekit.convert(pyramid, tmp_path / "a.szi", progress=seen.append)
    assert (result.copied_tiles, result.reasons) == (result.tiles, ())
    assert seen[-1].fraction == 1
    assert tilekit.info(result.output).tiles == result.tiles


def test_verify_reports_issues(pyramid: Path) -> None:
    sound = tilekit.verify(pyramid)
    assert sound and sound.valid and sound.issues == () and sound.checked_tiles == sound.info.tiles
    tile = next(path for path in (pyramid.parent / "pyramid_files/10").iterdir() if path.name == "1_1.png")
    tile.write_bytes(tile.read_bytes()[:100])
    broken = tilekit.verify(pyramid)
    assert not broken
    assert [issue.tile for issue in broken.issues] == [(10, 1, 1)]
    assert broken.issue_count == 1


def test_verify_compares_with_the_image(pyramid: Path, image: Path) -> None:
    similarities = tilekit.verify(pyramid, source=image).similarities
    assert len(similarities) == 11
    assert similarities[-1].psnr is None


def test_info_describes_images_and_pyramids(image: Path, pyramid: Path) -> None:
    assert (tilekit.info(image).kind, tilekit.info(image).levels) == ("image", ())
    info = tilekit.info(pyramid)
    assert (info.kind, info.width, info.height, info.missing) == ("Deep Zoom", WIDTH, HEIGHT, 0)
    assert info.levels[-1].columns == 3


def test_stored_values_are_cut(tmp_path: Path) -> None:
    Image.fromarray((np.arange(64 * 48, dtype=np.uint16) * 16).reshape(48, 64)).save(tmp_path / "a.tif")
    result = tilekit.cut(tmp_path / "a.tif", tmp_path / "a.ome.zarr")
    assert result.width == 64
    assert tilekit.info(result.output).kind == "values"
    assert tilekit.verify(result.output)
