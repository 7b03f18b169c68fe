import CellTypes
import Foundations
import HTTPServing
import HTTPTypes
import Lists
import Ports
import Wire

/// Answers the reads about a list: finds the version, lets a route show it, then conditions, encoding and caching.
final class Reader: Sendable {
    let store: any ListStore
    let settings: ListAPISettings
    let cache: ResponseCache
    let failures: FailureReporter

    init(store: any ListStore, settings: ListAPISettings, cache: ResponseCache, failures: FailureReporter) {
        self.store = store
        self.settings = settings
        self.cache = cache
        self.failures = failures
    }

    /// Shows a part of one version of a list.
    typealias Show = (ListSnapshot) throws -> Representation

    /// How items are shown now to a client that knows some cell types; `nil` for one that does not say.
    func cells(accepting types: AcceptedCellTypes?) -> CellPresentation {
        CellPresentation(naming: settings.naming, registry: store.cellTypes, accepted: types)
    }

    /// Answers a GET. `parse` reads the request and says which list, which version (`nil` for the head), and how to show it, given how items
    /// are shown.
    func show(
        _ request: Request, _ parse: (CellPresentation) throws -> (list: ListID, version: Int64?, show: Show)
    ) throws -> PendingResponse {
        let preconditions = try Preconditions(request)
        let cells = cells(accepting: try request.acceptedCellTypes())
        let (list, version, show) = try parse(cells)
        try request.requireJSON()
        let shown = try read(list, at: version, show)
        return .response(try respond(request, list, shown, cells, isPinned: version != nil, preconditions))
    }

    /// The response to a GET about a list that is made after its handler has returned: the router catches only what handlers throw.
    func lateResponse(to request: Request, _ make: () throws -> Response) -> Response {
        do {
            return try make()
        } catch {
            var response = failures.response(to: error, request)
            response.headers.append(settings.varyOfLists)
            return response
        }
    }

    /// Shows a version; the head anew where it was collected while it was read.
    func read<Shown>(_ list: ListID, at version: Int64?, _ show: (ListSnapshot) throws -> Shown) throws -> Shown {
        var attempts = 0
        while true {
            let snapshot = try store.snapshot(of: list, at: version)
            do {
                return try show(snapshot)
            } catch {
                guard error.mayMeanCollected, !store.isReadable(snapshot.version, ofList: snapshot.head.number) else { throw error }
                if version != nil {
                    throw ListError(.versionGone, "Version \(snapshot.version) has left the history.", of: list)
                }
                attempts += 1
                if attempts > 8 { throw ListError(.unavailable, "The list changes faster than it can be read.") }
            }
        }
    }

    /// The response that shows a part of a version, under the conditions of the request.
    ///
    /// - Parameter cells: How the items in it are shown.
    func respond(
        _ request: Request, _ list: ListID, _ shown: Representation, _ cells: CellPresentation, isPinned: Bool,
        _ preconditions: Preconditions
    ) throws -> Response {
        if let condition = preconditions.ifMatch, !isMatch(condition, shown) {
            var response = preconditionFailed(request, shown)
            response.headers.append(settings.varyOfLists)
            return response
        }
        let acceptsGzip = ContentCoding.acceptsGzip(request)
        if acceptsGzip, shown.body.count > CompressedBody.smallest { return try respondInPieces(request, shown, isPinned, preconditions) }
        let generation = cache.generation
        let (tag, headers, body) = ReadResponse.parts(of: shown, isPinned: isPinned, acceptsGzip: acceptsGzip, settings)
        if shown.isKept, let watch = try store.watch(list) {
            let key = ResponseKey(target: request.target, acceptsGzip: acceptsGzip, cells)
            cache.offer(
                CachedResponse(
                    prepared: PreparedResponse(headers: headers, body: body.array), match: request.match, tag: tag, version: shown.version,
                    isPinned: isPinned, watch: watch, generation: generation), for: key)
        }
        let isKnown = preconditions.ifNoneMatch?.matches(tag, comparison: .weak) ?? false
        return Response(status: isKnown ? .notModified : .ok, headers: headers, body: .buffer(body))
    }

    /// The response that shows a long part, compressed while it is sent. No cache of the server's has it.
    private func respondInPieces(
        _ request: Request, _ shown: Representation, _ isPinned: Bool, _ preconditions: Preconditions
    ) throws -> Response {
        let headers = ReadResponse.headers(
            of: shown, tag: shown.entityTag(isGzip: true), isPinned: isPinned, isGzip: true, settings)
        if preconditions.ifNoneMatch?.matches(shown.entityTag(isGzip: false), comparison: .weak) ?? false {
            return Response(status: .notModified, headers: headers, body: .buffer(shown.body))
        }
        guard let body = CompressedBody(shown.body, in: settings.share(of: request)) else { throw RequestProblem.outOfMemory }
        return Response(status: .ok, headers: headers, body: .stream(body))
    }

    private func isMatch(_ condition: EntityTagCondition, _ shown: Representation) -> Bool {
        switch shown.tag {
        case .version: condition.matches(version: shown.version, comparison: .strong)
        case .item(let id, let revision, let path):
            condition.matches(item: id, revision: revision, section: path.section, row: path.row, comparison: .strong)
        case .content: false
        }
    }

    /// The 412 that says what a GET of the target answers now.
    ///
    /// - Parameter operation: The index of the operation of a batch that asks; `nil` for the whole request.
    func preconditionFailed(_ request: Request, _ shown: Representation?, operation: Int? = nil) -> Response {
        var headers: [Response.Header] = []
        if let shown {
            headers += .ofList(at: shown.version, created: shown.created)
            headers.append(Response.Header(.eTag, shown.entityTag(isGzip: false)))
        }
        return Refusals.conflict(request, current: shown?.body.array, headers: headers, operation: operation)
    }
}

extension Error {
    /// Whether a read may have thrown this because its version was collected under it: a node or a revision that is missing, or an id
    /// whose name or parent has gone.
    fileprivate var mayMeanCollected: Bool {
        guard let error = self as? ListError else { return self is MissingRecord }
        return error.code == .itemNotFound || error.code == .sectionNotFound
    }
}
