import JSON
import Lists
import Wire

/// Applies the operations of a batch to an edit, one after the other.
struct BatchRun {
    let edit: ListEdit
    let names: BatchNames
    let limits: ContentLimits
    /// What was worked out before the writer was asked.
    private let ahead: BatchAhead
    private var made: [Made] = []
    private var cost: BatchCost

    /// What an operation has made or changed.
    private enum Made {
        case nothing
        case item(Number)
        case items([Number])
        case section(Number)
    }

    init(_ edit: ListEdit, _ names: BatchNames, _ ahead: BatchAhead, limits: ContentLimits) {
        self.edit = edit
        self.names = names
        self.ahead = ahead
        self.limits = limits
        cost = BatchCost(limits: limits)
    }

    /// - Throws: What the single route would, as a problem of the operation; the edit is of no use then.
    mutating func apply(_ operations: [BatchOperation]) throws {
        for (index, operation) in operations.enumerated() {
            try edit.checkDeadline()
            try Self.naming(operation, index) { made.append(try apply(operation, index)) }
        }
    }

    /// What the operations have made, as it is after all of them.
    func results() throws -> [BatchResult] {
        var bytes = 0
        return try made.enumerated().map { index, made in
            let result = try result(of: made)
            bytes += result.byteCount
            guard bytes <= BatchCost.largestValues else {
                throw BatchCost.tooMuch("show", BatchCost.largestValues).inOperation(index)
            }
            return result
        }
    }

    private func result(of made: Made) throws -> BatchResult {
        switch made {
        case .nothing: .nothing
        case .item(let number): .item(try placed(number))
        case .items(let numbers): .items(try numbers.map(placed))
        case .section(let number): .section(try edit.place(ofSection: number))
        }
    }

    private func placed(_ number: Number) throws -> BatchResult.PlacedItem? {
        try edit.place(ofItem: number).map { (item: $0, revision: try edit.revision(of: $0)) }
    }

    private mutating func apply(_ operation: BatchOperation, _ index: Int) throws -> Made {
        let places = BodyPlaces(edit: edit)
        switch operation {
        case .insertItems(let insertion, let name):
            let section = try section(name)
            let row = try places.row(try insertion.place.naming { try names.number(of: $0, in: edit) }, in: section)
            let path = IndexPath(section: section.index, row: row)
            return .items(try edit.insertItems(insertion, at: path, limits: limits).map(\.entry.number))
        case .changeItem(let name, let change, let type):
            let item = try item(name)
            let revision = try edit.revision(of: item)
            let value = try self.value(of: revision.value, after: change, by: index)
            try edit.updateItem(at: item.indexPath, value: value, type: type, known: revision)
            return .item(item.entry.number)
        case .deleteItem(let name):
            try edit.deleteItem(at: try item(name).indexPath)
            return .nothing
        case .moveItem(let name, let place):
            let item = try item(name)
            let target = try places.target(try place.naming { try names.number(of: $0, in: edit) }, of: item)
            try edit.moveItem(from: item.indexPath, to: target)
            return .item(item.entry.number)
        case .insertSection(let insertion):
            let index = try places.index(try insertion.place.naming { try names.number(of: $0, in: edit) })
            return .section(try edit.insertSection(insertion, at: index, limits: limits).entry.number)
        case .updateSection(let name, let patch):
            let section = try section(name)
            try cost.count(read: section.content)
            try edit.updateSection(at: section.index, content: try patch.applied(to: section.content))
            return .section(section.entry.number)
        case .moveSection(let name, let place):
            let section = try section(name)
            let index = try places.target(try place.naming { try names.number(of: $0, in: edit) }, of: section)
            try edit.moveSection(from: section.index, to: index)
            return .section(section.entry.number)
        case .deleteSection(let name):
            try edit.deleteSection(at: try section(name).index)
            return .nothing
        }
    }

    private func item(_ name: ItemReference) throws -> Item {
        guard let item = try edit.place(ofItem: try names.number(of: name, in: edit)) else { throw WriteNames.itemGone() }
        return item
    }

    private func section(_ name: SectionReference) throws -> Section {
        guard let section = try edit.place(ofSection: try names.number(of: name, in: edit)) else { throw WriteNames.sectionGone() }
        return section
    }

    /// What an operation makes of a value.
    private mutating func value(of input: JSONValue, after change: ValueChange, by operation: Int) throws -> JSONValue {
        try cost.count(read: input, by: change)
        let value: JSONValue
        if let known = ahead.change(by: operation, of: input), cost.budget.take(known.spent) {
            value = try known.outcome.get()
        } else {
            value = try change.applied(to: input, budget: &cost.budget)
        }
        try cost.count(made: value)
        return value
    }

    /// Runs an operation and says of its errors which one it is.
    private static func naming(_ operation: BatchOperation, _ index: Int, _ run: () throws -> Void) throws {
        do {
            try run()
        } catch let problem as RequestProblem {
            throw problem.inOperation(index, member: operation.patchMember)
        } catch let error as ListError where error.code != .unavailable {
            throw FailureReporter.problem(for: error, at: nil).inOperation(index)
        }
    }
}

extension BatchOperation {
    /// The member that the pointers of its problems lead into; `nil` where they begin at the operation.
    fileprivate var patchMember: String? {
        switch self {
        case .changeItem(_, .patch, _): "patch"
        case .updateSection: "merge"
        default: nil
        }
    }
}
