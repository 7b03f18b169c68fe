public import Foundation

extension RemoteDataProvider {
    private static var mostPages: Int { 6 }

    public func prefetch(_ indexPaths: [IndexPath]) {
        for position in indexPaths.lazy.map(RowPosition.init) where model.contains(position) { want(position) }
    }

    public func setVisible(_ indexPaths: [IndexPath]) {
        visible = indexPaths.map(RowPosition.init).filter(model.contains).sorted()
        guard let first = visible.first else { return }
        focus = first
        for offset in nearWindows.joined() {
            if let position = model.offsets.position(at: offset) { want(position) }
        }
    }

    /// The windows of the flat list around what is visible, in order, none touching another. Sections that scroll side by side show the
    /// beginnings of several sections at once: each run of visible rows has a margin of its own.
    private var nearWindows: [Range<Int>] {
        let offsets = visible.filter(model.contains).map(model.flatOffset)
        let windows = Self.joined(offsets.map { $0..<($0 + 1) }).map { run in
            let margin = run.count * max(0, min(100, options.prefetch))
            return max(0, run.lowerBound - margin)..<min(model.itemCount, run.upperBound + margin)
        }
        return Self.joined(windows.sorted { $0.lowerBound < $1.lowerBound })
    }

    /// - Parameter ranges: By their lower bounds.
    /// - Returns: The same numbers in as few ranges as they can be.
    private static func joined(_ ranges: [Range<Int>]) -> [Range<Int>] {
        ranges.reduce(into: []) { joined, range in
            if let last = joined.last, range.lowerBound <= last.upperBound {
                joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                joined.append(range)
            }
        }
    }

    /// Loads the rows around an item, wherever in the list it is. While it looks, no update is handed to the screen.
    ///
    /// - Returns: The item's index path on the screen.
    /// - Throws: ``ListFailure``: `.gone` where the list on the screen has no such item, `.versionGone` where the screen is too far behind;
    ///   `URLError` for no answer. Not to be called between the stages of one update.
    public func load(around id: String) async throws -> IndexPath {
        jumps += 1
        defer {
            jumps -= 1
            wakeConsumer()
        }
        while current != nil { try await Task.sleep(nanoseconds: 5_000_000) }
        let version = model.version
        let page = try await requests.items(around: id, limit: options.pageSize, at: version, of: created)
        guard let found = page.items.first(where: { ExactID($0.row.id) == ExactID(id) }) else { throw URLError(.cannotParseResponse) }
        guard current == nil, model.version == version, model.contains(found.indexPath) else { throw ListFailure.versionGone }
        model.place(page.items.map(\.row), at: page.offset)
        model.add(variant: page.variant)
        queue.changedRows.formUnion(page.items.map { ExactID($0.row.id) })
        focus = found.indexPath
        forgetFarRows()
        return found.indexPath.indexPath
    }

    func want(_ position: RowPosition) {
        if model.want(position) { pagesAreDue() }
    }

    /// Pages are asked for on the next turn of the main actor: by then a view has said all that it shows.
    func pagesAreDue() {
        guard !arePagesDue, model.knownCount > 0 else { return }
        arePagesDue = true
        Task { [weak self] in
            self?.arePagesDue = false
            self?.askForPages()
        }
    }

    func resumePages() {
        pagesPausedUntil = nil
        pageBackoff.reset()
        pagesAreDue()
    }

    /// Asks for the pages of wanted rows, the nearest first, at the version on the screen. Between two stages there is no such version.
    private func askForPages() {
        guard current == nil, model.version > 0, session.hasList, session.link != .ended else { return }
        if let pagesPausedUntil, pagesPausedUntil > Date() { return }
        let size = max(1, min(500, options.pageSize))
        while pagesUnderWay < Self.mostPages, let offset = model.nearestWanted(to: focusOffset) {
            let first = offset / size * size
            pageTickets += 1
            model.ask(first..<min(first + size, model.itemCount), ticket: pageTickets)
            load(first, size, ticket: pageTickets, at: model.version)
        }
    }

    private func load(_ offset: Int, _ limit: Int, ticket: Int, at version: ListVersion) {
        pagesUnderWay += 1
        Task { [weak self, requests, created] in
            do {
                self?.receive(try await requests.items(offset: offset, limit: limit, at: version, of: created), ticket: ticket)
            } catch {
                self?.receive(nil, ticket: ticket)
                // Asked for again it would be the same.
                if case .final(.decoding(let error)) = SessionFailure(error) { self?.handle(.unreadable(.decoding(error))) }
                if case .otherHistory = SessionFailure(error) { self?.handle(.misfit) }
            }
        }
    }

    private func receive(_ page: ItemPage<Item>?, ticket: Int) {
        pagesUnderWay -= 1
        let rows = page?.items.map(\.row) ?? []
        queue.changedRows.formUnion(model.fill(ticket: ticket, with: rows.isEmpty ? nil : rows))
        if rows.isEmpty {
            // The version is gone, or the network: the rows are asked for again, at the version that the screen has then.
            let pause = pageBackoff.next(random: .random(in: 0..<1))
            pagesPausedUntil = Date().addingTimeInterval(pause)
            Task { [weak self] in
                try? await Task.sleep(nanoseconds: UInt64(pause * 1_000_000_000))
                self?.pagesPausedUntil = nil
                self?.pagesAreDue()
            }
        } else {
            page.map { model.add(variant: $0.variant) }
            pageBackoff.reset()
            pagesPausedUntil = nil
            forgetFarRows()
            snapshotIsDue()
            pagesAreDue()
        }
        wakeConsumer()
    }

    /// Keeps what is known within bounds: rows far from those that were looked at last are unknown again, but never those near what is
    /// visible.
    func forgetFarRows() {
        let keep = max(options.keep, 2 * options.pageSize)
        guard model.knownCount > keep else { return }
        let near = nearWindows
        let middle = focusOffset
        let half = max(0, keep - near.reduce(0) { $0 + $1.count }) / 2
        model.forget(outside: near + [(middle - half)..<(middle + half)])
    }

    var focusOffset: Int {
        guard !model.sections.isEmpty else { return 0 }
        return model.flatOffset(of: RowPosition(min(focus.section, model.sections.count - 1), focus.row))
    }
}
