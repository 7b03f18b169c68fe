import Following
import HTTPServing
import HTTPTypes
import Lists
import Ports
import Wire

/// Answers `GET /lists/{list}/interactions`, at once or when there is one.
///
/// Interactions come without a version, so a page has a validator of its own, made of its bytes, and is in no cache.
struct InteractionLog: Sendable {
    let reader: Reader
    let hub: FollowHub

    func answer(_ request: Request, _ path: PathParameters) -> Answer {
        do {
            let preconditions = try Preconditions(request)
            let ask = try InteractionLogRequest(request, path, reader.settings)
            try request.requireJSON()
            if ask.wait > 0, try isEmpty(ask) { return wait(ask, request, preconditions) }
            return .response(try response(to: request, ask, preconditions))
        } catch {
            return .response(reader.refusal(of: request, error))
        }
    }

    /// Holds the answer until there is an interaction, the list is deleted or the time is up.
    private func wait(_ ask: InteractionLogRequest, _ request: Request, _ preconditions: Preconditions) -> Answer {
        .deferred { complete in
            let waiter = ChangesWaiter(
                hub: hub, list: ask.list, topic: .interactions, isUpToDate: { (try? isEmpty(ask)) ?? false },
                finish: {
                    complete {
                        do {
                            return try response(to: request, ask, preconditions)
                        } catch {
                            return reader.refusal(of: request, error)
                        }
                    }
                })
            waiter.start(seconds: ask.wait)
        }
    }

    /// Whether there is nothing to answer with yet.
    private func isEmpty(_ ask: InteractionLogRequest) throws -> Bool {
        guard case .after(let after) = ask.start else { return false }
        return try reader.store.interactions(of: ask.list, after: after, limit: 1).interactions.isEmpty
    }

    private func response(to request: Request, _ ask: InteractionLogRequest, _ preconditions: Preconditions) throws -> Response {
        let version = try reader.store.snapshot(of: ask.list, at: nil).version
        let pages = InteractionPages(store: reader.store, list: ask.list)
        let body =
            switch ask.start {
            case .after(let after): try pages.page(after: after, limit: ask.limit)
            case .last(let count): try pages.newest(count)
            }
        return DigestResponse(request: request, settings: reader.settings, preconditions: preconditions)
            .response(body, kind: "i", version: version)
    }
}
