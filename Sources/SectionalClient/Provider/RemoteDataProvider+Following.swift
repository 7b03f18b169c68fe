import Foundation

extension RemoteDataProvider {
    /// The content of a session's event, for its actions that show or hold it.
    enum Payload {
        case none
        case change(ChangesAnswer<Item>)
        case content(ScreenUpdateQueue<Item>.Content)
    }

    func handle(_ event: SessionEvent, _ payload: Payload = .none) {
        for action in session.handle(event, now: Date(), random: .random(in: 0..<1)) { perform(action, payload) }
        wakeConsumer()
    }

    private func perform(_ action: SessionAction, _ payload: Payload) {
        switch action {
        case .tell(let new):
            guard new != state else { return }
            state = new
            queue.add(new)
        case .restore: restore()
        case .load(let version, let load): self.load(version, load)
        case .catchUp(let since, let to, let load): catchUp(since: since, to: to, load)
        case .openStream(let since, let stream): openStream(since: since, stream)
        case .awaitList(let stream): awaitList(stream)
        case .closeStream:
            streamTask?.cancel()
            streamTask = nil
        case .wait(let until): wait(until: until)
        case .show: show(payload)
        case .hold: if case .change(let change) = payload { hold(change) }
        case .replayHeld: replayHeld()
        case .dropHeld: held = []
        case .dropQueued: queue.dropChanges()
        case .removeCache:
            snapshots?.remove()
            try? outbox?.forgetAnswers()
        }
    }

    private func show(_ payload: Payload) {
        switch payload {
        case .none: break
        case .content(let content): queue.add(content)
        case .change(let change): if !queue.add(change, mergeAfter: options.mergeAfter, now: Date()) { handle(.misfit) }
        }
    }

    /// Of more changes than are kept, the last is enough: the session sees the gap before it and asks for what is missing.
    private func hold(_ change: ChangesAnswer<Item>) {
        if held.count >= Self.mostHeld { held = [] }
        held.append(change)
    }

    static var mostHeld: Int { 10_000 }

    private func replayHeld() {
        let changes = held
        held = []
        for change in changes {
            handle(.change(from: change.from, to: change.to, reload: change.reload, stream: session.streams), .change(change))
        }
    }

    private func wait(until date: Date) {
        timerTask?.cancel()
        timerTask = Task { [weak self] in
            let seconds = max(0, date.timeIntervalSinceNow)
            guard (try? await Task.sleep(nanoseconds: UInt64(seconds * 1_000_000_000))) != nil else { return }
            self?.handle(.timer)
        }
    }

    // MARK: Stream

    private func openStream(since version: ListVersion, _ stream: Int) {
        open(stream) { [weak self, requests, created] in
            try await requests.follow(since: version, of: created) { [weak self] in
                await self?.opened(stream)
            } receive: { [weak self] event in
                await self?.receive(event, stream)
            }
        }
    }

    private func awaitList(_ stream: Int) {
        open(stream) { [weak self, requests] in
            try await requests.awaitList { [weak self] in
                await self?.opened(stream)
            } receive: { [weak self] event in
                await self?.receive(ofMissing: event, stream)
            }
        }
    }

    /// - Parameter read: Returns where the server ends the stream.
    private func open(_ stream: Int, _ read: @escaping @Sendable () async throws -> Void) {
        streamTask?.cancel()
        timerTask?.cancel()
        streamTask = Task { [weak self] in
            var failure: SessionFailure?
            do {
                try await read()
            } catch {
                failure = SessionFailure(error)
            }
            guard !Task.isCancelled else { return }
            self?.confirmed = nil
            self?.handle(.streamEnded(failure, stream: stream))
        }
    }

    private func opened(_ stream: Int) {
        handle(.streamOpened(stream: stream))
        resumeWrites()
        resumePages()
        confirmRows()
    }

    /// The registered cell types change rows and no version: rows of an earlier connection are loaded anew if they have changed.
    private func confirmRows() {
        guard let variant = unconfirmed, session.hasList else { return }
        Task { [weak self, requests] in
            guard let now = try? await requests.variant(), let self, unconfirmed == variant else { return }
            unconfirmed = nil
            if now != variant { handle(.misfit) }
        }
    }

    private func receive(_ event: StreamEvent<Item>, _ stream: Int) {
        switch event {
        case .change(let change):
            handle(.change(from: change.from, to: change.to, reload: change.reload, stream: stream), .change(change))
        case .reset(let version): handle(.reset(version: version, stream: stream))
        case .deleted: handle(.deleted(stream: stream))
        case .retry(let seconds): handle(.retry(seconds, stream: stream))
        case .unreadable: handle(.misfit)
        }
    }

    private func receive(ofMissing event: StreamEvent<Item>, _ stream: Int) {
        switch event {
        case .change, .reset, .unreadable: handle(.made(stream: stream))
        case .retry(let seconds): handle(.retry(seconds, stream: stream))
        case .deleted: break
        }
    }

    // MARK: Loads

    private func catchUp(since: ListVersion, to: ListVersion, _ load: Int) {
        loadTask?.cancel()
        loadTask = Task { [weak self, requests, created] in
            do {
                let change = try await requests.changes(since: since, to: to, of: created)
                guard !Task.isCancelled else { return }
                self?.handle(.caughtUp(from: change.from, to: change.to, reload: change.reload, load: load), .change(change))
            } catch {
                guard !Task.isCancelled else { return }
                self?.handle(.catchUpFailed(SessionFailure(error), load: load))
            }
        }
    }

    /// Loads all sections, and the rows where the screen is.
    private func load(_ version: ListVersion?, _ load: Int) {
        loadTask?.cancel()
        let top = topRows()
        let offset = model.itemCount == 0 ? 0 : model.contains(focus) ? model.flatOffset(of: focus) : 0
        let known = session.headed
        loadTask = Task { [weak self, requests, options] in
            do {
                let loaded = try await requests.sections(at: version)
                let version = loaded.version
                var content = ScreenUpdateQueue<Item>.Content(model: ListModel(version: version, sections: loaded.sections))
                if let window = try await requests.window(
                    around: top, offset: offset, limit: options.pageSize, at: version, of: loaded.created)
                {
                    content.model.place(window.page.items.map(\.row), at: window.page.offset)
                    content.model.add(variant: window.page.variant)
                    content.anchor = window.anchor.flatMap { content.model.contains($0) ? $0 : nil }
                }
                guard !Task.isCancelled else { return }
                self?.enter(loaded, after: known)
                self?.handle(.loaded(version: version, load: load), .content(content))
            } catch {
                guard !Task.isCancelled else { return }
                self?.handle(.loadFailed(SessionFailure(error), load: load))
            }
        }
    }

    /// The loaded list may be another one of this id: of a server that was set up anew, or that has an older copy of its lists.
    ///
    /// - Parameter known: The version that was known when the load began: one list's versions only go up.
    private func enter(_ loaded: LoadedSections, after known: ListVersion) {
        let isOther = created.flatMap { old in loaded.created.map { $0 != old } } ?? false
        (created, confirmed, unconfirmed) = (loaded.created, loaded.created, nil)
        guard isOther || loaded.version < known else { return }
        try? outbox?.forgetAnswers()
        overlay.forgetAnswered()
        for write in writes.beginAnew() { refuse(write, .otherHistory) }
    }

    /// The ids of the first rows on the screen.
    private func topRows() -> [String] {
        let positions = visible.isEmpty ? [focus] : visible
        return positions.lazy.filter(model.contains).compactMap { self.model.row(at: $0)?.id }.prefix(3).map { $0 }
    }
}

extension ListRequests {
    /// The rows around the first of these items that a version has, and where it is; else those at a flat offset.
    ///
    /// - Returns: Without an anchor for the beginning of the list. Nil where nothing was shown yet, so that the sections come to the screen at
    ///   once; also where the version has left the history meanwhile, which its sections need not mind.
    func window(
        around ids: [String], offset: Int, limit: Int, at version: ListVersion, of created: String?
    ) async throws -> (page: ItemPage<Item>, anchor: RowPosition?)? {
        guard offset > 0 || !ids.isEmpty else { return nil }
        do {
            guard offset > 0 else { return (try await items(offset: 0, limit: limit, at: version, of: created), nil) }
            for id in ids {
                if let found = try await page(around: id, limit: limit, at: version, of: created) { return found }
            }
            let page = try await items(offset: max(0, offset - limit / 2), limit: limit, at: version, of: created)
            return page.items.isEmpty ? nil : (page, page.items[page.items.count / 2].indexPath)
        } catch ListFailure.versionGone {
            return nil
        }
    }

    private func page(
        around id: String, limit: Int, at version: ListVersion, of created: String?
    ) async throws -> (page: ItemPage<Item>, anchor: RowPosition)? {
        do {
            let page = try await items(around: id, limit: limit, at: version, of: created)
            return page.items.first { ExactID($0.row.id) == ExactID(id) }.map { (page, $0.indexPath) }
        } catch ListFailure.gone {
            return nil
        }
    }
}
