import Foundation

/// The event streams of a service: lists that are followed in one way share a connection, fifty of them at most.
///
/// A list alone has the stream of its own route. Several have that of `GET /events`, which begins with the next version of each, or behind its
/// cursor: a follower whose list may have changed before is told so.
actor EventStreams {
    /// The parameters of a stream: streams with other ones are others.
    struct Way: Hashable, Sendable {
        let operations: Int
        let every: Int?
        let cells: [String]?
    }

    /// A list to follow, and the version to begin after.
    struct Wish: Sendable {
        let list: String
        /// The version that somebody has; nil follows a list that is not there yet.
        let version: ListVersion?
        /// `List-Created` of the list that somebody has.
        let created: String?
    }

    enum Message: Sendable {
        case event(ServerEvent)
        /// Seconds that the server wants to pass before the next connection.
        case retry(TimeInterval)
    }

    fileprivate struct Follower {
        var wish: Wish
        /// Whether the cursor of the connection has all that it was given.
        var isCovered = false
        let opened: @Sendable (Bool) async -> Void
        let receive: @Sendable (Message) async -> Void
        let end: CheckedContinuation<Void, any Error>
    }

    fileprivate struct Connection {
        let way: Way
        /// Whether it has one list, by that list's route.
        let isAlone: Bool
        var followers: [Int: Follower] = [:]
        var task: Task<Void, Never>?
        /// The id of the last event of several lists.
        var cursor: String?

        var lists: [ExactID] { Set(followers.values.map { ExactID($0.wish.list) }).sorted() }
    }

    private static let mostLists = 50
    /// Lists of one screen are followed in one moment: their connection waits for it to pass.
    private static let pause: UInt64 = 10_000_000

    private var connections: [Int: Connection] = [:]
    private var count = 0
    /// Lists that the server does not give beside others.
    private var lonely: Set<ExactID> = []

    /// Follows a list until the stream ends, or the task is cancelled.
    ///
    /// - Parameters:
    ///   - service: Opens connections.
    ///   - opened: Called when the server has taken a request, also of a connection that takes the place of another; with true where versions
    ///     may be missing between the version that the follower has and the next event.
    ///   - receive: Called with each event, in order; the next is read when it returns.
    func follow(
        _ wish: Wish, _ way: Way, on service: SectionalService, opened: @escaping @Sendable (Bool) async -> Void,
        receive: @escaping @Sendable (Message) async -> Void
    ) async throws {
        count += 1
        let id = count
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                guard !Task.isCancelled else { return continuation.resume(throwing: CancellationError()) }
                let follower = Follower(wish: wish, opened: opened, receive: receive, end: continuation)
                join(id, follower, way, service)
            }
        } onCancel: {
            Task { await leave(id, service) }
        }
    }

    private func join(_ id: Int, _ follower: Follower, _ way: Way, _ service: SectionalService) {
        let list = ExactID(follower.wish.list)
        let isAlone = lonely.contains(list)
        let other = connections.first { _, connection in
            !isAlone && !connection.isAlone && connection.way == way
                && (connection.lists.contains(list) || connection.lists.count < Self.mostLists)
        }
        let key = other?.key ?? id
        connections[key, default: Connection(way: way, isAlone: isAlone)].followers[id] = follower
        connect(key, service)
    }

    private func leave(_ id: Int, _ service: SectionalService) {
        guard let key = connections.first(where: { $0.value.followers[id] != nil })?.key else { return }
        let follower = connections[key]?.followers.removeValue(forKey: id)
        follower?.end.resume(throwing: CancellationError())
        connect(key, service)
    }

    /// Somebody else is signed in, who may be given other lists.
    func forgetRefusals() { lonely = [] }

    // MARK: Connections

    /// Connects anew, with the followers that there are now.
    private func connect(_ key: Int, _ service: SectionalService) {
        connections[key]?.task?.cancel()
        guard let connection = connections[key], !connection.followers.isEmpty else {
            connections[key] = nil
            return
        }
        connections[key]?.task = Task {
            try? await Task.sleep(nanoseconds: Self.pause)
            guard !Task.isCancelled else { return }
            do {
                let request = try connection.request(service)
                let isCursor = connection.isShared
                try await EventStreamReader(service).read(request) {
                    await self.opened(key)
                } receive: {
                    await self.receive($0, key, isCursor: isCursor)
                }
                if !Task.isCancelled { end(key, nil, service) }
            } catch {
                if !Task.isCancelled { end(key, error, service) }
            }
        }
    }

    private func opened(_ key: Int) async {
        guard !Task.isCancelled, let connection = connections[key] else { return }
        for follower in connection.followers.values {
            let isBehind = connection.isShared && !(connection.cursor != nil && follower.isCovered) && follower.wish.version != nil
            await follower.opened(isBehind)
        }
    }

    private func receive(_ message: Message, _ key: Int, isCursor: Bool) async {
        guard !Task.isCancelled, let connection = connections[key] else { return }
        guard case .event(let event) = message else {
            for follower in connection.followers.values { await follower.receive(message) }
            return
        }
        let position = try? JSONDecoder().decode(EventPosition.self, from: Data(event.data.utf8))
        if isCursor { connections[key]?.cursor = event.id }
        for (id, follower) in connection.followers {
            let isOwn = !isCursor || position.map { ExactID($0.list) == ExactID(follower.wish.list) } ?? false
            connections[key]?.followers[id]?.isCovered = isCursor
            if isOwn { connections[key]?.followers[id]?.wish.move(to: position) }
        }
        for follower in connection.followers.values where !isCursor || follower.isOf(position) { await follower.receive(message) }
    }

    private func end(_ key: Int, _ error: (any Error)?, _ service: SectionalService) {
        guard let connection = connections.removeValue(forKey: key) else { return }
        if let failure = error as? ListFailure, failure.isOfOneList, connection.lists.count > 1 {
            // One of them is refused; by itself each gets its own answer.
            lonely.formUnion(connection.lists)
            for (id, follower) in connection.followers { join(id, follower, connection.way, service) }
            return
        }
        for follower in connection.followers.values {
            if let error { follower.end.resume(throwing: error) } else { follower.end.resume() }
        }
    }
}

extension EventStreams.Connection {
    /// Whether it has the stream of several lists: that of one begins where its follower is.
    fileprivate var isShared: Bool { followers.count > 1 || followers.values.first?.wish.version == nil }

    fileprivate func request(_ service: SectionalService) throws -> TransportRequest {
        let pace = way.every.map { "&every=\($0)" } ?? ""
        let query = "max=\(way.operations)\(pace)"
        var request: TransportRequest
        if !isShared, let wish = followers.values.first?.wish, let version = wish.version {
            let created = wish.created.map { "&created=\($0.percentEncoded)" } ?? ""
            request = try service.request("GET", "lists/\(wish.list.percentEncoded)/events?\(query)\(created)", timeout: 86_400)
            request.headers["Last-Event-ID"] = "\(version)"
        } else {
            let names = lists.map(\.text.percentEncoded).joined(separator: ",")
            request = try service.request("GET", "events?lists=\(names)&\(query)", timeout: 86_400)
            request.headers["Last-Event-ID"] = cursor
        }
        if let cells = way.cells { request.headers["Accept-Cell-Types"] = cells.joined(separator: ", ") }
        return request
    }
}

extension EventStreams.Wish {
    /// The follower has another version by now.
    fileprivate mutating func move(to position: EventPosition?) {
        guard let position, version != nil else { return }
        self = EventStreams.Wish(list: list, version: position.to ?? position.version ?? version, created: created)
    }
}

extension EventStreams.Follower {
    fileprivate func isOf(_ position: EventPosition?) -> Bool { position.map { ExactID($0.list) == ExactID(wish.list) } ?? false }
}

/// The list and the version of an event.
private struct EventPosition: Decodable {
    let list: String
    var to: ListVersion?
    var version: ListVersion?
}

extension ListFailure {
    /// Whether another list might not be refused.
    fileprivate var isOfOneList: Bool {
        if case .unauthorized = self { false } else { !isTemporary }
    }
}
