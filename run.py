"""Start Five Fronts from a fresh checkout, with nothing but Python.

    python3 run.py                 open the program (without a display: show it at work in pictures)
    python3 run.py play nmc        any command of the program, passed on as it stands
    python3 run.py test [ARGS]     ruff, mypy and all tests; ARGS go to pytest
    python3 run.py test --fast     the same in less than two minutes: of the windows only whole turns, one way a game
    python3 run.py bench [ARGS]    the measurements in bench/

The first start makes .venv beside this file and installs into it (common/installer.py); later starts use it again.
"""

# Every Python reads this file, even 2.7, so that one that is too old can say so: no annotations, no f-strings.
import os
import subprocess
import sys

OLDEST_PYTHON = (3, 11)


def newer_python():  # type: () -> str
    """A Python on the search path that is new enough: macOS and old systems have one under another name."""
    works = "import sys, venv, ensurepip; sys.exit(sys.version_info < %r)" % (OLDEST_PYTHON,)
    names = ["python3.%d" % minor for minor in range(20, OLDEST_PYTHON[1] - 1, -1)]
    for name in names + ["python3"]:
        for folder in os.environ.get("PATH", "").split(os.pathsep):
            found = os.path.join(folder, name)
            if os.access(found, os.X_OK) and not os.path.isdir(found):
                with open(os.devnull, "w") as nowhere:
                    if subprocess.call([found, "-c", works], stderr=nowhere) == 0:
                        return found
    return ""


def complain():  # type: () -> int
    """Hand over to a newer Python, or say what to do."""
    other = newer_python()
    if other:
        return subprocess.call([other] + sys.argv)
    here = "%s is %s" % (sys.executable, sys.version.split()[0])
    sys.stderr.write(
        "five-fronts: Python 3.11 or newer is needed; %s. Install it from python.org or with your system's package"
        " manager, then run: python3.11 run.py\n" % here
    )
    return 1


if __name__ == "__main__":
    if sys.version_info < OLDEST_PYTHON:
        sys.exit(complain())

    from common.installer import main

    sys.exit(main(sys.argv[1:]))
