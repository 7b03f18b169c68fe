import Foundation

/// Loads the pages of rows that are looked at, the nearest first, and forgets what is far from them.
@MainActor
final class RowLoader<Item: Codable & Sendable> {
    private static var mostPages: Int { 6 }

    private let screen: ListScreen<Item>
    private let follower: ListFollower<Item>
    private let requests: ListRequests<Item>
    private var tickets = 0
    /// The requests that are under way, by their tickets.
    private var pages: [Int: Task<Void, Never>] = [:]
    private var areDue = false
    private var backoff = Backoff()
    private var pausedUntil: Date?
    /// Called when rows have come.
    var didLoad: () -> Void = {}

    init(_ screen: ListScreen<Item>, _ follower: ListFollower<Item>, _ requests: ListRequests<Item>) {
        (self.screen, self.follower, self.requests) = (screen, follower, requests)
    }

    private var options: ListOptions { requests.options }

    private var nearWindows: [Range<Int>] { screen.sight.windows(in: screen.model, screens: options.prefetch) }

    /// - Parameter positions: Positions on the screen.
    func prefetch(_ positions: [RowPosition]) {
        for position in positions.compactMap(screen.model.serverPosition) { want(position) }
    }

    /// - Parameter positions: Positions on the screen.
    func setVisible(_ positions: [RowPosition]) {
        screen.sight.visible = Set(positions.compactMap(screen.model.serverNeighbour)).sorted()
        guard let first = screen.sight.visible.first else { return }
        screen.sight.focus = first
        for offset in nearWindows.joined() {
            if let position = screen.model.offsets.position(at: offset) { want(position) }
        }
    }

    /// Loads the rows around an item, wherever in the list it is. While it looks, no update is handed to the screen.
    ///
    /// - Returns: The item's position on the screen.
    func load(around id: String) async throws -> RowPosition {
        // An item may be in a section that has not come yet.
        while screen.model.remaining > 0, follower.isLoading { try await Task.sleep(nanoseconds: 5_000_000) }
        screen.jumps += 1
        defer {
            screen.jumps -= 1
            screen.consumer.wake()
        }
        while screen.current != nil { try await Task.sleep(nanoseconds: 5_000_000) }
        let version = screen.model.version
        let page = try await requests.items(around: id, limit: options.pageSize, at: version, of: follower.known.created)
        guard let found = page.items.first(where: { ExactID($0.row.id) == ExactID(id) }) else { throw URLError(.cannotParseResponse) }
        guard screen.current == nil, screen.model.version == version, let position = screen.model.modelled(found.indexPath),
            screen.model.contains(position)
        else {
            throw ListFailure.versionGone
        }
        screen.model.inServedOrder { $0.place(page.items.map(\.row), at: page.offset) }
        screen.model.add(variant: page.variant)
        screen.rowsCame(page.items.map { ExactID($0.row.id) })
        screen.sight.focus = position
        forgetFarRows()
        return screen.model.arrangement.position(of: position)
    }

    /// Somebody looks at a row of the server's version.
    func want(_ position: RowPosition) {
        if screen.model.want(position) { pagesAreDue() }
    }

    /// The screen is at another version.
    func settle() {
        forgetFarRows()
        pagesAreDue()
    }

    /// Pages are asked for on the next turn of the main actor: by then a view has said all that it shows.
    private func pagesAreDue() {
        guard !areDue, screen.model.knownCount > 0 else { return }
        areDue = true
        Task { [weak self] in
            self?.areDue = false
            self?.askForPages()
        }
    }

    /// The server is there again.
    func resume() {
        pausedUntil = nil
        backoff.reset()
        pagesAreDue()
    }

    /// Asks anew for what is under way: its connection may be dead.
    func restart() {
        cancel()
        resume()
    }

    /// Calls back what is under way.
    func cancel() {
        for page in pages.values { page.cancel() }
    }

    /// Asks for the pages of wanted rows, the nearest first, at the version on the screen. Between two stages there is no such version.
    private func askForPages() {
        guard screen.current == nil, screen.model.version > 0, follower.mayAsk else { return }
        if let pausedUntil, pausedUntil > Date() { return }
        let size = max(1, min(500, options.pageSize))
        let focus = screen.sight.servedFocusOffset(in: screen.model)
        screen.model.inServedOrder { model in
            while pages.count < Self.mostPages, let offset = model.nearestWanted(to: focus) {
                let first = offset / size * size
                tickets += 1
                model.ask(first..<min(first + size, model.itemCount), ticket: tickets)
                load(first, size, ticket: tickets, at: model.version)
            }
        }
    }

    private func load(_ offset: Int, _ limit: Int, ticket: Int, at version: ListVersion) {
        pages[ticket] = Task { [weak self, requests, created = follower.known.created] in
            do {
                self?.receive(try await requests.items(offset: offset, limit: limit, at: version, of: created), ticket: ticket)
            } catch {
                self?.receive(nil, ticket: ticket)
                // Asked for again it would be the same.
                if case .final(.decoding(let error)) = SessionFailure(error) { self?.follower.handle(.unreadable(.decoding(error))) }
                if case .otherHistory = SessionFailure(error) { self?.follower.handle(.misfit) }
            }
        }
    }

    private func receive(_ page: ItemPage<Item>?, ticket: Int) {
        pages[ticket] = nil
        let rows = page?.items.map(\.row) ?? []
        let ids = screen.model.fill(ticket: ticket, with: rows.isEmpty ? nil : rows)
        screen.rowsCame(ids)
        if rows.isEmpty {
            // The version is gone, or the network: the rows are asked for again, at the version that the screen has then.
            let pause = backoff.next(random: .random(in: 0..<1))
            pausedUntil = Date().addingTimeInterval(pause)
            Task { [weak self] in
                try? await Task.sleep(nanoseconds: UInt64(pause * 1_000_000_000))
                self?.pausedUntil = nil
                self?.pagesAreDue()
            }
        } else {
            page.map { screen.model.add(variant: $0.variant) }
            backoff.reset()
            pausedUntil = nil
            forgetFarRows()
            didLoad()
            pagesAreDue()
        }
        screen.consumer.wake()
    }

    /// Keeps what is known within bounds: rows far from those that were looked at last are unknown again, but never those near what is
    /// visible.
    private func forgetFarRows() {
        let keep = max(options.keep, 2 * options.pageSize)
        guard screen.model.knownCount > keep else { return }
        let near = nearWindows
        let middle = screen.sight.focusOffset(in: screen.model)
        let half = max(0, keep - near.reduce(0) { $0 + $1.count }) / 2
        let edited = screen.overlay.positions.neighbours.filter(screen.model.contains).map(screen.model.flatOffset)
        screen.model.forget(outside: near + [(middle - half)..<(middle + half)] + edited.map { $0..<($0 + 1) })
    }
}
