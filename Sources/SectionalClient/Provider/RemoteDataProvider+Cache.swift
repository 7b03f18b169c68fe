import Foundation

extension RemoteDataProvider {
    private static var secondsBetweenSnapshots: UInt64 { 5 }

    /// Reads what an earlier run kept, and what another provider of the list has not got rid of yet.
    func restore() {
        recall(outbox?.answered() ?? [])
        resume(outbox?.read(except: Set(writes.writes.map(\.key))) ?? [])
        sendWrites()
        loadTask?.cancel()
        loadTask = Task { [weak self, snapshots, outbox, options] in
            let snapshot = await Self.read(snapshots, outbox, options)
            guard !Task.isCancelled else { return }
            self?.show(snapshot)
        }
    }

    private nonisolated static func read(
        _ file: SnapshotFile?, _ outbox: OutboxFile?, _ options: ListOptions
    ) async -> Snapshot<Item>? {
        guard let snapshot = file?.read(Item.self, options.cacheDecoder) else { return nil }
        // The app may have been killed before it forgot what the snapshot has.
        try? outbox?.keepSnapshot(at: snapshot.version) {}
        return snapshot
    }

    private func show(_ snapshot: Snapshot<Item>?) {
        guard let snapshot, snapshot.version > 0, ListShape.isSound(snapshot.sections.lazy.map(\.itemCount)) else {
            handle(.restored(version: nil, at: Date()))
            return
        }
        created = snapshot.created
        var content = ScreenUpdateQueue<Item>.Content(model: ListModel(version: snapshot.version, sections: snapshot.sections))
        let isReadable = snapshot.schema == RowSchema.tag(cells: options.acceptedCells)
        for run in snapshot.runs where isReadable { content.model.place(run.rows, at: run.offset) }
        if let variant = snapshot.variant { content.model.add(variant: variant) }
        unconfirmed = isReadable && !snapshot.runs.isEmpty ? snapshot.variant ?? "" : nil
        handle(.restored(version: snapshot.version, at: snapshot.savedAt), .content(content))
    }

    /// The file is replaced within five seconds.
    func snapshotIsDue() {
        isSnapshotDue = true
        guard snapshotTask == nil, snapshots != nil else { return }
        snapshotTask = Task { [weak self] in
            try? await Task.sleep(nanoseconds: Self.secondsBetweenSnapshots * 1_000_000_000)
            guard !Task.isCancelled, let self else { return }
            snapshotTask = nil
            saveSnapshot()
        }
    }

    func saveSnapshot() {
        Task { await flush() }
    }

    /// Writes what is shown to the cache now, for an app that is about to end. Does nothing between the stages of an update.
    public func flush() async {
        guard isSnapshotDue, current == nil, model.version > 0, session.hasList, let snapshots, let outbox else { return }
        isSnapshotDue = false
        await Self.write(snapshot(), at: model.version, snapshots, outbox, options)
    }

    /// - Parameter snapshot: Nil where the list is too large to be kept: then the next start loads it anew.
    private nonisolated static func write(
        _ snapshot: Snapshot<Item>?, at version: ListVersion, _ file: SnapshotFile, _ outbox: OutboxFile, _ options: ListOptions
    ) async {
        // A snapshot that is not written leaves the one before, and the answers since then in the outbox.
        try? outbox.keepSnapshot(at: version) {
            if let snapshot { try file.write(snapshot, options.cacheEncoder) } else { file.remove() }
        }
    }

    private func snapshot() -> Snapshot<Item>? {
        guard model.sections.count <= SnapshotFile.mostSections else { return nil }
        let middle = focusOffset
        let window = (middle - SnapshotFile.mostRows / 2)..<(middle + SnapshotFile.mostRows / 2)
        var runs: [Snapshot<Item>.Run] = []
        model.forEachKnown { position, slot in
            guard case .row(let row) = slot, row.undecodable == nil else { return }
            let offset = model.flatOffset(of: position)
            // A user's own writes are to be seen offline too.
            guard window.contains(offset) || overlay.hasPatches(on: row.id) else { return }
            if let last = runs.last, last.offset + last.rows.count == offset {
                runs[runs.count - 1].rows.append(row)
            } else {
                runs.append(Snapshot.Run(offset: offset, rows: [row]))
            }
        }
        let sections = model.sections.map { section in
            let info = section.info.section
            return ListSection(
                id: info.id, header: info.header, footer: info.footer, metadata: info.metadata, itemCount: section.rows.count)
        }
        return Snapshot(
            version: model.version, schema: RowSchema.tag(cells: options.acceptedCells), savedAt: Date(), sections: sections, runs: runs,
            created: created, variant: model.variant)
    }
}
