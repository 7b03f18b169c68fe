import CellTypes
import Foundations
import HTTPServing
import HTTPTypes
import Lists
import Wire

/// A request for an event stream.
struct EventRequest {
    let lists: [ListID]
    /// The reader's start in each list, in their order, and the creation time of the list that it knows; `nil` if it does not say.
    let starts: [(start: ListPosition.Start, created: Int64?)]
    /// The most operations that an event shows.
    let operations: Int
    /// The milliseconds in which a list has one event at most; `nil` where each version is one.
    let interval: Int?
    /// The cell types that the reader knows; `nil` where it does not say.
    let accepted: AcceptedCellTypes?

    /// From `/lists/{list}/events`.
    init(_ request: Request, _ path: PathParameters) throws(RequestProblem) {
        let parameters = try Parameters(request, allowing: ["since", "created", "max", "every"])
        lists = [try path.list()]
        let since = try parameters.counter("since", from: 0)
        let created = try parameters.time("created")
        (operations, interval) = try Self.bounds(parameters)
        accepted = try request.acceptedCellTypes()
        try request.requireEventStream()
        if let text = Self.lastEventID(of: request) {
            starts = [(ListPosition.Start(lastEventID: text), created)]
        } else {
            starts = [(since.map { .after($0) } ?? .next, created)]
        }
    }

    /// From `/events?lists=`.
    init(_ request: Request) throws(RequestProblem) {
        let parameters = try Parameters(request, allowing: ["lists", "since", "max", "every"])
        let lists = try Self.lists(parameters)
        (operations, interval) = try Self.bounds(parameters)
        accepted = try request.acceptedCellTypes()
        var cursor: EventCursor?
        if let text = parameters["since"] {
            guard let read = EventCursor(parsing: text) else {
                throw Parameters.problem("since", "“since” is the id of an event of such a stream.")
            }
            cursor = read
        }
        try request.requireEventStream()
        self.lists = lists
        if let text = Self.lastEventID(of: request) {
            guard let last = EventCursor(parsing: text) else {
                starts = lists.map { _ in (.lost, nil) }
                return
            }
            cursor = last
        }
        starts = lists.map { list in
            cursor?.positions[EventCursor.name(of: list)].map { (.after($0.version), $0.created) } ?? (.next, nil)
        }
    }

    private static func bounds(_ parameters: Parameters) throws(RequestProblem) -> (operations: Int, interval: Int?) {
        (
            try parameters.number("max", in: 1...ChangesRequest.largestOperations) ?? ChangesRepresentation.operations,
            try parameters.number("every", in: 100...60_000)
        )
    }

    /// The id of the last event that a client saw; a client without one sends nothing, or an empty text.
    private static func lastEventID(of request: Request) -> String? {
        request.headers[.lastEventID].flatMap { $0.isEmpty ? nil : $0 }
    }

    private static func lists(_ parameters: Parameters) throws(RequestProblem) -> [ListID] {
        guard let text = parameters["lists"], !text.isEmpty else {
            throw Parameters.problem("lists", "“lists” is missing: say which lists to follow, with commas between them.")
        }
        var lists: [ListID] = []
        for part in text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
            let part = String(Substring(part))
            guard let list = ListID(part) else {
                throw Parameters.problem("lists", "“\(String(part.unicodeScalars.prefix(200)))” is no possible id of a list.")
            }
            if !lists.contains(list) { lists.append(list) }
            guard lists.count <= EventCursor.limit else {
                throw Parameters.problem("lists", "A stream follows at most \(EventCursor.limit) lists.")
            }
        }
        return lists
    }
}

extension ListPosition.Start {
    /// Behind the event that a client saw last. A client that sends what is no version can't do better by itself, so it is led back.
    fileprivate init(lastEventID text: String) {
        guard ASCII.areDigits(text.utf8), let version = Int64(text) else {
            self = .lost
            return
        }
        self = .after(version)
    }
}
