import CellTypes
import Lists
import Ports
import Wire

/// A cell type that is to be registered.
struct TypeRegistration: Sendable {
    /// The most types, and the most bytes of their documents together.
    private static let mostTypes = 2_000
    private static let mostBytes = 16 << 20

    /// The type, or what is wrong with it: that is told after the preconditions were checked.
    let entry: Result<CellTypeRegistry.Entry, RequestProblem>
    let name: String
    let preconditions: Preconditions
    /// Whether the schema holds for what is written from now on, whatever is stored.
    private let holdsForNewOnly: Bool

    init(
        _ entry: Result<CellTypeRegistry.Entry, RequestProblem>, named name: String, _ preconditions: Preconditions, holdsForNewOnly: Bool
    ) {
        self.entry = entry
        self.name = name
        self.preconditions = preconditions
        self.holdsForNewOnly = holdsForNewOnly
    }

    /// Registers the type; one that is registered just so changes nothing.
    ///
    /// - Parameters:
    ///   - old: The type as it is registered now.
    ///   - scan: The findings about stored items; `nil` before the first look.
    /// - Returns: Whether it is new; `nil` where stored items must be looked at first.
    /// - Throws: ``RequestProblem`` `type-violated`, `limit-exceeded`; `invalid-value` for a fallback on itself.
    func apply(
        _ entry: CellTypeRegistry.Entry, replacing old: CellType?, in transaction: any CellTypeTransaction, after scan: TypeScan?
    ) throws -> Bool? {
        guard old != entry.type else { return false }
        try check(entry, among: transaction.cellTypes)
        if entry.schema != nil, !holdsForNewOnly, old?.schema != entry.type.schema {
            if var scan {
                guard try scan.finish(in: transaction) else { return nil }
            } else if try !transaction.uses(of: name, after: 0, limit: 1).isEmpty {
                return nil
            }
        }
        try transaction.put(entry)
        return old == nil
    }

    private func check(_ entry: CellTypeRegistry.Entry, among types: CellTypeRegistry) throws(RequestProblem) {
        let next = types.setting(entry)
        guard next.count <= Self.mostTypes || next.count == types.count else {
            throw RequestProblem(.limitExceeded, "A server has at most \(Self.mostTypes) cell types.")
        }
        guard next.byteCount <= max(Self.mostBytes, types.byteCount) else {
            throw RequestProblem(.limitExceeded, "The documents of all cell types together have at most \(Self.mostBytes >> 20) MiB.")
        }
        guard types.makesCycle(entry.type) else { return }
        throw RequestProblem(
            .invalidValue, "“\(entry.type.fallback ?? "")” falls back on “\(name)” in its turn.", at: .pointer("/fallback"))
    }
}
