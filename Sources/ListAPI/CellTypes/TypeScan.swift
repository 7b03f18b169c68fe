import CellTypes
import JSON
import Lists
import Ports
import Wire

/// Looks whether the stored items of a type match a schema: those of the heads of all lists, outside the store's writer; then, in the
/// transaction that registers the schema, those that were written meanwhile.
///
/// It reads the leaves of the lists that have had items of the type, which hold no values, and the values of those items. Where a list was
/// looked at before, it reads what was written since. Memory holds two numbers for each list and a few values at a time; no read transaction
/// is longer than it takes to read these.
struct TypeScan: Sendable {
    /// Lists that are asked for at a time.
    private static let page = 1_000
    /// How often what was written meanwhile is looked at before it is given up.
    private static let mostRounds = 8
    /// How often a list is begun anew whose version has left the history meanwhile.
    private static let mostAttempts = 8

    private let entry: CellTypeRegistry.Entry
    private var lists = ScannedLists()
    private var rounds = 0

    init(_ entry: CellTypeRegistry.Entry) {
        self.entry = entry
    }

    private var name: String { entry.type.name }

    /// Looks at what nobody has looked at yet.
    ///
    /// - Throws: ``RequestProblem`` `type-violated`; ``ListError`` `unavailable` where the store stops, and where more is written than can be looked at.
    mutating func goOn(in store: any ListStore) throws {
        rounds += 1
        guard rounds <= Self.mostRounds else {
            throw ListError(.unavailable, "Items of the type are written faster than they can be looked at; nothing has changed.")
        }
        var violating = ViolatingItems()
        var next = ScannedLists()
        while true {
            let uses = try store.uses(of: name, after: next.last, limit: Self.page)
            for use in uses { next.add(use.number, try look(at: use, in: store, &violating)) }
            if uses.count < Self.page { break }
        }
        try violating.check(name)
        lists = next
    }

    /// - Returns: The list's counter up to which its items are known.
    private func look(at use: TypeUse, in store: any ListStore, _ violating: inout ViolatingItems) throws -> Number {
        let known = lists.counter(of: use.number)
        guard use.counter > known else { return known }
        for _ in 0..<Self.mostAttempts {
            // A list that was deleted has nothing to look at; a new one of its id has a higher number.
            guard let head = try head(of: use, in: store) else { return known }
            let pin = store.pin(head.version, ofList: use.number)
            defer { withExtendedLifetime(pin) {} }
            do {
                var found = violating
                try look(at: head, use, since: known) { items in
                    guard !store.breaksOff else { throw ListError(.unavailable, "The server is shutting down.") }
                    try found.look(at: items, of: head, by: entry)
                }
                violating = found
                return head.head.counter
            } catch is MissingRecord where !store.isReadable(head.version, ofList: use.number) {
                continue
            }
        }
        throw ListError(.unavailable, "A list is written faster than it can be looked at; nothing has changed.")
    }

    private func head(of use: TypeUse, in store: any ListStore) throws -> ListSnapshot? {
        do {
            let head = try store.snapshot(of: use.list, at: nil)
            return head.head.number == use.number ? head : nil
        } catch let error as ListError where error.code == .listNotFound {
            return nil
        }
    }

    /// Hands out the items of the type that were written since a moment, a few at a time.
    private func look(
        at head: ListSnapshot, _ use: TypeUse, since known: Number, visit: () throws -> Void = {}, _ body: ([ItemEntry]) throws -> Void
    ) throws {
        var items: [ItemEntry] = []
        try head.forEachItem(ofType: use.type, newerThan: known, visit: visit) { item in
            items.append(item)
            guard items.count == ViolatingItems.chunk else { return }
            try body(items)
            items.removeAll(keepingCapacity: true)
        }
        try body(items)
    }

    /// Looks at what was written meanwhile, in the transaction that registers the schema.
    ///
    /// - Returns: Whether that is all; `false` where it is too much for a transaction, so that ``goOn(in:)`` is to look at it first.
    /// - Throws: ``RequestProblem`` `type-violated`.
    mutating func finish(in transaction: any CellTypeTransaction) throws -> Bool {
        var violating = ViolatingItems()
        var allowance = Allowance()
        var last: Number = 0
        do {
            while true {
                let uses = try transaction.uses(of: name, after: last, limit: Self.page)
                try transaction.checkDeadline()
                for use in uses {
                    last = use.number
                    let known = lists.counter(of: use.number)
                    guard use.counter > known, let head = try transaction.head(of: use.list) else { continue }
                    try look(at: head, use, since: known, visit: { try allowance.takeNode() }) { items in
                        try allowance.take(items: items.count)
                        try violating.look(at: items, of: head, by: entry) { try allowance.take(units: $0) }
                    }
                }
                if uses.count < Self.page { break }
            }
        } catch is Allowance.UsedUp {
            return false
        }
        try violating.check(name)
        return true
    }
}

/// The bounds on a look at stored items within a transaction of the store's writer.
private struct Allowance {
    struct UsedUp: Error {}

    private var nodes = 1_000
    private var items = 1_000
    private var units = TypeRules.shortUnits

    mutating func takeNode() throws(UsedUp) {
        nodes -= 1
        if nodes < 0 { throw UsedUp() }
    }

    mutating func take(units count: Int) throws(UsedUp) {
        units -= count
        if units < 0 { throw UsedUp() }
    }

    mutating func take(items count: Int) throws(UsedUp) {
        items -= count
        if items < 0 { throw UsedUp() }
    }
}

/// How far each list has been looked at: its number and the last key that its version had given out.
private struct ScannedLists: Sendable {
    /// By their numbers.
    private var entries: [(number: Int64, counter: Number)] = []

    /// The number of the last list; 0 before the first.
    var last: Int64 { entries.last?.number ?? 0 }

    /// - Parameter number: Above all that were added before.
    mutating func add(_ number: Int64, _ counter: Number) { entries.append((number, counter)) }

    /// 0 for a list that nobody has looked at.
    func counter(of number: Int64) -> Number {
        var range = 0..<entries.count
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            if entries[middle].number == number { return entries[middle].counter }
            range = entries[middle].number < number ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return 0
    }
}
