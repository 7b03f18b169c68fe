import JSON
import Lists

extension CellTypeRegistry {
    /// Bytes of the documents of all types.
    public var byteCount: Int { all.reduce(0) { $0 + $1.type.byteCount } }

    /// Whether a type that falls back on another would come back to itself, once it were registered.
    public func makesCycle(_ type: CellType) -> Bool {
        let name = Identifier(verbatim: type.name)
        var seen: Set<Identifier> = []
        var next = type.fallback.map(Identifier.init(verbatim:))
        while let current = next, seen.insert(current).inserted {
            if current == name { return true }
            next = self[current.text]?.type.fallback.map(Identifier.init(verbatim:))
        }
        return false
    }
}

extension CellType {
    /// Bytes of its texts.
    public var byteCount: Int {
        let names = name.utf8.count + (reuseIdentifier?.utf8.count ?? 0) + (fallback?.utf8.count ?? 0) + description.utf8.count
        return names + (schema?.byteCount ?? 0) + (estimatedHeight?.byteCount ?? 0)
    }
}
