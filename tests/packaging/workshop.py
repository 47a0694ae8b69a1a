"""A checkout of what the app is built from, on something that passes for a Mac."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from . import stand_in

CHECKOUT = Path(__file__).resolve().parents[2]
BUILT_FROM = [
    "Cargo.toml",
    "LICENSE",
    "MacApp/Bindings/C",
    "MacApp/Resources/Info.plist",
    "MacApp/Resources/Tandem.entitlements",
    "Package.swift",
    "scripts",
]
# What the scripts may use of any system. Nothing else is found, so that a tool can be missing.
PLAIN_TOOLS = """awk bash cat chmod cp cut dirname env grep head install ln ls mkdir mktemp mv perl python3 rm sed sh sort
tr""".split()
LANGUAGES = ["de", "fr", "es", "ja", "zh-Hans"]
# A drawing takes seconds; what is drawn has tests of its own.
DRAW = "import pathlib, sys\nfolder = pathlib.Path(sys.argv[1])\nfolder.mkdir()\n(folder / 'icon_16x16.png').touch()\n"


class Workshop:
    def __init__(self):
        self.temporary = tempfile.TemporaryDirectory()
        # As the scripts name it: /tmp is a link on a Mac.
        root = Path(self.temporary.name).resolve()
        self.checkout = root / "checkout"
        for name in BUILT_FROM:
            source, copy = CHECKOUT / name, self.checkout / name
            copy.parent.mkdir(parents=True, exist_ok=True)
            if source.is_dir():
                shutil.copytree(source, copy)
            else:
                shutil.copy(source, copy)
        self.write("MacApp/Resources/Icon/draw.py", DRAW)
        self.write_words(LANGUAGES)
        (root / "sysroot/lib/rustlib/aarch64-apple-darwin").mkdir(parents=True)
        self.notes = root / "notes"
        self.failures = root / "broken.json"
        self.tools = root / "tools"
        self.tools.mkdir()
        for name in PLAIN_TOOLS:
            (self.tools / name).symlink_to(shutil.which(name))
        for name in stand_in.NAMES:
            tool = self.tools / name
            # Without what a Python of the user would load first: there are hundreds of calls.
            tool.write_text(f"#!{sys.executable} -SE\n" + Path(stand_in.__file__).read_text())
            tool.chmod(0o755)

    def close(self):
        self.temporary.cleanup()

    def write(self, name, text):
        file = self.checkout / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def write_words(self, languages):
        entry = {"localizations": {language: {} for language in languages}}
        self.write("MacApp/Resources/Localizable.xcstrings", json.dumps({"strings": {"Copy": entry}}))

    def breaks(self, **what):
        """How a tool misbehaves from now on; `_` stands for a space or a dash in a name."""
        self.failures.write_text(json.dumps({name.replace("_", " "): value for name, value in what.items()}))

    def run(self, script, *arguments):
        environment = {"PATH": str(self.tools), "STAND_IN_NOTES": str(self.notes), "HOME": str(self.checkout.parent)}
        return subprocess.run(
            [self.checkout / script, *arguments],
            env=environment,
            cwd="/",
            capture_output=True,
            text=True,
            timeout=120,
        )

    def calls(self, tool):
        if not self.notes.exists():
            return []
        calls = [json.loads(line) for line in self.notes.read_text().splitlines()]
        return [call for call in calls if call["tool"] == tool]

    @property
    def app(self):
        return self.checkout / "target/macos/Tandem.app"


def listing(folder):
    """Every file below a folder, a link with what it points to."""
    entries = []
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder))
        if path.is_symlink():
            entries.append(f"{name} -> {os.readlink(path)}")
        elif path.is_file():
            entries.append(name)
    return entries
