"""scripts/macos/build-app.sh, on a machine that passes for a Mac."""

import os
import plistlib
import subprocess
import unittest

from .workshop import CHECKOUT, Workshop, listing

BUILD = "scripts/macos/build-app.sh"


class Building(unittest.TestCase):
    def setUp(self):
        self.workshop = Workshop()
        self.addCleanup(self.workshop.close)

    def build(self):
        done = self.workshop.run(BUILD)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done

    def refusal(self, script=BUILD):
        """What the script says when it stops; it leaves nothing half done."""
        done = self.workshop.run(script)
        self.assertNotEqual(done.returncode, 0, done.stdout)
        self.assertFalse((self.workshop.checkout / "target/macos/unfinished").exists())
        return done.stderr

    def test_what_lies_where(self):
        done = self.build()
        self.assertEqual(done.stdout, f"{self.workshop.app}\n")
        self.assertEqual(
            listing(self.workshop.app),
            [
                "Contents/Helpers/mlx.metallib -> ../Resources/mlx.metallib",
                "Contents/Helpers/tandem",
                "Contents/Info.plist",
                "Contents/MacOS/Tandem",
                "Contents/MacOS/mlx.metallib -> ../Resources/mlx.metallib",
                "Contents/PkgInfo",
                "Contents/Resources/AppIcon.icns",
                "Contents/Resources/LICENSE",
                "Contents/Resources/de.lproj/Localizable.strings",
                "Contents/Resources/es.lproj/Localizable.strings",
                "Contents/Resources/fr.lproj/Localizable.strings",
                "Contents/Resources/ja.lproj/Localizable.strings",
                "Contents/Resources/mlx.metallib",
                "Contents/Resources/zh-Hans.lproj/Localizable.strings",
            ],
        )
        self.assertTrue((self.workshop.app / "Contents/Resources/en.lproj").is_dir())
        for program in ["MacOS/Tandem", "Helpers/tandem"]:
            self.assertTrue(os.access(self.workshop.app / "Contents" / program, os.X_OK), program)
        self.assertEqual((self.workshop.app / "Contents/MacOS/mlx.metallib").read_text(), "kernels")

    def test_the_version_is_the_one_of_cargo(self):
        text = (self.workshop.checkout / "Cargo.toml").read_text()
        self.workshop.write("Cargo.toml", text.replace('version = "0.1.0"', 'version = "12.34.56"'))
        self.build()
        values = plistlib.loads((self.workshop.app / "Contents/Info.plist").read_bytes())
        self.assertEqual(values["CFBundleShortVersionString"], "12.34.56")
        self.assertEqual(values["CFBundleVersion"], "12.34.56")

    def test_a_version_that_apple_would_not_read_is_refused(self):
        text = (self.workshop.checkout / "Cargo.toml").read_text()
        self.workshop.write("Cargo.toml", text.replace('version = "0.1.0"', 'version = "0.1.0-beta"'))
        self.assertIn("has the version '0.1.0-beta', an app needs three numbers", self.refusal())

    def test_everything_is_built_for_the_oldest_macos_that_info_plist_names(self):
        self.build()
        values = plistlib.loads((self.workshop.app / "Contents/Info.plist").read_bytes())
        floor = values["LSMinimumSystemVersion"]
        for tool in ["cargo", "swift"]:
            self.assertEqual({call["floor"] for call in self.workshop.calls(tool)[-1:]}, {floor}, tool)
        self.assertIn(f".macOS(.v{floor.removesuffix('.0')})", (CHECKOUT / "Package.swift").read_text())

    def test_it_is_signed_from_the_inside_out_with_the_hardened_runtime(self):
        self.build()
        signed = [call["arguments"] for call in self.workshop.calls("codesign") if "--sign" in call["arguments"]]
        self.assertEqual([arguments[-1].rsplit("/", 1)[1] for arguments in signed], ["tandem", "Tandem.app"])
        for arguments in signed:
            self.assertEqual(arguments[arguments.index("--options") + 1], "runtime")
            self.assertNotIn("--deep", arguments)
        helper, app = signed
        self.assertNotIn("--entitlements", helper)
        self.assertEqual(
            app[app.index("--entitlements") + 1],
            str(self.workshop.checkout / "MacApp/Resources/Tandem.entitlements"),
        )
        checked = [call["arguments"] for call in self.workshop.calls("codesign") if "--verify" in call["arguments"]]
        self.assertEqual(len(checked), 2)
        # What Finder noted goes before the signature.
        self.assertEqual(self.workshop.calls("xattr")[0]["arguments"][0], "-cr")

    def test_app_and_command_line_are_tried_elsewhere_without_the_checkout(self):
        self.build()
        tried = self.workshop.calls("sandbox-exec")
        self.assertEqual(len(tried), 2)
        for call in tried:
            self.assertEqual(call["folder"], "/")
            _, rules, program, *_ = call["arguments"]
            self.assertIn(f'(deny file-read* (subpath "{self.workshop.checkout}")', rules)
            self.assertFalse(program.startswith(str(self.workshop.checkout)), program)
        self.assertEqual(tried[0]["arguments"][3:], ["--smoke-test"])

    def test_a_second_build_takes_the_place_of_the_first_and_draws_nothing_anew(self):
        self.build()
        (self.workshop.app / "Contents/Resources/old").touch()
        self.build()
        self.assertNotIn("Contents/Resources/old", listing(self.workshop.app))
        self.assertEqual(len(self.workshop.calls("iconutil")), 1)

    def test_an_app_that_does_not_answer_leaves_the_old_one_in_place(self):
        self.build()
        self.workshop.breaks(**{"sandbox-exec": 1})
        self.assertIn("the app does not answer in another folder", self.refusal())
        self.assertTrue((self.workshop.app / "Contents/MacOS/Tandem").exists())

    def test_what_would_fail_on_another_mac_is_refused(self):
        library = "@rpath/libswiftCompatibilitySpan.dylib"
        cases = [
            ({"no_kernels": True}, "mlx.metallib: run: make clean"),
            ({"library": library}, f"needs a library that other Macs do not have: {library}"),
            ({"architecture": "x86_64"}, "is not for Apple Silicon alone"),
            ({"codesign": 1}, ""),
        ]
        for broken, words in cases:
            with self.subTest(broken):
                self.workshop.breaks(**broken)
                self.assertIn(words, self.refusal())
                self.assertFalse(self.workshop.app.exists())

    def test_a_language_without_words_is_refused(self):
        self.workshop.write_words(["de", "fr", "es", "zh-Hans"])
        self.assertIn("Localizable.xcstrings has no words for ja", self.refusal())

    def test_each_missing_tool_is_named_with_what_brings_it(self):
        cases = [
            ({"developer": "/Library/Developer/CommandLineTools"}, "missing: Xcode"),
            ({"xcodebuild": 1}, "sudo xcodebuild -license accept"),
            ({"no_metal": True}, "xcodebuild -downloadComponent MetalToolchain"),
            ({"swift_version": "6.1.2"}, "missing: Swift 6.2, which Xcode 26 brings (here is 6.1.2)"),
            ({"swift": 1}, "(here is none)"),
        ]
        for broken, words in cases:
            with self.subTest(broken):
                self.workshop.breaks(**broken)
                self.assertIn(words, self.refusal())

    def test_a_missing_program_is_named_with_what_brings_it(self):
        for program, words in [
            ("cmake", "run: brew install cmake"),
            ("cargo", "install Rust from https://rustup.rs"),
            ("python3", "run: xcode-select --install"),
        ]:
            with self.subTest(program):
                tool = self.workshop.tools / program
                tool.rename(tool.with_name("away"))
                self.assertIn(words, self.refusal())
                tool.with_name("away").rename(tool)

    def test_a_mac_with_intel_is_refused(self):
        (self.workshop.tools / "uname").write_text('#!/bin/sh\n[ "$1" = -m ] && echo x86_64 || echo Darwin\n')
        self.assertIn("Tandem needs Apple Silicon", self.refusal())

    def test_elsewhere_it_says_that_it_takes_a_mac(self):
        (self.workshop.tools / "uname").write_text("#!/bin/sh\necho Linux\n")
        self.assertIn("the app is built on a Mac; on Linux, make run opens a chat", self.refusal())


class Running(unittest.TestCase):
    def setUp(self):
        self.workshop = Workshop()
        self.addCleanup(self.workshop.close)

    def test_on_a_mac_the_app_is_built_and_opened(self):
        done = self.workshop.run("scripts/run.sh")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual([call["arguments"] for call in self.workshop.calls("open")], [[str(self.workshop.app)]])

    def test_one_that_runs_is_not_built_over(self):
        self.workshop.breaks(running=True)
        done = self.workshop.run("scripts/run.sh")
        self.assertEqual(done.returncode, 1)
        self.assertIn("quit it (Command-Q), then try again", done.stderr)
        self.assertEqual(self.workshop.calls("cargo"), [])

    def test_elsewhere_the_chat_is_opened(self):
        (self.workshop.tools / "uname").write_text("#!/bin/sh\necho Linux\n")
        (self.workshop.tools / "cargo").write_text('#!/bin/sh\necho "cargo $*"\n')
        done = self.workshop.run("scripts/run.sh")
        self.assertEqual(done.stdout.splitlines()[-1], "cargo run --release --locked --quiet --bin tandem")
        self.assertEqual(self.workshop.calls("open"), [])


class Bash(unittest.TestCase):
    def test_no_script_for_a_mac_uses_what_its_old_bash_lacks(self):
        """macOS has bash 3.2: no mapfile, no associative arrays, no changing of case."""
        newer = r"\b(mapfile|readarray|declare -A|local -A|local -n)\b|\$\{[a-zA-Z_]+(,,|\^\^|@[A-Z])|\|&|&>>"
        shared = ["lib.sh", "setup.sh", "run.sh", "lint.sh", "deny.sh", "bindings.sh", "test-swift.sh", "test-packaging.sh"]
        scripts = [CHECKOUT / "scripts" / name for name in shared]
        scripts += sorted((CHECKOUT / "scripts/macos").glob("*.sh"))
        found = subprocess.run(["grep", "-nE", newer, *scripts], capture_output=True, text=True)
        self.assertEqual(found.stdout, "")
        self.assertEqual(found.returncode, 1, found.stderr)
