import Foundations
import HTTPClient
import JSON
public import Lists
import Wire

/// Follows a list on a running server, over as many connections as that takes, and writes what changes.
///
/// It goes on from the last event that was written, so that nothing is missed and nothing shown twice.
public struct FollowRun {
    let list: ListID
    let since: Int64?
    let server: ServerAddress
    let isRaw: Bool
    let output: OutputTarget

    /// Seconds without a byte after which a connection is given up; a server says something every 15 s.
    private static let patience = 60
    /// Seconds between an end and the next connection.
    private static let pause = 2.0

    /// - Parameters:
    ///   - since: The version whose successors are written first; `nil` to begin with the next change.
    ///   - isRaw: Whether the changes objects are written as they come.
    public init(list: ListID, since: Int64?, server: ServerAddress, isRaw: Bool, output: OutputTarget) {
        self.list = list
        self.since = since
        self.server = server
        self.isRaw = isRaw
        self.output = output
    }

    /// Returns when the list is deleted.
    public func run() throws {
        var parser = FollowedEventParser()
        var position: String?
        var hasFollowed = false
        while true {
            var isOver = false
            var answer = ServerAnswer()
            do {
                let request = streamRequest(position)
                answer.status = try request.perform { status, bytes in
                    guard status == 200 else { return answer.append(bytes) }
                    hasFollowed = true
                    for event in parser.take(bytes) {
                        try show(event)
                        position = event.id
                        isOver = isOver || event.name == "deleted"
                    }
                }
            } catch let failure as CurlFailure {
                guard hasFollowed else { throw server.failure(failure) }
            }
            if isOver { return }
            // Deleted while nobody was connected.
            if hasFollowed, answer.status == 404 { return try write(isRaw ? [] : ["deleted the list"]) }
            guard answer.status == 0 || answer.status == 200 || (hasFollowed && answer.status >= 500) else {
                throw server.refusal(answer)
            }
            parser.reset()
            SystemThread.pause(seconds: Self.pause)
        }
    }

    private func streamRequest(_ position: String?) -> CurlRequest {
        let query = position == nil ? since.map { "?since=\($0)" } ?? "" : ""
        var headers = ["Accept: text/event-stream"]
        if let position { headers.append("Last-Event-ID: \(position)") }
        var request = server.request("GET", list, "/events\(query)", headers: headers)
        request.silentSeconds = Self.patience
        return request
    }

    private func show(_ event: FollowedEventParser.Event) throws {
        // Between the parts of an object a line's end is a blank.
        if isRaw { return try write([event.data.replacing("\n", with: " ")]) }
        switch event.name {
        case "change":
            guard let change = try? FollowedChange(event.data) else {
                throw CommandFailure(message: "\(server.url): an event is none that is known here")
            }
            try write(ChangeLines(look: look).lines(of: change))
        case "reset": try write(["version \(event.id)", "what came before is no longer kept: read the list again"])
        case "deleted": try write(["version \(event.id)", "deleted the list"])
        default: break
        }
    }

    private func write(_ lines: [String]) throws(CommandFailure) {
        try output.write(lines.map { TerminalText.escaped($0) + "\n" }.joined())
    }

    /// The value of an item, or the header of a section, in a version; `nil` when that version can't be read any more.
    private func look(_ operation: FollowedOperation, _ version: Int64) -> JSONText? {
        guard let id = operation.id else { return nil }
        let path = "/\(operation.isSection ? "sections" : "items")/@\(PercentEncoding.segment(id))?at=\(version)"
        guard let answer = try? server.answer(to: server.request("GET", list, path)), answer.status == 200 else { return nil }
        return answer.value(at: operation.isSection ? "/header" : "/value")
    }
}
