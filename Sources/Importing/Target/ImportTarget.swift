public import Lists

/// Where an import puts a list: a database, or a running server.
public protocol ImportTarget {
    /// The most that content may be, as far as that is known before it is put.
    var limits: ContentLimits { get }

    /// Whether there is such a list.
    func has(_ list: ListID) throws -> Bool

    /// Puts the content as one write; after an error the list is as it was.
    ///
    /// - Parameters:
    ///   - onlyNew: Whether a list that is there is left alone.
    /// - Returns: what came of it; `nil` where a list that is there was left alone.
    /// - Throws: ``ImportError`` for what is wrong in the file.
    func put(_ content: ImportContent, into list: ListID, onlyNew: Bool, progress: any ImportProgress) throws -> ImportOutcome?
}

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

/// Shows how far an import is.
public protocol ImportProgress {
    /// Shows how many bytes of the file have been read.
    func show(_ done: Int)

    /// Shows what is going on instead.
    func show(_ words: String)
}
