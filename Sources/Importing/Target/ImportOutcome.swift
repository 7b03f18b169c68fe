/// What an import has made of a list.
public struct ImportOutcome: Sendable {
    public let version: Int64
    public let sectionCount: Int
    public let itemCount: Int
    /// Whether the list had exactly this before; a server does not say it.
    public let isKnownUnchanged: Bool

    public init(version: Int64, sectionCount: Int, itemCount: Int, isKnownUnchanged: Bool) {
        self.version = version
        self.sectionCount = sectionCount
        self.itemCount = itemCount
        self.isKnownUnchanged = isKnownUnchanged
    }
}
