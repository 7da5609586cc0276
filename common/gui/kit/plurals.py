"""Which plural form a language uses for a number, after the Unicode CLDR; only whole numbers are counted."""

from __future__ import annotations

from collections.abc import Callable

FORMS = ("zero", "one", "two", "few", "many", "other")


def _english(n: int) -> str:
    return "one" if n == 1 else "other"


def _french(n: int) -> str:
    return "one" if n in (0, 1) else "other"


def _same(n: int) -> str:
    return "other"


def _russian(n: int) -> str:
    if n % 10 == 1 and n % 100 != 11:
        return "one"
    return "few" if n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14) else "many"


def _serbian(n: int) -> str:
    form = _russian(n)
    return "other" if form == "many" else form


def _polish(n: int) -> str:
    if n == 1:
        return "one"
    return "few" if n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14) else "many"


def _czech(n: int) -> str:
    return "one" if n == 1 else "few" if n in (2, 3, 4) else "other"


def _slovene(n: int) -> str:
    return {1: "one", 2: "two", 3: "few", 4: "few"}.get(n % 100, "other")


def _lithuanian(n: int) -> str:
    if 11 <= n % 100 <= 19:
        return "other"
    return "one" if n % 10 == 1 else "few" if n % 10 else "other"


def _latvian(n: int) -> str:
    if n % 10 == 0 or 11 <= n % 100 <= 19:
        return "zero"
    return "one" if n % 10 == 1 else "other"


def _romanian(n: int) -> str:
    return "one" if n == 1 else "few" if n == 0 or 1 <= n % 100 <= 19 else "other"


def _arabic(n: int) -> str:
    if n < 3:
        return FORMS[n]
    return "few" if 3 <= n % 100 <= 10 else "many" if n % 100 >= 11 else "other"


def _hebrew(n: int) -> str:
    return {1: "one", 2: "two"}.get(n, "other")


RULES: dict[str, Callable[[int], str]] = {
    "fr pt hi bn fa am hy": _french,
    "ja zh ko th vi id ms lo my": _same,
    "ru uk be": _russian,
    "sr hr bs": _serbian,
    "pl": _polish,
    "cs sk": _czech,
    "sl": _slovene,
    "lt": _lithuanian,
    "lv": _latvian,
    "ro": _romanian,
    "ar": _arabic,
    "he": _hebrew,
}


def form_of(locale: str) -> Callable[[int], str]:
    """The rule of a language; most have one thing and several things."""
    language = locale.partition("_")[0]
    return next((rule for names, rule in RULES.items() if language in names.split()), _english)
