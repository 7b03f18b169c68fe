import Following
import Lists
import Ports
import Wire

/// The texts of an event stream (WHATWG HTML, "Server-sent events").
enum EventText {
    /// How a stream begins: milliseconds that a client is to wait before it connects again.
    static let opening = Array("retry: 2000\n\n".utf8)
    /// A comment, which keeps the connection open.
    static let heartbeat = Array(":\n\n".utf8)

    /// The line of an event's id.
    static func id(_ text: String) -> [UInt8] { Array("id: \(text)\n".utf8) }

    /// The text before and behind the object of a change, which has no line break.
    static let change = (opening: Array("event: change\ndata: ".utf8), end: Array("\n\n".utf8))

    /// The list is at another version than the reader can be led to; without its id.
    static func reset(_ list: ListID, version: Int64) -> [UInt8] { event("reset", list, version) }

    /// The list was deleted; without its id.
    static func deleted(_ list: ListID, version: Int64) -> [UInt8] { event("deleted", list, version) }

    /// The whole event of a version, with the version for its id; `nil` where readers have to ask for it.
    static func event(of commit: ListCommit, _ changes: ListChanges) -> [UInt8]? {
        guard let version = commit.version else { return nil }
        let prepared = changes.cached(version, of: commit.id)
        // A version that can't be read now is tried again, and reported, by the readers.
        guard let object = prepared ?? (try? changes.change(from: version - 1, to: version, of: commit.id)) else { return nil }
        return id(String(version)) + change.opening + object + change.end
    }

    private static func event(_ name: StaticString, _ list: ListID, _ version: Int64) -> [UInt8] {
        // The id of a list has no character that JSON escapes.
        Array("event: \(name)\ndata: {\"list\":\"\(list)\",\"version\":\(version)}\n\n".utf8)
    }
}
