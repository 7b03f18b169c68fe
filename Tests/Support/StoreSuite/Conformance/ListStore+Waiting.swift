public import CellTypes
import Dispatch
public import Lists
public import Ports
import Synchronization

extension ListStore {
    /// Writes, and waits for the outcome. Not to be called on the store's writer.
    ///
    /// - Throws: What `work` or the store threw.
    public func writeAndWait<Outcome: Sendable>(
        _ id: ListID, _ work: @escaping @Sendable (any ListTransaction) throws -> Outcome
    ) throws -> Outcome {
        try outcome { write(id, work, completion: $0) }
    }

    /// Replaces a list's content, and waits for the outcome. Not to be called on the store's writer.
    ///
    /// - Throws: What the store threw.
    @discardableResult
    public func replaceAndWait(
        _ id: ListID, with content: ListContent, rules: TypeRules = TypeRules(), by author: String? = nil
    ) throws -> ReplacedList {
        try outcome { completion in
            replace(
                id, with: content, rules: rules,
                begin: { transaction in
                    transaction.attribute(to: author)
                    return nil
                }, finish: { _, list in list }, completion: completion)
        }
    }

    /// Gives a list this content, making it if there is none.
    @discardableResult
    public func put(_ content: ListModel, into id: ListID) throws -> ListSnapshot {
        try replaceAndWait(id, with: .draft(content.draft)).snapshot
    }

    /// Gives a list this content piece by piece, each piece on a line of its own.
    @discardableResult
    public func upload(_ draft: ListDraft, into id: ListID, rules: TypeRules = TypeRules()) throws -> ReplacedList {
        let upload = try makeUpload()
        var line = 1
        func add(_ piece: ContentPiece) throws {
            try upload.add(piece, line: line)
            line += 1
        }
        if let properties = draft.properties { try add(.properties(properties)) }
        for section in draft.sections {
            try add(.section(SectionDraft(id: section.id, header: section.header, footer: section.footer, metadata: section.metadata)))
            for item in section.items { try add(.item(item)) }
        }
        return try replaceAndWait(id, with: .upload(upload), rules: rules)
    }

    /// Records what a user did, described by its sequence and a text.
    ///
    /// - Returns: The sequence.
    @discardableResult
    public func select(in id: ListID, type: EventType = .itemSelected, _ text: String = "") throws -> Int64 {
        try writeAndWait(id) { transaction in
            var sequence: Int64 = 0
            _ = try transaction.record(type) { interaction in
                sequence = interaction.sequence
                return Array("{\"sequence\":\(interaction.sequence),\"text\":\"\(text)\"}".utf8)
            }
            return sequence
        }
    }

    /// Deletes a list.
    ///
    /// - Returns: The version that its end took.
    @discardableResult
    public func delete(_ id: ListID) throws -> Int64 {
        try writeAndWait(id) { try $0.delete() }
    }
}

extension CellTypeStore {
    /// Writes to the cell types, and waits for the outcome. Not to be called on the store's writer.
    ///
    /// - Throws: What `work` or the store threw.
    public func writeCellTypesAndWait<Outcome: Sendable>(
        _ work: @escaping @Sendable (any CellTypeTransaction) throws -> Outcome
    ) throws -> Outcome {
        try outcome { writeCellTypes(work, completion: $0) }
    }

    /// Registers types.
    ///
    /// - Returns: The registry afterwards.
    @discardableResult
    public func register(_ types: CellType...) throws -> CellTypeRegistry {
        try writeCellTypesAndWait { transaction in
            for type in types { try transaction.put(CellTypeRegistry.Entry(type)) }
            return transaction.cellTypes
        }
    }
}

extension WebhookStore {
    /// Writes to webhooks, and waits for the outcome. Not to be called on the store's writer.
    ///
    /// - Throws: What `work` or the store threw.
    public func writeWebhooksAndWait<Outcome: Sendable>(
        _ work: @escaping @Sendable (any WebhookTransaction) throws -> Outcome
    ) throws -> Outcome {
        try outcome { writeWebhooks(work, completion: $0) }
    }

    /// Adds a webhook.
    @discardableResult
    public func register(_ webhook: Webhook) throws -> Webhook {
        try writeWebhooksAndWait { try $0.insert(webhook) }
        return webhook
    }

    /// All deliveries to a webhook, the newest first, read in pages.
    public func allDeliveries(to webhook: Identifier, status: Delivery.Status? = nil, page: Int = 3) throws -> [Delivery] {
        var found: [Delivery] = []
        while true {
            let more = try deliveries(to: webhook, status: status, after: found.last?.id, limit: page)
            if more == nil, !found.isEmpty {
                // The last one of a page was collected before the next page was read.
                found = []
                continue
            }
            guard let more, !more.isEmpty else { return found }
            found += more
        }
    }
}

extension WebhookTransaction {
    /// As ``replay(to:since:until:after:limit:isMeant:)``, of all lists.
    public func replay(
        to webhook: Identifier, since: Int64, until: Int64, after: Int64, limit: Int
    ) throws -> (count: Int, next: Int64?) {
        try replay(to: webhook, since: since, until: until, after: after, limit: limit) { _ in true }
    }
}

/// Waits for the outcome of a write.
///
/// - Parameter begin: Begins the write, which calls its completion once: on another thread, or before it returns.
private func outcome<Outcome: Sendable>(_ begin: (@escaping @Sendable (Result<Outcome, any Error>) -> Void) -> Void) throws -> Outcome {
    let box = ResultBox<Outcome>()
    let done = DispatchSemaphore(value: 0)
    begin { result in
        box.result.withLock { $0 = result }
        done.signal()
    }
    done.wait()
    guard let result = box.result.withLock({ $0 }) else { throw ConformanceFailure("a write was answered with nothing") }
    return try result.get()
}

/// Where a write's completion leaves the outcome for the thread that waits.
private final class ResultBox<Outcome: Sendable>: Sendable {
    let result = Mutex<Result<Outcome, any Error>?>(nil)
}
