"""MacApp/Resources: what the app says of itself, and that it agrees with the rest of the project."""

import json
import plistlib
import re
import unittest

from .workshop import CHECKOUT

RESOURCES = CHECKOUT / "MacApp/Resources"
# https://developer.apple.com/documentation/bundleresources/information-property-list
NEEDED = """CFBundleDevelopmentRegion CFBundleExecutable CFBundleIconFile CFBundleIdentifier CFBundleInfoDictionaryVersion
CFBundleName CFBundlePackageType CFBundleShortVersionString CFBundleVersion LSApplicationCategoryType
LSMinimumSystemVersion NSHumanReadableCopyright""".split()


def read(name):
    return (CHECKOUT / name).read_text()


class Resources(unittest.TestCase):
    def setUp(self):
        self.info = plistlib.loads((RESOURCES / "Info.plist").read_bytes())

    def test_what_finder_and_the_system_ask_for_is_there(self):
        self.assertEqual([key for key in NEEDED if not self.info.get(key)], [])
        self.assertEqual(self.info["CFBundlePackageType"], "APPL")

    def test_only_the_version_is_filled_in_by_the_build(self):
        places = re.findall(r"<string>@(.*)@</string>", (RESOURCES / "Info.plist").read_text())
        self.assertEqual(places, ["VERSION", "VERSION"])

    def test_there_is_one_version(self):
        self.assertEqual(len(re.findall(r'^version = "', read("Cargo.toml"), re.M)), 1)
        for member in ["bridge", "cli", "engine", "markup"]:
            self.assertIn("version.workspace = true", read(f"{member}/Cargo.toml"), member)

    def test_the_identifier_is_nobodys_domain_and_the_one_in_the_log(self):
        identifier = self.info["CFBundleIdentifier"]
        self.assertTrue(identifier.startswith("local."), identifier)
        for file in ["bridge/src/logging.rs", "bridge/src/signposts.c"]:
            self.assertIn(f'"{identifier}"', read(file), file)

    def test_the_addresses_are_those_that_the_app_reads(self):
        scheme = re.search(r'scheme = "(.*)"', read("MacApp/Core/Routes/RouteParser.swift"))[1]
        schemes = [scheme for kind in self.info["CFBundleURLTypes"] for scheme in kind["CFBundleURLSchemes"]]
        self.assertEqual(schemes, [scheme])

    def test_files_of_others_stay_with_their_programs(self):
        kinds = self.info["CFBundleDocumentTypes"]
        self.assertEqual([kind["LSItemContentTypes"] for kind in kinds], [["public.json"]])
        self.assertEqual({kind["LSHandlerRank"] for kind in kinds}, {"Alternate"})
        self.assertEqual({kind["CFBundleTypeRole"] for kind in kinds}, {"Viewer"})

    def test_the_types_of_its_own_are_declared(self):
        """macOS takes `UTType(exportedAs:)` from nobody who has not declared it."""
        sources = [file.read_text() for file in (CHECKOUT / "MacApp").rglob("*.swift")]
        used = {name for text in sources for name in re.findall(r'exportedAs: "([^"]+)"', text)}
        declared = {kind["UTTypeIdentifier"] for kind in self.info.get("UTExportedTypeDeclarations", [])}
        self.assertEqual(used, declared)

    def test_the_languages_are_those_of_the_words(self):
        self.assertEqual(self.info["CFBundleLocalizations"], ["en", "de", "fr", "es", "ja", "zh-Hans"])
        catalogue = RESOURCES / "Localizable.xcstrings"
        if not catalogue.exists():
            self.skipTest("there are no words yet")
        words = json.loads(catalogue.read_text())
        spoken = {language for entry in words["strings"].values() for language in entry.get("localizations", {})}
        self.assertEqual(spoken | {words["sourceLanguage"]}, set(self.info["CFBundleLocalizations"]))

    def test_the_entitlements_hold_nothing_that_weakens_the_hardened_runtime(self):
        text = (RESOURCES / "Tandem.entitlements").read_text()
        self.assertEqual(plistlib.loads(text.encode()), {"com.apple.security.app-sandbox": False})
        # The kernel's parser of entitlements stops at a comment.
        self.assertNotIn("<!--", text)


class Linking(unittest.TestCase):
    def test_the_app_is_linked_with_what_the_crates_need(self):
        """The frameworks that the crates of the bridge name for a Mac; a static library does not carry them on."""
        manifest = read("Package.swift")
        for crate, framework in [
            ("security-framework-sys", "Security"),
            ("core-foundation-sys", "CoreFoundation"),
            ("system-configuration-sys", "SystemConfiguration"),
            ("mlx-sys", "Metal"),
        ]:
            self.assertIn(f'name = "{crate}"', read("Cargo.lock"), f"{crate} is gone; is {framework} still needed?")
            self.assertIn(f'"{framework}"', manifest)
