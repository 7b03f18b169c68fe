import Following
import HTTPServing
import HTTPTypes
import JSON
import Lists
import Ports
import Wire

/// Answers `GET /lists/{list}/interactions`, at once or when there is one.
///
/// Interactions come without a version, so a page has a validator of its own, made of its bytes, and is in no cache.
struct InteractionLog: Sendable {
    let reader: Reader
    let notifier: ListNotifier

    func respond(to request: Request, _ path: PathParameters) throws -> PendingResponse {
        let preconditions = try Preconditions(request)
        let ask = try InteractionLogRequest(request, path, reader.settings)
        try request.requireJSON()
        if ask.wait > 0, try isEmpty(ask) { return wait(ask, request, preconditions) }
        return .response(try response(to: request, ask, preconditions))
    }

    /// Holds the answer until there is an interaction, the list is deleted or the time is up.
    private func wait(_ ask: InteractionLogRequest, _ request: Request, _ preconditions: Preconditions) -> PendingResponse {
        .deferred(
            ChangesWaiter(
                notifier: notifier, list: ask.list, topic: .interactions, seconds: ask.wait, isUpToDate: { (try? isEmpty(ask)) ?? false },
                response: {
                    reader.lateResponse(to: request) { try response(to: request, ask, preconditions) }
                }))
    }

    /// Whether there is nothing to answer with yet.
    private func isEmpty(_ ask: InteractionLogRequest) throws -> Bool {
        guard case .after(let after) = ask.start else { return false }
        return try reader.store.interactions(of: ask.list, after: after, limit: 1).interactions.isEmpty
    }

    private func response(to request: Request, _ ask: InteractionLogRequest, _ preconditions: Preconditions) throws -> Response {
        let head = try reader.store.snapshot(of: ask.list, at: nil).head
        let pages = InteractionPages(store: reader.store, list: ask.list)
        let body =
            switch ask.start {
            case .after(let after): try pages.page(after: after, limit: ask.limit)
            case .last(let count): try pages.newest(count)
            }
        return DigestResponse(request: request, settings: reader.settings, preconditions: preconditions)
            .response(body, kind: "i", version: head.version, created: head.createdAt)
    }
}

/// A request for a list's interactions.
struct InteractionLogRequest: Sendable {
    private static let longestWait = 60
    private static let largestLast = 500

    /// Which interactions are asked for.
    enum Start: Sendable {
        /// Interactions behind a sequence number; `nil` for the oldest that is kept.
        case after(Int64?)
        /// The newest.
        case last(Int)
    }

    let list: ListID
    let start: Start
    let limit: Int
    /// Seconds to wait for an interaction where there is none.
    let wait: Int

    init(_ request: Request, _ path: PathParameters, _ settings: ListAPISettings) throws(RequestProblem) {
        list = try path.list()
        let parameters = try Parameters(request, allowing: ["after", "limit", "wait", "last"])
        let after = try parameters.number("after", in: 0...Int.max).map { Int64($0) }
        let page = try PageRequest(parameters, settings)
        wait = try parameters.number("wait", in: 0...Self.longestWait) ?? 0
        guard let last = try parameters.number("last", in: 1...Self.largestLast) else {
            start = .after(after)
            limit = page.limit
            return
        }
        if let other = parameters.names.first(where: { $0 != "last" }) {
            throw Parameters.problem("last", "“last” takes no other parameter beside it, and “\(other)” is one.")
        }
        start = .last(last)
        limit = last
    }
}

/// `GET …/interactions`: what users did, in order.
struct InteractionPages {
    /// How many are read at once, so that a page of large ones stops reading where it closes.
    private static let piece = 32

    let store: any ListStore
    let list: ListID

    /// The newest interactions, the oldest of them first; it ends early as any page does, and then says where the next one begins.
    func newest(_ count: Int) throws -> [UInt8] {
        var attempts = 0
        while true {
            do {
                return try page(after: try store.interactionStart(of: list, last: count), limit: count)
            } catch let error as ListError where error.code == .interactionGone && attempts < 8 {
                // The first of them has left the log meanwhile.
                attempts += 1
            }
        }
    }

    /// The page behind a sequence number; `nil` for the oldest that is kept.
    ///
    /// - Throws: As ``ListStore/interactions(of:after:limit:)``.
    func page(after: Int64?, limit: Int) throws -> [UInt8] {
        var json = JSONWriter()
        json.beginObject()
        json.member("list", list.text)
        json.key("interactions")
        json.beginArray()
        var (last, shown, hasMore) = (after, 0, true)
        while hasMore, shown < limit, json.count <= ItemRun.fullPage {
            let found = try store.interactions(of: list, after: last, limit: min(Self.piece, limit - shown))
            var isShort = false
            for interaction in found.interactions {
                if json.count > ItemRun.fullPage {
                    isShort = true
                    break
                }
                json.value(verbatim: interaction.data)
                last = interaction.sequence
                shown += 1
            }
            hasMore = found.hasMore || isShort
            if found.interactions.isEmpty { break }
        }
        json.endArray()
        json.member("next", hasMore && shown > 0 ? last : nil)
        json.endObject()
        return json.bytes
    }
}
