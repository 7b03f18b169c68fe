public import Foundation

extension RemoteDataProvider {
    /// Writes a value, with `If-Match` on what the user saw. It is on the screen at once, and on disk before it is sent.
    ///
    /// It sends the difference to the value on the screen, as a merge patch, so members that `Item` does not know stay as they are. It sends the
    /// whole value if a patch cannot say it: a value that is no object, a member that becomes null.
    ///
    /// Returns when it is durable on the server. A lost network does not throw: the write waits, over a restart of the app too, and is done
    /// once. Cancelling the task stops the waiting, not the write. Several writes on one item go in order; one that is refused takes only
    /// itself back.
    ///
    /// - Throws: ``ListFailure``, after the value was taken back: `.conflict` where somebody else has changed the item (412), `.gone` where it
    ///   is deleted (404, 409), `.invalid`, `.forbidden`; at once, `.notLoaded`, also outside the list, and what encoding or the disk throws.
    @discardableResult
    public func updateItem(at indexPath: IndexPath, value: Item) async throws -> ListVersion {
        try await update(shownRow(at: indexPath), value: value)
    }

    /// The same by a row as somebody saw it. A task begins later than it is made, and the list may have moved by then: what was tapped is
    /// named by its row, not by its index path.
    @discardableResult
    public func update(_ row: ListRow<Item>, value: Item) async throws -> ListVersion {
        let body = try options.makeEncoder().encode(value)
        let patch = try row.value.flatMap { ValueDifference.difference(from: try options.makeEncoder().encode($0), to: body) }
        return try await write(value, on: row, patch == nil ? "PUT" : "PATCH", patch ?? body)
    }

    /// Writes a value in the place of all that is there, members that `Item` does not know too; else as ``updateItem(at:value:)``.
    @discardableResult
    public func replaceItem(at indexPath: IndexPath, value: Item) async throws -> ListVersion {
        try await replace(shownRow(at: indexPath), value: value)
    }

    /// The same by a row as somebody saw it.
    @discardableResult
    public func replace(_ row: ListRow<Item>, value: Item) async throws -> ListVersion {
        try await write(value, on: row, "PUT", options.makeEncoder().encode(value))
    }

    private func write(_ value: Item, on row: ListRow<Item>, _ method: String, _ body: Data) async throws -> ListVersion {
        let write = PendingWrite(
            key: UUID().uuidString, kind: .update, method: method, path: "items/@\(row.id.percentEncoded)", body: body,
            condition: PendingWrite.Condition(id: row.id, revision: row.revision), items: [row.id], madeAt: Date(),
            value: try options.cacheEncoder.encode(value))
        return try await submit(write) {
            overlay.add(value, key: write.key, on: row.id)
            rowChanged(row.id)
        }
    }

    private func shownRow(at indexPath: IndexPath) throws -> ListRow<Item> {
        guard let row = loadedRow(at: indexPath) else { throw ListFailure.notLoaded }
        return row
    }

    /// The server's row, without this app's writes over it.
    func serverRow(at indexPath: IndexPath) throws -> ListRow<Item> {
        let position = RowPosition(indexPath)
        guard let row = model.row(at: position) else { throw ListFailure.notLoaded }
        return row
    }

    /// Puts a write on disk and in the queue, and waits for its answer.
    ///
    /// - Parameter show: Called when it is on disk, before it is sent.
    func submit(_ write: PendingWrite, show: () -> Void = {}) async throws -> ListVersion {
        let write = write.seen(in: created)
        try outbox?.append(write)
        show()
        writes.add(write)
        sendWrites()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { answers[write.key] = $0 }
        } onCancel: {
            Task { @MainActor [weak self] in
                self?.answers.removeValue(forKey: write.key)?.resume(throwing: CancellationError())
            }
        }
    }

    /// Takes over what an earlier run of the app has left.
    func resume(_ left: [PendingWrite]) {
        for write in left {
            writes.add(write)
            showAgain(write)
        }
    }

    /// Takes over what an earlier run of the app has written and no snapshot has.
    func recall(_ answered: [PendingWrite]) {
        for write in answered {
            guard let answer = write.answer else { continue }
            writes.learn(answer)
            if answer.version > model.version { showAgain(write) }
        }
    }

    private func showAgain(_ write: PendingWrite) {
        guard write.kind == .update, let id = write.condition?.id, let value = value(of: write) else { return }
        overlay.add(value, key: write.key, on: id, version: write.answer?.version)
        rowChanged(id)
    }

    private func value(of write: PendingWrite) -> Item? {
        if let value = write.value { return try? options.cacheDecoder.decode(Item.self, from: value) }
        guard write.kind == .update, let body = write.body else { return nil }
        return try? options.makeDecoder().decode(Item.self, from: body)
    }

    func resumeWrites() {
        writes.resume()
        sendWrites()
    }

    func rowChanged(_ id: String) {
        queue.changedRows.insert(ExactID(id))
        wakeConsumer()
    }

    // MARK: Sending

    func sendWrites() {
        for write in writes.next(now: Self.now, screen: model.version) {
            Task { [weak self, requests, outbox, confirmed] in
                do {
                    self?.settle(write, try await Self.send(write, requests, outbox, confirmed))
                } catch {
                    self?.settle(write, error)
                }
            }
        }
        sendLater()
    }

    /// Seconds by a clock that goes on whatever the time of day is set to.
    private static var now: TimeInterval { ProcessInfo.processInfo.systemUptime }

    /// Off the main thread: waiting for a disk takes milliseconds.
    private nonisolated static func send(
        _ write: PendingWrite, _ requests: ListRequests<Item>, _ outbox: OutboxFile?, _ confirmed: String?
    ) async throws -> WriteAnswer {
        var write = write
        // A revision of one list, or the id of a neighbour, is that of something else in another.
        if let made = write.created, made != confirmed, let now = try await requests.created(), now != made {
            throw SessionFailure.otherHistory
        }
        if let target = write.target, target.needsEnd {
            write.aim(at: target.resolved(try await requests.end(of: target.section, for: write.items.first ?? "")))
        }
        do {
            // The file keeps what is sent as it is sent: a key stands for one request.
            if let sent = try outbox?.sent(write) { write = sent }
            try outbox?.synchronize()
        } catch {
            // A tap that the disk does not take is sent all the same.
            guard write.kind == .interaction else { throw error }
        }
        return try await requests.send(write)
    }

    private func settle(_ write: PendingWrite, _ answer: WriteAnswer) {
        writes.answered(write.key, answer)
        finish(write, answer)
        guard let made = answer.created else { return }
        if let created, created != made { handle(.misfit) } else { confirmed = made }
    }

    /// The server has a write.
    private func finish(_ write: PendingWrite, _ answer: WriteAnswer) {
        try? outbox?.answered(write.key, answer)
        if let id = write.condition?.id {
            overlay.answered(key: write.key, on: id, version: answer.version)
            // The event was here before the answer, or the write has changed nothing.
            if current == nil { overlay.settle(at: model.version).forEach { rowChanged($0.text) } }
        }
        answers.removeValue(forKey: write.key)?.resume(returning: answer.version)
        sendWrites()
    }

    private func settle(_ write: PendingWrite, _ error: any Error) {
        let outcome = writes.failed(
            write.key, SessionFailure(error), isAnswer: error is ListFailure, isLive: session.link == .live, now: Self.now,
            random: .random(in: 0..<1))
        switch outcome {
        case .done(let version): finish(write, write.answer(version: version ?? model.version, revision: version))
        case .waiting:
            if !(error is ListFailure) { confirmed = nil }
            sendLater()
        case .refused(let failure):
            if let next = write.next(after: failure), (try? outbox?.change(next)) != nil || outbox == nil {
                writes.putBack(next)
            } else {
                refuse(write, failure)
            }
            sendWrites()
        }
    }

    /// Takes a write back, and tells whoever made it.
    func refuse(_ write: PendingWrite, _ failure: ListFailure) {
        forget(write)
        if let id = write.condition?.id {
            overlay.refused(key: write.key, on: id)
            rowChanged(id)
        }
        if let answer = answers.removeValue(forKey: write.key) {
            answer.resume(throwing: failure)
        } else if write.kind == .interaction {
            repeatWithoutVersion(write, failure)
        } else {
            queue.refusals.append(ListRefusal(write, failure, value: value(of: write)))
            wakeConsumer()
        }
    }

    private func sendLater() {
        writeTimer?.cancel()
        guard let time = writes.nextTime(now: Self.now) else { return }
        writeTimer = Task { [weak self] in
            let seconds = max(0, time - Self.now) + 0.001
            guard (try? await Task.sleep(nanoseconds: UInt64(seconds * 1_000_000_000))) != nil else { return }
            self?.sendWrites()
        }
    }

    private func forget(_ write: PendingWrite) {
        try? outbox?.done(write.key)
    }
}
