import Synchronization

/// Records the statements that write between the beginning of a transaction and its commit: their numbers, parameters, and how many rows each
/// has changed. A statement that changes none leaves no record.
///
/// A statement has a number by its text, the same in all files that follow a log. One that is new gets the next number with the first record of
/// it; the number holds once the transaction is committed. Any thread may use it; the writer alone does.
final class StatementRecorder: Sendable {
    /// The records of a transaction.
    struct Recording {
        /// The statements that no transaction before had, by number.
        var newTexts: [(number: Int64, text: String)] = []
        var records: [UInt8] = []

        var isEmpty: Bool { records.isEmpty }
    }

    private struct Statement {
        let text: String
        var number: Int64?
    }

    private struct State {
        /// The known statements; their positions are their slots.
        var statements: [Statement] = []
        var slots: [String: Int] = [:]
        var lastNumber: Int64 = 0
        var isOpen = false
        var recording = Recording()
        /// The statement that runs.
        var running: (slot: Int, count: Int, parameters: [UInt8])?
        /// How long the records were at the savepoint.
        var savepoint: Int?

        mutating func slot(of text: String) -> Int {
            if let slot = slots[text] { return slot }
            slots[text] = statements.count
            statements.append(Statement(text: text))
            return statements.count - 1
        }

        mutating func number(ofSlot slot: Int) -> Int64 {
            if let number = statements[slot].number { return number }
            lastNumber += 1
            statements[slot].number = lastNumber
            recording.newTexts.append((lastNumber, statements[slot].text))
            return lastNumber
        }
    }

    private let state = Mutex(State())

    /// The slot of a statement.
    func slot(of text: String) -> Int { state.withLock { $0.slot(of: text) } }

    /// Takes in the number that a text has in the log.
    func define(_ number: Int64, _ text: String) {
        state.withLock { state in
            state.statements[state.slot(of: text)].number = number
            state.lastNumber = max(state.lastNumber, number)
        }
    }

    /// A transaction has begun.
    func open() {
        state.withLock { state in
            state.isOpen = true
            state.recording = Recording()
            state.savepoint = nil
        }
    }

    /// A statement begins to run.
    func begin(_ slot: Int, _ count: Int, _ parameters: [UInt8]) {
        state.withLock { $0.running = (slot, count, parameters) }
    }

    /// A statement has run to its end.
    func end(_ slot: Int, changes: Int64) {
        state.withLock { state in
            guard let running = state.running.take(), running.slot == slot, state.isOpen, changes > 0 else { return }
            let number = state.number(ofSlot: slot)
            StatementRecord.append(
                number, count: running.count, running.parameters, changes: changes, to: &state.recording.records)
        }
    }

    func beginSavepoint() { state.withLock { $0.savepoint = $0.recording.records.count } }

    /// The records since the savepoint go. Numbers that were given out meanwhile stay.
    func rollBackToSavepoint() {
        state.withLock { state in
            guard let count = state.savepoint else { return }
            state.recording.records.removeSubrange(count...)
        }
    }

    /// The records of the transaction until now.
    var recording: Recording { state.withLock { $0.recording } }

    /// The transaction has ended.
    ///
    /// - Parameter isCommitted: Otherwise new statements lose their numbers. They do also where no record is left that names them.
    func close(isCommitted: Bool) {
        state.withLock { state in
            state.isOpen = false
            if !isCommitted || state.recording.isEmpty {
                for (_, text) in state.recording.newTexts { state.slots[text].map { state.statements[$0].number = nil } }
                state.lastNumber -= Int64(state.recording.newTexts.count)
            }
            state.recording = Recording()
        }
    }
}
