"""A stand-in for the tools of a Mac that the scripts call: one program, linked under the name of each.

It notes each call in a file, does what the scripts rely on, and nothing more. `broken.json` beside the notes says what
goes wrong: {"codesign": 1} has that tool fail, other entries are read below.
"""

import json
import os
import shutil
import sys
from pathlib import Path

APP = '#!/bin/sh\n[ "$1" = --smoke-test ] && echo "4"\n'
COMMAND_LINE = '#!/bin/sh\n[ "$1" = generate ] && echo "4"\n'


def write(path, text, mode=0o644):
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(mode)


def after(arguments, option):
    return arguments[arguments.index(option) + 1]


def cargo(arguments):
    target = Path(os.environ.get("CARGO_TARGET_DIR", "target"))
    release = target / after(arguments, "--target") / "release"
    write(release / "libtandem_bridge.a", "library")
    write(release / "tandem", COMMAND_LINE, 0o755)
    # Cargo keeps what a build script made, but does not know of files elsewhere.
    if not broken.get("no kernels"):
        write(Path(os.environ["MLX_RS_METAL_PATH"]) / "mlx.metallib", "kernels")


def swift(arguments):
    if "--version" in arguments:
        print(f"swift-driver version: 1.127 Apple Swift version {broken.get('swift version', '6.2.3')} (swiftlang)")
        return
    folder = Path(after(arguments, "--scratch-path")).absolute() / "release"
    if "--show-bin-path" in arguments:
        print(folder)
    else:
        write(folder / after(arguments, "--product"), APP, 0o755)


def xcodebuild(arguments):
    if "-create-xcframework" in arguments:
        out = Path(after(arguments, "-output"))
        shutil.copytree(after(arguments, "-headers"), out / "macos-arm64/Headers")
        shutil.copy(after(arguments, "-library"), out / "macos-arm64")


def xcrun(arguments):
    if "metal" in arguments and broken.get("no metal"):
        sys.exit(1)
    if "xcstringstool" in arguments:
        catalogue = json.loads(Path(arguments[2]).read_text())
        languages = {language for entry in catalogue["strings"].values() for language in entry["localizations"]}
        for language in languages:
            write(Path(after(arguments, "--output-directory")) / f"{language}.lproj/Localizable.strings", "words")


def plutil(arguments):
    import plistlib  # slow to load, and needed here alone

    values = plistlib.loads(Path(arguments[-1]).read_bytes())
    if "-extract" in arguments:
        value = values[after(arguments, "-extract")]
        print(value if "raw" in arguments else json.dumps(value, separators=(",", ":")), end="")


def iconutil(arguments):
    pictures = sorted(picture.name for picture in Path(arguments[-1]).iterdir())
    write(after(arguments, "--output"), "\n".join(pictures))


def otool(arguments):
    print(f"{arguments[-1]}:")
    for library in ["/usr/lib/libc++.1.dylib", "/System/Library/Frameworks/Metal.framework/Metal"]:
        print(f"\t{library} (compatibility version 1.0.0, current version 1.0.0)")
    if "library" in broken:
        print(f"\t{broken['library']} (compatibility version 0.0.0, current version 0.0.0)")


def run_inside(arguments):
    """sandbox-exec -p RULES COMMAND..."""
    os.execv(arguments[2], arguments[2:])


DOES = {
    "cargo": cargo,
    "swift": swift,
    "xcodebuild": xcodebuild,
    "xcrun": xcrun,
    "plutil": plutil,
    "iconutil": iconutil,
    "otool": otool,
    "sandbox-exec": run_inside,
    "uname": lambda arguments: print("arm64" if "-m" in arguments else "Darwin"),
    "xcode-select": lambda _: print(broken.get("developer", "/Applications/Xcode.app/Contents/Developer")),
    "rustc": lambda _: print(Path(os.environ["STAND_IN_NOTES"]).parent / "sysroot"),
    "lipo": lambda _: print(broken.get("architecture", "arm64")),
    "ditto": lambda arguments: shutil.copytree(*arguments, symlinks=True),
    "pgrep": lambda _: sys.exit(0 if broken.get("running") else 1),
}
NAMES = sorted([*DOES, "cmake", "codesign", "open", "xattr"])


if __name__ == "__main__":
    name, given = Path(sys.argv[0]).name, sys.argv[1:]
    notes = Path(os.environ["STAND_IN_NOTES"])
    failures = notes.with_name("broken.json")
    broken = json.loads(failures.read_text()) if failures.exists() else {}
    floor = os.environ.get("MACOSX_DEPLOYMENT_TARGET")
    with notes.open("a") as file:
        print(json.dumps({"tool": name, "arguments": given, "folder": os.getcwd(), "floor": floor}), file=file)
    if name in broken:
        sys.exit(broken[name])
    DOES.get(name, lambda _: None)(given)
