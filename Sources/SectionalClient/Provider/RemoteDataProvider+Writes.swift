public import Foundation

extension RemoteDataProvider {
    /// Writes a value, with `If-Match` on what the user saw. It is on the screen at once, and on disk before it is sent.
    ///
    /// Returns when it is durable on the server. A lost network does not throw: the write waits, over a restart of the app too, and is done
    /// once. Cancelling the task stops the waiting, not the write. Several writes on one item go in order; one that is refused takes only
    /// itself back.
    ///
    /// - Throws: ``ListFailure``, after the value was taken back: `.conflict` where somebody else has changed the item (412), `.gone` where it
    ///   is deleted (404, 409), `.invalid`, `.forbidden`; at once, `.notLoaded`, also outside the list, and what encoding or the disk throws.
    @discardableResult
    public func updateItem(at indexPath: IndexPath, value: Item) async throws -> ListVersion {
        try await update(serverRow(at: indexPath), value: value)
    }

    /// The same by a row as somebody saw it. A task begins later than it is made, and the list may have moved by then: what was tapped is
    /// named by its row, not by its index path.
    @discardableResult
    public func update(_ row: ListRow<Item>, value: Item) async throws -> ListVersion {
        let write = PendingWrite(
            key: UUID().uuidString, kind: .update, method: "PUT", path: "items/@\(row.id.percentEncoded)",
            body: try options.makeEncoder().encode(value), condition: PendingWrite.Condition(id: row.id, revision: row.revision),
            items: [row.id], madeAt: Date())
        return try await submit(write) {
            overlay.add(value, key: write.key, on: row.id)
            rowChanged(row.id)
        }
    }

    /// What the server has of a row, without what this app has written over it.
    func serverRow(at indexPath: IndexPath) throws -> ListRow<Item> {
        let position = RowPosition(indexPath)
        guard model.contains(position), let row = model.row(at: position) else { throw ListFailure.notLoaded }
        return row
    }

    /// Puts a write on disk and in the queue, and waits for its answer.
    ///
    /// - Parameter show: Called when it is on disk, before it is sent.
    func submit(_ write: PendingWrite, show: () -> Void = {}) async throws -> ListVersion {
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
        let decoder = options.makeDecoder()
        for write in left {
            writes.add(write)
            guard write.kind == .update, let id = write.condition?.id, let body = write.body else { continue }
            if let value = try? decoder.decode(Item.self, from: body) {
                overlay.add(value, key: write.key, on: id)
                rowChanged(id)
            }
        }
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
            Task { [weak self, requests, outbox] in
                do {
                    let answer = try await Self.send(write, requests, outbox)
                    self?.settle(write, version: answer.version, revision: answer.revision)
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
        _ write: PendingWrite, _ requests: ListRequests<Item>, _ outbox: OutboxFile?
    ) async throws -> (version: ListVersion, revision: ListVersion?) {
        var write = write
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

    private func settle(_ write: PendingWrite, version: ListVersion, revision: ListVersion?) {
        _ = writes.answered(write.key, version: version, revision: revision)
        finish(write, version: version)
    }

    /// The server has a write.
    private func finish(_ write: PendingWrite, version: ListVersion) {
        forget(write)
        if let id = write.condition?.id {
            overlay.answered(key: write.key, on: id, version: version)
            // The event was here before the answer, or the write has changed nothing.
            if current == nil { overlay.settle(at: model.version).forEach { rowChanged($0.text) } }
        }
        answers.removeValue(forKey: write.key)?.resume(returning: version)
        sendWrites()
    }

    private func settle(_ write: PendingWrite, _ error: any Error) {
        let outcome = writes.failed(
            write.key, SessionFailure(error), isAnswer: error is ListFailure, isLive: session.link == .live, now: Self.now,
            random: .random(in: 0..<1))
        switch outcome {
        case .done(let version): finish(write, version: version ?? model.version)
        case .waiting: sendLater()
        case .refused(let failure):
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
                queue.refusals.append((failure, write.items.first))
                wakeConsumer()
            }
            sendWrites()
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
