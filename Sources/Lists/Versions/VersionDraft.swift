/// A version ready to be stored: everything that it has and its predecessor had not.
///
/// A store writes it in one transaction. Nothing in it refers to a node or revision that neither the predecessor nor the draft itself
/// has, so that what the predecessor alone reaches (``VersionRows/garbage``) can go when the predecessor leaves the history.
public struct VersionDraft: Sendable {
    /// The list as it is afterwards.
    public var head: ListHead
    /// Whether `head.properties` is a new revision, with the key `head.propertiesKey`.
    public var hasNewProperties = false
    /// Types that the list had not, with their numbers.
    public var typeNames: [(name: String, number: Int32)] = []
    /// The name of who made the version; `nil` for none.
    public var author: String?
    /// All else: of a write that was staged, what is not stored yet.
    public var rows = VersionRows()

    public init(head: ListHead) {
        self.head = head
    }
}
