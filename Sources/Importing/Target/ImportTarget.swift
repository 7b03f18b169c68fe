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
