import CellTypes
import Lists
import Ports

/// A replacement of a list's content as it was asked for.
struct Replacement<Outcome: Sendable>: Sendable {
    let id: ListID
    let content: ListContent
    let rules: TypeRules
    let begin: @Sendable (any ListTransaction) throws -> Outcome?
    let finish: @Sendable (any ListTransaction, ReplacedList) throws -> Outcome
    let completion: @Sendable (Result<Outcome, any Error>) -> Void
    /// How often it was started, this time included.
    var starts = 1

    /// Whether its content is still there once it was prepared.
    var canStartAgain: Bool {
        switch content {
        case .draft, .change: true
        case .upload: false
        }
    }

    /// The outcome of its first transaction.
    enum Start: Sendable {
        /// It is over.
        case done(Outcome)
        /// It is long, and goes on beside the writer.
        case long(LongEdit)
    }

    /// The first transaction: the only one, where there is little to replace.
    func start(_ transaction: StoreTransaction, shortLimit: Int) throws -> Start {
        if let outcome = try begin(transaction) { return .done(outcome) }
        if case .change = content { return .long(try transaction.beginLongWrite()) }
        if let view = transaction.current?.head.properties.view { throw ListError.viewNotWritable(view) }
        guard case .draft(let draft) = content else { return .long(try transaction.beginLongWrite()) }
        let current = transaction.current
        let count = draft.sections.reduce(0) { $0 + $1.items.count } + (current?.itemCount ?? 0)
        guard count <= shortLimit else { return .long(try transaction.beginLongWrite()) }
        let edit = try transaction.edit()
        let budget = CheckBudget(units: TypeRules.shortUnits)
        rules.hold(edit, to: transaction.cellTypes, within: budget)
        do { try edit.replace(with: draft) } catch {
            // Longer checks have no place on the writer.
            guard budget.end == nil else { return .long(try transaction.beginLongWrite()) }
            throw error
        }
        return .done(try finish(transaction, ReplacedList(snapshot: try transaction.commit(edit), isNew: current == nil)))
    }

    /// Prepares the new content; on the thread of a long write.
    ///
    /// - Parameter stagedRows: The most rows that its last transaction writes.
    /// - Throws: Also the error of ``CellTypes/TypeRules/check``, where that has ended the checks of its values.
    func prepare(_ edit: ListEdit, of long: LongEdit, stagedRows: Int) throws {
        let budget = CheckBudget(units: rules.units, check: rules.check)
        rules.hold(edit, to: long.cellTypes, within: budget)
        do { try fill(edit, of: long, stagedRows: stagedRows) } catch {
            if case .interrupted(let reason)? = budget.end { throw reason }
            throw error
        }
    }

    private func fill(_ edit: ListEdit, of long: LongEdit, stagedRows: Int) throws {
        switch content {
        case .draft(let draft): try edit.replace(with: draft)
        case .change(let work): try work(edit)
        case .upload(let upload):
            guard let upload = upload as? ScratchUpload else { throw StoreMisuse("an upload belongs to the store that made it") }
            try upload.replace(edit, of: long.base, in: long.storage, stagedRows: stagedRows)
        }
    }
}

/// A long write as it starts, and what it builds on.
struct LongEdit: Sendable {
    let longWrite: LongWrite
    let base: ListHead
    let isNew: Bool
    let now: Int64
    let storage: ListRecords
    /// The registered types as they were when it began.
    let cellTypes: CellTypeRegistry

    /// The edit, for the thread that calls.
    ///
    /// - Parameter check: Ends the edit where the store stops.
    func edit(_ identifiers: any IdentifierSource, check: WorkCheck) -> ListEdit {
        ListEdit(base: base, isNew: isNew, storage: storage, now: now, identifiers: identifiers, check: check)
    }
}
