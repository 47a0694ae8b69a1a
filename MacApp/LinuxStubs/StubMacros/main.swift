import Foundation
@_spi(PluginMessage) import SwiftCompilerPluginMessageHandling
import SwiftSyntaxMacros

/// Answers the compiler, which starts this program to have macros expanded.
struct StubMacros: PluginProvider {
    func resolveMacro(moduleName: String, typeName: String) throws -> any Macro.Type {
        switch typeName {
        case "EntryMacro": EntryMacro.self
        case "PreviewMacro": PreviewMacro.self
        default: throw CocoaError(.featureUnsupported)
        }
    }
}

/// Messages come and go as JSON, each after its length in eight bytes, the lowest first.
struct StandardStreams: MessageConnection {
    func sendMessage<TX: Encodable>(_ message: TX) throws {
        let body = try JSONEncoder().encode(message)
        let length = withUnsafeBytes(of: UInt64(body.count).littleEndian) { Data($0) }
        try FileHandle.standardOutput.write(contentsOf: length + body)
    }

    func waitForNextMessage<RX: Decodable>(_ type: RX.Type) throws -> RX? {
        guard let header = try read(8) else { return nil }
        let length = header.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard let body = try read(Int(length)) else { return nil }
        return try JSONDecoder().decode(type, from: body)
    }

    private func read(_ count: Int) throws -> Data? {
        var data = Data()
        while data.count < count {
            guard let more = try FileHandle.standardInput.read(upToCount: count - data.count), !more.isEmpty else {
                return nil
            }
            data += more
        }
        return data
    }
}

try CompilerPluginMessageListener(connection: StandardStreams(), provider: StubMacros()).main()
