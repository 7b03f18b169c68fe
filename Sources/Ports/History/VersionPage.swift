/// A run of a list's versions that can be read, the newest first.
public struct VersionPage: Sendable, Equatable {
    /// The record of a version, beside its content.
    public struct Entry: Sendable, Equatable {
        public let version: Int64
        /// When it was made: milliseconds since 1970, UTC.
        public let updatedAt: Int64
        public let sectionCount: Int
        public let itemCount: Int
        /// The name that ``ListTransaction/attribute(to:)`` was given; `nil` for none.
        public let author: String?
        /// The source's version that a view's version was made for; `nil` for none, and for any other list.
        public let source: Int64?

        public init(version: Int64, updatedAt: Int64, sectionCount: Int, itemCount: Int, author: String?, source: Int64? = nil) {
            self.source = source
            self.version = version
            self.updatedAt = updatedAt
            self.sectionCount = sectionCount
            self.itemCount = itemCount
            self.author = author
        }
    }

    /// The oldest version that can be read.
    public let oldest: Int64
    /// The newest version.
    public let head: Int64
    public let versions: [Entry]
    /// Whether the list is a view.
    public let isOfView: Bool

    public init(oldest: Int64, head: Int64, versions: [Entry], isOfView: Bool = false) {
        self.isOfView = isOfView
        self.oldest = oldest
        self.head = head
        self.versions = versions
    }

    /// The version before which the next page begins; `nil` on the last page.
    public var next: Int64? { versions.last.flatMap { $0.version > oldest ? $0.version : nil } }
}
