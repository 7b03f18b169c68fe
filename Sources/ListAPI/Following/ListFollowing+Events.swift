import HTTPServing
import HTTPTypes
import Lists
import Logging
import Ports
import Wire

extension ListFollowing {
    /// Answers `GET /lists/{list}/events`.
    func listEvents(_ request: Request, _ path: PathParameters) -> Answer {
        answer(request) {
            let ask = try EventRequest(request, path)
            return try stream(ask, for: request) { standings in
                guard case .living(_, _, let newest) = standings.first else {
                    throw ListError(.listNotFound, "There is no list '\(ask.lists.first?.text ?? "")'.")
                }
                return [Response.Header(.listVersion, String(newest))]
            }
        }
    }

    /// Answers `GET /events`.
    func manyEvents(_ request: Request) -> Answer {
        answer(request) { try stream(EventRequest(request), named: true, for: request) { _ in [] } }
    }

    /// Follows the lists, then looks where they are, so that nothing is missed in between.
    ///
    /// - Parameter check: Looks at what there is of the lists, and says what headers tell of it.
    private func stream(
        _ ask: EventRequest, named: Bool = false, for request: Request, check: ([ListStanding]) throws -> [Response.Header]
    ) throws -> Response {
        let stream = EventStream(
            of: ask.lists, events.limited(to: ask.operations), hub: hub, interval: ask.interval, heartbeat: reader.settings.heartbeat,
            report: { [logger = reader.failures.logger] error in
                logger.warning("an event stream was cut", metadata: ["request_id": "\(request.id)", "error": "\(error)"])
            })
        guard stream.follow() else { throw Self.stopping }
        do {
            let standings = try ask.lists.map { try events.standing(of: $0) }
            let headers = try check(standings)
            stream.begin(
                at: zip(zip(ask.lists, ask.starts), standings).map { ListPosition($0.0, $0.1, standing: $1) }, named: named)
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

    private func answer(_ request: Request, _ respond: () throws -> Response) -> Answer {
        do {
            return .response(try respond())
        } catch {
            return .response(reader.refusal(of: request, error))
        }
    }
}
