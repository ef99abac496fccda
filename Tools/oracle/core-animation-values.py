#!/usr/bin/env python3
"""Computes values of animations from published formulas, independently of the package, for the tests of LayerTree.

Usage: python3 Tools/oracle/core-animation-values.py > Tests/Layers/LayerTreeTests/Oracle/core-animation-values.json

It needs mpmath, and computes with 50 digits. Each row has a name, the section of the published source that its formula is from,
inputs, and the expected numbers; null stands for an animation that shows nothing. A rule that no source publishes has no row:
the settling duration of a spring, negative speeds, and the sublayers' order among them.

The sources:
- Easing: CSS Easing Functions Level 1, "Cubic Bezier easing functions" (https://www.w3.org/TR/css-easing-1/), with the control
  points that Apple's documentation of CAMediaTimingFunctionName gives.
- Springs: the closed-form solution of m x'' + c x' + k x = 0 (https://en.wikipedia.org/wiki/Harmonic_oscillator), with the names
  and the unit of initialVelocity of Apple's documentation of CASpringAnimation: the distance to the target is 1, and a positive
  velocity goes towards it.
- Time: CAMediaTiming.h and its documentation: "to convert from parent time tp to active local time t: t = (tp - begin) * speed +
  offset"; then repetitions of the basic duration, backwards in every second half with autoreverses; "outside its active duration,
  local time may be clamped to either end of the active duration, or the element may be removed".
- Matrices: CSS Transforms Module Level 1, "Interpolation of 2D matrices", and Level 2, "Interpolation of 3D matrices"
  (https://www.w3.org/TR/css-transforms-1/, https://www.w3.org/TR/css-transforms-2/). The order of indices in their pseudo code
  is an open question there (https://github.com/w3c/csswg-drafts/issues/483, https://github.com/w3c/csswg-drafts/issues/924).
  It is read so that the recomposed matrix of a decomposition is the matrix itself, which is asserted here. Rotations by exactly
  180 degrees have no row: the text's way depends on its reading.
- Splines: CAAnimation.h, "tensionValues, continuityValues, biasValues", and the formula that it names
  (https://en.wikipedia.org/wiki/Kochanek-Bartels_spline). Only segments with neighbors on both sides have rows.
"""

import json
import sys

if sys.argv[1:]:
    print(__doc__)
    sys.exit(0 if sys.argv[1:] in (["--help"], ["-h"]) else 64)

from mpmath import mp, mpf, matrix, sqrt, sin, cos, acos, atan2, exp, radians, degrees, det, inverse, eye, floor

mp.dps = 50
rows = []


def number(value):
    return None if value is None else float(value)


def add(kind, name, source, inputs, expected):
    plain = {key: [number(x) for x in value] if isinstance(value, (list, tuple)) else value if isinstance(value, (str, bool))
             else number(value) for key, value in inputs.items()}
    rows.append({"name": name, "source": source, "kind": kind, "inputs": plain, "expected": [number(x) for x in expected]})


# Easing.

def bezier(p1, p2, t):
    return 3 * (1 - t) ** 2 * t * p1 + 3 * (1 - t) * t ** 2 * p2 + t ** 3


def ease(points, time):
    x1, y1, x2, y2 = [mpf(p) for p in points]
    low, high = mpf(0), mpf(1)
    for _ in range(170):
        middle = (low + high) / 2
        if bezier(x1, x2, middle) < time:
            low = middle
        else:
            high = middle
    return bezier(y1, y2, (low + high) / 2)


NAMED = {
    "linear": ("0", "0", "1", "1"), "easeIn": ("0.42", "0", "1", "1"), "easeOut": ("0", "0", "0.58", "1"),
    "easeInEaseOut": ("0.42", "0", "0.58", "1"), "default": ("0.25", "0.1", "0.25", "1"),
}
CUSTOM = {
    "ease-in-back": ("0.36", "0", "0.66", "-0.56"), "ease-out-back": ("0.34", "1.56", "0.64", "1"),
    "ease-in-out-circ": ("0.85", "0", "0.15", "1"), "steep": ("0", "1", "1", "0"),
}
for group, source in (
    (NAMED, "CSS Easing Level 1, 2.2 Cubic Bezier easing functions; CAMediaTimingFunctionName"),
    (CUSTOM, "CSS Easing Level 1, 2.2 Cubic Bezier easing functions"),
):
    for name, points in group.items():
        for time in ("0.05", "0.125", "0.25", "0.5", "0.75", "0.9"):
            value = float(time)
            add("easing", f"{name} at {time}", source, {"points": [mpf(p) for p in points], "time": value},
                [ease([mpf(float(p)) for p in points], mpf(value))])


# Springs: the roots of m r^2 + c r + k = 0, complex for an underdamped spring.

def spring(mass, stiffness, damping, velocity, time):
    mass, stiffness, damping, velocity, time = [mpf(x) for x in (mass, stiffness, damping, velocity, time)]
    discriminant = damping ** 2 - 4 * mass * stiffness
    if discriminant == 0:
        root = -damping / (2 * mass)
        return 1 - (1 + (-velocity - root) * time) * exp(root * time)
    first = (-damping + mp.sqrt(discriminant)) / (2 * mass)
    second = (-damping - mp.sqrt(discriminant)) / (2 * mass)
    # x(0) = 1 and x'(0) = -velocity.
    b = (-velocity - first) / (second - first)
    a = 1 - b
    return 1 - mp.re(a * mp.exp(first * time) + b * mp.exp(second * time))


SPRINGS = [
    ("underdamped", (1, 100, 10, 0)), ("underdamped, pushed", (1, 100, 10, 20)), ("light", (0.5, 300, 5, -4)),
    ("critical", (1, 100, 20, 0)), ("critical, pushed", (4, 25, 20, 3)), ("overdamped", (1, 100, 30, 0)),
    ("overdamped, pushed back", (2, 80, 60, -5)),
]
for name, (mass, stiffness, damping, velocity) in SPRINGS:
    for time in (0.03125, 0.125, 0.25, 0.5, 1.0):
        add("spring", f"{name} spring at {time} s",
            "Harmonic oscillator, Damped harmonic oscillator; CASpringAnimation: mass, stiffness, damping, initialVelocity",
            {"mass": mass, "stiffness": stiffness, "damping": damping, "velocity": velocity, "time": time},
            [spring(mass, stiffness, damping, velocity, time)])


# Time.

MAPPING = "CAMediaTiming.h: t = (tp - begin) * speed + offset"
FILL = "CAMediaTiming.h: fillMode"
REPEAT = "CAMediaTiming.h: repeatCount, repeatDuration, autoreverses"


def local_time(begin, speed, offset, parent):
    return (mpf(parent) - mpf(begin)) * mpf(speed) + mpf(offset)


for begin, speed, offset, parent in (
    (0, 1, 0, 2.5), (1, 2, 0, 3), (1, 2, 0.5, 3), (2, 0.5, 0, 1), (0, 0, 4.25, 17), (3, -1, 10, 5), (0.25, 1.5, -1, 2),
):
    add("localTime", f"begin {begin}, speed {speed}, offset {offset} at {parent} s", MAPPING,
        {"begin": begin, "speed": speed, "offset": offset, "time": parent}, [local_time(begin, speed, offset, parent)])


def progress(timing, parent):
    """The basic local time as a fraction of the duration; None if nothing shows."""
    duration = mpf(timing["duration"])
    cycle = duration * (2 if timing.get("autoreverses") else 1)
    total = mpf(timing["repeatDuration"]) if timing.get("repeatDuration") else cycle * mpf(timing.get("repeatCount") or 1)
    active = local_time(timing.get("begin", 0), timing.get("speed", 1), timing.get("offset", 0), parent)
    fill = timing.get("fillMode", "removed")
    if active < 0:
        if fill not in ("backwards", "both"):
            return None
        active = mpf(0)
    is_after = active >= total
    if is_after:
        if fill not in ("forwards", "both"):
            return None
        active = total
    index = floor(active / cycle)
    if is_after and index > 0 and index * cycle == active:
        index -= 1
    basic = active - index * cycle
    return (2 * duration - basic if basic > duration else basic) / duration


def timing_row(name, source, time, **timing):
    add("progress", f"{name} at {time} s", source, dict(timing, time=time), [progress(timing, time)])


for fill in ("removed", "forwards", "backwards", "both"):
    for time in (0.5, 1.5, 2.5):
        timing_row(f"fill mode {fill}, from 1 s to 2 s", FILL, time, begin=1, duration=1, fillMode=fill)
for time in (0.5, 1.75, 3.5, 6.5):
    timing_row("3.5 repetitions of 2 s", REPEAT, time, duration=2, repeatCount=3.5)
timing_row("3.5 repetitions of 2 s, filled", REPEAT, 8, duration=2, repeatCount=3.5, fillMode="forwards")
for time in (1.5, 3, 4.5, 6, 7.5, 11.25):
    timing_row("3 s, twice, with autoreverses", REPEAT, time, duration=3, repeatCount=2, autoreverses=True)
timing_row("3 s, twice, with autoreverses, filled", REPEAT, 13, duration=3, repeatCount=2, autoreverses=True, fillMode="both")
for time in (0.5, 2.5, 4.75, 5.25):
    timing_row("2 s for 5 s", REPEAT, time, duration=2, repeatDuration=5)
for time in (0.25, 0.75, 1.5, 2.25):
    timing_row("from 0.5 s, at twice the speed", MAPPING, time, begin=0.5, duration=3, speed=2)
for time in (0, 1, 2):
    timing_row("8 s, at twice the speed, 3 s ahead", MAPPING, time, duration=8, speed=2, offset=3)

GROUPS = [
    ("a child of a group at half the speed", dict(duration=4, speed=0.5), dict(begin=1, duration=2), (1, 3, 4, 5.5)),
    ("a child at thrice the speed", dict(begin=1, duration=4), dict(begin=1, duration=3, speed=3), (1.5, 2.25, 2.75, 3.5)),
    ("a child that is longer than its group", dict(duration=2), dict(duration=8), (0.5, 1.5, 2.5)),
    ("a child of a repeating group", dict(duration=2, repeatCount=3), dict(begin=0.5, duration=1), (0.25, 1, 3, 5.25)),
    ("a filled child of a group with autoreverses", dict(duration=2, autoreverses=True),
     dict(begin=0.5, duration=0.5, fillMode="both"), (0.25, 0.625, 1.5, 3.25)),
]
for name, group, child, times in GROUPS:
    for time in times:
        basic = progress(group, time)
        inputs = {"time": time}
        inputs.update({f"group.{key}": value for key, value in group.items()})
        inputs.update({f"child.{key}": value for key, value in child.items()})
        add("group", f"{name} at {time} s", "CAMediaTiming.h: parent time is the basic local time of the group; CAAnimationGroup",
            inputs, [None if basic is None else progress(child, basic * group["duration"])])


# Matrices for row vectors, as CATransform3D and the pseudo code have them: the last row is the translation.

def rotation(angle, x, y, z):
    """SVG and CSS: rotate3d; CATransform3DMakeRotation."""
    length = sqrt(mpf(x) ** 2 + mpf(y) ** 2 + mpf(z) ** 2)
    x, y, z = mpf(x) / length, mpf(y) / length, mpf(z) / length
    s, c = sin(radians(mpf(angle))), cos(radians(mpf(angle)))
    r = 1 - c
    return matrix([
        [c + x * x * r, x * y * r + z * s, x * z * r - y * s, 0], [x * y * r - z * s, c + y * y * r, y * z * r + x * s, 0],
        [x * z * r + y * s, y * z * r - x * s, c + z * z * r, 0], [0, 0, 0, 1]])


def turn(angle):
    return rotation(angle, 0, 0, 1)


def scaling(x, y, z=1):
    return matrix([[x, 0, 0, 0], [0, y, 0, 0], [0, 0, z, 0], [0, 0, 0, 1]])


def translation(x, y, z=0):
    result = eye(4)
    result[3, 0], result[3, 1], result[3, 2] = x, y, z
    return result


def skewing(row, column, amount):
    result = eye(4)
    result[row, column] = amount
    return result


def perspective(distance):
    result = eye(4)
    result[2, 3] = -1 / mpf(distance)
    return result


def mix(a, b, t):
    return a + (b - a) * t


def decompose_2d(m):
    x, y = [m[0, 0], m[0, 1]], [m[1, 0], m[1, 1]]
    scale = [sqrt(x[0] ** 2 + x[1] ** 2), sqrt(y[0] ** 2 + y[1] ** 2)]
    if x[0] * y[1] - x[1] * y[0] < 0:
        if x[0] < y[1]:
            scale[0] = -scale[0]
        else:
            scale[1] = -scale[1]
    x = [value / scale[0] for value in x]
    y = [value / scale[1] for value in y]
    angle = atan2(x[1], x[0])
    sn, cs = -x[1], x[0]
    rest = [cs * x[0] + sn * y[0], cs * x[1] + sn * y[1], -sn * x[0] + cs * y[0], -sn * x[1] + cs * y[1]]
    return {"translate": [m[3, 0], m[3, 1]], "scale": scale, "angle": degrees(angle), "rest": rest}


def recompose_2d(d):
    s, c = sin(radians(d["angle"])), cos(radians(d["angle"]))
    m11, m12, m21, m22 = d["rest"]
    result = eye(4)
    result[0, 0], result[0, 1] = d["scale"][0] * (c * m11 + s * m21), d["scale"][0] * (c * m12 + s * m22)
    result[1, 0], result[1, 1] = d["scale"][1] * (-s * m11 + c * m21), d["scale"][1] * (-s * m12 + c * m22)
    result[3, 0], result[3, 1] = d["translate"]
    return result


def interpolate_2d(a, b, t):
    a, b = decompose_2d(a), decompose_2d(b)
    if (a["scale"][0] < 0 and b["scale"][1] < 0) or (a["scale"][1] < 0 and b["scale"][0] < 0):
        a["scale"] = [-value for value in a["scale"]]
        a["angle"] += 180 if a["angle"] < 0 else -180
    if not a["angle"]:
        a["angle"] = mpf(360)
    if not b["angle"]:
        b["angle"] = mpf(360)
    assert abs(abs(a["angle"] - b["angle"]) - 180) > mpf(10) ** -10
    if abs(a["angle"] - b["angle"]) > 180:
        if a["angle"] > b["angle"]:
            a["angle"] -= 360
        else:
            b["angle"] -= 360
    result = {key: [mix(p, q, t) for p, q in zip(a[key], b[key])] for key in ("translate", "scale", "rest")}
    result["angle"] = mix(a["angle"], b["angle"], t)
    return recompose_2d(result)


def decompose_3d(m):
    m = m / m[3, 3]
    affine = m.copy()
    for i in range(3):
        affine[i, 3] = 0
    affine[3, 3] = 1
    assert det(affine) != 0
    column = matrix([m[i, 3] for i in range(4)])
    p = inverse(affine) * column
    row = [[m[i, j] for j in range(3)] for i in range(3)]
    dot = lambda u, v: sum(p * q for p, q in zip(u, v))
    length = lambda u: sqrt(dot(u, u))
    scale, skew = [mpf(0)] * 3, [mpf(0)] * 3
    scale[0] = length(row[0])
    row[0] = [v / scale[0] for v in row[0]]
    skew[0] = dot(row[0], row[1])
    row[1] = [u - skew[0] * v for u, v in zip(row[1], row[0])]
    scale[1] = length(row[1])
    row[1] = [v / scale[1] for v in row[1]]
    skew[0] /= scale[1]
    skew[1] = dot(row[0], row[2])
    row[2] = [u - skew[1] * v for u, v in zip(row[2], row[0])]
    skew[2] = dot(row[1], row[2])
    row[2] = [u - skew[2] * v for u, v in zip(row[2], row[1])]
    scale[2] = length(row[2])
    row[2] = [v / scale[2] for v in row[2]]
    skew[1] /= scale[2]
    skew[2] /= scale[2]
    if det(matrix(row)) < 0:
        scale = [-value for value in scale]
        row = [[-v for v in r] for r in row]
    squares = [1 + row[0][0] - row[1][1] - row[2][2], 1 - row[0][0] + row[1][1] - row[2][2],
               1 - row[0][0] - row[1][1] + row[2][2], 1 + row[0][0] + row[1][1] + row[2][2]]
    q = [sqrt(max(value, mpf(0))) / 2 for value in squares]
    if row[2][1] > row[1][2]:
        q[0] = -q[0]
    if row[0][2] > row[2][0]:
        q[1] = -q[1]
    if row[1][0] > row[0][1]:
        q[2] = -q[2]
    return {"translate": [m[3, i] for i in range(3)], "scale": scale, "skew": skew, "perspective": list(p), "quaternion": q}


def recompose_3d(d):
    x, y, z, w = d["quaternion"]
    r = matrix([
        [1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w), 0],
        [2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w), 0],
        [2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y), 0], [0, 0, 0, 1]])
    p = eye(4)
    for i in range(4):
        p[i, 3] = d["perspective"][i]
    s = d["skew"]
    # z is skewed along the axes, not along the skewed y.
    skew = matrix([[1, 0, 0, 0], [s[0], 1, 0, 0], [s[1], s[2], 1, 0], [0, 0, 0, 1]])
    return scaling(*d["scale"]) * skew * r * translation(*d["translate"]) * p


def interpolate_3d(a, b, t):
    a, b = decompose_3d(a), decompose_3d(b)
    product = sum(p * q for p, q in zip(a["quaternion"], b["quaternion"]))
    assert product > 0
    product = min(product, mpf(1))
    result = {key: [mix(p, q, t) for p, q in zip(a[key], b[key])] for key in ("translate", "scale", "skew", "perspective")}
    if product == 1:
        result["quaternion"] = a["quaternion"]
    else:
        theta = acos(product)
        w = sin(t * theta) / sqrt(1 - product * product)
        result["quaternion"] = [p * (cos(t * theta) - product * w) + q * w
                                for p, q in zip(a["quaternion"], b["quaternion"])]
    return recompose_3d(result)


def doubles(m):
    """The matrix with its elements rounded to the numbers that the test reads."""
    return matrix([[mpf(float(m[i, j])) for j in range(4)] for i in range(4)])


def elements(m):
    return [m[i, j] for i in range(4) for j in range(4)]


I = eye(4)
PLANE = [
    ("a turn by 90°", I, turn(90), (0.25, 0.5)),
    ("a turn by 179.9°", I, turn("179.9"), (0.5,)),
    ("a turn from 30° to −45°", turn(30), turn(-45), (0.5, 0.75)),
    ("a turn from 170° to −170°, over 180°", turn(170), turn(-170), (0.25, 0.75)),
    ("a growing turn", scaling(2, 3) * turn(20), scaling(1, 0.5) * turn(110), (0.3,)),
    ("a move with a turn", turn(10) * translation(100, 20), turn(80) * translation(-40, 60), (0.5,)),
    ("a scaling", scaling(1, 1), scaling(4, 0.25), (0.25,)),
    ("a skew", I, skewing(1, 0, mpf("0.75")), (0.5,)),
    ("a skew that turns", skewing(0, 1, mpf("0.5")) * turn(15), skewing(1, 0, mpf("-0.6")) * turn(75), (0.4,)),
    ("mirroring in x", I, scaling(-1, 1), (0.25,)),
    ("mirroring in y", I, scaling(1, -1), (0.75,)),
    ("from mirrored in x to mirrored in y", scaling(-1, 2) * turn(5), scaling(3, -1) * turn(-8), (0.5,)),
    ("from turned and mirrored to turned", scaling(1, -2) * turn(40), turn(100) * translation(7, 9), (0.6,)),
    ("an arbitrary matrix", matrix([[1.2, -0.7, 0, 0], [0.4, 0.9, 0, 0], [0, 0, 1, 0], [12, -5, 0, 1]]),
     matrix([[-0.3, 1.1, 0, 0], [-2.1, 0.2, 0, 0], [0, 0, 1, 0], [-3, 40, 0, 1]]), (0.35,)),
    ("beyond the end", turn(10), turn(40) * translation(5, 0), (1.25,)),
]
SPACE = [
    ("a turn by 90° about x", I, rotation(90, 1, 0, 0), (0.5,)),
    ("a turn by 120° about y", I, rotation(120, 0, 1, 0), (0.25,)),
    ("a turn by 150° about a diagonal", I, rotation(150, 1, 1, 1), (0.5,)),
    ("between two axes", rotation(70, 1, 2, 3), rotation(100, -1, 1, 2), (0.5,)),
    ("a move into depth", translation(0, 0, -50), translation(30, 40, 70), (0.5,)),
    ("a scaling in depth", scaling(1, 2, 3), scaling(2, 1, 0.5) * rotation(30, 0, 1, 0), (0.75,)),
    ("a skew of z along x", I, skewing(2, 0, mpf("0.5")), (0.5,)),
    ("a skew of z along y, and a turn", skewing(2, 1, mpf("0.5")), rotation(60, 1, 0, 0), (0.5,)),
    ("all skews", skewing(1, 0, mpf("0.3")) * skewing(2, 0, mpf("-0.4")) * skewing(2, 1, mpf("0.2")),
     rotation(45, 0, 0, 1) * skewing(2, 1, mpf("0.7")), (0.4,)),
    ("a perspective that comes", I, perspective(500), (0.5,)),
    ("a door in perspective", perspective(500), rotation(80, 0, 1, 0) * perspective(500), (0.5,)),
    ("a perspective that changes with a turn", rotation(20, 1, 0, 0) * perspective(400),
     scaling(2, 1) * rotation(50, 0, 1, 1) * translation(10, 20, 30) * perspective(900), (0.25, 0.5)),
    ("a mirrored space", rotation(20, 0, 1, 0), scaling(-1, -1, -1) * rotation(50, 1, 0, 0), (0.25,)),
    ("a matrix that is not normalized", I, 2 * rotation(40, 0, 1, 0), (0.5,)),
    ("an arbitrary matrix of space",
     matrix([[1.1, 0.2, -0.3, 0.001], [-0.4, 0.9, 0.5, -0.002], [0.6, -0.1, 1.3, 0.0015], [10, 20, -30, 1.05]]),
     matrix([[0.7, 0.6, 0.1, 0], [-0.5, 1.4, -0.2, 0.001], [0.3, 0.2, 0.8, -0.001], [-5, 8, 13, 0.95]]), (0.3, 0.8)),
]
for group, interpolate, decompose, recompose, source in (
    (PLANE, interpolate_2d, decompose_2d, recompose_2d, "CSS Transforms Level 1, Interpolation of 2D matrices"),
    (SPACE, interpolate_3d, decompose_3d, recompose_3d, "CSS Transforms Level 2, Interpolation of 3D matrices"),
):
    for name, first, last, fractions in group:
        first, last = doubles(first), doubles(last)
        for end in (first, last):
            difference = recompose(decompose(end)) - end / end[3, 3]
            assert max(abs(value) for value in difference) < mpf(10) ** -20, name
        for fraction in fractions:
            add("transform", f"{name}, {fraction} of the way", source,
                {"from": elements(first), "to": elements(last), "fraction": fraction},
                elements(interpolate(first, last, mpf(fraction))))


# Splines: a segment between the second and the third of four values.

def spline(values, controls, t):
    (p0, p1, p2, p3), t = [mpf(v) for v in values], mpf(t)
    (t1, c1, b1), (t2, c2, b2) = [[mpf(v) for v in c] for c in controls]
    leaving = (1 - t1) * (1 + b1) * (1 + c1) / 2 * (p1 - p0) + (1 - t1) * (1 - b1) * (1 - c1) / 2 * (p2 - p1)
    arriving = (1 - t2) * (1 + b2) * (1 - c2) / 2 * (p2 - p1) + (1 - t2) * (1 - b2) * (1 + c2) / 2 * (p3 - p2)
    return ((2 * t ** 3 - 3 * t ** 2 + 1) * p1 + (t ** 3 - 2 * t ** 2 + t) * leaving
            + (-2 * t ** 3 + 3 * t ** 2) * p2 + (t ** 3 - t ** 2) * arriving)


VALUES = (0, 10, 40, 20)
for name, controls in (
    ("Catmull-Rom", ((0, 0, 0), (0, 0, 0))), ("tension", ((0.5, 0, 0), (-0.5, 0, 0))),
    ("continuity", ((0, 0.5, 0), (0, -1, 0))), ("bias", ((0, 0, 0.75), (0, 0, -0.5))),
    ("all three", ((0.25, -0.5, 0.5), (-1, 0.25, 0.125))),
):
    for t in (0.25, 0.5, 0.875):
        add("spline", f"{name}, {t} of the second segment", "CAAnimation.h: tensionValues; Kochanek-Bartels spline",
            {"values": VALUES, "tension": [c[0] for c in controls], "continuity": [c[1] for c in controls],
             "bias": [c[2] for c in controls], "fraction": t}, [spline(VALUES, controls, t)])


# One row a line, so that changes can be read.
sys.stdout.write("[\n" + ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows) + "\n]\n")
print(f"{len(rows)} rows", file=sys.stderr)
