/// Reads an event stream (WHATWG HTML, 9.2) piece by piece.
struct FollowedEventParser {
    /// An event as it came.
    struct Event: Equatable {
        /// `message` where the stream names none.
        var name = "message"
        var data = ""
        /// The position behind the event; that of the one before where it has none of its own.
        var id = ""
    }

    private var line: [UInt8] = []
    /// Whether the last byte was a carriage return, whose line feed ends no line of its own.
    private var isAfterReturn = false
    private var event = Event()
    private var hasData = false

    /// Takes the next bytes.
    ///
    /// - Returns: the events that they complete.
    mutating func take(_ bytes: UnsafeRawBufferPointer) -> [Event] {
        var events: [Event] = []
        for byte in bytes {
            defer { isAfterReturn = byte == UInt8(ascii: "\r") }
            switch byte {
            case UInt8(ascii: "\n") where isAfterReturn: break
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                if let event = endLine() { events.append(event) }
            default: line.append(byte)
            }
        }
        return events
    }

    /// Forgets an incomplete event after a connection has ended.
    mutating func reset() {
        let id = event.id
        self = FollowedEventParser()
        event.id = id
    }

    private mutating func endLine() -> Event? {
        defer { line.removeAll(keepingCapacity: true) }
        guard !line.isEmpty else { return dispatch() }
        let text = String(decoding: line, as: UTF8.self)
        let colon = text.firstIndex(of: ":") ?? text.endIndex
        var value = text[colon...].dropFirst()
        if value.first == " " { value = value.dropFirst() }
        switch text[..<colon] {
        case "event": event.name = String(value)
        case "data":
            event.data += (hasData ? "\n" : "") + value
            hasData = true
        case "id": event.id = String(value)
        default: break
        }
        return nil
    }

    private mutating func dispatch() -> Event? {
        defer {
            event = Event(id: event.id)
            hasData = false
        }
        return hasData ? event : nil
    }
}
