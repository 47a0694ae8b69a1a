// What `import SwiftUI` brings along on a Mac. UniformTypeIdentifiers and CoreTransferable are not among it: asking for
// them by name is right in both worlds.
@_exported import Foundation
@_exported import MacFoundation
@_exported import Observation
