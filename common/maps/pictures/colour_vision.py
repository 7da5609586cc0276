"""Colours as four kinds of eyes see them, and whether two of them can be told apart (U39)."""

from __future__ import annotations

from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

Rgb = tuple[float, float, float]
Matrix = tuple[Rgb, Rgb, Rgb]

# Machado, Oliveira and Fernandes (2009), severity 1, for linear RGB
KINDS: dict[str, Matrix] = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
    "achromatopsia": ((0.2126, 0.7152, 0.0722), (0.2126, 0.7152, 0.0722), (0.2126, 0.7152, 0.0722)),
}
LEAST_DELTA = 15.0
LEAST_RATIO = 1.5


def parse_colour(colour: str) -> Rgb:
    """ "#rrggbb" as parts from 0 to 1."""
    return int(colour[1:3], 16) / 255, int(colour[3:5], 16) / 255, int(colour[5:7], 16) / 255


def linear(part: float) -> float:
    """The light a screen gives for a part of sRGB."""
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def encode_light(light: float) -> float:
    """The part of sRGB for an amount of light."""
    light = min(1.0, max(0.0, light))
    return light * 12.92 if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055


def simulate_eye(colour: Rgb, kind: str) -> Rgb:
    """A colour as an eye of this kind sees it."""
    r, g, b = (linear(part) for part in colour)
    rows = KINDS[kind]
    return tuple(encode_light(row[0] * r + row[1] * g + row[2] * b) for row in rows)  # type: ignore[return-value]


def luminance(colour: Rgb) -> float:
    """Relative luminance."""
    r, g, b = (linear(part) for part in colour)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def ratio(one: Rgb, other: Rgb) -> float:
    """The contrast ratio of two colours, 1 to 21."""
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def lab(colour: Rgb) -> Rgb:
    """CIE L*a*b* with the white of sRGB."""
    r, g, b = (linear(part) for part in colour)
    x = (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047
    y = 0.2126729 * r + 0.7151522 * g + 0.0721750 * b
    z = (0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883

    def f(t: float) -> float:
        return t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116

    return 116 * f(y) - 16, 500 * (f(x) - f(y)), 200 * (f(y) - f(z))


def delta_e(one: Rgb, other: Rgb) -> float:
    """CIEDE2000: about 1 is just visible, 15 is plainly another colour."""
    return ciede2000(lab(one), lab(other))


def ciede2000(one: Rgb, other: Rgb) -> float:
    """The difference of two L*a*b* colours (Sharma, Wu and Dalal 2005)."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean_c = (hypot(a1, b1) + hypot(a2, b2)) / 2
    g = 0.5 * (1 - sqrt(mean_c**7 / (mean_c**7 + 25**7)))
    a1, a2 = a1 * (1 + g), a2 * (1 + g)
    c1, c2 = hypot(a1, b1), hypot(a2, b2)
    h1, h2 = degrees(atan2(b1, a1)) % 360, degrees(atan2(b2, a2)) % 360
    turn = _turn(h1, h2) if c1 and c2 else 0.0
    dh = 2 * sqrt(c1 * c2) * sin(radians(turn / 2))
    lm, cm = (l1 + l2) / 2, (c1 + c2) / 2
    hm = (h1 + turn / 2) % 360 if c1 and c2 else h1 + h2
    t = (
        1 - 0.17 * cos(radians(hm - 30)) + 0.24 * cos(radians(2 * hm))
        + 0.32 * cos(radians(3 * hm + 6)) - 0.20 * cos(radians(4 * hm - 63))
    )  # fmt: skip
    sl = 1 + 0.015 * (lm - 50) ** 2 / sqrt(20 + (lm - 50) ** 2)
    sc, sh = 1 + 0.045 * cm, 1 + 0.015 * cm * t
    rc = 2 * sqrt(cm**7 / (cm**7 + 25**7))
    rt = -rc * sin(radians(60 * exp(-(((hm - 275) / 25) ** 2))))
    dl, dc = (l2 - l1) / sl, (c2 - c1) / sc
    return sqrt(dl * dl + dc * dc + (dh / sh) ** 2 + rt * dc * (dh / sh))


def _turn(h1: float, h2: float) -> float:
    """From one hue to the other the short way round, -180 to 180."""
    turn = h2 - h1
    return turn - 360 if turn > 180 else turn + 360 if turn < -180 else turn


def can_tell_apart(one: Rgb, other: Rgb) -> bool:
    """Whether every kind of eye tells these two colours apart."""
    for kind in ("", *KINDS):
        a, b = (simulate_eye(one, kind), simulate_eye(other, kind)) if kind else (one, other)
        if delta_e(a, b) < LEAST_DELTA and ratio(a, b) < LEAST_RATIO:
            return False
    return True
