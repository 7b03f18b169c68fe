import Foundation

/// Keeps what is shown on disk, some seconds after it has changed, and reads what an earlier run has kept.
@MainActor
final class SnapshotKeeper<Item: Codable & Sendable> {
    private static var secondsBetweenSnapshots: UInt64 { 5 }

    private var file: SnapshotFile?
    private var outbox: OutboxFile?
    private let screen: ListScreen<Item>
    private let follower: ListFollower<Item>
    private let options: ListOptions
    private var isDue = false
    private var task: Task<Void, Never>?

    /// - Parameters:
    ///   - file: Nil keeps nothing.
    ///   - outbox: Forgets the answers that a snapshot has.
    init(
        _ file: SnapshotFile?, _ outbox: OutboxFile?, _ screen: ListScreen<Item>, _ follower: ListFollower<Item>, _ options: ListOptions
    ) {
        (self.file, self.outbox, self.screen, self.follower, self.options) = (file, outbox, screen, follower, options)
    }

    deinit { task?.cancel() }

    /// Reads the snapshot of an earlier run, off the main thread.
    var read: @Sendable () async -> Snapshot<Item>? {
        { [file, outbox, options] in await Self.read(file, outbox, options) }
    }

    private nonisolated static func read(
        _ file: SnapshotFile?, _ outbox: OutboxFile?, _ options: ListOptions
    ) async -> Snapshot<Item>? {
        guard let snapshot = file?.read(Item.self, options.cacheDecoder) else { return nil }
        // The app may have been killed before it forgot what the snapshot has.
        try? outbox?.keepSnapshot(at: snapshot.version) {}
        return snapshot
    }

    /// The screen shows something else. The file is replaced within five seconds.
    func isChanged() {
        isDue = true
        guard task == nil, file != nil else { return }
        task = Task { [weak self] in
            try? await Task.sleep(nanoseconds: Self.secondsBetweenSnapshots * 1_000_000_000)
            guard !Task.isCancelled, let self else { return }
            self.task = nil
            await flush()
        }
    }

    /// Writes what is shown now. Does nothing between the stages of an update, nor before all sections are there, nor while a list waits
    /// that takes its place: what is known of the list is known of that one then.
    func flush() async {
        guard isDue, screen.current == nil, screen.queue.content == nil else { return }
        guard screen.model.version > 0, screen.model.remaining == 0 else { return }
        guard follower.session.hasList, let file, let outbox else { return }
        isDue = false
        let snapshot = Snapshot(screen, created: follower.known.created, cells: options.acceptedCells)
        await Self.write(snapshot, at: screen.model.version, file, outbox, options)
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

    /// Somebody else is signed in.
    func enter(_ file: SnapshotFile?, _ outbox: OutboxFile?) {
        (self.file, self.outbox, isDue) = (file, outbox, false)
        task?.cancel()
        task = nil
    }

    /// There is no list any more.
    func remove() { file?.remove() }
}

extension Snapshot {
    /// The list as a screen shows it; nil where the list has too many sections.
    @MainActor
    fileprivate init?(_ screen: ListScreen<Item>, created: String?, cells: [String]?) {
        let model = screen.model.inServedOrder
        guard model.sections.count <= SnapshotFile.mostSections else { return nil }
        let middle = screen.sight.servedFocusOffset(in: screen.model)
        let window = (middle - SnapshotFile.mostRows / 2)..<(middle + SnapshotFile.mostRows / 2)
        let edited = Set(screen.overlay.positions.neighbours.compactMap(screen.model.served))
        var runs: [Run] = []
        model.forEachKnown { position, slot in
            guard case .row(let row) = slot, row.undecodable == nil else { return }
            let offset = model.flatOffset(of: position)
            // A user's own writes are to be seen offline too, and what they are beside.
            guard window.contains(offset) || screen.overlay.hasPatches(on: row.id) || edited.contains(position) else { return }
            if let last = runs.last, last.offset + last.rows.count == offset {
                runs[runs.count - 1].rows.append(row)
            } else {
                runs.append(Run(offset: offset, rows: [row]))
            }
        }
        let sections = model.sections.map { section in
            let info = section.info.section
            return ListSection(
                id: info.id, header: info.header, footer: info.footer, metadata: info.metadata, itemCount: section.rows.count)
        }
        self.init(
            version: model.version, schema: RowSchema.tag(cells: cells), savedAt: Date(), sections: sections, runs: runs, created: created,
            variant: model.variant, info: model.info)
    }
}
