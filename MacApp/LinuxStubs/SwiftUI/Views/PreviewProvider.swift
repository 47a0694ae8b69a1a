/// Previews in the form that needs no macro.
@MainActor
@preconcurrency
public protocol PreviewProvider {
    associatedtype Previews: View
    @ViewBuilder @MainActor @preconcurrency static var previews: Self.Previews { get }
}

extension View {
    public func previewDisplayName(_ value: String?) -> some View { self }
}
