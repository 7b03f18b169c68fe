import Foundation
import Ports

/// A client of an event stream, which reads it as the WHATWG standard says; blocking, for one thread.
final class EventReader {
    /// An event as it came.
    struct Event: Equatable {
        let name: String
        let id: String
        let data: String

        /// The data, which must be a JSON object.
        var object: [String: Any] {
            get throws {
                guard let object = try JSONSerialization.jsonObject(with: Data(data.utf8)) as? [String: Any] else {
                    throw TestFailure("no object: \(data.prefix(200))")
                }
                return object
            }
        }

        /// A number in the data.
        func number(_ key: String) throws -> Int {
            guard let number = try object[key] as? Int else { throw TestFailure("no \(key): \(data.prefix(200))") }
            return number
        }
    }

    let head: HTTPReply
    /// Comments that came before the event that was read last, or since.
    private(set) var comments = 0
    private(set) var retry: String?
    /// The id of the last event that came with one.
    private(set) var lastID = ""
    private let connection: HTTPConnection
    private var rest: [UInt8] = []
    private var fields: [String: String] = [:]

    /// - Parameter source: The address that it comes from, as a number; the system's choice where there is none.
    init(_ target: String, _ headers: [String: String] = [:], port: UInt16, from source: UInt32? = nil) throws {
        connection = try HTTPConnection(port: port, from: source)
        head = try connection.open(target, headers.merging(["Accept": "text/event-stream"]) { given, _ in given })
    }

    /// The next event; `nil` where the stream has come to its end. Waits for it.
    func next() throws -> Event? {
        while true {
            while let end = rest.firstIndex(of: 10) {
                let line = String(decoding: rest[..<end], as: UTF8.self)
                rest.removeFirst(end + 1)
                if let event = take(line) { return event }
            }
            guard let chunk = try connection.readChunk() else { return nil }
            rest += chunk
        }
    }

    /// The next events, as many as are asked for.
    func next(_ count: Int) throws -> [Event] {
        try (0..<count).map { _ in
            guard let event = try next() else { throw TestFailure("the stream ended") }
            return event
        }
    }

    /// Waits for a comment.
    func waitForComment() throws {
        let before = comments
        while comments == before {
            guard let chunk = try connection.readChunk() else { throw TestFailure("the stream ended") }
            rest += chunk
            while let end = rest.firstIndex(of: 10) {
                let line = String(decoding: rest[..<end], as: UTF8.self)
                rest.removeFirst(end + 1)
                if take(line) != nil { throw TestFailure("an event came, not a comment") }
            }
        }
    }

    private func take(_ line: String) -> Event? {
        guard !line.isEmpty else {
            defer { fields = [:] }
            guard let data = fields["data"] else { return nil }
            return Event(name: fields["event"] ?? "message", id: lastID, data: data)
        }
        guard let colon = line.firstIndex(of: ":") else { return nil }
        let name = String(line[..<colon])
        let value = String(line[line.index(after: colon)...].drop { $0 == " " })
        switch name {
        case "": comments += 1
        case "retry": retry = value
        case "id":
            lastID = value
            fields[name] = value
        default: fields[name] = value
        }
        return nil
    }
}
