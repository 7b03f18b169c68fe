/// The writes of an outbox, in the order of writing. Pure: the file has a line for each change.
struct OutboxEntries {
    private struct Entry {
        var write: PendingWrite
        /// It is needed no more.
        var isDone = false
        /// Providers that have it in their queues. A write is remembered as it was sent until the last has its answer.
        var users = 0
    }

    private var entries: [String: Entry] = [:]
    private var order: [String] = []

    /// The writes that are needed, in order.
    var needed: [PendingWrite] { order.compactMap { entries[$0].flatMap { $0.isDone ? nil : $0.write } } }

    var isDone: Bool { entries.values.allSatisfy(\.isDone) }

    /// The write of a key, as long as it is needed or somebody waits for its answer.
    subscript(key: String) -> PendingWrite? { entries[key]?.write }

    /// Whether a write may become another request: nobody has sent it, and no other provider has it too.
    func mayChange(_ key: String) -> Bool { entries[key].map { !$0.isDone && !$0.write.isSent && $0.users <= 1 } ?? false }

    func isNeeded(_ key: String) -> Bool { entries[key].map { !$0.isDone } ?? false }

    mutating func remember(_ write: PendingWrite) {
        if entries[write.key] == nil {
            entries[write.key] = Entry(write: write)
            order.append(write.key)
        } else {
            entries[write.key]?.write = write
        }
    }

    mutating func use(_ key: String) { entries[key]?.users += 1 }

    /// A provider has its answer.
    mutating func release(_ key: String) {
        guard let users = entries[key]?.users else { return }
        entries[key]?.users = max(0, users - 1)
        if entries[key]?.isDone == true { forgetIfUnused(key) }
    }

    mutating func answer(_ key: String, _ answer: WriteAnswer) { entries[key]?.write.answer = answer }

    mutating func end(_ keys: [String]) {
        for key in keys {
            entries[key]?.isDone = true
            forgetIfUnused(key)
        }
    }

    private mutating func forgetIfUnused(_ key: String) {
        guard entries[key]?.users == 0 else { return }
        entries[key] = nil
        order.removeAll { $0 == key }
    }

    // MARK: Answers

    /// The keys of the answered writes whose values a later one of the same item takes the place of. A deletion takes the place of none: until
    /// a snapshot has it, its row is on the screen, with the value that was written last.
    func replaced(by later: PendingWrite) -> [String] {
        guard later.kind == .update, let item = later.condition?.id else { return [] }
        return order.filter { key in
            guard let entry = entries[key], !entry.isDone, entry.users == 0, key != later.key, entry.write.answer?.made.count == 1 else {
                return false
            }
            return entry.write.condition.map { ExactID($0.id) == ExactID(item) } ?? false
        }
    }

    /// The keys of the answers that a snapshot of a version has, but for those that a write waits to be made over.
    func settled(at version: ListVersion) -> [String] {
        let waiting = waitingItems
        return needed.compactMap { write in
            guard let answer = write.answer, answer.version <= version, !Self.holds(answer, waiting) else { return nil }
            return write.key
        }
    }

    /// Whether a write without an answer is to be made over this one.
    func isWaitedFor(_ answer: WriteAnswer) -> Bool { Self.holds(answer, waitingItems) }

    private var waitingItems: Set<ExactID> {
        Set(needed.lazy.filter { $0.answer == nil }.flatMap(\.minded).map { ExactID($0.id) })
    }

    private static func holds(_ answer: WriteAnswer, _ items: Set<ExactID>) -> Bool {
        answer.made.contains { items.contains(ExactID($0.id)) }
    }
}
