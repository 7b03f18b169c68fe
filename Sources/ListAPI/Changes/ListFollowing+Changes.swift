import Following
import CellTypes
import Foundations
import HTTPServing
import HTTPTypes
import JSON
import Lists
import Ports
import Wire

extension ListFollowing {
    /// Answers `GET /lists/{list}/changes`, at once or when there is something newer.
    func listChanges(_ request: Request, _ path: PathParameters) throws -> PendingResponse {
        let preconditions = try Preconditions(request)
        let ask = try ChangesRequest(request, path)
        try request.requireJSON()
        if ask.wait > 0, ask.to == nil, try isUpToDate(ask) { return wait(ask, request, preconditions) }
        return .response(try response(to: request, ask, preconditions))
    }

    /// Holds the answer until the list changes or the time is up.
    private func wait(_ ask: ChangesRequest, _ request: Request, _ preconditions: Preconditions) -> PendingResponse {
        .deferred(
            ChangesWaiter(
                notifier: notifier, list: ask.list, topic: .newestVersion, seconds: ask.wait,
                isUpToDate: { [self] in (try? isUpToDate(ask)) ?? false },
                response: { [self] in
                    reader.lateResponse(to: request) { try response(to: request, ask, preconditions) }
                }))
    }

    private func isUpToDate(_ ask: ChangesRequest) throws -> Bool {
        guard case .living(_, _, ask.since, let created) = try changes.status(of: ask.list) else { return false }
        return ask.created == nil || ask.created == created
    }

    private func response(to request: Request, _ ask: ChangesRequest, _ preconditions: Preconditions) throws -> Response {
        try checkLife(ask)
        let changes = self.changes.limited(to: ask.operations).accepting(ask.accepted)
        let cells = changes.cells
        let shown = try reader.read(ask.list, at: ask.to) { new in
            let old = try before(ask, new)
            do {
                return Representation(
                    body: ByteBuffer(try changes.change(from: old, to: new, cells)), tag: .version, version: new.version,
                    created: new.head.createdAt,
                    variant: cells.variant,
                    isKept: ask.to != nil)
            } catch is MissingRecord {
                guard let old, reader.store.isReadable(old.version, ofList: old.head.number) else { throw Self.gone(ask) }
                throw ListError(.unavailable, "A part of the list could not be read.")
            }
        }
        return try reader.respond(request, ask.list, shown, cells, isPinned: ask.to != nil, preconditions)
    }

    /// The versions of an incarnation that has ended are gone, also while there is no list, as are those of a list that was made at another
    /// time than the client's.
    private func checkLife(_ ask: ChangesRequest) throws {
        switch try changes.status(of: ask.list) {
        case .ended(let end) where ask.since <= end: throw Self.gone(ask)
        case .living(_, _, _, let created) where ask.created != nil && ask.created != created: throw Self.gone(ask)
        default: return
        }
    }

    /// The version that the client has; `nil` for the empty list before the first one.
    private func before(_ ask: ChangesRequest, _ new: ListSnapshot) throws -> ListSnapshot? {
        if ask.since == new.version { return new }
        guard ask.since <= new.head.base else { return try reader.store.snapshot(of: ask.list, at: ask.since) }
        guard ask.since == new.head.base, try changes.status(of: ask.list).canRead(after: ask.since) else { throw Self.gone(ask) }
        return nil
    }

    private static func gone(_ ask: ChangesRequest) -> ListError {
        ListError(
            .versionGone, "What has changed since version \(ask.since) of list '\(ask.list)' is no longer in the history.", of: ask.list)
    }
}
