/// What an import has made of a list.
struct ImportOutcome: Sendable {
    let version: Int64
    let sectionCount: Int
    let itemCount: Int
    /// Whether the list had exactly this before; a server does not say it.
    let isKnownUnchanged: Bool
}
