import EngineKit

enum ModelWords {
    static let builtIn = "Comes with Tandem, to try it out. It knows little."
    static let notOnHub = "The hub does not have it any more."

    static func fit(_ band: FitBand, need: UInt64, room: UInt64?) -> String {
        let need = Format.bytes(need)
        let room = room.map { " of the \(Format.bytes($0)) that this Mac has for models" } ?? ""
        return switch band {
        case .safe: "It fits: it needs \(need)\(room)."
        case .tight: "It fits with little to spare: it needs \(need)\(room). Close other programs if the Mac gets slow."
        case .refuse:
            "It does not fit: it needs \(need)\(room.isEmpty ? "" : ", more than all" + room). Loading it anyway can slow"
                + " down the whole Mac, and may fail."
        }
    }

    static func detail(_ status: ModelRow.Status, _ bytes: UInt64) -> String {
        switch status {
        case .builtIn: builtIn
        case .ready: Format.bytes(bytes)
        case .inMemory: "\(Format.bytes(bytes)), in memory"
        case .companion: "\(Format.bytes(bytes)), drafts for another model"
        case .incomplete(let why): "Incomplete: \(why)"
        case .unavailable: "Its disk is not connected. Connect it to use the model."
        case .unsupported(let why): "Cannot be run: \(why)"
        }
    }

    static func download(_ offer: ModelOffer) -> String {
        var text =
            offer.bytesToFetch < offer.bytes && offer.bytesToFetch > 0
            ? "\(Format.bytes(offer.bytesToFetch)) of \(Format.bytes(offer.bytes)) to download"
            : "\(Format.bytes(offer.bytesToFetch)) to download"
        if let companion = offer.companions.first, !offer.companionInside {
            text += ", and \(Format.bytes(companion.bytes)) for its companion"
        }
        return text + "."
    }

    static func noRoom(_ need: UInt64, _ free: UInt64) -> String {
        "The disk has \(Format.bytes(free)) free, and this needs \(Format.bytes(need))."
    }

    static func delete(_ name: String, _ bytes: UInt64) -> String {
        "Delete \(ModelNames.shown(name))? This frees \(Format.bytes(bytes)). It can be downloaded again."
    }

    static func verified(_ files: [VerifiedFile]) -> String {
        let bad = files.count { $0.state == .damaged || $0.state == .missing }
        let unknown = files.count { $0.state == .unknown }
        if bad > 0 {
            return
                "\(Format.count(bad, "file is", "files are")) damaged or missing. Download the model again; only these are fetched."
        }
        return unknown > 0
            ? "Nothing wrong was found; for \(Format.count(unknown, "file", "files")) nothing says what should be in it."
            : "All \(Format.count(files.count, "file is", "files are")) as they should be."
    }
}
