import EngineKit
import Foundation

enum ModelWords {
    static var builtIn: String { String(localized: "Comes with Tandem, to try it out. It knows little.") }
    static var notOnHub: String { String(localized: "The hub does not have it any more.") }

    static func fit(_ band: FitBand, need: UInt64, room: UInt64?) -> String {
        let need = Format.bytes(need)
        guard let room = room.map({ Format.bytes($0) }) else {
            return switch band {
            case .safe: String(localized: "It fits: it needs \(need).")
            case .tight:
                String(
                    localized:
                        "It fits with little to spare: it needs \(need). Close other programs if the Mac gets slow.")
            case .refuse:
                String(
                    localized: """
                        It does not fit: it needs \(need). Loading it anyway can slow down the whole Mac, and may fail.
                        """)
            }
        }
        return switch band {
        case .safe: String(localized: "It fits: it needs \(need) of the \(room) that this Mac has for models.")
        case .tight:
            String(
                localized: """
                    It fits with little to spare: it needs \(need) of the \(room) that this Mac has for models. Close \
                    other programs if the Mac gets slow.
                    """)
        case .refuse:
            String(
                localized: """
                    It does not fit: it needs \(need), more than all of the \(room) that this Mac has for models. \
                    Loading it anyway can slow down the whole Mac, and may fail.
                    """)
        }
    }

    static func detail(_ status: ModelRow.Status, _ bytes: UInt64) -> String {
        switch status {
        case .builtIn: builtIn
        case .ready: Format.bytes(bytes)
        case .inMemory: String(localized: "\(Format.bytes(bytes)), in memory")
        case .companion: String(localized: "\(Format.bytes(bytes)), drafts for another model")
        case .incomplete(let why): String(localized: "Incomplete: \(why)")
        case .unavailable: String(localized: "Its disk is not connected. Connect it to use the model.")
        case .unsupported(let why): String(localized: "Cannot be run: \(why)")
        }
    }

    static func download(_ offer: ModelOffer) -> String {
        let (rest, all) = (Format.bytes(offer.bytesToFetch), Format.bytes(offer.bytes))
        let isBegun = offer.bytesToFetch < offer.bytes && offer.bytesToFetch > 0
        guard let companion = offer.companions.first, !offer.companionInside else {
            return isBegun
                ? String(localized: "\(rest) of \(all) to download.") : String(localized: "\(rest) to download.")
        }
        let more = Format.bytes(companion.bytes)
        return isBegun
            ? String(localized: "\(rest) of \(all) to download, and \(more) for its companion.")
            : String(localized: "\(rest) to download, and \(more) for its companion.")
    }

    static func noRoom(_ need: UInt64, _ free: UInt64) -> String {
        String(localized: "The disk has \(Format.bytes(free)) free, and this needs \(Format.bytes(need)).")
    }

    static func delete(_ name: String, _ bytes: UInt64) -> String {
        String(
            localized: """
                Delete \(ModelNames.shown(name))? This frees \(Format.bytes(bytes)). It can be downloaded again.
                """)
    }

    static func verified(_ files: [VerifiedFile]) -> String {
        let bad = files.count { $0.state == .damaged || $0.state == .missing }
        let unknown = files.count { $0.state == .unknown }
        if bad > 0 {
            return String(
                localized: "\(bad) files are damaged or missing. Download the model again; only these are fetched.")
        }
        return unknown > 0
            ? String(localized: "Nothing wrong was found; for \(unknown) files nothing says what should be in them.")
            : String(localized: "All \(files.count) files are as they should be.")
    }
}
