import CellTypes
import JSON
import Lists
import Wire

/// The stored items that violate a schema: their number, and the first of them.
struct Violators {
    /// Items whose values are read at a time.
    static let chunk = 64

    /// An item that violates the schema.
    private struct Violator {
        let list: ListID
        let detail: ProblemDetail
    }

    private var count = 0
    /// By their lists' ids; those of a list in its order.
    private var first: [Violator] = []

    /// Looks at items of a list, in its order and behind those that were looked at before.
    ///
    /// - Parameter spend: Takes the units of work of each value; what it throws ends the look.
    mutating func look(
        at items: [ItemEntry], of head: ListSnapshot, by entry: CellTypeRegistry.Entry, spend: (Int) throws -> Void = { _ in }
    ) throws {
        guard let schema = entry.schema else { return }
        // Values are copied and looked at afterwards, so that what reads them is not held up.
        var values: [(id: String, value: JSONText)] = []
        values.reserveCapacity(items.count)
        try head.readStored(items) { _, item in
            values.append(
                (String(decoding: item.id, as: UTF8.self), JSONText(verbatim: String(decoding: item.value, as: UTF8.self))))
        }
        for (id, value) in values {
            let outcome = schema.check(value, limit: 1)
            try spend(outcome.work)
            guard let violation = outcome.violations.first else { continue }
            count += 1
            let name = ProblemDetail.StoredItemName(list: head.id.text, item: id)
            let detail = ProblemDetail(.pointer(violation.pointer), violation.message, keyword: violation.keyword, item: name)
            add(Violator(list: head.id, detail: detail))
        }
    }

    private mutating func add(_ violator: Violator) {
        let index = first.firstIndex { violator.list < $0.list } ?? first.count
        guard index < TypeViolation.named else { return }
        first.insert(violator, at: index)
        if first.count > TypeViolation.named { first.removeLast() }
    }

    /// - Throws: ``TypeViolation`` where there is one.
    func check(_ type: String) throws(TypeViolation) {
        guard count > 0 else { return }
        throw TypeViolation(type: type, count: count, first: first.map(\.detail))
    }
}
