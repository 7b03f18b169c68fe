import CellTypes
import JSON
import Lists
import Wire

/// The stored items that violate a schema: their number, and the first of them.
struct ViolatingItems {
    /// Items whose values are read at a time.
    static let chunk = 64

    /// The most items that the problem names.
    private static let most = 10

    private var count = 0
    /// By their lists' ids; those of a list in its order.
    private var first: [(list: ListID, detail: ProblemDetail)] = []

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
            guard let fault = outcome.faults.first else { continue }
            count += 1
            let name = ProblemDetail.StoredItemName(list: head.id.text, item: id)
            let detail = ProblemDetail(.pointer(fault.pointer), fault.message, keyword: fault.keyword, item: name)
            add(detail, of: head.id)
        }
    }

    private mutating func add(_ detail: ProblemDetail, of list: ListID) {
        let index = first.firstIndex { list < $0.list } ?? first.count
        guard index < Self.most else { return }
        first.insert((list, detail), at: index)
        if first.count > Self.most { first.removeLast() }
    }

    /// - Throws: ``RequestProblem`` `type-violated` where there is one.
    func check(_ type: String) throws(RequestProblem) {
        guard count > 0 else { return }
        let items = count == 1 ? "One stored item" : "\(count) stored items"
        throw RequestProblem(
            .typeViolated,
            "\(items) of the type “\(type)” would violate this schema; nothing has changed. With validate=new it holds for writes from now on.",
            errors: first.map(\.detail), count: count)
    }
}
