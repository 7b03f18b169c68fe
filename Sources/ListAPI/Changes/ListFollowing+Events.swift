import Following
import HTTPServing
import HTTPTypes
import Lists
import Logging
import Ports
import Wire

extension ListFollowing {
    /// Answers `GET /lists/{list}/events`.
    func listEvents(_ request: Request, _ path: PathParameters) throws -> PendingResponse {
        let ask = try EventRequest(request, path)
        let response = try stream(ask, for: request) { statuses in
            guard case .living(_, _, let newest, let created) = statuses.first else {
                throw ListError(.listNotFound, "There is no list '\(ask.lists.first?.text ?? "")'.")
            }
            return .ofList(at: newest, created: created)
        }
        return .response(response)
    }

    /// Answers `GET /events`.
    func manyEvents(_ request: Request) throws -> PendingResponse {
        .response(try stream(try EventRequest(request), named: true, for: request) { _ in [] })
    }

    /// Follows the lists, then looks where they are, so that nothing is missed in between.
    ///
    /// - Parameter check: Makes headers from the lists' statuses.
    private func stream(
        _ ask: EventRequest, named: Bool = false, for request: Request, check: ([ListStatus]) throws -> [Response.Header]
    ) throws -> Response {
        let stream = EventStream(
            of: ask.lists, named: named, changes.limited(to: ask.operations).accepting(ask.accepted), notifier: notifier,
            counting: EventStream.Counting(memory: memory, share: reader.settings.share(of: request)),
            interval: ask.interval, heartbeat: reader.settings.heartbeat,
            report: { [logger = reader.failures.logger] error in
                logger.warning("an event stream was cut", metadata: ["request_id": "\(request.id)", "error": "\(error)"])
            })
        guard stream.follow() else { throw Self.stopping }
        do {
            let statuses = try ask.lists.map { try changes.status(of: $0) }
            let headers = try check(statuses)
            stream.begin(
                at: zip(zip(ask.lists, ask.starts), statuses).map { ListPosition($0.0, $0.1.start, created: $0.1.created, status: $1) })
            return Response(
                status: .ok,
                headers: [
                    Response.Header(.contentType, MediaType.eventStream), Response.Header(.cacheControl, "no-store"),
                    Response.Header(.xAccelBuffering, "no"), reader.settings.varyOfLists,
                ] + headers,
                body: .stream(stream))
        } catch {
            stream.close()
            throw error
        }
    }
}
