"""MacApp/Resources/Icon/draw.py: the icon in every size that a Mac asks for."""

import importlib.util
import struct
import tempfile
import unittest
import zlib
from pathlib import Path
from unittest import mock

from .workshop import CHECKOUT

SOURCE = CHECKOUT / "MacApp/Resources/Icon/draw.py"
specification = importlib.util.spec_from_file_location("draw", SOURCE)
icon = importlib.util.module_from_spec(specification)
specification.loader.exec_module(icon)

# What `man iconutil` lists.
NAMES = {
    "icon_16x16.png": 16,
    "icon_16x16@2x.png": 32,
    "icon_32x32.png": 32,
    "icon_32x32@2x.png": 64,
    "icon_128x128.png": 128,
    "icon_128x128@2x.png": 256,
    "icon_256x256.png": 256,
    "icon_256x256@2x.png": 512,
    "icon_512x512.png": 512,
    "icon_512x512@2x.png": 1024,
}


def chunks(picture):
    """The parts of a PNG, each checked."""
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    found, place = {}, 8
    while place < len(picture):
        length, kind = struct.unpack(">I4s", picture[place : place + 8])
        data = picture[place + 8 : place + 8 + length]
        (check,) = struct.unpack(">I", picture[place + 8 + length : place + 12 + length])
        assert check == zlib.crc32(kind + data)
        found[kind] = data
        place += 12 + length
    return found


class Drawn:
    def __init__(self, size):
        self.size = size
        self.rows = list(icon.draw(size))

    def at(self, x, y):
        """The pixel at a place of the body: -1 to 1, y downwards."""
        half = self.size / 2 - max(1, int(icon.MARGIN * self.size))
        column, row = (int(self.size / 2 + value * half) for value in (x, y))
        return tuple(self.rows[row][4 * column : 4 * column + 4])


class Icon(unittest.TestCase):
    def test_every_size_has_the_name_that_iconutil_knows(self):
        with tempfile.TemporaryDirectory() as folder, mock.patch.object(icon, "draw", lambda size: []):
            icon.main(Path(folder) / "AppIcon.iconset")
            sizes = {
                file.name: struct.unpack(">II", chunks(file.read_bytes())[b"IHDR"][:8])
                for file in Path(folder, "AppIcon.iconset").iterdir()
            }
        self.assertEqual(sizes, {name: (size, size) for name, size in NAMES.items()})

    def test_a_picture_holds_its_pixels(self):
        found = chunks(icon.png(16, icon.draw(16)))
        rows = zlib.decompress(found[b"IDAT"])
        self.assertEqual(len(rows), 16 * (1 + 16 * 4))
        self.assertEqual([rows[index * 65 + 1 : (index + 1) * 65] for index in range(16)], list(icon.draw(16)))

    def test_the_body_keeps_apples_margin_and_its_corners_are_round(self):
        for size in (16, 32, 128):
            rows = list(icon.draw(size))
            middle = rows[size // 2]
            solid = [column for column in range(size) if middle[4 * column + 3] == 255]
            margin = max(1, int(size * 100 / 1024))
            self.assertEqual((solid[0], solid[-1]), (margin, size - 1 - margin))
            self.assertEqual(rows[0][3], 0)
            self.assertLess(rows[margin][4 * margin + 3], 64)

    def test_both_riders_and_what_they_agree_on_are_told_apart_at_every_size(self):
        for size in (16, 32, 128):
            picture = Drawn(size)
            behind, both, ahead, ground = (picture.at(x, y) for x, y in ((-0.4, 0), (0, 0), (0.45, 0), (0, -0.8)))
            self.assertEqual(behind, (255, 255, 255, 255), size)
            self.assertGreater(both[0] - both[2], 100, "warm")
            self.assertGreater(ahead[2], ahead[0], "cool")
            self.assertGreater(sum(ahead[:3]) - sum(ground[:3]), 60, "and lighter than the ground")
            self.assertEqual({pixel[3] for pixel in (behind, both, ahead, ground)}, {255})
