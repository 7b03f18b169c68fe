public import Lists

/// The target of an import: a database, or a running server.
public protocol ImportTarget {
    /// The limits of content, as far as they are known before it is put.
    var limits: ContentLimits { get }

    /// Whether the list exists.
    func has(_ list: ListID) throws -> Bool

    /// Puts the content as one write; after an error the list is as it was.
    ///
    /// - Parameters:
    ///   - onlyNew: Whether an existing list is left alone.
    /// - Returns: `nil` when an existing list was left alone.
    /// - Throws: ``ImportError`` for what is wrong in the file.
    func put(_ content: ImportContent, into list: ListID, onlyNew: Bool, progress: any ImportProgress) throws -> ImportOutcome?
}

/// The list after an import.
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

    /// Shows the name of the current step.
    func show(_ words: String)
}
