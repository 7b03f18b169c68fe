public import Lists

/// The cell types that a client knows, as it says in `Accept-Cell-Types`. Order and repetition do not count; names are compared by their bytes.
public struct AcceptedCellTypes: Sendable, Hashable {
    /// The names in the order of their bytes, each once.
    public let names: [Identifier]

    public init(_ names: [String]) {
        var sorted = names.map { Identifier(verbatim: $0) }.sorted()
        var kept = 0
        for index in sorted.indices where index == 0 || sorted[index] != sorted[kept - 1] {
            sorted[kept] = sorted[index]
            kept += 1
        }
        sorted.removeSubrange(kept...)
        self.names = sorted
    }

    /// Whether the client knows a type.
    public func contains(_ name: String) -> Bool {
        let name = Identifier(verbatim: name)
        var range = names.startIndex..<names.endIndex
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            if names[middle] == name { return true }
            range = names[middle] < name ? (middle + 1)..<range.upperBound : range.lowerBound..<middle
        }
        return false
    }

    /// Bytes that the names take in memory, about: for caches that are bounded in bytes.
    public var byteCount: Int { names.reduce(0) { $0 + MemoryLayout<Identifier>.stride + $1.text.utf8.count } }
}
