import Foundation

/// Reads an event stream in pieces of any size, as WHATWG HTML, 9.2.6, says.
struct EventStreamParser: Sendable {
    private(set) var lastEventID = ""
    private var line: [UInt8] = []
    private var isAfterReturn = false
    private var isFirstLine = true
    private var name = ""
    private var data: [String] = []

    /// - Returns: The events that these bytes complete, in order.
    mutating func feed(_ chunk: Data) -> [ServerEvent] {
        var events: [ServerEvent] = []
        var rest = chunk[...]
        while let first = rest.first {
            if isAfterReturn {
                isAfterReturn = false
                if first == 0x0A {
                    rest = rest.dropFirst()
                    continue
                }
            }
            guard let end = rest.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) else {
                line.append(contentsOf: rest)
                break
            }
            line.append(contentsOf: rest[..<end])
            isAfterReturn = rest[end] == 0x0D
            rest = rest[(end + 1)...]
            if let event = finishLine() { events.append(event) }
            line.removeAll(keepingCapacity: line.capacity <= 1 << 16)
        }
        return events
    }

    private mutating func finishLine() -> ServerEvent? {
        if isFirstLine {
            isFirstLine = false
            if line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
        }
        guard !line.isEmpty else { return finishEvent() }
        let colon = line.firstIndex(of: 0x3A) ?? line.endIndex
        var rest = line[min(colon + 1, line.endIndex)...]
        if rest.first == 0x20 { rest = rest.dropFirst() }
        let value = String(decoding: rest, as: UTF8.self)
        switch String(decoding: line[..<colon], as: UTF8.self) {
        case "event": name = value
        case "data": data.append(value)
        case "id": if !rest.contains(0) { lastEventID = value }
        // Among the others is `retry`: how long to wait is the session's to say.
        default: break
        }
        return nil
    }

    private mutating func finishEvent() -> ServerEvent? {
        defer {
            name = ""
            data = []
        }
        guard !data.isEmpty else { return nil }
        return ServerEvent(name: name.isEmpty ? "message" : name, id: lastEventID, data: data.joined(separator: "\n"))
    }
}
