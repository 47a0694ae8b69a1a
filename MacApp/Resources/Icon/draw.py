#!/usr/bin/env python3
"""draw.py FOLDER: draws the app's icon in all its sizes, as iconutil takes them.

Two who ride in tandem: ahead a light disc, the drafts; behind it a solid one, a speech bubble, the model that checks
them. Where both agree, the colour is warm.

Every shape is a distance: negative inside, zero on the edge, in halves of the icon's body, whose centre is (0, 0); y
grows downwards. So each size is drawn at its own resolution, and a pixel on an edge is covered in part.
"""

import struct
import sys
import zlib
from math import hypot, sqrt
from pathlib import Path

# Apple's grid for macOS: a body of 824 in a picture of 1024.
MARGIN = 100 / 1024
# The corners of the body: larger than a circle's and rounder at their ends, as Apple draws them.
CORNER, ROUNDNESS = 0.50, 2.5

TOP, BOTTOM = (0.36, 0.45, 0.99), (0.18, 0.12, 0.58)
BEHIND, AHEAD, BOTH = (1.0, 1.0, 1.0), (0.64, 0.79, 1.0), (1.0, 0.77, 0.30)
AHEAD_OPACITY = 0.62
SHADOW, SHADOW_OPACITY, SHADOW_REACH, SHADOW_DROP = (0.02, 0.02, 0.10), 0.34, 0.11, 0.028

RADIUS, APART, RAISED = 0.435, 0.245, 0.02
TAIL_START, TAIL_END, TAIL_WIDTH = (-0.42, 0.16), (-0.60, 0.45), (0.19, 0.03)


def body(x, y):
    """A square with rounded corners."""
    across, down = abs(x) - 1 + CORNER, abs(y) - 1 + CORNER
    if across <= 0 or down <= 0:
        return max(across, down) - CORNER
    return (across**ROUNDNESS + down**ROUNDNESS) ** (1 / ROUNDNESS) - CORNER


def disc(x, y, centre):
    return hypot(x - centre, y + RAISED) - RADIUS


def tail(x, y):
    """What makes the disc behind a speech bubble: a stroke that gets thinner, with straight sides."""
    (ax, ay), (bx, by) = TAIL_START, TAIL_END
    length = hypot(bx - ax, by - ay)
    along = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length
    aside = abs((x - ax) * (by - ay) - (y - ay) * (bx - ax)) / length
    # The nearest circle of the stroke lies where its edge is seen at a right angle.
    lean = (TAIL_WIDTH[0] - TAIL_WIDTH[1]) / length
    share = min(max((along - aside * lean / sqrt(1 - lean * lean)) / length, 0), 1)
    centre, width = share * length, TAIL_WIDTH[0] + share * (TAIL_WIDTH[1] - TAIL_WIDTH[0])
    return hypot(along - centre, aside) - width


def mix(first, second, share):
    return tuple(a + (b - a) * share for a, b in zip(first, second))


def draw(size):
    """The rows of the picture: red, green, blue and opacity of each pixel, as bytes."""
    # A whole number of pixels, so that small bodies have sharp edges.
    margin = max(1, int(MARGIN * size))
    half = size / 2 - margin

    def covered(distance):
        return min(max(0.5 - distance * half, 0.0), 1.0)

    def shadow(x, y):
        near = min(max(0.5 - body(x, y - SHADOW_DROP) / SHADOW_REACH, 0.0), 1.0)
        return SHADOW_OPACITY * near**1.7

    def colour(x, y, ground):
        if abs(x) > 0.75 or abs(y) > 0.6:
            return ground
        ahead = covered(disc(x, y, APART))
        behind = covered(min(disc(x, y, -APART), tail(x, y)))
        both = covered(max(disc(x, y, APART), disc(x, y, -APART)))
        return mix(mix(mix(ground, AHEAD, ahead * AHEAD_OPACITY), BEHIND, behind), BOTH, both)

    for row in range(size):
        y = (row + 0.5 - size / 2) / half
        ground = mix(TOP, BOTTOM, (min(max(y, -1), 1) + 1) / 2)
        pixels = bytearray()
        for column in range(size):
            x = (column + 0.5 - size / 2) / half
            inside = covered(body(x, y))
            # The smallest have no room for a shadow.
            around = shadow(x, y) if inside < 1 and size >= 64 else 0.0
            opacity = inside + around * (1 - inside)
            shown = colour(x, y, ground) if inside else SHADOW
            if 0 < inside < 1:
                shown = mix(SHADOW, shown, inside / opacity)
            pixels += bytes(round(part * 255) for part in (*shown, opacity))
        yield bytes(pixels)


def png(size, rows):
    """https://www.w3.org/TR/png-3/: eight bits for each of red, green, blue and opacity, no filter."""

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", size, size, 8, 6, 0, 0, 0)
    data = zlib.compress(b"".join(b"\0" + row for row in rows), 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"sRGB", b"\0") + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def main(folder):
    folder.mkdir(parents=True)
    pictures = {}
    for points in (16, 32, 128, 256, 512):
        for scale, suffix in ((1, ""), (2, "@2x")):
            size = points * scale
            if size not in pictures:
                pictures[size] = png(size, draw(size))
            (folder / f"icon_{points}x{points}{suffix}.png").write_bytes(pictures[size])


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__.splitlines()[0])
    main(Path(sys.argv[1]))
