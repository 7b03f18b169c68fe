import Foundation

/// An event on a list's event stream.
enum StreamEvent<Item: Codable & Sendable>: Sendable {
    case change(ChangesAnswer<Item>)
    case reset(ListVersion)
    case deleted(ListVersion)
    /// Seconds that the server wants to pass before the next connection.
    case retry(TimeInterval)
    /// A change that is not the contract's.
    case unreadable
}

extension ListRequests {
    /// Follows the list until the stream ends.
    ///
    /// - Parameters:
    ///   - version: The version that somebody has; nil follows a list that is not there yet.
    ///   - created: `List-Created` of the list that somebody has.
    ///   - opened: Called when the server has taken the request; with true where versions may be missing before the first event.
    ///   - receive: Called with each event, in order; the next is read when it returns.
    /// - Throws: ``ListFailure``, `URLError`, or ``SessionFailure`` for an event that is too long; returns where the server ends the stream.
    func follow(
        since version: ListVersion?, of created: String? = nil, opened: @escaping @Sendable (Bool) async -> Void,
        receive: @escaping @Sendable (StreamEvent<Item>) async -> Void
    ) async throws {
        let way = EventStreams.Way(operations: Self.mostOperations, every: options.every, cells: options.acceptedCells)
        let wish = EventStreams.Wish(list: list, version: version, created: created)
        try await service.streams.follow(wish, way, on: service, opened: opened) { message in
            switch message {
            case .retry(let seconds): await receive(.retry(seconds))
            case .event(let event): if let event = read(event) { await receive(event) }
            }
        }
    }

    private func read(_ event: ServerEvent) -> StreamEvent<Item>? {
        let data = Data(event.data.utf8)
        switch event.name {
        case "change": return (try? decoder.decodeExactly(ChangesAnswer<Item>.self, from: data)).map { .change($0) } ?? .unreadable
        case "reset": return (try? decoder.decodeExactly(VersionAnswer.self, from: data)).map { .reset($0.version) } ?? .unreadable
        case "deleted": return (try? decoder.decodeExactly(VersionAnswer.self, from: data)).map { .deleted($0.version) } ?? .unreadable
        default: return nil
        }
    }
}
