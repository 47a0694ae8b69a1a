import Foundation

/// A model so small that it decodes about a thousand tokens a second on a CPU: one of the reference models, with a
/// tokenizer whose tokens are single bytes. What it says means nothing.
enum FastModel {
    static func make(in folder: URL) throws -> String {
        let source = URL(fileURLWithPath: "tests/references/small/dense-4bit/target")
        try FileManager.default.copyItem(at: source, to: folder)
        let added = (256..<272).map { id in
            AddedToken(id: id, content: "<|\(id)|>")
        }
        var vocabulary = Dictionary(uniqueKeysWithValues: byteLetters.enumerated().map { ($1, $0) })
        for token in added { vocabulary[token.content] = token.id }
        let tokenizer = Tokenizer(added_tokens: added, model: Tokenizer.Model(vocab: vocabulary))
        try JSONEncoder().encode(tokenizer).write(to: folder.appendingPathComponent("tokenizer.json"))
        return folder.path
    }

    /// The letter that stands for each byte in a byte-level vocabulary: itself if it can be seen, else one from 256 on.
    private static let byteLetters: [String] = {
        var next: UInt32 = 256
        return (0..<256).map { (byte: UInt32) in
            let isSeen = (33...126).contains(byte) || (161...172).contains(byte) || byte >= 174
            if !isSeen { next += 1 }
            return Unicode.Scalar(isSeen ? byte : next - 1).map { String(Character($0)) } ?? ""
        }
    }()

    private struct AddedToken: Encodable {
        var id: Int
        var content: String
        var single_word = false
        var lstrip = false
        var rstrip = false
        var normalized = false
        var special = true
    }

    private struct Tokenizer: Encodable {
        struct Model: Encodable {
            var type = "BPE"
            var vocab: [String: Int]
            var merges: [String] = []
        }

        struct ByteLevel: Encodable {
            var type = "ByteLevel"
            var add_prefix_space = false
            var trim_offsets = false
            var use_regex = false
        }

        var version = "1.0"
        var added_tokens: [AddedToken]
        var pre_tokenizer = ByteLevel()
        var decoder = ByteLevel()
        var model: Model
    }
}
